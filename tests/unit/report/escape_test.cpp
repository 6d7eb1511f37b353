// SPDX-License-Identifier: MIT
#include "patcher/report/escape.hpp"

#include <gtest/gtest.h>

#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

using namespace std::string_literals;

struct EscapeCase {
  std::string name;
  std::string bytes;
  std::string shown;
};

class Printable : public testing::TestWithParam<EscapeCase> {};

TEST_P(Printable, ShowsText) { EXPECT_EQ(printable(GetParam().bytes), GetParam().shown); }

INSTANTIATE_TEST_SUITE_P(
    Cases, Printable,
    testing::Values(EscapeCase{"Ascii", "a-b_c.py", "a-b_c.py"}, EscapeCase{"Empty", "", ""},
                    EscapeCase{"Tab", "a\tb", "a\tb"}, EscapeCase{"Backslash", "a\\x1b", "a\\x1b"},
                    EscapeCase{"Escape", "\x1b[31mred", "\\x1b[31mred"},
                    EscapeCase{"LineEndings", "a\r\nb", "a\\x0d\\x0ab"},
                    EscapeCase{"NulAndDel", "\0\x7f"s, "\\x00\\x7f"},
                    EscapeCase{"C1",
                               "a\xc2\x9b"
                               "b",
                               "a\\xc2\\x9bb"},
                    EscapeCase{"NoBreakSpace", "\xc2\xa0", "\xc2\xa0"},
                    EscapeCase{"Override", "\xe2\x80\xae", "\\xe2\\x80\\xae"},
                    EscapeCase{"Isolate", "\xe2\x81\xa6", "\\xe2\\x81\\xa6"},
                    EscapeCase{"Utf8", "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80",
                               "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80"},
                    EscapeCase{"Latin1", "\xfc", "\\xfc"},
                    EscapeCase{"CutShort", "\xe2\x82", "\\xe2\\x82"},
                    EscapeCase{"CutShortBeforeText", "\xe2\x82z", "\\xe2\\x82z"},
                    EscapeCase{"LoneContinuation", "\x80", "\\x80"},
                    EscapeCase{"OverlongTwo", "\xc0\xaf", "\\xc0\\xaf"},
                    EscapeCase{"OverlongThree", "\xe0\x80\xaf", "\\xe0\\x80\\xaf"},
                    EscapeCase{"OverlongFour", "\xf0\x80\x80\xaf", "\\xf0\\x80\\x80\\xaf"},
                    EscapeCase{"Surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80"},
                    EscapeCase{"AboveUnicode", "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
                    EscapeCase{"LastCodePoint", "\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"}),
    [](const auto& instance) { return instance.param.name; });

TEST(ValidUtf8, EscapesOnlyWhatIsNotUtf8) {
  EXPECT_EQ(valid_utf8("\x1b\n\xc2\x9b\xff"), "\x1b\n\xc2\x9b\\xff");
}

TEST(FirstCharacter, TellsSizeAndCodePoint) {
  const Character euro = first_character("\xe2\x82\xac!");

  EXPECT_EQ(euro.size, 3U);
  EXPECT_EQ(euro.point, char32_t{0x20ac});
}

TEST(FirstCharacter, TakesOneByteOfWhatIsNotUtf8) {
  const Character byte = first_character("\xff\xfe");

  EXPECT_EQ(byte.size, 1U);
  EXPECT_EQ(byte.point, std::nullopt);
}

}  // namespace
}  // namespace patcher
