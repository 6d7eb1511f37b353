// SPDX-License-Identifier: MIT
// Files that nobody would write: they are edited or refused, and never take the run down.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/one_patch.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::size_t kMegabyte = std::size_t{1} << 20U;

Sandbox sandbox_of(const std::string& file, const std::string& edits, const std::string& bytes) {
  return Sandbox(one_patch(edits, file, bytes));
}

std::string edit_of(const std::string& file, const std::string& rest) {
  return "- {file: " + file + ", " + rest + "}\n";
}

std::string repeated(const std::string& part, std::size_t count) {
  std::string text;
  text.reserve(part.size() * count);
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

/// What a refusal with exit 1 says, which is short.
std::string refusal(const Sandbox& box) {
  std::string said = refusal(box, 1);
  EXPECT_LT(said.size(), 20'000U);
  return said;
}

TEST(HostileFile, OfOneMegabyteInALineIsEdited) {
  const std::string bytes = "x = '" + std::string(kMegabyte, 'a') + "'\ndef f():\n    return 1\n";
  there_and_back(
      sandbox_of("a.py", edit_of("a.py", "scope: f, find: return 1, replace: return 22"), bytes),
      "a.py");
}

TEST(HostileFile, WithALongLineIsNotPrintedWhole) {
  const std::string bytes = "value = '" + std::string(kMegabyte, 'a') + "' + one\n";
  const std::string said = refusal(sandbox_of(
      "a.txt", edit_of("a.txt", "find: \"value = 'a' + one\", replace: value = 1"), bytes));

  EXPECT_THAT(said, HasSubstr("[anchor-not-found]"));
}

TEST(HostileFile, OfNestedBracketsIsEditedOrRefusedWithAReason) {
  constexpr std::size_t kDepth = 10'000;
  const std::string nest = repeated("(", kDepth) + "1" + repeated(")", kDepth);
  for (const std::string file : {"a.py", "a.cu"}) {
    const std::string end = file == "a.py" ? "" : ";";
    const std::string head = "y = 1" + end;
    const Sandbox box =
        sandbox_of(file, edit_of(file, "find: '" + head + "', replace: 'y = 1 + 0" + end + "'"),
                   head + "\nx = " + nest + end + "\n");
    const Snapshot before = box.snapshot();
    const RunResult result = box.run("apply m.yaml");
    EXPECT_TRUE(result.exit == 0 || result.exit == 1) << result.text().substr(0, 2000);
    if (result.exit == 1) {
      EXPECT_TRUE(box.snapshot() == before);
      EXPECT_THAT(result.err, HasSubstr("error"));
    }
  }
}

TEST(HostileFile, OfFiftyMegabytesOfSourceIsRefusedWithTheLimit) {
  const std::string bytes =
      "def f():\n    return 1\n" + repeated("x = [1, 2, 3]  # filler\n", 50 * kMegabyte / 24);
  const Sandbox box =
      sandbox_of("a.py", edit_of("a.py", "scope: f, find: return 1, replace: return 22"), bytes);

  EXPECT_THAT(refusal(box), AllOf(HasSubstr("[syntax-error]"), HasSubstr("was not read")));
}

TEST(HostileFile, OfTenMegabytesOfTextIsEdited) {
  const std::string bytes =
      "first\n" + repeated("a line of some text, much like the others\n", 10 * kMegabyte / 42);
  there_and_back(sandbox_of("a.txt", edit_of("a.txt", "find: first, replace: second"), bytes),
                 "a.txt");
}

TEST(HostileFile, WithManyNearMissesIsRefusedShortly) {
  const std::string bytes = repeated("    value = compute(a, b, c, 1)\n", 10 * kMegabyte / 32);
  const std::string said = refusal(sandbox_of(
      "a.txt", edit_of("a.txt", "find: 'value = compute(a, b, c, 2)', replace: value = 1"), bytes));

  EXPECT_THAT(said, HasSubstr("[anchor-not-found]"));
}

TEST(HostileFile, WithManyPlacesNamesAFew) {
  const std::string said = refusal(sandbox_of(
      "a.txt", edit_of("a.txt", "find: same, replace: other"), repeated("same\n", 100'000)));

  EXPECT_THAT(said, AllOf(HasSubstr("anchor matches 100000 places"), HasSubstr("places more")));
}

}  // namespace
}  // namespace patcher::testing
