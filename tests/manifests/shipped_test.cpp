// SPDX-License-Identifier: MIT
// Every shipped manifest: its files are valid, and on its pins the main job goes all the way round.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// What is read of the two trees at the manifest's pins.
constexpr const char* kAtomPin = "ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21";
constexpr const char* kAiterPin = "e4048607a535ace3a2b51ded31b1c8c2d45c0879 aiter csrc";
const std::string kManager = "atom/model_engine/engine_core_mgr.py";

/// Helpers of manifests lie beside them, and so do their locks.
bool is_manifest(const fs::path& file) {
  return file.extension() == ".yaml" && !file.string().ends_with(".lock.yaml");
}

std::string manifest(const std::string& name) {
  return std::string(PATCHER_SOURCE_DIR) + "/manifests/" + name + ".yaml";
}

TEST(Shipped, ManifestsAreFree) {
  const Sandbox box;
  for (const auto& item : fs::directory_iterator(fs::path(PATCHER_SOURCE_DIR) / "manifests")) {
    if (!is_manifest(item.path())) continue;
    const RunResult result = box.run({"lint", item.path().string()});
    EXPECT_EQ(result.exit, 0) << result.text();
    EXPECT_THAT(result.out, HasSubstr("no fault found"));
  }
}

/// Digests need no tree: of what a fresh lock's check finds without one, none is stale.
TEST(Shipped, LocksAreFreshAsFarAsTheirFilesTell) {
  const Sandbox box;
  for (const auto& item : fs::directory_iterator(fs::path(PATCHER_SOURCE_DIR) / "manifests")) {
    if (!is_manifest(item.path())) continue;
    const RunResult result =
        box.run({"lock", "--check", item.path().string(), "--root", "atom=nowhere"});
    EXPECT_EQ(result.exit, 3) << result.text();
    EXPECT_THAT(result.err, AllOf(HasSubstr("tree-not-found"), Not(HasSubstr("[lock-")),
                                  Not(HasSubstr("stale lock"))));
  }
}

/// Both trees at the manifest's pins, extracted without `.git`.
class AtomNightly : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* atom = std::getenv("PATCHER_ATOM_GIT");
    const char* aiter = std::getenv("PATCHER_AITER_GIT");
    if (atom == nullptr || aiter == nullptr) {
      GTEST_SKIP() << "needs PATCHER_ATOM_GIT and PATCHER_AITER_GIT, git repositories of ROCm/ATOM "
                      "and ROCm/aiter (ci/fetch-upstreams)";
    }
    box_.set("PATH", "/usr/bin:/bin");  // The set's checks run Python.
    extract(atom, kAtomPin, "tree");
    extract(aiter, kAiterPin, "aiter");
  }

  void extract(const std::string& repository, const std::string& what,
               const std::string& folder) const {
    const fs::path to = box_.root() / folder;
    fs::create_directories(to);
    ASSERT_EQ(std::system(("git --git-dir='" + repository + "' archive " + what + " | tar -x -C '" +
                           to.string() + "'")
                              .c_str()),
              0);
  }

  /// The command on both trees. Nothing is compiled here: what is due stays pending.
  [[nodiscard]] RunResult run(const std::string& command, const std::string& more = "") const {
    std::vector<std::string> words{
        command, manifest("atom-nightly"), "--root", "atom=tree", "--root", "aiter=aiter"};
    if (command == "apply" || command == "revert") words.push_back("--rebuild=never");
    if (!more.empty()) words.push_back(more);
    return box_.run(words);
  }

  [[nodiscard]] bool runs(const std::string& folder, const std::string& command) const {
    const std::string at = "cd '" + (box_.root() / folder).string() + "' && " + command;
    return std::system(
               ("export PYTHONPYCACHEPREFIX='" + (box_.root() / "pyc").string() + "'; " + at)
                   .c_str()) == 0;
  }

  /// A copy of the shipped set in the sandbox, whose files a test may change.
  [[nodiscard]] std::string copied_set() const {
    for (const char* folder : {"manifests", "patches"}) {
      fs::copy(fs::path(PATCHER_SOURCE_DIR) / folder, box_.root() / folder,
               fs::copy_options::recursive);
    }
    return "manifests/atom-nightly.yaml --root atom=tree --root aiter=aiter";
  }

  /// Replaces `from`, which must be there, in a file of the tree.
  void change(const std::string& path, const std::string& from, const std::string& to) const {
    std::string bytes = box_.read("tree/" + path);
    ASSERT_NE(bytes.find(from), std::string::npos);
    bytes.replace(bytes.find(from), from.size(), to);
    box_.write("tree/" + path, bytes);
  }

  void expect_refusal(const ::testing::Matcher<std::string>& said) const {
    const Snapshot before = box_.snapshot();
    const RunResult result = run("apply");
    EXPECT_EQ(result.exit, 1);
    EXPECT_THAT(result.err, said);
    EXPECT_EQ(box_.snapshot(), before);
  }

  Sandbox box_;
};

