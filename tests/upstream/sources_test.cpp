// SPDX-License-Identifier: MIT
// Every source of the upstream trees is read, and nearly every definition of it without an error.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "patcher/locate/source_text.hpp"
#include "tests/support/sandbox.hpp"
#include "tests/upstream/checkout.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;

/// What was read of some files.
struct Figures {
  std::size_t files = 0;
  std::size_t unread = 0;
  std::size_t with_errors = 0;
  std::size_t definitions = 0;
  std::size_t clean = 0;      ///< Definitions without an error.
  std::size_t trusted = 0;    ///< Definitions whose path can be relied on.
  std::size_t functions = 0;  ///< Of the C family: definitions with parameters.
  std::size_t clean_functions = 0;
};

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

void count(const Outline& outline, Figures& figures) {
  ++figures.files;
  if (!outline.unread.empty()) ++figures.unread;
  if (outline.error_count > 0) ++figures.with_errors;
  for (const Definition& definition : outline.definitions) {
    if (definition.kind == DefinitionKind::macro) continue;
    const bool is_clean = definition.syntax_errors == 0;
    const bool is_function = !definition.signature.empty();
    ++figures.definitions;
    figures.clean += is_clean ? 1U : 0U;
    figures.trusted += definition.trust == Trust::whole_path ? 1U : 0U;
    figures.functions += is_function ? 1U : 0U;
    figures.clean_functions += is_function && is_clean ? 1U : 0U;
  }
}

/// Reads every file below `root` whose language `counts`.
template <class Counts>
Figures read_all(const fs::path& root, const KnownMacros& known, Counts counts) {
  Figures figures;
  for (const auto& item : fs::recursive_directory_iterator(root)) {
    if (!item.is_regular_file()) continue;
    const auto path = TreePath::parse(fs::relative(item.path(), root).string());
    const Language language = path ? language_of(*path) : Language::none;
    if (counts(language)) count(outline_of(bytes_of(item.path()), language, known), figures);
  }
  return figures;
}

void print(const std::string& what, const Figures& figures) {
  std::cout << what << ": " << figures.files << " files, " << figures.with_errors
            << " with errors; " << figures.clean << " of " << figures.definitions
            << " definitions without an error, " << figures.trusted << " with a sure path; "
            << figures.clean_functions << " of " << figures.functions
            << " C++ functions without an error\n";
}

class Sources : public ::testing::Test {
 protected:
  /// Extracts `paths` of the repository in `variable`, or skips the test.
  void take(const char* variable, const std::string& pin, const std::string& paths) {
    const auto repository = repository_of(variable);
    if (!repository) GTEST_SKIP() << "needs " << variable << " (ci/fetch-upstreams)";
    ASSERT_TRUE(extract(*repository, pin, paths, box_.root() / "tree"));
  }
  [[nodiscard]] fs::path tree() const { return box_.root() / "tree"; }

  Sandbox box_;
};

TEST_F(Sources, OfAitersKernelsAreRead) {
  take("PATCHER_AITER_GIT", kAiterPin, "csrc");
  if (IsSkipped()) return;

  const Figures all = read_all(tree(), {{"USE_ROCM"}, {}}, is_c_family);

  print("aiter csrc", all);
  EXPECT_GT(all.files, 500U);
  EXPECT_EQ(all.unread, 0U);
  EXPECT_EQ(all.trusted, all.definitions);
  // Two of the files are templates for other programs, and no C++.
  EXPECT_LE(all.with_errors, 3U);
  EXPECT_LE(all.definitions - all.clean, 15U);
}

TEST_F(Sources, OfTheAllReduceKernelsAreCleanNearlyThroughout) {
  take("PATCHER_AITER_GIT", kAiterPin, "csrc/include/custom_all_reduce.cuh");
  if (IsSkipped()) return;

  const Figures all = read_all(tree(), {{"USE_ROCM"}, {}}, is_c_family);

  print("custom_all_reduce.cuh", all);
  EXPECT_GE(all.functions, 96U);
  EXPECT_GE(all.clean_functions, 94U);
}

TEST_F(Sources, OfAitersPythonAreRead) {
  take("PATCHER_AITER_GIT", kAiterPin, "':(glob)**/*.py'");
  if (IsSkipped()) return;

  const Figures all =
      read_all(tree(), kNoMacros, [](Language language) { return language == Language::python; });

  print("aiter Python", all);
  EXPECT_GT(all.files, 1000U);
  EXPECT_EQ(all.with_errors, 0U);
  EXPECT_EQ(all.trusted, all.definitions);
}

TEST_F(Sources, OfAtomsPythonAreRead) {
  take("PATCHER_ATOM_GIT", kAtomPin, "':(glob)**/*.py'");
  if (IsSkipped()) return;

  const Figures all =
      read_all(tree(), kNoMacros, [](Language language) { return language == Language::python; });

  print("ATOM Python", all);
  EXPECT_GT(all.files, 300U);
  EXPECT_EQ(all.with_errors, 0U);
  EXPECT_EQ(all.trusted, all.definitions);
}

}  // namespace
}  // namespace patcher::testing
