// SPDX-License-Identifier: MIT
// Runs every folder of cases/: its files are a sandbox, its transcript.txt is what must be printed.
//
// A transcript holds commands ("$ patcher status m.yaml") with the whole output and exit status of
// each; a folder `after`, if there is one, is what `tree` must be in the end. Run with
// PATCHER_UPDATE_GOLDEN=1 to write the transcripts anew, then read the difference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;

fs::path cases_folder() { return fs::path(PATCHER_SOURCE_DIR) / "tests/golden/cases"; }

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& item : fs::directory_iterator(cases_folder())) {
    names.push_back(item.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

/// The commands of a transcript, without "$ patcher ".
std::vector<std::string> commands_of(const std::string& transcript) {
  const std::string prompt = "$ patcher ";
  std::vector<std::string> commands;
  std::istringstream lines(transcript);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(prompt)) commands.push_back(line.substr(prompt.size()));
  }
  return commands;
}

Files files_below(const fs::path& folder) {
  Files files;
  if (!fs::exists(folder)) return files;
  for (const auto& item : fs::recursive_directory_iterator(folder)) {
    if (!item.is_regular_file()) continue;
    files[fs::relative(item.path(), folder).string()] = bytes_of(item.path());
  }
  return files;
}

class Golden : public ::testing::TestWithParam<std::string> {};

TEST_P(Golden, PrintsItsTranscript) {
  const fs::path folder = cases_folder() / GetParam();
  const std::string expected = bytes_of(folder / "transcript.txt");
  const Sandbox box(files_below(folder));
  const std::vector<std::string> commands = commands_of(expected);
  ASSERT_FALSE(commands.empty()) << "a transcript without a command proves nothing";

  std::string printed;
  for (const std::string& command : commands) {
    printed += "$ patcher " + command + "\n" + box.run(command).text() + "\n";
  }

  if (std::getenv("PATCHER_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(folder / "transcript.txt", std::ios::binary) << printed;
  } else {
    EXPECT_EQ(printed, expected);
  }
  if (fs::exists(folder / "after")) {
    EXPECT_EQ(files_below(box.root() / "tree"), files_below(folder / "after"));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden, ::testing::ValuesIn(case_names()), [](const auto& about) {
  std::string name = about.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace patcher::testing
