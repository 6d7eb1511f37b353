// SPDX-License-Identifier: MIT
// The `map:` of an entry of `locate:`.
#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

std::string manifest_with_map(const std::string& map) {
  return "version: 1\nname: m\ntrees:\n  t:\n    upstream: u\n"
         "    commit: ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21\n"
         "    locate:\n      - python: a\n        map: " +
         map + "\npatches: [p.yaml]\n";
}

std::vector<MappedPart> parts_of(const std::string& map) {
  auto loaded = load_manifest(
      "m.yaml", MemoryFiles({{"m.yaml", manifest_with_map(map)}, {"p.yaml", patch_and("")}}));
  return loaded ? loaded->manifest.trees.at(0).locate.at(0).map : std::vector<MappedPart>{};
}

Seen fault_in(const std::string& map) {
  return seen(only(findings_of_manifest(manifest_with_map(map))));
}

TEST(LocateMap, ReadsPathsAndPackages) {
  const auto parts =
      parts_of("{d/e: {python: x.y, path: f/g}, csrc: a_meta/csrc, b: /opt/b, h: {python: z}}");

  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(parts[0].at.str(), "b");
  EXPECT_EQ(std::get<MappedPart::Path>(parts[0].what).path, "/opt/b");
  EXPECT_EQ(std::get<MappedPart::Path>(parts[1].what).path, "a_meta/csrc");
  EXPECT_EQ(parts[1].where, (Place{"m.yaml", 9, 46}));
  EXPECT_EQ(std::get<MappedPart::Python>(parts[2].what).package, "x.y");
  EXPECT_EQ(std::get<MappedPart::Python>(parts[2].what).below, "f/g");
  EXPECT_EQ(std::get<MappedPart::Python>(parts[3].what).below, "");
}

class UnsafeMap : public ::testing::TestWithParam<const char*> {};

TEST_P(UnsafeMap, IsRefusedAsUnsafe) { EXPECT_EQ(fault_in(GetParam()).code, Code::unsafe_path); }

INSTANTIATE_TEST_SUITE_P(All, UnsafeMap,
                         ::testing::Values("{/csrc: x}", "{../csrc: x}", "{a/../b: x}", "{.git: x}",
                                           "{.patcher: x}", "{csrc: ../x}", "{csrc: x/.git}",
                                           "{csrc: {python: a, path: ../x}}",
                                           "{csrc: {python: a, path: /x}}"));

class BadMap : public ::testing::TestWithParam<const char*> {};

TEST_P(BadMap, IsRefused) { EXPECT_EQ(fault_in(GetParam()).code, Code::invalid_manifest); }

INSTANTIATE_TEST_SUITE_P(All, BadMap,
                         ::testing::Values("[csrc]", "csrc", "{csrc/: x}", "{./csrc: x}",
                                           "{a//b: x}", "{csrc: [x]}", "{csrc: ./x}",
                                           "{csrc: {path: x}}", "{csrc: {python: a-b}}"));

TEST(LocateMap, RefusesAnUnknownKeyOfAPlace) {
  EXPECT_EQ(fault_in("{csrc: {python: a, up: 1}}").code, Code::unknown_key);
}

TEST(LocateMap, RefusesAFolderInAnotherOne) {
  const Diagnostic found = only(findings_of_manifest(manifest_with_map("{a: x, a.b: y, a/b: z}")));

  EXPECT_EQ(seen(found), (Seen{Code::invalid_manifest, 9, 29}));
  EXPECT_EQ(found.notes.at(0).where, (Place{"m.yaml", 9, 15}));
}

TEST(LocateMap, StandsInAnEntryOnly) {
  const std::string text =
      "version: 1\nname: m\ntrees:\n  t:\n    upstream: u\n    map: {}\n"
      "    commit: ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21\npatches: [p.yaml]\n";

  EXPECT_EQ(seen(only(findings_of_manifest(text))), (Seen{Code::unknown_key, 6, 5}));
}

}  // namespace
}  // namespace patcher
