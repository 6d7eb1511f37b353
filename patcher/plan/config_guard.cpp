// SPDX-License-Identifier: MIT
#include "patcher/plan/config_guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "patcher/core/json_text.hpp"

namespace patcher {
namespace {

constexpr std::string_view kFolder = "/triton/configs/";
constexpr auto kBounds = std::to_array<std::string_view>(
    {"1", "4", "8", "16", "32", "64", "128", "256", "512", "1024", "2048", "4096", "8192"});

/// A configuration as its path tells it.
struct Config {
  std::string folder;  ///< That of all configurations, with a final `/`.
  std::string below;   ///< The path below it.
};

std::optional<Config> config_at(const TreePath& path) {
  const std::string& text = path.str();
  const std::size_t folder = text.rfind(kFolder);
  if (folder == std::string::npos || !text.ends_with(".json")) return std::nullopt;
  Config config{text.substr(0, folder + kFolder.size()), text.substr(folder + kFolder.size())};
  const bool is_flat = config.below.starts_with("gemm/");
  const bool is_nested = config.below.find("/triton/gemm/") != std::string::npos ||
                         config.below.find("/gluon/gemm/") != std::string::npos;
  return is_flat || is_nested ? std::optional(std::move(config)) : std::nullopt;
}

/// Says whether `key` is a bucket that no lookup ever asks for.
bool is_unread(std::string_view key) {
  if (!key.starts_with("M_LEQ_") && !key.starts_with("M_GEQ_")) return false;
  constexpr std::size_t kPrefix = 6;
  return std::ranges::find(kBounds, key.substr(kPrefix)) == kBounds.end();
}

std::set<std::string> unread_keys(const Entry& entry) {
  std::set<std::string> keys;
  if (!entry.is_file()) return keys;
  const auto read = read_json(*entry.bytes);
  const auto* root = std::get_if<JsonValue>(&read);
  if (root == nullptr) return keys;
  for (const JsonValue& member : root->children) {
    if (is_unread(member.name)) keys.insert(member.name);
  }
  return keys;
}

bool is_file(const View& view, const std::string& path) {
  const auto parsed = TreePath::parse(path);
  if (!parsed) return false;
  const Result<Entry> entry = view.look(*parsed);
  return entry && entry->is_file();
}

/// The folder of the nested layout that has the default of the family `name`, if there is one.
std::optional<std::string> nested_default(const Config& config, std::string_view arch,
                                          std::string name, const View& view) {
  std::ranges::transform(name, name.begin(), [](char c) {
    return c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const std::string_view backend : {"triton", "gluon"}) {
    std::string folder = fmt::format("{}{}/{}/gemm/{}", config.folder, arch, backend, name);
    if (is_file(view, folder + "/DEFAULT.json")) return folder;
  }
  return std::nullopt;
}

/// Where the reader looks instead of in the flat file `config`, if so. The longest family name that
/// has a default is the file's own.
std::optional<std::string> looked_for_in(const Config& config, const View& view) {
  const std::size_t slash = config.below.rfind('/');
  const std::string file = config.below.substr(slash + 1);
  const std::size_t dash = file.find('-');
  if (!config.below.starts_with("gemm/") || dash == std::string::npos) return std::nullopt;
  const std::string arch = file.substr(0, dash);
  std::string name = file.substr(dash + 1, file.rfind('.') - dash - 1);
  while (!name.empty()) {
    if (auto folder = nested_default(config, arch, name, view)) return folder;
    const std::string flat = fmt::format("gemm/{}-{}.json", arch, name);
    if (flat != config.below && is_file(view, config.folder + flat)) break;
    const std::size_t shorter = name.rfind('-');
    name.resize(shorter == std::string::npos ? 0 : shorter);
  }
  return std::nullopt;
}

/// The first edit of `patch` that is about `path`.
std::size_t edit_of(const Patch& patch, const TreePath& path) {
  const auto edit =
      std::ranges::find_if(patch.edits, [&](const Edit& each) { return file_of(each) == path; });
  return edit == patch.edits.end() ? 0 : static_cast<std::size_t>(edit - patch.edits.begin());
}

Diagnostics faults_of(const Patch& patch, const TreePath& path, const FileStep& step,
                      const View& after) {
  const auto config = config_at(path);
  if (!config || !step.after.is_file()) return {};
  Diagnostics errors;
  const std::set<std::string> old = unread_keys(step.before);
  for (const std::string& key : unread_keys(step.after)) {
    if (old.contains(key)) continue;
    errors.push_back(
        about(patch, edit_of(patch, path), Code::table_unread,
              fmt::format("'{}' would have the bucket '{}', which its reader never looks up",
                          path.str(), key)));
    errors.back().hint = fmt::format("its bounds are {}", fmt::join(kBounds, ", "));
  }
  if (const auto folder = looked_for_in(*config, after)) {
    errors.push_back(about(patch, edit_of(patch, path), Code::table_unread,
                           fmt::format("'{}' would never be read: the default of its family is in "
                                       "'{}', and the reader looks there",
                                       path.str(), *folder)));
    errors.back().hint = "put the file there, without the architecture in its name";
  }
  for (Diagnostic& error : errors) error.target.file = path.str();
  return errors;
}

}  // namespace

Diagnostics unread_configs(const Patch& patch, const PatchStep& step, const View& after) {
  Diagnostics errors;
  for (const auto& [path, file] : step.files) append(errors, faults_of(patch, path, file, after));
  return errors;
}

}  // namespace patcher
