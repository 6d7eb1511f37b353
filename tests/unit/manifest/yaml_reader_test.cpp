// SPDX-License-Identifier: MIT
#include "patcher/manifest/yaml_reader.hpp"

#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher::yaml {
namespace {

Value node_from(const std::string& text) {
  const auto source = Source::from("f.yaml", text);
  auto root = read(*source);
  return root ? *std::move(root) : Value{};
}

Diagnostics errors_in(const std::string& text) {
  const auto source = Source::from("f.yaml", text);
  auto root = read(*source);
  return root ? Diagnostics{} : std::move(root).error().diagnostics();
}

Seen error_in(const std::string& text) { return seen(only(errors_in(text))); }

const Value& value_at(const Value& map, std::string_view key) { return *value_of(map, key); }

TEST(YamlReader, KnowsHowEachScalarIsWritten) {
  const Value root = node_from("a: x\nb: 'x'\nc: \"x\"\nd: |\n  x\ne: >\n  x\n");

  EXPECT_EQ(value_at(root, "a").style, Style::plain);
  EXPECT_EQ(value_at(root, "b").style, Style::single_quoted);
  EXPECT_EQ(value_at(root, "c").style, Style::double_quoted);
  EXPECT_EQ(value_at(root, "d").style, Style::literal);
  EXPECT_EQ(value_at(root, "e").style, Style::folded);
}

TEST(YamlReader, KnowsTheChomping) {
  const Value root = node_from("a: |\n  x\nb: |-\n  x\nc: |2+ # why\n  x\n\nd: &n |+\n  x\n");

  EXPECT_EQ(value_at(root, "a").chomping, Chomping::clip);
  EXPECT_EQ(value_at(root, "b").chomping, Chomping::strip);
  EXPECT_EQ(value_at(root, "c").chomping, Chomping::keep);
  EXPECT_EQ(value_at(root, "d").chomping, Chomping::keep);
}

TEST(YamlReader, KnowsTheExtentOfABlock) {
  const Value root = node_from("a: |\n  x\n\n  y\n\n\n# end\nb: 1\n");

  EXPECT_EQ(value_at(root, "a").body, (ByteRange{5, 16}));
  EXPECT_EQ(value_at(root, "a").blank_tail, 2U);
}

TEST(YamlReader, MarksKeysAndValues) {
  const Value root = node_from("abc: 'x y'\nd: |+\n  z\n");

  EXPECT_EQ(root.entries[0].key.source, (ByteRange{0, 3}));
  EXPECT_EQ(root.entries[0].value.source, (ByteRange{5, 10}));
  EXPECT_EQ(root.entries[1].value.source, (ByteRange{14, 16}));
}

TEST(YamlReader, MarksTheKeyOfAnEmptyValue) {
  const Value root = node_from("a:\n# note\nnull: ~\n");

  EXPECT_EQ(root.entries[0].value.source, (ByteRange{0, 1}));
  EXPECT_EQ(root.entries[0].value.text, "");
  EXPECT_EQ(root.entries[1].value.text, "~");
}

TEST(YamlReader, NoticesTextOverSeveralLines) {
  const Value root = node_from("a: x\n  y\nb: \"x\n  y\"\nc: x y\n");

  EXPECT_TRUE(value_at(root, "a").spans_lines);
  EXPECT_TRUE(value_at(root, "b").spans_lines);
  EXPECT_FALSE(value_at(root, "c").spans_lines);
}

TEST(YamlReader, ReplacesAnAliasByACopy) {
  const Value root = node_from("a: &x [1, 2]\nb: *x\n");

  EXPECT_EQ(value_at(root, "b").items.size(), 2U);
}

TEST(YamlReader, RefusesDuplicateKeysWithBothPlaces) {
  const Diagnostic found = only(errors_in("a:\n  b: 1\n  c: 2\n  b: 3\n"));

  EXPECT_EQ(seen(found), (Seen{Code::duplicate_key, 4, 3}));
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0].where, (Place{"f.yaml", 2, 3}));
}

TEST(YamlReader, RefusesDuplicateKeysInFlowMaps) {
  EXPECT_EQ(error_in("a: {b: 1, 'b': 2}\n"), (Seen{Code::duplicate_key, 1, 11}));
}

