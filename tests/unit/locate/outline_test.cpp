// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "patcher/locate/source_text.hpp"

namespace patcher {
namespace {

/// The definitions of Python `text`, each as "path first-last", lines 1-based.
std::vector<std::string> definitions_of(std::string_view text) {
  const LineIndex lines(text);
  std::vector<std::string> spelled;
  for (const Definition& definition : outline_of(text, Language::python).definitions) {
    spelled.push_back(definition.path + " " +
                      std::to_string(lines.number_at(definition.range.begin)) + "-" +
                      std::to_string(lines.number_at(definition.range.end - 1)));
  }
  return spelled;
}

using Spelled = std::vector<std::string>;

TEST(Outline, GivesNestedDefinitionsTheirFullPath) {
  EXPECT_EQ(
      definitions_of("class A:\n    class B:\n        def f(self):\n            def g(): pass\n"
                     "    def h(self): pass\ndef k(): pass\n"),
      (Spelled{"A 1-5", "A.B 2-4", "A.B.f 3-4", "A.B.f.g 4-4", "A.h 5-5", "k 6-6"}));
}

TEST(Outline, LooksThroughStatementsThatHoldDefinitions) {
  EXPECT_EQ(
      definitions_of("if x:\n    def a(): pass\n"
                     "try:\n    def b(): pass\nfinally:\n    def c(): pass\n"
                     "with x:\n    def d(): pass\nfor i in x:\n    def e(): pass\n"
                     "while x:\n    def f(): pass\nmatch x:\n    case 1:\n        def g(): pass\n"),
      (Spelled{"a 2-2", "b 4-4", "c 6-6", "d 8-8", "e 10-10", "f 12-12", "g 15-15"}));
}

TEST(Outline, ListsBothOfAConditionalPair) {
  EXPECT_EQ(definitions_of("if a:\n    def f(): pass\nelse:\n    def f(): pass\n"),
            (Spelled{"f 2-2", "f 4-4"}));
}

TEST(Outline, IncludesDecoratorsInTheRange) {
  EXPECT_EQ(definitions_of("@a\n@b(\n  1)\nclass A:\n    @c\n    def f(self): pass\n"),
            (Spelled{"A 1-6", "A.f 5-6"}));
}

TEST(Outline, KeepsADecoratorToItsOwnDefinition) {
  EXPECT_EQ(definitions_of("@a\ndef f():\n    def g(): pass\n    if x:\n        def h(): pass\n"),
            (Spelled{"f 1-5", "f.g 3-3", "f.h 5-5"}));
}

TEST(Outline, TakesALambdaOfAModuleOrClassForADefinition) {
  EXPECT_EQ(
      definitions_of("f = lambda a: (\n    a)\nclass A:\n    g: C = lambda self: 1\n"
                     "    h = k = lambda: 2\ndef m():\n    local = lambda: 3\na.b = lambda: 4\n"),
      (Spelled{"f 1-2", "A 3-5", "A.g 4-4", "m 6-7"}));
}

TEST(Outline, CountsAsyncFunctions) {
  EXPECT_EQ(definitions_of("class A:\n    @a\n    async def f(self):\n        await x\n"),
            (Spelled{"A 1-4", "A.f 2-4"}));
}

TEST(Outline, LeavesOtherNamesOut) {
  EXPECT_EQ(definitions_of("f = g(lambda: 1)\ng: int = 2\n"), (Spelled{}));
}

TEST(Outline, TakesTrailingCommentsThatAreIndentedDeeper) {
  EXPECT_EQ(
      definitions_of("class A:\n    def f(self):\n        pass\n        # of f\n\n      # of f\n"
                     "    # of A\n# of the module\nx = 1\n"),
      (Spelled{"A 1-7", "A.f 2-6"}));
}

TEST(Outline, LeavesBlankLinesBelowABodyOut) {
  EXPECT_EQ(definitions_of("def f():\n    pass\n\n\n    \nx = 1\n"), (Spelled{"f 1-2"}));
}

TEST(Outline, CountsTabsAsPythonDoes) {
  EXPECT_EQ(
      definitions_of("class A:\n\tdef f(self):\n\t\tpass\n            # deeper\n        # not\n"),
      (Spelled{"A 1-5", "A.f 2-4"}));
}

TEST(Outline, EndsWithALastLineThatHasNoEnding) {
  const std::string text = "def f():\n    pass\n    # end";

  EXPECT_EQ(outline_of(text, Language::python).definitions.at(0).range,
            (ByteRange{0, text.size()}));
}

TEST(Outline, TakesWholeLinesWithTheirCrlf) {
  const Outline outline = outline_of("x\r\ndef f():\r\n    pass\r\nx\r\n", Language::python);

  EXPECT_EQ(outline.definitions.at(0).range, (ByteRange{3, 23}));
}

TEST(Outline, LeavesTheByteOrderMarkOut) {
  const Outline outline = outline_of(
      "\xef\xbb\xbf"
      "def f(): pass\n",
      Language::python);

  EXPECT_EQ(outline.definitions.at(0).path, "f");
  EXPECT_EQ(outline.definitions.at(0).range, (ByteRange{3, 17}));
  EXPECT_TRUE(outline.syntax_errors.empty());
}

TEST(Outline, SurvivesBytesThatAreNotUtf8) {
  const std::string text = "def f():\n    x = 1  # caf\xe9\n    y = '\xff'\n\ndef g(): pass\n";

  EXPECT_EQ(definitions_of(text), (Spelled{"f 1-3", "g 5-5"}));
  EXPECT_TRUE(outline_of(text, Language::python).syntax_errors.empty());
}

TEST(Outline, SpellsNamesWithTheBytesOfTheFile) {
  EXPECT_EQ(definitions_of("def caf\xc3\xa9(): pass\n"), (Spelled{"caf\xc3\xa9 1-1"}));
}

TEST(Outline, TakesAFormFeedForWhiteSpace) {
  EXPECT_EQ(definitions_of("x = 1\n\x0c"
                           "def f():\n    pass\n\x0c\ndef g(): pass\n"),
            (Spelled{"f 2-3", "g 5-5"}));
}

TEST(Outline, CountsSyntaxErrorsPerDefinition) {
  const Outline outline = outline_of(
      "class A:\n    def f(self):\n        x = = 1\n    def g(self): pass\n", Language::python);

  ASSERT_EQ(outline.definitions.size(), 3U);
  EXPECT_EQ(outline.definitions[0].syntax_errors, 1U);
  EXPECT_EQ(outline.definitions[1].syntax_errors, 1U);
  EXPECT_EQ(outline.definitions[2].syntax_errors, 0U);
  EXPECT_EQ(outline.syntax_errors.size(), 1U);
}

struct BrokenCase {
  Language language;
  const char* sound;
  const char* broken;
};

class SyntaxErrors : public testing::TestWithParam<BrokenCase> {};

TEST_P(SyntaxErrors, AreFoundByEveryGrammar) {
  EXPECT_TRUE(outline_of(GetParam().sound, GetParam().language).syntax_errors.empty());
  EXPECT_FALSE(outline_of(GetParam().broken, GetParam().language).syntax_errors.empty());
}

INSTANTIATE_TEST_SUITE_P(Languages, SyntaxErrors,
                         testing::Values(BrokenCase{Language::python, "x = 1\n", "x = (\n"},
                                         BrokenCase{Language::c, "int f(void) { return 1; }\n",
                                                    "int f(void) { return 1 }\n"},
                                         BrokenCase{Language::cpp, "class A {};\n", "class A {;\n"},
                                         BrokenCase{Language::cuda, "__global__ void f() {}\n",
                                                    "__global__ void f( {}\n"},
                                         BrokenCase{Language::bash, "if a; then b; fi\n",
                                                    "if a; then b;\n"},
                                         BrokenCase{Language::json, "{\"a\": 1}\n", "{\"a\": }\n"},
                                         BrokenCase{Language::yaml, "a: [1]\n", "a: [1\n"},
                                         BrokenCase{Language::toml, "a = 1\n", "a = \n"}));

TEST(SyntaxErrors, AreOutermostAndInOrder) {
  const std::string text = "x = = 1\ny = 2\nz = = 3\n";

  const auto errors = outline_of(text, Language::python).syntax_errors;

  ASSERT_EQ(errors.size(), 2U);
  EXPECT_LT(errors[0].end, text.find('y'));
  EXPECT_GT(errors[1].begin, text.find('y'));
}

TEST(Outline, IsEmptyWithoutAGrammar) {
  EXPECT_TRUE(outline_of("def f(): pass\n", Language::none).definitions.empty());
}

TEST(Outline, DoesNotOverflowOnADeepText) {
  const std::string text = "x = " + std::string(100000, '(') + std::string(100000, ')') + "\n";

  EXPECT_TRUE(outline_of(text, Language::python).definitions.empty());
}

TEST(Outline, DoesNotTrustAPathThatASyntaxErrorMayHaveCutShort) {
  const Outline outline =
      outline_of("class A(\n    def f(self):\n        pass\n", Language::python);

  for (const Definition& definition : outline.definitions) {
    EXPECT_EQ(definition.path == "f" && definition.trust == Trust::whole_path, false);
  }
  EXPECT_FALSE(outline.syntax_errors.empty());
}

TEST(Outline, TrustsEveryDefinitionOfASoundFile) {
  const Outline outline = outline_of(
      "@d\ndef a(): pass\nclass B:\n    @d\n    def f(self): pass\nif x:\n    def c(): pass\n",
      Language::python);

  ASSERT_EQ(outline.definitions.size(), 4U);
  for (const Definition& definition : outline.definitions) {
    EXPECT_EQ(definition.trust, Trust::whole_path) << definition.path;
  }
}

class Forgiven : public ::testing::TestWithParam<std::string> {};

TEST_P(Forgiven, FaultsOfPythonAreErrors) {
  const Outline outline = outline_of("def f(a):\n" + GetParam(), Language::python);

  EXPECT_EQ(outline.syntax_errors.size(), 1U);
  EXPECT_EQ(outline.definitions.front().syntax_errors, 1U);
}

INSTANTIATE_TEST_SUITE_P(All, Forgiven,
                         ::testing::Values("    if a:\n    x()\n",
                                           "    if a:\n        # only a comment\n    x()\n",
                                           "    x()\n        y()\n",
                                           "    try:\n        x()\n    y()\n",
                                           "    print \"x\"\n"));

TEST(Outline, FindsNoFaultInSoundPython) {
  const Outline outline = outline_of(
      "import a; import b\nif a: b()\nclass C: pass\n\ndef f():\n\tif a:\n\t\tb()\n"
      "\telse: c(); d()\n\ttry:\n\t\tx()\n\tfinally:\n\t\ty()\n"
      "def g():\n    # first\n    x(1,\n  2)\n    '''s\n'''\n    match a:\n        case 1:\n"
      "            pass\n    with a: b()\n    try:\n        a\n    except* E:\n        b\n",
      Language::python);

  EXPECT_TRUE(outline.syntax_errors.empty());
}

}  // namespace
}  // namespace patcher
