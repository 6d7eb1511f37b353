// SPDX-License-Identifier: MIT
#include "patcher/write/recovery.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "patcher/write/journal.hpp"
#include "patcher/write/tree_lock.hpp"
#include "tests/unit/write/two_roots.hpp"

namespace patcher {
namespace {

/// Hard links as a disk has them or not: without, originals are moved away and not linked.
enum class Links { work, refused };

void set(FaultyFileSystem& files, Links links) {
  if (links == Links::refused) files.fail_all("link", EPERM);
}

/// Says that the roots are as before the run, to the inode and the time, or as after it.
void expect_all_or_nothing(const TwoRoots& roots, const std::pair<Snapshot, Snapshot>& before) {
  EXPECT_FALSE(roots.has_leftovers() && roots.snapshot() != before);
  if (roots.contents() == TwoRoots::kAfter) return;
  EXPECT_EQ(roots.snapshot(), before);
}

class EveryKill : public testing::TestWithParam<Links> {};

TEST_P(EveryKill, IsUndoneOrFinishedByTheNextRun) {
  std::size_t undone = 0;
  std::size_t finished = 0;
  for (std::size_t k = 1; !HasFailure(); ++k) {
    const TwoRoots roots;
    const auto before = roots.snapshot();
    FaultyFileSystem files;
    set(files, GetParam());
    files.die_at(k);
    static_cast<void>(roots.run(files));
    if (!files.is_dead()) break;
    SCOPED_TRACE(fmt::format("killed at call {}", k));

    const auto recovered = roots.recover(system_file_system());

    ASSERT_TRUE(recovered) << reasons_of(recovered);
    expect_all_or_nothing(roots, before);
    ++(roots.contents() == TwoRoots::kAfter ? finished : undone);
  }
  std::printf("killed at each of %zu calls: %zu undone, %zu finished\n", undone + finished, undone,
              finished);
  EXPECT_GT(undone, 100U);
  EXPECT_GT(finished, 20U);
}

TEST_P(EveryKill, OfTheRecoveryIsRecoveredAsWell) {
  std::size_t points = 0;
  for (std::size_t k = 1; !HasFailure(); k += 9) {
    bool run_died = true;
    for (std::size_t j = 1; !HasFailure(); j += 5) {
      const TwoRoots roots;
      const auto before = roots.snapshot();
      FaultyFileSystem files;
      set(files, GetParam());
      files.die_at(k);
      static_cast<void>(roots.run(files));
      run_died = files.is_dead();
      FaultyFileSystem again;
      set(again, GetParam());
      again.die_at(j);
      static_cast<void>(roots.recover(again));
      if (!again.is_dead()) break;
      SCOPED_TRACE(fmt::format("killed at call {}, and at call {} of the recovery", k, j));

      const auto recovered = roots.recover(system_file_system());

      ASSERT_TRUE(recovered) << reasons_of(recovered);
      expect_all_or_nothing(roots, before);
      ++points;
    }
    if (!run_died) break;
  }
  std::printf("killed twice at %zu pairs of calls\n", points);
  EXPECT_GT(points, 150U);
}

INSTANTIATE_TEST_SUITE_P(Recovery, EveryKill, testing::Values(Links::work, Links::refused),
                         [](const auto& instance) {
                           return instance.param == Links::work ? "WithLinks" : "WithoutLinks";
                         });

/// A run over two roots, `x` in the first and `y.py` in the second, that died.
class Left {
 public:
  enum class When { staging, marked };

  explicit Left(When when) {
    first_.write("x", "1");
    second_.write("y.py", "1");
    FaultyFileSystem files;
    // Attributes are looked at while staging; the first link is the first step after the mark.
    files.before_first(when == When::marked ? "link" : "list_attributes",
                       [&] { files.die_at(files.calls() + 1); });
    static_cast<void>(commit(
        {Root(first_, "a").edit("x", "2").commit(), Root(second_, "b").edit("y.py", "2").commit()},
        files));
    EXPECT_TRUE(files.is_dead());
  }

  [[nodiscard]] const TemporaryFolder& first() const { return first_; }
  [[nodiscard]] const TemporaryFolder& second() const { return second_; }
  [[nodiscard]] std::string bytes() const { return first_.read("x") + second_.read("y.py"); }