/// The same files with the same bytes and modes; times and inodes may differ.
void expect_same(const Snapshot& after, const Snapshot& before) {
  ASSERT_EQ(after.size(), before.size());
  for (const auto& [path, seen] : before) {
    EXPECT_EQ(after.at(path).bytes, seen.bytes) << path;
    EXPECT_EQ(after.at(path).mode, seen.mode) << path;
  }
}

TEST_F(AtomNightly, GoesAllTheWayRound) {
  const Snapshot atom = box_.snapshot("tree");
  const Snapshot aiter = box_.snapshot("aiter");
  EXPECT_EQ(run("status", "--require=pristine").exit, 0);

  EXPECT_EQ(run("apply").exit, 0);
  const Snapshot applied = box_.snapshot("tree");
  const Snapshot aiter_applied = box_.snapshot("aiter");
  EXPECT_TRUE(runs("tree", "python3 -m compileall -q atom"));
  EXPECT_TRUE(runs("aiter", "python3 -m compileall -q aiter/ops aiter/dist"));
  EXPECT_EQ(run("apply").exit, 0);
  EXPECT_EQ(box_.snapshot("tree"), applied);
  EXPECT_EQ(box_.snapshot("aiter"), aiter_applied);
  EXPECT_EQ(run("status", "--require=applied").exit, 1);  // the module is not compiled yet
  EXPECT_THAT(run("status").out,
              AllOf(HasSubstr("aiter-custom-all-reduce"), HasSubstr("aiter-prebuild")));
  EXPECT_EQ(run("revert").exit, 0);

  expect_same(box_.snapshot("tree"), atom);
  expect_same(box_.snapshot("aiter"), aiter);
}

TEST_F(AtomNightly, IsWhatItsLockSays) {
  EXPECT_EQ(run("lock", "--check").exit, 0);
  EXPECT_EQ(run("apply", "--locked").exit, 0);
  EXPECT_EQ(run("lock", "--check").exit, 0);
  EXPECT_EQ(run("status", "--locked").exit, 0);

  const std::string set = copied_set();
  const std::string shipped = box_.read("manifests/atom-nightly.lock.yaml");
  fs::remove(box_.root() / "manifests/atom-nightly.lock.yaml");
  EXPECT_EQ(box_.run("lock " + set).exit, 0);
  EXPECT_EQ(box_.read("manifests/atom-nightly.lock.yaml"), shipped);

  EXPECT_EQ(run("revert", "--locked").exit, 0);
  EXPECT_EQ(run("status", "--require=pristine").exit, 0);
}

TEST_F(AtomNightly, IsTakenOutByItsLockWhenTheRecordIsLost) {
  const Snapshot atom = box_.snapshot("tree");
  const Snapshot aiter = box_.snapshot("aiter");
  ASSERT_EQ(run("apply").exit, 0);
  fs::remove_all(box_.root() / "tree/.patcher");
  fs::remove_all(box_.root() / "aiter/.patcher");

  EXPECT_EQ(run("revert").exit, 0);

  expect_same(box_.snapshot("tree"), atom);
  expect_same(box_.snapshot("aiter"), aiter);
}

TEST_F(AtomNightly, OneByteInAnUntouchedPartIsDrift) {
  change(kManager, "import asyncio", "import  asyncio");
  ASSERT_EQ(run("status", "--require=pristine").exit, 0);
  const Snapshot before = box_.snapshot();

  for (const char* command : {"apply", "revert", "status"}) {
    const RunResult result = run(command, "--locked");
    EXPECT_EQ(result.exit, 1) << command;
    EXPECT_THAT(result.err, AllOf(HasSubstr("lock-drift"),
                                  HasSubstr("'" + kManager +
                                            "' is not what the lock has in the base: expected "
                                            "100644 33964875fde6964c4c6bfd2ae9492ea92069c3ce"
                                            ", found 100644 ")));
  }
  EXPECT_EQ(run("lock", "--check").exit, 1);
  EXPECT_EQ(box_.snapshot(), before);
}

