// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// The reasons why an operation failed; never empty.
class [[nodiscard]] Failure {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a diagnostic is a failure of one reason.
  Failure(Diagnostic first) { diagnostics_.push_back(std::move(first)); }
  explicit Failure(Diagnostics all) : diagnostics_(std::move(all)) {
    assert(!diagnostics_.empty());
  }

  [[nodiscard]] const Diagnostics& diagnostics() const& { return diagnostics_; }
  [[nodiscard]] Diagnostics diagnostics() && { return std::move(diagnostics_); }

 private:
  Diagnostics diagnostics_;
};

/// A `T`, or the `Failure` that explains why there is none.
///
/// Member names are those of std::expected (C++23), so that an alias can replace it one day.
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTBEGIN(google-explicit-constructor): `return value;` and `return diagnostic;` are the
  // point.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Failure failure) : state_(std::in_place_index<1>, std::move(failure)) {}
  Result(Diagnostic diagnostic) : Result(Failure(std::move(diagnostic))) {}
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  [[nodiscard]] explicit operator bool() const { return has_value(); }

  [[nodiscard]] T& operator*() & { return value(); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T&& operator*() && { return std::move(value()); }
  [[nodiscard]] T* operator->() { return &value(); }
  [[nodiscard]] const T* operator->() const { return &value(); }

  [[nodiscard]] const Failure& error() const& {
    assert(!has_value());
    return std::get<1>(state_);
  }
  [[nodiscard]] Failure&& error() && {
    assert(!has_value());
    return std::move(std::get<1>(state_));
  }

 private:
  [[nodiscard]] T& value() {
    assert(has_value());
    return std::get<0>(state_);
  }
  [[nodiscard]] const T& value() const {
    assert(has_value());
    return std::get<0>(state_);
  }

  std::variant<T, Failure> state_;
};

/// Success without a value, or the reasons why not.
template <>
class [[nodiscard]] Result<void> : public Result<std::monostate> {
 public:
  Result() : Result<std::monostate>(std::monostate{}) {}
  using Result<std::monostate>::Result;
};
using Status = Result<void>;

}  // namespace patcher
