// SPDX-License-Identifier: MIT
// Values of a JSON file that are set and taken away, and every other byte that stays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/plan/table_fixture.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

const std::string kFile =
    "{\n    \"M_LEQ_16\": {\n        \"warps\": 4,\n        \"scale\": 1.50\n    },\n"
    "    \"any\": {\"warps\": 8}\n}\n";

std::string edit_of(const std::string& what) { return "  - json: c.json\n" + what; }

PatchFinding found(const std::string& bytes, const std::string& what) {
  SourceCache cache;
  const MemoryTree tree{{"c.json", bytes}};
  return find_patch(tables_manifest({edit_of(what)}, {}).patches.front(), View(tree), cache);
}

Code code_of(const PatchFinding& finding) {
  return finding.diagnostics.empty() ? Code::internal : finding.diagnostics.front().code;
}

/// Applies and reverts an edit on `bytes`, and demands every byte back; the file in between.
std::string there_and_back(const std::string& bytes, const std::string& what) {
  const MemoryTree tree{{"c.json", bytes}};
  const Manifest manifest = tables_manifest({edit_of(what)}, {});
  const Carried done = carry(Way::apply, manifest, tree, {});
  for (const Diagnostic& refusal : done.refusals) ADD_FAILURE() << refusal.message;
  EXPECT_EQ(states_of(manifest, done.tree, done.record), std::vector{State::applied});
  EXPECT_TRUE(carry(Way::apply, manifest, done.tree, done.record).tree == done.tree);
  EXPECT_TRUE(carry(Way::revert, manifest, done.tree, done.record).tree == tree);
  return done.tree.files().at("c.json");
}

std::string with(std::string text, const std::string& old, const std::string& fresh) {
  return text.replace(text.find(old), old.size(), fresh);
}

TEST(JsonEdit, ReplacesAValueAndNothingElse) {
  EXPECT_EQ(there_and_back(kFile, "    set: {/M_LEQ_16/warps: 2}\n"),
            with(kFile, "\"warps\": 4", "\"warps\": 2"));
  EXPECT_EQ(there_and_back("\xef\xbb\xbf{ \"a\" : 1e0 }", "    set: {/a: '\"b\"'}\n"),
            "\xef\xbb\xbf{ \"a\" : \"b\" }");
}

TEST(JsonEdit, IndentsFurtherLinesAsItsPlaceIs) {
  EXPECT_EQ(there_and_back(kFile,
                           "    set:\n      /any: |\n        {\n            \"x\": 1\n        }\n"),
            with(kFile, "{\"warps\": 8}", "{\n        \"x\": 1\n    }"));
  EXPECT_EQ(
      there_and_back("{\r\n  \"a\": 1\r\n}", "    set:\n      /a: |\n        [\n          2]\n"),
      "{\r\n  \"a\": [\r\n    2]\r\n}");
}

TEST(JsonEdit, PutsANewMemberAsTheOthersStand) {
  const std::string is_new = "    must_be_new: true\n";

  EXPECT_EQ(there_and_back(kFile, "    set: {/M_LEQ_32: '{\"warps\": 2}'}\n" + is_new),
            with(kFile, "8}\n", "8},\n    \"M_LEQ_32\": {\"warps\": 2}\n"));
  EXPECT_EQ(there_and_back(kFile, "    set: {/any/x: 1, /any/y: 2}\n" + is_new),
            with(kFile, "8}", "8, \"x\": 1, \"y\": 2}"));
  EXPECT_EQ(there_and_back("{\"a\":1,\"b\":2}", "    set: {/c: 3}\n" + is_new),
            "{\"a\":1,\"b\":2,\"c\":3}");
  EXPECT_EQ(there_and_back("{\n  \"a\": 1\n}", "    set: {/b~1c: 2}\n" + is_new),
            "{\n  \"a\": 1,\n  \"b/c\": 2\n}");
  EXPECT_EQ(there_and_back("{}", "    set: {/a: 1}\n" + is_new), "{\"a\": 1}");
  EXPECT_EQ(there_and_back("{\n  \"o\": {\n  }\n}", "    set: {/o/a: 1}\n" + is_new),
            "{\n  \"o\": {\n    \"a\": 1\n  }\n}");
}

TEST(JsonEdit, PutsANewElementBehindTheLast) {
  EXPECT_EQ(there_and_back("[1,\n 2]", "    set: {/-: 3}\n    must_be_new: true\n"),
            "[1,\n 2,\n 3]");
  EXPECT_EQ(there_and_back("{\"a\": []}", "    set: {/a/-: 3}\n    must_be_new: true\n"),
            "{\"a\": [3]}");
}

TEST(JsonEdit, TakesValuesAway) {
  EXPECT_EQ(there_and_back(kFile, "    remove: [/any]\n"),
            with(kFile, ",\n    \"any\": {\"warps\": 8}", ""));
  EXPECT_EQ(there_and_back("{\"a\": 1, \"b\": 2}", "    remove: [/a]\n"), "{\"b\": 2}");
  EXPECT_EQ(
      there_and_back("{\"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4}", "    remove: [/d, /a, /b]\n"),
      "{\"c\": 3}");
  EXPECT_EQ(there_and_back("{\n \"a\": 1\n}", "    remove: [/a]\n"), "{\n}");
  EXPECT_EQ(there_and_back("[1, 2]", "    remove: [/1]\n"), "[1]");
  EXPECT_EQ(code_of(found("[1, 2]", "    remove: [/0]\n")), Code::place_unfit);
  EXPECT_EQ(
      there_and_back("{ \"a\": 1 }", "    remove: [/a]\n    set: {/b: 2}\n    must_be_new: true\n"),
      "{ \"b\": 2 }");
}

