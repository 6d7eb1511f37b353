// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <utility>

#include "patcher/image/dockerfile.hpp"
#include "patcher/image/dockerfile_lines.hpp"
#include "patcher/manifest/suggestion.hpp"

namespace patcher {
namespace {

constexpr std::array<std::string_view, 18> kInstructions{
    "ADD",    "ARG",   "CMD",         "COPY",  "ENTRYPOINT", "ENV",
    "EXPOSE", "FROM",  "HEALTHCHECK", "LABEL", "MAINTAINER", "ONBUILD",
    "RUN",    "SHELL", "STOPSIGNAL",  "USER",  "VOLUME",     "WORKDIR"};
constexpr std::string_view kBlanks = " \t\r\f\v";

bool is_blank(char c) { return kBlanks.find(c) != std::string_view::npos; }

std::string changed(std::string_view text, int (*change)(int)) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [&](unsigned char c) { return static_cast<char>(change(c)); });
  return result;
}

class DockerfileReader {
 public:
  explicit DockerfileReader(Dockerfile& dockerfile) : dockerfile_(dockerfile), lines_(dockerfile) {}

  void read() {
    std::size_t line = 0;
    while (std::optional<LogicalLine> next = lines_.next_from(line)) {
      line = next->next;
      add_instruction(next->text, line);
    }
    if (dockerfile_.stages.empty()) fault({0, 0}, "there is no FROM: this is no Dockerfile", "");
    if (!dockerfile_.stages.empty()) {
      dockerfile_.stages.back().end = dockerfile_.instructions.size();
    }
  }

 private:
  void fault(ByteRange at, std::string message, std::string hint) {
    Diagnostic diagnostic;
    diagnostic.code = Code::dockerfile_invalid;
    diagnostic.message = std::move(message);
    diagnostic.where = dockerfile_.place_of(at.begin);
    if (!at.empty()) diagnostic.lines.push_back(dockerfile_.excerpt_of(at));
    diagnostic.hint = std::move(hint);
    dockerfile_.faults.push_back(std::move(diagnostic));
  }

  /// Adds the instruction in `line`; `next` is moved behind its heredocs.
  void add_instruction(const JoinedText& line, std::size_t& next) {
    const std::string& text = line.text();
    const std::size_t word_end = std::min(text.find_first_of(kBlanks), text.size());
    DockerfileInstruction instruction;
    instruction.word = changed(text.substr(0, word_end), std::toupper);
    instruction.at = {line.source_of(0), line.source_of(text.size())};
    check_word(instruction, word_end);
    const std::size_t begin = take_flags(instruction, line, word_end);
    instruction.text = line.part(begin, text.size());
    read_strings(instruction);
    read_heredocs(instruction, next);
    if (instruction.word == "FROM") begin_stage(instruction);
    if (dockerfile_.stages.empty() && instruction.word != "ARG") {
      fault({instruction.at.begin, instruction.at.begin + word_end},
            fmt::format("'{}' stands before the first FROM", instruction.word), "");
    }
    dockerfile_.instructions.push_back(std::move(instruction));
  }

  void check_word(const DockerfileInstruction& instruction, std::size_t size) {
    const auto known = std::ranges::find(kInstructions, std::string_view(instruction.word));
    if (known != kInstructions.end()) return;
    const auto near = language::nearest(
        instruction.word,
        std::vector<std::string_view>(kInstructions.begin(), kInstructions.end()));
    fault({instruction.at.begin, instruction.at.begin + size},
          fmt::format("there is no instruction '{}'", instruction.word),
          near ? fmt::format("did you mean '{}'?", *near) : std::string());
  }

  /// Reads `--name=value` from `at` on; returns where the rest begins.
  std::size_t take_flags(DockerfileInstruction& instruction, const JoinedText& line,
                         std::size_t at) {
    const std::string& text = line.text();
    while (true) {
      const std::size_t begin = std::min(text.find_first_not_of(kBlanks, at), text.size());
      if (text.compare(begin, 2, "--") != 0) return begin;
      const std::size_t end = std::min(text.find_first_of(kBlanks, begin), text.size());
      const std::size_t equals = std::min(text.find('=', begin), end);
      instruction.flags.push_back({text.substr(begin + 2, equals - begin - 2),
                                   equals < end ? text.substr(equals + 1, end - equals - 1) : "",
                                   line.source_of(begin)});
      at = end;
    }
  }

