// SPDX-License-Identifier: MIT
// Two manifests on one tree, in every order: apply, upgrade, adopt, revert and checkouts at random,
// each step against a simple model.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "tests/unit/plan/plan_fixture.hpp"
#include "tests/unit/plan/stack_model.hpp"

namespace patcher::testing {
namespace {

using Kind = ModelEdit::Kind;

constexpr std::size_t kPatches = 4;

/// Patches of two manifests in two revisions each: stacked within one manifest and across both, at
/// one insertion point, with folders that both need, with a mode.
const std::vector<std::vector<std::vector<Revision>>> kRevisions{
    {{{{Kind::insert_after, "f", "a", "A1"}}, {{Kind::insert_after, "f", "b", "A1"}}},
     {{{Kind::insert_after, "f", "A1", "A2"}}, {{Kind::replace, "f", "d", "dd"}}},
     {{{Kind::replace, "g", "x", "X"}, {Kind::make_executable, "g", "", ""}},
      {{Kind::replace, "g", "z", "Z"}, {Kind::add, "n/deep/q", "", "q"}}},
     {{{Kind::insert_after, "f", "a", "A4"}}, {{Kind::add, "n/s", "", "s"}}}},
    {{{{Kind::insert_after, "f", "c", "B1"}}, {{Kind::insert_after, "f", "A1", "B1"}}},
     {{{Kind::insert_after, "g", "y", "B2"}, {Kind::add, "n/r", "", "r"}},
      {{Kind::insert_after, "g", "y", "B2b"}}},
     {{{Kind::insert_after, "f", "B1", "B3"}}, {{Kind::replace, "f", "B1", "B3v2"}}},
     {{{Kind::replace, "h", "k", "K"}}, {{Kind::replace, "h", "k", "KK"}}}}};

ModelTree base_tree() {
  ModelTree tree;
  tree["f"].lines = {{"a"}, {"b"}, {"c"}, {"d"}, {"e"}};
  tree["g"].lines = {{"x"}, {"y"}, {"z"}};
  tree["h"].lines = {{"k"}};
  return tree;
}

std::string yaml_of(const ModelEdit& edit) {
  switch (edit.kind) {
    case Kind::insert_after:
      return "- {file: " + edit.file + ", find: " + edit.anchor + ", insert_after: " + edit.text +
             "}\n";
    case Kind::replace:
      return "- {file: " + edit.file + ", find: " + edit.anchor + ", replace: " + edit.text + "}\n";
    case Kind::add:
      return "- {add_file: " + edit.file + ", content: \"" + edit.text + "\\n\"}\n";
    case Kind::make_executable:
      return "- {mode_of: " + edit.file + ", mode: '0755', was: '0644'}\n";
  }
  return {};
}

/// All patches of a manifest in one revision.
Manifest whole_manifest(std::size_t manifest, std::size_t revision) {
  std::vector<std::string> edits;
  for (const std::vector<Revision>& patch : kRevisions[manifest]) {
    std::string text;
    for (const ModelEdit& edit : patch[revision]) text += yaml_of(edit);
    edits.push_back(text);
  }
  return named(manifest == 0 ? "A" : "B", manifest_of(edits));
}

std::string id_of(std::size_t patch) { return "p" + std::to_string(patch + 1); }

MemoryTree tree_of(const ModelTree& model) {
  MemoryTree tree;
  for (const auto& [path, file] : model) tree.write(path, bytes_of(file), file.mode);
  return tree;
}

/// The program and the model side by side.
class TwoManifests : public ::testing::Test {
 protected:
  void begin(unsigned seed) {
    random_.seed(seed);
    model_ = StackModel(base_tree(), kRevisions);
    tree_ = tree_of(base_tree());
    record_ = {};
    is_stale_ = false;
    made_a_folder_ = false;
  }

  std::size_t any(std::size_t count) { return random_() % count; }

  /// A manifest as somebody may have left it: any revisions, patches dropped, another order.
  Asked anything() {
    Asked asked{any(2), {}};
    for (std::size_t patch = 0; patch < kPatches; ++patch) {
      if (any(8) != 0) asked.listing.push_back({patch, any(4) == 0 ? 1U : 0U});
    }
    if (asked.listing.empty()) asked.listing.push_back({0, 0});
    if (any(6) == 0) std::swap(asked.listing.front(), asked.listing.back());
    if (any(3) == 0) asked.only.insert(asked.listing[any(asked.listing.size())].patch);
    return asked;
  }

  [[nodiscard]] Manifest manifest_for(const Asked& asked) const {
    Manifest manifest = whole_[asked.manifest][0];
    manifest.patches.clear();
    for (const Listed& listed : asked.listing) {
      manifest.patches.push_back(whole_[asked.manifest][listed.revision].patches[listed.patch]);
    }
    return manifest;
  }

  static Selection selection_of(const Asked& asked) {
    Selection selection;
    for (const std::size_t patch : asked.only) selection.insert(id_of(patch));
    return selection;
  }

  /// Carries a command out and demands what the model came to.
  void step(Way way, const Asked& asked, bool expected) {
    const Carried done = carry(way, manifest_for(asked), tree_, record_, selection_of(asked));
    ASSERT_EQ(!done.refused(), expected) << (done.refused() ? done.refusals[0].message : "");
    if (done.refused()) {
      ASSERT_TRUE(done.tree == tree_);
      ASSERT_EQ(text_of(done.record), text_of(record_));
      ++refused_[way];
      return;
    }
    ++done_[way];
    tree_ = done.tree;
    record_ = done.record;
    is_stale_ = false;
    check();
  }

