// SPDX-License-Identifier: MIT
// What every command prints and how it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

using Json = nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

Files sample() {
  return {{"m.yaml", manifest_text({"p.yaml"})},
          {"p.yaml", patch_text("p",
                                "- file: m.py\n  scope: C.run\n  find: |\n    go(1)\n"
                                "  replace: |\n    go(2)\n")},
          {"tree/m.py", "class C:\n    def run(self):\n        go(1)\n"}};
}

Json json_of(const Sandbox& box, const std::string& arguments, int exit) {
  const RunResult result = box.run(arguments + " --format json");
  EXPECT_EQ(result.exit, exit) << result.text();
  EXPECT_EQ(result.err, "");
  return Json::parse(result.out);
}

TEST(Json, StatusHasTheKeysThatOthersRelyOn) {
  const Sandbox box(sample());

  const Json json = json_of(box, "status m.yaml", 0);

  EXPECT_EQ(json["schema"], "patcher.status/1");
  EXPECT_EQ(json["manifest"], "m");
  EXPECT_EQ(json["exit"], 0);
  EXPECT_EQ(json["trees"][0]["tree"], "t");
  EXPECT_EQ(json["trees"][0]["pin"], "0123456789abcdef0123456789abcdef01234567");
  EXPECT_EQ(json["trees"][0]["at"], "");
  const Json& patch = json["patches"][0];
  EXPECT_EQ(patch["id"], "p");
  EXPECT_EQ(patch["state"], "pristine");
  EXPECT_EQ(patch["edits"][0]["index"], 0);
  EXPECT_EQ(patch["edits"][0]["file"], "m.py");
  EXPECT_EQ(patch["edits"][0]["places"], Json::parse(R"([{"line": 3, "in": "C.run"}])"));
  EXPECT_EQ(json["pending"], Json::array());
  EXPECT_EQ(json["changed"], Json::array());
  EXPECT_EQ(json["rebuilt"], Json::array());
  EXPECT_EQ(json["diagnostics"], Json::array());
}

TEST(Json, ApplyTellsWhatChangedAndTheStateAfter) {
  const Sandbox box(sample());

  const Json json = json_of(box, "apply m.yaml", 0);

  EXPECT_EQ(json["changed"], Json::parse(R"([{"tree": "t", "path": "m.py"}])"));
  EXPECT_EQ(json["patches"][0]["state"], "applied");
  EXPECT_EQ(json["patches"][0]["edits"][0]["places"][0]["line"], 3);
}

TEST(Json, ADriftedEditHasItsDiagnostic) {
  const Sandbox box(sample());
  box.write("tree/m.py", "class C:\n    def run(self):\n        go(3)\n");

  const Json json = json_of(box, "apply m.yaml", 1);

  const Json& diagnostic = json["diagnostics"][0];
  EXPECT_EQ(diagnostic["severity"], "error");
  EXPECT_EQ(diagnostic["code"], "anchor-not-found");
  EXPECT_EQ(diagnostic["patch"], "p");
  EXPECT_EQ(diagnostic["edit"], 0);
  EXPECT_EQ(diagnostic["tree"], "t");
  EXPECT_EQ(diagnostic["file"], "m.py");
  EXPECT_EQ(diagnostic["line"], 3);
  EXPECT_NE(diagnostic["hint"], "");
}

TEST(Json, IsOneObjectAlsoWhenTheManifestIsWrong) {
  const Sandbox box(Files{{"m.yaml", "version: 1\nname: m\nversion: 1\n"}});

  const Json json = json_of(box, "status m.yaml", 2);

  EXPECT_EQ(json["exit"], 2);
  EXPECT_EQ(json["diagnostics"][0]["code"], "duplicate-key");
  EXPECT_EQ(json["diagnostics"][0]["file"], "m.yaml");
  EXPECT_EQ(json["diagnostics"][0]["line"], 3);
}

TEST(Json, IsOneObjectAlsoForAWrongCommandLine) {
  const Sandbox box;

  const Json json = json_of(box, "status --nonsense", 2);

  EXPECT_EQ(json["schema"], "patcher.status/1");
  EXPECT_EQ(json["diagnostics"][0]["code"], "usage");
}

