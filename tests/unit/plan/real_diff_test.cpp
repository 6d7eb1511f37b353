// SPDX-License-Identifier: MIT
// What real `git diff` and `diff -u` write, taken as an edit: it gives exactly the new side, or is
// refused because a hunk fits in more places than one.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/unit/plan/diff_trial.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;

/// How two sides are compared by a real program.
struct Tool {
  std::string name;
  std::string command;    ///< Run beside the folders `a` and `b`, or in a repository; see `is_git`.
  std::string more;       ///< Of the edit.
  bool is_git = true;     ///< The repository has side `a` committed and `b` in its index.
  bool tells_all = true;  ///< Modes and empty files are in the diff.
  bool has_context = true;
};

/// Two sides in a fresh folder, and a repository of both.
class TwoSides {
 public:
  TwoSides() {
    std::string pattern = (fs::temp_directory_path() / "patcher-two-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    run("git init -q repo");
  }
  ~TwoSides() { fs::remove_all(folder_); }
  TwoSides(const TwoSides&) = delete;
  TwoSides& operator=(const TwoSides&) = delete;

  void write(const MemoryTree& before, const MemoryTree& after) const {
    write_side("a", before);
    write_side("b", after);
    write_side("repo", before);
    run("cd repo && git add -A && git commit -q --allow-empty -m before");
    write_side("repo", after);
    run("cd repo && git add -A");
  }

  [[nodiscard]] std::string diff(const Tool& tool) const {
    run((tool.is_git ? "cd repo && " : "") + tool.command + " > " + (folder_ / "x.diff").string());
    std::ifstream in(folder_ / "x.diff", std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  void write_side(const std::string& side, const MemoryTree& tree) const {
    const fs::path root = folder_ / side;
    fs::create_directory(root);
    for (const auto& entry : fs::directory_iterator(root)) {
      if (entry.path().filename() != ".git") fs::remove_all(entry.path());
    }
    for (const auto& [path, bytes] : tree.files()) {
      fs::create_directories((root / path).parent_path());
      std::ofstream(root / path, std::ios::binary) << bytes;
      ::chmod((root / path).c_str(), tree.mode_of(path));
    }
  }

  /// `diff` exits with 1 where the sides differ.
  void run(const std::string& command) const {
    const std::string line =
        "cd " + folder_.string() + " && export HOME=" + folder_.string() +
        " TZ=UTC LC_ALL=C GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b" +
        " GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b && ( " + command + " )";
    EXPECT_GE(std::system(line.c_str()), 0);
  }

  fs::path folder_;
};

/// Makes texts and trees.
class Maker {
 public:
  explicit Maker(std::uint32_t seed) : random_(seed) {}

  MemoryTree tree() {
    MemoryTree tree;
    for (const char* name : kNames) {
      if (below(3) != 0) tree.write(name, text(), mode());
    }
    return tree;
  }

  MemoryTree changed(const MemoryTree& before) {
    MemoryTree after;
    for (const auto& [path, bytes] : before.files()) {
      const std::uint32_t mode_before = before.mode_of(path);
      switch (below(6)) {
        case 0:
          break;  // It goes.
        case 1:
          after.write("moved/" + path, below(2) == 0 ? bytes : changed(bytes), mode_before);
          break;
        case 2:
          after.write(path, bytes, mode());
          break;
        default:
          after.write(path, changed(bytes), below(5) == 0 ? mode() : mode_before);
      }
    }
    if (below(2) == 0) after.write("new/file", text(), mode());
    return after;
  }

 private:
  static constexpr const char* kNames[] = {
      "a.txt", "d/b.py.txt", "sp ace",  "tab\there", "quo\"te",          "back\\slash", "\xC3\xA9",
      "*?[",   "-- dash",    "a/b/b/a", "lf\nhere",  "diff --git a b/x", "empty"};

  std::size_t below(std::size_t limit) { return random_() % limit; }
  std::uint32_t mode() { return below(4) == 0 ? 0755 : 0644; }

  std::string line() {
    constexpr std::string_view kOdd[] = {"",
                                         "-- ",
                                         "++ x",
                                         "@@ -1 +1 @@",
                                         "\\ No newline",
                                         "\t",
                                         "same",
                                         "diff --git a/f b/f",
                                         "\xFF\xFE",
                                         "x\r"};
    if (below(5) == 0) return std::string(kOdd[below(std::size(kOdd))]);
    return std::string(below(4), ' ') + "line " + std::to_string(random_() % 10000);
  }

  std::string text() {
    std::string bytes;
    for (std::size_t left = below(40); left > 0; --left) bytes += line() + "\n";
    return drop_newline(bytes);
  }

  std::string drop_newline(std::string bytes) {
    if (!bytes.empty() && below(4) == 0) bytes.pop_back();
    return bytes;
  }

  std::string changed(const std::string& bytes) {
    std::string result;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t end = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
      const std::string old = bytes.substr(at, end - at);
      at = end;
      const std::size_t choice = below(12);
      if (choice == 0) result += line() + "\n" + old;
      if (choice == 1) result += line() + "\n";
      if (choice > 2) result += old;
    }
    if (below(5) == 0) result += line() + "\n";
    return below(6) == 0 ? drop_newline(result) : result;
  }

  std::mt19937 random_;
};

std::vector<Tool> tools() {
  const std::string git = "git diff --cached ";
  std::vector<Tool> all;
  for (const char* context : {"0", "1", "2", "3"}) {
    const std::string c(context);
    const bool has = c != "0";
    all.push_back({"Git" + c, git + "-M -U" + c, "", true, true, has});
    all.push_back({"GitNoRenames" + c, git + "--no-renames -U" + c, "", true, true, has});
    all.push_back({"Diff" + c, "diff -rN -U" + c + " a b", "", false, false, has});
  }
  all.push_back({"GitNoPrefix", git + "--no-prefix", "  strip: 0\n", true, true, true});
  all.push_back(
      {"GitMnemonic", "git -c diff.mnemonicPrefix=true diff --cached", "", true, true, true});
  all.push_back({"GitUnquoted", "git -c core.quotePath=false diff --cached", "", true, true, true});
  all.push_back({"GitFunctions", git + "-W", "", true, true, true});
  all.push_back({"GitFull", git + "--full-index --patience", "", true, true, true});
  all.push_back({"DiffFunctions", "diff -rpN -u a b", "", false, false, true});
  all.push_back({"Mail",
                 "git commit -q --allow-empty -m 'a change' -m 'in words' && "
                 "git format-patch -1 --stdout",
                 "", true, true, true});
  return all;
}

class RealDiff : public ::testing::TestWithParam<Tool> {};

/// `after` as far as `tool` tells it: `diff` says nothing of modes.
MemoryTree told(const MemoryTree& before, const MemoryTree& after, const Tool& tool) {
  if (tool.tells_all) return after;
  MemoryTree result;
  for (const auto& [path, bytes] : after.files()) {
    const bool was = before.files().contains(path);
    result.write(path, bytes, was ? before.mode_of(path) : 0644);
  }
  return result;
}

bool is_about_empty_files(const MemoryTree& before, const MemoryTree& after) {
  const auto holds_empty = [](const MemoryTree& some, const MemoryTree& other) {
    return std::any_of(some.files().begin(), some.files().end(), [&](const auto& file) {
      return file.second.empty() && !other.files().contains(file.first);
    });
  };
  return holds_empty(before, after) || holds_empty(after, before);
}

/// How often diffs were taken, and refused.
struct Tally {
  int taken = 0;
  int refused = 0;
};

/// Folders that a file has left stay where they are; git has none.
::testing::AssertionResult has_files_of(const MemoryTree& found, const MemoryTree& expected) {
  bool same = found.files() == expected.files();
  for (const auto& [path, bytes] : expected.files()) {
    same = same && found.mode_of(path) == expected.mode_of(path);
  }
  return same ? ::testing::AssertionSuccess() : ::testing::AssertionFailure();
}

void expect_exact(const Tool& tool, const std::string& diff, const MemoryTree& before,
                  const MemoryTree& after, Tally& tally) {
  const auto loaded = load_diff(diff, tool.more);
  if (!loaded) {
    EXPECT_FALSE(tool.has_context) << loaded.error().diagnostics().front().message << '\n' << diff;
    ++tally.refused;
    return;
  }
  const Manifest& manifest = loaded->manifest;
  const Carried applied = carry(Way::apply, manifest, before, {});
  if (applied.refused()) {
    // Lines that are there more than once: never because a hunk would not be found.
    EXPECT_EQ(applied.states, std::vector{State::ambiguous})
        << applied.refusals.front().message << '\n'
        << diff;
    EXPECT_EQ(applied.tree, before);
    ++tally.refused;
    return;
  }
  ++tally.taken;
  EXPECT_TRUE(has_files_of(applied.tree, after)) << diff;
  const Carried again = carry(Way::apply, manifest, applied.tree, applied.record);
  EXPECT_EQ(again.states, std::vector{State::applied}) << diff;
  EXPECT_EQ(again.tree, applied.tree);
  const Carried back = carry(Way::revert, manifest, again.tree, again.record);
  EXPECT_TRUE(has_files_of(back.tree, before)) << diff;
}

TEST_P(RealDiff, GivesExactlyTheNewSide) {
  constexpr std::uint32_t kSeeds = 8;
  const Tool& tool = GetParam();
  const TwoSides sides;
  Tally tally;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    Maker make(seed);
    const MemoryTree before = make.tree();
    const MemoryTree after = make.changed(before);
    // Plain diffs cannot tell an empty file from none.
    if (!tool.tells_all && is_about_empty_files(before, after)) continue;
    sides.write(before, after);
    const std::string diff = sides.diff(tool);
    if (!diff.empty()) expect_exact(tool, diff, before, told(before, after, tool), tally);
  }
  RecordProperty("taken", tally.taken);
  RecordProperty("refused", tally.refused);
  EXPECT_GT(tally.taken + (tool.has_context ? 0 : tally.refused), 3);
}

INSTANTIATE_TEST_SUITE_P(All, RealDiff, ::testing::ValuesIn(tools()),
                         [](const auto& about) { return about.param.name; });

}  // namespace
}  // namespace patcher::testing
