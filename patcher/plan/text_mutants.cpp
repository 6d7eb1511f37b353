// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/locate/lexing.hpp"
#include "patcher/locate/scope.hpp"
#include "patcher/plan/mutant.hpp"
#include "patcher/plan/scope_mutants.hpp"

namespace patcher {
namespace {

/// The whole lines that `range` touches.
ByteRange lines_around(ByteRange range, const LineIndex& lines) {
  const std::size_t last = range.empty() ? range.end : range.end - 1;
  return {lines.whole(lines.line_at(range.begin)).begin, lines.whole(lines.line_at(last)).end};
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::string_view indentation_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

/// `lines` without the indentation that all of them have.
std::string dedented(const std::vector<std::string>& lines) {
  std::size_t common = std::string::npos;
  for (const std::string& line : lines) {
    if (!is_blank(line)) common = std::min(common, indentation_of(line).size());
  }
  std::string text;
  for (const std::string& line : lines) text += is_blank(line) ? line : line.substr(common);
  return text;
}

std::string ended(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

class TextMutants {
 public:
  TextMutants(const DrilledEdit& drilled, const TextEdit& edit, const Entry& entry)
      : drilled_(drilled),
        edit_(edit),
        entry_(entry),
        source_(drilled.context.cache.of(entry.bytes, language_of(edit.file))),
        bytes_(*entry.bytes),
        place_(drilled.finding.places.front()),
        lines_(lines_around(place_, source_->lines())),
        within_(source_->all()) {
    if (!edit.scope) return;
    const auto scope = place_of(*edit.scope, *source_);
    if (const auto* range = std::get_if<ByteRange>(&scope)) within_ = *range;
  }

  std::vector<Mutant> run() {
    std::vector<Mutant> all{deleted(), duplicated(), other_byte(), reindented()};
    all.push_back(reindented_in_part());
    all.push_back(
        put(Mutation::line_endings_changed, with_other_endings(bytes_), {State::drifted}));
    all.push_back(moved_out());
    all.push_back(result_elsewhere());
    all.push_back(renamed_file(drilled_, entry_));
    all.push_back(with_renamed_scope(edit_, *source_, entry_));
    all.push_back(with_other_signature(edit_, *source_, entry_));
    all.push_back(not_applicable(Mutation::path_taken, "the edit changes a file that is there"));
    all.push_back(not_applicable(Mutation::mode_changed, "the edit looks at no mode"));
    return all;
  }

 private:
  [[nodiscard]] Mutant put(Mutation mutation, std::string bytes,
                           std::vector<State> expected) const {
    return {
        mutation, {{edit_.file, with_bytes(entry_, std::move(bytes))}}, std::move(expected), {}};
  }

  [[nodiscard]] Mutant spliced_at(Mutation mutation, ByteRange range, std::string text,
                                  std::vector<State> expected) const {
    return put(mutation, spliced(bytes_, {{range, std::move(text)}}), std::move(expected));
  }

  [[nodiscard]] Mutant deleted() const {
    // A definition that is edited whole takes its scope along.
    return spliced_at(Mutation::anchor_deleted, place_, "", {State::drifted, State::missing});
  }

  /// `text`, whole lines, beside the anchor's lines and in its scope.
  [[nodiscard]] Mutant beside(Mutation mutation, std::string text) const {
    const bool ends_scope = lines_.end >= within_.end && lines_.begin > within_.begin;
    if (ends_scope) {
      return spliced_at(mutation, {lines_.begin, lines_.begin}, ended(std::move(text)),
                        {State::ambiguous});
    }
    if (!std::string_view(bytes_).substr(0, lines_.end).ends_with('\n')) text.insert(0, "\n");
    return spliced_at(mutation, {lines_.end, lines_.end}, std::move(text), {State::ambiguous});
  }

  [[nodiscard]] std::string own_lines() const { return bytes_.substr(lines_.begin, lines_.size()); }

  [[nodiscard]] Mutant duplicated() const {
    return beside(Mutation::anchor_duplicated, own_lines());
  }

  [[nodiscard]] Mutant other_byte() const {
    const std::size_t at =
        is_pattern(edit_.anchor) ? first_letter() : middle_letter(bytes_, place_);
    if (at == place_.end) return not_applicable(Mutation::byte_changed, "no letter is in it");
    return put(Mutation::byte_changed, with_other_byte(bytes_, at),
               {State::drifted, State::missing});
  }

  /// A pattern may take any text further on, but not at its beginning.
  [[nodiscard]] std::size_t first_letter() const {
    for (std::size_t at = place_.begin; at < place_.end; ++at) {
      if (is_word_byte(bytes_[at])) return at;
    }
    return place_.end;
  }

  [[nodiscard]] Mutant reindented() const {
    std::string text;
    for (const std::string& line : split(own_lines())) {
      const bool by_tabs = line.starts_with('\t');
      text += is_blank(line) ? line : (by_tabs ? "\t" : "    ") + line;
    }
    return spliced_at(Mutation::reindented, lines_, std::move(text),
                      {State::drifted, State::missing});
  }

  [[nodiscard]] Mutant reindented_in_part() const {
    std::vector<std::string> lines = split(own_lines());
    const auto last = std::find_if(lines.rbegin(), lines.rend(),
                                   [](const std::string& line) { return !is_blank(line); });
    const auto filled =
        std::ranges::count_if(lines, [](const std::string& line) { return !is_blank(line); });
    if (filled < 2)
      return not_applicable(Mutation::reindented_in_part, "the anchor is in one line");
    last->insert(0, last->starts_with('\t') ? "\t" : " ");
    std::string text;
    for (const std::string& line : lines) text += line;
    return spliced_at(Mutation::reindented_in_part, lines_, std::move(text),
                      {State::drifted, State::missing});
  }

  [[nodiscard]] Mutant moved_out() const {
    if (!edit_.scope) return not_applicable(Mutation::moved_out_of_scope, "there is no scope");
    const std::string text = ended(dedented(split(own_lines())));
    const bool is_last = within_.end >= bytes_.size();
    std::string bytes = spliced(bytes_, {{lines_, ""}});
    bytes = is_last ? text + bytes : ended(std::move(bytes)) + text;
    return put(Mutation::moved_out_of_scope, std::move(bytes), {State::drifted, State::missing});
  }

  /// The lines that the edit makes of the anchor's, besides those.
  [[nodiscard]] Mutant result_elsewhere() const {
    ByteRange reach = lines_;
    Splices own;
    for (const Splice& splice : drilled_.finding.forward) {
      const bool is_near = splice.range.begin <= lines_.end && splice.range.end >= lines_.begin;
      // Behind an earlier patch's text it may stand further on.
      if (!is_near && drilled_.finding.forward.size() > 1) continue;
      own.push_back(splice);
      reach = {std::min(reach.begin, splice.range.begin), std::max(reach.end, splice.range.end)};
    }
    for (Splice& splice : own) {
      splice.range.begin -= reach.begin;
      splice.range.end -= reach.begin;
    }
    return beside(Mutation::result_elsewhere,
                  spliced(bytes_.substr(reach.begin, reach.size()), own));
  }

  const DrilledEdit& drilled_;
  const TextEdit& edit_;
  const Entry& entry_;
  std::shared_ptr<const SourceText> source_;
  const std::string& bytes_;
  ByteRange place_;
  ByteRange lines_;   ///< The whole lines that the place touches.
  ByteRange within_;  ///< The scope.
};

}  // namespace

std::vector<Mutant> mutants_of_text(const DrilledEdit& drilled, const TextEdit& edit) {
  const Result<Entry> entry = drilled.context.view.look(edit.file);
  // It is pristine: its file is there, and a place of it.
  return TextMutants(drilled, edit, *entry).run();
}

}  // namespace patcher
