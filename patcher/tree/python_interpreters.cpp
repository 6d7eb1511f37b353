// SPDX-License-Identifier: MIT
#include "patcher/tree/python_interpreters.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "patcher/tree/pyvenv.hpp"
#include "patcher/tree/small_text.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostConfiguration = 65536;  // bytes of a pyvenv.cfg
constexpr std::size_t kMostFolders = 256;          // of PATH
constexpr std::string_view kName = "python";

/// The version in a name like `python3.11`, or nothing.
std::optional<std::string> version_in(std::string_view name) {
  if (!name.starts_with(kName) || !is_python_version(name.substr(kName.size())))
    return std::nullopt;
  return std::string(name.substr(kName.size()));
}

bool is_program_name(std::string_view name) {
  return name == "python" || name == "python3" ||
         (name.starts_with("python3.") && version_in(name));
}

bool is_folder(const fs::path& path) {
  std::error_code unseen;
  return fs::is_directory(path, unseen);
}

bool is_program(const fs::path& path) {
  std::error_code unseen;
  return fs::is_regular_file(path, unseen) && ::access(path.c_str(), X_OK) == 0;
}

bool is_script(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  char first = 0;
  char second = 0;
  return file.get(first) && file.get(second) && first == '#' && second == '!';
}

fs::path real_path_of(const fs::path& path) {
  std::error_code unresolved;
  const fs::path real = fs::canonical(path, unresolved);
  return unresolved ? path : real;
}

/// The versions that have a folder `lib/pythonX.Y` or `lib64/pythonX.Y` in `prefix`.
std::set<std::string> versions_in(const fs::path& prefix) {
  std::set<std::string> versions;
  for (const char* library : {"lib", "lib64"}) {
    const auto names = names_in(prefix / library);
    if (!names) continue;
    for (const std::string& name : *names) {
      const auto version = version_in(name);
      if (version && is_folder(prefix / library / name)) versions.insert(*version);
    }
  }
  return versions;
}

struct Base {
  std::string prefix;
  std::string version;
};

/// The first folder from `start` upward that has libraries of `version`, or of one version where
/// none is known.
std::optional<Base> base_above(const fs::path& start, const std::optional<std::string>& version) {
  for (fs::path folder = start;; folder = folder.parent_path()) {
    const std::set<std::string> versions = versions_in(folder);
    if (version && versions.contains(*version)) return Base{folder, *version};
    if (!version && versions.size() == 1) return Base{folder, *versions.begin()};
    if (!folder.has_relative_path() || (!version && !versions.empty())) return std::nullopt;
  }
}

Diagnostic not_told(const fs::path& program, const std::string& why) {
  return {.code = Code::io_error, .message = fmt::format("\"{}\" {}", program.string(), why)};
}

class Finder {
 public:
  void look_in_environment(const std::string& prefix, const std::string& variable) {
    if (prefix.empty()) return;
    if (!fs::path(prefix).is_absolute()) {
      result_.passed_over.push_back(
          fmt::format("{} is '{}', which is no absolute path", variable, prefix));
      return;
    }
    const fs::path programs = fs::path(prefix) / "bin";
    const std::size_t before = looked_at_.size();
    for (const char* name : {"python3", "python"}) look_at(programs / name);
    if (looked_at_.size() != before) return;
    result_.passed_over.push_back(
        fmt::format("{} is '{}', where there is no bin/python3", variable, prefix));
  }

  void look_in_path(std::string_view folders) {
    std::size_t count = 0;
    while (!folders.empty() && ++count <= kMostFolders) {
      const std::size_t end = std::min(folders.find(':'), folders.size());
      look_in_folder(std::string(folders.substr(0, end)));
      folders.remove_prefix(std::min(end + 1, folders.size()));
    }
    if (!folders.empty()) {
      result_.passed_over.push_back(fmt::format("PATH has more than {} folders", kMostFolders));
    }
  }

  Interpreters finished() && { return std::move(result_); }

 private:
  void look_in_folder(const std::string& folder) {
    // An empty part of PATH is the current folder, which a service is not started in.
    if (!fs::path(folder).is_absolute()) return;
    const auto names = names_in(folder);
    if (!names) {
      result_.passed_over.push_back(reason_of(names));
      return;
    }
    for (const char* name : {"python3", "python"}) {
      if (std::ranges::binary_search(*names, name)) look_at(fs::path(folder) / name);
    }
    for (const std::string& name : *names) {
      if (is_program_name(name)) look_at(fs::path(folder) / name);
    }
  }

  void look_at(const fs::path& program) {
    if (!is_program(program) || !looked_at_.insert(program).second) return;
    const std::string name = program.filename().string();
    const bool first = names_.insert(name).second;
    Status understood = understand(program);
    if (understood) return;
    // A later one of the same name is never started by it, and one with a version rarely meant.
    const bool started = first && (name == "python3" || name == "python");
    (started ? result_.doubts : result_.passed_over).push_back(reason_of(understood));
  }

  Status understand(const fs::path& program) {
    if (is_script(program))
      return not_told(program, "is a script, which may start any interpreter");
    const fs::path folder = program.parent_path();
    for (const fs::path& place : {folder, folder.parent_path()}) {
      auto text = small_text(place / "pyvenv.cfg", kMostConfiguration);
      if (!text) return std::move(text).error();
      if (*text) return add_virtual(program, parse_pyvenv(**text));
    }
    return add_plain(program);
  }

  Status add_virtual(const fs::path& program, const Pyvenv& said) {
    // The folder above the program's is the prefix even where pyvenv.cfg lies beside the program.
    const fs::path prefix = program.parent_path().parent_path();
    auto version = version_in(real_path_of(program).filename().string());
    if (!version) version = said.version;
    std::optional<Base> base;
    if (fs::path(said.home).is_absolute()) base = base_above(real_path_of(said.home), version);
    const std::set<std::string> own = versions_in(prefix);
    if (!version && base) version = base->version;
    if (!version && own.size() == 1) version = *own.begin();
    if (!version) return not_told(program, "has a version that only running it would tell");
    const bool with_base = said.sees == Pyvenv::Sees::base_too;
    if (with_base && !base) {
      result_.passed_over.push_back(
          fmt::format("'{}' is a virtual environment whose base was not found", program.string()));
    }
    add({program, *version, prefix, base ? base->prefix : std::string(),
         with_base ? Interpreter::Kind::with_base_packages : Interpreter::Kind::alone});
    return {};
  }

  Status add_plain(const fs::path& program) {
    const fs::path real = real_path_of(program);
    const auto version = version_in(real.filename().string());
    const auto base = base_above(real.parent_path(), version);
    if (base) {
      add({program, base->version, base->prefix, base->prefix, Interpreter::Kind::plain});
      return {};
    }
    if (!version) return not_told(program, "has a version that only running it would tell");
    return not_told(program, fmt::format("has no folder lib/python{} above it", *version));
  }

  void add(Interpreter interpreter) {
    if (!known_.emplace(real_path_of(interpreter.prefix), interpreter.version).second) return;
    result_.found.push_back(std::move(interpreter));
  }

  Interpreters result_;
  std::set<fs::path> looked_at_;
  std::set<std::string> names_;
  std::set<std::pair<std::string, std::string>> known_;
};

}  // namespace

Interpreters interpreters_of(const PythonEnvironment& environment) {
  Finder finder;
  finder.look_in_environment(environment.virtual_env, "VIRTUAL_ENV");
  finder.look_in_environment(environment.conda_prefix, "CONDA_PREFIX");
  finder.look_in_path(environment.path);
  return std::move(finder).finished();
}

}  // namespace patcher