TEST(YamlReader, RefusesAnAliasBomb) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string below = "*a" + std::to_string(i - 1);
    const std::string name = "a" + std::to_string(i);
    text += name + ": &" + name + " [" + below;
    for (int j = 1; j < 9; ++j) text += ", " + below;
    text += "]\n";
  }

  EXPECT_EQ(error_in(text).code, Code::invalid_yaml);
}

TEST(YamlReader, RefusesABombOfText) {
  std::string text = "a: &a '" + std::string(500'000, 'x') + "'\nb: [*a";
  for (int i = 0; i < 40; ++i) text += ", *a";

  EXPECT_EQ(error_in(text + "]\n").code, Code::invalid_yaml);
}

TEST(YamlReader, RefusesAnAliasInsideItsOwnAnchor) {
  EXPECT_EQ(error_in("a: &x [*x]\n"), (Seen{Code::invalid_yaml, 1, 8}));
}

TEST(YamlReader, RefusesAnUnknownAlias) {
  EXPECT_EQ(error_in("a: *x\n"), (Seen{Code::invalid_yaml, 1, 4}));
}

TEST(YamlReader, RefusesDeepNesting) {
  const std::string text = "a: " + std::string(40, '[') + std::string(40, ']') + "\n";

  EXPECT_EQ(error_in(text), (Seen{Code::invalid_yaml, 1, 35}));
}

TEST(YamlReader, RefusesVeryDeepNestingWithoutOverflow) {
  EXPECT_EQ(error_in(std::string(100'000, '[')).code, Code::invalid_yaml);
}

struct BadText {
  const char* name;
  const char* text;
  std::uint32_t line;
  std::uint32_t column;
};
void PrintTo(const BadText& bad, std::ostream* out) { *out << bad.name; }

class BadYaml : public testing::TestWithParam<BadText> {};

TEST_P(BadYaml, IsRefusedAtItsPlace) {
  EXPECT_EQ(error_in(GetParam().text),
            (Seen{Code::invalid_yaml, GetParam().line, GetParam().column}));
}

INSTANTIATE_TEST_SUITE_P(
    YamlReader, BadYaml,
    testing::Values(
        BadText{"TabBeforeKey", "a:\n  b: 1\n\tc: 2\n", 3, 1},
        BadText{"TabBeforeText", "a:\n\tb\n", 2, 1}, BadText{"TabBeforeItem", "a:\n\t- b\n", 2, 1},
        BadText{"TabInFlow", "a: {\n  \tb: 1}\n", 2, 3},
        BadText{"TabInBlock", "a: |\n  x\n\ty\n", 3, 1},
        BadText{"UnclosedDouble", "a: \"x\n", 1, 4}, BadText{"UnclosedSingle", "a: 'it''s\n", 1, 4},
        BadText{"UnclosedList", "a: [1, 2\n", 1, 10},
        BadText{"TwoDocuments", "a: 1\n---\nb: 2\n", 2, 1},
        BadText{"EmptySecondDocument", "---\na: 1\n---\n", 3, 1},
        BadText{"Dedent", " a: 1\nb: 2\n", 2, 1}, BadText{"ColonInPlain", "a: b: c\n", 1, 5},
        BadText{"TextAfterQuote", "a: \"x\" y\n", 1, 8},
        BadText{"TagOnScalar", "a: !!str 3\n", 1, 4}, BadText{"TagOnList", "a: !x [b]\n", 1, 4},
        BadText{"TagOnMap", "a: &n !x {b: c}\n", 1, 7},
        BadText{"Directive", "# x\n%YAML 1.2\n---\na: b\n", 2, 1},
        BadText{"LeadingComma", ",a: b\n", 1, 1}, BadText{"MapAsKey", "{a: b}: c\n", 1, 2},
        BadText{"BadEscape", "a: \"\\q\"\n", 1, 7}, BadText{"Empty", "", 1, 1},
        BadText{"OnlyComments", "# x\n", 1, 1}),
    [](const auto& shown) { return shown.param.name; });

}  // namespace
}  // namespace patcher::yaml
