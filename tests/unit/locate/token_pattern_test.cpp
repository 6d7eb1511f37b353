// SPDX-License-Identifier: MIT
#include "patcher/locate/token_pattern.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

/// How often the tokens of `anchor` stand in `bytes`.
std::size_t count(std::string_view anchor, const std::string& bytes,
                  Language language = Language::python) {
  const SourceText text = source_of(bytes, language);
  const auto pattern = TokenPattern::compile(anchor, language);
  const FoundPlaces found = std::get<TokenPattern>(pattern).find_all(text, text.all());
  return std::get<std::vector<AnchorPlace>>(found).size();
}

TEST(TokenPattern, GoesFromTheFirstTokenToTheLast) {
  const SourceText text = python_of("y = foo(a,\n        b)  # c\n");
  const auto pattern = TokenPattern::compile("foo( a, b )", Language::python);

  const FoundPlaces found = std::get<TokenPattern>(pattern).find_all(text, text.all());

  EXPECT_EQ(part_of(text, std::get<std::vector<AnchorPlace>>(found).at(0).range),
            "foo(a,\n        b)");
}

TEST(TokenPattern, SurvivesAFormatterThatWrapsACall) {
  const std::string anchor = "result = compute(alpha, beta, gamma=[1, 2])";

  EXPECT_EQ(
      count(anchor, "result = compute(\n    alpha,  # why\n    beta,\n    gamma=[1, 2],\n)\n"), 1U);
  EXPECT_EQ(count("result = compute(\n    alpha,\n    beta,\n    gamma=[1, 2],\n)", anchor + "\n"),
            1U);
  EXPECT_EQ(count(anchor, "result = compute(alpha, beta, delta=[1, 2])\n"), 0U);
}

TEST(TokenPattern, SurvivesAFormatterThatWrapsArguments) {
  EXPECT_EQ(
      count("dispatch(stream, input, output);",
            "  dispatch(stream,\n           input,  // in\n           output);\n", Language::cpp),
      1U);
  EXPECT_EQ(
      count("std::vector<std::vector<int>> x", "std::vector< std::vector<int> > x;", Language::cpp),
      1U);
}

TEST(TokenPattern, TellsTokensApartThatOnlyLayoutJoins) {
  EXPECT_EQ(count("i + ++j", "i++ + j;", Language::cpp), 0U);
  EXPECT_EQ(count("a+++b", "a + ++b;", Language::cpp), 0U);
  EXPECT_EQ(count("ab", "a b", Language::cpp), 0U);
  EXPECT_EQ(count("f(\"a b\")", "f(\"a  b\")", Language::cpp), 0U);
}

TEST(TokenPattern, TakesACommaForLayoutOnlyWhereItIs) {
  EXPECT_EQ(count("f(a)", "f(a,)\n"), 1U);
  EXPECT_EQ(count("x = [a]", "x = [\n  a,\n]\n"), 1U);
  EXPECT_EQ(count("x = (a, b)", "x = (\n  a,\n  b,\n)\n"), 1U);
  EXPECT_EQ(count("x = (a)", "x = (a,)\n"), 0U);
  EXPECT_EQ(count("return (a,)", "return (a)\n"), 0U);
  EXPECT_EQ(count("x[a]", "x[a,]\n"), 0U);
  EXPECT_EQ(count("x = (lambda a, b: a)", "x = (lambda a, b: a,)\n"), 0U);
  EXPECT_EQ(count("from m import (a)", "from m import (\n    a,\n)\n"), 1U);
  EXPECT_EQ(count("{a, b}", "{a, b,};", Language::cpp), 0U);
}

TEST(TokenPattern, KeepsPythonsLinesAndBlocks) {
  EXPECT_EQ(count("a\nb", "a\n\n# c\nb\n"), 1U);
  EXPECT_EQ(count("a\nb", "a; b\n"), 0U);
  EXPECT_EQ(count("if x:\n  a()\n  b()", "if x:\n    a()\n    b()\n"), 1U);
  EXPECT_EQ(count("if x:\n  a()\n  b()", "if x:\n    a()\nb()\n"), 0U);
  EXPECT_EQ(count("if x:\n  a()\nb()", "if x:\n    a()\n    b()\n"), 0U);
  EXPECT_EQ(count("a()\nb()", "if x:\n    if y:\n        a()\nb()\n"), 0U);
  EXPECT_EQ(count("    a()\nb()", "if x:\n    a()\nb()\n"), 1U);
  EXPECT_EQ(count("    a()\nb()", "if x:\n  if y:\n    a()\nb()\n"), 0U);
}

TEST(TokenPattern, KeepsDirectivesAndTheirEnds) {
  EXPECT_EQ(count("#define A x", "#define A\nx\n", Language::c), 0U);
  EXPECT_EQ(count("#define A(x) y", "#define A (x) y\n", Language::c), 0U);
  EXPECT_EQ(
      count("#define A(x) f(x, \\\n  y)\nint b;", "#define A( x ) f(x,y)\n\nint b;\n", Language::c),
      1U);
  EXPECT_EQ(
      count("m.def(\"a\", &b);", "#define P \\\n  m.def(\"a\", \\\n    &b);\n", Language::cuda),
      1U);
}

TEST(TokenPattern, KeepsGapsOfShells) {
  EXPECT_EQ(count("a=b", "a = b\n", Language::bash), 0U);
  EXPECT_EQ(count("run  --x \\\n y", "run --x y\n", Language::bash), 1U);
  EXPECT_EQ(count("a\nb", "a b\n", Language::bash), 0U);
}

TEST(TokenPattern, KeepsYamlsBlocks) {
  EXPECT_EQ(count("b: 1\nc: 2", "a:\n  b: 1\n  c: 2\n", Language::yaml), 1U);
  EXPECT_EQ(count("b: 1\nc: 2", "a:\n  b: 1\nc: 2\n", Language::yaml), 0U);
  EXPECT_EQ(count("b: 1\nc: 2", "z: (\na:\n  b: 1\nc: 2\n", Language::yaml), 0U);
}

TEST(TokenPattern, PassesOverNothingThatAGrammarCannotRead) {
  EXPECT_EQ(count("a: b", "a: b\n", Language::yaml), 1U);
  for (const char* broken : {"a: @b\n", "a: `b\n", "a: %b\n", "a @ : b\n"}) {
    EXPECT_EQ(count("a: b", broken, Language::yaml), 0U) << broken;
  }
  EXPECT_EQ(count("run x", "run ) x\n", Language::bash), 0U);
}

TEST(TokenPattern, IsRefusedWithoutTokens) {
  const auto comment = TokenPattern::compile("# only this", Language::python);
  const auto none = TokenPattern::compile("x", Language::none);

  EXPECT_TRUE(std::holds_alternative<SpellingFault>(comment));
  EXPECT_EQ(std::get<SpellingFault>(none).code, Code::not_supported);
}

}  // namespace
}  // namespace patcher
