// SPDX-License-Identifier: MIT
#include "patcher/plan/table_value.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace patcher {
namespace {

CellKinds kinds(std::initializer_list<CellKind> all) {
  CellKinds bits = 0;
  for (const CellKind kind : all) bits |= static_cast<CellKinds>(kind);
  return bits;
}

CellValue number(std::string_view text, Comparison comparison = Comparison::exact) {
  return value_of(text, ColumnType::numbers, comparison);
}

TEST(CellKind, TellsNumbersFromText) {
  EXPECT_EQ(kind_of("12"), CellKind::whole);
  EXPECT_EQ(kind_of(" -12 "), CellKind::whole);
  EXPECT_EQ(kind_of("+7"), CellKind::whole);
  EXPECT_EQ(kind_of("18446744073709551615"), CellKind::large);
  EXPECT_EQ(kind_of("18446744073709551616"), CellKind::text);
  EXPECT_EQ(kind_of("1.0"), CellKind::real);
  EXPECT_EQ(kind_of(".5"), CellKind::real);
  EXPECT_EQ(kind_of("1e3"), CellKind::real);
  EXPECT_EQ(kind_of("-inf"), CellKind::real);
  EXPECT_EQ(kind_of("0x10"), CellKind::text);
  EXPECT_EQ(kind_of("1_000"), CellKind::text);
  EXPECT_EQ(kind_of("gfx950"), CellKind::text);
}

TEST(CellKind, KnowsMissingCellsAndTruthValues) {
  EXPECT_EQ(kind_of(""), CellKind::missing);
  EXPECT_EQ(kind_of("nan"), CellKind::missing);
  EXPECT_EQ(kind_of("None"), CellKind::missing);
  EXPECT_EQ(kind_of(" "), CellKind::text);
  EXPECT_EQ(kind_of("True"), CellKind::truth);
  EXPECT_EQ(kind_of("FALSE"), CellKind::truth);
  EXPECT_EQ(kind_of("yes"), CellKind::text);
}

TEST(ColumnType, IsTextAsSoonAsOneCellIs) {
  EXPECT_EQ(type_of(kinds({CellKind::whole})), ColumnType::numbers);
  EXPECT_EQ(type_of(kinds({CellKind::whole, CellKind::missing})), ColumnType::real_numbers);
  EXPECT_EQ(type_of(kinds({CellKind::whole, CellKind::real})), ColumnType::real_numbers);
  EXPECT_EQ(type_of(kinds({CellKind::truth, CellKind::missing})), ColumnType::truth);
  EXPECT_EQ(type_of(kinds({CellKind::truth, CellKind::whole})), ColumnType::text);
  EXPECT_EQ(type_of(kinds({CellKind::whole, CellKind::text})), ColumnType::text);
}

TEST(CellValue, TakesNumbersByTheirValue) {
  EXPECT_EQ(number("1"), value_of("1.0", ColumnType::real_numbers, Comparison::exact));
  EXPECT_EQ(number("007"), number("+7"));
  EXPECT_EQ(number("0"), value_of("-0.0", ColumnType::real_numbers, Comparison::exact));
  EXPECT_EQ(number("1"), value_of("True", ColumnType::truth, Comparison::exact));
  EXPECT_NE(number("-1"), number("18446744073709551615"));
}

TEST(CellValue, TakesTextAsItIsSpelled) {
  EXPECT_NE(value_of("1", ColumnType::text, Comparison::exact),
            value_of("1.0", ColumnType::text, Comparison::exact));
  EXPECT_NE(value_of("1", ColumnType::text, Comparison::exact), number("1"));
}

TEST(CellValue, TakesAllThatIsMissingForTheSame) {
  EXPECT_EQ(value_of("", ColumnType::text, Comparison::exact),
            value_of("NaN", ColumnType::real_numbers, Comparison::as_doubles));
}

TEST(CellValue, LosesWhatDoublePrecisionCannotHold) {
  EXPECT_NE(number("9007199254740993"), number("9007199254740992"));
  EXPECT_EQ(number("9007199254740993", Comparison::as_doubles),
            number("9007199254740992", Comparison::as_doubles));
}

}  // namespace
}  // namespace patcher
