// SPDX-License-Identifier: MIT
#include "patcher/tree/git_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// Folders with repositories, made by git itself.
class Repositories {
 public:
  void git(const std::string& where, const std::string& arguments) const {
    const std::string command = "cd '" + (root_ / where).string() +
                                "' && HOME=/nonexistent GIT_CONFIG_GLOBAL=/dev/null "
                                "GIT_CONFIG_SYSTEM=/dev/null git -c user.name=t "
                                "-c user.email=t@example.org -c protocol.file.allow=always " +
                                arguments + " > /dev/null 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  void write(const std::string& path, const std::string& bytes, mode_t mode = 0644) const {
    root_.write(path, bytes, mode);
  }
  /// Makes the repository `name` of what was written there.
  void make(const std::string& name) const {
    git(name, "init -q -b main .");
    commit(name);
  }
  void commit(const std::string& name) const {
    git(name, "add -A");
    git(name, "commit -q --allow-empty -m one");
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (root_ / name).string(); }
  [[nodiscard]] std::string spelled(const std::string& name, const std::string& rev) const {
    return "git:" + path(name) + "@" + rev;
  }
  [[nodiscard]] std::unique_ptr<StoredTree> open(const std::string& name,
                                                 const std::string& rev = "HEAD") const {
    return value_of(open_git_tree(spelled(name, rev)));
  }
  [[nodiscard]] const TemporaryFolder& root() const { return root_; }

 private:
  TemporaryFolder root_;
};

Result<Entry> look(const StoredTree& tree, const std::string& path) {
  return tree.look(*TreePath::parse(path));
}

std::string bytes_at(const StoredTree& tree, const std::string& path) {
  const Entry entry = value_of(look(tree, path));
  return entry.is_file() ? *entry.bytes : "no file";
}

std::vector<std::string> caught(const StoredTree& tree, const std::string& glob) {
  std::vector<std::string> paths;
  for (const Match& match : value_of(tree.match(glob))) {
    paths.push_back(match.path.str() + (match.leads_to ? " -> " + *match.leads_to : ""));
  }
  return paths;
}

class GitTreeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    box_.write("r/a.py", "x = 1\n");
    box_.write("r/d/run.sh", "echo\n", 0755);
    box_.write("r/d/e/b.py", "y = 1\n");
    fs::create_symlink("../a.py", box_.root() / "r/d/link");
    box_.make("r");
  }

  Repositories box_;
};

TEST_F(GitTreeTest, HasTheFilesOfACommitWithGitsModes) {
  box_.write("r/a.py", "x = 2\n");  // Not committed.
  const auto tree = box_.open("r");

  EXPECT_EQ(bytes_at(*tree, "a.py"), "x = 1\n");
  EXPECT_EQ(value_of(look(*tree, "a.py")).mode, 0644U);
  EXPECT_EQ(value_of(look(*tree, "d/run.sh")).mode, 0755U);
  EXPECT_EQ(value_of(look(*tree, "d/e")).kind, EntryKind::folder);
  EXPECT_EQ(value_of(look(*tree, "d/none")).kind, EntryKind::absent);
  EXPECT_EQ(value_of(look(*tree, "none/b.py")).kind, EntryKind::absent);
  EXPECT_EQ(value_of(look(*tree, "a.py/b.py")).kind, EntryKind::in_file);
  EXPECT_EQ(value_of(tree->look_at_record()).kind, EntryKind::absent);
  EXPECT_EQ(tree->commit(), commit_at(box_.path("r")));
}

TEST_F(GitTreeTest, FollowsNoLink) {
  const auto tree = box_.open("r");

  EXPECT_EQ(code_of(look(*tree, "d/link")), Code::unsafe_link);
  EXPECT_EQ(look(*tree, "d/link/x").error().diagnostics().front().message,
            "\"d/link\" is a symbolic link to \"../a.py\"");
  EXPECT_EQ(code_of(tree->match("d/link/*")), Code::unsafe_link);
}

