// SPDX-License-Identifier: MIT
// Comments that say what is not so: IMG005.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <span>
#include <string>

#include "patcher/image/image_reference.hpp"
#include "patcher/image/lint_subject.hpp"

namespace patcher {
namespace {

/// The words of `text` in small letters.
std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0) {
      words.back() += static_cast<char>(std::tolower(byte));
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  return words;
}

bool has_one_of(const std::vector<std::string>& words, std::span<const std::string_view> names) {
  return std::ranges::any_of(words, [&](const std::string& word) {
    return std::ranges::find(names, std::string_view(word)) != names.end();
  });
}

/// Whether a line of a comment says that an image is pinned.
bool claims_pin(std::string_view text) {
  constexpr std::array<std::string_view, 4> kClaims{"pinned", "digest", "sha256", "immutable"};
  constexpr std::array<std::string_view, 3> kThings{"tag", "base", "image"};
  constexpr std::array<std::string_view, 7> kDoubts{"not",  "no",      "never", "unpinned",
                                                    "todo", "without", "should"};
  const std::vector<std::string> words = words_in(text);
  return has_one_of(words, kClaims) && has_one_of(words, kThings) && !has_one_of(words, kDoubts);
}

/// The line of the paragraph right above the instruction `index` that claims a pin, or null.
const DockerfileComment* claim_above(const Dockerfile& dockerfile, std::size_t index) {
  const Place where = dockerfile.place_of(dockerfile.instructions[index].at.begin);
  std::uint32_t line = where.line;
  for (auto comment = dockerfile.comments.rbegin(); comment != dockerfile.comments.rend();
       ++comment) {
    if (comment->instruction != index || comment->line + 1 != line) continue;
    if (comment->text.empty()) return nullptr;
    if (claims_pin(comment->text)) return &*comment;
    line = comment->line;
  }
  return nullptr;
}

/// The ARG before the first FROM that sets one of `names`.
std::optional<std::size_t> argument_for(const LintSubject& subject,
                                        const std::vector<std::string>& names) {
  const std::size_t first = subject.dockerfile.stages.front().begin;
  for (std::size_t i = 0; i < first; ++i) {
    const std::string& text = subject.instruction(i).text.text();
    const std::string name = text.substr(0, text.find('='));
    if (std::ranges::find(names, name) != names.end()) return i;
  }
  return std::nullopt;
}

}  // namespace

void lint_claims(const LintSubject& subject, LintFindings& findings) {
  for (std::size_t i = 0; i < subject.plan.bases.size(); ++i) {
    const StageBase& base = subject.plan.bases[i];
    const ImageReference reference = reference_of(base.reference.text);
    if (base.stage || !reference.digest.empty() || base.reference.text == "scratch") continue;
    std::size_t index = subject.dockerfile.stages[i].begin;
    const DockerfileComment* claim = claim_above(subject.dockerfile, index);
    const std::optional<std::size_t> argument = argument_for(subject, base.reference.names);
    if (claim == nullptr && argument) {
      index = *argument;
      claim = claim_above(subject.dockerfile, index);
    }
    if (claim == nullptr) continue;
    Diagnostic& found = findings.add(
        Code::pin_claimed, index, claim->at,
        fmt::format("the comment speaks of a pin, and '{}' has no digest", base.reference.text));
    found.severity = Severity::warning;
    found.hint = "add the digest, or take the comment back";
  }
}

}  // namespace patcher
