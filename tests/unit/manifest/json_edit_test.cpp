// SPDX-License-Identifier: MIT
#include "patcher/manifest/json_edit.hpp"

#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

std::string json_patch(const std::string& what) { return patch_with("  - json: c.json\n" + what); }

Code code_of(const std::string& what) { return only(findings_of(json_patch(what))).code; }

TEST(JsonEdit, ReadsWhatItChanges) {
  auto loaded = load_manifest(
      "p.yaml",
      MemoryFiles(
          {{"p.yaml", json_patch("    set:\n      /b: 2\n      /a: |\n        [1,\n         2]\n"
                                 "    remove: [/c~1d]\n    must_equal: {/a: ' 1 '}\n")}}));
  const auto& edit = std::get<JsonEdit>(loaded->manifest.patches[0].edits[0].what);

  EXPECT_EQ(edit.file.str(), "c.json");
  ASSERT_EQ(edit.change->set.size(), 2U);
  EXPECT_EQ(edit.change->set[0].pointer, "/b");
  EXPECT_EQ(edit.change->set[1].text, "[1,\n 2]");
  EXPECT_EQ(edit.change->remove, std::vector<std::string>{"/c~1d"});
  EXPECT_EQ(edit.change->must_equal.at("/a"), "1");
  EXPECT_EQ(edit.change->before, JsonBefore::there);
  EXPECT_FALSE(is_undone_by_bytes(*edit.change));
}

TEST(JsonEdit, RefusesWhatIsNoJson) {
  EXPECT_EQ(code_of("    set: {/a: word}\n"), Code::json_invalid);
  EXPECT_EQ(code_of("    set: {/a: '{\"b\": 1, \"b\": 2}'}\n"), Code::json_invalid);
  EXPECT_EQ(code_of("    set: {/a: \"\"}\n"), Code::json_invalid);
  EXPECT_EQ(code_of("    set: {a: 1}\n"), Code::json_invalid);
  EXPECT_EQ(code_of("    remove: [/a~b]\n"), Code::json_invalid);
}

TEST(JsonEdit, RefusesWhatCannotBeMeant) {
  EXPECT_EQ(code_of(""), Code::invalid_manifest);
  EXPECT_EQ(code_of("    set: {/a: 1, /a/b: 2}\n"), Code::invalid_manifest);
  EXPECT_EQ(code_of("    set: {/a: 1}\n    remove: [/a]\n"), Code::invalid_manifest);
  EXPECT_EQ(code_of("    set: {/a/-: 1}\n"), Code::invalid_manifest);
  EXPECT_EQ(code_of("    set: {/a: 1}\n    must_equal: {/b: 1}\n"), Code::invalid_manifest);
  EXPECT_EQ(code_of("    set: {/a: 1}\n    must_equal: {/a: 1}\n"), Code::invalid_manifest);
  EXPECT_EQ(code_of("    remove: [/a]\n    must_be_new: true\n"), Code::invalid_manifest);
  EXPECT_EQ(code_of("    set: {/a: true}\n"), Code::invalid_manifest);
}

}  // namespace
}  // namespace patcher
