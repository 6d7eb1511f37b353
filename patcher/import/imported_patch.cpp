// SPDX-License-Identifier: MIT
#include "patcher/import/imported_patch.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "patcher/core/diff_text.hpp"
#include "patcher/core/line_diff.hpp"
#include "patcher/core/wrapped.hpp"
#include "patcher/import/appended_rows.hpp"
#include "patcher/import/edit_yaml.hpp"
#include "patcher/import/file_edits.hpp"
#include "patcher/import/two_sides.hpp"
#include "patcher/import/yaml_text.hpp"
#include "patcher/manifest/digest.hpp"

namespace patcher {
namespace {

constexpr std::uint32_t kUsualMode = 0644;
constexpr std::size_t kProse = 90;  // columns

bool is_binary(const Entry& entry) {
  return entry.is_file() && entry.bytes->find('\0') != std::string::npos;
}

/// Whether a manifest would take the path for a glob.
bool looks_like_glob(const TreePath& path) {
  return path.str().find_first_of("*?[") != std::string::npos;
}

/// Makes the edits of a change, one file after another.
class Composition {
 public:
  Composition(std::string folder, SourceCache& cache, TableRows rows)
      : folder_(std::move(folder)), cache_(cache), rows_(rows) {}

  Status add(const ChangedPath& file) {
    if (file.from || looks_like_glob(file.path)) return add_by_diff(file);
    if (!file.before.is_file()) return add_whole("add_file", "add", file.path, file.after);
    if (!file.after.is_file()) return add_whole("remove_file", "remove", file.path, file.before);
    if (*file.before.bytes != *file.after.bytes) {
      const Status done = add_text(file);
      if (!done) return done;
    }
    if (file.before.mode != file.after.mode) add_mode(file);
    return {};
  }

  [[nodiscard]] std::string take_edits() { return std::move(edits_); }
  [[nodiscard]] ImportedPatch take() { return std::move(patch_); }

 private:
  void add_edit(const std::string& yaml) {
    edits_ += yaml;
    ++patch_.edits;
  }

  std::string add_payload(std::string_view kind, const std::string& path, std::string bytes) {
    std::string spelled = fmt::format("{}/{}/{}", folder_, kind, path);
    patch_.payloads.insert_or_assign(spelled, std::move(bytes));
    return spelled;
  }

  Status add_whole(std::string_view key, std::string_view kind, const TreePath& path,
                   const Entry& entry) {
    const std::string from = add_payload(kind, path.str(), *entry.bytes);
    std::string yaml =
        fmt::format("  - {}: {}\n    from: {}\n    sha256: {}\n", key, yaml_inline(path.str()),
                    yaml_inline(from), quoted_digest(*entry.bytes));
    const bool names_mode = kind == "add" && entry.mode != kUsualMode;
    if (names_mode) yaml += fmt::format("    mode: \"{:04o}\"\n", entry.mode);
    add_edit(yaml);
    return {};
  }

  static std::string quoted_digest(const std::string& bytes) {
    return fmt::format("\"{}\"", sha256_of(bytes));
  }

  void add_mode(const ChangedPath& file) {
    add_edit(fmt::format("  - mode_of: {}\n    mode: \"{:04o}\"\n    was: \"{:04o}\"\n",
                         yaml_inline(file.path.str()), file.after.mode, file.before.mode));
  }

  void add_diff(const TreePath& path, std::string diff) {
    const std::string spelled = add_payload("diff", path.str() + ".diff", std::move(diff));
    add_edit(fmt::format("  - diff: {}\n", yaml_inline(spelled)));
  }

  Result<SaidText> said(const ChangedPath& file, Sayings sayings) {
    if (is_binary(file.before) || is_binary(file.after)) {
      return Diagnostic{.code = Code::place_unfit,
                        .message = fmt::format("'{}' is binary: no edit says what changes in it",
                                               file.path.str()),
                        .target = {file.path.str(), 0, 0},
                        .hint = "remove the file and add it anew, as two patches, or leave it out"};
    }
    const TwoSides sides(file.path, file.before.bytes, file.after.bytes, cache_);
    return said_text(sides, sayings);
  }

