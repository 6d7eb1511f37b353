// SPDX-License-Identifier: MIT
#include "patcher/plan/locking.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "patcher/manifest/lock_freshness.hpp"
#include "patcher/plan/lock_judge.hpp"
#include "patcher/plan/lock_revert.hpp"
#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {
namespace {

const std::vector<std::string> kSet{
    "- {file: f, find: a, insert_after: one}\n- {file: g, find: x, replace: y}\n",
    "- {file: f, find: one, insert_after: two}\n- {add_file: n/new, content: hello, mode: "
    "'0755'}\n",
    "- {file: f, find: z, replace: zz}\n- {mode_of: g, mode: '0755', was: '0644'}\n",
    "- {file: n/new, find: hello, replace: bye}\n- {remove_file: old, content: \"old\\n\"}\n"};
const MemoryTree kTree{{"f", "a\nz\n"}, {"g", "x\n"}, {"old", "old\n"}, {"src/a.cu", "s\n"}};

/// The set with a glob, a tree in some state, and what is judged of it.
struct Bench {
  Manifest manifest = with_glob();
  MemoryTree tree = kTree;
  Record record;

  static Manifest with_glob() {
    Manifest manifest = manifest_of(kSet);
    manifest.rebuilds.push_back({"r", "t", {"src/*", "n/*"}, {}, {"true"}, {}, {}, {}});
    return manifest;
  }
  Lock lock() const {
    SourceCache cache;
    const Assessment assessment({manifest, "t", tree, record, cache});
    Lock lock = digests_of(manifest);
    Result<LockedTree> part = lock_tree(assessment);
    if (!part) ADD_FAILURE() << part.error().diagnostics().front().message;
    if (part) lock.trees.front() = *std::move(part);
    return lock;
  }
  Diagnostics drifts(const Lock& lock, Witness witness = Witness::record) const {
    SourceCache cache;
    return lock_drifts(Assessment({manifest, "t", tree, record, cache}), lock, witness);
  }
  bool run(Way way, const Selection& selection = {}) {
    Carried carried = carry(way, manifest, tree, record, selection);
    tree = carried.tree;
    record = carried.record;
    return !has_error(carried.refusals);
  }
};

TEST(LockTree, HoldsTheChainOfEveryFile) {
  const Lock lock = Bench().lock();
  const LockedTree& tree = lock.trees.front();

  std::string text;
  for (const auto& [path, file] : tree.files) {
    text += path.str() + ": " + spelled(file.base).substr(0, 6);
    for (const LockedFile::Step& step : file.chain) {
      text += ", " + step.patch + " " + spelled(step.after).substr(0, 6);
    }
    text += "\n";
  }

  EXPECT_EQ(text,
            "f: 100644, p1 100644, p2 100644, p3 100644\n"
            "g: 100644, p1 100644, p3 100755\n"
            "n/new: absent, p2 100755, p4 100755\n"
            "old: 100644, p4 absent\n");
  EXPECT_EQ(tree.files.begin()->second.base.blob, blob_id_of("a\nz\n"));
  EXPECT_EQ(tree.files.begin()->second.chain.back().after.blob, blob_id_of("a\none\ntwo\nzz\n"));
  EXPECT_TRUE(tree.globs.at("n/*").files.empty()) << "what a patch adds is not of the base";
  EXPECT_EQ(tree.globs.at("src/*").files.size(), 1U);
}

TEST(LockTree, IsTheSameInEveryState) {
  const std::string pristine = text_of(Bench().lock());
  for (unsigned chosen = 0; chosen < 16; ++chosen) {
    Bench bench;
    for (unsigned i = 0; i < 4; ++i) {
      if ((chosen >> i & 1U) != 0) bench.run(Way::apply, {"p" + std::to_string(i + 1)});
    }
    EXPECT_EQ(text_of(bench.lock()), pristine) << chosen;
  }
}

TEST(LockDrifts, FindNothingWhateverOfTheSetIsApplied) {
  const Lock lock = Bench().lock();
  std::mt19937 random(11);
  Bench bench;
  for (int step = 0; step < 60; ++step) {
    const std::string id = "p" + std::to_string(1 + random() % 4);
    bench.run(random() % 2 == 0 ? Way::apply : Way::revert, {id});
    const Diagnostics drifts = bench.drifts(lock);
    ASSERT_TRUE(drifts.empty()) << step << " " << id << ": " << drifts.front().message;
  }
}

/// Whatever is in the tree, one byte more in any file of the lock is found, and so is a file that
/// comes or goes.
TEST(LockDrifts, FindEveryChangeOfEveryFileInEveryState) {
  const Lock lock = Bench().lock();
  for (const Selection& applied :
       std::vector<Selection>{{"none"}, {"p1"}, {"p3"}, {"p1", "p3"}, {"p1", "p2", "p3", "p4"}}) {
    Bench bench;
    ASSERT_TRUE(applied.contains("none") || bench.run(Way::apply, applied));
    for (const char* path : {"f", "g", "n/new", "old", "src/a.cu", "src/new.cu"}) {
      Bench changed = bench;
      const auto file = bench.tree.files().find(path);
      const bool there = file != bench.tree.files().end();
      changed.tree.write(path, there ? file->second + "\n" : "new", bench.tree.mode_of(path));
      EXPECT_FALSE(changed.drifts(lock).empty()) << path << " after " << *applied.begin();
      if (!there) continue;
      changed.tree.remove(path);
      EXPECT_FALSE(changed.drifts(lock).empty()) << path << " gone after " << *applied.begin();
      changed.tree.write(path, file->second, bench.tree.mode_of(path) ^ 0111U);
      EXPECT_FALSE(changed.drifts(lock).empty()) << path << " mode after " << *applied.begin();
    }
  }
}

TEST(LockDrifts, AreCountedWhenTheyAreMany) {
  Bench bench;
  for (int i = 0; i < 120; ++i) bench.tree.write("src/" + std::to_string(i), "s");
  const Lock lock = Bench().lock();

  const Diagnostics drifts = bench.drifts(lock);

  ASSERT_EQ(drifts.size(), 101U);
  EXPECT_EQ(drifts.back().message, "20 more files of tree 't' are not what the lock has");
}

TEST(UnlikeLock, PassesAPlanThatMakesTheLockedBytes) {
  const Lock lock = Bench().lock();
  for (const Selection& selection : std::vector<Selection>{{}, {"p1"}, {"p3"}, {"p1", "p3"}}) {
    Bench bench;
    SourceCache cache;
    const Assessment before({bench.manifest, "t", bench.tree, bench.record, cache});
    EXPECT_TRUE(unlike_lock(before, plan_apply(before, selection), lock).empty());

    ASSERT_TRUE(bench.run(Way::apply, selection));
    const Assessment after({bench.manifest, "t", bench.tree, bench.record, cache});
    EXPECT_TRUE(unlike_lock(after, plan_revert(after, {}), lock).empty());
  }
}

TEST(UnlikeLock, RefusesOtherBytesAndUnnamedFiles) {
  const Bench bench;
  SourceCache cache;
  const Assessment assessment({bench.manifest, "t", bench.tree, bench.record, cache});
  Lock lock = bench.lock();
  auto& files = lock.trees.front().files;
  files.at(*TreePath::parse("g")).chain.front().after.blob = blob_id_of("other");
  files.erase(*TreePath::parse("old"));

  const Diagnostics errors = unlike_lock(assessment, plan_apply(assessment, {"p1", "p2"}), lock);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors.front().code, Code::lock_stale);
  EXPECT_EQ(errors.front().target.file, "g");

