// SPDX-License-Identifier: MIT
#include "patcher/plan/json_fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "patcher/core/line_index.hpp"

namespace patcher {
namespace {

/// Goes over a text and says, in `reached`, how far its reader came.
class Reading {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Reading(const char* at, std::size_t& reached) : at_(at), reached_(&reached) {}
  reference operator*() const { return *at_; }
  Reading& operator++() {
    ++at_;
    ++*reached_;
    return *this;
  }
  friend bool operator==(const Reading& a, const Reading& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  std::size_t* reached_;
};

/// Takes the events of a parser and stops it at the first fault.
class FaultFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit FaultFinder(const std::size_t& reached) : reached_(reached) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    keys_.emplace_back();
    return true;
  }
  bool end_object() override {
    keys_.pop_back();
    return true;
  }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool key(string_t& key) override {
    if (keys_.back().insert(key).second) return true;
    message_ = fmt::format("the key '{}' is given twice in one object", key);
    offset_ = reached_ - std::min(reached_, key.size() + 2);
    return false;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    message_ = "it is no JSON from here on";
    offset_ = position - std::min<std::size_t>(position, 1);
    return false;
  }

  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] std::size_t offset() const { return offset_; }

 private:
  const std::size_t& reached_;
  std::vector<std::set<std::string>> keys_;
  std::string message_;
  std::size_t offset_ = 0;
};

}  // namespace

std::optional<JsonFault> json_fault_in(std::string_view text, const std::string& file) {
  std::size_t reached = 0;
  FaultFinder finder(reached);
  const Reading begin(text.begin(), reached);
  const Reading end(text.end(), reached);
  if (nlohmann::json::sax_parse(begin, end, &finder)) return std::nullopt;
  const LineIndex lines(text);
  const std::size_t offset = std::min(finder.offset(), text.size());
  if (lines.size() == 0) return JsonFault{"it is empty", {file, 0, 0}};
  return JsonFault{finder.message(), {file, lines.number_at(offset), lines.column_at(offset)}};
}

}  // namespace patcher
