// SPDX-License-Identifier: MIT
// Edits inside a macro, by each kind of anchor: the result has to be one '#define'.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/plan/edit_trial.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

const std::string kMacro =
    "int a;\n#define BIND \\\n  one(x); \\\n  two(x); \\\n  three(x);\nint b;\n";
const std::string kWithNew =
    "int a;\n#define BIND \\\n  one(x); \\\n  fresh(x); \\\n  two(x); \\\n  three(x);\nint b;\n";

std::string in_macro(const std::string& edit) {
  return "- {file: f.cu, scope: macro BIND, " + edit + "}\n";
}

struct MacroCase {
  std::string name;
  std::string anchor;
  std::string key;
  std::string fitting;   // New text that keeps the macro whole.
  std::string breaking;  // The same without the sign that its line goes on.
};

class MacroEdit : public ::testing::TestWithParam<MacroCase> {
 protected:
  static std::string edit(const std::string& text) {
    return in_macro(GetParam().anchor + ", " + GetParam().key + ": \"" + text + "\"");
  }
};

TEST_P(MacroEdit, KeepsTheMacroWhole) {
  EXPECT_EQ(edited(edit(GetParam().fitting), kMacro), kWithNew);
}

TEST_P(MacroEdit, IsRefusedWhereItBreaksTheMacro) {
  const PatchFinding finding = find(edit(GetParam().breaking), kMacro);

  ASSERT_EQ(first_code(finding), Code::syntax_error);
  EXPECT_EQ(finding.diagnostics.front().message,
            "'macro BIND' would end too early: a line within it has no '\\' at its end");
  EXPECT_EQ(finding.diagnostics.front().target.line, 4U);
}

INSTANTIATE_TEST_SUITE_P(
    All, MacroEdit,
    ::testing::Values(MacroCase{"Find", "find: 'one(x); \\'", "insert_after", "fresh(x); \\\\",
                                "fresh(x);"},
                      MacroCase{"FindBefore", "find: 'two(x); \\'", "insert_before",
                                "fresh(x); \\\\", "fresh(x);"},
                      MacroCase{"FindText", "find_text: 'one(x); \\'", "insert_after",
                                "\\n  fresh(x); \\\\", "\\n  fresh(x);"},
                      MacroCase{"FindRegex", "find_regex: 'one.*\\\\$'", "insert_after",
                                "\\n  fresh(x); \\\\", "\\n  fresh(x);"},
                      MacroCase{"FindTokens", "find_tokens: 'one(x);'", "replace",
                                "one(x); \\\\\\nfresh(x);", "one(x); \\\\\\nfresh(x);\\n\\n"},
                      MacroCase{"Between", "between: ['one(x); \\', 'two(x); \\']", "insert",
                                "fresh(x); \\\\", "fresh(x);"},
                      MacroCase{"Span", "span: {from: 'one(x); \\', to: 'two(x); \\'}", "replace",
                                "one(x); \\\\\\nfresh(x); \\\\", "one(x); \\\\\\nfresh(x);"}),
    [](const auto& about) { return about.param.name; });

TEST(MacroInsertion, GoesBesideTokensWhereItsLinesGoOn) {
  EXPECT_EQ(edited(in_macro("find_tokens: 'one(x);', insert_after: 'fresh(x); \\'"), kMacro),
            kWithNew);
  EXPECT_EQ(edited(in_macro("find_tokens: 'two(x);', insert_before: 'fresh(x); \\'"), kMacro),
            kWithNew);
}

TEST(MacroInsertion, IsRefusedBesideTokensWhereALineDoesNotGoOn) {
  const PatchFinding behind =
      find(in_macro("find_tokens: 'one(x);', insert_after: 'fresh(x);'"), kMacro);
  const PatchFinding before =
      find(in_macro("find_tokens: 'two(x);', insert_before: \"f(x); \\\\\\nfresh(x);\""), kMacro);

  EXPECT_EQ(first_code(behind), Code::place_unfit);
  EXPECT_EQ(behind.diagnostics.front().target.line, 3U);
  EXPECT_THAT(behind.diagnostics.front().hint, HasSubstr("end each new line with ' \\'"));
  EXPECT_EQ(first_code(before), Code::place_unfit);
  EXPECT_EQ(before.diagnostics.front().target.line, 4U);
}

TEST(MacroInsertion, IsRefusedBehindTheLastLineWithoutABackslash) {
  EXPECT_EQ(
      first_code(find(in_macro("find_tokens: 'three(x);', insert_after: 'fresh(x);'"), kMacro)),
      Code::round_trip_failed);
}

TEST(MacroDeletion, TakesALineThatGoesOn) {
  EXPECT_EQ(edited(in_macro("find_tokens: 'two(x);', replace: ''"), kMacro),
            "int a;\n#define BIND \\\n  one(x); \\\n  three(x);\nint b;\n");
  EXPECT_EQ(first_code(find(in_macro("find_tokens: 'three(x);', replace: ''"), kMacro)),
            Code::place_unfit);
}

TEST(MacroDefinition, IsReplacedAsOneDefine) {
  const std::string head = "- file: f.cu\n  definition: true\n  scope: {path: macro BIND, body: '";
  const PatchFinding unpinned = find(head + std::string(64, '0') + "'}\n  delete: true\n", kMacro);
  const std::string& note = unpinned.diagnostics.at(0).notes.at(2).message;
  const std::string pinned = head + note.substr(note.find(':') + 3) + "'}\n  replace: ";

  EXPECT_EQ(edited(pinned + "\"#define BIND \\\\\\n  one(x);\"\n", kMacro),
            "int a;\n#define BIND \\\n  one(x);\nint b;\n");
  EXPECT_EQ(first_code(find(pinned + "\"#define BIND\\n  one(x);\"\n", kMacro)),
            Code::syntax_error);
}

}  // namespace
}  // namespace patcher::testing
