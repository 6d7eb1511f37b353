// SPDX-License-Identifier: MIT
#include "patcher/manifest/lock_difference.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace patcher {
namespace {

Diagnostic fault(const LockedTree& locked, Code code, const Place& where, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.where = where;
  diagnostic.tree = locked.name;
  diagnostic.hint = "make the lock anew with 'patcher lock' and look at what changed in it";
  return diagnostic;
}

Diagnostic lacks_file(const LockedTree& locked, const TreePath& path) {
  Diagnostic diagnostic = fault(
      locked, Code::lock_stale, locked.where,
      fmt::format("stale lock: '{}', which the set reads or writes, is not in it", path.str()));
  diagnostic.target.file = path.str();
  return diagnostic;
}

Diagnostic lacks_glob(const LockedTree& locked, const std::string& glob) {
  return fault(locked, Code::lock_stale, locked.where,
               fmt::format("stale lock: the glob '{}' is not in it", glob));
}

/// Compares two states of one tree and collects what differs.
class TreeComparison {
 public:
  TreeComparison(const LockedTree& locked, const LockedTree& now) : locked_(locked), now_(now) {}

  Diagnostics run() {
    for (const auto& [path, file] : now_.files) {
      const auto known = locked_.files.find(path);
      if (known == locked_.files.end()) {
        found_.push_back(lacks_file(locked_, path));
      } else {
        compare(path.str(), known->second, file);
      }
    }
    for (const auto& [path, file] : locked_.files) {
      if (now_.files.contains(path)) continue;
      add(Code::lock_stale, file.where, path.str(),
          fmt::format("stale lock: the set neither reads nor writes '{}' any more", path.str()));
    }
    compare_globs();
    return std::move(found_);
  }

 private:
  void add(Code code, const Place& where, std::string file, std::string message) {
    found_.push_back(fault(locked_, code, where, std::move(message)));
    found_.back().target.file = std::move(file);
  }

  void compare(const std::string& path, const LockedFile& locked, const LockedFile& now) {
    if (locked.base != now.base) {
      add(Code::lock_drift, locked.where, path,
          fmt::format("'{}' is not what the lock has in the base: expected {}, found {}", path,
                      spelled(locked.base), spelled(now.base)));
      return;  // What the patches make of it must differ then.
    }
    const auto chain_of = [](const LockedFile& file) {
      std::string text;
      for (const LockedFile::Step& step : file.chain) {
        text += fmt::format("{}{} after '{}'", text.empty() ? "" : ", ", spelled(step.after),
                            step.patch);
      }
      return text.empty() ? std::string("not written") : text;
    };
    if (chain_of(locked) == chain_of(now)) return;
    add(Code::lock_stale, locked.where, path,
        fmt::format("stale lock: the patches make something else of '{}': locked is {}; now it is "
                    "{}",
                    path, chain_of(locked), chain_of(now)));
  }

  void compare_globs() {
    for (const auto& [glob, caught] : now_.globs) {
      const auto known = locked_.globs.find(glob);
      if (known == locked_.globs.end()) {
        found_.push_back(lacks_glob(locked_, glob));
      } else {
        compare(glob, known->second, caught);
      }
    }
    for (const auto& [glob, caught] : locked_.globs) {
      if (now_.globs.contains(glob)) continue;
      add(Code::lock_stale, caught.where, {},
          fmt::format("stale lock: the set does not name the glob '{}' any more", glob));
    }
  }

  void compare(const std::string& glob, const LockedGlob& locked, const LockedGlob& now) {
    std::set<TreePath> paths;
    for (const auto* caught : {&locked, &now}) {
      for (const auto& [path, entry] : caught->files) paths.insert(path);
    }
    for (const TreePath& path : paths) {
      const GitEntry expected = entry_in(locked, path);
      const GitEntry found = entry_in(now, path);
      if (expected == found) continue;
      add(Code::lock_drift, locked.where, path.str(),
          fmt::format("'{}', which the glob '{}' catches, is not what the lock has: expected {}, "
                      "found {}",
                      path.str(), glob, spelled(expected), spelled(found)));
    }
  }

  [[nodiscard]] static GitEntry entry_in(const LockedGlob& glob, const TreePath& path) {
    const auto known = glob.files.find(path);
    return known == glob.files.end() ? GitEntry{} : known->second;
  }

  const LockedTree& locked_;
  const LockedTree& now_;
  Diagnostics found_;
};

}  // namespace

Diagnostics differences(const LockedTree& locked, const LockedTree& now) {
  return TreeComparison(locked, now).run();
}

Diagnostics gaps(const LockedTree& locked, const std::set<TreePath>& files,
                 const std::vector<std::string>& globs) {
  Diagnostics found;
  for (const TreePath& path : files) {
    if (!locked.files.contains(path)) found.push_back(lacks_file(locked, path));
  }
  for (const std::string& glob : globs) {
    if (!locked.globs.contains(glob)) found.push_back(lacks_glob(locked, glob));
  }
  return found;
}

}  // namespace patcher
