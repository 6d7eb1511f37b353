// SPDX-License-Identifier: MIT
#include "patcher/locate/directives.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "patcher/locate/condition_expression.hpp"

namespace patcher {
namespace {

/// A directive, taken apart.
struct Directive {
  ByteRange range;
  std::string_view name;  // `ifdef`; empty for a lone `#`
  std::size_t rest = 0;   // Where what follows the name begins.
};

/// What is known of a branch, where the branch around it is read, without taking anything to hold.
enum class Sure { read, left_out, unknown };

/// The parts of a group of branches that has not ended yet.
struct Group {
  ByteRange opening;            // Its first directive.
  ByteRange last;               // Its latest one.
  std::string condition;        // Of the latest branch.
  std::string taken_condition;  // Of the branch that is read.
  bool taken = false;           // A branch is read, or none may be.
  bool reads = false;           // The latest branch is read.
  bool had_else = false;
  Sure latest = Sure::unknown;            // What is known of the latest branch,
  Sure earlier = Sure::left_out;          // and whether one of those above it is read.
  std::vector<std::string> touched = {};  // Names that the latest branch defines or undefines.
};

constexpr auto kOtherDirectives = std::to_array<std::string_view>(
    {"", "include", "include_next", "import", "pragma", "error", "warning", "line", "ident", "sccs",
     "embed", "assert", "unassert"});

/// Follows the directives of a file from top to bottom.
class DirectiveReader {
 public:
  DirectiveReader(std::string_view text, MacroKnowledge knowledge)
      : text_(text), given_(std::move(knowledge)), knowledge_(given_), sure_(given_) {}

  void read(ByteRange range) {
    const Directive directive = taken_apart(range);
    if (directive.name == "if" || directive.name == "ifdef" || directive.name == "ifndef") {
      open(directive);
    } else if (directive.name.starts_with("el")) {
      go_on(directive);
    } else if (directive.name == "endif") {
      close(directive);
    } else if (reads()) {
      read_plain(directive);
    } else if (!skips_surely_) {
      doubt_macro(directive);
    }
  }

