// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "patcher/report/text_report.hpp"
#include "tests/unit/report/sample_diagnostics.hpp"

namespace patcher {
namespace {

std::string plain(const Diagnostic& diagnostic) {
  return render_diagnostics({diagnostic}, Colour::off);
}

Outcome finished(int exit, std::string summary) {
  Outcome outcome;
  outcome.exit = exit;
  outcome.summary = std::move(summary);
  return outcome;
}

TEST(DiagnosticReport, ShowsPlaceSourceSubjectNotesAndHint) {
  EXPECT_EQ(
      plain(full_diagnostic()),
      "patches/atom/x.yaml:21:11: error: anchor matches 0 places, expected 1 [anchor-not-found]\n"
      "   21 |       put_nowait(seqs)\n"
      "      |                  ^~~~\n"
      "  --> atom/core.py:440 in Core.run (tree atom, patch atom-x, edit 0)\n"
      "  atom/core.py:441 in Core.run: note: nearest text; `seqs` reads `batch` here\n"
      "  441 |     put_nowait(batch)\n"
      "      |                ^~~~~\n"
      "  hint: take the text from the note\n");
}

TEST(DiagnosticReport, ColoursLabelsAndMarks) {
  EXPECT_EQ(render_diagnostics({full_diagnostic()}, Colour::on),
            "patches/atom/x.yaml:21:11: \x1b[1;31merror:\x1b[0m anchor matches 0 places, "
            "expected 1 [anchor-not-found]\n"
            "   21 |       put_nowait(seqs)\n"
            "      | \x1b[1;32m                 ^~~~\x1b[0m\n"
            "  --> atom/core.py:440 in Core.run (tree atom, patch atom-x, edit 0)\n"
            "  atom/core.py:441 in Core.run: \x1b[36mnote:\x1b[0m nearest text; "
            "`seqs` reads `batch` here\n"
            "  441 |     put_nowait(batch)\n"
            "      | \x1b[1;32m               ^~~~~\x1b[0m\n"
            "  \x1b[32mhint:\x1b[0m take the text from the note\n");
}

TEST(DiagnosticReport, LeadsWithTheTargetWhenNoManifestPlaceIsKnown) {
  EXPECT_EQ(plain({.code = Code::modified,
                   .message = "the bytes moved",
                   .tree = "atom",
                   .target = {"atom/core.py", 4, 2},
                   .in = "Core"}),
            "atom/core.py:4:2: error: the bytes moved [modified]\n"
            "  --> in Core (tree atom)\n");
}

TEST(DiagnosticReport, SaysWhoOwnsItWithoutATarget) {
  EXPECT_EQ(plain({.code = Code::unknown_key,
                   .message = "unknown key \"fnd\"",
                   .where = {"x.yaml", 3, 0},
                   .patch = "atom-x",
                   .edit = 2}),
            "x.yaml:3: error: unknown key \"fnd\" [unknown-key]\n"
            "  --> patch atom-x, edit 2\n");
}

TEST(DiagnosticReport, ShowsADiagnosticAndANoteWithoutAnyPlace) {
  EXPECT_EQ(plain({.severity = Severity::warning,
                   .code = Code::tree_not_found,
                   .message = "no tree",
                   .notes = {{.message = "looked in /app"}, {.message = "odd", .in = "Core"}}}),
            "warning: no tree [tree-not-found]\n"
            "  note: looked in /app\n"
            "  in Core: note: odd\n");
}

TEST(DiagnosticReport, EscapesEveryTextOfTheUser) {
  EXPECT_EQ(plain({.message = "m\x1b",
                   .where = {"w\n", 0, 0},
                   .patch = "p\x9b",
                   .tree = "t\xff",
                   .target = {"f\r", 1, 0},
                   .in = "i\x07",
                   .notes = {{.message = "n\x1b", .where = {"g\x1b", 0, 0}, .in = "j\x1b"}},
                   .hint = "h\x1b"}),
            "w\\x0a: error: m\\x1b [internal]\n"
            "  --> f\\x0d:1 in i\\x07 (tree t\\xff, patch p\\x9b)\n"
            "  g\\x1b in j\\x1b: note: n\\x1b\n"
            "  hint: h\\x1b\n");
}

TEST(DiagnosticReport, PutsDiagnosticsInOrder) {
  const Diagnostics two = {{.code = Code::usage, .message = "one"},
                           {.severity = Severity::note, .code = Code::usage, .message = "two"}};

  EXPECT_EQ(render_diagnostics(two, Colour::off),
            "error: one [usage]\n"
            "note: two [usage]\n");
}

TEST(DiagnosticReport, SaysNothingWithoutDiagnostics) {
  EXPECT_EQ(render_diagnostics({}, Colour::on), "");
}

TEST(Summary, IsOnePrintableLine) {
  EXPECT_EQ(render_summary(finished(0, "3 patches\x1b applied"), Colour::on),
            "3 patches\\x1b applied\n");
}

TEST(Summary, IsRedOnATerminalWhenTheRunFailed) {
  EXPECT_EQ(render_summary(finished(1, "refused"), Colour::on), "\x1b[1;31mrefused\x1b[0m\n");
  EXPECT_EQ(render_summary(finished(1, "refused"), Colour::off), "refused\n");
}

}  // namespace
}  // namespace patcher
