// SPDX-License-Identifier: MIT
#include "patcher/manifest/lock.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

const std::string kBlob = "0123456789abcdef0123456789abcdef01234567";
const std::string kDigest = "00000000000000000000000000000000000000000000000000000000000000aa";

GitEntry file(char digit) { return {GitEntry::Kind::file, {std::string(40, digit)}}; }

TreePath path(const std::string& spelling) { return *TreePath::parse(spelling); }

Lock sample() {
  Lock lock{"m", kDigest};
  lock.patches = {{"p1", "t", kDigest, "sha256:" + kDigest, {{"p1/rows.csv", kDigest}}},
                  {"p2", "t", kDigest, "sha256:" + kDigest}};
  lock.trees = {{"t", kBlob}, {"u", ""}};
  LockedTree& tree = lock.trees.front();
  tree.files[path("a.py")] = {file('a'), {{"p1", file('b')}, {"p2", file('c')}}};
  tree.files[path("gone")] = {{GitEntry::Kind::executable, {kBlob}}, {{"p2", {}}}};
  tree.files[path("read")] = {{GitEntry::Kind::other, {}}, {}};
  tree.globs["c/*.cu"].files = {{path("c/a.cu"), file('d')},
                                {path("c/l.cu"), {GitEntry::Kind::link, {kBlob}}}};
  tree.globs["none/*"] = {};
  return lock;
}

std::vector<Seen> faults(const std::string& text) {
  const Result<Lock> lock = read_lock("m.lock.yaml", text);
  std::vector<Seen> all;
  if (lock) return all;
  for (const Diagnostic& diagnostic : lock.error().diagnostics()) all.push_back(seen(diagnostic));
  return all;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return text.replace(text.find(from), from.size(), to);
}

TEST(Lock, IsWrittenForPeopleAndInOrder) {
  EXPECT_EQ(text_of(sample()),
            "# Written by 'patcher lock'. Do not edit: run it again.\n"
            "version: 1\n"
            "manifest:\n"
            "  name: m\n"
            "  sha256: " +
                kDigest +
                "\n"
                "patches:\n"
                "  - id: p1\n"
                "    tree: t\n"
                "    sha256: " +
                kDigest +
                "\n"
                "    revision: sha256:" +
                kDigest +
                "\n"
                "    payloads:\n"
                "      p1/rows.csv: " +
                kDigest +
                "\n"
                "  - id: p2\n"
                "    tree: t\n"
                "    sha256: " +
                kDigest +
                "\n"
                "    revision: sha256:" +
                kDigest +
                "\n"
                "trees:\n"
                "  t:\n"
                "    commit: " +
                kBlob +
                "\n"
                "    files:\n"
                "      a.py:\n"
                "        base: 100644 " +
                std::string(40, 'a') +
                "\n"
                "        after:\n"
                "          p1: 100644 " +
                std::string(40, 'b') +
                "\n"
                "          p2: 100644 " +
                std::string(40, 'c') +
                "\n"
                "      gone:\n"
                "        base: 100755 " +
                kBlob +
                "\n"
                "        after:\n"
                "          p2: absent\n"
                "      read:\n"
                "        base: other\n"
                "    globs:\n"
                "      \"c/*.cu\":\n"
                "        files:\n"
                "          c/a.cu: 100644 " +
                std::string(40, 'd') +
                "\n"
                "          c/l.cu: 120000 " +
                kBlob +
                "\n"
                "      \"none/*\":\n"
                "        files: {}\n"
                "  u: {}\n");
}

TEST(Lock, ReadsBackWhatItWrote) {
  const Result<Lock> again = read_lock("m.lock.yaml", text_of(sample()));

  ASSERT_TRUE(again) << again.error().diagnostics().front().message;
  EXPECT_EQ(text_of(*again), text_of(sample()));
  EXPECT_EQ(again->trees[0].files.at(path("a.py")).where, (Place{"m.lock.yaml", 21, 7}));
  EXPECT_EQ(again->patch("p2")->where.line, 13U);
}

