// SPDX-License-Identifier: MIT
#include "patcher/tree/python_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "patcher/tree/small_text.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSite = 1'048'576;  // bytes of a site.py

bool is_folder(const fs::path& path) {
  std::error_code unseen;
  return fs::is_directory(path, unseen);
}

bool is_there(const fs::path& path) {
  std::error_code unseen;
  return fs::exists(path, unseen);
}

bool is_same(const fs::path& a, const fs::path& b) {
  std::error_code unseen;
  return fs::equivalent(a, b, unseen);
}

bool has_library(const fs::path& folder) {
  return is_there(folder / "os.py") || is_there(folder / "os.pyc");
}

}  // namespace

PythonLayout::PythonLayout(const Interpreter& interpreter)
    : base_(interpreter.base),
      python_("python" + interpreter.version),
      is_virtual_(interpreter.kind != Interpreter::Kind::plain),
      library_(library_of_base()),
      packages_(packages_of_base()) {}

PythonLayout::Library PythonLayout::library_of_base() const {
  if (base_.empty()) return Library::untold;
  const fs::path lib = fs::path(base_) / "lib" / python_;
  const fs::path lib64 = fs::path(base_) / "lib64" / python_;
  if (!is_folder(lib64) || is_same(lib, lib64)) return Library::lib;
  if (!is_folder(lib)) return Library::lib64;
  if (has_library(lib) == has_library(lib64)) return Library::untold;
  return has_library(lib) ? Library::lib : Library::lib64;
}

PythonLayout::Packages PythonLayout::packages_of_base() const {
  for (const std::string& folder : library()) {
    const auto text = small_text(folder + "/site.py", kMostSite);
    if (!text || !*text) continue;
    return (*text)->find("dist-packages") == std::string::npos ? Packages::site : Packages::dist;
  }
  return Packages::untold;
}

std::vector<std::string> PythonLayout::archives() const {
  if (base_.empty()) return {};
  std::string digits = python_;
  std::erase(digits, '.');
  std::vector<std::string> files;
  if (library_ != Library::lib64) files.push_back(fmt::format("{}/lib/{}.zip", base_, digits));
  if (library_ != Library::lib) files.push_back(fmt::format("{}/lib64/{}.zip", base_, digits));
  return files;
}

std::vector<std::string> PythonLayout::library() const {
  std::vector<std::string> folders;
  if (base_.empty()) return folders;
  if (library_ != Library::lib64) folders.push_back(fmt::format("{}/lib/{}", base_, python_));
  if (library_ != Library::lib) folders.push_back(fmt::format("{}/lib64/{}", base_, python_));
  for (std::size_t i = folders.size(); i-- > 0;) folders.push_back(folders[i] + "/lib-dynload");
  std::erase_if(folders, [](const std::string& folder) { return !is_folder(folder); });
  return folders;
}

SiteFolders PythonLayout::sites(const std::string& prefix) const {
  if (packages_ == Packages::site) return sites_of_others(prefix);
  SiteFolders debian = sites_of_debian(prefix);
  if (packages_ == Packages::dist) return debian;
  const bool has_dist = std::ranges::any_of(debian.folders, [](const std::string& folder) {
    return folder.ends_with("/dist-packages") && is_folder(folder);
  });
  SiteFolders others = sites_of_others(prefix);
  if (!has_dist) return others;
  const bool has_site = std::ranges::any_of(others.folders, is_folder);
  if (!has_site) return debian;
  others.folders.insert(others.folders.end(), debian.folders.begin(), debian.folders.end());
  others.doubt = fmt::format(
      "\"{}\" has both site-packages and dist-packages, and no site.py tells which are read",
      prefix);
  return others;
}

SiteFolders PythonLayout::sites_of_debian(const std::string& prefix) const {
  SiteFolders found;
  if (is_virtual_) found.folders.push_back(fmt::format("{}/lib/{}/site-packages", prefix, python_));
  found.folders.push_back(fmt::format("{}/local/lib/{}/dist-packages", prefix, python_));
  found.folders.push_back(fmt::format("{}/lib/python3/dist-packages", prefix));
  found.folders.push_back(fmt::format("{}/lib/{}/dist-packages", prefix, python_));
  return found;
}

SiteFolders PythonLayout::sites_of_others(const std::string& prefix) const {
  const std::string lib = fmt::format("{}/lib/{}/site-packages", prefix, python_);
  const std::string lib64 = fmt::format("{}/lib64/{}/site-packages", prefix, python_);
  const bool is_one = is_same(lib, lib64);
  if (library_ == Library::lib || is_one) return {{lib}, {}};
  SiteFolders found{{lib64, lib}, {}};
  // Fedora and its kin keep what pip installs for all users apart from what came with the system.
  if (prefix == base_ && is_folder(prefix + "/local")) {
    found.folders.insert(found.folders.begin(),
                         {fmt::format("{}/local/lib64/{}/site-packages", prefix, python_),
                          fmt::format("{}/local/lib/{}/site-packages", prefix, python_)});
  }
  if (library_ == Library::untold && is_folder(lib64)) {
    found.doubt = fmt::format(
        "\"{}\" has packages in lib and in lib64, and no library tells whether both are read",
        prefix);
  }
  return found;
}

}  // namespace patcher
