// SPDX-License-Identifier: MIT
#include "patcher/manifest/lock_freshness.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "patcher/manifest/digest.hpp"
#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

std::string manifest_of(const std::string& patches, const std::string& commit = "0") {
  return "version: 1\nname: m\ntrees:\n  t: {upstream: 'https://e.org', commit: '" +
         std::string(39, '0') + commit + "'}\npatches: [" + patches + "]\n";
}

MemoryFiles::Files files() {
  const std::string payload = "- {add_file: n, from: n.bin, sha256: " + sha256_of("n") + "}\n";
  std::string other = patch_with("- {file: f, find: a, replace: b}\n");
  other.replace(other.find("id: p"), 5, "id: q");
  return {{"m.yaml", manifest_of("p.yaml, q.yaml")},
          {"p.yaml", patch_with(payload)},
          {"q.yaml", other},
          {"n.bin", "n"}};
}

Lock lock_of(MemoryFiles::Files all) {
  auto loaded = load_manifest("m.yaml", MemoryFiles(std::move(all)));
  if (!loaded) ADD_FAILURE() << loaded.error().diagnostics().front().message;
  return loaded ? digests_of(loaded->manifest) : Lock{};
}

std::vector<std::string> told(const MemoryFiles::Files& now) {
  std::vector<std::string> messages;
  for (const Diagnostic& diagnostic : stale_digests(lock_of(files()), lock_of(now))) {
    EXPECT_EQ(diagnostic.code, Code::lock_stale);
    messages.push_back(diagnostic.message);
  }
  return messages;
}

using Messages = std::vector<std::string>;

TEST(LockFreshness, OfUnchangedFilesHasNothingToSay) { EXPECT_EQ(told(files()), Messages{}); }

TEST(LockFreshness, DigestsAreThoseOfTheFiles) {
  const Lock lock = lock_of(files());

  EXPECT_EQ(lock.sha256, sha256_of(files().at("m.yaml")));
  EXPECT_EQ(lock.patches[1].sha256, sha256_of(files().at("q.yaml")));
  ASSERT_EQ(lock.patches[0].payloads.size(), 1U);
  EXPECT_EQ(lock.patches[0].payloads[0].file, "n.bin");
  EXPECT_EQ(lock.patches[0].payloads[0].sha256, sha256_of("n"));
}

TEST(LockFreshness, TakesCrlfForLf) {
  auto now = files();
  std::string& text = now["m.yaml"];
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) {
    text.insert(at, 1, '\r');
  }

  EXPECT_EQ(told(now), Messages{});
}

TEST(LockFreshness, NamesTheManifestAndThePin) {
  auto now = files();
  now["m.yaml"] = manifest_of("p.yaml, q.yaml", "1");

  EXPECT_EQ(told(now), (Messages{"stale lock: the manifest changed",
                                 "stale lock: tree 't' is pinned at " + std::string(39, '0') +
                                     "1, locked is " + std::string(40, '0')}));
}

TEST(LockFreshness, NamesThePatch) {
  auto now = files();
  now["q.yaml"] += "# a comment\n";

  EXPECT_EQ(told(now), (Messages{"stale lock: patch 'q' changed"}));
}

TEST(LockFreshness, NamesThePayload) {
  auto now = files();
  now["n.bin"] = "other";
  std::string& patch = now["p.yaml"];
  patch.replace(patch.find(sha256_of("n")), 64, sha256_of("other"));

  EXPECT_EQ(told(now), (Messages{"stale lock: patch 'p' changed",
                                 "stale lock: payload 'n.bin' of patch 'p' changed"}));
}

TEST(LockFreshness, NamesAPatchThatCameOrWentOrMoved) {
  auto now = files();
  now["m.yaml"] = manifest_of("p.yaml");
  EXPECT_EQ(told(now), (Messages{"stale lock: the manifest changed",
                                 "stale lock: the manifest has no patch 'q' any more"}));

  now["m.yaml"] = manifest_of("q.yaml, p.yaml");
  EXPECT_EQ(told(now),
            (Messages{"stale lock: the manifest changed",
                      "stale lock: the patches stand in another order in the manifest"}));

  now = files();
  now["r.yaml"] = now["q.yaml"];
  now["r.yaml"].replace(now["r.yaml"].find("id: q"), 5, "id: r");
  now["m.yaml"] = manifest_of("p.yaml, q.yaml, r.yaml");
  EXPECT_EQ(told(now),
            (Messages{"stale lock: the manifest changed", "stale lock: patch 'r' is not in it"}));
}

TEST(LockFreshness, ALockIsNoManifest) {
  auto all = files();
  all["m.lock.yaml"] = text_of(lock_of(files()));

  const auto loaded = load_manifest("m.lock.yaml", MemoryFiles(all));

  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().diagnostics().front().message,
            "the file is a lock, expected a manifest");
}

}  // namespace
}  // namespace patcher
