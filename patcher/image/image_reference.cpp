// SPDX-License-Identifier: MIT
#include "patcher/image/image_reference.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace patcher {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Whether `tag` has six digits in a row or more, as a date has.
bool has_date(std::string_view tag) {
  std::size_t in_a_row = 0;
  for (const char c : tag) {
    in_a_row = is_digit(c) ? in_a_row + 1 : 0;
    if (in_a_row == 6) return true;
  }
  return false;
}

}  // namespace

ImageReference reference_of(std::string_view text) {
  ImageReference reference;
  const std::size_t at = text.find('@');
  if (at != std::string_view::npos) reference.digest = text.substr(at + 1);
  const std::string_view name = text.substr(0, at);
  const std::size_t slash = name.rfind('/');
  const std::size_t colon = name.find(':', slash == std::string_view::npos ? 0 : slash);
  reference.repository = name.substr(0, colon);
  if (colon != std::string_view::npos) reference.tag = name.substr(colon + 1);
  return reference;
}

std::string bare_repository(std::string repository) {
  for (const std::string_view head : {"index.docker.io/", "docker.io/", "library/"}) {
    if (repository.starts_with(head)) repository.erase(0, head.size());
  }
  return repository;
}

bool is_floating(std::string_view tag) {
  constexpr std::array<std::string_view, 13> kMoving{"latest", "nightly", "main", "master", "dev",
                                                     "devel",  "develop", "edge", "stable", "head",
                                                     "HEAD",   "rolling", "trunk"};
  if (tag.empty()) return true;
  const std::string_view first = tag.substr(0, tag.find_first_of("-_."));
  const bool is_word = std::ranges::find(kMoving, first) != kMoving.end();
  const bool has_number = std::ranges::any_of(tag, is_digit);
  return is_word && !has_date(tag) && (!has_number || first == tag || first == "nightly");
}

bool is_commit(std::string_view text) {
  const bool is_hex =
      std::ranges::all_of(text, [](char c) { return is_digit(c) || ('a' <= c && c <= 'f'); });
  return 7 <= text.size() && text.size() <= 64 && is_hex && std::ranges::any_of(text, is_digit);
}

}  // namespace patcher
