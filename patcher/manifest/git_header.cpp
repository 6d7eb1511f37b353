// SPDX-License-Identifier: MIT
#include "patcher/manifest/git_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "patcher/manifest/diff_name.hpp"

namespace patcher::language {
namespace {

using Fault = std::optional<Diagnostic>;

constexpr std::uint32_t kPlain = 0644;
constexpr std::uint32_t kExecutable = 0755;

Fault read_mode(const DiffLines& lines, std::string_view text, std::optional<std::uint32_t>& mode) {
  if (text == "100644") {
    mode = kPlain;
  } else if (text == "100755") {
    mode = kExecutable;
  } else if (text == "120000") {
    return lines.error("the file is a symbolic link, expected a regular file",
                       "links are not edited: take this file out of the diff, or limit it by "
                       "'only:'");
  } else if (text == "160000") {
    return lines.error("the file is a submodule, expected a regular file",
                       "patch the submodule as a tree of its own");
  } else {
    return lines.error(fmt::format("'{}' is no mode of a file, expected 100644 or 100755", text));
  }
  return std::nullopt;
}

Fault read_index(const DiffLines& lines, std::string_view text, GitHeader& header) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return lines.error("the 'index' line cannot be read");
  const std::size_t blank = std::min(text.find(' '), text.size());
  header.old_blob = text.substr(0, dots);
  header.new_blob = text.substr(dots + 2, blank - dots - 2);
  std::optional<std::uint32_t> mode;
  return blank == text.size() ? std::nullopt : read_mode(lines, text.substr(blank + 1), mode);
}

Fault read_name(const DiffLines& lines, std::string_view text, std::optional<std::string>& path) {
  auto name = diff_name_of(text);
  if (!name || name->path.empty()) return lines.error("the path cannot be read");
  path = std::move(name->path);
  return std::nullopt;
}

Fault refuse_copy(const DiffLines& lines) {
  return lines.error("the section copies a file, which no edit can say",
                     "make the diff anew with 'git diff --no-renames', so that the copy is a new "
                     "file");
}

Fault refuse_binary(const DiffLines& lines) {
  return lines.error("the diff of this file is binary",
                     "leave the file out by 'only:', and add it whole with 'add_file' and 'from'");
}

/// A kind of header line, and what it does.
struct Line {
  std::string_view begins;
  Fault (*read)(const DiffLines&, std::string_view, GitHeader&);
};

constexpr auto kLines = std::to_array<Line>({
    {"old mode ", [](const auto& l, auto text, auto& h) { return read_mode(l, text, h.old_mode); }},
    {"new mode ", [](const auto& l, auto text, auto& h) { return read_mode(l, text, h.new_mode); }},
    {"new file mode ",
     [](const auto& l, auto text, auto& h) {
       h.is_new = true;
       return read_mode(l, text, h.new_mode);
     }},
    {"deleted file mode ",
     [](const auto& l, auto text, auto& h) {
       h.is_deleted = true;
       return read_mode(l, text, h.old_mode);
     }},
    {"rename from ",
     [](const auto& l, auto text, auto& h) { return read_name(l, text, h.moved_from); }},
    {"rename to ",
     [](const auto& l, auto text, auto& h) { return read_name(l, text, h.moved_to); }},
    {"copy ", [](const auto& l, auto /*text*/, auto& /*h*/) { return refuse_copy(l); }},
    {"index ", [](const auto& l, auto text, auto& h) { return read_index(l, text, h); }},
    {"similarity index ", [](const auto&, auto /*text*/, auto& /*h*/) { return Fault(); }},
    {"dissimilarity index ", [](const auto&, auto /*text*/, auto& /*h*/) { return Fault(); }},
    {"GIT binary patch",
     [](const auto& l, auto /*text*/, auto& /*h*/) { return refuse_binary(l); }},
    {"Binary files ", [](const auto& l, auto /*text*/, auto& /*h*/) { return refuse_binary(l); }},
});

/// Why two header lines contradict each other, if they do.
Fault contradiction(const DiffLines& lines, const GitHeader& header) {
  const bool moves = header.moved_from || header.moved_to;
  if (moves && !(header.moved_from && header.moved_to)) {
    return lines.error("the section has one of 'rename from' and 'rename to', expected both");
  }
  if ((header.is_new && header.is_deleted) || (moves && (header.is_new || header.is_deleted))) {
    return lines.error("the section says two things of one file: that it is new, deleted or moved");
  }
  const bool has_one_mode = header.old_mode.has_value() != header.new_mode.has_value();
  if (has_one_mode && !header.is_new && !header.is_deleted) {
    return lines.error("the section has one of 'old mode' and 'new mode', expected both");
  }
  return std::nullopt;
}

}  // namespace

Result<GitHeader> read_git_header(DiffLines& lines) {
  GitHeader header;
  const DiffLines start = lines;
  for (; !lines.at_end(); lines.advance()) {
    const std::string_view line = lines.line();
    const auto* const known = std::find_if(kLines.begin(), kLines.end(), [&](const Line& kind) {
      return line.starts_with(kind.begins);
    });
    if (known == kLines.end()) break;
    auto fault = known->read(lines, line.substr(known->begins.size()), header);
    if (fault) return *std::move(fault);
  }
  if (auto fault = contradiction(start, header)) return *std::move(fault);
  return header;
}

}  // namespace patcher::language