 private:
  TemporaryFolder first_;
  TemporaryFolder second_;
};

Result<Diagnostics> recover_in(const std::vector<const TemporaryFolder*>& folders) {
  std::vector<std::unique_ptr<Worktree>> opened;
  std::vector<const Worktree*> roots;
  for (const TemporaryFolder* folder : folders) {
    roots.push_back(opened.emplace_back(value_of(Worktree::open(folder->path()))).get());
  }
  return recover(roots, system_file_system());
}

constexpr std::string_view kDone = ".patcher/.gitignore\n.patcher/record.json\n";

TEST(Recovery, FinishesInARootThatTheNextRunIsNotAbout) {
  const Left left(Left::When::marked);

  const Diagnostics notes = value_of(recover_in({&left.first()}));

  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes.front().code, Code::recovered);
  EXPECT_EQ(notes.front().severity, Severity::note);
  EXPECT_EQ(left.bytes(), "22");
  EXPECT_EQ(files_in(left.first()), fmt::format("{}x\n", kDone));
  EXPECT_EQ(files_in(left.second()), fmt::format("{}y.py\n", kDone));
}

TEST(Recovery, FindsTheMarkFromAnotherRoot) {
  const Left marked(Left::When::marked);
  const Left staging(Left::When::staging);

  ASSERT_TRUE(recover_in({&marked.second()}));
  ASSERT_TRUE(recover_in({&staging.second()}));

  EXPECT_EQ(marked.bytes(), "22");
  EXPECT_EQ(staging.bytes(), "11");
  EXPECT_EQ(files_in(staging.first()) + files_in(staging.second()), "x\ny.py\n");
}

TEST(Recovery, RefusesWhereARootCannotBeReached) {
  const Left left(Left::When::marked);
  const std::filesystem::path moved = left.second().path().string() + "-moved";
  std::filesystem::rename(left.second().path(), moved);
  const Snapshot before = snapshot_of(left.first());

  const auto refused = recover_in({&left.first()});

  ASSERT_EQ(code_of(refused), Code::interrupted);
  EXPECT_NE(reasons_of(refused).find(left.second().path().string()), std::string::npos);
  EXPECT_EQ(snapshot_of(left.first()), before);
  std::filesystem::rename(moved, left.second().path());
  ASSERT_TRUE(recover_in({&left.first()}));
  EXPECT_EQ(left.bytes(), "22");
}

TEST(Recovery, KnowsARootByItsJournalAtANewPlace) {
  const Left left(Left::When::marked);
  const TemporaryFolder other;
  std::filesystem::remove(other.path());
  std::filesystem::rename(left.second().path(), other.path());

  ASSERT_TRUE(recover_in({&left.first(), &other}));

  EXPECT_EQ(left.first().read("x") + other.read("y.py"), "22");
}

TEST(Recovery, TakesAnEmptyFolderForARootThatIsGoneForGood) {
  const Left left(Left::When::marked);
  std::filesystem::remove_all(left.second().path());
  std::filesystem::create_directory(left.second().path());

  ASSERT_TRUE(recover_in({&left.first()}));

  EXPECT_EQ(left.first().read("x"), "2");
  EXPECT_EQ(files_in(left.second()), "");
}

TEST(Recovery, RefusesWhereTheFirstRootHasNothingOfTheRun) {
  const Left left(Left::When::marked);
  std::filesystem::remove_all(left.first().path());
  std::filesystem::create_directory(left.first().path());
  const Snapshot before = snapshot_of(left.second());

  EXPECT_EQ(code_of(recover_in({&left.second()})), Code::interrupted);

  EXPECT_EQ(snapshot_of(left.second()), before);
}

TEST(Recovery, WritesOverNothingThatSomebodyChangedSince) {
  const Left left(Left::When::marked);
  left.second().write("y.py", "by hand");
  const Snapshot before = snapshot_of(left.second());

  const auto refused = recover_in({&left.first()});

  ASSERT_EQ(code_of(refused), Code::interrupted);
  EXPECT_EQ(refused.error().diagnostics().front().target.file, "y.py");
  EXPECT_EQ(left.bytes(), "1by hand");
  EXPECT_EQ(snapshot_of(left.second()), before);
}

TEST(Recovery, LeavesAChangeAloneThatCameAfterAnUnmarkedRun) {
  const Left left(Left::When::staging);
  left.second().write("y.py", "by hand");

  ASSERT_TRUE(recover_in({&left.first(), &left.second()}));

  EXPECT_EQ(left.bytes(), "1by hand");
  EXPECT_EQ(files_in(left.first()) + files_in(left.second()), "x\ny.py\n");
}

TEST(Recovery, RefusesATornNewFile) {
  const Left left(Left::When::marked);
  for (const auto& entry : std::filesystem::directory_iterator(left.first().path())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".patcher-")) left.first().write(name, "torn");
  }

  EXPECT_EQ(code_of(recover_in({&left.first()})), Code::interrupted);

  EXPECT_EQ(left.bytes(), "11");
}

