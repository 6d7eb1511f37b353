// SPDX-License-Identifier: MIT
// Whole commands over two trees, with every system call on a tree made to fail once and the process
// made to die at every one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "patcher/cli/run.hpp"
#include "tests/support/points.hpp"
#include "tests/unit/tree/temporary_folder.hpp"
#include "tests/unit/write/faulty_file_system.hpp"

namespace patcher {
namespace {

/// What one command came to.
struct Ran {
  ExitCode exit;
  std::string words;
};

using Words = std::vector<std::string>;

/// What the trees are in when a command starts.
enum class Start {
  pristine,
  applied,
  unrecorded,  ///< All results stand, and no record.
  outdated     ///< Another revision of every patch is applied.
};

/// Two trees of `files` files each in every way that a run writes, and a set that edits them all.
class Set {
 public:
  explicit Set(std::size_t files) : files_(files) {
    for (const std::string tree : kTrees) {
      for (std::size_t i = 0; i < files; ++i) {
        const auto line = [&](int value) {
          return fmt::format("{}/f{}.py {:o} V = {}\n", tree, i, mode_of(i), value);
        };
        before_ += line(1);
        after_ += line(2);
        older_ += line(3);
        folder_.write(fmt::format("{}/f{}.py", tree, i), "V = 1\n", mode_of(i));
      }
      folder_.write(fmt::format("{}/__pycache__/f0.cpython-311.pyc", tree), "stale");
      after_ += fmt::format("{}/new/deep/n.txt 644 n\n", tree);
      older_ += fmt::format("{}/old.txt 644 o\n", tree);
    }
    write_patches(2, "new/deep/n.txt", "n");
    folder_.write("m.yaml", fmt::format("version: 1\nname: m\ntrees:\n{}{}patches:\n"
                                        "- a.yaml\n- b.yaml\n",
                                        tree_text("a"), tree_text("b")));
  }

  void bring_to(Start start) const {
    if (start == Start::pristine) return;
    if (start == Start::outdated) write_patches(3, "old.txt", "o");
    EXPECT_EQ(run({"apply"}).exit, ExitCode::done);
    if (start == Start::outdated) write_patches(2, "new/deep/n.txt", "n");
    if (start != Start::unrecorded) return;
    for (const std::string tree : kTrees) {
      std::filesystem::remove_all(folder_ / (tree + "/.patcher"));
    }
  }

