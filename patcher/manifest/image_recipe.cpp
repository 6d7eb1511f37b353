// SPDX-License-Identifier: MIT
#include "patcher/manifest/image_recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "patcher/manifest/lock.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kDigits = "0123456789";

bool has_only(std::string_view text, std::string_view more) {
  return std::ranges::all_of(text, [&](char c) {
    return kLetters.find(c) != std::string_view::npos ||
           kDigits.find(c) != std::string_view::npos || more.find(c) != std::string_view::npos;
  });
}

Diagnostic refusal(Code code, std::string message, std::string hint, const Place& where) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  diagnostic.where = where;
  return diagnostic;
}

/// `ATOM_NIGHTLY` for `atom-nightly`. A name of one word gets a second one, so that it can be no
/// variable that shells and programs know, such as PATH.
std::string opt_in_of(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const std::size_t lower = kLetters.substr(0, 26).find(c);
    if (lower != std::string_view::npos) {
      result += kLetters[26 + lower];
    } else {
      result += has_only({&c, 1}, "") ? c : '_';
    }
  }
  if (kDigits.find(result.front()) != std::string_view::npos) result.insert(0, "SET_");
  const bool is_taken = result == "BASE_IMAGE" || result == "BASE_DIGEST";
  if (is_taken || result.find('_') == std::string::npos) result += "_PATCHES";
  return result;
}

/// Collects what of the set must be in the image, as paths in the context.
class Copied {
 public:
  explicit Copied(const std::string& context) : context_(fs::path(context).lexically_normal()) {}

  /// `file`, which is there with its folder; by itself where that is the context.
  void add(const fs::path& file, const Place& where) {
    const fs::path path = (context_ / file).lexically_normal().lexically_relative(context_);
    const std::string spelled = path.generic_string();
    if (spelled.empty() || *path.begin() == "..") {
      refuse(fmt::format("'{}' lies outside of this folder, which the image is built from",
                         file.generic_string()),
             "run this in the folder that holds the manifest and all that it names", where);
    } else if (!has_only(spelled, "/._+,=@%~-")) {
      refuse(fmt::format("'{}' has a name that a Dockerfile would read otherwise", spelled),
             "rename it: letters, digits and ./_+,=@%~- are safe", where);
    } else {
      const fs::path folder = path.parent_path();
      paths_.insert(folder.empty() ? path : folder);
    }
  }

  /// What `text` names in `{here}`, the folder `here`.
  void add_named(std::string_view text, const fs::path& here, const Place& where) {
    constexpr std::string_view kHere = "{here}/";
    for (std::size_t at = text.find(kHere); at != std::string_view::npos;
         at = text.find(kHere, at + 1)) {
      const std::string_view rest = text.substr(at + kHere.size());
      add(here / rest.substr(0, rest.find_first_of(" \t\n:;,'\"")), where);
    }
  }

  /// Ascending, without what lies in another one.
  [[nodiscard]] std::vector<std::string> paths() const {
    std::set<std::string> spelled;
    for (const fs::path& path : paths_) {
      const bool is_in_another = std::ranges::any_of(paths_, [&](const fs::path& other) {
        return path != other && !path.lexically_relative(other).empty() &&
               *path.lexically_relative(other).begin() != "..";
      });
      if (!is_in_another) spelled.insert(path.generic_string());
    }
    return {spelled.begin(), spelled.end()};
  }

  [[nodiscard]] Diagnostics take_faults() { return std::exchange(faults_, {}); }

 private:
  void refuse(std::string message, std::string hint, const Place& where) {
    const Diagnostic fault = refusal(Code::usage, std::move(message), std::move(hint), where);
    const bool is_known = std::ranges::any_of(
        faults_, [&](const Diagnostic& known) { return known.message == fault.message; });
    if (!is_known) faults_.push_back(fault);
  }

  fs::path context_;
  std::set<fs::path> paths_;
  Diagnostics faults_;
};

void add_checks(Copied& copied, const std::vector<Check>& checks, const fs::path& here) {
  for (const Check& check : checks) {
    for (const std::string& word : check.run) copied.add_named(word, here, check.where);
  }
}

