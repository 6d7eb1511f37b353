// SPDX-License-Identifier: MIT
#include "patcher/locate/source_text.hpp"

#include <gtest/gtest.h>

#include "patcher/manifest/fields.hpp"
#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

struct PathCase {
  const char* path;
  Language language;
};

class LanguageOf : public testing::TestWithParam<PathCase> {};

TEST_P(LanguageOf, GoesByTheExtension) {
  EXPECT_EQ(language_of(*TreePath::parse(GetParam().path)), GetParam().language);
}

INSTANTIATE_TEST_SUITE_P(
    Extensions, LanguageOf,
    testing::Values(PathCase{"a/b.py", Language::python}, PathCase{"b.pyi", Language::python},
                    PathCase{"a.c", Language::c}, PathCase{"a.h", Language::cpp},
                    PathCase{"a.hpp", Language::cpp}, PathCase{"a.hh", Language::cpp},
                    PathCase{"a.cc", Language::cpp}, PathCase{"a.cpp", Language::cpp},
                    PathCase{"a.cxx", Language::cpp}, PathCase{"a.inl", Language::cpp},
                    PathCase{"a.cu", Language::cuda}, PathCase{"a.cuh", Language::cuda},
                    PathCase{"a.hip", Language::cuda}, PathCase{"a.sh", Language::bash},
                    PathCase{"a.bash", Language::bash}, PathCase{"a.json", Language::json},
                    PathCase{"a.yaml", Language::yaml}, PathCase{"a.yml", Language::yaml},
                    PathCase{"a.toml", Language::toml}, PathCase{"a.txt", Language::none},
                    PathCase{"a.p", Language::none}, PathCase{"py", Language::none},
                    PathCase{"a.py.orig", Language::none}));

TEST(LanguageNamed, IsTheInverseOfNameOf) {
  EXPECT_EQ(language_named(name_of(Language::cuda)), Language::cuda);
  EXPECT_EQ(language_named("yaml"), Language::yaml);
}

TEST(LanguageNamed, KnowsNoOtherSpelling) {
  EXPECT_EQ(language_named("Python"), std::nullopt);
  EXPECT_EQ(language_named("none"), std::nullopt);
  EXPECT_EQ(language_named(""), std::nullopt);
}

TEST(HasScopes, IsForLanguagesWithDefinitions) {
  EXPECT_TRUE(has_scopes(Language::python));
  EXPECT_TRUE(has_scopes(Language::cpp));
  EXPECT_TRUE(has_scopes(Language::bash));
  EXPECT_FALSE(has_scopes(Language::yaml));
  EXPECT_FALSE(has_scopes(Language::none));
}

TEST(SourceText, LeavesTheByteOrderMarkOutOfAll) {
  EXPECT_EQ(source_of("ab\n").all(), (ByteRange{0, 3}));
  EXPECT_EQ(source_of("\xef\xbb\xbf"
                      "ab\n")
                .all(),
            (ByteRange{3, 6}));
  EXPECT_EQ(source_of("\xef\xbb\xbf").all(), (ByteRange{3, 3}));
  EXPECT_EQ(source_of("").all(), (ByteRange{0, 0}));
}

TEST(SourceText, HasNoOutlineWithoutScopes) {
  const SourceText text = source_of("f: {\n", Language::yaml);

  EXPECT_TRUE(text.outline().definitions.empty());
  EXPECT_TRUE(text.outline().syntax_errors.empty());
}

TEST(SourceText, NamesTheInnermostDefinition) {
  const SourceText text =
      python_of("x = 1\nclass A:\n    def f(self):\n        y = 2\n    z = 3\n");

  EXPECT_EQ(text.definition_at(text.bytes().find("x = 1")), "");
  EXPECT_EQ(text.definition_at(text.bytes().find("y = 2")), "A.f");
  EXPECT_EQ(text.definition_at(text.bytes().find("z = 3")), "A");
  EXPECT_EQ(text.definition_at(text.bytes().size()), "");
}

TEST(HasScopes, AgreesWithWhatAManifestMayName) {
  for (const char* name : {"a.py",   "a.pyi",  "a.c",    "a.h",   "a.hpp",  "a.hh",  "a.cc",
                           "a.cpp",  "a.cxx",  "a.inl",  "a.cu",  "a.cuh",  "a.hip", "a.sh",
                           "a.bash", "a.json", "a.yaml", "a.yml", "a.toml", "a.txt", "a"}) {
    const TreePath path = *TreePath::parse(name);
    EXPECT_EQ(language::has_definitions(path.extension()), has_scopes(language_of(path))) << name;
    EXPECT_EQ(language::has_macros(path.extension()), is_c_family(language_of(path))) << name;
  }
}

TEST(SourceCache, ReadsATreesTextsByWhatItsMacrosSettle) {
  const auto bytes =
      std::make_shared<const std::string>("#ifndef X\nvoid f() {}\n#else\nvoid g() {}\n#endif\n");
  SourceCache cache(KnownMacros{{"X"}, {}});

  EXPECT_EQ(cache.of(bytes, Language::cpp)->outline().definitions.front().path, "g");
}

TEST(SourceCache, ReadsEachVersionOfAFileOnce) {
  SourceCache cache;
  const auto first = cache.of(std::make_shared<const std::string>("x = 1\n"), Language::python);

  EXPECT_EQ(cache.of(std::make_shared<const std::string>("x = 1\n"), Language::python), first);
  EXPECT_NE(cache.of(std::make_shared<const std::string>("x = 2\n"), Language::python), first);
  EXPECT_NE(cache.of(std::make_shared<const std::string>("x = 1\n"), Language::none), first);
}

TEST(SourceCache, HoldsEqualContentsOnce) {
  SourceCache cache;
  const auto text = cache.of(std::make_shared<const std::string>("x = 1\n"), Language::none);

  EXPECT_EQ(cache.shared("x = 1\n")->data(), text->bytes().data());
  EXPECT_EQ(*cache.shared("x = 2\n"), "x = 2\n");
}

}  // namespace
}  // namespace patcher
