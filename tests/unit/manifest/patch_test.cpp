// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

TEST(Patch, ReadsItsHead) {
  const Patch patch = patch_from(
      "version: 1\nid: p-1\ntree: atom\ntitle: a title\nwhy: |\n  a\n  b\nupstream:\n"
      "  state: not-submitted\n  links: [https://x/1]\n  drop_when: c\n"
      "edits: [{file: a, find: x, replace: y}]\nchecks: [{run: [make, -j], needs: [gpu]}]\n");

  EXPECT_EQ(patch.id, "p-1");
  EXPECT_EQ(patch.tree, "atom");
  EXPECT_EQ(patch.why, "a\nb\n");
  EXPECT_EQ(patch.upstream.state, Upstream::State::not_submitted);
  EXPECT_EQ(patch.upstream.links, (std::vector<std::string>{"https://x/1"}));
  EXPECT_EQ(patch.checks.at(0).run, (std::vector<std::string>{"make", "-j"}));
  EXPECT_EQ(patch.checks.at(0).needs, (std::vector<std::string>{"gpu"}));
}

TEST(Patch, RefusesEmptyEdits) {
  EXPECT_EQ(seen(only(findings_of(patch_with("  []\n")))), (Seen{Code::invalid_manifest, 8, 3}));
}

TEST(Patch, RefusesAnIdWithCapitals) {
  const std::string text = patch_and("").replace(patch_and("").find("id: p"), 5, "id: P");

  EXPECT_EQ(seen(only(findings_of(text))), (Seen{Code::invalid_manifest, 2, 5}));
}

TEST(Patch, RefusesALinkThatIsNoUrl) {
  EXPECT_EQ(seen(only(findings_of("version: 1\nid: p\ntree: t\ntitle: a\nwhy: b\n"
                                  "upstream: {state: merged, links: [\"#12\"], drop_when: d}\n"
                                  "edits: [{file: a.py, find: x, replace: y}]\n"))),
            (Seen{Code::invalid_manifest, 6, 35}));
}

TEST(Patch, OfANewerLanguageIsNotJudgedFurther) {
  EXPECT_EQ(seen(only(findings_of("version: 2\nid: p\nedits: []\ncolour: red\n"))),
            (Seen{Code::invalid_manifest, 1, 10}));
}

TEST(Patch, ForANewerProgramIsNotJudgedFurther) {
  EXPECT_EQ(seen(only(findings_of("min_patcher: 99.0.0\nid: p\nedits: []\ncolour: red\n"))),
            (Seen{Code::not_supported, 1, 14}));
}

TEST(Patch, ForThisProgramIsRead) {
  EXPECT_TRUE(findings_of(patch_and("min_patcher: 0.1.0\n")).empty());
}

TEST(Patch, RefusesAVersionOfTwoParts) {
  EXPECT_EQ(seen(only(findings_of(patch_and("min_patcher: 0.1\n")))),
            (Seen{Code::invalid_manifest, 9, 14}));
}

TEST(Patch, WithCrlfIsItsLfTwin) {
  const std::string lf = patch_with("  - file: a.py\n    find: |\n      x\n    replace: y\n");
  std::string crlf = lf;
  for (std::size_t at = 0; (at = crlf.find('\n', at)) != std::string::npos; at += 2) {
    crlf.insert(at, "\r");
  }

  const Diagnostic found = only(findings_of(crlf));

  EXPECT_EQ(seen(found), (Seen{Code::line_endings, 1, 11}));
  EXPECT_EQ(found.severity, Severity::warning);
  EXPECT_EQ(patch_from(crlf).revision, patch_from(lf).revision);
}

TEST(Patch, RevisionIsOfItsBytes) {
  const std::string revision = patch_from(patch_and("")).revision;

  EXPECT_TRUE(revision.starts_with("sha256:"));
  EXPECT_EQ(revision.size(), 71U);
  EXPECT_NE(patch_from(patch_and("# more\n")).revision, revision);
}

TEST(Patch, AsAManifestHasOneTreeWithoutAPin) {
  const auto loaded = load_manifest("d/p.yaml", MemoryFiles({{"d/p.yaml", patch_and("")}}));

  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->manifest.name, "p");
  ASSERT_EQ(loaded->manifest.trees.size(), 1U);
  EXPECT_EQ(loaded->manifest.trees[0].name, "t");
  EXPECT_EQ(loaded->manifest.trees[0].commit, "");
  EXPECT_EQ(loaded->manifest.patches[0].file, "d/p.yaml");
  EXPECT_EQ(loaded->manifest.patches[0].where, (Place{"d/p.yaml", 1, 1}));
}

}  // namespace
}  // namespace patcher