void add_patch(Copied& copied, const Patch& patch) {
  const fs::path here = fs::path(patch.file).parent_path();
  copied.add(patch.file, patch.where);
  for (const PayloadFile& payload : patch.payloads) copied.add(here / payload.file, patch.where);
  add_checks(copied, patch.checks, here);
}

Copied copied_of(const Manifest& manifest, const std::string& context) {
  const fs::path here = fs::path(manifest.file).parent_path();
  const Place top{manifest.file, 1, 1};
  Copied copied(context);
  copied.add(manifest.file, top);
  copied.add(lock_path_of(manifest.file), top);
  for (const Patch& patch : manifest.patches) add_patch(copied, patch);
  for (const Rebuild& rebuild : manifest.rebuilds) {
    for (const std::string& word : rebuild.run) copied.add_named(word, here, rebuild.where);
    for (const auto& [name, value] : rebuild.env) copied.add_named(value, here, rebuild.where);
  }
  add_checks(copied, manifest.checks, here);
  return copied;
}

/// Whether an image has the place, wherever in it patcher is run.
bool is_of_an_image(const Location& location) {
  const auto* path = std::get_if<Location::Path>(&location.what);
  return path == nullptr || path->path.starts_with('/');
}

void take_trees(const Manifest& manifest, ImageRecipe& recipe, Diagnostics& faults) {
  for (const TreeSpec& tree : manifest.trees) {
    if (!manifest.edits(tree.name)) continue;
    recipe.trees.push_back(tree.name);
    if (std::ranges::any_of(tree.locate, is_of_an_image)) continue;
    faults.push_back(refusal(
        Code::invalid_manifest,
        fmt::format("tree '{}' has no place in an image: {}", tree.name,
                    tree.locate.empty() ? "it has no 'locate'"
                                        : "its 'locate' has only paths that are relative to where "
                                          "patcher is run"),
        fmt::format("say where the image has it: 'locate: [{{path: /app/{}}}]'", tree.name),
        tree.where));
  }
}

/// The image's name, and the digest, which both `base.image` and `base.digest` may hold.
void take_base(const Manifest& manifest, ImageRecipe& recipe, Diagnostics& faults) {
  const std::string& image = manifest.base.image;
  const Place top{manifest.file, 1, 1};
  recipe.base = image;
  recipe.base_digest = manifest.base.digest;
  recipe.base_image = image.substr(0, image.find('@'));
  const std::size_t colon = recipe.base_image.rfind(':');
  if (colon != std::string::npos && recipe.base_image.find('/', colon) == std::string::npos) {
    recipe.base_image.resize(colon);
  }
  if (!image.empty() && (recipe.base_image.empty() || !has_only(image, "./_:@-"))) {
    faults.push_back(refusal(Code::invalid_manifest,
                             fmt::format("the base '{}' is no name of an image", image),
                             "name it as the registry does: 'vendor/engine:tag'", top));
  }
  const std::size_t at = image.find('@');
  if (at == std::string::npos) return;
  if (recipe.base_digest.empty()) recipe.base_digest = image.substr(at + 1);
  if (recipe.base_digest != image.substr(at + 1)) {
    faults.push_back(refusal(Code::invalid_manifest,
                             fmt::format("the base has two digests: 'image' says {}, 'digest' {}",
                                         image.substr(at + 1), recipe.base_digest),
                             "keep the one that the set was written against", top));
  }
}

}  // namespace

Result<ImageRecipe> image_recipe_of(const Manifest& manifest, const std::string& context) {
  ImageRecipe recipe;
  Diagnostics faults;
  take_base(manifest, recipe, faults);
  take_trees(manifest, recipe, faults);
  Copied copied = copied_of(manifest, context);
  append(faults, copied.take_faults());
  if (!faults.empty()) return Failure(std::move(faults));
  recipe.name = manifest.name;
  recipe.manifest = (fs::path(context) / manifest.file)
                        .lexically_normal()
                        .lexically_relative(fs::path(context).lexically_normal())
                        .generic_string();
  recipe.opt_in = opt_in_of(manifest.name);
  recipe.copied = copied.paths();
  return recipe;
}

}  // namespace patcher
