// SPDX-License-Identifier: MIT
// `verify` on bare upstream repositories: the same verdicts as in an extracted tree, and none of it
// is written anywhere. PATCHER_BASES=200 judges two hundred commits of each, not a few.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/sandbox.hpp"
#include "tests/upstream/checkout.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

/// What a shell command prints.
std::string printed(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string text;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) {
    text.append(buffer.data(), got);
  }
  return text;
}

/// `count` commits of the history of `tip`, always the same ones.
std::vector<std::string> sampled_commits(const std::string& repository, const std::string& tip,
                                         std::size_t count) {
  std::istringstream lines(printed("git --git-dir='" + repository + "' rev-list " + tip));
  std::vector<std::string> all{std::istream_iterator<std::string>(lines), {}};
  std::vector<std::string> some;
  std::mt19937 seeded(20261130);
  std::ranges::sample(all, std::back_inserter(some), static_cast<std::ptrdiff_t>(count), seeded);
  return some;
}

/// The states of a run, one a line: `id state: edit states`. What stands in a commit without a
/// record is upstream's; in a folder it may be anybody's.
std::string states_in(const RunResult& result) {
  const Json json = Json::parse(result.out);
  const auto word = [](const std::string& state) {
    return state == "unrecorded" ? std::string("obsolete") : state;
  };
  std::string text = "exit " + std::to_string(result.exit) + "\n";
  for (const Json& patch : json["patches"]) {
    text += patch["id"].get<std::string>() + " " + word(patch["state"]) + ":";
    for (const Json& edit : patch["edits"]) {
      text += " " + word(edit["state"]);
      for (const Json& place : edit["places"])
        text += "@" + std::to_string(place["line"].get<int>());
    }
    text += "\n";
  }
  return text;
}

/// What bases of `repository` came to, and how often.
using Verdicts = std::map<std::string, std::size_t>;

/// How many bases are judged: what PATCHER_BASES says, or a few.
std::size_t bases_asked() {
  constexpr std::size_t kFew = 4;
  const char* asked = std::getenv("PATCHER_BASES");
  return asked == nullptr ? kFew : static_cast<std::size_t>(std::stoul(asked));
}

/// A folder that goes from commit to commit of a repository, of which only what differs between two
/// of them is written.
class MovingCheckout {
 public:
  MovingCheckout(std::string repository, const fs::path& folder)
      : repository_(std::move(repository)), folder_(folder.string()) {
    fs::create_directories(folder);
  }

  /// Makes the folder hold exactly the files of `commit`; says whether it could.
  [[nodiscard]] bool go_to(const std::string& commit) const {
    return std::system(("GIT_INDEX_FILE='" + folder_ + ".index' git --git-dir='" + repository_ +
                        "' --work-tree='" + folder_ + "' read-tree --reset -u " + commit)
                           .c_str()) == 0;
  }

 private:
  std::string repository_;
  std::string folder_;
};

/// Judges each commit both ways, demands that they agree, and counts the verdicts.
Verdicts judged_both_ways(const Sandbox& box, const std::string& repository,
                          const std::vector<std::string>& commits,
                          const std::vector<std::string>& manifest_and_tree) {
  const std::string& manifest = manifest_and_tree.front();
  const std::string& tree = manifest_and_tree.back();
  Verdicts verdicts;
  const MovingCheckout checkout(repository, box.root() / "extracted");
  for (const std::string& commit : commits) {
    EXPECT_TRUE(checkout.go_to(commit)) << commit;
    const std::vector<std::string> more{"--tree", tree, "--format", "json"};
    std::vector<std::string> dry{"apply", manifest, "--dry-run",        "--rebuild",
                                 "never", "--root", tree + "=extracted"};
    std::vector<std::string> proof{"verify", manifest, "--root",
                                   tree + "=git:" + repository + "@" + commit};
    dry.insert(dry.end(), more.begin(), more.end());
    proof.insert(proof.end(), more.begin(), more.end());
    const std::string extracted = states_in(box.run(dry));
    const std::string stored = states_in(box.run(proof));
    EXPECT_EQ(stored, extracted) << commit;
    std::string told = stored;
    told.erase(
        std::remove_if(told.begin(), told.end(),
                       [](char letter) { return letter == '@' || std::isdigit(letter) != 0; }),
        told.end());
    ++verdicts[told];
  }
  return verdicts;
}

void tell(const std::string& tree, const Verdicts& verdicts) {
  for (const auto& [verdict, count] : verdicts) {
    std::string line = verdict;
    std::ranges::replace(line, '\n', ';');
    std::cout << tree << ": " << count << " bases: " << line << '\n';
  }
}