TEST(Recovery, WaitsForNobodyWhoHoldsARoot) {
  const Left left(Left::When::marked);
  const auto second = value_of(Worktree::open(left.second().path()));
  const TreeLocks held = value_of(TreeLocks::take({second.get()}));

  EXPECT_EQ(code_of(recover_in({&left.first()})), Code::tree_locked);

  EXPECT_EQ(left.bytes(), "11");
}

TEST(Recovery, RemovesByteCodeThatWasCompiledInBetween) {
  const Left left(Left::When::marked);
  left.second().write("__pycache__/y.cpython-311.pyc", "of the old bytes");
  left.second().write("__pycache__/z.cpython-311.pyc", "a neighbour's");

  ASSERT_TRUE(recover_in({&left.first()}));

  EXPECT_EQ(files_in(left.second()), fmt::format("{}__pycache__/z.cpython-311.pyc\ny.py\n", kDone));
}

TEST(Recovery, RemovesWhatARunLeftThatHadNotBegun) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  folder.write(".patcher/journal.new", "{");

  EXPECT_TRUE(value_of(recover_in({&folder})).empty());

  EXPECT_EQ(files_in(folder), "x\n");
  EXPECT_FALSE(std::filesystem::exists(folder / ".patcher"));
}

TEST(Recovery, TellsAnInterruptedRunFromOneAtWork) {
  const Left left(Left::When::staging);
  const auto root = value_of(Worktree::open(left.first().path()));
  EXPECT_TRUE(value_of(has_journal(*root)));
  EXPECT_EQ(interrupted_or_at_work(*root, system_file_system()).code, Code::interrupted);

  const TreeLocks held = value_of(TreeLocks::take({root.get()}));

  EXPECT_EQ(interrupted_or_at_work(*root, system_file_system()).code, Code::tree_locked);
  EXPECT_EQ(interrupted_error(*root).code, Code::interrupted);
}

/// A journal that no run of ours can have written, and why it is refused.
struct Hostile {
  std::string name;
  std::string text;
  Code code;
};

class HostileJournal : public testing::TestWithParam<Hostile> {};

TEST_P(HostileJournal, IsRefusedAndChangesNothing) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  folder.write(".patcher/commit.json", GetParam().text);
  const Snapshot before = snapshot_of(folder);

  EXPECT_EQ(code_of(recover_in({&folder})), GetParam().code);

  EXPECT_EQ(snapshot_of(folder), before);
}

std::string journal_with_item(const std::string& path, const std::string& kept) {
  Journal journal{.run = "1", .roots = {"/nowhere"}};
  journal.items.push_back(
      {.path = path, .before = FileState{}, .after = {}, .staged = {}, .kept = kept});
  return text_of(journal);
}

INSTANTIATE_TEST_SUITE_P(
    Recovery, HostileJournal,
    testing::Values(
        Hostile{"NotJson", "{", Code::record_unreadable},
        Hostile{"AnotherSchema", R"({"schema": "patcher.journal/2"})", Code::record_unreadable},
        Hostile{"PathOut", journal_with_item("../x", ".patcher-1-1"), Code::unsafe_path},
        Hostile{"GitFolder", journal_with_item(".git/config", ".patcher-1-1"), Code::unsafe_path},
        Hostile{"SomebodysName", journal_with_item("x", "victim"), Code::unsafe_path},
        Hostile{"NameInAnotherFolder", journal_with_item("x", ".patcher-/../y"),
                Code::unsafe_path}),
    [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace patcher
