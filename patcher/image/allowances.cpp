// SPDX-License-Identifier: MIT
#include "patcher/image/allowances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "patcher/image/lint_rules.hpp"
#include "patcher/manifest/suggestion.hpp"

namespace patcher {
namespace {

constexpr std::string_view kMark = "patcher-lint:";

/// One comment that allows findings.
struct Allowance {
  const DockerfileComment* comment;
  std::vector<std::string> rules;
  std::string reason;
  std::string until;
  bool is_used = false;
};

/// `2026-12-31`.
bool is_date(const std::string& text) {
  constexpr std::string_view kShape = "0000-00-00";
  if (text.size() != kShape.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    if (kShape[i] == '-' ? text[i] != '-' : !is_digit) return false;
  }
  const std::string month = text.substr(5, 2);
  const std::string day = text.substr(8, 2);
  return "01" <= month && month <= "12" && "01" <= day && day <= "31";
}

class Allowances {
 public:
  Allowances(const Dockerfile& dockerfile, LintFindings& findings, std::string today)
      : dockerfile_(dockerfile), findings_(findings), today_(std::move(today)) {}

  Diagnostics judge() {
    std::vector<LintFinding> found = std::move(findings_.all());
    findings_.all().clear();
    for (const DockerfileComment& comment : dockerfile_.comments) {
      if (comment.text.starts_with(kMark)) read(comment);
    }
    std::erase_if(found, [&](const LintFinding& finding) { return is_allowed(finding); });
    for (const Allowance& allowance : allowances_) {
      if (!allowance.is_used) {
        add(Code::allowance_unused, *allowance.comment,
            "this allows nothing: the rule finds nothing in the instruction")
            .hint = "take it out";
      }
    }
    Diagnostics all;
    for (LintFinding& finding : found) all.push_back(std::move(finding.diagnostic));
    for (LintFinding& finding : findings_.all()) all.push_back(std::move(finding.diagnostic));
    return all;
  }

 private:
  Diagnostic& add(Code code, const DockerfileComment& comment, std::string message) {
    return findings_.add(code, comment.instruction, comment.at, std::move(message));
  }

  void refuse(const DockerfileComment& comment, std::string message) {
    add(Code::allowance_unread, comment, std::move(message)).hint =
        "write: # patcher-lint: allow IMG101 reason=\"why\" until=2026-12-31";
  }

  void read(const DockerfileComment& comment) {
    Allowance allowance{&comment, {}, "", ""};
    const std::vector<DockerfileWord> words =
        words_of(std::string_view(comment.text).substr(kMark.size()), '\\');
    if (words.empty() || words.front().text != "allow") {
      return refuse(comment, "this comment is for the program, and does not say 'allow'");
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (!take(allowance, words[i].text)) return;
    }
    if (allowance.rules.empty()) return refuse(comment, "the comment names no rule to allow");
    if (allowance.reason.empty()) {
      add(Code::allowance_unreasoned, comment, "the comment gives no reason, and so allows nothing")
          .hint = "add reason=\"...\"";
    } else if (!allowance.until.empty() && allowance.until < today_) {
      add(Code::allowance_expired, comment,
          fmt::format("the comment allowed this until {}, and no longer", allowance.until))
          .hint = "mend what it allows, or decide anew";
    } else {
      allowances_.push_back(std::move(allowance));
    }
  }

  /// Takes one word of the comment over; false where it cannot be read.
  bool take(Allowance& allowance, const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::string value =
        equals == std::string::npos ? "" : expanded(word.substr(equals + 1), {}, '\\').text;
    if (equals == std::string::npos) return take_rule(allowance, word);
    if (name == "reason") {
      allowance.reason = value;
    } else if (name == "until" && is_date(value)) {
      allowance.until = value;
    } else {
      refuse(*allowance.comment, name == "until"
                                     ? fmt::format("'{}' is no date", value)
                                     : fmt::format("'{}' is neither reason nor until", name));
      return false;
    }
    return true;
  }

  bool take_rule(Allowance& allowance, std::string word) {
    if (word.ends_with(',')) word.pop_back();
    const std::vector<std::string_view> known = allowable_rules();
    if (std::ranges::find(known, std::string_view(word)) != known.end()) {
      allowance.rules.push_back(std::move(word));
      return true;
    }
    const auto near = language::nearest(word, known);
    refuse(*allowance.comment,
           fmt::format("there is no rule '{}' to allow{}", word,
                       near ? fmt::format("; did you mean '{}'?", *near) : std::string()));
    return false;
  }

  bool is_allowed(const LintFinding& finding) {
    bool is_allowed = false;
    for (Allowance& allowance : allowances_) {
      const bool is_here = allowance.comment->instruction == finding.instruction;
      const bool is_named = std::ranges::any_of(allowance.rules, [&](const std::string& rule) {
        return rule == name_of(finding.diagnostic.code);
      });
      if (!is_here || !is_named) continue;
      allowance.is_used = true;
      is_allowed = true;
    }
    return is_allowed;
  }

  const Dockerfile& dockerfile_;
  LintFindings& findings_;
  std::string today_;
  std::vector<Allowance> allowances_;
};

}  // namespace

Diagnostics without_allowed(const Dockerfile& dockerfile, LintFindings findings,
                            const std::string& today) {
  return Allowances(dockerfile, findings, today).judge();
}

}  // namespace patcher
