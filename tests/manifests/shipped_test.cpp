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

constexpr const char* kAtomPin = "ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21";
const std::string kManager = "atom/model_engine/engine_core_mgr.py";

std::string manifest(const std::string& name) {
  return std::string(PATCHER_SOURCE_DIR) + "/manifests/" + name + ".yaml";
}

TEST(Shipped, ManifestsAreFree) {
  const Sandbox box;
  for (const auto& item : fs::directory_iterator(fs::path(PATCHER_SOURCE_DIR) / "manifests")) {
    const RunResult result = box.run({"lint", item.path().string()});
    EXPECT_EQ(result.exit, 0) << result.text();
    EXPECT_THAT(result.out, HasSubstr("no fault found"));
  }
}

/// The atom tree at the manifest's pin, extracted without `.git`.
class AtomNightly : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* repository = std::getenv("PATCHER_ATOM_GIT");
    if (repository == nullptr) {
      GTEST_SKIP() << "needs PATCHER_ATOM_GIT, a git repository of ROCm/ATOM (ci/fetch-upstreams)";
    }
    fs::create_directories(box_.root() / "tree");
    const std::string command = std::string("git --git-dir='") + repository + "' archive " +
                                kAtomPin + " | tar -x -C '" + (box_.root() / "tree").string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
  }

  [[nodiscard]] RunResult run(const std::string& command, const std::string& more = "") const {
    std::vector<std::string> words{command, manifest("atom-nightly"), "--root", "atom=tree"};
    if (!more.empty()) words.push_back(more);
    return box_.run(words);
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

TEST_F(AtomNightly, GoesAllTheWayRound) {
  const Snapshot before = box_.snapshot();
  EXPECT_EQ(run("status", "--require=pristine").exit, 0);

  EXPECT_EQ(run("apply").exit, 0);
  const Snapshot applied = box_.snapshot();
  EXPECT_EQ(std::system(("cd '" + (box_.root() / "tree").string() +
                         "' && PYTHONPYCACHEPREFIX=../pyc python3 -m py_compile " + kManager +
                         " atom/models/deepseek_v2.py atom/entrypoints/openai/api_server.py")
                            .c_str()),
            0);
  EXPECT_EQ(run("apply").exit, 0);
  EXPECT_EQ(box_.snapshot(), applied);
  EXPECT_EQ(run("status", "--require=applied").exit, 0);
  EXPECT_EQ(run("revert").exit, 0);

  const Snapshot after = box_.snapshot();
  ASSERT_EQ(after.size(), before.size());
  for (const auto& [path, seen] : before) {
    EXPECT_EQ(after.at(path).bytes, seen.bytes) << path;
    EXPECT_EQ(after.at(path).mode, seen.mode) << path;
  }
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

/// ATOM's own rule: what the output thread reads is born in `_init_shared_state`.
TEST_F(AtomNightly, ItsOwnRuleOnSharedStateHolds) {
  ASSERT_EQ(run("apply").exit, 0);
  box_.write("rule.py",
             "import ast, sys\n"
             "tree = ast.parse(open(sys.argv[1]).read())\n"
             "def names(function, ctx):\n"
             "    found = [n for n in ast.walk(tree)\n"
             "             if isinstance(n, ast.FunctionDef) and n.name == function]\n"
             "    return {a.attr for a in ast.walk(found[0]) if isinstance(a, ast.Attribute)\n"
             "            and isinstance(a.value, ast.Name) and a.value.id == 'self'\n"
             "            and isinstance(a.ctx, ctx)}\n"
             "assert '_drop_finished' in names('process_outputs_socket', ast.Load)\n"
             "assert '_drop_finished' in names('_init_shared_state', ast.Store)\n");

  EXPECT_EQ(
      std::system(
          ("cd '" + box_.root().string() + "' && python3 rule.py 'tree/" + kManager + "'").c_str()),
      0);
}

}  // namespace
}  // namespace patcher::testing
