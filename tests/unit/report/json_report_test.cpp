// SPDX-License-Identifier: MIT
#include "patcher/report/json_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/report/sample_diagnostics.hpp"
#include "tests/unit/report/sample_outcome.hpp"

namespace patcher {
namespace {

using Json = nlohmann::ordered_json;

/// The JSON of `outcome`, on one line.
std::string compact(const Outcome& outcome) { return Json::parse(render_json(outcome)).dump(); }

Outcome of_command(std::string command) {
  Outcome outcome;
  outcome.command = std::move(command);
  return outcome;
}

TEST(JsonReport, HasEveryKeyWhenThereIsNothingToSay) {
  EXPECT_EQ(render_json(of_command("apply")), R"({
  "schema": "patcher.apply/1",
  "manifest": "",
  "exit": 0,
  "trees": [],
  "patches": [],
  "pending": [],
  "changed": [],
  "rebuilt": [],
  "checks": [],
  "adopted": [],
  "upgraded": [],
  "removed": [],
  "diagnostics": [],
  "ledger": [],
  "summary": ""
}
)");
}

TEST(JsonReport, HoldsTheWholeOutcome) {
  EXPECT_EQ(
      compact(full_outcome()),
      R"({"schema":"patcher.status/1","manifest":"atom-nightly","exit":0,"trees":[)"
      R"({"tree":"atom","where":"/app/ATOM","pin":"ffdf3bb5ddf8a15a64d5","at":"ffdf3bb5ddf8a15a64d5",)"
      R"("map":{}},)"
      R"({"tree":"aiter","where":"/app/aiter","pin":"e4048607a535ace3a2b5","at":"",)"
      R"("map":{"csrc":"/app/aiter_meta/csrc"}}],"patches":[)"
      R"({"id":"atom-stalls","tree":"atom","title":"do not queue","state":"applied","adopted":false,)"
      R"("left_out":"","optional":"","when":"","manifest":"","edits":[{"index":0,"file":"atom/core.py","state":"applied","left_out":"","places":[{"line":440,"in":"Core.run"}]},)"
      R"({"index":1,"file":"atom/core.py","state":"applied","left_out":"","places":[)"
      R"({"line":7,"in":"A"},{"line":30,"in":"A"},{"line":88,"in":"B"}]}],"files":[]},)"
      R"({"id":"atom-x","tree":"atom","title":"a title","state":"drifted","adopted":false,)"
      R"("left_out":"","optional":"","when":"","manifest":"","edits":[{"index":0,"file":"atom/x.py","state":"drifted","left_out":"","places":[]}],"files":[]},)"
      R"({"id":"aiter-rows","tree":"aiter","title":"","state":"pristine","adopted":false,)"
      R"("left_out":"","optional":"","when":"","manifest":"","edits":[{"index":0,"file":"t.csv","state":"pristine","left_out":"","places":[{"line":2,"in":""}]}],"files":[]}],)"
      R"("pending":[{"kind":"rebuild","tree":"aiter","id":"all-reduce","manifest":"atom-nightly"}],)"
      R"("changed":[{"tree":"atom","path":"atom/core.py"}],"rebuilt":["module_gemm"],"checks":[],)"
      R"("adopted":[],"upgraded":[],"removed":[],"diagnostics":[],)"
      R"("ledger":[{"id":"atom-gauges","tree":"atom","why":"no series at this pin",)"
      R"("links":["https://example.org/1"]}],"summary":"1 of 3 patches applied"})");
}

TEST(JsonReport, GivesADiagnosticBothPlaces) {
  Outcome outcome = of_command("apply");
  outcome.diagnostics = {full_diagnostic()};

  EXPECT_EQ(
      Json::parse(render_json(outcome))["diagnostics"].dump(),
      R"([{"severity":"error","code":"anchor-not-found","patch":"atom-x","edit":0,)"
      R"("tree":"atom","file":"atom/core.py","line":440,"column":0,"in":"Core.run",)"
      R"("message":"anchor matches 0 places, expected 1","hint":"take the text from the note",)"
      R"("where":{"file":"patches/atom/x.yaml","line":21,"column":11},)"
      R"("notes":[{"message":"nearest text; `seqs` reads `batch` here",)"
      R"("file":"atom/core.py","line":441,"in":"Core.run"}]}])");
}

TEST(JsonReport, PutsADiagnosticWithoutATargetWhereItWasAsked) {
  Outcome outcome = of_command("lint");
  outcome.diagnostics = {{.code = Code::unknown_key, .message = "m", .where = {"x.yaml", 3, 5}}};

  EXPECT_EQ(Json::parse(render_json(outcome))["diagnostics"].dump(),
            R"([{"severity":"error","code":"unknown-key","patch":"","edit":null,"tree":"",)"
            R"("file":"x.yaml","line":3,"column":5,"in":"","message":"m","hint":"",)"
            R"("where":{"file":"x.yaml","line":3,"column":5},"notes":[]}])");
}

TEST(JsonReport, LeavesAnUnknownStateEmpty) {
  Outcome outcome = of_command("list");
  outcome.patches = {{"p", "atom", "", {}, {{0, "a.py", {}, {}}}}};

  EXPECT_EQ(
      Json::parse(render_json(outcome))["patches"].dump(),
      R"([{"id":"p","tree":"atom","title":"","state":"","adopted":false,"left_out":"","optional":"","when":"","manifest":"","edits":[)"
      R"({"index":0,"file":"a.py","state":"","left_out":"","places":[]}],"files":[]}])");
}

TEST(JsonReport, TellsWhatWasSettledAndWhatARecordSays) {
  Outcome outcome = of_command("apply");
  PatchOutcome patch{"p", "atom", "", State::modified, {}, true};
  patch.manifest = "m";
  patch.files = {{"f", State::modified}};
  outcome.patches = {patch};
  outcome.settled = {{{"atom", "p"}}, {{"atom", "q"}}, {{"atom", "r"}}};

  const Json json = Json::parse(render_json(outcome));

  EXPECT_EQ(json["adopted"].dump() + json["upgraded"].dump() + json["removed"].dump(),
            R"([{"tree":"atom","id":"p"}][{"tree":"atom","id":"q"}][{"tree":"atom","id":"r"}])");
  EXPECT_EQ(
      json["patches"].dump(),
      R"([{"id":"p","tree":"atom","title":"","state":"modified","adopted":true,"left_out":"","optional":"","when":"",)"
      R"("manifest":"m","edits":[],"files":[{"file":"f","state":"modified"}]}])");
}

TEST(JsonReport, AddsTheTextOfADiff) {
  Outcome outcome = of_command("diff");
  outcome.diffs = {{"atom", "a.py", "", "x\n", "y\n", 0644, 0644}};

  EXPECT_EQ(Json::parse(render_json(outcome))["diff"],
            "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x\n+y\n");
}

TEST(JsonReport, EscapesBytesThatAreNotUtf8) {
  Outcome outcome = of_command("apply");
  outcome.summary = "caf\xe9 caf\xc3\xa9";

  EXPECT_EQ(Json::parse(render_json(outcome))["summary"], "caf\\xe9 caf\xc3\xa9");
}

TEST(JsonReport, KeepsControlsAndSendsNoneToATerminal) {
  Outcome outcome = of_command("apply");
  outcome.summary = "\x1b[2J\n\x7f\xc2\x9b\xe2\x80\xae";

  EXPECT_NE(render_json(outcome).find(R"("\u001b[2J\n\u007f\u009b\u202e")"), std::string::npos);
  EXPECT_EQ(Json::parse(render_json(outcome))["summary"], outcome.summary);
}

}  // namespace
}  // namespace patcher
