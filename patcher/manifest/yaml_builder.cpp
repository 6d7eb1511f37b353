// SPDX-License-Identifier: MIT
#include "patcher/manifest/yaml_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/manifest/yaml_scan.hpp"

namespace patcher::yaml {
namespace {

constexpr std::size_t kMaxDepth = 32;
constexpr std::size_t kMaxValues = 100'000;
constexpr std::size_t kMaxBytes = 8U << 20U;
constexpr std::size_t kMaxErrors = 100;

/// A null that is not spelled out is reported at the next token; what people look for is the `-` or
/// `:` before it.
ByteRange before_empty(std::string_view text, std::size_t mark) {
  const std::size_t last = text.substr(0, mark).find_last_not_of(" \t\n");
  return last == std::string_view::npos ? ByteRange{mark, mark} : ByteRange{last, last + 1};
}

}  // namespace

Diagnostic& Builder::error(Code code, ByteRange range, std::string message, std::string hint) {
  errors_.push_back(source_->error(code, range, std::move(message), std::move(hint)));
  stopped_ = stopped_ || errors_.size() >= kMaxErrors;
  return errors_.back();
}

void Builder::stop(ByteRange range, std::string message, std::string hint) {
  if (stopped_) return;
  error(Code::invalid_yaml, range, std::move(message), std::move(hint));
  stopped_ = true;
}

void Builder::refuse_directives(std::size_t mark) {
  const std::string_view before = source_->text().substr(0, mark);
  const std::size_t line = before.find("\n%");
  if (!before.starts_with('%') && line == std::string_view::npos) return;
  const std::size_t at = before.starts_with('%') ? 0 : line + 1;
  stop({at, at + 1}, "a directive stands before the document, expected none",
       "leave the line out: a manifest needs no %YAML or %TAG");
}

void Builder::begin_document(std::size_t mark) {
  if (documents_ == 0) refuse_directives(mark);
  if (stopped_ || ++documents_ == 1) return;
  if (source_->text().substr(mark).starts_with("---")) {
    stop({mark, mark + 3}, "the file holds a second document, expected one",
         "put each manifest or patch into a file of its own");
  } else {
    stop({mark, mark + 1}, "text after the end of the document",
         "check the indentation: it goes on further left than it began");
  }
}

void Builder::check_indentation(std::size_t mark) {
  const std::string_view line = source_->line_at(mark);
  const std::size_t tab = line.substr(0, line.find_first_not_of(" \t")).find('\t');
  if (tab == std::string_view::npos) return;
  const std::size_t start = mark - (source_->place(mark).column - 1);
  stop({start + tab, start + tab + 1}, "a tab is used as indentation", "indent with spaces");
}

void Builder::check_tag(const std::optional<ByteRange>& tag) {
  if (!tag) return;
  error(Code::invalid_yaml, *tag,
        fmt::format("'{}' is an explicit tag, expected none",
                    source_->text().substr(tag->begin, tag->size())),
        "leave the tag out; quote the value if it must be a text");
}

Builder::Weight Builder::weight_of(const Value& value) {
  Weight weight{1, value.text.size()};
  const auto include = [&](const Value& child) {
    const Weight more = weight_of(child);
    weight.values += more.values;
    weight.bytes += more.bytes;
  };
  std::ranges::for_each(value.items, include);
  for (const Entry& entry : value.entries) {
    include(entry.key);
    include(entry.value);
  }
  return weight;
}

bool Builder::afford(Weight weight, std::size_t mark) {
  spent_.values += weight.values;
  spent_.bytes += weight.bytes;
  if (spent_.values <= kMaxValues && spent_.bytes <= kMaxBytes) return true;
  stop({mark, mark + 1},
       fmt::format("the file holds more than {} values or {} MiB of text, aliases replaced",
                   kMaxValues, kMaxBytes >> 20U),
       "split the file, or write out what the aliases name");
  return false;
}

void Builder::scalar(std::size_t mark, AnchorId anchor, std::string text) {
  if (stopped_ || !afford({1, text.size()}, mark)) return;
  check_indentation(mark);
  const Content content = content_at(source_->text(), mark);
  check_tag(content.tag);
  Value value;
  value.text = std::move(text);
  if (!describe_scalar(value, source_->text(), content.offset)) {
    stop({content.offset, content.offset + 1}, "the quote that opens here is never closed");
  }
  add(std::move(value), anchor);
}

void Builder::null(std::size_t mark, AnchorId anchor) {
  if (stopped_ || !afford({1, 0}, mark)) return;
  const std::string_view text = source_->text();
  const Value* key = open_.empty() ? nullptr : open_.back().waiting_key();
  // `a:` and then a key named `null` further down: the spelling is not this value's.
  const bool own_line =
      key == nullptr || source_->place(mark).line == source_->place(key->source.begin).line;
  const Content content = own_line ? content_at(text, mark) : Content{mark, std::nullopt};
  const std::size_t size = own_line ? null_spelling_at(text, content.offset) : 0;
  Value value;
  value.text = std::string(text.substr(std::min(content.offset, text.size()), size));
  value.source = {content.offset, content.offset + size};
  if (size == 0) value.source = key == nullptr ? before_empty(text, mark) : key->source;
  add(std::move(value), anchor);
}

void Builder::alias(std::size_t mark, AnchorId anchor) {
  if (stopped_) return;
  const auto named = anchored_.find(anchor);
  if (named == anchored_.end()) {
    stop({mark, mark + 1}, "an alias stands inside the value that it names");
    return;
  }
  if (!afford(weight_of(named->second), mark)) return;
  add(named->second, 0);
}

void Builder::begin(Kind kind, std::size_t mark, AnchorId anchor) {
  if (stopped_ || !afford({1, 0}, mark)) return;
  check_indentation(mark);
  const Content content = content_at(source_->text(), mark);
  // The tag of a block map's first key stands at the same mark; the key reports it.
  const bool flow_or_list =
      kind == Kind::sequence || source_->text().substr(content.offset).starts_with('{');
  if (flow_or_list) check_tag(content.tag);
  if (open_.size() >= kMaxDepth) {
    stop({mark, mark + 1}, fmt::format("values are nested deeper than {} levels", kMaxDepth));
    return;
  }
  Open opened;
  opened.value.kind = kind;
  opened.value.source = {content.offset, content.offset + 1};
  opened.anchor = anchor;
  open_.push_back(std::move(opened));
}

void Builder::end() {
  if (stopped_) return;
  Open closed = std::move(open_.back());
  open_.pop_back();
  Value& value = closed.value;
  if (!value.entries.empty()) value.source = value.entries.front().key.source;
  add(std::move(closed.value), closed.anchor);
}

void Builder::add(Value value, AnchorId anchor) {
  if (stopped_) return;
  if (anchor != 0 && afford(weight_of(value), value.source.begin)) anchored_[anchor] = value;
  place_in_parent(std::move(value));
}

void Builder::place_in_parent(Value value) {
  if (stopped_) return;
  if (open_.empty()) {
    root_ = std::move(value);
    return;
  }
  Open& parent = open_.back();
  if (parent.value.kind == Kind::sequence) {
    parent.value.items.push_back(std::move(value));
  } else if (!parent.key) {
    take_key(parent, std::move(value));
  } else {
    parent.value.entries.push_back({*std::move(parent.key), std::move(value)});
    parent.key.reset();
  }
}

void Builder::take_key(Open& map, Value key) {
  if (key.kind != Kind::scalar) {
    stop(key.source, fmt::format("a key must be a text, found {}", name_of(key.kind)));
    return;
  }
  const auto [first, added] = map.keys.try_emplace(key.text, key.source);
  if (!added) {
    Diagnostic& found =
        error(Code::duplicate_key, key.source,
              fmt::format("the key '{}' stands twice in one map", key.text), "keep one of the two");
    found.notes.push_back({.message = "it stands here first",
                           .where = source_->place(first->second.begin),
                           .lines = source_->excerpt(first->second)});
  }
  map.key = std::move(key);
}

}  // namespace patcher::yaml
