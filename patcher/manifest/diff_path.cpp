// SPDX-License-Identifier: MIT
#include "patcher/manifest/diff_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace patcher::language {
namespace {

using Kind = DiffFile::Kind;

std::string_view first_component(std::string_view path) { return path.substr(0, path.find('/')); }

/// `path` without `count` components; nothing where it has no more than those.
std::optional<std::string_view> stripped(std::string_view path, std::size_t count) {
  for (; count > 0; --count) {
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    path.remove_prefix(std::min(path.find_first_not_of('/', slash), path.size()));
  }
  return path.empty() ? std::nullopt : std::optional(path);
}

/// A letter that git puts before paths: a/ and b/, or i/, w/, c/, o/ with `diff.mnemonicPrefix`.
bool is_git_letter(std::string_view component) {
  return component.size() == 1 && std::string_view("abiwco").find(component) != std::string::npos;
}

/// Says whether the first components can be seen to be the diff's own.
bool has_own_prefix(const DiffFile& file) {
  const std::string_view before = first_component(file.before);
  const std::string_view after = first_component(file.after);
  if (file.before.empty()) return is_git_letter(after);
  if (file.after.empty()) return is_git_letter(before);
  return before != after;
}

/// Finds the paths of one section.
class Paths {
 public:
  Paths(const Diff& diff, const DiffFile& file, std::optional<std::size_t> strip)
      : diff_(diff), file_(file), strip_(strip) {}

  Result<DiffPaths> find() const {
    for (const std::string* path : {&file_.before, &file_.after}) {
      if (auto fault = unsafe(*path)) return *std::move(fault);
    }
    const bool is_dropped = file_.prefix == DiffFile::Prefix::dropped;
    if (!strip_ && !is_dropped && !has_own_prefix(file_)) return doubtful();
    const std::size_t asked = strip_.value_or(1);
    const std::size_t count = is_dropped && asked > 0 ? asked - 1 : asked;
    DiffPaths paths;
    for (const auto& [spelled, path] :
         {std::pair(&file_.before, &paths.before), std::pair(&file_.after, &paths.after)}) {
      if (spelled->empty()) continue;
      auto found = path_of(*spelled, count);
      if (!found) return std::move(found).error();
      *path = *std::move(found);
    }
    return agreed(std::move(paths));
  }

 private:
  /// Why `spelled` may not be touched, whatever is stripped from it.
  [[nodiscard]] std::optional<Diagnostic> unsafe(std::string_view spelled) const {
    const auto why = spelled.empty() ? std::nullopt : TreePath::why_unsafe(spelled);
    if (!why) return std::nullopt;
    Diagnostic fault =
        about_section(diff_, file_, fmt::format("the path '{}' is unsafe: {}", spelled, *why),
                      "make the diff anew from the tree's root, with 'git diff' or 'diff -u a b'");
    fault.code = Code::unsafe_path;
    return fault;
  }

  [[nodiscard]] Result<TreePath> path_of(std::string_view spelled, std::size_t count) const {
    const auto rest = stripped(spelled, count);
    if (!rest) {
      return about_section(
          diff_, file_,
          fmt::format("'{}' has no more than {} to strip", spelled,
                      count == 1 ? "1 component" : fmt::format("{} components", count)),
          "say by 'strip:' how many components of the paths are not the tree's, 0 for none");
    }
    if (auto fault = unsafe(*rest)) return *std::move(fault);
    auto path = TreePath::parse(*rest);
    if (path) return *std::move(path);
    return about_section(
        diff_, file_,
        fmt::format("the path '{}' is malformed: {}", spelled,
                    TreePath::why_malformed(*rest).value_or("it cannot be a file's")),
        "make the diff anew from the tree's root, with 'git diff' or 'diff -u a b'");
  }

  [[nodiscard]] Diagnostic doubtful() const {
    const std::string& path = file_.after.empty() ? file_.before : file_.after;
    return about_section(
        diff_, file_,
        fmt::format("it cannot be told whether the first component of '{}' is the tree's", path),
        "say by 'strip:' how many components of the paths are not the tree's, 0 for none");
  }

  /// `paths`, if both sides name one file or the section says that it moves.
  [[nodiscard]] Result<DiffPaths> agreed(DiffPaths paths) const {
    if (file_.kind == Kind::added) paths.before.reset();
    if (file_.kind == Kind::removed) paths.after.reset();
    if (file_.kind != Kind::changed || paths.before == paths.after) return paths;
    // What editors and packagers call the copy that they diff against.
    if (!file_.is_git && paths.before->str() == paths.after->str() + ".orig") {
      paths.before = paths.after;
      return paths;
    }
    return about_section(diff_, file_,
                         fmt::format("the two sides name different files: '{}' and '{}'",
                                     paths.before->str(), paths.after->str()),
                         "name the file of the tree on both lines, or say another 'strip:'");
  }

  const Diff& diff_;
  const DiffFile& file_;
  std::optional<std::size_t> strip_;
};

}  // namespace

Result<DiffPaths> paths_of(const Diff& diff, const DiffFile& file,
                           std::optional<std::size_t> strip) {
  return Paths(diff, file, strip).find();
}

Diagnostic about_section(const Diff& diff, const DiffFile& file, std::string message,
                         std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = Code::diff_invalid;
  diagnostic.message = std::move(message);
  diagnostic.where = {diff.file, file.line, 1};
  diagnostic.lines = file.lines;
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

}  // namespace patcher::language
