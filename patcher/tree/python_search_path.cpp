// SPDX-License-Identifier: MIT
#include "patcher/tree/python_search_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "patcher/tree/pth_file.hpp"
#include "patcher/tree/python_layout.hpp"
#include "patcher/tree/small_text.hpp"
#include "patcher/tree/startup_code.hpp"

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

std::string real_path_of(const std::string& path) {
  std::error_code unresolved;
  const fs::path real = fs::canonical(path, unresolved);
  return unresolved ? path : real.string();
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

  /// A file that names the whole path in place of all else.
  void doubt_whole_path(const std::string& program) {
    for (const fs::path& file : {fs::path(program), fs::path(real_path_of(program))}) {
      const auto names = names_in(file.parent_path().string());
      if (!names) continue;
      for (const std::string& name : *names) {
        if (!name.starts_with("python") || !name.ends_with("._pth")) continue;
        doubt_all(fmt::format("\"{}\" may name the whole search path, and is not followed",
                              (file.parent_path() / name).string()));
      }
    }
  }

  void add_standard_library(const PythonLayout& layout) {
    for (const std::string& archive : layout.archives()) {
      std::error_code unseen;
      if (is_folder(archive)) {
        add_library(archive);
      } else if (fs::exists(archive, unseen)) {
        report_unread(fmt::format("\"{}\" is an archive, which is not looked into", archive));
      }
    }
    for (const std::string& folder : layout.library()) add_library(folder);
  }

  void add_installed(const PythonLayout& layout, const std::string& prefix) {
    SiteFolders sites = layout.sites(prefix);
    if (!sites.doubt.empty()) report_unread(std::move(sites.doubt));
    for (const std::string& folder : sites.folders) add_site(folder);
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
    const bool is_harmless = std::ranges::all_of(
        pth.lines, [](const PthLine& line) { return line.kind == PthLine::Kind::harmless; });
    if (is_harmless) return;
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

  /// What concerns every package, wherever it is found, or all that is below `package`.
  void doubt_all(std::string reason, std::string package = {}) {
    result_.unread.push_back({std::move(reason), 0, std::move(package)});
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
    if (pth.has_mark) {
      report_unread(fmt::format(
          "\"{}\" begins with a byte order mark, which only some releases of Python pass over",
          file));
    }
    bool may_end = false;
    for (const PthLine& line : pth.lines) {
      if (may_end) report_unread(fmt::format("\"{}\" goes on after code that may fail", file));
      may_end = line.kind == PthLine::Kind::code;
      if (!takes(line, site, file)) return;
    }
  }

  /// Does what a line of a `.pth` says. Python goes on to the next line unless this one fails.
  bool takes(const PthLine& line, const std::string& site, const std::string& file) {
    switch (line.kind) {
      case PthLine::Kind::folder:
        add_named(line.text, file);
        return true;
      case PthLine::Kind::finder:
        return add_finder(site, line.text);
      case PthLine::Kind::portion:
        doubt_all(fmt::format("\"{}\" makes the package '{}' by code", file, line.text), line.text);
        return true;
      case PthLine::Kind::harmless:
        note_code(file);
        return true;
      case PthLine::Kind::code:
        judge_code(line.text, file);
        return true;
    }
    return true;
  }

  void note_code(const std::string& file) {
    result_.passed_over.push_back(fmt::format("\"{}\" has code, which is not run", file));
  }

  void judge_code(const std::string& line, const std::string& file) {
    std::vector<std::string> folders;
    for (const SearchPath::Place& place : result_.places) {
      if (!libraries_.contains(place.folder)) folders.push_back(place.folder);
    }
    const std::string why = why_search_may_change(line, folders);
    if (!why.empty()) doubt_all(fmt::format("\"{}\" {}", file, why));
    if (why.empty()) note_code(file);
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

  /// Says whether the module is there: Python drops the rest of the file where it is not.
  bool add_finder(const std::string& site, const std::string& module) {
    std::string file = fmt::format("{}/{}.py", site, module);
    std::error_code unseen;
    for (const SearchPath::Place& place : result_.places) {
      const std::string earlier = fmt::format("{}/{}.py", place.folder, module);
      if (!fs::exists(earlier, unseen)) continue;
      file = earlier;
      break;
    }
    const auto text = small_text(file, kMostFinder);
    if (text && !*text) return false;
    auto finder = text ? parse_editable_finder(**text) : std::nullopt;
    if (finder) {
      result_.finders.push_back({*std::move(finder), file, result_.places.size()});
      return true;
    }
    const std::string reason =
        text ? fmt::format("\"{}\" would have to be run to know what it maps", file)
             : reason_of(text);
    result_.unread.push_back({reason, SearchPath::kAfterPlaces});
    return true;
  }

  void add_library(const std::string& folder) {
    libraries_.insert(folder);
    add_place(folder, {});
  }

  SearchPath result_;
  std::set<std::string> known_;
  std::set<std::string> sites_;
  std::set<std::string> libraries_;
};

std::string user_site_of(const PythonEnvironment& environment, const std::string& version) {
  const std::string& base = environment.python_user_base;
  if (base.empty() && environment.home.empty()) return {};
  const fs::path folder = base.empty() ? fs::path(environment.home) / ".local" : fs::path(base);
  return (folder / "lib" / ("python" + version) / "site-packages").string();
}

}  // namespace

SearchPath search_path_of(const Interpreter& interpreter, const PythonEnvironment& environment) {
  const PythonLayout layout(interpreter);
  Builder builder;
  builder.doubt_whole_path(interpreter.program);
  builder.add_unfollowed("PYTHONHOME", environment.python_home);
  builder.add_python_path(environment.python_path);
  builder.add_standard_library(layout);
  if (interpreter.kind != Interpreter::Kind::plain) {
    builder.add_installed(layout, interpreter.prefix);
  }
  if (interpreter.kind == Interpreter::Kind::alone) return std::move(builder).finished();
  const std::string user_site = user_site_of(environment, interpreter.version);
  const bool has_user_site = environment.no_user_site.find_first_not_of('0') == std::string::npos;
  if (has_user_site && !user_site.empty()) builder.add_site(user_site);
  if (!interpreter.base.empty()) builder.add_installed(layout, interpreter.base);
  return std::move(builder).finished();
}

SearchPath search_path_of(const PythonEnvironment& environment) {
  Builder builder;
  builder.add_python_path(environment.python_path);
  return std::move(builder).finished();
}

}  // namespace patcher
