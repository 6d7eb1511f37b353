// SPDX-License-Identifier: MIT
#include "patcher/plan/modification.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

const MemoryTree kTree{{"f", "a\nm\nz\n"}, {"g", "x\n"}, {"old", "o\n"}};

/// A patch on all kinds of files, and one above it on `f`.
Manifest set() {
  return manifest_of(
      {"- {file: f, find: a, insert_after: one}\n"
       "- {file: g, find: x, replace: y}\n"
       "- {add_file: new, content: \"1\\n2\\n\"}\n"
       "- {remove_file: old, content: \"o\\n\"}\n",
       "- {file: f, find: one, insert_after: two}\n"});
}

/// What the first note of the modified patch `id` says after `change`.
std::string note_after(const std::function<void(MemoryTree&)>& change, const std::string& id) {
  const Manifest manifest = set();
  Carried applied = carry(Way::apply, manifest, kTree, {});
  change(applied.tree);
  const Carried refused = carry(Way::revert, manifest, applied.tree, applied.record);
  EXPECT_TRUE(refused.tree == applied.tree);
  for (const Diagnostic& diagnostic : refused.refusals) {
    if (diagnostic.code != Code::modified || diagnostic.patch != id) continue;
    EXPECT_FALSE(diagnostic.notes.front().where.file.empty());
    return diagnostic.notes.front().message;
  }
  return "not modified";
}

struct Moved {
  std::string name;
  std::function<void(MemoryTree&)> change;
  std::string note;
  std::string patch = "p1";
};

class Modification_ : public ::testing::TestWithParam<Moved> {};

TEST_P(Modification_, IsNamedForWhatItIs) {
  const Moved& about = GetParam();

  EXPECT_THAT(note_after(about.change, about.patch), HasSubstr(about.note));
}

INSTANTIATE_TEST_SUITE_P(
    All, Modification_,
    ::testing::Values(
        Moved{"Gone", [](MemoryTree& tree) { tree.unlink("g"); }, "the file is gone"},
        Moved{"Back", [](MemoryTree& tree) { tree.write("g", "x\n"); }, "it is back at its base"},
        Moved{"AddedGone", [](MemoryTree& tree) { tree.unlink("new"); }, "it is back at its base"},
        Moved{"AddedChanged", [](MemoryTree& tree) { tree.write("new", "1\n3\n"); },
              "line 2 is the first that differs"},
        Moved{"AddedEnding", [](MemoryTree& tree) { tree.write("new", "1\n2"); },
              "line 2 is the first that differs"},
        Moved{"RemovedIsBack", [](MemoryTree& tree) { tree.write("old", "o\n"); },
              "it is back at its base"},
        Moved{"RemovedIsThere", [](MemoryTree& tree) { tree.write("old", "other\n"); },
              "the file is there again"},
        Moved{"Mode", [](MemoryTree& tree) { tree.write("g", "y\n", 0755); },
              "only its mode changed: 0755, it was left 0644"},
        Moved{"Text", [](MemoryTree& tree) { tree.write("g", "yy\n"); },
              "what edit 1 wrote was changed"},
        Moved{"Elsewhere", [](MemoryTree& tree) { tree.write("g", "more\ny\n"); },
              "what this patch wrote stands"},
        Moved{"Folder",
              [](MemoryTree& tree) {
                tree.unlink("g");
                tree.write("g/x", "");
              },
              "it is no regular file any more"},
        Moved{"UnderAnother", [](MemoryTree& tree) { tree.write("f", "a\none\ntwo!\nm\nz\n"); },
              "patch 'p2' left blob"},
        Moved{"OfTheUpper", [](MemoryTree& tree) { tree.write("f", "a\none\ntwo!\nm\nz\n"); },
              "what edit 0 wrote was changed", "p2"}),
    [](const auto& about) { return about.param.name; });

TEST(Modification, OfAPatchThatLiesUnderAMovedOneNamesThat) {
  const Manifest manifest = manifest_of(
      {"- {file: f, find: a, insert_after: one}\n",
       "- {file: f, find: one, insert_after: two}\n- {file: g, find: x, replace: y}\n"});
  Carried applied = carry(Way::apply, manifest, kTree, {});
  applied.tree.write("g", "moved\n");

  const Carried refused = carry(Way::apply, manifest, applied.tree, applied.record);

  EXPECT_EQ(refused.states, std::vector<State>(2, State::modified));
  EXPECT_THAT(refused.refusals.front().notes.front().message,
              HasSubstr("it lies under patch 'p2'"));
}

/// A tree of which one file may not be read.
class Unreadable final : public Tree {
 public:
  Unreadable(const MemoryTree& tree, std::string file) : tree_(tree), file_(std::move(file)) {}
  [[nodiscard]] Result<Entry> look(const TreePath& path) const override {
    if (path.str() != file_) return tree_.look(path);
    return Diagnostic{.code = Code::io_error, .message = "no permission"};
  }
  [[nodiscard]] Result<std::vector<Match>> match(const std::string& glob) const override {
    return tree_.match(glob);
  }

 private:
  const MemoryTree& tree_;
  std::string file_;
};

TEST(Modification, OfAFileThatCannotBeReadIsNotMadeUp) {
  const Manifest manifest = set();
  const Carried applied = carry(Way::apply, manifest, kTree, {});
  const Unreadable tree(applied.tree, "g");
  SourceCache cache;

  const Assessment assessment({manifest, "t", tree, applied.record, cache});

  const Diagnostics& why = assessment.verdict_of("p1")->why;
  ASSERT_FALSE(why.empty());
  EXPECT_EQ(why.front().code, Code::io_error);
  EXPECT_EQ(why.front().message, "no permission");
  EXPECT_EQ(why.front().patch, "p1");
}

}  // namespace
}  // namespace patcher::testing
