// SPDX-License-Identifier: MIT
// Other programs that move what a run is at work in.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "tests/unit/write/fixture.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;

/// Writes what is to be done; before the step `step` (0-based) that may be stopped, does `deed`.
Result<Diagnostics> write_while(const Root& root, int step, const std::function<void()>& deed) {
  int steps = 0;
  const StopAsked meanwhile = [&]() -> std::optional<Diagnostic> {
    if (steps++ == step) deed();
    return std::nullopt;
  };
  return commit({root.commit()}, system_file_system(), meanwhile);
}

TEST(Meanwhile, AFolderThatWasMovedAwayIsNotWrittenInto) {
  const TemporaryFolder folder;
  folder.write("pkg/x", "1");

  const auto done = write_while(Root(folder).edit("pkg/x", "2"), 0, [&] {
    fs::rename(folder / "pkg", folder / "moved");
    fs::copy(folder / "moved", folder / "pkg", fs::copy_options::recursive);
    fs::remove(folder / "pkg/.patcher-x");
  });

  EXPECT_EQ(reasons_of(done),
            "content-differs: \"pkg\" is not the folder that was read any more\n");
  EXPECT_EQ(folder.read("moved/x"), "1");
  EXPECT_EQ(folder.read("pkg/x"), "1");
}

TEST(Meanwhile, ARootThatWasReplacedIsNotWrittenInto) {
  const TemporaryFolder outer;
  outer.write("root/x", "1");
  const auto opened = value_of(Worktree::open((outer / "root").string()));
  FileChange file{.path = *TreePath::parse("x"), .before = {}, .after = {}};
  file.before = value_of(opened->look(file.path));
  file.after = std::make_shared<const std::string>("2");
  file.mode = file.before.mode;
  RootChange change;
  change.tree = "t";
  change.record = "{}\n";
  change.files.push_back(file);
  bool moved = false;
  const StopAsked meanwhile = [&]() -> std::optional<Diagnostic> {
    if (std::exchange(moved, true)) return std::nullopt;
    fs::rename(outer / "root", outer / "moved");
    fs::create_directory(outer / "root");
    return std::nullopt;
  };

  const auto done = commit({{opened.get(), change}}, system_file_system(), meanwhile);

  EXPECT_FALSE(done);
  EXPECT_EQ(code_of(done), Code::content_differs);
  EXPECT_EQ(outer.read("moved/x"), "1");
}

TEST(Meanwhile, AFileThatSomebodyPutIntoANewFolderStaysThere) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  int steps = 0;
  const StopAsked stop = [&]() -> std::optional<Diagnostic> {
    if (++steps < 3) return std::nullopt;
    folder.write("new/theirs", "?");
    return Diagnostic{.code = Code::interrupted, .message = "stop"};
  };

  const auto done =
      commit({Root(folder).edit("x", "2").edit("new/y", "3").commit()}, system_file_system(), stop);

  EXPECT_EQ(reasons_of(done), "interrupted: stop\n");
  EXPECT_EQ(files_in(folder), "new/theirs\nx\n");
}

}  // namespace
}  // namespace patcher
