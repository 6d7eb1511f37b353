// SPDX-License-Identifier: MIT
#include "patcher/image/dockerfile_lines.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace patcher {
namespace {

constexpr std::string_view kBlanks = " \t\r\f\v";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::string in_small_letters(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

}  // namespace

DockerfileLines::DockerfileLines(Dockerfile& dockerfile)
    : dockerfile_(dockerfile), lines_(dockerfile.bytes) {
  while (begin_ < lines_.size() && take_directive(lines_.text(begin_))) ++begin_;
}

/// `# name=value`; all directives stand before anything else, comments included.
bool DockerfileLines::take_directive(std::string_view line) {
  const std::string_view text = trimmed(line);
  const std::size_t equals = text.find('=');
  if (!text.starts_with('#') || equals == std::string_view::npos) return false;
  const std::string name = in_small_letters(trimmed(text.substr(1, equals - 1)));
  const std::string_view value = trimmed(text.substr(equals + 1));
  if (name == "syntax") dockerfile_.syntax = value;
  if (name == "escape" && value == "`") dockerfile_.escape = '`';
  return name == "syntax" || name == "escape" || name == "check";
}

bool DockerfileLines::take_comment(std::size_t index) {
  const std::string_view line = lines_.text(index);
  const std::string_view text = trimmed(line);
  if (!text.starts_with('#')) return false;
  const ByteRange content = lines_.content(index);
  const std::size_t begin = content.begin + line.find('#');
  dockerfile_.comments.push_back({{begin, content.end},
                                  std::string(trimmed(text.substr(1))),
                                  static_cast<std::uint32_t>(index + 1),
                                  dockerfile_.instructions.size()});
  return true;
}

std::optional<LogicalLine> DockerfileLines::next_from(std::size_t first) {
  LogicalLine result;
  for (std::size_t i = std::max(first, begin_); i < lines_.size(); ++i) {
    const std::string_view line = lines_.text(i);
    // A comment or an empty line does not end what goes on.
    if (trimmed(line).empty() || take_comment(i)) continue;
    const std::size_t end = line.find_last_not_of(kBlanks) + 1;
    const bool goes_on = line[end - 1] == dockerfile_.escape;
    const std::size_t begin = result.text.empty() ? line.find_first_not_of(kBlanks) : 0;
    result.text.add(line.substr(begin, goes_on ? end - 1 - begin : std::string_view::npos),
                    lines_.content(i).begin + begin);
    result.next = i + 1;
    if (!goes_on) break;
  }
  if (result.text.empty()) return std::nullopt;
  return result;
}

std::optional<DockerfileHeredoc> DockerfileLines::heredoc(const std::string& name, Tabs tabs,
                                                          std::size_t& first) const {
  for (std::size_t i = first; i < lines_.size(); ++i) {
    std::string_view line = lines_.text(i);
    if (tabs == Tabs::stripped)
      line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
    if (line != name) continue;
    const std::size_t begin = lines_.content(first).begin;
    first = i + 1;
    return DockerfileHeredoc{name, {begin, lines_.content(i).begin}};
  }
  return std::nullopt;
}

}  // namespace patcher
