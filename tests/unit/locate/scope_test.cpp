// SPDX-License-Identifier: MIT
#include "patcher/locate/scope.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

using Paths = std::vector<std::string>;

TEST(DefinitionsNamed, FindsTheOneOfThatFullPath) {
  const SourceText text = python_of("def f(): pass\nclass A:\n    def f(self): pass\n");

  const auto found = definitions_named("A.f", text);

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(part_of(text, found[0]->range), "    def f(self): pass\n");
}

TEST(DefinitionsNamed, FindsEveryOneOfAnAmbiguousPath) {
  const SourceText text = python_of("if a:\n    def f(): pass\nelse:\n    def f(): pass\n");

  EXPECT_EQ(definitions_named("f", text).size(), 2U);
}

TEST(DefinitionsNamed, DoesNotTakeAPartOfAPath) {
  const SourceText text = python_of("class A:\n    def f(self): pass\n");

  EXPECT_TRUE(definitions_named("f", text).empty());
  EXPECT_TRUE(definitions_named("A.", text).empty());
  EXPECT_TRUE(definitions_named("", text).empty());
}

/// The first line of each definition of C++ `text` that `path` names.
std::vector<std::uint32_t> lines_named(const std::string& path, const SourceText& text) {
  std::vector<std::uint32_t> lines;
  for (const Definition* definition : definitions_named(path, text)) {
    lines.push_back(text.lines().number_at(definition->range.begin));
  }
  return lines;
}

using Lines = std::vector<std::uint32_t>;

TEST(CppScope, MayLeaveNamespacesOut) {
  const SourceText text =
      cuda_of("namespace a::b {\nstruct C {\n  void f() {}\n};\n}\nvoid f() {}\n");

  EXPECT_EQ(lines_named("C::f", text), (Lines{3}));
  EXPECT_EQ(lines_named("b::C::f", text), (Lines{3}));
  EXPECT_EQ(lines_named("a::b::C::f", text), (Lines{3}));
  EXPECT_EQ(lines_named("::a::b::C", text), (Lines{2}));
  EXPECT_EQ(lines_named("a::b", text), (Lines{1}));
  // Only the outermost ones may be left out.
  EXPECT_EQ(lines_named("a::C::f", text), (Lines{}));
  // A class is no namespace.
  EXPECT_EQ(lines_named("f", text), (Lines{6}));
  EXPECT_EQ(lines_named("::C::f", text), (Lines{}));
  EXPECT_EQ(lines_named("x::C::f", text), (Lines{}));
}

TEST(CppScope, IsAmbiguousWhereNamespacesTellTwoApart) {
  const SourceText text = cuda_of("void f() {}\nnamespace a {\nvoid f() {}\n}\n");

  EXPECT_EQ(lines_named("f", text), (Lines{1, 3}));
  EXPECT_EQ(lines_named("::f", text), (Lines{1}));
  EXPECT_EQ(lines_named("a::f", text), (Lines{3}));
}

TEST(CppScope, TellsOverloadsApartByTheirParameters) {
  const SourceText text = cuda_of(
      "struct A {\n  int f(int a) { return a; }\n  int f(int a, float* b) { return a; }\n"
      "  int f(int a) const { return a; }\n};\n");

  EXPECT_EQ(lines_named("A::f", text), (Lines{2, 3, 4}));
  EXPECT_EQ(lines_named("A::f(int)", text), (Lines{2}));
  EXPECT_EQ(lines_named("A :: f( int,float * )", text), (Lines{3}));
  EXPECT_EQ(lines_named("A::f(int) const", text), (Lines{4}));
  EXPECT_EQ(lines_named("A::f(long)", text), (Lines{}));
}

TEST(CppScope, NamesMacros) {
  const SourceText text = cuda_of("#define A(x) \\\n  x\nvoid f() {}\n");

  EXPECT_EQ(lines_named("macro A", text), (Lines{1}));
  EXPECT_EQ(lines_named("A", text), (Lines{}));
}

ScopeFault fault_of(const Scope& scope, const SourceText& text) {
  const auto place = place_of(scope, text);
  const auto* fault = std::get_if<ScopeFault>(&place);
  EXPECT_NE(fault, nullptr);
  return fault == nullptr ? ScopeFault{} : *fault;
}

