// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/tree/tree.hpp"

namespace patcher {

/// What the `.gitattributes` files of a tree make of its files at checkout.
///
/// By git's own rules for a Linux system without settings of its own: `text` alone and `eol=lf`
/// change nothing there. What a repository keeps besides its commits (`info/attributes`) is not
/// asked.
class CheckoutBytes {
 public:
  /// Gives the bytes of a file of the tree; null where there is none.
  using Read = std::function<Bytes(const std::string& path)>;

  /// `read` is called when a folder's attributes are first needed.
  explicit CheckoutBytes(Read read);
  CheckoutBytes(CheckoutBytes&&) noexcept;
  CheckoutBytes& operator=(CheckoutBytes&&) noexcept;
  ~CheckoutBytes();

  /// The attribute that gives the file at `path`, whose blob has `bytes`, other bytes.
  struct Change {
    std::string attribute;  ///< As it is spelled: `eol=crlf`.
    std::string file;       ///< The `.gitattributes` that says so.
    std::uint32_t line = 0;
  };
  [[nodiscard]] std::optional<Change> change_of(const TreePath& path, std::string_view bytes);

 private:
  struct Rule;
  [[nodiscard]] const std::vector<Rule>& rules_in(const std::string& folder);
  /// By its name, each attribute that is said of `path`, and by which line.
  [[nodiscard]] std::map<std::string, Change> said_of(const TreePath& path);

  Read read_;
  std::map<std::string, std::vector<Rule>> rules_;  ///< By folder; the root's is empty.
};

}  // namespace patcher
