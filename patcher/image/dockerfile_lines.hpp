// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "patcher/image/dockerfile.hpp"

namespace patcher {

/// An instruction's lines, joined, and the index of the first line behind them.
struct LogicalLine {
  JoinedText text;
  std::size_t next = 0;
};

/// Takes the lines of a Dockerfile apart, before any instruction is understood.
class DockerfileLines {
 public:
  /// Reads the directives at the head of `dockerfile`, which must outlive this.
  explicit DockerfileLines(Dockerfile& dockerfile);

  /// The next instruction's lines from the line `first` (0-based) on, or nothing. Comments on the
  /// way and inside go to the Dockerfile, as comments of the instruction to come.
  [[nodiscard]] std::optional<LogicalLine> next_from(std::size_t first);

  /// The heredoc `name` whose text begins at the line `first`; `first` moves behind it. Nothing
  /// where no line ends it. With `strips_tabs` the line that ends it may begin with tabs.
  enum class Tabs { kept, stripped };
  [[nodiscard]] std::optional<DockerfileHeredoc> heredoc(const std::string& name, Tabs tabs,
                                                         std::size_t& first) const;

 private:
  bool take_directive(std::string_view line);
  bool take_comment(std::size_t index);

  Dockerfile& dockerfile_;
  LineIndex lines_;
  std::size_t begin_ = 0;
};

}  // namespace patcher
