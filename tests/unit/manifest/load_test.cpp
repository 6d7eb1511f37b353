// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

const std::string kHead =
    "version: 1\nname: m\n"
    "trees: {t: {upstream: u, commit: ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21}}\n";

std::string renamed(const std::string& id) {
  std::string text = patch_and("");
  return text.replace(text.find("id: p"), 5, "id: " + id);
}

TEST(Load, FindsPatchesBesideTheManifest) {
  const auto loaded = load_manifest(
      "manifests/m.yaml",
      MemoryFiles({{"manifests/m.yaml", kHead + "patches: [../patches/p.yaml, {patch: q.yaml}]\n"},
                   {"patches/p.yaml", renamed("p")},
                   {"manifests/q.yaml", renamed("q")}}));

  ASSERT_TRUE(loaded);
  ASSERT_EQ(loaded->manifest.patches.size(), 2U);
  EXPECT_EQ(loaded->manifest.patches[0].file, "patches/p.yaml");
  EXPECT_EQ(loaded->manifest.patches[0].where, (Place{"manifests/m.yaml", 4, 11}));
  EXPECT_EQ(loaded->manifest.patches[1].id, "q");
}

TEST(Load, NamesThePlaceOfAMissingPatchFile) {
  const Diagnostic found =
      only(findings_in("m.yaml", {{"m.yaml", kHead + "patches: [none.yaml]\n"}}));

  EXPECT_EQ(seen(found), (Seen{Code::usage, 4, 11}));
  EXPECT_EQ(found.where.file, "m.yaml");
}

TEST(Load, NamesAMissingManifest) {
  const Diagnostic found = only(findings_in("m.yaml", {}));

  EXPECT_EQ(found.code, Code::usage);
  EXPECT_EQ(found.where.file, "m.yaml");
}

TEST(Load, RefusesAFileOverOneMegabyte) {
  EXPECT_EQ(only(findings_of(patch_and("# " + std::string(1U << 20U, 'x')))).code, Code::usage);
}

TEST(Load, RefusesAPatchFileNamedTwice) {
  const Diagnostic found = only(findings_in(
      "m.yaml", {{"m.yaml", kHead + "patches: [p.yaml, ./p.yaml]\n"}, {"p.yaml", patch_and("")}}));

  EXPECT_EQ(seen(found), (Seen{Code::invalid_manifest, 4, 19}));
  EXPECT_EQ(found.notes.at(0).where, (Place{"m.yaml", 4, 11}));
}

TEST(Load, RefusesTwoPatchesOfOneId) {
  const Diagnostic found =
      only(findings_in("m.yaml", {{"m.yaml", kHead + "patches: [p.yaml, q.yaml]\n"},
                                  {"p.yaml", patch_and("")},
                                  {"q.yaml", patch_and("# other\n")}}));

  EXPECT_EQ(seen(found), (Seen{Code::invalid_manifest, 4, 19}));
  EXPECT_EQ(found.notes.at(0).where, (Place{"m.yaml", 4, 11}));
}

TEST(Load, RefusesAPatchOfAnUndeclaredTree) {
  std::string text = patch_and("");
  text.replace(text.find("tree: t"), 7, "tree: tt");

  const Diagnostic found =
      only(findings_in("m.yaml", {{"m.yaml", kHead + "patches: [p.yaml]\n"}, {"p.yaml", text}}));

  EXPECT_EQ(seen(found), (Seen{Code::invalid_manifest, 3, 7}));
  EXPECT_EQ(found.where.file, "p.yaml");
  EXPECT_EQ(found.hint, "did you mean 't'?");
}

TEST(Load, RefusesAManifestAsAPatch) {
  EXPECT_EQ(seen(only(findings_in("m.yaml", {{"m.yaml", kHead + "patches: [n.yaml]\n"},
                                             {"n.yaml", kHead + "patches: [p.yaml]\n"}}))),
            (Seen{Code::invalid_manifest, 4, 11}));
}

TEST(Load, RefusesAFileOfNeitherKind) {
  EXPECT_EQ(seen(only(findings_of("colour: red\n"))), (Seen{Code::invalid_manifest, 1, 1}));
  EXPECT_EQ(seen(only(findings_of("- x\n"))), (Seen{Code::invalid_manifest, 1, 1}));
}

TEST(Load, ReportsAllFilesInOrder) {
  const auto found = findings_in("m.yaml", {{"m.yaml", kHead + "patches: [q.yaml, p.yaml]\nx: 1\n"},
                                            {"p.yaml", patch_and("colour: red\n")},
                                            {"q.yaml", "id: q\nedits: [\n"}});

  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].where, (Place{"m.yaml", 5, 1}));
  EXPECT_EQ(found[1].where.file, "q.yaml");
  EXPECT_EQ(found[2].where, (Place{"p.yaml", 9, 1}));
}

TEST(Load, KeepsWarningsBesideAGoodManifest) {
  const auto found = findings_of_manifest(manifest_and("").insert(10, "\r"));

  EXPECT_EQ(seen(only(found)), (Seen{Code::line_endings, 1, 11}));
}

}  // namespace
}  // namespace patcher