  const Diagnostics all = unlike_lock(assessment, plan_apply(assessment, {}), lock);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().message,
            "stale lock: 'old' would be written, and the lock does not name it");
}

TEST(RevertByLock, GivesTheBaseBackAfterEveryPrefix) {
  const Lock lock = Bench().lock();
  Selection applied;
  for (const char* id : {"p1", "p2", "p3", "p4"}) {
    applied.insert(id);
    Bench bench;
    ASSERT_TRUE(bench.run(Way::apply, applied));
    SourceCache cache;
    const Record none;
    const Assessment assessment({bench.manifest, "t", bench.tree, none, cache});
    EXPECT_TRUE(bench.drifts(lock).empty());
    EXPECT_TRUE(lock_drifts(assessment, lock, Witness::record_or_lock).empty());
    EXPECT_EQ(lock_drifts(assessment, lock, Witness::record).size(), 1U);

    const Result<RootChange> change = revert_by_lock(assessment, lock);

    ASSERT_TRUE(change) << id << ": " << change.error().diagnostics().front().message;
    for (const FileChange& file : change->files) {
      if (file.after) {
        bench.tree.write(file.path.str(), *file.after, file.mode);
      } else {
        bench.tree.remove(file.path.str());
      }
    }
    EXPECT_TRUE(bench.tree == kTree) << id;
  }
}

TEST(RevertByLock, RefusesWhateverElseMoved) {
  const Lock lock = Bench().lock();
  Bench applied;
  ASSERT_TRUE(applied.run(Way::apply));
  for (const char* path : {"f", "g", "n/new", "old"}) {
    MemoryTree tree = applied.tree;
    tree.write(path, "moved\n");
    SourceCache cache;
    const Record none;

    const auto change =
        revert_by_lock(Assessment({applied.manifest, "t", tree, none, cache}), lock);

    ASSERT_FALSE(change) << path;
    EXPECT_EQ(change.error().diagnostics().front().code, Code::unrecorded);
  }
}

TEST(View, MatchesWithItsChangesLaidOver) {
  const MemoryTree tree{{"s/a", ""}, {"s/b", ""}};
  View view(tree);
  view.put(*TreePath::parse("s/a"), {});
  view.put(*TreePath::parse("s/c"), regular_file("c", 0644));

  const auto caught = view.match("s/*");

  ASSERT_TRUE(caught);
  ASSERT_EQ(caught->size(), 2U);
  EXPECT_EQ((*caught)[0].path.str() + (*caught)[1].path.str(), "s/bs/c");
}

}  // namespace
}  // namespace patcher::testing
