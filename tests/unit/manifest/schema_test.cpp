// SPDX-License-Identifier: MIT
#include "patcher/manifest/schema.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace patcher {
namespace {

std::string committed(const std::string& name) {
  std::ifstream file(std::string(PATCHER_SOURCE_DIR) + "/schema/" + name, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

// `patcher schema manifest > schema/manifest.schema.json` makes it anew.
TEST(Schema, OfAManifestIsTheCommittedOne) {
  EXPECT_EQ(schema_of(FileKind::manifest), committed("manifest.schema.json"));
}

TEST(Schema, OfAPatchIsTheCommittedOne) {
  EXPECT_EQ(schema_of(FileKind::patch), committed("patch.schema.json"));
}

TEST(Schema, OfALockIsTheCommittedOne) {
  EXPECT_EQ(schema_of(FileKind::lock), committed("lock.schema.json"));
}

}  // namespace
}  // namespace patcher
