// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "patcher/tree/python_package.hpp"
#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {

/// Installations of Python made up on the disk; their programs are no programs at all.
class PythonFixture {
 public:
  [[nodiscard]] std::string operator/(const std::string& below) const {
    return (std::filesystem::canonical(folder_.path()) / below).string();
  }
  void write(const std::string& below, const std::string& bytes = {}, mode_t mode = 0644) const {
    folder_.write(below, bytes, mode);
  }
  void make_folder(const std::string& below) const {
    std::filesystem::create_directories(*this / below);
  }
  void link(const std::string& target, const std::string& below) const {
    std::filesystem::create_directories(std::filesystem::path(*this / below).parent_path());
    std::filesystem::create_symlink(target, *this / below);
  }

  /// An installation like one from source: `PREFIX/bin/python3` leads to `python3.11` beside it.
  void install(const std::string& prefix, const std::string& version = "3.11") const {
    write(prefix + "/bin/python" + version, "no program", 0755);
    link("python" + version, prefix + "/bin/python3");
    make_folder(prefix + "/lib/python" + version + "/site-packages");
  }
  /// A virtual environment over the installation at `base`.
  void make_virtual(const std::string& prefix, const std::string& base,
                    const std::string& more = "include-system-site-packages = false\n") const {
    link(*this / (base + "/bin/python3"), prefix + "/bin/python3");
    write(prefix + "/pyvenv.cfg", "home = " + (*this / (base + "/bin")) + "\n" + more);
    make_folder(prefix + "/lib/python3.11/site-packages");
  }
  /// A package with an `__init__.py`.
  void add_package(const std::string& folder) const { write(folder + "/__init__.py"); }

  /// An environment with `bin` of each of `prefixes` in PATH.
  [[nodiscard]] PythonEnvironment environment(const std::vector<std::string>& prefixes) const {
    PythonEnvironment environment;
    for (const std::string& prefix : prefixes) {
      environment.path += (environment.path.empty() ? "" : ":") + (*this / (prefix + "/bin"));
    }
    return environment;
  }
  [[nodiscard]] PackageSearch find(const std::string& name, const PythonEnvironment& from) const {
    return PythonPackages(from).find(name);
  }
  [[nodiscard]] PackageSearch find_with(const std::string& name,
                                        const std::vector<std::string>& prefixes) const {
    return find(name, environment(prefixes));
  }

 private:
  TemporaryFolder folder_;
};

inline std::vector<std::string> folders_of(const std::vector<PackageCopy>& copies) {
  std::vector<std::string> folders;
  for (const PackageCopy& copy : copies) folders.push_back(copy.folder);
  return folders;
}

using Folders = std::vector<std::string>;

}  // namespace patcher
