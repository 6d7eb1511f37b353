// SPDX-License-Identifier: MIT
// Whole commands over two trees, with every system call on a tree made to fail once and the process
// made to die at every one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdio>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "patcher/cli/run.hpp"
#include "tests/unit/tree/temporary_folder.hpp"
#include "tests/unit/write/faulty_file_system.hpp"

namespace patcher {
namespace {

/// What one command came to.
struct Ran {
  ExitCode exit;
  std::string words;
};

/// Two trees of `files` files each in every way that a run writes, and a set that edits them all.
class Set {
 public:
  explicit Set(std::size_t files) {
    std::string patches;
    for (const std::string tree : {"a", "b"}) {
      std::string edits;
      for (std::size_t i = 0; i < files; ++i) {
        const std::string file = fmt::format("f{}.py", i);
        const mode_t mode = i % 2 == 0 ? 0644 : 0750;
        add(tree, file, "V = 1\n", "V = 2\n", mode);
        edits += fmt::format("- {{file: {}, find: V = 1, replace: V = 2}}\n", file);
      }
      folder_.write(fmt::format("{}/__pycache__/f0.cpython-311.pyc", tree), "stale");
      edits += "- {add_file: new/deep/n.txt, content: \"n\\n\"}\n";
      after_ += fmt::format("{}/new/deep/n.txt 644 n\n", tree);
      folder_.write(fmt::format("{}.yaml", tree), patch_text(tree, edits));
      patches += fmt::format("- {}.yaml\n", tree);
    }
    folder_.write("m.yaml", fmt::format("version: 1\nname: m\ntrees:\n{}{}patches:\n{}",
                                        tree_text("a"), tree_text("b"), patches));
  }

  [[nodiscard]] Ran run(const std::string& command, FileSystem& files) const {
    std::vector<std::string> words{"patcher", command, folder_ / "m.yaml", "--color", "never"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    std::ostringstream text;
    const ExitCode exit = patcher::run(arguments, {text, text, files});
    return {exit, text.str()};
  }
  [[nodiscard]] Ran run(const std::string& command) const {
    return run(command, system_file_system());
  }

  /// Every file of both trees with its mode and bytes, byte-code and what is ours left out.
  [[nodiscard]] std::string contents() const {
    std::map<std::string, std::string> all;
    for (const std::string tree : {"a", "b"}) {
      for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / tree)) {
        const std::string path = std::filesystem::relative(entry.path(), folder_.path()).string();
        const bool left_out = path.find("/.patcher/") != std::string::npos ||
                              path.find("__pycache__") != std::string::npos;
        if (entry.is_directory() || left_out) continue;
        const auto mode = static_cast<unsigned>(entry.status().permissions());
        all[path] = fmt::format("{} {:o} {}", path, mode, folder_.read(path));
      }
    }
    std::string text;
    for (const auto& [path, line] : all) text += line;
    return text;
  }
  /// Names of ours that no finished run leaves, and folders that nothing is in.
  [[nodiscard]] std::string leftovers() const {
    std::string names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      const std::string name = entry.path().filename().string();
      const bool ours = name.starts_with(".patcher-") || name.starts_with("journal") ||
                        name == "commit.json" || name.ends_with(".pyc");
      const bool bare =
          entry.is_directory() && std::filesystem::is_empty(entry.path()) && name != "__pycache__";
      if (ours || bare) names += entry.path().string() + "\n";
    }
    return names;
  }
  [[nodiscard]] const std::string& before() const { return before_; }
  [[nodiscard]] const std::string& after() const { return after_; }

 private:
  void add(const std::string& tree, const std::string& file, const std::string& before,
           const std::string& after, mode_t mode) {
    const std::string path = fmt::format("{}/{}", tree, file);
    folder_.write(path, before, mode);
    before_ += fmt::format("{} {:o} {}", path, mode, before);
    after_ += fmt::format("{} {:o} {}", path, mode, after);
  }
  static std::string tree_text(const std::string& tree) {
    return fmt::format(
        "  {0}: {{upstream: \"https://example.org/{0}\", commit: "
        "\"0123456789012345678901234567890123456789\", locate: [{{path: {0}}}]}}\n",
        tree);
  }
  static std::string patch_text(const std::string& tree, const std::string& edits) {
    return fmt::format(
        "version: 1\nid: {0}\ntree: {0}\ntitle: a test\nwhy: it is tested\n"
        "upstream: {{state: not-submitted, drop_when: never}}\nedits:\n{1}",
        tree, edits);
  }