  Directives directives() && {
    for (const Group& group : groups_) found_.faults.push_back(group.opening);
    const auto open =
        std::ranges::find_if(groups_, [](const Group& group) { return !group.reads; });
    if (open != groups_.end()) add_skipped(*open, text_.size());
    std::ranges::sort(found_.faults);
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool reads() const { return groups_.empty() || groups_.back().reads; }

  [[nodiscard]] Directive taken_apart(ByteRange range) const {
    const Tokens tokens = tokens_of(text_.substr(range.begin + 1, range.size() - 1));
    const std::size_t base = range.begin + 1;
    if (tokens.empty()) return {range, {}, range.end};
    // `# 12 "file"` is what a preprocessor leaves behind.
    if (tokens.front().kind == TokenKind::number) return {range, "line", range.end};
    const ByteRange name = tokens.front().range();
    return {range, text_.substr(base + name.begin, name.size()), base + name.end};
  }

  [[nodiscard]] std::string_view rest_of(const Directive& directive) const {
    return text_.substr(directive.rest, directive.range.end - directive.rest);
  }

  /// The condition of `directive` as an `#if` expression.
  [[nodiscard]] std::string condition_of(const Directive& directive) const {
    std::string rest(rest_of(directive));
    if (directive.name.ends_with("ifdef")) return "defined " + rest;
    if (directive.name.ends_with("ifndef")) return "!defined " + rest;
    return rest;
  }

  void open(const Directive& directive) {
    const bool outer = reads();
    groups_.push_back({directive.range, directive.range, condition_of(directive), {}, !outer});
    if (outer) judge_branch(groups_.back());
    if (outer) judge_surely(groups_.back());
    if (outer && !reads()) begin_skipped(directive);
  }

  void go_on(const Directive& directive) {
    const bool is_else = directive.name == "else";
    const bool is_known = is_else || directive.name == "elif" || directive.name == "elifdef" ||
                          directive.name == "elifndef";
    if (!is_known || groups_.empty() || groups_.back().had_else) {
      found_.faults.push_back(directive.range);
      return;
    }
    leave_branch(directive);
    Group& group = groups_.back();
    group.had_else = is_else;
    group.condition = is_else ? "1" : condition_of(directive);
    group.last = directive.range;
    judge_branch(group);
    if (outer_reads()) judge_surely(group);
    if (outer_reads() && !reads()) begin_skipped(directive);
  }

  void judge_branch(Group& group) {
    group.reads = !group.taken && decide(group.condition, knowledge_);
    if (group.reads) group.taken_condition = group.condition;
    group.taken = group.taken || group.reads;
  }

  /// Judges the latest branch of `group` by what is known alone.
  void judge_surely(Group& group) {
    const std::optional<bool> holds = known_truth(group.condition, sure_);
    if (group.earlier == Sure::read || holds == false) {
      group.latest = Sure::left_out;
      return;
    }
    const bool is_read = holds == true && group.earlier == Sure::left_out;
    group.latest = is_read ? Sure::read : Sure::unknown;
    // Below a branch whose condition holds none is read, whether it is read itself or not.
    group.earlier = holds == true ? Sure::read : Sure::unknown;
  }

  void close(const Directive& directive) {
    if (groups_.empty()) {
      found_.faults.push_back(directive.range);
      return;
    }
    leave_branch(directive);
    groups_.pop_back();
  }

  /// Only where the group itself is in a part that is read do its branches begin and end parts.
  [[nodiscard]] bool outer_reads() const {
    return groups_.size() < 2 || groups_[groups_.size() - 2].reads;
  }

  void leave_branch(const Directive& directive) {
    if (outer_reads() && !reads()) add_skipped(groups_.back(), directive.range.begin);
    // What a branch says of a name holds below it only where the branch is read for certain.
    std::vector<std::string> touched = std::exchange(groups_.back().touched, {});
    if (groups_.back().latest != Sure::read) {
      for (const std::string& name : touched) sure_.take(name, given_);
    } else if (groups_.size() > 1) {
      std::vector<std::string>& outer = groups_[groups_.size() - 2].touched;
      if (outer.size() < touched.size()) outer.swap(touched);
      outer.insert(outer.end(), touched.begin(), touched.end());
    }
  }

  void begin_skipped(const Directive& directive) {
    skipped_from_ = directive.range.end;
    skips_surely_ = groups_.back().latest == Sure::left_out;
  }

  /// Ends the part that `group`, whose latest branch is left out, rules.
  void add_skipped(const Group& group, std::size_t end) {
    const bool is_beaten = !group.taken_condition.empty();
    const std::optional<NamedNeed> need =
        is_beaten ? need_of(group.taken_condition, false) : need_of(group.condition, true);
    found_.skipped.push_back({{skipped_from_, end}, group.last, need, skips_surely_});
  }

  /// Unlearns what is known of the name that `directive`, which may be read, settles.
  void doubt_macro(const Directive& directive) {
    if (directive.name != "define" && directive.name != "undef") return;
    const Tokens tokens = tokens_of(rest_of(directive));
    if (!tokens.empty()) sure_.take(word(directive, tokens.front()), given_);
  }

  void note_touched(std::string_view name) {
    if (!groups_.empty()) groups_.back().touched.emplace_back(name);
  }

  void read_plain(const Directive& directive) {
    if (directive.name == "define") {
      define(directive);
    } else if (directive.name == "undef") {
      const Tokens tokens = tokens_of(rest_of(directive));
      if (tokens.empty()) return;
      knowledge_.undefine(word(directive, tokens.front()));
      sure_.undefine(word(directive, tokens.front()));
      note_touched(word(directive, tokens.front()));
    } else if (std::ranges::find(kOtherDirectives, directive.name) == kOtherDirectives.end()) {
      found_.faults.push_back(directive.range);
    }
  }

  [[nodiscard]] std::string_view word(const Directive& directive, const Token& token) const {
    return rest_of(directive).substr(token.begin, token.end - token.begin);
  }

  void define(const Directive& directive) {
    const std::string_view rest = rest_of(directive);
    const Tokens tokens = tokens_of(rest);
    if (tokens.empty() || tokens.front().kind != TokenKind::word) {
      found_.faults.push_back(directive.range);
      return;
    }
    MacroDefinition macro{std::string(word(directive, tokens.front())), directive.range, {}, false};
    std::size_t body = tokens.front().end;
    macro.has_parameters = body < rest.size() && rest[body] == '(';
    if (macro.has_parameters) body = std::min(rest.find(')', body), rest.size() - 1) + 1;
    macro.body = {directive.rest + body, directive.range.end};
    std::optional<std::int64_t> value;
    if (!macro.has_parameters && tokens.size() == 2)
      value = whole_number(word(directive, tokens[1]));
    knowledge_.define(macro.name, value);
    sure_.define(macro.name, value);
    note_touched(macro.name);
    found_.macros.push_back(std::move(macro));
  }

  std::string_view text_;
  const MacroKnowledge given_;
  MacroKnowledge knowledge_;
  MacroKnowledge sure_;           // `knowledge_` without what was taken to hold.
  std::vector<Group> groups_;     // Outermost first.
  std::size_t skipped_from_ = 0;  // Where the part that is being left out begins,
  bool skips_surely_ = false;     // and whether it is known to be left out.
  Directives found_;
};

}  // namespace

Directives directives_of(std::string_view text, const Tokens& tokens, MacroKnowledge knowledge) {
  DirectiveReader reader(text, std::move(knowledge));
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::directive) reader.read(token.range());
  }
  return std::move(reader).directives();
}

}  // namespace patcher