  [[nodiscard]] Ran run(const Words& command, FileSystem& files) const {
    Words words{"patcher", command.front(), folder_ / "m.yaml", "--color", "never"};
    words.insert(words.end(), command.begin() + 1, command.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    std::ostringstream text;
    const ExitCode exit = patcher::run(arguments, {text, text, files});
    return {exit, text.str()};
  }
  [[nodiscard]] Ran run(const Words& command) const { return run(command, system_file_system()); }

  /// Every file of both trees with its mode and bytes, byte-code and what is ours left out.
  [[nodiscard]] std::string contents() const {
    std::map<std::string, std::string> all;
    for (const std::string tree : kTrees) {
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
  /// Names of ours that no finished run leaves, and byte-code of old bytes.
  [[nodiscard]] std::string leftovers() const {
    return names_of([](const std::filesystem::directory_entry& entry) {
      const std::string name = entry.path().filename().string();
      return name.starts_with(".patcher-") || name.starts_with("journal") ||
             name == "commit.json" || name == "settled.json" || name.ends_with(".pyc");
    });
  }
  /// Everything that lies in the folder of the manifest, in order.
  [[nodiscard]] std::string names() const {
    return names_of([](const std::filesystem::directory_entry&) { return true; });
  }
  [[nodiscard]] std::string bare_folders() const {
    return names_of([](const std::filesystem::directory_entry& entry) {
      return entry.is_directory() && std::filesystem::is_empty(entry.path()) &&
             entry.path().filename() != "__pycache__";
    });
  }
  /// The records of both trees, and the lock.
  [[nodiscard]] std::string kept() const {
    std::string text;
    for (const std::string file :
         {"a/.patcher/record.json", "b/.patcher/record.json", "m.lock.yaml"}) {
      const bool is_there = std::filesystem::exists(folder_ / file);
      text += fmt::format("{}: {}\n", file, is_there ? folder_.read(file) : "none");
    }
    return text;
  }
  void write(const std::string& file, const std::string& bytes) const {
    folder_.write(file, bytes);
  }
  [[nodiscard]] const std::string& before() const { return before_; }
  [[nodiscard]] const std::string& after() const { return after_; }
  [[nodiscard]] bool is_whole(const std::string& contents) const {
    return contents == before_ || contents == after_ || contents == older_;
  }

 private:
  static constexpr std::array<const char*, 2> kTrees{"a", "b"};

  template <class Wanted>
  [[nodiscard]] std::string names_of(Wanted is_wanted) const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      if (!is_wanted(entry)) continue;
      names.insert(std::filesystem::relative(entry.path(), folder_.path()).string());
    }
    return fmt::format("{}", fmt::join(names, "\n"));
  }

  static mode_t mode_of(std::size_t file) { return file % 2 == 0 ? 0644 : 0750; }

  void write_patches(int value, const std::string& added, const std::string& text) const {
    for (const std::string tree : kTrees) {
      std::string edits;
      for (std::size_t i = 0; i < files_; ++i) {
        edits += fmt::format("- {{file: f{}.py, find: V = 1, replace: V = {}}}\n", i, value);
      }
      edits += fmt::format("- {{add_file: {}, content: \"{}\\n\"}}\n", added, text);
      folder_.write(fmt::format("{}.yaml", tree), patch_text(tree, edits));
    }
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
  std::size_t files_;
  std::string before_;
  std::string after_;
  std::string older_;
};

/// Which command is disturbed, and what the trees are in when it starts.
struct Disturbed {
  std::string name;
  Words command;
  Start start;
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

/// All that a command may change, as text.
std::string look_at(const Set& set) { return set.contents() + set.kept() + set.names(); }

/// After whatever went wrong: no mix passes for anything, the same command ends as it would have,
/// and the way back is whole.
void expect_whole(const Set& set, const Disturbed& disturbed, const std::string& wanted) {
  const Ran status = set.run({"status"});
  if (status.exit == ExitCode::done) {
    EXPECT_TRUE(set.is_whole(set.contents())) << status.words << set.contents();
  }
  const Ran again = set.run(disturbed.command);
  EXPECT_EQ(again.exit, ExitCode::done) << again.words;
  EXPECT_EQ(look_at(set), wanted) << again.words;
  const bool forward = disturbed.command.front() == "apply";
  const Ran back = set.run({forward ? "revert" : "apply"});
  EXPECT_EQ(back.exit, ExitCode::done) << back.words;
  EXPECT_EQ(set.contents(), forward ? set.before() : set.after()) << back.words;
  EXPECT_EQ(set.leftovers(), "");
  // Who made the folders that an adopted patch's files lie in, nothing tells.
  if (disturbed.start != Start::unrecorded) {
    EXPECT_EQ(set.bare_folders(), "");
  }
}

/// What the command comes to when nothing goes wrong.
std::string undisturbed(const Disturbed& disturbed) {
  const Set set(disturbed.files);
  set.bring_to(disturbed.start);
  const Ran ran = set.run(disturbed.command);
  EXPECT_EQ(ran.exit, ExitCode::done) << ran.words;
  return look_at(set);
}

/// A set that one call of a command after the other is disturbed on. What a disturbed run left as
/// it was serves the next one too.
class Trial {
 public:
  explicit Trial(const Disturbed& disturbed)
      : disturbed_(disturbed), wanted_(undisturbed(disturbed)) {}

  /// Disturbs the `k`-th call; gives false when the command makes fewer.
  bool survives(const Fault& fault, std::size_t k) {
    if (set_ == nullptr) start_anew();
    FaultyFileSystem files;
    fault.arm(files, k);
    const Ran ran = set_->run(disturbed_.command, files);
    const bool disturbs = files.calls() >= k;
    const bool is_half_written = set_->leftovers().find("commit.json") != std::string::npos;
    EXPECT_TRUE(!is_half_written || ran.words.find("nothing written") == std::string::npos)
        << ran.words;
    const bool is_as_it_was = disturbs && look_at(*set_) == start_;
    SCOPED_TRACE(fmt::format("{} at call {}: {}", fault.name, k, ran.words));
    // Most failures change nothing, and then the ways out are those of any run.
    if (is_as_it_was && k % 10 != 0) return true;
    if (disturbs) expect_whole(*set_, disturbed_, wanted_);
    set_.reset();
    return disturbs;
  }

 private:
  void start_anew() {
    set_ = std::make_unique<Set>(disturbed_.files);
    set_->bring_to(disturbed_.start);
    start_ = look_at(*set_);
  }

  const Disturbed& disturbed_;
  std::string wanted_;
  std::unique_ptr<Set> set_;
  std::string start_;
};

class Faults : public testing::TestWithParam<Disturbed> {
 protected:
  /// Larger sets are only killed, at every third call, unless PATCHER_EVERY_KILL asks for every
  /// call and every fault.
  static std::size_t stride() { return calls_apart(GetParam().files == 1 ? 1 : 3); }

  static std::vector<Fault> faults() {
    const bool all = GetParam().files == 1 || std::getenv("PATCHER_EVERY_KILL") != nullptr;
    if (!all) return {dying()};
    return {failing("ENOSPC", ENOSPC), failing("EIO", EIO),     failing("EACCES", EACCES),
            failing("EMFILE", EMFILE), failing("EINTR", EINTR), dying()};
  }
};

TEST_P(Faults, AtEveryCallLeaveNoMixAndNothingBehind) {
  Trial trial(GetParam());
  std::size_t points = 0;
  for (const Fault& fault : faults()) {
    std::size_t k = 1;
    for (; trial.survives(fault, k) && !HasFailure(); k += stride()) ++points;
    EXPECT_GT(k, 30U) << "the run made fewer calls than it can have";
  }
  std::printf("%s of %zu files in each of two trees: %zu points tried\n", GetParam().name.c_str(),
              GetParam().files, points);
}

std::vector<Disturbed> commands() {
  std::vector<Disturbed> all;
  for (const std::size_t files : {1U, 10U}) {
    all.push_back({"apply", {"apply"}, Start::pristine, files});
    all.push_back({"revert", {"revert"}, Start::applied, files});
    all.push_back({"adopt", {"apply", "--adopt"}, Start::unrecorded, files});
    all.push_back({"upgrade", {"apply", "--upgrade"}, Start::outdated, files});
    all.push_back({"lock", {"lock"}, Start::pristine, files});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Commands, Faults, testing::ValuesIn(commands()), [](const auto& instance) {
  return fmt::format("{}{}", instance.param.name, instance.param.files);
});

/// Counts the signals that reach the process, instead of dying of them.
class Caught {
 public:
  Caught() {
    count = 0;
    struct sigaction action{};
    action.sa_handler = [](int) { count = count + 1; };
    sigaction(SIGTERM, &action, &before_);
  }
  ~Caught() { sigaction(SIGTERM, &before_, nullptr); }
  Caught(const Caught&) = delete;
  Caught& operator=(const Caught&) = delete;

  static inline volatile std::sig_atomic_t count = 0;

 private:
  struct sigaction before_{};
};

/// Applies the set, and has TERM come right before the first call of `method`.
Ran applied_with_term_at(const Set& set, const std::string& method) {
  FaultyFileSystem files;
  files.before_first(method, [caught = static_cast<int>(Caught::count)] {
    raise(SIGTERM);
    EXPECT_EQ(Caught::count, caught) << "it must wait";
  });
  return set.run({"apply"}, files);
}

TEST(Signal, BeforeTheMarkUndoesTheRunAndSaysSo) {
  const Caught caught;
  const Set set(3);

  const Ran ran = applied_with_term_at(set, "list_attributes");

  EXPECT_EQ(ran.exit, ExitCode::refused);
  EXPECT_EQ(ran.words.substr(ran.words.find("error:")),
            "error: signal TERM came before the commit mark: no file is changed "
            "[interrupted]\n  hint: run again\nm: nothing written: 1 error\n");
  EXPECT_EQ(Caught::count, 1);
  EXPECT_EQ(set.contents(), set.before());
  EXPECT_EQ(set.kept(), Set(3).kept());
  EXPECT_EQ(set.run({"status", "--require", "pristine"}).exit, ExitCode::done);
}

TEST(Signal, AfterTheMarkLetsTheRunEndAndTellIt) {
  const Caught caught;
  const Set set(3);

  const Ran ran = applied_with_term_at(set, "link");

  EXPECT_EQ(ran.exit, ExitCode::done);
  EXPECT_NE(ran.words.find("m: 8 files changed; 2 patches applied"), std::string::npos)
      << ran.words;
  EXPECT_EQ(Caught::count, 1);
  EXPECT_EQ(set.contents(), set.after());
}

TEST(Signal, ThatIsIgnoredStopsNothing) {
  const auto before = std::signal(SIGTERM, SIG_IGN);
  const Set set(3);

  EXPECT_EQ(applied_with_term_at(set, "list_attributes").exit, ExitCode::done);

  std::signal(SIGTERM, before);
  EXPECT_EQ(set.contents(), set.after());
}

TEST(Apply, ThatCannotBeTidiedUpIsNoSuccess) {
  const Set set(1);
  FaultyFileSystem files;
  files.fail_all("remove_file", EIO);

  const Ran ran = set.run({"apply"}, files);

  EXPECT_EQ(ran.exit, ExitCode::environment);
  EXPECT_NE(ran.words.find("it is the old \"f0.py\": run again to have it removed"),
            std::string::npos)
      << ran.words;
  EXPECT_NE(ran.words.find("m: 4 files written, then: "), std::string::npos) << ran.words;
  EXPECT_EQ(set.run({"status"}).exit, ExitCode::refused);
  EXPECT_EQ(set.run({"apply"}).exit, ExitCode::done);
  EXPECT_EQ(set.contents(), set.after());
  EXPECT_EQ(set.leftovers(), "");
}

TEST(Apply, WithNothingToDoRemovesNothing) {
  const Set set(1);
  set.bring_to(Start::applied);
  FaultyFileSystem files;
  files.fail_all("remove_file", EROFS);

  const Ran ran = set.run({"apply"}, files);

  EXPECT_EQ(ran.exit, ExitCode::done) << ran.words;
}

TEST(Apply, AfterWhichAnotherProgramWroteIsNoSuccess) {
  const Set set(1);
  FaultyFileSystem files;
  files.before_first("remove_file", [&] { set.write("a/f0.py", "V = 9\n"); });

  const Ran ran = set.run({"apply"}, files);

  EXPECT_EQ(ran.exit, ExitCode::refused);
  EXPECT_NE(ran.words.find("error: what this run wrote does not stand any more: another program is "
                           "at work in the tree [modified]"),
            std::string::npos)
      << ran.words;
}

}  // namespace
}  // namespace patcher
