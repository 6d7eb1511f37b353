// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "patcher/locate/source_text.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {
namespace {

using Spelled = std::vector<std::string>;

/// The definitions of `text`, each as "path signature first-last", lines 1-based.
Spelled definitions_of(std::string_view text, Language language = Language::cuda) {
  const LineIndex lines(text);
  Spelled spelled;
  for (const Definition& definition : outline_of(text, language).definitions) {
    spelled.push_back(definition.path + definition.signature + " " +
                      std::to_string(lines.number_at(definition.range.begin)) + "-" +
                      std::to_string(lines.number_at(definition.range.end - 1)));
  }
  return spelled;
}

TEST(COutline, NestsByNamespaceClassAndFunction) {
  EXPECT_EQ(definitions_of("namespace a::b {\nclass C {\n public:\n  void f() {}\n  enum E { x };\n"
                           "  union { int u; };\n};\n}\n"),
            (Spelled{"a::b 1-8", "a::b::C 2-7", "a::b::C::f() 4-4", "a::b::C::E 5-5"}));
}

TEST(COutline, LeavesOutWhatHasNoNameOrNoBody) {
  EXPECT_EQ(definitions_of("class A;\nvoid f(int);\nnamespace {\nvoid g() {}\n}\n"
                           "extern \"C\" {\nvoid h() {}\n}\nstruct { int x; } y;\n"),
            (Spelled{"g() 4-4", "h() 7-7"}));
}

TEST(COutline, CountsAMethodOutsideItsClassUnderIt) {
  EXPECT_EQ(definitions_of("namespace n {\nvoid A::f() {}\ntemplate <class T, int N>\n"
                           "void B<T, N>::g(T) {}\ntemplate <>\nvoid B<int, 1>::g(int) {}\n}\n"),
            (Spelled{"n 1-7", "n::A::f() 2-2", "n::B::g(T) 3-4", "n::B<int,1>::g(int) 5-6"}));
}

TEST(COutline, TellsSpecialisationsApart) {
  EXPECT_EQ(
      definitions_of("template <class T>\nstruct F { int v; };\ntemplate <>\n"
                     "struct F<ns::half> { int v; };\ntemplate <class T>\nstruct F<T*> {\n"
                     "  void g() {}\n};\ntemplate <> int h<float>(int a) { return a; }\n"),
      (Spelled{"F 1-2", "F<ns::half> 3-4", "F<T*> 5-8", "F<T*>::g() 7-7", "h<float>(int) 9-9"}));
}

TEST(COutline, KnowsSpecialMembersAndOperators) {
  EXPECT_EQ(
      definitions_of(
          "struct A {\n  A() {}\n  ~A() {}\n  A& operator=(const A& o) { return *this; }\n"
          "  operator bool() const { return true; }\n  int operator()(int a) { return a; }\n"
          "  A(A&&) = default;\n};\nA operator+(A a, A b) { return a; }\n"),
      (Spelled{"A 1-8", "A::A() 2-2", "A::~A() 3-3", "A::operator=(const A&) 4-4",
               "A::operator bool()const 5-5", "A::operator()(int) 6-6", "operator+(A, A) 9-9"}));
}

TEST(COutline, SpellsTheTypesOfParameters) {
  EXPECT_EQ(definitions_of(
                "void f(const float* __restrict__ a, int (&b)[3], int (*c)(int, long),\n"
                "       std::vector<int> d = {}, unsigned, char* e[] /* g */, ...) {}\n"
                "template <class... T> void v(T&&... t) {}\nint S::m() const& { return 1; }\n"),
            (Spelled{"f(const float*, int(&)[3], int(*)(int,long), std::vector<int>, unsigned, "
                     "char*[], ...) 1-2",
                     "v(T&&...) 3-3", "S::m() const & 4-4"}));
}

TEST(COutline, IncludesTemplateHeadAndAttributes) {
  EXPECT_EQ(definitions_of("int a;\n// about k\ntemplate <int N>\n__global__\n"
                           "void __launch_bounds__(256, 1)\nk(int* p)\n{\n}\n__device__\n\n"
                           "[[nodiscard]] int\nd() { return 1; }\nextern \"C\"\nvoid e() {}\n"),
            (Spelled{"k(int*) 3-8", "d() 9-12", "e() 13-14"}));
}

TEST(COutline, ReadsConditionalsInsideAParameterList) {
  EXPECT_EQ(
      definitions_of("__global__ void k(\n#ifdef USE_PTR\n    int* a,\n#else\n    long a,\n#endif\n"
                     "    int b) {\n  a[0] = b;\n}\nvoid g() { k<<<1, 2>>>(0, 1); }\n"),
      (Spelled{"k(int*, int) 1-9", "g() 10-10"}));
}

TEST(COutline, TakesALambdaOfANamespaceOrClassForADefinition) {
  EXPECT_EQ(definitions_of("auto f = [](int a) {\n  return a;\n};\nstruct S {\n"
                           "  static constexpr auto g = [] { return 1; };\n};\n"
                           "void h() { auto local = [] {}; }\n"),
            (Spelled{"f 1-3", "S 4-6", "S::g 5-5", "h() 7-7"}));
}

TEST(COutline, NamesMacrosAmongTheOthers) {
  EXPECT_EQ(
      definitions_of("#define A 1\nvoid f() {\n#define CASE(x) \\\n  case x: \\\n    break;\n}\n"),
      (Spelled{"macro A 1-1", "f() 2-6", "macro CASE 3-5"}));
}

TEST(COutline, ReadsCToo) {
  EXPECT_EQ(definitions_of("#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
                           "typedef struct { int class; } point;\nstruct s { int a; };\n"
                           "static int (*pick(int n))(void) { return 0; }\n"
                           "#ifdef __cplusplus\n}\n#endif\n",
                           Language::c),
            (Spelled{"point 4-4", "s 5-5", "pick(int) 6-6"}));
}

TEST(COutline, DoesNotTrustAPathWhereBracketsDisagree) {
  const Outline outline =
      outline_of("class A {\n  void f() { if (x) {\n  void g() {}\n};\n", Language::cpp);

  EXPECT_GT(outline.error_count, 0U);
  EXPECT_GT(outline.unpaired_count, 0U);
  for (const Definition& definition : outline.definitions) {
    EXPECT_NE(definition.path == "A::g" ? definition.trust : Trust::last_name_only,
              Trust::whole_path);
  }
}

struct Doubtful {
  std::string name;
  std::string text;
};

/// Texts that have no class `A` around `g` for certain, whatever a grammar makes of them.
class DoubtfulPath : public testing::TestWithParam<Doubtful> {};

TEST_P(DoubtfulPath, IsNotTrusted) {
  for (const Definition& definition : outline_of(GetParam().text, Language::cpp).definitions) {
    const bool is_g = definition.path.ends_with("g");
    EXPECT_TRUE(!is_g || definition.trust == Trust::last_name_only) << definition.path;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, DoubtfulPath,
    testing::Values(Doubtful{"BraceMissing", "namespace n \nclass A {\nvoid g() {}\n};\n}\n"},
                    Doubtful{"BraceTooMany", "class A {\nvoid f() { } }\nvoid g() {}\n};\n"},
                    Doubtful{"ErrorInTheHead", "class A @ {\nvoid g() {}\n};\n"},
                    Doubtful{"HeadSwallowed", "@ class A = {\nvoid g() {}\n};\n"},
                    Doubtful{"ParenthesisOpen", "class A {\nint x[(3];\nvoid g() {}\n};\n"}),
    [](const auto& about) { return about.param.name; });

TEST(COutline, KeepsToItsOwnPartOfAPackedLine) {
  const std::string text = "namespace a { void f() { x; } } void g() { y; } // g\n";
  const Outline outline = outline_of(text, Language::cpp);

  ASSERT_EQ(outline.definitions.size(), 3U);
  const auto part = [&](std::size_t i) {
    const ByteRange range = outline.definitions[i].range;
    return text.substr(range.begin, range.size());
  };
  EXPECT_EQ(part(0), "namespace a { void f() { x; } }");
  EXPECT_EQ(part(1), "void f() { x; }");
  EXPECT_EQ(part(2), "void g() { y; } // g\n");
}

TEST(COutline, TrustsWhatStandsBesideAnError) {
  const Outline outline = outline_of("void f() { int = ; }\nvoid g() { h(); }\n", Language::cpp);

  ASSERT_EQ(outline.definitions.size(), 2U);
  EXPECT_GT(outline.definitions[0].syntax_errors, 0U);
  EXPECT_EQ(outline.definitions[1].syntax_errors, 0U);
  EXPECT_EQ(outline.definitions[1].trust, Trust::whole_path);
}

TEST(COutline, CountsMisplacedDirectivesAsErrors) {
  const Outline outline = outline_of("void f() {\n#else\n}\nvoid g() {}\n", Language::cpp);

  ASSERT_EQ(outline.definitions.size(), 2U);
  EXPECT_EQ(outline.definitions[0].syntax_errors, 1U);
  EXPECT_EQ(outline.definitions[1].syntax_errors, 0U);
  EXPECT_EQ(outline.unpaired_count, 1U);
}

// Texts that nobody writes: read in bounded time, or not at all, with the reason.

TEST(HostileText, DeepNestingIsRead) {
  const std::string deep =
      "int f() { return " + std::string(10000, '(') + "1" + std::string(10000, ')') + "; }\n";

  EXPECT_EQ(outline_of(deep, Language::cpp).error_count, 0U);
  EXPECT_EQ(definitions_of(deep), (Spelled{"f() 1-1"}));
}

TEST(HostileText, ALineOfOneMegabyteIsRead) {
  const std::string line = "int f() { return 1; } // " + std::string(1 << 20, 'x') +
                           "\nint a[] = {" + std::string(1 << 20, ' ') + "1};\n";

  EXPECT_EQ(definitions_of(line), (Spelled{"f() 1-1"}));
}

TEST(HostileText, DefinitionsThatNestWithoutEndAreNotRead) {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "namespace a {\n";
  text += std::string(10000, '}');

  EXPECT_EQ(outline_of(text, Language::cpp).unread,
            "its definitions nest deeper than 200 levels, which is the limit");
}

class TooMuch : public testing::TestWithParam<Language> {};

TEST_P(TooMuch, IsNotReadAndSaysWhy) {
  const Outline outline = outline_of(std::string(50'000'000, ' '), GetParam());

  EXPECT_EQ(outline.unread,
            "it has 50000000 bytes, and the limit for reading definitions is 4194304");
  EXPECT_EQ(outline.error_count, 1U);
  EXPECT_TRUE(outline.definitions.empty());
}

INSTANTIATE_TEST_SUITE_P(All, TooMuch,
                         testing::Values(Language::python, Language::c, Language::cpp,
                                         Language::cuda, Language::bash));

TEST(HostileText, OneThatAParserStumblesOverEndsAtAStepLimit) {
  std::string text = "int a = ";
  for (int i = 0; i < 250000; ++i) text += "1 + ";

  EXPECT_EQ(outline_of(text, Language::cpp).unread,
            "its grammar needs more than 1500000 steps to read it, which is the limit");
}

}  // namespace
}  // namespace patcher
