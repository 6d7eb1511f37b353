// SPDX-License-Identifier: MIT
#include "patcher/write/likeness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

namespace patcher {
namespace {

using Names = std::vector<std::string>;

/// The kernel computes these from the bytes themselves; on other bytes they would be lies.
bool vouches_for_bytes(std::string_view attribute) {
  return attribute == "security.ima" || attribute == "security.evm";
}

bool contains(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Copies what the original has around its bytes.
class Likeness {
 public:
  Likeness(int original, int staged, const Item& item, FileSystem& files)
      : original_(original), staged_(staged), item_(item), files_(files) {}

  Status copy_owner() {
    struct stat from{};
    struct stat to{};
    int done = files_.stat(original_, from);
    if (done == 0) done = files_.stat(staged_, to);
    if (done != 0) return item_.refusal("look at", done);
    if (from.st_uid == to.st_uid && from.st_gid == to.st_gid) return {};
    done = files_.set_owner(staged_, from.st_uid, from.st_gid);
    if (done == 0) return {};
    return item_.refusal(
        fmt::format("keep the owner {} and the group {} of", from.st_uid, from.st_gid), done);
  }

  Status copy_attributes() {
    Names wanted;
    Names present;
    int done = files_.list_attributes(original_, wanted);
    if (done == 0) done = files_.list_attributes(staged_, present);
    if (done != 0) return item_.refusal("list the extended attributes of", done);
    for (const std::string& name : wanted) {
      if (vouches_for_bytes(name)) continue;
      if (Status copied = copy_attribute(name, contains(present, name)); !copied) return copied;
    }
    return remove_inherited(wanted, present);
  }

 private:
  Status copy_attribute(const std::string& name, bool present) {
    std::string value;
    std::string found;
    int done = files_.read_attribute(original_, name, value);
    if (done != 0) return item_.refusal(attribute_doing("read", name), done);
    if (present && files_.read_attribute(staged_, name, found) == 0 && found == value) return {};
    done = files_.set_attribute(staged_, name, value);
    if (done == 0 || done == -ENOTSUP) return {};
    return item_.refusal(attribute_doing("keep", name), done);
  }

  /// A folder's default access list goes to every new file in it, also where the original had none.
  /// Labels of the system's own making stay.
  Status remove_inherited(const Names& wanted, const Names& present) {
    for (const std::string& name : present) {
      if (contains(wanted, name) || name.starts_with("security.")) continue;
      const int done = files_.remove_attribute(staged_, name);
      if (done != 0) return item_.refusal(attribute_doing("leave out", name), done);
    }
    return {};
  }

  static std::string attribute_doing(std::string_view verb, const std::string& name) {
    return fmt::format("{} the extended attribute \"{}\" of", verb, name);
  }

  int original_;
  int staged_;
  const Item& item_;
  FileSystem& files_;
};

Status copy_from_original(int staged, const Item& item, FileSystem& files) {
  const int original = files.open_for_reading(item.folder->descriptor, item.name);
  if (original < 0) return item.refusal("open", original);
  Likeness likeness(original, staged, item, files);
  Status copied = likeness.copy_owner();
  if (copied) copied = likeness.copy_attributes();
  static_cast<void>(files.close(original));
  return copied;
}

}  // namespace

Status make_alike(int staged, const Item& item, FileSystem& files) {
  if (item.before.is_file()) {
    Status copied = copy_from_original(staged, item, files);
    if (!copied) return copied;
  }
  // Last, because a change of owner takes the set-user-id bits away.
  const std::string doing = fmt::format("give the mode {:04o} to", item.mode);
  int done = files.set_mode(staged, item.mode);
  struct stat status{};
  if (done == 0) done = files.stat(staged, status);
  if (done != 0) return item.refusal(doing, done);
  // The kernel drops the set-group-id bit without a word where the group is not the user's.
  if ((status.st_mode & 07777U) != item.mode) return item.refusal(doing, EPERM);
  return {};
}

}  // namespace patcher
