// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "patcher/manifest/load.hpp"

namespace patcher {
namespace {

class DiskSourceTest : public testing::Test {
 protected:
  DiskSourceTest() { std::filesystem::create_directories(folder_); }
  ~DiskSourceTest() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  [[nodiscard]] Code refusal_of(const std::string& name, std::size_t limit) const {
    const auto read = DiskSource().read(path(name), limit);
    return read ? Code::internal : read.error().diagnostics().front().code;
  }

 private:
  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) /
                                  testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(DiskSourceTest, ReadsEveryByte) {
  const std::string bytes = std::string("a\0b\r\n", 5) + std::string(200'000, 'x');
  write("f", bytes);

  const auto read = DiskSource().read(path("f"), 1U << 20U);

  ASSERT_TRUE(read);
  EXPECT_EQ(*read, bytes);
}

TEST_F(DiskSourceTest, ReadsAFileOfExactlyTheLimit) {
  write("f", "12345");

  EXPECT_TRUE(DiskSource().read(path("f"), 5));
  EXPECT_EQ(refusal_of("f", 4), Code::usage);
}

TEST_F(DiskSourceTest, RefusesAnAbsentFile) {
  EXPECT_EQ(refusal_of("none", 5), Code::usage);
  write("f", "");
  EXPECT_EQ(refusal_of("f/below", 5), Code::usage);
}

TEST_F(DiskSourceTest, RefusesAFolder) { EXPECT_EQ(refusal_of(".", 5), Code::usage); }

TEST_F(DiskSourceTest, RefusesAFifoWithoutWaiting) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);

  EXPECT_EQ(refusal_of("pipe", 5), Code::usage);
}

// A sparse file: its 200 MB take no room, and are never read.
TEST_F(DiskSourceTest, RefusesAHugeFileUnread) {
  write("f", "");
  std::filesystem::resize_file(path("f"), 200'000'000);

  EXPECT_EQ(refusal_of("f", 1U << 20U), Code::usage);
}

}  // namespace
}  // namespace patcher
