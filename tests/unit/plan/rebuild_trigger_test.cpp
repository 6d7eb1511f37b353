// SPDX-License-Identifier: MIT
#include "patcher/plan/rebuild_trigger.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const MemoryTree kTree{{"src/f", "a\nb\n"}, {"src/g", "x\n"}, {"other", "o\n"}};
const PendingRebuild kDue{"t", "r", "m"};

/// Three patches: two of `src/f`, one of `src/g`; rebuild `r` is made of `src/*`.
Manifest whole_set() {
  Manifest manifest = manifest_of({"- {file: src/f, find: a, replace: A}\n",
                                   "- {file: src/f, find: b, replace: B}\n",
                                   "- {file: src/g, find: x, replace: X}\n"});
  manifest.rebuilds.push_back({"r", "t", {"src/*"}, {}, {}, {}, {}, {}});
  return manifest;
}

std::vector<PendingRebuild> due(const Manifest& manifest, const Carried& carried) {
  return pending_of(manifest, "t", carried.record,
                    [&](const TreePath& path) { return carried.tree.look(path); });
}

/// Makes the rebuild as a run does that dies before the end of it, or that does not.
enum class Ending { dies, is_done };
void make(const Manifest& manifest, Carried& carried, Ending ending) {
  note_begun(kDue, carried.record);
  if (ending == Ending::dies) return;
  note_done(
      kDue, manifest.rebuilds.front(),
      [&](const TreePath& path) { return carried.tree.look(path); }, carried.record);
}

/// `record` as it is when it was written and read again.
Record reread(const Record& record) {
  const std::string text = text_of(record);
  return text.empty() ? Record{} : *parse_record(text, "r");
}

TEST(RebuildTrigger, IsPendingFromTheRunOnThatChangesASource) {
  const Manifest manifest = whole_set();
  const Carried applied = carry(Way::apply, manifest, kTree, {});

  EXPECT_THAT(applied.record.pending, ElementsAre(kDue));
  ASSERT_EQ(applied.record.built.size(), 1U);
  EXPECT_EQ(applied.record.built.front().sources->size(), 2U);
  EXPECT_THAT(reread(applied.record).pending, ElementsAre(kDue));
}

TEST(RebuildTrigger, IsNotDueOnceItIsMadeAndDueAgainWhenAPatchGoes) {
  const Manifest manifest = whole_set();
  Carried carried = carry(Way::apply, manifest, kTree, {});
  make(manifest, carried, Ending::is_done);
  EXPECT_THAT(due(manifest, carried), IsEmpty());

  Carried reverted = carry(Way::revert, manifest, carried.tree, reread(carried.record), {"p2"});

  EXPECT_THAT(reverted.record.pending, ElementsAre(kDue));
  const Carried back = carry(Way::apply, manifest, reverted.tree, reverted.record);
  EXPECT_THAT(back.record.pending, IsEmpty());
}

TEST(RebuildTrigger, IsDroppedWhenAllIsAsItWasBelowThePatches) {
  const Manifest manifest = whole_set();
  const Carried applied = carry(Way::apply, manifest, kTree, {});

  EXPECT_TRUE(carry(Way::revert, manifest, applied.tree, applied.record).record.empty());
}

TEST(RebuildTrigger, IsDueWhateverTheBytesOnceItWasBegun) {
  const Manifest manifest = whole_set();
  Carried carried = carry(Way::apply, manifest, kTree, {});
  make(manifest, carried, Ending::dies);

  Carried reverted = carry(Way::revert, manifest, carried.tree, reread(carried.record));

  EXPECT_THAT(reverted.record.pending, ElementsAre(kDue));
  EXPECT_TRUE(reverted.record.stack.empty());
  make(manifest, reverted, Ending::is_done);
  EXPECT_TRUE(reverted.record.empty());
}

