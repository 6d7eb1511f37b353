// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <utility>

#include "patcher/core/diagnostic.hpp"
#include "patcher/manifest/load.hpp"

namespace patcher {

/// Files in memory: path to bytes.
class MemoryFiles final : public FileSource {
 public:
  using Files = std::map<std::string, std::string>;
  explicit MemoryFiles(Files files) : files_(std::move(files)) {}

  [[nodiscard]] Result<std::string> read(const std::string& path,
                                         std::size_t limit) const override {
    const auto file = files_.find(path);
    const bool fits = file != files_.end() && file->second.size() <= limit;
    if (fits) return file->second;
    return Diagnostic{.code = Code::usage, .message = "there is no file '" + path + "'"};
  }

 private:
  Files files_;
};

/// What a test compares of a diagnostic: its code and its place (1-based).
struct Seen {
  Code code = Code::internal;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Seen&, const Seen&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Seen& seen) {
    return out << name_of(seen.code) << " at " << seen.line << ':' << seen.column;
  }
};

inline Seen seen(const Diagnostic& diagnostic) {
  return {diagnostic.code, diagnostic.where.line, diagnostic.where.column};
}

/// The first line of `edits:` in `patch_with`.
inline constexpr std::uint32_t kEditsLine = 8;

/// A patch file whose edits, from line 8 on, are `edits`.
inline std::string patch_with(const std::string& edits) {
  return "version: 1\n"
         "id: p\n"
         "tree: t\n"
         "title: a title\n"
         "why: a reason\n"
         "upstream: {state: merged, drop_when: never}\n"
         "edits:\n" +
         edits;
}

/// A patch file with one edit and then, from line 9 on, `more` top-level keys.
inline std::string patch_and(const std::string& more) {
  return patch_with("  - {file: a.py, find: x = 1, replace: x = 2}\n") + more;
}

/// A manifest whose `patches:` on line 4 is `p.yaml`, followed by `more` from line 5 on.
inline std::string manifest_and(const std::string& more) {
  return "version: 1\n"
         "name: m\n"
         "trees: {t: {upstream: u, commit: ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21}}\n"
         "patches: [p.yaml]\n" +
         more;
}

/// All that is said about loading `path` from `files`.
inline Diagnostics findings_in(const std::string& path, MemoryFiles::Files files) {
  auto loaded = load_manifest(path, MemoryFiles(std::move(files)));
  return loaded ? loaded->warnings : std::move(loaded).error().diagnostics();
}

/// All that is said about the patch file `text`.
inline Diagnostics findings_of(const std::string& text) {
  return findings_in("p.yaml", {{"p.yaml", text}});
}

/// All that is said about the manifest `text`, whose patch `p.yaml` is a good one.
inline Diagnostics findings_of_manifest(const std::string& text) {
  return findings_in("m.yaml", {{"m.yaml", text}, {"p.yaml", patch_and("")}});
}

/// The one finding in `found`, or a default one when there is not exactly one.
inline Diagnostic only(const Diagnostics& found) {
  return found.size() == 1 ? found.front() : Diagnostic{};
}

/// The patch in the good file `text`.
inline Patch patch_from(const std::string& text) {
  auto loaded = load_manifest("p.yaml", MemoryFiles({{"p.yaml", text}}));
  return loaded ? loaded->manifest.patches.front() : Patch{};
}

/// The only edit, a text edit, of the good patch whose edits are `edits`.
inline TextEdit text_edit_from(const std::string& edits) {
  return std::get<TextEdit>(patch_from(patch_with(edits)).edits.at(0).what);
}

}  // namespace patcher