TEST(Lock, QuotesEveryNameThatYamlWouldReadOtherwise) {
  Lock lock = sample();
  for (const char* name : {"yes", "1e3", "012", "- x", "a: b", "a #b", "[id].tsx", "tab\there",
                           "quo\"te", "back\\slash", "\xc3\xa4\xe2\x80\xa8", "\xf0\x9f\x98\x80",
                           "line\nfeed", "\x7f\xc2\x85", " blank ", "~", "@x"}) {
    lock.trees[0].globs["c/*.cu"].files[path(name)] = file('e');
  }

  const Result<Lock> again = read_lock("m.lock.yaml", text_of(lock));

  ASSERT_TRUE(again) << again.error().diagnostics().front().message;
  EXPECT_EQ(again->trees[0].globs.at("c/*.cu").files, lock.trees[0].globs.at("c/*.cu").files);
  EXPECT_EQ(text_of(*again), text_of(lock));
}

TEST(Lock, QuotesADigestThatLooksLikeANumber) {
  Lock lock = sample();
  lock.sha256 = "12e" + std::string(61, '4');
  lock.trees[0].commit = std::string(40, '0');

  const Result<Lock> again = read_lock("m.lock.yaml", text_of(lock));

  ASSERT_TRUE(again) << again.error().diagnostics().front().message;
  EXPECT_EQ(again->sha256, lock.sha256);
}

TEST(Lock, RefusesWhatItDoesNotKnowWithThePlace) {
  const std::string text = text_of(sample());

  EXPECT_EQ(faults(replaced(text, "base: other", "bass: other")),
            (std::vector<Seen>{{Code::unknown_key, 31, 9}}));
  EXPECT_EQ(faults(replaced(text, "      gone:\n", "      a.py:\n")),
            (std::vector<Seen>{{Code::duplicate_key, 26, 7}}));
  EXPECT_EQ(faults(replaced(text, "base: other", "base: 100600 " + kBlob)),
            (std::vector<Seen>{{Code::lock_invalid, 31, 15}}));
  EXPECT_EQ(faults(replaced(text, "      read:", "      ../read:")),
            (std::vector<Seen>{{Code::unsafe_path, 30, 7}}));
  EXPECT_EQ(faults(replaced(text, "  sha256: " + kDigest + "\n", "")),
            (std::vector<Seen>{{Code::lock_invalid, 4, 3}}));
  EXPECT_EQ(faults(replaced(text, "version: 1", "version: 2")),
            (std::vector<Seen>{{Code::lock_invalid, 2, 10}}));
  EXPECT_EQ(faults("<<<<<<< ours\n" + text).front().code, Code::invalid_yaml);
  EXPECT_EQ(faults("[]\n").front().code, Code::lock_invalid);
}

TEST(Lock, RefusesAChainThatIsNotOfItsPatches) {
  const std::string text = text_of(sample());
  const std::string step = "          p2: absent\n";

  EXPECT_EQ(faults(replaced(text, step, "          p3: absent\n")),
            (std::vector<Seen>{{Code::lock_invalid, 29, 11}}));
  EXPECT_EQ(faults(replaced(text, step, step + "          p1: absent\n")),
            (std::vector<Seen>{{Code::lock_invalid, 30, 11}}));
  EXPECT_EQ(faults(replaced(text, "  - id: p2", "  - id: p1")).front(),
            (Seen{Code::lock_invalid, 13, 9}));
  EXPECT_EQ(faults(replaced(text, "tree: t\n", "tree: x\n")).front().code, Code::lock_invalid);
}

TEST(Lock, StandsBesideItsManifest) {
  EXPECT_EQ(lock_path_of("manifests/atom.yaml"), "manifests/atom.lock.yaml");
  EXPECT_EQ(lock_path_of("m"), "m.lock.yaml");
  EXPECT_EQ(lock_path_of("/x/a.b.yml"), "/x/a.b.lock.yaml");
}

TEST(GitEntry, IsSpelledAsGitDoes) {
  for (const char* spelling : {"absent", "other"}) {
    EXPECT_EQ(spelled(*git_entry_spelled(spelling)), spelling);
  }
  for (const char* mode : {"100644 ", "100755 ", "120000 "}) {
    EXPECT_EQ(spelled(*git_entry_spelled(mode + kBlob)), mode + kBlob);
  }
  for (const std::string& wrong :
       {std::string(), std::string("gone"), std::string("100644"), "040000 " + kBlob,
        "100644 " + kBlob + "0", "100644  " + kBlob}) {
    EXPECT_EQ(git_entry_spelled(wrong), std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace patcher
