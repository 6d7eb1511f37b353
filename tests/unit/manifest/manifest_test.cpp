// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

Manifest manifest_from(const std::string& text) {
  auto loaded = load_manifest("m.yaml", MemoryFiles({{"m.yaml", text}, {"p.yaml", patch_and("")}}));
  return loaded ? loaded->manifest : Manifest{};
}

Seen error_of(const std::string& more) {
  return seen(only(findings_of_manifest(manifest_and(more))));
}

TEST(Manifest, ReadsItsTrees) {
  const Manifest manifest = manifest_from(
      "version: 1\nname: M-1\nbase: {image: \"r/i:t\"}\ntrees:\n"
      "  t: {upstream: u, commit: ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21,\n"
      "      locate: [{path: /app}, {python: a.b, up: 1}], definitions: [USE_X], undefined: [Y]}\n"
      "  s: {upstream: u, commit: ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21}\npatches: [p.yaml]\n");

  EXPECT_EQ(manifest.name, "M-1");
  EXPECT_EQ(manifest.base.image, "r/i:t");
  ASSERT_NE(manifest.tree("t"), nullptr);
  const TreeSpec& tree = *manifest.tree("t");
  EXPECT_EQ(tree.commit, "ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21");
  EXPECT_EQ(std::get<Location::Path>(tree.locate.at(0).what).path, "/app");
  EXPECT_EQ(std::get<Location::Python>(tree.locate.at(1).what).package, "a.b");
  EXPECT_EQ(std::get<Location::Python>(tree.locate.at(1).what).up, 1U);
  EXPECT_EQ(tree.definitions, (std::vector<std::string>{"USE_X"}));
  EXPECT_EQ(tree.undefined, (std::vector<std::string>{"Y"}));
  EXPECT_EQ(manifest.trees.at(1).name, "s");
}

TEST(Manifest, ReadsItsRebuildsChecksAndLedger) {
  const Manifest manifest = manifest_from(manifest_and(
      "rebuilds: [{id: r, tree: t, when_changed: [\"c/*.cu\"], remove: [x.so], run: [make],\n"
      "  produces: [x.so], env: {ARCH: gfx950, JOBS: 8}}]\nchecks: [{run: [true_]}]\n"
      "ledger: [{id: l, tree: t, why: w, links: [\"https://x\"], title: y}]\n"));

  ASSERT_EQ(manifest.rebuilds.size(), 1U);
  EXPECT_EQ(manifest.rebuilds[0].when_changed, (std::vector<std::string>{"c/*.cu"}));
  EXPECT_EQ(manifest.rebuilds[0].env.at("JOBS"), "8");
  EXPECT_EQ(manifest.checks.at(0).run, (std::vector<std::string>{"true_"}));
  EXPECT_EQ(manifest.ledger.at(0).id, "l");
  EXPECT_EQ(manifest.ledger.at(0).title, "y");
}

TEST(Manifest, RefusesEmptyPatches) {
  EXPECT_EQ(
      seen(only(findings_of_manifest("version: 1\nname: m\ntrees: {t: {upstream: u, commit: "
                                     "ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21}}\npatches: []\n"))),
      (Seen{Code::invalid_manifest, 4, 10}));
}

TEST(Manifest, RefusesEmptyTrees) {
  EXPECT_EQ(seen(only(findings_of_manifest("version: 1\nname: m\ntrees: {}\npatches: [p.yaml]\n"))),
            (Seen{Code::invalid_manifest, 3, 8}));
}

TEST(Manifest, TakesACommitOfDigitsAsSpelled) {
  const Manifest manifest = manifest_from(
      "version: 1\nname: m\ntrees: {t: {upstream: u, commit: "
      "0000000000000000000000000000000000000000}}\npatches: [p.yaml]\n");

  EXPECT_EQ(manifest.trees.at(0).commit, std::string(40, '0'));
}

TEST(Manifest, RefusesANumberAsBase) {
  EXPECT_EQ(error_of("base: 3.10\n"), (Seen{Code::invalid_manifest, 5, 7}));
  EXPECT_EQ(error_of("base: {image: 3.10}\n"), (Seen{Code::invalid_manifest, 5, 15}));
  EXPECT_EQ(error_of("base: {image: 1e3}\n"), (Seen{Code::invalid_manifest, 5, 15}));
}

TEST(Manifest, RefusesAShortCommit) {
  EXPECT_EQ(
      seen(findings_of_manifest("version: 1\nname: m\ntrees: {t: {upstream: u, commit: abc}}\n"
                                "patches: [p.yaml]\n")
               .at(0)),
      (Seen{Code::invalid_manifest, 3, 34}));
}

TEST(Manifest, RefusesABadTreeName) {
  EXPECT_EQ(seen(findings_of_manifest("version: 1\nname: m\ntrees: {on: {upstream: u, commit: "
                                      "ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21}}\n"
                                      "patches: [p.yaml]\n")
                     .at(0)),
            (Seen{Code::invalid_manifest, 3, 9}));
}

TEST(Manifest, RefusesMergeKeysAmongTrees) {
  EXPECT_EQ(
      seen(findings_of_manifest("version: 1\nname: m\ntrees: {<<: {}}\npatches: [p.yaml]\n").at(0)),
      (Seen{Code::unknown_key, 3, 9}));
}

TEST(Rebuild, RefusesAnUnknownTree) {
  const Diagnostic found = only(findings_of_manifest(
      manifest_and("rebuilds: [{id: r, tree: tt, when_changed: [x], run: [make]}]\n")));

  EXPECT_EQ(seen(found), (Seen{Code::invalid_manifest, 5, 26}));
  EXPECT_EQ(found.hint, "did you mean 't'?");
}

TEST(Rebuild, RefusesUnsafePaths) {
  EXPECT_EQ(error_of("rebuilds: [{id: r, tree: t, when_changed: [x], remove: [../y], run: [m]}]\n"),
            (Seen{Code::unsafe_path, 5, 57}));
}

TEST(Rebuild, RefusesAnIdUsedTwice) {
  EXPECT_EQ(error_of("rebuilds:\n  - {id: r, tree: t, when_changed: [x], run: [m]}\n"
                     "  - {id: r, tree: t, when_changed: [y], run: [m]}\n"),
            (Seen{Code::invalid_manifest, 7, 10}));
}

TEST(Ledger, RefusesThePatchesId) {
  const Diagnostic found =
      only(findings_of_manifest(manifest_and("ledger: [{id: p, tree: t, why: w}]\n")));

  EXPECT_EQ(seen(found), (Seen{Code::invalid_manifest, 5, 15}));
  EXPECT_EQ(found.notes.at(0).where, (Place{"m.yaml", 4, 11}));
}

TEST(Ledger, RefusesAnIdUsedTwice) {
  EXPECT_EQ(error_of("ledger: [{id: l, tree: t, why: w}, {id: l, tree: t, why: w}]\n"),
            (Seen{Code::invalid_manifest, 5, 41}));
}

}  // namespace
}  // namespace patcher