  /// A list of texts in JSON is the exec form; whatever else begins with `[` is for the shell.
  static void read_strings(DockerfileInstruction& instruction) {
    constexpr std::array<std::string_view, 8> kTaking{"RUN",  "CMD", "ENTRYPOINT", "SHELL",
                                                      "COPY", "ADD", "VOLUME",     "HEALTHCHECK"};
    const std::string& text = instruction.text.text();
    const bool takes =
        std::ranges::find(kTaking, std::string_view(instruction.word)) != kTaking.end();
    if (!takes || !text.starts_with('[')) return;
    const auto json = nlohmann::json::parse(text, nullptr, false);
    const bool is_strings = json.is_array() && std::ranges::all_of(json, [](const auto& item) {
                              return item.is_string();
                            });
    if (is_strings) instruction.strings = json.get<std::vector<std::string>>();
  }

  void read_heredocs(DockerfileInstruction& instruction, std::size_t& next) {
    const bool takes =
        instruction.word == "RUN" || instruction.word == "COPY" || instruction.word == "ADD";
    if (!takes || instruction.strings) return;
    const std::string text = instruction.text.text();
    for (std::size_t at = text.find("<<"); at != std::string::npos; at = text.find("<<", at)) {
      read_heredoc(instruction, text, at, next);
    }
  }

  /// The heredoc whose `<<` stands at `at`, if it is one; `at` moves behind.
  void read_heredoc(DockerfileInstruction& instruction, const std::string& text, std::size_t& at,
                    std::size_t& next) {
    std::size_t begin = at;
    while (begin > 0 && std::isdigit(static_cast<unsigned char>(text[begin - 1])) != 0) --begin;
    const bool is_word = begin == 0 || is_blank(text[begin - 1]);
    at += 2;
    const bool strips = at < text.size() && text[at] == '-';
    std::size_t end = std::min(text.find_first_of(" \t;&|)>", at), text.size());
    std::string name = text.substr(at + (strips ? 1 : 0), end - at - (strips ? 1 : 0));
    at = end;
    std::erase_if(name, [](char c) { return c == '"' || c == '\''; });
    const bool is_name =
        !name.empty() && name.find_first_not_of(
                             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") ==
                             std::string::npos;
    if (!is_word || !is_name) return;
    const auto tabs = strips ? DockerfileLines::Tabs::stripped : DockerfileLines::Tabs::kept;
    const auto heredoc = lines_.heredoc(name, tabs, next);
    if (!heredoc) {
      fault(instruction.at, fmt::format("no line '{}' ends the heredoc", name), "");
      return;
    }
    instruction.at.end = heredoc->body.end + name.size();
    instruction.heredocs.push_back(*heredoc);
  }

  void begin_stage(const DockerfileInstruction& from) {
    const std::size_t index = dockerfile_.instructions.size();
    if (!dockerfile_.stages.empty()) dockerfile_.stages.back().end = index;
    const std::string text = changed(from.text.text(), std::tolower);
    DockerfileStage stage{"", index, index + 1};
    const std::size_t as = text.find(" as ");
    if (as != std::string::npos) {
      const std::size_t begin = std::min(text.find_first_not_of(kBlanks, as + 4), text.size());
      stage.name = text.substr(begin, text.find_first_of(kBlanks, begin) - begin);
    }
    dockerfile_.stages.push_back(std::move(stage));
  }

  Dockerfile& dockerfile_;
  DockerfileLines lines_;
};

}  // namespace

const std::string* DockerfileInstruction::flag(std::string_view name) const {
  const auto found = std::ranges::find(flags, name, &DockerfileFlag::name);
  return found == flags.end() ? nullptr : &found->value;
}

Place Dockerfile::place_of(std::size_t offset) const {
  if (bytes.empty()) return {file, 0, 0};
  const LineIndex lines(bytes);
  return {file, lines.number_at(offset), lines.column_at(offset)};
}

ExcerptLine Dockerfile::excerpt_of(ByteRange at) const {
  const LineIndex lines(bytes);
  if (lines.size() == 0) return {};
  const std::size_t index = lines.line_at(at.begin);
  const ByteRange line = lines.content(index);
  const std::size_t begin = std::clamp(at.begin, line.begin, line.end) - line.begin;
  const std::size_t end = std::clamp(at.end, line.begin, line.end) - line.begin;
  return {
      lines.number_at(at.begin), std::string(lines.text(index)), {{begin, std::max(begin, end)}}};
}

Dockerfile read_dockerfile(std::string file, std::string bytes) {
  Dockerfile dockerfile;
  dockerfile.file = std::move(file);
  dockerfile.bytes = std::move(bytes);
  DockerfileReader(dockerfile).read();
  return dockerfile;
}

}  // namespace patcher
