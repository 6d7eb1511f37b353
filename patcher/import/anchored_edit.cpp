// SPDX-License-Identifier: MIT
#include "patcher/import/anchored_edit.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "patcher/core/utf8.hpp"
#include "patcher/import/edit_trial.hpp"
#include "patcher/locate/line_pattern.hpp"

namespace patcher {
namespace {

constexpr std::size_t kSmall = 8;   // Contexts up to here are tried in every way, in lines;
constexpr std::size_t kMost = 128;  // beyond, they double, up to here.

/// How many lines an anchor has above and below the lines that change.
struct Context {
  std::size_t above = 0;
  std::size_t below = 0;
};

std::size_t lean(const Context& context) {
  return std::max(context.above, context.below) - std::min(context.above, context.below);
}

/// The contexts of `size` lines between `least` and `most`, those alike on both sides first.
std::vector<Context> contexts_of(std::size_t size, Context least, Context most) {
  std::vector<Context> all;
  for (std::size_t above = least.above; above <= std::min(size, most.above); ++above) {
    const std::size_t below = size - above;
    if (below >= least.below && below <= most.below) all.push_back({above, below});
  }
  std::ranges::stable_sort(all, {}, lean);
  return all;
}

/// All contexts worth trying up to `most`, smallest first.
std::vector<Context> contexts_up_to(Context least, Context most) {
  std::vector<Context> all;
  const std::size_t largest = std::min(most.above + most.below, kSmall);
  for (std::size_t size = least.above + least.below; size <= largest; ++size) {
    std::ranges::copy(contexts_of(size, least, most), std::back_inserter(all));
  }
  for (std::size_t side = kSmall; side <= kMost; side *= 2) {
    const Context wide{std::min(side, most.above), std::min(side, most.below)};
    if (wide.above + wide.below > kSmall) all.push_back(wide);
  }
  return all;
}

std::string_view content_of(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

using Lines = std::vector<std::string_view>;

Lines slice(const Lines& lines, std::size_t first, std::size_t end) {
  return {lines.begin() + static_cast<std::ptrdiff_t>(first),
          lines.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::string joined(const Lines& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) text += '\n';
    text += content_of(lines[i]);
  }
  return text;
}

std::string joined(const std::vector<std::string>& lines) {
  return joined(Lines(lines.begin(), lines.end()));
}

/// Looks for the edit that says one change.
class Choice {
 public:
  Choice(const TwoSides& sides, const LineChange& change, const Room& room)
      : sides_(sides), change_(change), room_(room) {}

  std::optional<AnchoredEdit> anchored() {
    // A path with the signs of a glob would be one.
    if (sides_.file().str().find_first_of("*?[") != std::string::npos) return std::nullopt;
    for (const SharedScope& scope : sides_.scopes_around(asserted())) {
      if (auto found = in_scope(&scope)) return found;
    }
    return in_scope(nullptr);
  }

  std::optional<AnchoredEdit> as_hunk() {
    const std::size_t first = std::min(room_.first, room_.shared_first);
    const Context most{change_.before - first, room_.end - end()};
    const Context least{std::min<std::size_t>(change_.before, 1),
                        std::min<std::size_t>(sides_.old_lines().size() - end(), 1)};
    if (least.above > most.above || least.below > most.below) return std::nullopt;
    for (const Context& context : contexts_up_to(least, most)) {
      const LineRegion region = around(context);
      TextEdit edit = begun(Action::replace);
      edit.anchor = HunkAnchor{bytes_of(sides_.before(), sides_.old_bytes(region)),
                               context.above == 0, context.below == 0};
      edit.text = bytes_of(sides_.after(), sides_.new_bytes(region));
      if (fits(edit, sides_, region, nullptr)) return AnchoredEdit{std::move(edit), region};
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::size_t end() const { return change_.before + change_.removed; }
  [[nodiscard]] bool is_insertion() const { return change_.removed == 0; }

  static std::string bytes_of(const SourceText& text, ByteRange range) {
    return std::string(text.bytes().substr(range.begin, range.size()));
  }

  /// The lines that the edit must assert, whatever else it is anchored on.
  [[nodiscard]] LineRegion asserted() const {
    LineRegion region{change_.before, end(), 0, 0};
    if (is_insertion()) {
      region.first -= std::min<std::size_t>(region.first, 1);
      region.end = std::min(region.end + 1, sides_.old_lines().size());
    }
    return region;
  }

  [[nodiscard]] LineRegion around(const Context& context) const {
    return {change_.before - context.above, end() + context.below, change_.after - context.above,
            change_.after + change_.added + context.below};
  }

  [[nodiscard]] TextEdit begun(Action action) const {
    TextEdit edit;
    edit.file = sides_.file();
    edit.action = action;
    return edit;
  }

  /// The context that the edit has at least: whoever puts or takes lines asserts what is around.
  [[nodiscard]] Context least() const {
    if (change_.removed > 0 && change_.added > 0) return {};
    const bool is_last = end() == sides_.old_lines().size();
    if (is_insertion()) return {1, 1};
    return {change_.before == 0 ? 0U : 1U, is_last ? 0U : 1U};
  }

  std::optional<AnchoredEdit> in_scope(const SharedScope* scope) {
    const Context most = most_in(scope);
    const Context fewest = least();
    if (fewest.above > most.above || fewest.below > most.below) return std::nullopt;
    for (const Context& context : contexts_up_to(fewest, most)) {
      if (auto found = with(context, scope)) return found;
    }
    return std::nullopt;
  }

  /// The lines that may be context, within `scope`.
  [[nodiscard]] Context most_in(const SharedScope* scope) const {
    std::size_t first = is_insertion() ? std::min(room_.first, room_.shared_first) : room_.first;
    std::size_t last = room_.end;
    if (scope != nullptr && scope->before.size() > 0) {
      const LineIndex& lines = sides_.before().lines();
      first = std::max(first, lines.line_at(scope->before.begin));
      last = std::min(last, lines.line_at(scope->before.end - 1) + 1);
    }
    return {change_.before - std::min(first, change_.before), std::max(last, end()) - end()};
  }

  std::optional<AnchoredEdit> with(const Context& context, const SharedScope* scope) {
    const LineRegion region = around(context);
    const Lines old_lines = slice(sides_.old_lines(), region.first, region.end);
    if (context.above > 0 && is_blank(old_lines.front())) return std::nullopt;
    if (context.below > 0 && is_blank(old_lines.back())) return std::nullopt;
    const bool is_between = is_insertion() && context.above == 1 && context.below == 1;
    if (!is_between && is_insertion() && region.first < room_.first) return std::nullopt;
    return is_between ? between(region, old_lines, scope) : replacing(region, old_lines, scope);
  }

  std::optional<AnchoredEdit> between(const LineRegion& region, const Lines& old_lines,
                                      const SharedScope* scope) {
    const Block anchor = dedented(joined(old_lines));
    const Lines added = slice(sides_.new_lines(), change_.after, change_.after + change_.added);
    const Block fresh = dedented(joined(added));
    TextEdit edit = begun(Action::insert_between);
    edit.anchor = BetweenAnchor{anchor.lines.front(), anchor.lines.back()};
    edit.text = joined(fresh.lines);
    if (edit.text.empty()) return std::nullopt;
    return tried(std::move(edit), {&anchor, &fresh}, region, scope);
  }

  std::optional<AnchoredEdit> replacing(const LineRegion& region, const Lines& old_lines,
                                        const SharedScope* scope) {
    const Block anchor = dedented(joined(old_lines));
    const Block fresh =
        dedented(joined(slice(sides_.new_lines(), region.new_first, region.new_end)));
    TextEdit edit = begun(Action::replace);
    edit.anchor = LinesAnchor{joined(anchor.lines)};
    edit.text = joined(fresh.lines);
    if (is_blank(std::get<LinesAnchor>(edit.anchor).text) || is_blank(edit.text)) return {};
    return tried(std::move(edit), {&anchor, &fresh}, region, scope);
  }

  /// The texts of an edit, on their own indentations.
  struct Blocks {
    const Block* anchor;
    const Block* fresh;
  };

  /// `edit` on any indentation, or else on that of its place, if it fits so.
  std::optional<AnchoredEdit> tried(TextEdit edit, Blocks blocks, const LineRegion& region,
                                    const SharedScope* scope) const {
    if (!is_utf8(edit.text) || !is_utf8(spelled(edit.anchor))) return std::nullopt;
    if (scope != nullptr) edit.scope = Scope{scope->path};
    const bool has_lines = std::ranges::any_of(
        blocks.fresh->lines, [](const std::string& line) { return !line.empty(); });
    if (has_lines) {
      edit.reindent = static_cast<int>(blocks.fresh->dropped.size()) -
                      static_cast<int>(blocks.anchor->dropped.size());
    }
    if (fits(edit, sides_, region, scope)) return AnchoredEdit{std::move(edit), region};
    edit.indent = blocks.anchor->dropped.size();
    if (fits(edit, sides_, region, scope)) return AnchoredEdit{std::move(edit), region};
    return std::nullopt;
  }

  const TwoSides& sides_;
  const LineChange& change_;
  const Room& room_;
};

}  // namespace

std::optional<AnchoredEdit> anchored_edit(const TwoSides& sides, const LineChange& change,
                                          const Room& room) {
  return Choice(sides, change, room).anchored();
}

std::optional<AnchoredEdit> hunk_edit(const TwoSides& sides, const LineChange& change,
                                      const Room& room) {
  return Choice(sides, change, room).as_hunk();
}

}  // namespace patcher
