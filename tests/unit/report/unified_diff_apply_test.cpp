// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

#include "patcher/report/unified_diff.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;

/// Path to bytes and whether the owner may execute.
using Files = std::map<std::string, std::pair<std::string, bool>>;

/// A fresh folder in which the real `git apply` runs, outside of any repository.
class GitFolder : public testing::Test {
 protected:
  GitFolder() {
    std::string pattern = (fs::temp_directory_path() / "patcher-diff-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    fs::create_directory(folder_ / "tree");
  }
  ~GitFolder() override { fs::remove_all(folder_); }

  void write(const Files& files) const {
    fs::remove_all(folder_ / "tree");
    for (const auto& [path, file] : files) {
      const fs::path target = folder_ / "tree" / path;
      fs::create_directories(target.parent_path());
      std::ofstream(target, std::ios::binary) << file.first;
      if (file.second) fs::permissions(target, fs::perms::owner_exec, fs::perm_options::add);
    }
    fs::create_directory(folder_ / "tree");
  }

  [[nodiscard]] Files read() const {
    Files files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "tree")) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const bool executable =
          (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
      files[entry.path().lexically_relative(folder_ / "tree").string()] = {
          std::string(std::istreambuf_iterator<char>(in), {}), executable};
    }
    return files;
  }

  /// Runs `git apply OPTIONS` on `diff`; its exit status.
  [[nodiscard]] int apply(const std::string& diff, const std::string& options) const {
    std::ofstream(folder_ / "diff", std::ios::binary) << diff;
    const std::string root = folder_.string();
    return std::system(("cd " + root + "/tree && HOME=" + root + " GIT_CONFIG_NOSYSTEM=1 " +
                        "GIT_CEILING_DIRECTORIES=" + root + " git apply --whitespace=nowarn " +
                        options + " ../diff")
                           .c_str());
  }

  void expect_round_trip(const Files& before, const Files& after, const std::string& diff) const {
    write(before);
    EXPECT_EQ(apply(diff, ""), 0);
    EXPECT_EQ(read(), after);
    EXPECT_EQ(apply(diff, "--reverse"), 0);
    EXPECT_EQ(read(), before);
  }

 private:
  fs::path folder_;
};

std::uint32_t mode_of(const Files& files, const std::string& path) {
  const auto file = files.find(path);
  if (file == files.end()) return 0;
  return file->second.second ? 0755 : 0644;
}

std::string bytes_of(const Files& files, const std::string& path) {
  const auto file = files.find(path);
  return file == files.end() ? std::string() : file->second.first;
}

std::string diff_of(const Files& before, const Files& after) {
  Files all = before;
  all.insert(after.begin(), after.end());
  std::vector<FileDiff> diffs;
  for (const auto& [path, file] : all) {
    diffs.push_back({"atom", path, "", bytes_of(before, path), bytes_of(after, path),
                     mode_of(before, path), mode_of(after, path)});
  }
  return render_diff(diffs);
}

struct TextPair {
  std::string name;
  std::string before;
  std::string after;
};

class DiffOfTexts : public GitFolder, public testing::WithParamInterface<TextPair> {};

TEST_P(DiffOfTexts, IsTakenByGitBothWays) {
  const Files before = {{"d/a.py", {GetParam().before, false}}};
  const Files after = {{"d/a.py", {GetParam().after, false}}};

  expect_round_trip(before, after, diff_of(before, after));
}

