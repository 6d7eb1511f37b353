// SPDX-License-Identifier: MIT
// A tree of two folders, of which one keeps nothing of ours.
#include <gtest/gtest.h>

#include <string>

#include "patcher/write/recovery.hpp"
#include "tests/unit/write/fixture.hpp"

namespace patcher {
namespace {

/// A tree whose `csrc` lies in `meta/csrc` of its own main folder.
class SplitFolders {
 public:
  static constexpr std::string_view kBefore = "meta/csrc/build.py=V=1\nx.py=V=1\n";
  static constexpr std::string_view kAfter =
      ".patcher/.gitignore=*\n.patcher/record.json={}\nmeta/csrc/build.py=V=2\n"
      "meta/csrc/new/n.cuh=N\nx.py=V=2\n";

  SplitFolders() {
    folder_.write("x.py", "V=1\n");
    folder_.write("meta/csrc/build.py", "V=1\n");
    main_ = value_of(Worktree::open(folder_.path()));
    part_ = value_of(Worktree::open(folder_ / "meta/csrc", system_file_system(), "csrc"));
  }

  [[nodiscard]] Result<Diagnostics> run(FileSystem& files) const {
    RootChange main{"t", {change(*main_, "x.py", "V=2\n")}, {}, "{}\n"};
    RootChange part{
        "t", {change(*part_, "build.py", "V=2\n"), change(*part_, "new/n.cuh", "N\n")}, {}, ""};
    return commit({{main_.get(), std::move(main), Keeps::record},
                   {part_.get(), std::move(part), Keeps::nothing}},
                  files);
  }
  [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }
  [[nodiscard]] const Worktree& main() const { return *main_; }
  [[nodiscard]] const Worktree& part() const { return *part_; }
  [[nodiscard]] std::string contents() const {
    std::string all;
    for (const auto& [path, description] : snapshot_of(folder_)) {
      const bool is_folder = std::filesystem::is_directory(folder_ / path);
      if (!is_folder) all += path + "=" + folder_.read(path);
    }
    return all;
  }

 private:
  static FileChange change(const Worktree& root, const std::string& path, const char* after) {
    FileChange file{.path = *TreePath::parse(path), .before = {}, .after = {}};
    file.before = value_of(root.look(file.path));
    file.after = std::make_shared<const std::string>(after);
    file.mode = file.before.is_file() ? file.before.mode : 0644;
    return file;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Worktree> main_;
  std::unique_ptr<Worktree> part_;
};

TEST(Part, IsWrittenWithItsTreeAndKeepsNothing) {
  const SplitFolders folders;

  const auto done = folders.run(system_file_system());

  ASSERT_TRUE(done) << reasons_of(done);
  EXPECT_EQ(folders.contents(), SplitFolders::kAfter);
  EXPECT_FALSE(std::filesystem::exists(folders.folder() / "meta/csrc/.patcher"));
}

TEST(Part, IsNamedByItsPlaceInTheTree) {
  const SplitFolders folders;
  FaultyFileSystem files;
  files.before_first("create_file", [&] { folders.folder().write("meta/csrc/build.py", "V=9\n"); });

  const auto refused = folders.run(files);

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().diagnostics().front().target.file, "csrc/build.py");
}

TEST(Part, IsUndoneOrFinishedWithItsTreeWhereverARunDies) {
  std::size_t undone = 0;
  std::size_t finished = 0;
  for (std::size_t k = 1; !HasFailure(); ++k) {
    const SplitFolders folders;
    FaultyFileSystem files;
    files.die_at(k);
    static_cast<void>(folders.run(files));
    if (!files.is_dead()) break;
    SCOPED_TRACE(fmt::format("killed at call {}", k));

    // The next run may know of the part or not: the journal does.
    std::vector<const Worktree*> known{&folders.main()};
    if (k % 2 == 0) known.push_back(&folders.part());
    const auto recovered = recover(known, {}, system_file_system());

    ASSERT_TRUE(recovered) << reasons_of(recovered);
    const std::string contents = folders.contents();
    EXPECT_TRUE(contents == SplitFolders::kBefore || contents == SplitFolders::kAfter) << contents;
    // A run that knows of the part also takes an empty folder of ours away.
    ASSERT_TRUE(recover({&folders.main(), &folders.part()}, {}, system_file_system()));
    EXPECT_FALSE(std::filesystem::exists(folders.folder() / "meta/csrc/.patcher"));
    ++(contents == SplitFolders::kAfter ? finished : undone);
  }
  EXPECT_GT(undone, 40U);
  EXPECT_GT(finished, 10U);
}

}  // namespace
}  // namespace patcher
