// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

Seen error_of(const std::string& edits) { return seen(only(findings_of(patch_with(edits)))); }

TEST(Edit, ReadsAllPartsOfAFind) {
  const TextEdit edit = text_edit_from(
      "  - file: d/a.py\n    scope: A.f\n    find: |\n      x\n       y\n    insert_after: |\n"
      "      z\n    count: 2\n    indent: 8\n    reindent: -4\n");

  EXPECT_EQ(edit.file.str(), "d/a.py");
  EXPECT_EQ(edit.scope->path, "A.f");
  EXPECT_EQ(std::get<LinesAnchor>(edit.anchor).text, "x\n y");
  EXPECT_EQ(edit.action, Action::insert_after);
  EXPECT_EQ(edit.text, "z");
  EXPECT_EQ(edit.count, 2U);
  EXPECT_EQ(edit.indent, 8U);
  EXPECT_EQ(edit.reindent, -4);
}

TEST(Edit, ReadsAnInsertionBefore) {
  const TextEdit edit = text_edit_from("  - {file: a, find_text: f(, insert_before: g}\n");

  EXPECT_EQ(std::get<TextAnchor>(edit.anchor).text, "f(");
  EXPECT_EQ(edit.action, Action::insert_before);
  EXPECT_EQ(edit.count, 1U);
  EXPECT_FALSE(edit.scope || edit.indent);
}

TEST(Edit, ReadsAPattern) {
  const TextEdit edit = text_edit_from(
      "  - file: a\n    find_regex: |\n      f\\((.)\n    replace: g $1\n    expand: true\n");

  EXPECT_EQ(std::get<RegexAnchor>(edit.anchor).pattern, "f\\((.)");
  EXPECT_EQ(edit.references, References::expanded);
  EXPECT_EQ(edit.text_where, (Place{"p.yaml", 11, 14}));
  EXPECT_EQ(text_edit_from("  - {file: a, find_regex: x, replace: ''}\n").text, "");
}

TEST(Edit, ReadsAQuery) {
  const TextEdit edit =
      text_edit_from("  - {file: a.py, find_node: '(call) @target', count: 2, insert_after: x}\n");

  EXPECT_EQ(std::get<NodeAnchor>(edit.anchor).query, "(call) @target");
  EXPECT_EQ(edit.action, Action::insert_after);
  EXPECT_EQ(edit.count, 2U);
}

TEST(Edit, RefusesOtherThanTrueAndFalse) {
  EXPECT_EQ(error_of("  - {file: a, find_regex: x, replace: y, expand: yes}\n"),
            (Seen{Code::invalid_manifest, 8, 50}));
  EXPECT_EQ(error_of("  - {file: a, find_regex: x, replace: y, expand: 'true'}\n"),
            (Seen{Code::invalid_manifest, 8, 50}));
}

TEST(Edit, RefusesReferencesWithoutAPattern) {
  EXPECT_EQ(error_of("  - {file: a, find: x, replace: y, expand: true}\n"),
            (Seen{Code::unknown_key, 8, 36}));
}

TEST(Edit, ReadsTwoNeighbours) {
  const TextEdit edit = text_edit_from("  - {file: a, between: [\"  x\", y], insert: z}\n");

  EXPECT_EQ(std::get<BetweenAnchor>(edit.anchor).before, "  x");
  EXPECT_EQ(std::get<BetweenAnchor>(edit.anchor).after, "y");
  EXPECT_EQ(edit.action, Action::insert_between);
}

TEST(Edit, DropsOneFinalNewlineOnly) {
  const TextEdit edit = text_edit_from("  - {file: a, find: \"x\\n\", replace: \"y\\n\\n\"}\n");

  EXPECT_EQ(std::get<LinesAnchor>(edit.anchor).text, "x");
  EXPECT_EQ(edit.text, "y\n");
}

TEST(Edit, KnowsWhereItsAnchorStands) {
  const Patch patch =
      patch_from(patch_with("  - file: a.py\n    find: |\n      x\n      y\n    replace: z\n"));
  const Edit& edit = patch.edits.at(0);

  EXPECT_EQ(edit.where, (Place{"p.yaml", 8, 5}));
  EXPECT_EQ(edit.anchor_where, (Place{"p.yaml", 9, 11}));
  ASSERT_EQ(edit.lines.size(), 2U);
  EXPECT_EQ(edit.lines[0].number, 10U);
  EXPECT_EQ(edit.lines[0].text, "      x");
}

TEST(Edit, ShowsAtMostSixLinesOfAnAnchor) {
  const Patch patch = patch_from(
      patch_with("  - file: a.py\n    find: |\n      1\n      2\n      3\n      4\n      5\n"
                 "      6\n      7\n    replace: z\n"));

  EXPECT_EQ(patch.edits.at(0).lines.size(), 6U);
}

TEST(Edit, ShowsBothLinesOfAPair) {
  const Patch patch =
      patch_from(patch_with("  - file: a.py\n    between:\n      - x\n      - y\n    insert: z\n"));

  ASSERT_EQ(patch.edits.at(0).lines.size(), 2U);
  EXPECT_EQ(patch.edits.at(0).lines[1].text, "      - y");
}

TEST(Edit, RefusesABlankAnchor) {
  EXPECT_EQ(error_of("  - {file: a, find: \" \\n\\n\", replace: y}\n"),
            (Seen{Code::invalid_manifest, 8, 21}));
}

TEST(Edit, RefusesAnEmptyTextAnchor) {
  EXPECT_EQ(error_of("  - {file: a, find_text: \"\", replace: y}\n"),
            (Seen{Code::invalid_manifest, 8, 26}));
}

