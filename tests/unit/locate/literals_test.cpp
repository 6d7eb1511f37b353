// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "patcher/locate/source_text.hpp"

namespace patcher {
namespace {

using Literals = std::vector<std::string>;

Literals literals_of(std::string_view text, Language language) {
  Literals found;
  for (const ByteRange& range : multi_line_literals(text, language)) {
    found.emplace_back(text.substr(range.begin, range.size()));
  }
  return found;
}

TEST(MultiLineLiterals, FindsPythonStringsThatSpanLines) {
  EXPECT_EQ(literals_of("a = '''x\ny'''\nb = \"\"\"one\"\"\"\nc = f\"\"\"{d}\n\"\"\"\n",
                        Language::python),
            (Literals{"'''x\ny'''", "f\"\"\"{d}\n\"\"\""}));
}

TEST(MultiLineLiterals, FindsAContinuedPythonString) {
  EXPECT_EQ(literals_of("a = 'x\\\ny'\n", Language::python), (Literals{"'x\\\ny'"}));
}

TEST(MultiLineLiterals, IgnoresQuotesInComments) {
  EXPECT_EQ(literals_of("# it's '''\nx = 1\n# '''\n", Language::python), (Literals{}));
}

TEST(MultiLineLiterals, FindsThemInAFragmentThatDoesNotParse) {
  EXPECT_EQ(literals_of("elif x:\n    y = '''a\nb'''\n", Language::python),
            (Literals{"'''a\nb'''"}));
}

TEST(MultiLineLiterals, TakesAnUnclosedOneToTheEnd) {
  EXPECT_EQ(literals_of("x = \"\"\"a\nb\n", Language::none), (Literals{"\"\"\"a\nb\n"}));
}

TEST(MultiLineLiterals, FindsRawStringsOfCpp) {
  EXPECT_EQ(literals_of("auto a = R\"(x\n  y)\";\n", Language::cpp), (Literals{"R\"(x\n  y)\""}));
}

TEST(MultiLineLiterals, FindsBashStringsAndHeredocs) {
  const Literals found = literals_of("a='x\ny'\ncat <<'E' >f\n one\nE\nb\n", Language::bash);

  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0], "'x\ny'");
  EXPECT_NE(found[1].find(" one\n"), std::string::npos);
}

TEST(MultiLineLiterals, FindsYamlBlocks) {
  EXPECT_EQ(literals_of("a: |\n  x\n  y\nb: 1\n", Language::yaml).size(), 1U);
}

TEST(MultiLineLiterals, FindsTomlStrings) {
  EXPECT_EQ(literals_of("a = \"\"\"x\ny\"\"\"\n", Language::toml), (Literals{"\"\"\"x\ny\"\"\""}));
}

TEST(MultiLineLiterals, FindsHeredocsWithoutAGrammar) {
  EXPECT_EQ(literals_of("run <<-\"EOF\"\n a\n\tEOF\nx\n", Language::none),
            (Literals{"<<-\"EOF\"\n a\n\tEOF"}));
}

TEST(MultiLineLiterals, DoesNotTakeAShiftForAHeredoc) {
  EXPECT_EQ(literals_of("x = 1 << n\ny = a <<b\n", Language::none), (Literals{}));
}

TEST(MultiLineLiterals, IsEmptyForOrdinaryText) {
  EXPECT_EQ(literals_of("x = 1\ny = 'a'\n", Language::python), (Literals{}));
  EXPECT_EQ(literals_of("", Language::none), (Literals{}));
}

}  // namespace
}  // namespace patcher
