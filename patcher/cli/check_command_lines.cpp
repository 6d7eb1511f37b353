// SPDX-License-Identifier: MIT
#include "patcher/cli/check_command_lines.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string_view>
#include <utility>

namespace patcher {
namespace {

/// Compiles a file and says which of the names and texts that are sought its code does not use.
///
/// What counts is what instructions refer to, and parameters: names of code with its asserts, texts
/// of code without docstrings. So no comment, docstring or branch that is never taken counts as
/// code, and no byte-code that lies about is read.
/// Source: Python's "py_compile" and "dis".
constexpr std::string_view kReadBytecode = R"python(
import dis, marshal, py_compile, sys

compiled, source, *sought = sys.argv[1:]

def load(level):
    py_compile.compile(source, cfile=compiled, doraise=True, optimize=level)
    with open(compiled, "rb") as file:
        return marshal.loads(file.read()[16:])

def codes(code):
    yield code
    for step in dis.get_instructions(code):
        if hasattr(step.argval, "co_code"):
            yield from codes(step.argval)

def used_by(step, code):
    # Python 3.11 has no value for the names of keyword arguments, only their place.
    return code.co_consts[step.arg] if step.opname == "KW_NAMES" else step.argval

def texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, frozenset)):
        for part in value:
            yield from texts(part)

used = set()
try:
    for code in codes(load(0)):
        used.update(code.co_varnames, [code.co_name])
        used.update(step.argval for step in dis.get_instructions(code)
                    if isinstance(step.argval, str) and step.opcode not in dis.hasconst)
    for code in codes(load(2)):
        for step in dis.get_instructions(code):
            used.update(texts(used_by(step, code)))
except (OSError, py_compile.PyCompileError) as why:
    sys.exit(f"{source} cannot be compiled: {why}")
missing = [f"the compiled code of {source} does not use {name!r}" for name in sought if name not in used]
sys.exit("\n".join(missing) or 0)
)python";

/// How `path` is named in the tree's root.
std::string name_in_root(const TreePath& path, const SplitWorktree& tree) {
  for (const SplitWorktree::Part& part : tree.parts()) {
    if (!is_in(path, part.at)) continue;
    const auto rest = below(path, part.at);
    if (rest) return real_folder(part.folder->root()) + "/" + rest->str();
  }
  return path.str();
}

std::vector<std::string> files_left_by(const ReadyCheck& ready, const CheckSite& site) {
  std::vector<std::string> files;
  for (const RecordedPatch& recorded : site.stack) {
    const bool is_it = recorded.manifest == ready.name.manifest &&
                       recorded.patch == ready.name.patch && recorded.tree == ready.name.tree;
    if (!is_it) continue;
    for (const RecordedFile& file : recorded.files) {
      if (file.after) files.push_back(name_in_root(file.path, site.tree));
    }
  }
  return files;
}

bool names_a_file(const std::vector<std::string>& words) {
  return std::ranges::any_of(
      words, [](const std::string& word) { return word.find("{file}") != std::string::npos; });
}

CheckLine bytecode_line(const Check& check, const CheckSite& site, FilledCommand command) {
  const std::string file = name_in_root(check.file, site.tree);
  command.words = {"python3", "-I", "-B", "-c", std::string(kReadBytecode), site.own + "/code.pyc",
                   file};
  std::ranges::copy(check.bytecode_has, std::back_inserter(command.words));
  CheckLine line{std::move(command), {"byte-code", "of", file, "has"}};
  std::ranges::copy(check.bytecode_has, std::back_inserter(line.shown));
  return line;
}

}  // namespace

std::vector<CheckLine> lines_of(const ReadyCheck& ready, const CheckSite& site) {
  const Check& check = *ready.check;
  const std::string root = real_folder(site.tree.root());
  FilledCommand command{{}, {}, root, std::chrono::seconds(check.time_limit)};
  command.variables =
      variables_with({{"PYTHONPYCACHEPREFIX", site.own + "/bytecode"}, {"TMPDIR", site.own}});
  if (!check.bytecode_has.empty()) return {bytecode_line(check, site, std::move(command))};
  const std::string& named_in = ready.patch == nullptr ? site.manifest.file : ready.patch->file;
  Stand stand{folder_of_file(named_in), root};
  std::vector<std::string> files{std::string()};
  if (names_a_file(check.run)) files = files_left_by(ready, site);
  std::vector<CheckLine> lines;
  for (const std::string& file : files) {
    stand.file = file;
    command.words = filled(check.run, stand);
    lines.push_back({command, command.words});
  }
  return lines;
}

}  // namespace patcher