INSTANTIATE_TEST_SUITE_P(
    Cases, DiffOfTexts,
    testing::Values(TextPair{"FirstLine", "a\nb\nc\nd\ne\n", "X\nb\nc\nd\ne\n"},
                    TextPair{"LastLine", "a\nb\nc\nd\ne\n", "a\nb\nc\nd\nX\n"},
                    TextPair{"FarApart", "a\n1\n2\n3\n4\n5\n6\n7\n8\nb\n",
                             "A\n1\n2\n3\n4\n5\n6\n7\n8\nB\n"},
                    TextPair{"EndGainsNewline", "a\nb", "a\nb\n"},
                    TextPair{"EndLosesNewline", "a\nb\n", "a\nb"},
                    TextPair{"NoNewlineStays", "a\nb", "a\nb\nc"},
                    TextPair{"NoNewlineInContext", "a\nb", "X\nb"},
                    TextPair{"CrLf", "a\r\nb\r\nc\r\n", "a\r\nX\r\nc\r\n"},
                    TextPair{"CrLfToLf", "a\r\nb\r\n", "a\nb\n"},
                    TextPair{"LoneCr", "a\rb\nc\n", "a\rB\nc\n"}, TextPair{"FromEmpty", "", "a\n"},
                    TextPair{"ToEmpty", "a\nb", ""}, TextPair{"BlankLines", "\n\n\n\n", "\n\n"},
                    TextPair{"NotUtf8", "\xff\xfe\n\x80\n", "\xff\xfe\n\x81\n"},
                    TextPair{"Nul", std::string("a\0b\nc\n", 6), std::string("a\0b\nd\n", 6)},
                    TextPair{"LooksLikeADiff", "--- a\n+++ b\n@@ -1 +1 @@\n",
                             "--- a\n++ b\n@@ -1 +1 @@\n\\ No newline at end of file\n"}),
    [](const auto& instance) { return instance.param.name; });

TEST_F(GitFolder, TakesNewRemovedAndModeChangedFiles) {
  const Files before = {{"gone", {"x\ny\n", false}},
                        {"gone-empty", {"", true}},
                        {"mode", {"m\n", false}},
                        {"both", {"b\n", true}},
                        {"same", {"s\n", false}}};
  const Files after = {{"new/file", {"x\ny", true}},
                       {"new-empty", {"", false}},
                       {"mode", {"m\n", true}},
                       {"both", {"B\n", false}},
                       {"same", {"s\n", false}}};

  expect_round_trip(before, after, diff_of(before, after));
}

TEST_F(GitFolder, TakesOddPaths) {
  const std::vector<std::string> paths = {"a b",   "\xc3\xbc/\xff", "q\"u\\o", "t\ta\nb\x7f",
                                          "-dash", "b/a b b/a",     "# tree",  "x b/x"};
  Files before;
  Files after;
  for (const std::string& path : paths) {
    before[path + ".mode"] = {"same\n", false};
    after[path + ".mode"] = {"same\n", true};
    before[path + ".edit"] = {"old\n", false};
    after[path + ".edit"] = {"new\n", false};
    after[path + ".new"] = {"", false};
  }

  expect_round_trip(before, after, diff_of(before, after));
}

TEST_F(GitFolder, SkipsTheLinesThatNameATree) {
  const std::string diff = render_diff(
      {{"atom", "a", "", "x", "y", 0644, 0644}, {"aiter", "b", "", "x\n", "y\n", 0644, 0644}});

  expect_round_trip({{"a", {"x", false}}, {"b", {"x\n", false}}},
                    {{"a", {"y", false}}, {"b", {"y\n", false}}}, diff);
}

/// Up to 40 lines of few kinds, so that equal lines are frequent.
std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> kLines = {"a\n", "b\n", "c\r\n", "\n", "  d\n", "}\n"};
  std::string text;
  for (auto lines = random() % 40; lines > 0; --lines) text += kLines[random() % kLines.size()];
  if (random() % 3 == 0) text += "tail";
  return text;
}

/// `text` with some lines dropped, doubled or replaced.
std::string mutated(const std::string& text, std::mt19937& random) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string line = text.substr(begin, end - begin);
    const auto dice = random() % 12;
    if (dice != 0) result += dice == 1 ? "X\n" : line;
    if (dice == 2) result += random() % 2 == 0 ? "new\n" : "a\n";
    begin = end;
  }
  return result;
}

TEST_F(GitFolder, TakesRandomDiffsBothWays) {
  std::mt19937 random(20260822);
  Files before;
  Files after;
  for (int index = 0; index < 600; ++index) {
    const std::string path = "f" + std::to_string(index);
    before[path] = {random_text(random), random() % 4 == 0};
    const bool unrelated = random() % 5 == 0;
    after[path] = {unrelated ? random_text(random) : mutated(before[path].first, random),
                   random() % 4 == 0};
  }

  expect_round_trip(before, after, diff_of(before, after));
}

}  // namespace
}  // namespace patcher