TEST(Human, TheLastLineIsOneSummary) {
  const Sandbox box(sample());

  EXPECT_THAT(box.run("status m.yaml").out, ::testing::EndsWith("m: 1 patch pristine\n"));
  EXPECT_THAT(
      box.run("apply m.yaml").out,
      ::testing::EndsWith("m: 1 file changed; 1 patch applied; no rebuilds in the manifest\n"));
  EXPECT_THAT(box.run("revert m.yaml").out,
              ::testing::EndsWith("m: 1 file restored; 1 patch pristine\n"));
}

TEST(Human, ColourOnlyWhenAsked) {
  const Sandbox box(sample());

  EXPECT_THAT(box.run("status m.yaml").out, ::testing::Not(HasSubstr("\x1b")));
  EXPECT_THAT(box.run("status m.yaml --color always").out, HasSubstr("\x1b["));
}

TEST(Human, ControlBytesOfATreeNeverReachTheTerminalRaw) {
  const Sandbox box(sample());
  box.write("tree/m.py", "class C:\n    def run(self):\n        go(1)\x1b[2J\n");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("\\x1b[2J"), ::testing::Not(HasSubstr("\x1b"))));
}

TEST(Diff, ShowsWhatApplyWouldDoAndWhatIsApplied) {
  const Sandbox box(sample());

  const RunResult to_come = box.run("diff m.yaml");
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  const RunResult applied = box.run("diff m.yaml --applied");

  EXPECT_EQ(to_come.exit, 0);
  EXPECT_EQ(to_come.out, applied.out);
  EXPECT_THAT(to_come.out, AllOf(HasSubstr("--- a/m.py\n+++ b/m.py\n"),
                                 HasSubstr("-        go(1)\n"), HasSubstr("+        go(2)\n")));
  EXPECT_EQ(box.run("diff m.yaml").out, "");
}

TEST(Show, PrintsTheBytesThatAnEditLooksFor) {
  const Sandbox box(sample());

  const RunResult result = box.run("show m.yaml p");

  EXPECT_EQ(result.exit, 0);
  EXPECT_THAT(result.out, AllOf(HasSubstr("        |go(1)\\n\n"), HasSubstr("scope: C.run"),
                                HasSubstr("it is tested")));
}

TEST(Show, GivesThePatchInFullAsJson) {
  const Sandbox box(sample());

  const Json patch = json_of(box, "show m.yaml p", 0)["patch"];

  EXPECT_EQ(patch["why"], "it is tested");
  EXPECT_EQ(patch["edits"][0]["find"], "go(1)");
  EXPECT_EQ(patch["edits"][0]["replace"], "go(2)");
  EXPECT_EQ(patch["edits"][0]["scope"], "C.run");
}

TEST(Show, SuggestsTheNearestId) {
  const Sandbox box(sample());

  const RunResult result = box.run("show m.yaml pp");

  EXPECT_EQ(result.exit, 2);
  EXPECT_THAT(result.err, HasSubstr("did you mean 'p'"));
}

TEST(List, NeedsNoTree) {
  const Sandbox box({{"m.yaml", sample().at("m.yaml")}, {"p.yaml", sample().at("p.yaml")}});

  const RunResult result = box.run("list m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.out, AllOf(HasSubstr("p"), HasSubstr("a test")));
}

TEST(Ledger, EntriesAreShownAndNeverPlanned) {
  Files files = sample();
  files["m.yaml"] += "ledger:\n- {id: known, tree: t, why: not at this pin, links: []}\n";
  const Sandbox box(files);

  EXPECT_THAT(box.run("list m.yaml").out, AllOf(HasSubstr("known"), HasSubstr("not at this pin")));
  EXPECT_EQ(json_of(box, "status m.yaml", 0)["patches"].size(), 1U);
}

TEST(Github, PutsAnnotationsAtTheManifestsLine) {
  const Sandbox box(sample());
  box.write("tree/m.py", "class C:\n    def run(self):\n        go(3)\n");

  const RunResult result = box.run("status m.yaml --format github");

  EXPECT_THAT(result.out, HasSubstr("::error file=p.yaml,line="));
}

TEST(Require, FailsWhenAnyPatchDiffers) {
  const Sandbox box(sample());

  const RunResult result = box.run("status m.yaml --require applied");

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("patch 'p' is pristine, required is applied"));
}