  TemporaryFolder folder_{fast_parent()};
  std::string before_;
  std::string after_;
};

/// Which command is disturbed, and what the trees are in when it starts.
struct Disturbed {
  std::string command;
  std::size_t files;
};

/// How one call goes wrong.
struct Fault {
  std::string name;
  std::function<void(FaultyFileSystem&, std::size_t)> arm;
};

Fault failing(const std::string& name, int error) {
  return {name, [error](FaultyFileSystem& files, std::size_t at) { files.fail_call(at, error); }};
}

Fault dying() {
  return {"Kill", [](FaultyFileSystem& files, std::size_t at) { files.die_at(at); }};
}

/// Whether the trees are as they were before the command, with nothing left to clean up: most
/// failures end so, and then the ways out are those of any run.
bool is_untouched(const Set& set, const Disturbed& disturbed) {
  const bool forward = disturbed.command == "apply";
  return set.leftovers().empty() && set.contents() == (forward ? set.before() : set.after());
}

/// After whatever went wrong: no mix passes for anything, and both ways out are whole.
void expect_whole(const Set& set, const Disturbed& disturbed) {
  const Ran status = set.run("status");
  const std::string found = set.contents();
  if (status.exit == ExitCode::done) {
    EXPECT_TRUE(found == set.before() || found == set.after()) << status.words << found;
  }
  const bool forward = disturbed.command == "apply";
  const Ran first = set.run(forward ? "apply" : "revert");
  EXPECT_EQ(first.exit, ExitCode::done) << first.words;
  EXPECT_EQ(set.contents(), forward ? set.after() : set.before()) << first.words;
  EXPECT_EQ(set.leftovers(), "");
  const Ran second = set.run(forward ? "revert" : "apply");
  EXPECT_EQ(second.exit, ExitCode::done) << second.words;
  EXPECT_EQ(set.contents(), forward ? set.before() : set.after()) << second.words;
  EXPECT_EQ(set.leftovers(), "");
}

/// Disturbs the `k`-th call; gives false when the command makes fewer.
bool survives(const Disturbed& disturbed, const Fault& fault, std::size_t k) {
  const Set set(disturbed.files);
  const bool starts_applied = disturbed.command == "revert";
  if (starts_applied) static_cast<void>(set.run("apply"));
  EXPECT_EQ(set.contents(), starts_applied ? set.after() : set.before());
  FaultyFileSystem files;
  fault.arm(files, k);
  const Ran ran = set.run(disturbed.command, files);
  if (files.calls() < k) return false;
  SCOPED_TRACE(fmt::format("{} at call {}: {}", fault.name, k, ran.words));
  if (k % 10 == 0 || !is_untouched(set, disturbed)) expect_whole(set, disturbed);
  return true;
}

class Faults : public testing::TestWithParam<Disturbed> {
 protected:
  static std::vector<Fault> faults() {
    if (GetParam().files > 1) return {dying()};
    return {failing("ENOSPC", ENOSPC), failing("EIO", EIO),     failing("EACCES", EACCES),
            failing("EMFILE", EMFILE), failing("EINTR", EINTR), dying()};
  }
};

TEST_P(Faults, AtEveryCallLeaveNoMixAndNothingBehind) {
  std::size_t points = 0;
  for (const Fault& fault : faults()) {
    std::size_t k = 1;
    while (survives(GetParam(), fault, k) && !HasFailure()) ++k;
    EXPECT_GT(k, 60U) << "the run made fewer calls than it can have";
    points += k - 1;
  }
  std::printf("%s of %zu files in each of two trees: %zu points tried\n",
              GetParam().command.c_str(), GetParam().files, points);
}

INSTANTIATE_TEST_SUITE_P(Commands, Faults,
                         testing::Values(Disturbed{"apply", 1}, Disturbed{"revert", 1},
                                         Disturbed{"apply", 10}, Disturbed{"revert", 10}),
                         [](const auto& instance) {
                           return fmt::format("{}{}", instance.param.command, instance.param.files);
                         });

}  // namespace
}  // namespace patcher
