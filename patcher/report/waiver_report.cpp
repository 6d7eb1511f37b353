// SPDX-License-Identifier: MIT
#include "patcher/report/waiver_report.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <set>
#include <vector>

#include "patcher/core/line_index.hpp"
#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

constexpr std::string_view kTitle = "# Waiver for PR ";
constexpr std::string_view kPatchTitle = "## Patch `";

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// `text` on one line.
std::string folded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!is_space) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  while (result.ends_with(' ')) result.pop_back();
  return result;
}

std::string files_of(const Patch& patch) {
  std::set<std::string> files;
  for (const Edit& edit : patch.edits) files.insert(file_of(edit).str());
  return fmt::format("`{}`", fmt::join(files, "`, `"));
}

std::string links_of(const Patch& patch) {
  std::string state(name_of(patch.upstream.state));
  if (!patch.upstream.links.empty()) {
    state += fmt::format(": {}", fmt::join(patch.upstream.links, ", "));
  }
  return state;
}

std::string head_of(const WaiverSubject& subject) {
  return fmt::format("{}{}", kTitle, subject.pull_request);
}

std::string base_line_of(const WaiverSubject& subject) {
  return fmt::format("Image: `{}`", subject.base);
}

std::string title_of(const Patch& patch) { return fmt::format("{}{}`", kPatchTitle, patch.id); }

std::string section_of(const Patch& patch) {
  return fmt::format(
      "{}\n\n- what: {}\n- tree: `{}`, files {}\n- revision: `{}`\n- why the image as it is cannot "
      "run this: {}\n- upstream: {}\n- goes when: {}\n",
      title_of(patch), folded(patch.title), patch.tree, files_of(patch), patch.revision,
      folded(patch.why), links_of(patch), folded(patch.upstream.drop_when));
}

/// A section of a text: its title's line, and all up to the next one.
struct Section {
  std::string title;
  std::string text;
  std::uint32_t line = 0;  ///< 1-based.
};

/// The sections of `text`; the first has what stands before any title of the second rank.
std::vector<Section> sections_of(std::string_view text) {
  const LineIndex lines(text);
  std::vector<Section> sections(1);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string line(lines.text(i));
    while (line.ends_with(' ')) line.pop_back();
    if (line.starts_with("## ")) sections.push_back({line, "", static_cast<std::uint32_t>(i + 1)});
    // Empty lines are layout.
    if (!line.empty()) sections.back().text += line + "\n";
  }
  return sections;
}

Diagnostic difference(const Place& where, std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = Code::content_differs;
  diagnostic.where = where;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

const Patch* patch_titled(const Manifest& manifest, const std::string& title) {
  for (const Patch& patch : manifest.patches) {
    if (title_of(patch) == title) return &patch;
  }
  return nullptr;
}

/// What a section about `patch` says that is not so; null for a patch that is not in the set, or
/// has a section already.
Diagnostics section_faults(const Section& section, const Place& where, const Patch* patch) {
  if (patch == nullptr) {
    const std::string id = section.title.substr(kPatchTitle.size());
    return {difference(where,
                       fmt::format("the waiver covers '{}', which the set has not, or not twice",
                                   id.substr(0, id.find('`'))),
                       "take the section out")};
  }
  if (sections_of(section_of(*patch)).back().text == section.text) return {};
  return {difference(
      where,
      fmt::format("the waiver says of patch '{}' what its file does not, or of another revision",
                  patch->id),
      fmt::format("its revision is now {}: write the section anew", patch->revision))};
}

/// The patches of the set that no section is about.
Diagnostics uncovered(const std::string& file, const std::set<std::string>& seen,
                      const Manifest& manifest) {
  Diagnostics found;
  for (const Patch& patch : manifest.patches) {
    if (seen.contains(title_of(patch))) continue;
    found.push_back(difference({file, 1, 1},
                               fmt::format("the waiver does not cover patch '{}'", patch.id),
                               "add its section: patcher report waiver"));
  }
  return found;
}

bool has_line(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

}  // namespace

Diagnostics waiver_faults(const WaiverSubject& subject, const Manifest& manifest) {
  Diagnostics faults;
  const auto refuse = [&](const Place& where, std::string message) {
    faults.push_back(difference(where, std::move(message), "fill it in: a waiver says all of it"));
    faults.back().code = Code::invalid_manifest;
  };
  if (subject.base.empty()) refuse({manifest.file}, "no image: a waiver names the pinned one");
  for (const Patch& patch : manifest.patches) {
    const Place where{patch.file};
    if (is_blank(patch.title)) refuse(where, fmt::format("patch '{}' has no title", patch.id));
    if (is_blank(patch.why)) refuse(where, fmt::format("patch '{}' has no reason", patch.id));
    if (is_blank(patch.upstream.drop_when)) {
      refuse(where, fmt::format("patch '{}' has no removal plan (drop_when)", patch.id));
    }
    const bool needs_link = patch.upstream.state != Upstream::State::not_applicable;
    if (needs_link && patch.upstream.links.empty()) {
      refuse(where,
             fmt::format("patch '{}' has no link to an upstream issue or pull request", patch.id));
    }
  }
  return faults;
}

std::string render_waiver(const WaiverSubject& subject, const Manifest& manifest) {
  std::string text = fmt::format(
      "{}\n\n{}\n\nSet: `{}`, {} {}. Nothing else of the image is "
      "changed.\n",
      head_of(subject), base_line_of(subject), manifest.name, manifest.patches.size(),
      manifest.patches.size() == 1 ? "patch" : "patches");
  for (const Patch& patch : manifest.patches) text += "\n" + section_of(patch);
  return text;
}

Diagnostics waiver_differences(const std::string& file, std::string_view text,
                               const WaiverSubject& subject, const Manifest& manifest) {
  Diagnostics found;
  const std::vector<Section> sections = sections_of(text);
  if (!has_line(sections.front().text, base_line_of(subject))) {
    found.push_back(difference({file, 1, 1},
                               fmt::format("the waiver is not for the image '{}'", subject.base),
                               "write it anew: patcher report waiver"));
  }
  std::set<std::string> seen;
  for (const Section& section : sections) {
    if (!section.title.starts_with(kPatchTitle)) continue;
    const bool is_new = seen.insert(section.title).second;
    append(found, section_faults(section, {file, section.line, 1},
                                 is_new ? patch_titled(manifest, section.title) : nullptr));
  }
  append(found, uncovered(file, seen, manifest));
  return found;
}

unsigned pull_request_in(std::string_view text) {
  if (!text.starts_with(kTitle)) return 0;
  unsigned number = 0;
  text.remove_prefix(kTitle.size());
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace patcher