TEST(JsonEdit, IsToldByItsBytesWhereTheyCan) {
  const auto state = [](const std::string& bytes, const std::string& what) {
    return states_of(tables_manifest({edit_of(what)}, {}), MemoryTree{{"c.json", bytes}}, {})
        .front();
  };

  EXPECT_EQ(state("{\"a\": 2}", "    set: {/a: 2}\n    must_equal: {/a: 1}\n"), State::unrecorded);
  EXPECT_EQ(state("{\"a\": 2}", "    set: {/a: 2}\n    must_be_new: true\n"), State::unrecorded);
  EXPECT_EQ(state("{\"a\": 2}", "    remove: [/b]\n"), State::drifted);
}

TEST(JsonEdit, RefusesAValueThatIsNotThere) {
  EXPECT_EQ(code_of(found(kFile, "    set: {/M_LEQ_32: 1}\n")), Code::key_missing);
  EXPECT_EQ(code_of(found(kFile, "    set: {/no/warps: 1}\n")), Code::key_missing);
  EXPECT_EQ(code_of(found(kFile, "    set: {/any/warps/x: 1}\n")), Code::key_missing);
  EXPECT_EQ(code_of(found(kFile, "    remove: [/M_LEQ_32]\n")), Code::key_missing);
  EXPECT_EQ(code_of(found("[1]", "    set: {/1: 2}\n    must_be_new: true\n")), Code::key_missing);
}

TEST(JsonEdit, RefusesANewValueWhereOneIs) {
  const PatchFinding finding = found(kFile, "    set: {/any: 1}\n    must_be_new: true\n");

  EXPECT_EQ(finding.state, State::drifted);
  ASSERT_EQ(code_of(finding), Code::key_present);
  EXPECT_EQ(finding.diagnostics.front().target.line, 6U);
}

TEST(JsonEdit, RefusesAValueThatIsNotAsSaid) {
  const PatchFinding finding =
      found(kFile, "    set: {/M_LEQ_16/scale: 2}\n    must_equal: {/M_LEQ_16/scale: 1.5}\n");

  ASSERT_EQ(code_of(finding), Code::content_differs);
  EXPECT_THAT(finding.diagnostics.front().message, HasSubstr("has 1.50 at"));
  EXPECT_EQ(code_of(found(kFile, "    remove: [/any]\n    must_equal: {/any: '{\"warps\": 9}'}\n")),
            Code::content_differs);
  EXPECT_EQ(found(kFile, "    remove: [/any]\n    must_equal: {/any: '{\"warps\":8}'}\n").state,
            State::pristine);
}

TEST(JsonEdit, RefusesABaseThatIsBroken) {
  const PatchFinding twice = found("{\"a\": 1, \"b\": {}, \"a\": 2}", "    set: {/b: 1}\n");

  ASSERT_EQ(code_of(twice), Code::json_broken);
  EXPECT_EQ(twice.diagnostics.front().target.column, 19U);
  EXPECT_EQ(code_of(found("{\"a\": 1,}", "    set: {/a: 2}\n")), Code::json_broken);
  EXPECT_EQ(code_of(found("", "    set: {/a: 2}\n")), Code::json_broken);
  EXPECT_EQ(found("{\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}}", "    set: {/a: 2}\n").state,
            State::pristine);
}

TEST(JsonEdit, IsPartialWhereSomeOfItIsDone) {
  const PatchFinding finding = found("{\"a\": 1, \"b\": 2}", "    set: {/a: 1, /b: 3}\n");

  EXPECT_EQ(finding.state, State::partial);
  EXPECT_EQ(code_of(finding), Code::partly_applied);
}

TEST(JsonEdit, StacksOnAnEarlierPatchAndStandsBesideText) {
  const Manifest manifest =
      tables_manifest({edit_of("    set: {/b: 2}\n    must_be_new: true\n"),
                       edit_of("    set: {/c: 3}\n    must_be_new: true\n") +
                           "  - {file: c.json, find_text: '\"a\"', replace: '\"z\"'}\n"},
                      {});
  const MemoryTree tree{{"c.json", "{\"a\": 1}"}};
  const Carried done = carry(Way::apply, manifest, tree, {});

  EXPECT_EQ(done.tree.files().at("c.json"), "{\"z\": 1, \"b\": 2, \"c\": 3}");
  EXPECT_EQ(states_of(manifest, done.tree, done.record), std::vector(2, State::applied));
  EXPECT_TRUE(carry(Way::revert, manifest, done.tree, done.record).tree == tree);
}

TEST(JsonEdit, SaysWhatIsNotThereAnyMore) {
  const Manifest manifest = tables_manifest({edit_of("    set: {/a: 2}\n")}, {});
  Carried done = carry(Way::apply, manifest, MemoryTree{{"c.json", "{\"a\": 1}"}}, {});
  done.tree.write("c.json", "{\"a\": 3}");

  const Carried again = carry(Way::apply, manifest, done.tree, done.record);
  ASSERT_TRUE(again.refused());
  EXPECT_EQ(again.refusals.front().code, Code::modified);
  EXPECT_THAT(again.refusals.front().notes.front().message, HasSubstr("at '/a' is not there"));
}

}  // namespace
}  // namespace patcher::testing