TEST(Status, OfAnAbsentTreeIsAnEnvironmentError) {
  const Sandbox box({{"m.yaml", sample().at("m.yaml")}, {"p.yaml", sample().at("p.yaml")}});

  const RunResult result = box.run("status m.yaml");

  EXPECT_EQ(result.exit, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("tree-not-found"), HasSubstr("--root t=DIR")));
}

TEST(Schema, IsPrintedForEachKind) {
  const Sandbox box;

  for (const char* kind : {"patch", "manifest"}) {
    const RunResult result = box.run(std::string("schema ") + kind);
    EXPECT_EQ(result.exit, 0);
    EXPECT_EQ(Json::parse(result.out)["type"], "object");
  }
  EXPECT_EQ(box.run("schema nothing").exit, 2);
}

TEST(Completion, KnowsEveryCommandAndItsFixedValues) {
  const Sandbox box;

  for (const char* shell : {"bash", "zsh", "fish"}) {
    const RunResult result = box.run(std::string("completion ") + shell);
    EXPECT_EQ(result.exit, 0);
    for (const char* word : {"apply", "revert", "lock", "status", "list", "show", "diff", "lint",
                             "scope", "schema", "pristine", "require", "locked", "check", "adopt",
                             "upgrade", "recorded", "image", "init"}) {
      EXPECT_THAT(result.out, HasSubstr(word)) << shell;
    }
  }
}

TEST(CommandLine, NamesWhatThisVersionDoesNotHaveYet) {
  const Sandbox box(sample());

  for (const char* words : {"image verify m.yaml", "suggest m.yaml", "report ledger m.yaml"}) {
    const RunResult result = box.run(words);
    EXPECT_EQ(result.exit, 2);
    EXPECT_THAT(result.err, HasSubstr("this version does not have")) << words;
  }
  EXPECT_THAT(box.run("aply m.yaml").err, HasSubstr("did you mean 'apply'"));
  EXPECT_THAT(box.run("status m.yaml --format xml").err, HasSubstr("'xml' is none of"));
}

TEST(Help, NamesEveryCommand) {
  const Sandbox box;

  const RunResult result = box.run("--help");

  EXPECT_EQ(result.exit, 0);
  for (const char* word : {"apply", "revert", "lock", "status", "list", "show", "diff", "lint",
                           "schema", "completion"}) {
    EXPECT_THAT(result.out, HasSubstr(word));
  }
  EXPECT_EQ(box.run("").exit, 2);
  EXPECT_THAT(box.run("--version").out, ::testing::StartsWith("patcher "));
}

TEST(SeveralRoots, AreWrittenTogetherOrNotAtAll) {
  const std::string manifest =
      "version: 1\nname: m\ntrees:\n"
      "  t: {upstream: 'https://example.org/t', commit: 0123456789abcdef0123456789abcdef01234567}\n"
      "  u: {upstream: 'https://example.org/u', commit: 0123456789abcdef0123456789abcdef01234567}\n"
      "patches: [p.yaml, q.yaml]\n";
  std::string other = patch_text("q", "- {file: f, find: x, replace: y}\n");
  other.replace(other.find("tree: t"), 7, "tree: u");
  const Sandbox box({{"m.yaml", manifest},
                     {"p.yaml", patch_text("p", "- {file: f, find: a, replace: b}\n")},
                     {"q.yaml", other},
                     {"one/f", "a\n"},
                     {"two/f", "drifted\n"}});

  const RunResult refused = box.run("apply m.yaml --root t=one --root u=two");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_EQ(box.read("one/f"), "a\n");
  box.write("two/f", "x\n");
  const RunResult done = box.run("apply m.yaml --root t=one --root u=two");

  EXPECT_EQ(done.exit, 0) << done.text();
  EXPECT_EQ(box.read("one/f") + box.read("two/f"), "b\ny\n");
  EXPECT_EQ(box.run("revert m.yaml --root t=one --root u=two --tree u").exit, 0);
  EXPECT_EQ(box.read("one/f") + box.read("two/f"), "b\nx\n");
}

}  // namespace
}  // namespace patcher::testing
