// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "patcher/image/build_scope.hpp"

namespace patcher {
namespace {

bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Takes a text apart, from its beginning on.
class Expander {
 public:
  Expander(std::string_view text, const BuildVariables& variables, char escape)
      : text_(text), variables_(variables), escape_(escape) {}

  ExpandedText all() {
    while (at_ < text_.size()) step();
    return std::move(result_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '\'' && !in_quotes_) {
      const std::size_t end = std::min(text_.find('\'', at_ + 1), text_.size());
      result_.text += text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    } else if (c == '"') {
      in_quotes_ = !in_quotes_;
      ++at_;
    } else if (c == escape_ && at_ + 1 < text_.size()) {
      result_.text += text_[at_ + 1];
      at_ += 2;
    } else if (c == '$') {
      variable();
    } else {
      result_.text += c;
      ++at_;
    }
  }

  void variable() {
    const bool is_braced = at_ + 1 < text_.size() && text_[at_ + 1] == '{';
    const std::size_t begin = at_ + (is_braced ? 2 : 1);
    std::size_t end = begin;
    while (end < text_.size() && is_name_part(text_[end])) ++end;
    const std::string name(text_.substr(begin, end - begin));
    if (name.empty()) {
      result_.text += text_[at_++];
      return;
    }
    const std::size_t close = is_braced ? std::min(text_.find('}', end), text_.size()) : end;
    at_ = is_braced ? close + 1 : end;
    add(name, is_braced ? text_.substr(end, close - end) : std::string_view());
  }

  /// Adds the variable `name` with the operator in `more`: `:-word`, `:+word`, or nothing.
  void add(const std::string& name, std::string_view more) {
    result_.names.push_back(name);
    const auto known = variables_.find(name);
    const std::optional<std::string> value =
        known == variables_.end() ? std::nullopt : known->second;
    const std::size_t sign = more.find_first_of("-+?");
    if (!value) {
      result_.unknown.push_back(name);
      result_.text += kUnknownPart;
      return;
    }
    const bool is_there = !more.starts_with(':') || !value->empty();
    const std::string word = sign == std::string_view::npos
                                 ? std::string()
                                 : expanded(more.substr(sign + 1), variables_, escape_).text;
    if (sign == std::string_view::npos) {
      result_.text += *value;
    } else if (more[sign] == '+') {
      result_.text += is_there ? word : "";
    } else {
      result_.text += is_there ? *value : word;
    }
  }

  std::string_view text_;
  const BuildVariables& variables_;
  char escape_;
  std::size_t at_ = 0;
  bool in_quotes_ = false;
  ExpandedText result_;
};

}  // namespace

ExpandedText expanded(std::string_view text, const BuildVariables& variables, char escape) {
  return Expander(text, variables, escape).all();
}

std::vector<DockerfileWord> words_of(std::string_view text, char escape) {
  std::vector<DockerfileWord> words;
  char quote = 0;
  bool in_word = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_blank = c == ' ' || c == '\t';
    if (is_blank && quote == 0) {
      in_word = false;
      continue;
    }
    if (!in_word) words.push_back({"", i});
    in_word = true;
    words.back().text += c;
    if (c == escape && quote != '\'' && i + 1 < text.size()) {
      words.back().text += text[++i];
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    }
  }
  return words;
}

std::string path_from(const std::string& folder, const std::string& path) {
  std::string result =
      (std::filesystem::path(folder) / std::filesystem::path(path)).lexically_normal().string();
  if (result.size() > 1 && result.ends_with('/')) result.pop_back();
  return result;
}

}  // namespace patcher
