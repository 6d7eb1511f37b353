// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/manifest/yaml_source.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::yaml {

/// Names an anchored value within one document; 0 is "no anchor".
using AnchorId = std::size_t;

/// Builds a bounded value tree from a stream of YAML events and collects what is wrong with it.
///
/// After the first error that makes the rest meaningless every later event is ignored.
class Builder {
 public:
  explicit Builder(const Source& source) : source_(&source) {}

  void begin_document(std::size_t mark);
  void scalar(std::size_t mark, AnchorId anchor, std::string text);
  void null(std::size_t mark, AnchorId anchor);
  void alias(std::size_t mark, AnchorId anchor);
  void begin(Kind kind, std::size_t mark, AnchorId anchor);
  void end();

  /// Adds an error at `range` without stopping.
  Diagnostic& error(Code code, ByteRange range, std::string message, std::string hint = {});
  /// Adds an error at `range` and ignores all events from now on.
  void stop(ByteRange range, std::string message, std::string hint = {});

  /// Says whether the rest of the events does not matter any more.
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] const Diagnostics& errors() const { return errors_; }
  /// The document, or nothing when the file holds none.
  [[nodiscard]] std::optional<Value> take_root() { return std::move(root_); }

 private:
  /// A map or sequence that is being read.
  struct Open {
    Value value;
    AnchorId anchor = 0;
    std::optional<Value> key = {};               ///< In a map: the key that waits for its value.
    std::map<std::string, ByteRange> keys = {};  ///< In a map: where each key stands first.

    [[nodiscard]] const Value* waiting_key() const { return key ? &*key : nullptr; }
  };
  /// What copies of a subtree cost.
  struct Weight {
    std::size_t values = 1;
    std::size_t bytes = 0;
  };

  [[nodiscard]] static Weight weight_of(const Value& value);
  /// Says whether a value that costs `weight` still fits; stops when it does not.
  bool afford(Weight weight, std::size_t mark);
  void refuse_directives(std::size_t mark);
  void check_indentation(std::size_t mark);
  void check_tag(const std::optional<ByteRange>& tag);
  void add(Value value, AnchorId anchor);
  void place_in_parent(Value value);
  void take_key(Open& map, Value key);

  const Source* source_;
  Diagnostics errors_;
  bool stopped_ = false;
  std::size_t documents_ = 0;
  Weight spent_ = {0, 0};
  std::vector<Open> open_;
  std::map<AnchorId, Value> anchored_;
  std::optional<Value> root_;
};

}  // namespace patcher::yaml