TEST(PlaceOf, AnAmbiguousPathSaysHowEachIsSpelled) {
  const SourceText text = cuda_of(
      "void f() {}\nnamespace a {\nvoid f() {}\nvoid g(int) {}\nvoid g(float) {}\n}\n"
      "template <int> struct T;\ntemplate <class A> void h(A) {}\ntemplate <class A, int> void "
      "h(A) {}\n");

  EXPECT_EQ(fault_of({"f"}, text).spellings, (Paths{"::f", "a::f"}));
  EXPECT_EQ(fault_of({"g"}, text).spellings, (Paths{"a::g(int)", "a::g(float)"}));
  EXPECT_EQ(fault_of({"h"}, text).spellings, (Paths{"", ""}));
  EXPECT_EQ(fault_of({"h"}, text).kind, ScopeFault::Kind::ambiguous);
  EXPECT_EQ(fault_of({"k"}, text).kind, ScopeFault::Kind::missing);
}

TEST(PlaceOf, APathThatAnUnsettledBranchHasTooIsUnsettled) {
  const std::string bytes = "#ifdef X\nvoid f() {}\n#else\nvoid f() {}\n#endif\n";
  const SourceText text = cuda_of(bytes);

  const ScopeFault fault = fault_of({"f"}, text);

  EXPECT_EQ(fault.kind, ScopeFault::Kind::unsettled);
  ASSERT_EQ(fault.places.size(), 2U);
  EXPECT_EQ(text.lines().number_at(fault.places[0].begin), 2U);
  EXPECT_EQ(text.lines().number_at(fault.places[1].begin), 4U);
  EXPECT_EQ(fault.branch->need->name, "X");
  for (const KnownMacros& known : {KnownMacros{{"X"}, {}}, KnownMacros{{}, {"X"}}}) {
    const SourceText settled(std::make_shared<const std::string>(bytes), Language::cpp, known);
    EXPECT_TRUE(std::holds_alternative<ByteRange>(place_of({"f"}, settled)));
  }
}

TEST(PlaceOf, APathThatADoubtfulDefinitionMayHaveIsUntrusted) {
  const SourceText text = cuda_of("void f() {}\nnamespace n @ {\nvoid f() {}\n}\n");

  EXPECT_EQ(fault_of({"::f"}, text).kind, ScopeFault::Kind::untrusted);
}

TEST(PlaceOf, ManyOfOnePathAreToldInBoundedTime) {
  std::string bytes;
  for (int i = 0; i < 50000; ++i) bytes += "void f() {}\n";

  const ScopeFault fault = fault_of({"f"}, cuda_of(bytes));

  EXPECT_EQ(fault.places.size(), 50000U);
  EXPECT_LE(fault.spellings.size(), 10U);
}

TEST(PlaceOf, AFileThatIsTooLargeIsUnread) {
  const SourceText text = cuda_of(std::string(5 << 20, '\n'));

  EXPECT_EQ(fault_of({"f"}, text).kind, ScopeFault::Kind::unread);
}

TEST(PlaceOf, AFileWithoutDefinitionsHasNone) {
  EXPECT_EQ(fault_of({"f"}, source_of("f: 1\n", Language::yaml)).kind,
            ScopeFault::Kind::no_definitions);
}

Scope region(std::string from, std::optional<std::string> to = std::nullopt) {
  return {"", {}, Region{std::move(from), std::move(to)}};
}

std::string_view region_of(const Scope& scope, const SourceText& text) {
  const auto place = place_of(scope, text);
  const auto* range = std::get_if<ByteRange>(&place);
  return range == nullptr ? "no place" : part_of(text, *range);
}

TEST(Region, GoesFromOneLineUpToAnother) {
  const SourceText text = source_of("x:\n  a: 1\ny:\n  a: 1\nz:\n  a: 1\n", Language::yaml);

  EXPECT_EQ(region_of(region("y:", "z:"), text), "y:\n  a: 1\n");
  EXPECT_EQ(region_of(region("z:"), text), "z:\n  a: 1\n");
}

TEST(Region, TakesLineEndingsAsTheyCome) {
  EXPECT_EQ(region_of(region("a", "c"), source_of("\xEF\xBB\xBF"
                                                  "a\r\nb\r\nc")),
            "a\r\nb\r\n");
}

TEST(Region, OfALineThatEndsAboveToo) {
  EXPECT_EQ(region_of(region("b", "}"), source_of("}\nb\nx\n}\n")), "b\nx\n");
}