TEST(RebuildTrigger, CountsAModeAsWell) {
  Manifest manifest = manifest_of({"- {mode_of: src/f, mode: '0755', was: '0644'}\n"});
  manifest.rebuilds.push_back({"r", "t", {"src/f"}, {}, {}, {}, {}, {}});

  EXPECT_THAT(carry(Way::apply, manifest, kTree, {}).record.pending, ElementsAre(kDue));
}

TEST(RebuildTrigger, IsDueForWhatIsAdopted) {
  const Manifest manifest = whole_set();
  MemoryTree edited = kTree;
  edited.write("src/g", "X\n");

  const Carried adopted = carry(Way::adopt, manifest, edited, {}, {"p3"});

  EXPECT_THAT(adopted.record.pending, ElementsAre(kDue));
  // Whoever edited it may have built of it: putting it back proves nothing.
  EXPECT_THAT(carry(Way::revert, manifest, adopted.tree, adopted.record, {"p3"}).record.pending,
              ElementsAre(kDue));
}

TEST(RebuildTrigger, OfAnotherManifestStaysAsItsSourcesAre) {
  const Manifest manifest = whole_set();
  const Manifest other = named("n", manifest_of({"- {file: other, find: o, replace: O}\n",
                                                 "- {file: src/f, find: B, replace: C}\n"}));
  Carried carried = carry(Way::apply, manifest, kTree, {});
  make(manifest, carried, Ending::is_done);

  const Carried aside = carry(Way::apply, other, carried.tree, carried.record, {"p1"});
  const Carried upon = carry(Way::apply, other, carried.tree, carried.record, {"p2"});

  EXPECT_THAT(aside.record.pending, IsEmpty());
  EXPECT_THAT(upon.record.pending, ElementsAre(kDue));
}

/// A tree, its record, and the module that was built of it: what must never disagree in silence.
class World {
 public:
  explicit World(unsigned seed) : random_(seed), at_{kTree, {}, {}, {}} {}

  void step() {
    switch (random_() % 8) {
      case 0:
      case 1:
        return carry_out(Way::apply);
      case 2:
      case 3:
        return carry_out(Way::revert);
      case 4:
        return put_back();
      case 5:
        return forget_manifests_rebuild();
      case 6:
        module_.reset();  // What it deletes first is the old module.
        return make(manifest_, at_, Ending::dies);
      default:
        module_ = sources();
        return make(whole_, at_, Ending::is_done);
    }
  }

  [[nodiscard]] bool is_true() const {
    const bool fits = module_ && *module_ == sources();
    return fits || !due(whole_, at_).empty();
  }

 private:
  using Bytes2 = std::pair<std::string, std::string>;

  [[nodiscard]] Bytes2 sources() const {
    return {*at_.tree.look(*TreePath::parse("src/f"))->bytes,
            *at_.tree.look(*TreePath::parse("src/g"))->bytes};
  }

  void carry_out(Way way) {
    Selection only;
    for (const char* id : {"p1", "p2", "p3"}) {
      if (random_() % 2 == 0) only.insert(id);
    }
    Carried next = carry(way, manifest_, at_.tree, at_.record, only);
    if (next.refused()) return;
    at_ = std::move(next);
    at_.record = reread(at_.record);
  }

  /// As `git checkout .` does, whatever is recorded.
  void put_back() { at_.tree = kTree; }

  /// The manifest may have the rebuild only at times.
  void forget_manifests_rebuild() {
    manifest_.rebuilds = manifest_.rebuilds.empty() ? whole_.rebuilds : std::vector<Rebuild>();
  }

  std::mt19937 random_;
  const Manifest whole_ = whole_set();
  Manifest manifest_ = whole_;
  Carried at_;
  std::optional<Bytes2> module_ = sources();
};

TEST(RebuildTrigger, NeverTakesAnOldModuleForANewOne) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    World world(seed);
    for (int i = 0; i < 25; ++i) {
      world.step();
      ASSERT_TRUE(world.is_true()) << "seed " << seed << ", step " << i;
    }
  }
}

}  // namespace
}  // namespace patcher::testing