TEST_F(GitTreeTest, CatchesFilesAndLinksByGlobs) {
  const auto tree = box_.open("r");

  EXPECT_EQ(caught(*tree, "*.py"), (std::vector<std::string>{"a.py", "d/e/b.py"}));
  EXPECT_EQ(caught(*tree, "d/*"),
            (std::vector<std::string>{"d/e/b.py", "d/link -> ../a.py", "d/run.sh"}));
  EXPECT_EQ(caught(*tree, "d/run.sh"), (std::vector<std::string>{"d/run.sh"}));
  EXPECT_TRUE(caught(*tree, "none/*").empty());
}

TEST_F(GitTreeTest, IsReadFromAWorktreeABareAndABorrowingRepository) {
  box_.git("r", "worktree add -q ../w HEAD");
  box_.git("", "clone -q --bare r bare");
  box_.git("", "clone -q --shared r shared");
  box_.git("", "clone -q --depth 1 'file://" + box_.path("r") + "' shallow");

  for (const char* name : {"w", "bare", "shared", "shallow"}) {
    EXPECT_EQ(bytes_at(*box_.open(name), "d/e/b.py"), "y = 1\n") << name;
  }
}

TEST_F(GitTreeTest, IsReadFromPacks) {
  box_.git("r", "repack -q -a -d");
  EXPECT_EQ(bytes_at(*box_.open("r", "main"), "d/e/b.py"), "y = 1\n");
}

TEST_F(GitTreeTest, NamesRevisionsAsGitDoes) {
  box_.write("r/a.py", "x = 2\n");
  box_.commit("r");
  box_.git("r", "tag -a -m t v1 HEAD~1");
  box_.git("r", "branch some@body");

  EXPECT_EQ(bytes_at(*box_.open("r", "v1"), "a.py"), "x = 1\n");
  EXPECT_EQ(bytes_at(*box_.open("r", "main~1"), "a.py"), "x = 1\n");
  EXPECT_EQ(bytes_at(*box_.open("r", "some@body"), "a.py"), "x = 2\n");
  EXPECT_EQ(bytes_at(*box_.open("r", commit_at(box_.path("r")).substr(0, 10)), "a.py"), "x = 2\n");
}

TEST_F(GitTreeTest, IsRefusedWhereThereIsNoSuchCommit) {
  EXPECT_EQ(code_of(open_git_tree("git:" + box_.path("r"))), Code::usage);
  EXPECT_EQ(code_of(open_git_tree("git:" + box_.path("r") + "@")), Code::usage);
  EXPECT_EQ(code_of(open_git_tree(box_.spelled("none", "HEAD"))), Code::tree_not_found);
  EXPECT_EQ(code_of(open_git_tree(box_.spelled("r/d", "HEAD"))), Code::tree_not_found);
  EXPECT_EQ(code_of(open_git_tree(box_.spelled("r", "nothing"))), Code::tree_not_found);
  EXPECT_EQ(code_of(open_git_tree(box_.spelled("r", "HEAD:a.py"))), Code::tree_not_found);
  const std::string absent(40, '1');
  EXPECT_EQ(code_of(open_git_tree(box_.spelled("r", absent))), Code::tree_not_found);
}

TEST_F(GitTreeTest, AnObjectThatIsNotThereIsNoAbsentFile) {
  box_.git("r", "config uploadpack.allowFilter true");
  box_.git("", "clone -q --bare --filter=blob:none 'file://" + box_.path("r") + "' partial");
  const auto tree = box_.open("partial");

  const Result<Entry> entry = look(*tree, "a.py");

  ASSERT_FALSE(entry);
  const Diagnostic& why = entry.error().diagnostics().front();
  EXPECT_EQ(why.code, Code::object_unreadable);
  EXPECT_THAT(why.message, HasSubstr("\"a.py\" is git object "));
  EXPECT_THAT(why.hint, HasSubstr("cat-file -e"));
  EXPECT_EQ(value_of(look(*tree, "none.py")).kind, EntryKind::absent);
}

