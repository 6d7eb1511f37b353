// SPDX-License-Identifier: MIT
#include "patcher/cli/text_files.hpp"

#include <iostream>
#include <iterator>
#include <utility>

#include "patcher/cli/options.hpp"
#include "patcher/manifest/load.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

Result<std::string> standard_input() {
  std::string bytes(std::istreambuf_iterator<char>(std::cin), {});
  if (bytes.size() <= kMostBytes) return bytes;
  return usage_error("standard input is larger than 1 MiB", "give a Dockerfile");
}

}  // namespace

Result<NamedText> text_in(const std::string& file) {
  Result<std::string> bytes = file == "-" ? standard_input() : DiskSource().read(file, kMostBytes);
  if (!bytes) return std::move(bytes).error();
  return NamedText{file, *std::move(bytes)};
}

std::vector<NamedText> texts_in(const std::vector<std::string>& files, Diagnostics& faults) {
  std::vector<NamedText> texts;
  for (const std::string& file : files) {
    Result<NamedText> text = text_in(file);
    if (text) {
      texts.push_back(*std::move(text));
    } else {
      append(faults, std::move(text).error().diagnostics());
    }
  }
  return texts;
}

}  // namespace patcher
