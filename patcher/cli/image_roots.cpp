// SPDX-License-Identifier: MIT
#include "patcher/cli/image_roots.hpp"

#include <fmt/format.h>

#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "patcher/core/glob.hpp"
#include "patcher/tree/image_tree.hpp"
#include "patcher/write/recovery.hpp"

namespace patcher {
namespace {

/// The files that a manifest's patches and rebuilds name, below whatever folders of an image.
class NamedFiles {
 public:
  explicit NamedFiles(const Manifest& manifest) {
    add(".patcher/record.json");
    for (const Patch& patch : manifest.patches) {
      for (const TreePath& file : files_named_by(patch)) add(file.str());
      for (const std::string& glob : globs_of(patch)) globs_.insert(glob);
    }
    for (const Rebuild& rebuild : manifest.rebuilds) {
      globs_.insert(rebuild.when_changed.begin(), rebuild.when_changed.end());
    }
  }

  [[nodiscard]] bool has(std::string_view path) const {
    const auto named = paths_.find(std::string(path.substr(path.rfind('/') + 1)));
    if (named != paths_.end()) {
      for (const std::string& file : named->second) {
        if (path == file || path.ends_with("/" + file)) return true;
      }
    }
    const std::string whole(path);
    for (const std::string& glob : globs_) {
      if (catches(glob, whole) || catches("*/" + glob, whole)) return true;
    }
    return false;
  }

 private:
  void add(const std::string& file) { paths_[file.substr(file.rfind('/') + 1)].push_back(file); }

  std::unordered_map<std::string, std::vector<std::string>> paths_;  ///< By their last names.
  std::set<std::string> globs_;
};

Failure of_tree(Failure failure, const TreeSpec& spec) {
  Diagnostics why = std::move(failure).diagnostics();
  for (Diagnostic& diagnostic : why) diagnostic.tree = spec.name;
  return Failure(std::move(why));
}

Note no_folder(const Location& location, const std::string& why) {
  return {why, location.where, {}, {}};
}

/// The folder of an image that an entry leads to; empty, with a note of why, where it leads to
/// none.
std::string folder_of(const Location& location, std::vector<Note>& tried) {
  const auto* path = std::get_if<Location::Path>(&location.what);
  if (path == nullptr) {
    tried.push_back(no_folder(location, "a Python package is not looked for in an image"));
  } else if (!path->path.starts_with('/')) {
    tried.push_back(no_folder(
        location,
        fmt::format("path '{}' is relative: in an image there is no manifest", path->path)));
  } else if (!location.map.empty()) {
    tried.push_back(no_folder(
        location, fmt::format("path '{}': folders of a tree that lie elsewhere are not looked for "
                              "in an image",
                              path->path)));
  } else {
    return path->path;
  }
  return {};
}

Diagnostic no_root(const TreeSpec& spec, const std::string& where, std::vector<Note> tried) {
  return {.code = Code::tree_not_found,
          .message = fmt::format("tree '{}' is nowhere to be found in '{}'", spec.name, where),
          .where = spec.where,
          .tree = spec.name,
          .notes = std::move(tried),
          .hint = fmt::format("name its folder: '--root {}={}:/FOLDER'", spec.name, where)};
}

Diagnostic other_copies(const TreeSpec& spec, const std::string& taken, std::vector<Note> others) {
  return {.severity = Severity::warning,
          .code = Code::two_copies,
          .message = fmt::format("tree '{}' is there {} times: only \"{}\" is looked at", spec.name,
                                 others.size() + 1, taken),
          .where = spec.where,
          .tree = spec.name,
          .notes = std::move(others),
          .hint = "remove what is not used, or name the copy that runs by its folder"};
}

/// A run that ended in the middle of a layer leaves its journal in the image.
Status uninterrupted(const OpenRoot& root) {
  auto left = has_journal(*root.stored);
  if (!left) return std::move(left).error();
  if (!*left) return {};
  return Diagnostic{.code = Code::interrupted,
                    .message = fmt::format("a run was interrupted in \"{}\"", root.where()),
                    .tree = root.spec->name,
                    .hint = "build the image again: a build must fail where 'patcher apply' does"};
}

}  // namespace

Result<ImageRoots::Image> ImageRoots::image(const ImageName& name) {
  const std::string key = fmt::format("{}@{}#{}", name.layout, name.name, name.platform);
  const auto known = open_.find(key);
  if (known != open_.end()) return known->second;
  auto image =
      open_image(name, {.is_wanted = [files = NamedFiles(manifest_)](std::string_view path) {
                   return files.has(path);
                 }});
  if (image) open_.emplace(key, *image);
  return image;
}

Result<OpenRoot> ImageRoots::find(const TreeSpec& spec, const std::string& where) {
  auto name = parse_image_name(where);
  if (!name) return of_tree(std::move(name).error(), spec);
  auto opened = image(*name);
  if (!opened) return of_tree(std::move(opened).error(), spec);
  if (name->folder.empty()) return located(spec, *opened, where);
  auto tree = open_image_tree(*opened, name->folder, where);
  if (!tree) return of_tree(std::move(tree).error(), spec);
  OpenRoot root{&spec, nullptr, {}, *std::move(tree)};
  Status whole = uninterrupted(root);
  if (!whole) return std::move(whole).error();
  return root;
}

Result<OpenRoot> ImageRoots::located(const TreeSpec& spec, const Image& image,
                                     const std::string& where) const {
  auto files = image->files();
  if (!files) return of_tree(std::move(files).error(), spec);
  std::vector<Note> tried;
  std::vector<Note> others;
  std::string taken;
  std::set<std::string> seen;
  for (const Location& location : spec.locate) {
    const std::string folder = folder_of(location, tried);
    if (folder.empty()) continue;
    auto found = (*files)->find(folder);
    if (!found) return of_tree(std::move(found).error(), spec);
    if (found->node == nullptr || found->node->kind != ImageNode::Kind::folder) {
      tried.push_back(no_folder(location, fmt::format("path '{}': no folder there", folder)));
    } else if (taken.empty()) {
      taken = folder;
      seen.insert(found->path);
    } else if (seen.insert(found->path).second) {
      others.push_back(no_folder(location, fmt::format("another copy: \"{}\"", folder)));
    }
  }
  if (taken.empty()) return no_root(spec, where, std::move(tried));
  auto tree = open_image_tree(image, taken, where + ":" + taken);
  if (!tree) return of_tree(std::move(tree).error(), spec);
  OpenRoot root{&spec, nullptr, {}, *std::move(tree)};
  if (!others.empty()) root.warnings.push_back(other_copies(spec, taken, std::move(others)));
  Status whole = uninterrupted(root);
  if (!whole) return std::move(whole).error();
  return root;
}

}  // namespace patcher
