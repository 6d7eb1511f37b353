// SPDX-License-Identifier: MIT
#include "patcher/locate/tokens.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

using Strings = std::vector<std::string>;

Strings tokens(std::string_view text, Language language) {
  Strings parts;
  for (const SourceToken& token : tokens_in(text, language)) {
    parts.emplace_back(text.substr(token.range.begin, token.range.size()));
  }
  return parts;
}

TEST(PythonTokens, AreWordsNumbersStringsAndSigns) {
  EXPECT_EQ(tokens("x = f(a,1.5e-3)**2  # c", Language::python),
            (Strings{"x", "=", "f", "(", "a", ",", "1.5e-3", ")", "**", "2"}));
  EXPECT_EQ(tokens("a if x!=0xe-1 else b:=c", Language::python),
            (Strings{"a", "if", "x", "!=", "0xe", "-", "1", "else", "b", ":=", "c"}));
}

TEST(PythonTokens, TakeStringsWhole) {
  EXPECT_EQ(tokens(R"(rb'a # b' "it\"s" '''x
'y' ''' z)",
                   Language::python),
            (Strings{"rb'a # b'", R"("it\"s")", "'''x\n'y' '''", "z"}));
  EXPECT_EQ(tokens("'open\nnext", Language::python), (Strings{"'open", "next"}));
}

TEST(PythonTokens, FollowFieldsOfFormattedStrings) {
  EXPECT_EQ(tokens(R"(f"{x["a"]}" y)", Language::python), (Strings{R"(f"{x["a"]}")", "y"}));
  EXPECT_EQ(tokens(R"(f'{x:"^{w}}' y)", Language::python), (Strings{R"(f'{x:"^{w}}')", "y"}));
  EXPECT_EQ(tokens(R"(f"{{" f"{a!r}{d['k']:>{n}}" z)", Language::python),
            (Strings{R"(f"{{")", R"(f"{a!r}{d['k']:>{n}}")", "z"}));
  EXPECT_EQ(tokens("f\"{x\" y\nz", Language::python), (Strings{"f\"{x\"", "y", "z"}));
}

TEST(PythonTokens, KnowTheirLinesAndBlocks) {
  const auto found =
      tokens_in("if x:\n    f(a,\n  b)\n\n    # c\n    g()\nh()\n", Language::python);

  ASSERT_EQ(found.size(), 15U);
  EXPECT_TRUE(found[3].begins_line);  // f
  EXPECT_EQ(found[3].level, 1U);
  EXPECT_TRUE(found[7].begins_line && found[7].inside);   // b
  EXPECT_TRUE(found[9].begins_line && !found[9].inside);  // g
  EXPECT_EQ(found[9].level, 1U);
  EXPECT_EQ(found[12].level, 0U);  // h
}

TEST(CTokens, MunchTheLongestSignButKeepClosingAnglesApart) {
  EXPECT_EQ(tokens("a+++b->c <<= 1'000u", Language::cpp),
            (Strings{"a", "++", "+", "b", "->", "c", "<<=", "1'000u"}));
  EXPECT_EQ(tokens("v<w<int>> x>>=1;", Language::cpp),
            (Strings{"v", "<", "w", "<", "int", ">", ">", "x", ">", ">", "=", "1", ";"}));
}

TEST(CTokens, LeaveCommentsOutAndTakeLiteralsWhole) {
  EXPECT_EQ(tokens("a /* b */ = L\"x // y\" + R\"q(1 \" ))q\"; // z \\\n still", Language::cpp),
            (Strings{"a", "=", "L\"x // y\"", "+", "R\"q(1 \" ))q\"", ";"}));
}

TEST(CTokens, BeginLinesAtDirectivesAlone) {
  const auto found = tokens_in("int a;\n# define F(x) \\\n  x\nint b;\nint c;\n", Language::cuda);

  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].begins_line) begins.push_back(i);
  }
  EXPECT_EQ(begins, (std::vector<std::size_t>{0, 3, 10}));
  EXPECT_TRUE(found[6].glued);
}

TEST(CTokens, TakeHeaderNamesWhole) {
  EXPECT_EQ(tokens("#include <a/b.h>\nx < y", Language::c),
            (Strings{"#", "include", "<a/b.h>", "x", "<", "y"}));
}

TEST(OtherTokens, AreThoseOfTheirLanguage) {
  EXPECT_EQ(tokens("{\"a b\": -1.5e3}", Language::json),
            (Strings{"{", "\"a b\"", ":", "-", "1.5e3", "}"}));
  EXPECT_EQ(tokens("[a.b-c]\nd = '#' # e\n", Language::toml),
            (Strings{"[", "a.b-c", "]", "d", "=", "'#'"}));
  EXPECT_EQ(tokens("a \"b $c\" | d  # e\n", Language::bash), (Strings{"a", "\"b $c\"", "|", "d"}));
  EXPECT_EQ(tokens("a:\n  - \"b c\"  # d\n", Language::yaml), (Strings{"a", ":", "-", "\"b c\""}));
  EXPECT_TRUE(tokens("a", Language::none).empty());
}

TEST(SourceTokens, StandBehindAByteOrderMark) {
  const SourceText text = python_of("\xef\xbb\xbfx = 1\n");

  EXPECT_EQ(part_of(text, source_tokens(text).front().range), "x");
}

}  // namespace
}  // namespace patcher