  /// Bytes, modes, and the record: what it says, and that it leads back to the base.
  void check() const {
    ASSERT_EQ(tree_.files(), tree_of(model_.tree()).files());
    for (const auto& [path, file] : model_.tree()) ASSERT_EQ(tree_.mode_of(path), file.mode);
    const PeeledStack peeled = peel(record_, tree_);
    ASSERT_TRUE(peeled.gone.empty() && peeled.modified.empty());
    ASSERT_EQ(record_.stack.size(), model_.stack().size());
    for (std::size_t i = 0; i < record_.stack.size(); ++i) {
      const Standing& standing = model_.stack()[i];
      const Manifest& manifest = whole_[standing.manifest][standing.revision];
      ASSERT_EQ(record_.stack[i].manifest, manifest.name);
      ASSERT_EQ(record_.stack[i].patch, id_of(standing.patch));
      ASSERT_EQ(record_.stack[i].revision, manifest.patches[standing.patch].revision);
    }
    const MemoryTree base = tree_of(base_tree());
    for (const TreePath& path : peeled.base.touched()) {
      ASSERT_TRUE(same_content(*peeled.base.look(path), *base.look(path))) << path.str();
    }
  }

  void apply() {
    Asked asked = anything();
    asked.upgrade = any(2) == 0;
    step(asked.upgrade ? Way::upgrade : Way::apply, asked, model_.apply(asked));
  }

  void revert() {
    const Asked asked = anything();
    step(Way::revert, asked, model_.revert(asked));
  }

  /// The result of one patch is made by hand: refused as it is, then adopted.
  void adopt() {
    const Listed listed{any(kPatches), any(2)};
    const Asked asked{any(2), {listed}, {listed.patch}};
    if (is_stale_ || !model_.make_by_hand(asked.manifest, listed)) return;
    tree_ = tree_of(model_.tree());
    for (const ModelEdit& edit : kRevisions[asked.manifest][listed.patch][listed.revision]) {
      if (edit.kind == Kind::add) made_a_folder_ = true;
    }
    for (const Way way : {Way::apply, Way::revert}) step(way, asked, false);
    model_.adopt(asked.manifest, listed);
    step(Way::adopt, asked, model_.apply(asked));
  }

  void check_out() {
    const MemoryTree::Files before = tree_.files();
    for (const auto& [path, bytes] : before) tree_.unlink(path);
    for (const auto& [path, file] : base_tree()) tree_.write(path, bytes_of(file), file.mode);
    model_.check_out();
    is_stale_ = !record_.empty();
  }

  void anything_at_random() {
    switch (any(12)) {
      case 0:
        return check_out();
      case 1:
      case 2:
        return adopt();
      case 3:
      case 4:
      case 5:
        return revert();
      default:
        return apply();
    }
  }

  /// Whatever lies on top can be taken off, whosoever it is, down to the first tree.
  void take_all_off() {
    if (is_stale_) {
      const Asked asked{0, {{0, 0}}, {0}};
      step(Way::revert, asked, model_.revert(asked));
    }
    while (!model_.stack().empty() && !HasFatalFailure()) {
      const Standing top = model_.stack().back();
      Asked asked{top.manifest, {{top.patch, top.revision}}, {top.patch}};
      step(Way::revert, asked, model_.revert(asked));
    }
    EXPECT_EQ(tree_.files(), tree_of(base_tree()).files());
    // A folder that somebody made by hand is not ours to remove; all others are.
    EXPECT_TRUE(made_a_folder_ || tree_ == tree_of(base_tree()));
    EXPECT_TRUE(record_.empty());
  }

  std::mt19937 random_;
  std::vector<std::vector<Manifest>> whole_{{whole_manifest(0, 0), whole_manifest(0, 1)},
                                            {whole_manifest(1, 0), whole_manifest(1, 1)}};
  StackModel model_{base_tree(), kRevisions};
  MemoryTree tree_;
  Record record_;
  bool is_stale_ = false;  ///< The record names patches whose files were checked out.
  bool made_a_folder_ = false;
  std::map<Way, int> done_;
  std::map<Way, int> refused_;
};

TEST_F(TwoManifests, ComeToWhatTheModelSaysAfterEveryStep) {
  constexpr unsigned kRounds = 120;
  constexpr int kSteps = 12;
  for (unsigned round = 0; round < kRounds && !HasFatalFailure(); ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    begin(round);
    for (int i = 0; i < kSteps && !HasFatalFailure(); ++i) anything_at_random();
    if (!HasFatalFailure()) take_all_off();
  }
  for (const Way way : {Way::apply, Way::upgrade, Way::revert, Way::adopt}) {
    RecordProperty("done " + std::to_string(static_cast<int>(way)), done_[way]);
    EXPECT_GT(done_[way], 40) << static_cast<int>(way);
  }
  EXPECT_GT(refused_[Way::apply], 40);
  EXPECT_GT(refused_[Way::upgrade], 10);
  EXPECT_GT(refused_[Way::revert], 10);
}

}  // namespace
}  // namespace patcher::testing