TEST_F(GitTreeTest, AFolderThatIsNotThereIsNoAbsentOne) {
  box_.git("r", "config uploadpack.allowFilter true");
  box_.git("", "clone -q --bare --filter=tree:0 'file://" + box_.path("r") + "' treeless");
  EXPECT_EQ(code_of(open_git_tree(box_.spelled("treeless", "HEAD"))), Code::object_unreadable);

  box_.git("", "clone -q --bare --filter=tree:1 'file://" + box_.path("r") + "' flat");
  const auto tree = box_.open("flat");
  EXPECT_EQ(code_of(look(*tree, "d/run.sh")), Code::object_unreadable);
  EXPECT_EQ(code_of(tree->match("*.sh")), Code::object_unreadable);
}

TEST_F(GitTreeTest, ASubmoduleIsNoFolderOfTheTree) {
  box_.write("s/x.py", "z\n");
  box_.make("s");
  box_.git("r", "submodule add -q ../s sub");
  box_.commit("r");
  const auto tree = box_.open("r");

  EXPECT_EQ(code_of(look(*tree, "sub")), Code::not_a_regular_file);
  EXPECT_THAT(look(*tree, "sub/x.py").error().diagnostics().front().message,
              HasSubstr("\"sub\" is a submodule, at commit " + commit_at(box_.path("s"))));
  EXPECT_TRUE(caught(*tree, "sub/*").empty());
}

TEST_F(GitTreeTest, AnLfsPointerIsNotTheFile) {
  box_.write("r/big.py", "version https://git-lfs.github.com/spec/v1\noid sha256:" +
                             std::string(64, 'a') + "\nsize 12\n");
  box_.commit("r");

  EXPECT_EQ(code_of(look(*box_.open("r"), "big.py")), Code::object_unreadable);
}

TEST_F(GitTreeTest, TellsWhatACheckoutWouldChange) {
  box_.write("r/.gitattributes", "*.py eol=crlf\n");
  box_.commit("r");
  const auto tree = box_.open("r");
  EXPECT_TRUE(tree->changes_at_checkout().empty());

  static_cast<void>(value_of(look(*tree, "a.py")));
  static_cast<void>(value_of(look(*tree, "d/run.sh")));

  const Diagnostics warnings = tree->changes_at_checkout();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings.front().code, Code::bytes_changed_at_checkout);
  EXPECT_EQ(warnings.front().severity, Severity::warning);
  EXPECT_THAT(warnings.front().message,
              HasSubstr("\"a.py\" other bytes than are judged here: 'eol=crlf' at line 1 of "
                        "\".gitattributes\""));
}

TEST_F(GitTreeTest, TellsHistory) {
  const std::string first = box_.open("r")->commit();
  box_.write("r/a.py", "x = 2\n");
  box_.commit("r");
  box_.git("", "clone -q --depth 1 'file://" + box_.path("r") + "' shallow");

  EXPECT_EQ(box_.open("r")->in_history(first), InHistory::yes);
  EXPECT_EQ(box_.open("r", "HEAD~1")->in_history(box_.open("r")->commit()), InHistory::no);
  EXPECT_EQ(box_.open("shallow")->in_history(first), InHistory::cannot_tell);
}

TEST_F(GitTreeTest, IsReadAsItIsWhateverItsOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const auto give = [](const fs::path& path) {
    ASSERT_EQ(::lchown(path.c_str(), 65534, 65534), 0);
  };
  give(box_.root() / "r");
  for (const auto& item : fs::recursive_directory_iterator(box_.root() / "r")) give(item.path());

  EXPECT_EQ(bytes_at(*box_.open("r"), "a.py"), "x = 1\n");
}

}  // namespace
}  // namespace patcher
