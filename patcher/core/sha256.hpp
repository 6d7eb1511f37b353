// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace patcher {

/// The SHA-256 (FIPS 180-4) of bytes that come piece by piece.
class Sha256 {
 public:
  Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  ~Sha256();

  void update(std::string_view bytes);
  /// The digest of all bytes so far in 64 lower-case hex digits; begins anew.
  [[nodiscard]] std::string take_hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace patcher
