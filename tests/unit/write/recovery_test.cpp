// SPDX-License-Identifier: MIT
#include "patcher/write/recovery.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "patcher/write/journal.hpp"
#include "patcher/write/tree_lock.hpp"
#include "tests/support/points.hpp"
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
  for (std::size_t k = 1; !HasFailure(); k += calls_apart(1)) {
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
  std::printf("killed at %zu calls: %zu undone, %zu finished\n", undone + finished, undone,
              finished);
  EXPECT_GT(undone * calls_apart(1), 100U);
  EXPECT_GT(finished * calls_apart(1), 20U);
}

TEST_P(EveryKill, OfTheRecoveryIsRecoveredAsWell) {
  std::size_t points = 0;
  for (std::size_t k = 1; !HasFailure(); k += calls_apart(9)) {
    bool run_died = true;
    for (std::size_t j = 1; !HasFailure(); j += calls_apart(5)) {
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
  EXPECT_GT(points * fault_step() * fault_step(), 150U);
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

Result<Diagnostics> recover_in(const std::vector<const TemporaryFolder*>& folders,
                               const GivenUp& given_up = {},
                               FileSystem& files = system_file_system()) {
  std::vector<std::unique_ptr<Worktree>> opened;
  std::vector<const Worktree*> roots;
  for (const TemporaryFolder* folder : folders) {
    roots.push_back(opened.emplace_back(value_of(Worktree::open(folder->path()))).get());
  }
  return recover(roots, given_up, files);
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

/// What is left of a file system that is not mounted.
void unmount(const TemporaryFolder& folder) {
  std::filesystem::remove_all(folder.path());
  std::filesystem::create_directory(folder.path());
}

TEST(Recovery, TakesNoEmptyFolderForARoot) {
  const Left left(Left::When::marked);
  unmount(left.second());
  const Snapshot before = snapshot_of(left.first());
  const std::string second = left.second().path().string();

  const auto refused = recover_in({&left.first()});

  ASSERT_EQ(code_of(refused), Code::interrupted);
  const Diagnostic& error = refused.error().diagnostics().front();
  EXPECT_EQ(error.message, "a run was interrupted here that wrote in \"" + second +
                               "\" as well, which is an empty folder");
  EXPECT_EQ(error.tree, "b");
  EXPECT_EQ(error.hint,
            "bring that folder back, mount it, or name its new place with '--root b=DIR'; only if "
            "it is gone for good, go on without it: '--give-up " +
                second + "'");
  EXPECT_EQ(snapshot_of(left.first()), before);
}

TEST(Recovery, GoesOnWithoutARootThatIsGivenUp) {
  const Left left(Left::When::marked);
  std::filesystem::remove_all(left.second().path());
  const std::string second = left.second().path().string();

  const Diagnostics notes = value_of(recover_in({&left.first()}, {second}));

  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].message,
            "an earlier run was interrupted after its commit mark: it was finished (3 files in 1 "
            "root)");
  EXPECT_EQ(notes[1].message, "\"" + second +
                                  "\" (tree 'b') was given up: whatever that run left "
                                  "there stays as it is");
  EXPECT_EQ(files_in(left.first()), fmt::format("{}x\n", kDone));
  EXPECT_EQ(left.first().read("x"), "2");
}

TEST(Recovery, UndoesTheRestWhereTheFirstRootIsGivenUpBeforeAnyExchangeEnded) {
  const Left left(Left::When::marked);
  unmount(left.first());
  const Snapshot before = snapshot_of(left.second());
  const std::string first = left.first().path().string();

  const auto refused = recover_in({&left.second()});

  ASSERT_EQ(code_of(refused), Code::interrupted);
  EXPECT_EQ(refused.error().diagnostics().front().message,
            "a run was interrupted here and only \"" + first +
                "\" says whether it is to be undone or finished, which is an empty folder");
  EXPECT_EQ(snapshot_of(left.second()), before);
  ASSERT_TRUE(recover_in({&left.second()}, {first}));
  EXPECT_EQ(left.second().read("y.py"), "1");
  EXPECT_EQ(files_in(left.second()), "y.py\n");
}

TEST(Recovery, GivesUpNoRootThatCannotBeLookedAt) {
  const Left left(Left::When::marked);
  const Snapshot before = snapshot_of(left.first());
  FaultyFileSystem files;
  files.fail_all("open_root", EACCES);

  const auto refused = recover_in({&left.first()}, {left.second().path().string()}, files);

  EXPECT_EQ(code_of(refused), Code::io_error);
  EXPECT_NE(reasons_of(refused).find(left.second().path().string()), std::string::npos);
  EXPECT_EQ(snapshot_of(left.first()), before);
}

TEST(Recovery, GivesUpNoRootThatIsThereAndNoneThatNoRunHas) {
  const Left left(Left::When::marked);
  const Snapshot before = snapshot_of(left.first());
  const TemporaryFolder moved;
  std::filesystem::remove(moved.path());
  const std::string second = left.second().path().string();

  EXPECT_EQ(code_of(recover_in({&left.first()}, {second})), Code::interrupted);
  EXPECT_EQ(code_of(recover_in({&left.first()}, {second + "x"})), Code::usage);
  std::filesystem::rename(left.second().path(), moved.path());
  EXPECT_EQ(code_of(recover_in({&left.first(), &moved}, {second})), Code::interrupted);
  EXPECT_EQ(snapshot_of(left.first()), before);

  ASSERT_TRUE(recover_in({&left.first(), &moved}));
  const auto none = recover_in({&left.first()}, {second});
  ASSERT_EQ(code_of(none), Code::usage);
  EXPECT_EQ(none.error().diagnostics().front().hint,
            "no run was interrupted here: leave the option out");
}

enum class Lost { first, second };

class EveryKillWithALostRoot : public testing::TestWithParam<Lost> {};

/// Whatever the moment, an unmounted root stops the rest while anything is under way, and given up
/// for good it leaves the rest whole.
TEST_P(EveryKillWithALostRoot, LeavesTheOtherWhole) {
  std::size_t refused = 0;
  std::size_t finished = 0;
  for (std::size_t k = 1; !HasFailure(); k += calls_apart(1)) {
    const TwoRoots roots;
    const bool first_is_lost = GetParam() == Lost::first;
    const TemporaryFolder& lost = first_is_lost ? roots.first() : roots.second();
    const TemporaryFolder& kept = first_is_lost ? roots.second() : roots.first();
    const std::string before = TwoRoots::contents_of(kept);
    const std::size_t border = TwoRoots::kAfter.rfind(".patcher/.gitignore");
    const std::string after(first_is_lost ? TwoRoots::kAfter.substr(border)
                                          : TwoRoots::kAfter.substr(0, border));
    FaultyFileSystem files;
    files.die_at(k);
    static_cast<void>(roots.run(files));
    if (!files.is_dead()) break;
    SCOPED_TRACE(fmt::format("killed at call {}", k));
    unmount(lost);

    const Snapshot interrupted = snapshot_of(kept);
    if (const auto unaware = recover_in({&kept}); !unaware) {
      EXPECT_EQ(code_of(unaware), Code::interrupted);
      EXPECT_EQ(snapshot_of(kept), interrupted);
      ASSERT_TRUE(recover_in({&kept}, {lost.path().string()}));
      ++refused;
    }

    const std::string contents = TwoRoots::contents_of(kept);
    EXPECT_TRUE(contents == before || contents == after) << contents;
    if (contents == after) ++finished;
    EXPECT_EQ(files_in(kept).find(".patcher-"), std::string::npos) << files_in(kept);
    EXPECT_EQ(files_in(kept).find("journal"), std::string::npos) << files_in(kept);
  }
  std::printf("a root lost at a call: %zu refused before it was given up, %zu finished\n", refused,
              finished);
  EXPECT_GT(refused * calls_apart(1), 100U);
  EXPECT_GT(finished, 5U);
}

INSTANTIATE_TEST_SUITE_P(Recovery, EveryKillWithALostRoot,
                         testing::Values(Lost::first, Lost::second), [](const auto& instance) {
                           return instance.param == Lost::first ? "First" : "Second";
                         });

TEST(Recovery, WritesOverNothingThatSomebodyChangedSince) {
  const Left left(Left::When::marked);
  left.second().write("y.py", "by hand");
  const Snapshot before = snapshot_of(left.second());

  const auto refused = recover_in({&left.first()});

  ASSERT_EQ(code_of(refused), Code::interrupted);
  const Diagnostic& error = refused.error().diagnostics().front();
  EXPECT_EQ(error.target.file, "y.py");
  EXPECT_EQ(error.tree, "b");
  const auto state = [](std::string_view bytes) {
    return fmt::format("blob {} mode 0644", blob_id_of(std::string(bytes)).hex);
  };
  ASSERT_EQ(error.notes.size(), 3U);
  EXPECT_EQ(error.notes[0].message, "before that run it was " + state("1"));
  EXPECT_EQ(error.notes[1].message, "after it, it was to be " + state("2"));
  EXPECT_EQ(error.notes[2].message, "found is " + state("by hand"));
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
  Journal journal{.run = "1", .roots = {"/nowhere"}, .names = {"t"}};
  journal.items.push_back(
      {.path = path, .before = FileState{}, .after = {}, .staged = {}, .kept = kept});
  return text_of(journal);
}

/// As byte-code a file would go whatever its bytes are.
std::string journal_with_bytecode(const std::string& path) {
  Journal journal{.run = "1", .roots = {"/nowhere"}, .names = {"t"}};
  journal.items.push_back({.path = path,
                           .before = FileState{},
                           .after = {},
                           .staged = {},
                           .kept = ".patcher-1-1",
                           .proof = Proof::waived});
  return text_of(journal);
}

INSTANTIATE_TEST_SUITE_P(
    Recovery, HostileJournal,
    testing::Values(
        Hostile{"NotJson", "{", Code::record_unreadable},
        Hostile{"AnotherSchema", R"({"schema": "patcher.journal/2"})", Code::record_unreadable},
        Hostile{"NoByteCode", journal_with_bytecode("x"), Code::record_unreadable},
        Hostile{"PathOut", journal_with_item("../x", ".patcher-1-1"), Code::unsafe_path},
        Hostile{"GitFolder", journal_with_item(".git/config", ".patcher-1-1"), Code::unsafe_path},
        Hostile{"SomebodysName", journal_with_item("x", "victim"), Code::unsafe_path},
        Hostile{"NameInAnotherFolder", journal_with_item("x", ".patcher-/../y"),
                Code::unsafe_path}),
    [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace patcher
