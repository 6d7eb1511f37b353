// SPDX-License-Identifier: MIT
// 'new' makes a patch file to fill in, and what it shows in comments is valid.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

void fill(std::string& text, const std::string& key, const std::string& value) {
  const std::size_t at = text.find(key);
  ASSERT_NE(at, std::string::npos) << key;
  text.replace(at, key.size(), value);
}

/// `text` with everything filled in that must be.
std::string filled(std::string text) {
  fill(text, "\ntitle:\n", "\ntitle: a title\n");
  fill(text, "why: >-\n\n", "why: >-\n  A reason.\n\n");
  fill(text, "drop_when:\n", "drop_when: later\n");
  fill(text, "  - file:\n    find: |\n\n    replace: |\n\n",
       "  - file: f\n    find: |\n      a\n    replace: |\n      b\n");
  return text;
}

/// `text` with the keys in comments made real.
std::string uncommented(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    std::string line = text.substr(at, end - at);
    const bool is_key =
        line.starts_with("#   - ") || line.starts_with("#     ") ||
        (line.starts_with("# ") && line.ends_with(":\n") && line.find(' ', 2) == std::string::npos);
    result += is_key ? line.substr(2) : line;
    at = end;
  }
  return result;
}

TEST(New, IsValidOnceItIsFilledIn) {
  const Sandbox box;

  const RunResult run = box.run("new my-fix --tree atom");

  ASSERT_EQ(run.exit, 0) << run.text();
  EXPECT_THAT(run.out, HasSubstr("\nid: my-fix\ntree: atom\n"));
  EXPECT_EQ(run.err, "my-fix: a patch file to fill in\n");
  box.write("p.yaml", filled(run.out));
  EXPECT_EQ(box.run("lint p.yaml").text(),
            "p.yaml: 1 patch, no fault found\n------- stderr -------\n[exit status: 0]\n");
}

TEST(New, ShowsWhatIsValidInItsComments) {
  const Sandbox box;
  box.write("p.yaml", uncommented(filled(box.run("new my-fix --tree atom").out)));

  const RunResult run = box.run("lint p.yaml");

  EXPECT_EQ(run.exit, 0) << run.text() << box.read("p.yaml");
  const RunResult shown = box.run("show p.yaml my-fix");
  EXPECT_THAT(shown.out, HasSubstr("my-fix: 6 edits\n")) << shown.text();
}

TEST(New, IsRefusedByLintBeforeItIsFilledIn) {
  const Sandbox box;
  ASSERT_EQ(box.run("new my-fix --tree atom -o d/p.yaml").exit, 0);

  const RunResult run = box.run("lint d/p.yaml");

  EXPECT_EQ(run.exit, 2);
  EXPECT_THAT(run.err, HasSubstr("'title'"));
  EXPECT_THAT(run.err, HasSubstr("'why'"));
  EXPECT_THAT(run.err, HasSubstr("'file'"));
}

TEST(New, SpellsNamesThatYamlWouldTakeForSomethingElse) {
  const Sandbox box;
  box.write("p.yaml", filled(box.run("new 1e3 --tree no").out));

  EXPECT_EQ(box.run("lint p.yaml").exit, 0) << box.read("p.yaml");
}

TEST(New, RefusesABadIdAndAFileThatIsThere) {
  const Sandbox box(Files{{"p.yaml", "mine\n"}});

  const RunResult bad = box.run("new My_Fix! --tree atom -o q.yaml");
  const RunResult there = box.run("new my-fix --tree atom -o p.yaml");
  const RunResult for_programs = box.run("new my-fix --tree atom --format json");

  EXPECT_EQ(bad.exit, 2);
  EXPECT_THAT(bad.err, HasSubstr("'My_Fix!' is not an id of lower-case letters"));
  EXPECT_FALSE(box.exists("q.yaml"));
  EXPECT_EQ(there.exit, 2);
  EXPECT_EQ(box.read("p.yaml"), "mine\n");
  EXPECT_EQ(for_programs.exit, 2);
}

}  // namespace
}  // namespace patcher::testing
