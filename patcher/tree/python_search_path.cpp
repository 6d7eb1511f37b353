// SPDX-License-Identifier: MIT
#include "patcher/tree/python_search_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "patcher/tree/pth_file.hpp"
#include "patcher/tree/small_text.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPth = 262'144;       // bytes of a .pth file
constexpr std::size_t kMostFinder = 1'048'576;  // bytes of a finder module
constexpr std::size_t kMostPlaces = 4096;

bool is_folder(const fs::path& path) {
  std::error_code unseen;
  return fs::is_directory(path, unseen);
}

/// The folders of installed packages below `prefix`, whether they exist or not.
std::vector<fs::path> site_folders(const fs::path& prefix, const std::string& version) {
  const std::string python = "python" + version;
  const fs::path local = prefix / "local/lib" / python / "dist-packages";
  const fs::path shared = prefix / "lib/python3/dist-packages";
  if (is_folder(local) || is_folder(shared)) {
    return {local, shared, prefix / "lib" / python / "dist-packages"};
  }
  std::vector<fs::path> folders{prefix / "lib" / python / "site-packages"};
  std::error_code unseen;
  if (fs::is_symlink(prefix / "lib64", unseen)) return folders;
  folders.insert(folders.begin(), prefix / "lib64" / python / "site-packages");
  // Fedora and its kin keep what pip installs for all users apart from what came with the system.
  if (is_folder(prefix / "lib64" / python) && is_folder(prefix / "local")) {
    folders.insert(folders.begin(), {prefix / "local/lib64" / python / "site-packages",
                                     prefix / "local/lib" / python / "site-packages"});
  }
  return folders;
}

class Builder {
 public:
  void add_python_path(std::string_view folders) {
    while (!folders.empty()) {
      const std::size_t end = std::min(folders.find(':'), folders.size());
      const std::string folder(folders.substr(0, end));
      folders.remove_prefix(std::min(end + 1, folders.size()));
      if (folder.empty()) continue;
      add_of_python_path(folder);
    }
  }

  /// What a variable does that is not followed.
  void add_unfollowed(const std::string& name, const std::string& value) {
    if (value.empty()) return;
    report_unread(fmt::format("{} is set to \"{}\", which is not followed", name, value));
  }

  void add_standard_library(const std::string& base, const std::string& version) {
    if (base.empty()) return;
    for (const char* library : {"lib", "lib64"}) {
      const fs::path folder = fs::path(base) / library / ("python" + version);
      if (is_folder(folder)) add_place(folder.string(), {});
    }
  }

  void add_installed(const std::string& prefix, const std::string& version) {
    for (const fs::path& folder : site_folders(prefix, version)) add_site(folder.string());
  }

  /// A folder of installed packages with what the files in it add.
  void add_site(const std::string& site) {
    if (!is_folder(site) || !sites_.insert(site).second) return;
    add_place(site, {});
    const auto names = names_in(site);
    if (!names) {
      report_unread(reason_of(names));
      return;
    }
    for (const std::string& name : *names) {
      if (!name.ends_with(".pth")) continue;
      if (name.starts_with('.')) {
        doubt_hidden(site, name);
      } else {
        add_pth(site, name);
      }
    }
    EditableProjects projects = editable_projects_in(site, *names);
    std::ranges::move(projects.found, std::back_inserter(result_.projects));
    for (std::string& reason : projects.unread) {
      result_.unread.push_back({std::move(reason), SearchPath::kAfterPlaces});
    }
  }

  SearchPath finished() && { return std::move(result_); }

 private:
  void add_of_python_path(const std::string& folder) {
    std::error_code unseen;
    if (!fs::path(folder).is_absolute()) {
      result_.passed_over.push_back(
          fmt::format("PYTHONPATH has '{}', which depends on where Python is started", folder));
    } else if (fs::exists(folder, unseen) && !is_folder(folder)) {
      report_unread(fmt::format("\"{}\", which PYTHONPATH names, is no folder", folder));
    } else {
      add_place(folder, "PYTHONPATH");
    }
  }