TEST(Region, NeedsEachLineOnce) {
  const SourceText text = source_of("a\n b\nc\na\nc\nc\n d\n");

  EXPECT_EQ(fault_of(region("a", "c"), text).kind, ScopeFault::Kind::line_repeated);
  EXPECT_EQ(fault_of(region("a", "c"), text).places.size(), 2U);
  EXPECT_EQ(fault_of(region(" b", "c"), text).kind, ScopeFault::Kind::line_repeated);
  EXPECT_EQ(fault_of(region("b", "c"), text).kind, ScopeFault::Kind::line_missing);
  EXPECT_EQ(fault_of(region(" d", " b"), text).line, " b");
  EXPECT_EQ(fault_of(region(" d", " d"), text).kind, ScopeFault::Kind::line_missing);
}

TEST(SkippedDefinitions, AreFoundByName) {
  const SourceText text = cuda_of(
      "#ifdef X\nvoid f() { g(); }\n#else\nvoid g() {}\nstruct S {};\n#define M 1\n#endif\n");

  const auto function = skipped_definition("n::g", text, Branches::all);

  ASSERT_TRUE(function);
  EXPECT_EQ(text.lines().number_at(function->name.begin), 4U);
  ASSERT_TRUE(function->branch->need);
  EXPECT_EQ(function->branch->need->name, "X");
  EXPECT_TRUE(skipped_definition("S", text, Branches::all));
  EXPECT_TRUE(skipped_definition("macro M", text, Branches::all));
  EXPECT_FALSE(skipped_definition("f", text, Branches::all));
  EXPECT_FALSE(skipped_definition("X", text, Branches::all));
}

TEST(SimilarDefinitions, KnowThePathsOfCpp) {
  const SourceText text = cuda_of("namespace n {\nstruct A {\n  void run(int) {}\n};\n}\n");

  EXPECT_EQ(similar_definitions("B::run(int)", text).front(), "n::A::run");
}

TEST(SimilarDefinitions, PutsTheSameLastNameFirst) {
  const SourceText text =
      python_of("def start(): pass\ndef star(): pass\nclass B:\n    def start(self): pass\n");

  EXPECT_EQ(similar_definitions("A.start", text), (Paths{"B.start", "start", "star"}));
}

TEST(SimilarDefinitions, FindsASlipOfThePen) {
  const SourceText text =
      python_of("class CoreManager:\n    def close(self): pass\ndef launch(): pass\n");

  EXPECT_EQ(similar_definitions("CoreManger", text), (Paths{"CoreManager"}));
  EXPECT_EQ(similar_definitions("CoreManger.close", text).front(), "CoreManager.close");
}

TEST(SimilarDefinitions, SaysNothingWhenNothingIsNear) {
  const SourceText text = python_of("def alpha(): pass\n");

  EXPECT_EQ(similar_definitions("omega_quux", text), (Paths{}));
}

TEST(SimilarDefinitions, NamesAnAmbiguousPathOnceAndAtMostThree) {
  const SourceText text = python_of(
      "if x:\n    def f1(): pass\nelse:\n    def f1(): pass\ndef g(): pass\n"
      "class A:\n    def g(self): pass\nclass B:\n    def g(self): pass\nclass C:\n    def "
      "g(self): pass\n");

  EXPECT_EQ(similar_definitions("D.g", text).size(), 3U);
  EXPECT_EQ(similar_definitions("f1x", text), (Paths{"f1"}));
}

TEST(PlaceOf, ATwinOfAnyKindInABranchThatNothingSettlesIsADoubt) {
  const auto is_doubtful = [](const std::string& scope, const std::string& definition) {
    const SourceText text =
        cuda_of("#ifdef X\n" + definition + "\n#else\n" + definition + "\n#endif\n");
    const auto place = place_of({scope}, text);
    const auto* fault = std::get_if<ScopeFault>(&place);
    return fault != nullptr && fault->kind == ScopeFault::Kind::unsettled;
  };

  EXPECT_TRUE(is_doubtful("f", "auto f(int a) -> int { return a; }"));
  EXPECT_TRUE(is_doubtful("A", "struct __attribute__((x)) A { int a; };"));
  EXPECT_TRUE(is_doubtful("g", "auto g = [](int a) { return a; };"));
  EXPECT_TRUE(is_doubtful("a::b", "namespace a::b { int c; }"));
  EXPECT_TRUE(is_doubtful("A::h", "struct A { int h() & { return 1; } };"));
}

}  // namespace
}  // namespace patcher
