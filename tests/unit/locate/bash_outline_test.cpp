// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "patcher/locate/source_text.hpp"

namespace patcher {
namespace {

using Spelled = std::vector<std::string>;

Spelled definitions_of(std::string_view text) {
  const LineIndex lines(text);
  Spelled spelled;
  for (const Definition& definition : outline_of(text, Language::bash).definitions) {
    spelled.push_back(definition.path + " " +
                      std::to_string(lines.number_at(definition.range.begin)) + "-" +
                      std::to_string(lines.number_at(definition.range.end - 1)));
  }
  return spelled;
}

TEST(BashOutline, KnowsEverySpellingOfAFunction) {
  EXPECT_EQ(definitions_of(
                "a() {\n  x\n}\nfunction b {\n  x\n}\nfunction c() { x; }\nd::e-f() (\n  x\n)\n"),
            (Spelled{"a 1-3", "b 4-6", "c 7-7", "d::e-f 8-10"}));
}

TEST(BashOutline, PutsANestedFunctionBehindADot) {
  EXPECT_EQ(definitions_of("if x; then\n  a() {\n    b() { x; }\n  }\nfi\n"),
            (Spelled{"a 2-4", "a.b 3-3"}));
}

TEST(BashOutline, IsNotMisledByAHereDocument) {
  EXPECT_EQ(definitions_of("a() {\n  cat <<'E'\nb() { x; }\n}\nE\n}\n"), (Spelled{"a 1-6"}));
}

TEST(BashOutline, DoesNotTrustWhatAnErrorSurrounds) {
  for (const Definition& definition :
       outline_of("a() {\n  if x; then\n  b() { y; }\n", Language::bash).definitions) {
    EXPECT_EQ(definition.trust, Trust::last_name_only) << definition.path;
  }
}

TEST(BashOutline, DoesNotTrustTheEndOfWhatHoldsAnError) {
  const Outline outline = outline_of("a() {\n  x=\"${y\n}\nb() {\n  z\n}\n", Language::bash);

  for (const Definition& definition : outline.definitions) {
    EXPECT_EQ(definition.trust == Trust::whole_path, definition.syntax_errors == 0)
        << definition.path;
  }
}

TEST(BashOutline, KeepsToItsOwnPartOfAPackedLine) {
  const std::string text = "a() { x; }; b() { y; } # b\n";
  const Outline outline = outline_of(text, Language::bash);

  ASSERT_EQ(outline.definitions.size(), 2U);
  const auto part = [&](std::size_t i) {
    const ByteRange range = outline.definitions[i].range;
    return text.substr(range.begin, range.size());
  };
  EXPECT_EQ(part(0), "a() { x; }");
  EXPECT_EQ(part(1), "b() { y; } # b\n");
}

}  // namespace
}  // namespace patcher
