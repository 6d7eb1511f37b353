// SPDX-License-Identifier: MIT
#include "patcher/report/github_report.hpp"

#include <gtest/gtest.h>

#include "tests/unit/report/sample_diagnostics.hpp"

namespace patcher {
namespace {

TEST(GithubReport, PlacesAnErrorInTheManifestAndFoldsTheRestIntoTheMessage) {
  EXPECT_EQ(render_github({full_diagnostic()}),
            "::error file=patches/atom/x.yaml,line=21,col=11,title=anchor-not-found::"
            "anchor matches 0 places, expected 1"
            "%0A--> atom/core.py:440 in Core.run (tree atom, patch atom-x, edit 0)"
            "%0Aatom/core.py:441 in Core.run: note: nearest text; `seqs` reads `batch` here"
            "%0Ahint: take the text from the note\n");
}

TEST(GithubReport, FallsBackToTheTarget) {
  EXPECT_EQ(render_github({{.severity = Severity::warning,
                            .code = Code::modified,
                            .message = "moved",
                            .target = {"a.py", 4, 0}}}),
            "::warning file=a.py,line=4,title=modified::moved\n");
}

TEST(GithubReport, SaysANoteAsANotice) {
  EXPECT_EQ(render_github({{.severity = Severity::note, .code = Code::usage, .message = "hm"}}),
            "::notice title=usage::hm\n");
}

TEST(GithubReport, EscapesPropertiesAndMessages) {
  EXPECT_EQ(render_github({{.code = Code::usage,
                            .message = "50%, a:b\n::error::forged\x1b",
                            .where = {"a,b:c%\n.yaml", 1, 0}}}),
            "::error file=a%2Cb%3Ac%25\\x0a.yaml,line=1,title=usage::"
            "50%25, a:b\\x0a::error::forged\\x1b\n");
}

TEST(GithubReport, SaysNothingWithoutDiagnostics) { EXPECT_EQ(render_github({}), ""); }

}  // namespace
}  // namespace patcher
