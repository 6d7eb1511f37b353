// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "patcher/core/diagnostic.hpp"
#include "patcher/manifest/yaml_source.hpp"

namespace patcher::language {

/// Collects what is wrong, or worth saying, about one file.
///
/// Every diagnostic has its place, the source line with a mark, and the patch and edit that are
/// being read. After a hundred, findings are only counted.
class Findings {
 public:
  /// `source` must outlive this.
  explicit Findings(const yaml::Source& source) : source_(&source) {}

  [[nodiscard]] const yaml::Source& source() const { return *source_; }

  /// Adds an error at `range`. The reference is good until the next finding.
  Diagnostic& error(Code code, ByteRange range, std::string message, std::string hint = {});
  /// Adds a warning at `range`. The reference is good until the next finding.
  Diagnostic& warning(Code code, ByteRange range, std::string message, std::string hint = {});
  /// Adds a copy of what another part found out, at `range` unless it has a place of its own.
  void relay(const Diagnostics& found, ByteRange range);
  /// A note that points at `range` of this file.
  [[nodiscard]] Note note(ByteRange range, std::string message) const;

  /// Names the patch in all findings, those before included.
  void name_patch(const std::string& id);
  /// Names the edit (0-based) in the findings from now on; nothing outside edits.
  void enter_edit(std::optional<std::size_t> index) { edit_ = index; }

  /// Number of errors so far.
  [[nodiscard]] std::size_t errors() const { return errors_; }
  /// All findings in the file's order; leaves none.
  [[nodiscard]] Diagnostics take();

 private:
  Diagnostic& add(Diagnostic diagnostic);

  const yaml::Source* source_;
  std::string patch_;
  std::optional<std::size_t> edit_;
  Diagnostics found_;
  std::size_t errors_ = 0;
  std::size_t dropped_ = 0;
  Diagnostic last_dropped_;
};

}  // namespace patcher::language
