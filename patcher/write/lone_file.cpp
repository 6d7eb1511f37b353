// SPDX-License-Identifier: MIT
#include "patcher/write/lone_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <utility>

#include "patcher/tree/disk_refusal.hpp"

namespace patcher {
namespace {

/// One exchange of a file, step by step.
class Exchange {
 public:
  Exchange(const std::string& path, FileSystem& files)
      : path_(path), name_(std::filesystem::path(path).filename().string()), files_(files) {}
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange() {
    // Nobody waits for these: what was synced is on the disk, and what was not is given up.
    if (file_ >= 0) static_cast<void>(files_.close(file_));
    if (!staged_.empty()) static_cast<void>(files_.remove_file(folder_, staged_));
    if (folder_ >= 0) static_cast<void>(files_.close(folder_));
  }

  Status run(std::string_view bytes) {
    Status ready = look();
    if (!ready) return ready;
    Status written = stage(bytes);
    if (!written) return written;
    const int renamed = files_.rename(folder_, staged_, name_);
    if (renamed < 0) return refusal("replace", renamed);
    staged_.clear();
    const int synced = files_.sync(folder_);
    if (synced < 0) return refusal("write through to the disk", synced);
    return {};
  }

  Status clear() {
    Status ready = look();
    if (!ready) return ready;
    const int removed = files_.remove_file(folder_, unfinished());
    if (removed < 0 && removed != -ENOENT) return refusal("remove what was staged for", removed);
    return {};
  }

 private:
  [[nodiscard]] Diagnostic refusal(const std::string& doing, int error) const {
    return disk_refusal(doing, path_, error);
  }

  [[nodiscard]] Diagnostic at_work() const {
    return {.code = Code::tree_locked,
            .message = fmt::format("another run is at work in the folder of \"{}\"", path_),
            .hint = "wait until it has ended, and run again"};
  }

  /// Opens the folder, which may be reached through links, keeps other runs out of it, and looks at
  /// what stands there.
  Status look() {
    const auto parent = std::filesystem::path(path_).parent_path();
    folder_ = files_.open_root(parent.empty() ? "." : parent.string());
    if (folder_ < 0) return disk_refusal("open", parent.empty() ? "." : parent.string(), folder_);
    const int locked = files_.lock_folder(folder_);
    if (locked == -EWOULDBLOCK) return at_work();
    if (locked < 0) return refusal("lock the folder of", locked);
    struct stat status{};
    const int looked = files_.stat_at(folder_, name_, status);
    if (looked == -ENOENT) return {};
    if (looked < 0) return refusal("look at", looked);
    if (S_ISLNK(status.st_mode)) return link_refusal(folder_, name_, path_);
    if (!S_ISREG(status.st_mode)) {
      return Diagnostic{.code = Code::path_in_the_way,
                        .message = fmt::format("\"{}\" is not a regular file", path_),
                        .hint = "move it away"};
    }
    before_ = status;
    return {};
  }

  [[nodiscard]] std::string unfinished() const { return fmt::format(".patcher-{}", name_); }

  Status stage(std::string_view bytes) {
    const std::string name = unfinished();
    // Nobody else writes here: what has this name is of a run that died.
    const int removed = files_.remove_file(folder_, name);
    if (removed < 0 && removed != -ENOENT) return refusal("write beside", removed);
    constexpr mode_t kPrivate = 0600;
    constexpr mode_t kUsual = 0666;
    file_ = files_.create_file(folder_, name, before_ ? kPrivate : kUsual);
    if (file_ < 0) return refusal("write beside", file_);
    staged_ = name;
    Status alike = make_alike();
    if (!alike) return alike;
    int done = files_.write_all(file_, bytes);
    if (done < 0) return refusal("write", done);
    done = files_.sync(file_);
    if (done < 0) return refusal("write through to the disk", done);
    done = files_.close(std::exchange(file_, -1));
    if (done < 0) return refusal("write", done);
    return {};
  }

  Status make_alike() {
    if (!before_) return {};
    const int owned = files_.set_owner(file_, before_->st_uid, before_->st_gid);
    if (owned < 0 && owned != -EPERM) return refusal("give an owner to", owned);
    const int permitted = files_.set_mode(file_, before_->st_mode & 0777U);
    if (permitted < 0) return refusal("set the mode of", permitted);
    return {};
  }

  std::string path_;
  std::string name_;
  FileSystem& files_;
  int folder_ = -1;
  int file_ = -1;
  std::string staged_;  ///< Empty while no temporary name is on the disk.
  std::optional<struct stat> before_;
};

}  // namespace

Status replace_file(const std::string& path, std::string_view bytes, FileSystem& files) {
  return Exchange(path, files).run(bytes);
}

Status clear_unfinished(const std::string& path, FileSystem& files) {
  std::error_code unseen;
  const std::filesystem::path target(path);
  const auto staged = target.parent_path() / fmt::format(".patcher-{}", target.filename().string());
  if (!std::filesystem::exists(staged, unseen)) return {};
  return Exchange(path, files).clear();
}

}  // namespace patcher
