// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

// SHA-256 of "abc".
const std::string kAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const std::string kZeros(64, '0');

Diagnostics findings_with_payload(const std::string& edits) {
  return findings_in("d/p.yaml", {{"d/p.yaml", patch_with(edits)}, {"d/x/k.cu", "abc"}});
}

template <class T>
T edit_from(const std::string& edits) {
  return std::get<T>(patch_from(patch_with(edits)).edits.at(0).what);
}

TEST(AddFile, TakesItsContentExactly) {
  const auto edit =
      edit_from<AddFile>("  - add_file: d/a.py\n    content: |\n      x\n    mode: 0755\n");

  EXPECT_EQ(edit.file.str(), "d/a.py");
  EXPECT_EQ(edit.content, "x\n");
  EXPECT_EQ(edit.mode, 0755U);
}

TEST(AddFile, MayBeEmpty) {
  const auto edit = edit_from<AddFile>("  - {add_file: a/__init__.py, content: \"\"}\n");

  EXPECT_EQ(edit.content, "");
  EXPECT_EQ(edit.mode, 0644U);
}

TEST(AddFile, ReadsItsPayloadBesideThePatch) {
  auto loaded = load_manifest(
      "d/p.yaml",
      MemoryFiles(
          {{"d/p.yaml", patch_with("  - {add_file: a.cu, from: x/k.cu, sha256: " + kAbc + "}\n")},
           {"d/x/k.cu", "abc"}}));

  ASSERT_TRUE(loaded);
  const auto& edit = std::get<AddFile>(loaded->manifest.patches[0].edits[0].what);
  EXPECT_EQ(edit.content, "abc");
}

TEST(AddFile, RefusesAPayloadOfAnotherDigest) {
  const Diagnostic found =
      only(findings_with_payload("  - {add_file: a.cu, from: x/k.cu, sha256: '" + kZeros + "'}\n"));

  EXPECT_EQ(seen(found), (Seen{Code::invalid_manifest, 8, 44}));
  EXPECT_NE(found.message.find(kAbc), std::string::npos);
  EXPECT_NE(found.message.find(kZeros), std::string::npos);
}

TEST(AddFile, ChecksTheDigestOfItsContentToo) {
  EXPECT_EQ(seen(only(findings_of(
                patch_with("  - {add_file: a, content: abd, sha256: " + kAbc + "}\n")))),
            (Seen{Code::invalid_manifest, 8, 41}));
}

TEST(AddFile, DemandsADigestWithAPayload) {
  EXPECT_EQ(seen(only(findings_with_payload("  - {add_file: a.cu, from: x/k.cu}\n"))),
            (Seen{Code::invalid_manifest, 8, 6}));
}

TEST(AddFile, NamesAPayloadThatIsMissing) {
  EXPECT_EQ(
      seen(only(findings_with_payload("  - {add_file: a.cu, from: k.cu, sha256: " + kAbc + "}\n"))),
      (Seen{Code::usage, 8, 28}));
}

TEST(AddFile, DemandsContentOrPayload) {
  EXPECT_EQ(seen(only(findings_of(patch_with("  - {add_file: a.cu}\n")))),
            (Seen{Code::invalid_manifest, 8, 6}));
}

TEST(AddFile, RefusesABadMode) {
  EXPECT_EQ(seen(only(findings_of(patch_with("  - {add_file: a, content: x, mode: 888}\n")))),
            (Seen{Code::invalid_manifest, 8, 37}));
  EXPECT_EQ(seen(only(findings_of(patch_with("  - {add_file: a, content: x, mode: '4755'}\n")))),
            (Seen{Code::invalid_manifest, 8, 37}));
}

TEST(RemoveFile, KnowsWhatMustBeThere) {
  const auto edit = edit_from<RemoveFile>("  - {remove_file: a.py, content: \"x\\n\"}\n");

  EXPECT_EQ(edit.file.str(), "a.py");
  EXPECT_EQ(edit.content, "x\n");
}

TEST(ModeOf, ReadsBothModes) {
  const auto edit = edit_from<ModeOf>("  - {mode_of: a.sh, mode: \"0755\", was: 644}\n");

  EXPECT_EQ(edit.mode, 0755U);
  EXPECT_EQ(edit.was, 0644U);
}

TEST(ModeOf, RefusesTheModeThatItHas) {
  EXPECT_EQ(seen(only(findings_of(patch_with("  - {mode_of: a, mode: 755, was: 0755}\n")))),
            (Seen{Code::invalid_manifest, 8, 24}));
}

class UnsafePath : public testing::TestWithParam<const char*> {};

TEST_P(UnsafePath, IsRefusedInEveryKey) {
  const std::string path = GetParam();

  EXPECT_EQ(seen(only(findings_of(patch_with("  - {add_file: '" + path + "', content: x}\n")))),
            (Seen{Code::unsafe_path, 8, 16}));
  EXPECT_EQ(
      seen(only(findings_of(patch_with("  - {file: '" + path + "', find: x, replace: y}\n")))),
      (Seen{Code::unsafe_path, 8, 12}));
  EXPECT_EQ(seen(only(findings_of(patch_and("ensure: [{file: '" + path + "', present: x}]\n")))),
            (Seen{Code::unsafe_path, 9, 17}));
}

INSTANTIATE_TEST_SUITE_P(All, UnsafePath,
                         testing::Values("/etc/passwd", "../x", "a/../../x", ".git/hooks/x",
                                         "a/.GIT/x", ".patcher/record.json"));

TEST(MalformedPath, IsRefused) {
  EXPECT_EQ(seen(only(findings_of(patch_with("  - {add_file: a//b, content: x}\n")))),
            (Seen{Code::invalid_manifest, 8, 16}));
}

}  // namespace
}  // namespace patcher
