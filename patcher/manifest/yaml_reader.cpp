// SPDX-License-Identifier: MIT
#include "patcher/manifest/yaml_reader.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <sstream>
#include <utility>

#include "patcher/manifest/yaml_builder.hpp"

namespace patcher::yaml {
namespace {

/// Ends a parse from inside an event: yaml-cpp has no other way, and for some bad files it gives
/// the same events for ever. Does not leave this file.
struct Stopped {};

/// Hands yaml-cpp's events to a builder, marks as byte offsets.
class Events final : public YAML::EventHandler {
 public:
  Events(const Source& source, Builder& builder) : source_(&source), builder_(&builder) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    builder_->begin_document(offset(mark));
    end_if_stopped();
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    builder_->null(offset(mark), anchor);
    end_if_stopped();
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    builder_->alias(offset(mark), anchor);
    end_if_stopped();
  }
  void OnScalar(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                const std::string& value) override {
    builder_->scalar(offset(mark), anchor, value);
    end_if_stopped();
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    builder_->begin(Kind::sequence, offset(mark), anchor);
    end_if_stopped();
  }
  void OnSequenceEnd() override { builder_->end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    builder_->begin(Kind::map, offset(mark), anchor);
    end_if_stopped();
  }
  void OnMapEnd() override { builder_->end(); }

 private:
  [[nodiscard]] std::size_t offset(const YAML::Mark& mark) const {
    return source_->offset_at(static_cast<std::size_t>(std::max(mark.line, 0)),
                              static_cast<std::size_t>(std::max(mark.column, 0)));
  }

  void end_if_stopped() const {
    if (builder_->stopped()) throw Stopped{};
  }

  const Source* source_;
  Builder* builder_;
};

/// yaml-cpp's words are about its scanner; people want to know what to change.
struct Advice {
  std::string_view theirs;
  std::string_view message;
  std::string_view hint;
};
constexpr auto kAdvice = std::to_array<Advice>({
    {"illegal map value", "a ':' where no key can stand",
     "quote the text if it holds ': ', or check the indentation"},
    {"end of map not found", "this does not belong to the map around it",
     "check the indentation, and quote texts that hold special characters"},
    {"end of sequence not found", "this does not belong to the list around it",
     "check the indentation"},
    {"end of map flow not found", "the '{' before this is never closed", "add the missing '}'"},
    {"end of sequence flow not found", "the '[' before this is never closed",
     "add the missing ']'"},
    {"illegal block entry", "a '-' where no list can start", "put the list on a line of its own"},
    {"illegal flow end", "a closing bracket without its opening one", ""},
    {"the referenced anchor is not defined", "the alias names nothing above it", ""},
    {"unknown token", "no value can start with this character", "quote the text"},
});

void add_syntax_error(const Source& source, const YAML::Exception& thrown, Builder& builder) {
  const std::size_t line = static_cast<std::size_t>(std::max(thrown.mark.line, 0));
  const std::size_t at =
      source.offset_at(line, static_cast<std::size_t>(std::max(thrown.mark.column, 0)));
  const std::string_view text = source.line_at(at);
  const std::size_t tab = text.substr(0, text.find_first_not_of(" \t")).find('\t');
  if (tab != std::string_view::npos && at < source.text().size()) {
    const std::size_t begin = source.offset_at(line, tab);
    builder.stop({begin, begin + 1}, "a tab is used as indentation", "indent with spaces");
    return;
  }
  const auto* const advice =
      std::ranges::find_if(kAdvice, [&](const Advice& a) { return a.theirs == thrown.msg; });
  if (advice == std::end(kAdvice)) {
    builder.stop({at, at + 1}, thrown.msg);
  } else {
    builder.stop({at, at + 1}, std::string(advice->message), std::string(advice->hint));
  }
}

void run_parser(const Source& source, Builder& builder) {
  std::istringstream in{std::string(source.text())};
  Events events(source, builder);
  try {
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(events)) {
    }
  } catch (const YAML::Exception& thrown) {
    add_syntax_error(source, thrown, builder);
  } catch (const Stopped&) {
    assert(!builder.errors().empty());  // the builder has said why
  }
}

}  // namespace

Result<Value> read(const Source& source) {
  Builder builder(source);
  run_parser(source, builder);
  if (!builder.errors().empty()) return Failure(builder.errors());
  std::optional<Value> root = builder.take_root();
  if (root) return *std::move(root);
  return source.error(
      Code::invalid_yaml, {0, 0}, "the file holds no document",
      "write a manifest (with 'patches') or a patch (with 'edits') into it; a lock is made "
      "by 'patcher lock'");
}

}  // namespace patcher::yaml
