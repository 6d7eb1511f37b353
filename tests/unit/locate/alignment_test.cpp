// SPDX-License-Identifier: MIT
#include "patcher/locate/alignment.hpp"

#include <gtest/gtest.h>

#include <ostream>

namespace patcher {

/// "expected:found", a dash for none.
void PrintTo(const AlignedLine& row, std::ostream* out) {
  *out << (row.expected ? std::to_string(*row.expected) : "-") << ':'
       << (row.found ? std::to_string(*row.found) : "-");
}

namespace {

using Rows = std::vector<AlignedLine>;
constexpr std::nullopt_t kNone = std::nullopt;

TEST(Aligned, LeavesOutWhatIsAround) {
  const Alignment alignment = aligned({"alpha()", "beta()"}, {"x", "alpha()", "beta()", "y"});

  EXPECT_EQ(alignment.rows, (Rows{{0, 1}, {1, 2}}));
  EXPECT_EQ(alignment.likeness, 1);
}

TEST(Aligned, PassesExtraLines) {
  EXPECT_EQ(aligned({"alpha()", "beta()"}, {"alpha()", "gamma = 1", "beta()"}).rows,
            (Rows{{0, 0}, {kNone, 1}, {1, 2}}));
}

TEST(Aligned, PassesMissingLines) {
  EXPECT_EQ(aligned({"alpha()", "gamma = 1", "beta()"}, {"alpha()", "beta()"}).rows,
            (Rows{{0, 0}, {1, kNone}, {2, 1}}));
}

TEST(Aligned, KeepsALineThatIsMissingAtTheEnd) {
  EXPECT_EQ(aligned({"alpha()", "beta()"}, {"alpha()"}).rows, (Rows{{0, 0}, {1, kNone}}));
}

TEST(Aligned, PutsAChangedLineBesideItsOldSelf) {
  const Alignment alignment = aligned({"alpha(one)", "beta(two)", "gamma(three)"},
                                      {"alpha(one)", "beta(2)", "gamma(three)"});

  EXPECT_EQ(alignment.rows, (Rows{{0, 0}, {1, 1}, {2, 2}}));
  EXPECT_GT(alignment.likeness, 0.8);
  EXPECT_LT(alignment.likeness, 1);
}

TEST(Aligned, IsUnlikeWhenNothingIsShared) {
  EXPECT_EQ(aligned({"abc"}, {"xyz"}).likeness, 0);
  EXPECT_EQ(aligned({"abc"}, {}).likeness, 0);
  EXPECT_TRUE(aligned({}, {"abc"}).rows.empty());
}

TEST(Aligned, CountsALongLineMoreThanAShortOne) {
  const std::vector<std::string_view> expected = {"a_rather_long_line_of_text()", "}"};

  EXPECT_GT(aligned(expected, {"a_rather_long_line_of_text()", ")"}).likeness,
            aligned(expected, {"some other thing altogether", "}"}).likeness);
}

}  // namespace
}  // namespace patcher