TEST_F(AtomNightly, AStaleLockIsRefused) {
  const std::string set = copied_set();
  const std::string patch = "patches/atom/atom-api-gc-stalls.yaml";
  box_.write(patch, box_.read(patch) + "# new\n");
  const Snapshot before = box_.snapshot();

  const RunResult result = box_.run("apply --locked --rebuild=never " + set);

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("stale lock: patch 'atom-api-gc-stalls' changed [lock-stale]"));
  EXPECT_EQ(box_.snapshot(), before);
}

/// A rebuild guards the sources that it compiles, the ones that come later too.
TEST_F(AtomNightly, AFileThatAGuardedGlobCatchesIsDrift) {
  const std::string set = copied_set();
  const std::string file = "manifests/atom-nightly.yaml";
  std::string bytes = box_.read(file);
  bytes.replace(bytes.find("rebuilds:\n"), 10,
                "rebuilds:\n  - {id: models, tree: atom, when_changed: ['atom/model_ops/*.py'], "
                "run: ['true']}\n");
  box_.write(file, bytes);
  ASSERT_EQ(box_.run("lock " + set).exit, 0);
  ASSERT_EQ(box_.run("status --locked " + set).exit, 0);
  box_.write("tree/atom/model_ops/deep/new_op.py", "x = 1\n");
  const Snapshot before = box_.snapshot();

  const RunResult result = box_.run("apply --locked --rebuild=never " + set);

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("'atom/model_ops/deep/new_op.py', which the glob "
                                    "'atom/model_ops/*.py' catches, is not in the lock"));
  EXPECT_EQ(box_.snapshot(), before);
}

TEST_F(AtomNightly, OneAnchoredWordChanged) {
  change(kManager, "self.outputs_queue.put_nowait(seqs)", "self.outputs_queue.put_nowait(batch)");

  expect_refusal(AllOf(HasSubstr(kManager + ":440"),
                       HasSubstr("in 'CoreManager._create_output_thread'"),
                       HasSubstr("put_nowait(batch)")));
}

TEST_F(AtomNightly, AnchorTwiceInTheScope) {
  change(kManager, "                        self.outputs_queue.put_nowait(seqs)\n",
         "                        self.outputs_queue.put_nowait(seqs)\n"
         "                        self.outputs_queue.put_nowait(seqs)\n");

  expect_refusal(
      AllOf(HasSubstr("2 places"), HasSubstr(kManager + ":440"), HasSubstr(kManager + ":441")));
}

TEST_F(AtomNightly, AnchorTwiceInTheFileButOnceInTheScope) {
  change(kManager, "    def get_output(self)",
         "    def twin(self, seqs):\n        self.outputs_queue.put_nowait(seqs)\n\n"
         "    def get_output(self)");

  EXPECT_EQ(run("apply").exit, 0);
  EXPECT_THAT(
      box_.read("tree/" + kManager),
      HasSubstr("    def twin(self, seqs):\n        self.outputs_queue.put_nowait(seqs)\n"));
}

/// Runs of the patched trees' own code on stand-ins for what is not here (tests/semantics).
TEST_F(AtomNightly, DoesWhatItSays) {
  ASSERT_EQ(run("apply").exit, 0);
  const std::string tests = std::string("python3 '") + PATCHER_SOURCE_DIR + "/tests/semantics/";

  EXPECT_TRUE(runs("tree", tests + "finished_sequences.py' ."));
  EXPECT_TRUE(runs("tree", tests + "shared_state.py' ."));
  EXPECT_TRUE(runs("tree", tests + "dcp_kernels.py' ."));
  EXPECT_TRUE(runs("aiter", tests + "bmm_lookup.py' ."));
  EXPECT_TRUE(runs("aiter", tests + "gemm_rows.py' ."));
  // By Debian's Python. 77: it has no pandas, which is said.
  EXPECT_TRUE(runs("aiter", "PATH=/usr/bin:/bin " + tests + "table_merge.py' . || [ $? = 77 ]"));
}

/// As HIP for gfx942, host and device; errors planted in what the patches add are found.
TEST_F(AtomNightly, ItsKernelsPassClang) {
  if (std::system("command -v clang++-19 > /dev/null") != 0) GTEST_SKIP() << "needs clang++-19";
  const std::string check = std::string("'") + PATCHER_SOURCE_DIR + "/tests/hip/check' ";
  EXPECT_TRUE(runs("aiter", check + "."));
  ASSERT_EQ(run("apply").exit, 0);

  EXPECT_TRUE(runs("aiter", check + "--plant ."));
}

}  // namespace
}  // namespace patcher::testing
