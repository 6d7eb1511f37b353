// SPDX-License-Identifier: MIT
#include "patcher/manifest/scope.hpp"

#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

TextEdit edit_with(const std::string& file, const std::string& scope) {
  return text_edit_from("  - file: " + file + "\n    scope: " + scope +
                        "\n    find: x\n    replace: y\n");
}

Seen error_with(const std::string& file, const std::string& scope) {
  return seen(only(findings_of(patch_with("  - file: " + file + "\n    scope: " + scope +
                                          "\n    find: x\n    replace: y\n"))));
}

TEST(Scope, NamesADefinitionOfEveryLanguageThatHasThem) {
  EXPECT_EQ(edit_with("a.cuh", "n::A<int>::f(int, float*) const").scope->path,
            "n::A<int>::f(int, float*) const");
  EXPECT_EQ(edit_with("a.hpp", "::f").scope->path, "::f");
  EXPECT_EQ(edit_with("a.h", "macro A").scope->path, "macro A");
  EXPECT_EQ(edit_with("a.sh", "f").scope->path, "f");
  EXPECT_FALSE(edit_with("a.sh", "f").scope->region);
}

TEST(Scope, CanBeARegionOfAnyFile) {
  const Scope scope = *edit_with("a", "{from: '  x:', to: \"y: #\"}").scope;

  ASSERT_TRUE(scope.region);
  EXPECT_EQ(scope.region->from, "  x:");
  EXPECT_EQ(scope.region->to, "y: #");
  EXPECT_EQ(scope.where, (Place{"p.yaml", 9, 13}));
  EXPECT_FALSE(edit_with("a.py", "{from: x}").scope->region->to);
}

TEST(Scope, IsSpelledForMessages) {
  EXPECT_EQ(spelled(*edit_with("a.py", "A.f").scope), "A.f");
  EXPECT_EQ(spelled(*edit_with("a", "{from: x, to: y}").scope), "from x to y");
  EXPECT_EQ(spelled(*edit_with("a", "{from: x}").scope), "from x");
}

TEST(Scope, IsRefusedWhereTheFileHasNoSuchThing) {
  EXPECT_EQ(error_with("a.yaml", "f"), (Seen{Code::invalid_manifest, 9, 12}));
  EXPECT_EQ(error_with("a", "f"), (Seen{Code::invalid_manifest, 9, 12}));
  EXPECT_EQ(error_with("a.py", "macro A"), (Seen{Code::invalid_manifest, 9, 12}));
  EXPECT_EQ(seen(only(findings_of(patch_and("ensure: [{file: a.txt, scope: f, present: x}]\n")))),
            (Seen{Code::invalid_manifest, 9, 31}));
}

TEST(Scope, ARegionNeedsItsFirstLineAndNothingElse) {
  EXPECT_EQ(error_with("a", "{to: y}"), (Seen{Code::invalid_manifest, 9, 13}));
  EXPECT_EQ(error_with("a", "{from: \"x\\ny\"}"), (Seen{Code::invalid_manifest, 9, 19}));
  EXPECT_EQ(error_with("a", "{from: x, until: y}"), (Seen{Code::unknown_key, 9, 22}));
  EXPECT_EQ(error_with("a", "[x, y]"), (Seen{Code::invalid_manifest, 9, 12}));
}

TEST(Scope, TwoEditsOfTwoRegionsAreNoTwins) {
  const std::string text =
      "  - {file: a, scope: {from: x}, find: b, replace: c}\n"
      "  - {file: a, scope: {from: y}, find: b, replace: c}\n";

  EXPECT_TRUE(findings_of(patch_with(text)).empty());
}

TEST(TreeMacros, AreNotDefinedAndUndefinedAtOnce) {
  const std::string text =
      "version: 1\nname: m\ntrees:\n  t:\n    upstream: u\n    definitions: [A]\n"
      "    undefined: [B, A]\n    commit: ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21\n"
      "patches: [p.yaml]\n";

  EXPECT_EQ(seen(only(findings_of_manifest(text))), (Seen{Code::invalid_manifest, 7, 20}));
}

}  // namespace
}  // namespace patcher