TEST(Edit, RefusesATextAnchorOverTwoLines) {
  EXPECT_EQ(error_of("  - {file: a, find_text: \"x\\ny\", replace: y}\n"),
            (Seen{Code::invalid_manifest, 8, 26}));
}

TEST(Edit, RefusesAnEmptyReplacement) {
  EXPECT_EQ(error_of("  - {file: a, find: x, replace: \"\"}\n"),
            (Seen{Code::invalid_manifest, 8, 33}));
  EXPECT_EQ(error_of("  - {file: a, find_text: x, replace: \"\"}\n"),
            (Seen{Code::invalid_manifest, 8, 38}));
}

TEST(Edit, RefusesAnEmptyInsertion) {
  EXPECT_EQ(error_of("  - {file: a, find: x, insert_after: \"\\n\"}\n"),
            (Seen{Code::invalid_manifest, 8, 38}));
  EXPECT_EQ(error_of("  - {file: a, between: [x, y], insert: \"\"}\n"),
            (Seen{Code::invalid_manifest, 8, 40}));
}

TEST(Edit, RefusesAReplacementThatChangesNothing) {
  EXPECT_EQ(error_of("  - {file: a, find: \"  x\", replace: \"x\\n\"}\n"),
            (Seen{Code::invalid_manifest, 8, 37}));
  EXPECT_EQ(error_of("  - {file: a, find_text: x, replace: x}\n"),
            (Seen{Code::invalid_manifest, 8, 38}));
}

TEST(Edit, TakesAReplacementThatOnlyShifts) {
  EXPECT_TRUE(findings_of(patch_with("  - {file: a, find: x, replace: x, reindent: 4}\n")).empty());
}

TEST(Edit, TakesAShiftWhereverItPutsLines) {
  EXPECT_EQ(
      text_edit_from("  - {file: a.py, find_tokens: x, insert_after: y, reindent: 4}\n").reindent,
      4);
  EXPECT_EQ(
      text_edit_from("  - {file: a, span: {from: x, to: y}, replace: z, reindent: -4}\n").reindent,
      -4);
}

TEST(Edit, RefusesAShiftOfTextWithinALine) {
  const auto message_of = [](const std::string& edits) {
    return only(findings_of(patch_with("  - {file: a.py, " + edits + "}\n"))).message;
  };

  EXPECT_EQ(message_of("find_tokens: x, replace: y, reindent: 4"),
            "'reindent' shifts whole lines, and this edit puts its text into a line, where "
            "'find_tokens' matches");
  EXPECT_EQ(message_of("span: {from: x, to: {find_text: y}}, replace: z, reindent: 4"),
            "'reindent' shifts whole lines, and this edit puts its text into a line, where 'span' "
            "matches");
  EXPECT_EQ(message_of("any_of: [{find: x}, {find_regex: y}], insert_after: z, reindent: 0"),
            "'reindent' shifts whole lines, and this edit puts its text into a line, where "
            "'find_regex' matches");
  EXPECT_EQ(message_of("span: {from: x, to: y}, replace: '', reindent: 4"),
            "'reindent' shifts new lines, and the edit puts none");
  EXPECT_EQ(error_of("  - {file: a.py, find_text: x, replace: y, reindent: 4}\n").code,
            Code::unknown_key);
}

TEST(Edit, RefusesOtherThanTwoNeighbours) {
  EXPECT_EQ(error_of("  - {file: a, between: [x], insert: y}\n"),
            (Seen{Code::invalid_manifest, 8, 24}));
  EXPECT_EQ(error_of("  - {file: a, between: [x, y, z], insert: y}\n"),
            (Seen{Code::invalid_manifest, 8, 24}));
}

TEST(Edit, RefusesABlankNeighbour) {
  EXPECT_EQ(error_of("  - {file: a, between: [x, \"\"], insert: y}\n"),
            (Seen{Code::invalid_manifest, 8, 28}));
  EXPECT_EQ(error_of("  - {file: a, between: [\"x\\ny\", y], insert: y}\n"),
            (Seen{Code::invalid_manifest, 8, 25}));
}

TEST(Edit, RefusesATwin) {
  const Diagnostic found = only(findings_of(patch_with(
      "  - {file: a, find: \"  x\", replace: y}\n  - {file: a, find: x, replace: z}\n")));

  EXPECT_EQ(seen(found), (Seen{Code::edits_overlap, 9, 6}));
  EXPECT_EQ(found.edit, 1U);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0].where, (Place{"p.yaml", 8, 6}));
}

TEST(Edit, TakesOneAnchorInTwoScopes) {
  EXPECT_TRUE(findings_of(patch_with("  - {file: a.py, scope: f, find: x, replace: y}\n"
                                     "  - {file: a.py, scope: g, find: x, replace: y}\n"))
                  .empty());
}

TEST(Edit, WarnsOfAReferenceThatStandsForItself) {
  const auto warned = [](const std::string& edit) {
    return findings_of(patch_with("  - {file: a.py, find_regex: 'a(b)', " + edit + "}\n")).size();
  };
  EXPECT_EQ(warned("replace: 'c$1'"), 1U);
  EXPECT_EQ(warned("replace: 'c\\1', expand: true"), 1U);
  EXPECT_EQ(warned("replace: 'c$1', expand: true"), 0U);
  EXPECT_EQ(warned("replace: 'cost: $'"), 0U);
}

}  // namespace
}  // namespace patcher