class Mirror : public ::testing::Test {
 protected:
  /// The repository that `variable` names; the test is skipped where it names none.
  [[nodiscard]] std::string mirror(const char* variable) {
    const auto repository = repository_of(variable);
    return repository ? *repository : std::string();
  }
  const std::string manifest_ = std::string(PATCHER_SOURCE_DIR) + "/manifests/atom-nightly.yaml";
  Sandbox box_;
};

TEST_F(Mirror, ProvesTheShippedSetOnItsPinsAndWritesNothing) {
  const std::string atom = mirror("PATCHER_ATOM_GIT");
  const std::string aiter = mirror("PATCHER_AITER_GIT");
  if (atom.empty() || aiter.empty()) GTEST_SKIP() << "needs PATCHER_ATOM_GIT, PATCHER_AITER_GIT";
  const auto written = [&] {
    return printed("find '" + atom + "' '" + aiter + "' '" + std::string(PATCHER_SOURCE_DIR) +
                   "/manifests' '" + PATCHER_SOURCE_DIR + "/patches' '" + box_.root().string() +
                   "' -printf '%p %i %s %T@ %C@\\n' | sort");
  };
  const std::string before = written();

  const RunResult result = box_.run({"verify", manifest_, "--each", "--locked", "--root",
                                     "atom=git:" + atom + "@" + kAtomPin, "--root",
                                     "aiter=git:" + aiter + "@" + kAiterPin});

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.out, HasSubstr("atom-nightly: proved in memory; "));
  EXPECT_TRUE(written() == before);
}

TEST_F(Mirror, RefusesEveryMutantOfTheShippedSet) {
  const std::string atom = mirror("PATCHER_ATOM_GIT");
  const std::string aiter = mirror("PATCHER_AITER_GIT");
  if (atom.empty() || aiter.empty()) GTEST_SKIP() << "needs PATCHER_ATOM_GIT, PATCHER_AITER_GIT";

  const RunResult result =
      box_.run({"verify", manifest_, "--drill", "--root", "atom=git:" + atom + "@" + kAtomPin,
                "--root", "aiter=git:" + aiter + "@" + kAiterPin});

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr(" mutants refused, "));
  EXPECT_THAT(result.out, Not(HasSubstr("not drilled")));
  std::cout << result.out.substr(result.out.rfind("atom-nightly: "));
}

TEST_F(Mirror, JudgesCommitsOfAtomAsExtractedOnes) {
  const std::string atom = mirror("PATCHER_ATOM_GIT");
  if (atom.empty()) GTEST_SKIP() << "needs PATCHER_ATOM_GIT";

  const Verdicts verdicts = judged_both_ways(
      box_, atom, sampled_commits(atom, kAtomPin, bases_asked()), {manifest_, "atom"});

  tell("atom", verdicts);
  EXPECT_GT(verdicts.size(), 1U);
}

TEST_F(Mirror, JudgesCommitsOfAiterAsExtractedOnes) {
  const std::string aiter = mirror("PATCHER_AITER_GIT");
  if (aiter.empty()) GTEST_SKIP() << "needs PATCHER_AITER_GIT";
  box_.write("m.yaml",
             "version: 1\nname: m\ntrees:\n  t:\n    upstream: https://example.org/t\n"
             "    commit: " +
                 kAiterPin + "\n    definitions: [USE_ROCM]\npatches: [p.yaml, q.yaml, r.yaml]\n");
  box_.write("p.yaml", patch_text("p",
                                  "- file: csrc/include/custom_all_reduce.h\n"
                                  "  scope: aiter\n"
                                  "  find_text: 'void all_gather_unreg(fptr_t _fa,'\n"
                                  "  insert_before: '/* 1 */ '\n"
                                  "- file: aiter/ops/custom_all_reduce.py\n"
                                  "  scope: all_gather_unreg\n"
                                  "  find_text: 'def all_gather_unreg('\n"
                                  "  replace: 'def all_gather_unreg(  # 2'\n"));
  box_.write("q.yaml", patch_text("q",
                                  "- file: aiter/dist/device_communicators/custom_all_reduce.py\n"
                                  "  scope: CustomAllreduce.custom_all_gather\n"
                                  "  find_text: 'def custom_all_gather(self, inp: torch.Tensor'\n"
                                  "  replace: 'def custom_all_gather(self, inp:  torch.Tensor'\n"
                                  "- {add_file: csrc/new/added.cu, content: \"x\\n\"}\n"));
  box_.write("r.yaml", patch_text("r",
                                  "- file: '*/optCompilerConfig.json'\n"
                                  "  find_text: '\"module_custom_all_reduce\": {'\n"
                                  "  replace: '\"module_custom_all_reduce\":  {'\n"));

  const Verdicts verdicts = judged_both_ways(
      box_, aiter, sampled_commits(aiter, kAiterPin, bases_asked()), {"m.yaml", "t"});

  tell("aiter", verdicts);
  EXPECT_GT(verdicts.size(), 1U);
}

}  // namespace
}  // namespace patcher::testing
