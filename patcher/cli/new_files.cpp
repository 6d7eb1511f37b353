// SPDX-License-Identifier: MIT
#include "patcher/cli/new_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "patcher/cli/options.hpp"
#include "patcher/write/lone_file.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;

/// What a run made, to be removed again.
class Made {
 public:
  Status write(const std::string& path, const std::string& bytes, FileSystem& system) {
    Status there = make_folder(fs::path(path).parent_path());
    if (!there) return there;
    Status written = replace_file(path, bytes, system);
    if (written) paths_.emplace_back(path);
    return written;
  }

  void remove() {
    std::error_code kept;  // What cannot be removed is named by the error that came first.
    for (auto path = paths_.rbegin(); path != paths_.rend(); ++path) fs::remove(*path, kept);
  }

 private:
  Status make_folder(const fs::path& folder) {
    std::error_code failed;
    if (folder.empty() || fs::is_directory(folder, failed)) return {};
    Status above = make_folder(folder.parent_path());
    if (!above) return above;
    fs::create_directory(folder, failed);
    if (failed) {
      return Diagnostic{.code = Code::io_error,
                        .message = fmt::format("the folder \"{}\" cannot be made: {}",
                                               folder.string(), failed.message())};
    }
    paths_.push_back(folder);
    return {};
  }

  std::vector<fs::path> paths_;  ///< Folders before what is in them.
};

}  // namespace

Status refuse_existing(const std::map<std::string, std::string>& files) {
  Diagnostics errors;
  for (const auto& [path, bytes] : files) {
    std::error_code unseen;
    const fs::file_status there = fs::symlink_status(path, unseen);
    if (there.type() == fs::file_type::not_found) continue;
    errors.push_back(
        usage_error(fmt::format("'{}' is there already", path), "remove it, or name another file"));
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return {};
}

Status write_new_files(const std::map<std::string, std::string>& files, FileSystem& system) {
  Made made;
  for (const auto& [path, bytes] : files) {
    Status written = made.write(path, bytes, system);
    if (written) continue;
    made.remove();
    return written;
  }
  return {};
}

}  // namespace patcher