  void add_rows(const TreePath& path, const AppendedRows& rows) {
    const std::string spelled = add_payload("rows", path.str(), rows.payload);
    std::string yaml = fmt::format("  - table: {}\n    rows: {}\n    key:\n      columns:\n",
                                   yaml_inline(path.str()), yaml_inline(spelled));
    for (const std::string& column : rows.key) {
      yaml += fmt::format("        - {}\n", yaml_inline(column));
    }
    add_edit(yaml + fmt::format("    family:\n      - {}\n", yaml_inline(path.str())));
    ++patch_.tables;
  }

  Status add_text(const ChangedPath& file) {
    const auto rows = rows_ == TableRows::as_rows ? appended_rows(file) : std::nullopt;
    if (rows) {
      add_rows(file.path, *rows);
      return {};
    }
    auto text = said(file, Sayings::anchored_or_hunks);
    if (!text) return std::move(text).error();
    for (const TextEdit& edit : text->edits) add_edit(yaml_of(edit));
    if (!text->hunks.empty()) {
      const DiffHead head{file.path.str(), file.path.str(), file.before.mode, file.before.mode};
      add_diff(file.path, section_head(head) + file_lines(head) + text->hunks);
    }
    return {};
  }

  /// What only a diff can say of a file: that it moves, or has a name that a manifest cannot spell.
  Status add_by_diff(const ChangedPath& file) {
    const TreePath& before = file.from ? *file.from : file.path;
    const DiffHead head{before.str(), file.path.str(), file.before.mode, file.after.mode};
    std::string hunks;
    if (!file.before.is_file() || !file.after.is_file()) {
      auto whole = whole_hunk(file);
      if (!whole) return std::move(whole).error();
      hunks = *std::move(whole);
    } else if (*file.before.bytes != *file.after.bytes) {
      auto text = said(file, Sayings::hunks_only);
      if (!text) return std::move(text).error();
      hunks = std::move(text->hunks);
    }
    add_diff(file.path, section_head(head) + (hunks.empty() ? "" : file_lines(head) + hunks));
    return {};
  }

  static Result<std::string> whole_hunk(const ChangedPath& file) {
    const Entry& there = file.before.is_file() ? file.before : file.after;
    if (is_binary(there)) {
      return Diagnostic{.code = Code::place_unfit,
                        .message = fmt::format("'{}' is binary, and its name is one that only a "
                                               "diff can spell",
                                               file.path.str()),
                        .target = {file.path.str(), 0, 0},
                        .hint = "leave the file out"};
    }
    const std::vector<std::string_view> lines = lines_of(*there.bytes);
    if (lines.empty()) return std::string();
    if (file.before.is_file()) {
      const LineChange gone{0, lines.size(), 0, 0};
      return hunk_text(lines, {}, {&gone, 1}, {});
    }
    const LineChange come{0, 0, 0, lines.size()};
    return hunk_text({}, lines, {&come, 1}, {});
  }

  std::string folder_;
  SourceCache& cache_;
  TableRows rows_;
  std::string edits_;
  ImportedPatch patch_;
};

std::string commented(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += fmt::format("# {}\n", line);
  return text;
}

std::string header_of(const ChangeMessage& message, const PatchNames& names) {
  std::string text = commented(message.origin);
  text += fmt::format("version: 1\nid: {}\ntree: {}\ntitle: {}\nwhy:{}", yaml_inline(names.id),
                      yaml_inline(names.tree), yaml_inline(message.title),
                      yaml_block(wrapped(message.why, kProse), 0));
  text += "upstream:\n  state: not-submitted\n  links:";
  if (message.links.empty()) text += " []";
  text += '\n';
  for (const std::string& link : message.links)
    text += fmt::format("    - {}\n", yaml_inline(link));
  return text + fmt::format("  drop_when: {}\nedits:\n", yaml_inline(message.drop_when));
}

}  // namespace

std::string payload_folder(const std::string& patch_file) {
  return std::filesystem::path(patch_file).stem().string();
}

Result<ImportedPatch> patch_of(const Change& change, const PatchNames& names, SourceCache& cache,
                               TableRows rows) {
  Composition composition(payload_folder(names.file), cache, rows);
  Diagnostics errors;
  for (const ChangedPath& file : change.files) {
    const Status done = composition.add(file);
    if (!done) append(errors, done.error().diagnostics());
  }
  if (!errors.empty()) return Failure(std::move(errors));
  const std::string edits = composition.take_edits();
  ImportedPatch patch = composition.take();
  patch.file = names.file;
  patch.text = header_of(change.message, names) + edits;
  return patch;
}

}  // namespace patcher