  /// Newer releases of each Python pass a hidden file over, older ones take it.
  void doubt_hidden(const std::string& site, const std::string& name) {
    const std::string file = site + "/" + name;
    const auto text = small_text(file, kMostPth);
    if (!text || !*text) return;
    const PthFile pth = parse_pth(**text, site);
    if (pth.folders.empty() && pth.finders.empty()) return;
    report_unread(fmt::format("\"{}\" is hidden, and only some releases of Python take it", file));
  }

  void add_place(const std::string& folder, const std::string& by) {
    if (!known_.insert(folder).second) return;
    if (result_.places.size() < kMostPlaces) {
      result_.places.push_back({folder, by});
    } else if (known_.size() == kMostPlaces + 1) {
      report_unread(fmt::format("the search path has more than {} folders", kMostPlaces));
    }
  }

  /// What it would have named comes after the places that there are.
  void report_unread(std::string reason) {
    result_.unread.push_back({std::move(reason), result_.places.size()});
  }

  void add_pth(const std::string& site, const std::string& name) {
    const std::string file = site + "/" + name;
    const auto text = small_text(file, kMostPth);
    if (!text) {
      report_unread(reason_of(text));
      return;
    }
    if (!*text) return;
    const PthFile pth = parse_pth(**text, site);
    if (pth.other_code > 0) {
      result_.passed_over.push_back(fmt::format("\"{}\" has code, which is not run", file));
    }
    for (const std::string& folder : pth.folders) add_named(folder, file);
    for (const std::string& module : pth.finders) add_finder(fmt::format("{}/{}.py", site, module));
  }

  void add_named(const std::string& folder, const std::string& file) {
    std::error_code unseen;
    const bool exists = fs::exists(folder, unseen);
    if (exists && is_folder(folder)) {
      add_place(folder, file);
    } else if (exists) {
      report_unread(fmt::format(R"("{}", which "{}" names, is no folder)", folder, file));
    }
  }

  void add_finder(const std::string& file) {
    const auto text = small_text(file, kMostFinder);
    if (text && !*text) return;
    auto finder = text ? parse_editable_finder(**text) : std::nullopt;
    if (finder) {
      result_.finders.push_back({*std::move(finder), file});
      return;
    }
    const std::string reason =
        text ? fmt::format("\"{}\" would have to be run to know what it maps", file)
             : reason_of(text);
    result_.unread.push_back({reason, SearchPath::kAfterPlaces});
  }

  SearchPath result_;
  std::set<std::string> known_;
  std::set<std::string> sites_;
};

std::string user_site_of(const PythonEnvironment& environment, const std::string& version) {
  const std::string& base = environment.python_user_base;
  if (base.empty() && environment.home.empty()) return {};
  const fs::path folder = base.empty() ? fs::path(environment.home) / ".local" : fs::path(base);
  return (folder / "lib" / ("python" + version) / "site-packages").string();
}

}  // namespace

SearchPath search_path_of(const Interpreter& interpreter, const PythonEnvironment& environment) {
  Builder builder;
  builder.add_unfollowed("PYTHONHOME", environment.python_home);
  builder.add_python_path(environment.python_path);
  builder.add_standard_library(interpreter.base, interpreter.version);
  if (interpreter.kind != Interpreter::Kind::plain) {
    builder.add_installed(interpreter.prefix, interpreter.version);
  }
  if (interpreter.kind == Interpreter::Kind::alone) return std::move(builder).finished();
  const std::string user_site = user_site_of(environment, interpreter.version);
  const bool has_user_site = environment.no_user_site.find_first_not_of('0') == std::string::npos;
  if (has_user_site && !user_site.empty()) builder.add_site(user_site);
  if (!interpreter.base.empty()) builder.add_installed(interpreter.base, interpreter.version);
  return std::move(builder).finished();
}

SearchPath search_path_of(const PythonEnvironment& environment) {
  Builder builder;
  builder.add_python_path(environment.python_path);
  return std::move(builder).finished();
}

}  // namespace patcher
