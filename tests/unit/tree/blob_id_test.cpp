// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "patcher/tree/tree.hpp"

namespace patcher {
namespace {

TEST(BlobId, OfNothingIsGitsEmptyBlob) {
  EXPECT_EQ(blob_id_of("").hex, "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
}

TEST(BlobId, OfTextIsWhatGitHashObjectPrints) {
  EXPECT_EQ(blob_id_of("hello\n").hex, "ce013625030ba8dba906f756967f9e9ca394464a");
}

TEST(BlobId, KeepsLineEndingsAndNulBytesAsTheyAre) {
  using namespace std::string_view_literals;

  EXPECT_NE(blob_id_of("a\r\n"), blob_id_of("a\n"));
  EXPECT_EQ(blob_id_of("a\0b"sv).hex, "20b5be91886d0b6f26dc98a225c0dac05fe2c86e");
}

TEST(BlobId, OfALargeTextIsItsOwnWhoeverHoldsIt) {
  constexpr std::size_t kLarge = (std::size_t{1} << 20U) + 1;
  const auto large = [](char last) {
    std::string text(kLarge, 'x');
    text.back() = last;
    return std::make_shared<const std::string>(std::move(text));
  };
  Bytes first = large('a');
  const BlobId id = blob_id_of(first);

  EXPECT_EQ(id, blob_id_of(*first));
  EXPECT_EQ(blob_id_of(first), id);
  EXPECT_EQ(blob_id_of(large('a')), id);
  EXPECT_EQ(blob_id_of(large('b')), blob_id_of(*large('b')));
  first.reset();
  EXPECT_EQ(blob_id_of(large('c')), blob_id_of(*large('c')));
}

}  // namespace
}  // namespace patcher
