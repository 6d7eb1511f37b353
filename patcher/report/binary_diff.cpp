// SPDX-License-Identifier: MIT
#include "patcher/report/binary_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace patcher {
namespace {

constexpr std::string_view kDigits =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
constexpr std::size_t kLine = 52;      // bytes that one line of the patch holds
constexpr std::size_t kBlock = 65535;  // bytes that one stored block holds at most

std::uint32_t byte_of(char letter) { return static_cast<unsigned char>(letter); }

/// Source: RFC 1950, 9. "Appendix: Sample code".
std::uint32_t adler32(std::string_view bytes) {
  constexpr std::uint32_t kBase = 65521;
  std::uint32_t low = 1;
  std::uint32_t high = 0;
  for (const char letter : bytes) {
    low = (low + byte_of(letter)) % kBase;
    high = (high + low) % kBase;
  }
  return high << 16U | low;
}

std::string two_bytes(std::size_t value) {
  return {static_cast<char>(value & 0xffU), static_cast<char>(value >> 8U & 0xffU)};
}

/// `bytes` as a zlib stream that does not compress them: its bytes are ours on every machine.
/// Source: RFC 1950, 2.2; RFC 1951, 3.2.4.
std::string stored(std::string_view bytes) {
  std::string stream = "\x78\x01";
  for (bool is_last = false; !is_last;) {
    const std::string_view block = bytes.substr(0, kBlock);
    bytes.remove_prefix(block.size());
    is_last = bytes.empty();
    stream += is_last ? '\1' : '\0';
    stream += two_bytes(block.size()) + two_bytes(~block.size());
    stream += block;
  }
  return stream;
}

std::string zlib_stream(std::string_view bytes) {
  std::string stream = stored(bytes);
  const std::uint32_t sum = adler32(bytes);
  for (const unsigned shift : {24U, 16U, 8U, 0U}) stream += static_cast<char>(sum >> shift & 0xffU);
  return stream;
}

/// Four bytes, zeros added at the end, as five digits.
std::string five_digits(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value = value << 8U | (i < bytes.size() ? byte_of(bytes[i]) : 0U);
  }
  std::string digits(5, '0');
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
    *digit = kDigits[value % kDigits.size()];
    value /= static_cast<std::uint32_t>(kDigits.size());
  }
  return digits;
}

char length_letter(std::size_t length) {
  return static_cast<char>(length <= 26 ? 'A' + length - 1 : 'a' + length - 27);
}

std::string literal(std::string_view bytes) {
  std::string text = fmt::format("literal {}\n", bytes.size());
  const std::string stream = zlib_stream(bytes);
  for (std::string_view rest = stream; !rest.empty();) {
    std::string_view line = rest.substr(0, kLine);
    rest.remove_prefix(line.size());
    text += length_letter(line.size());
    for (; !line.empty(); line.remove_prefix(std::min<std::size_t>(line.size(), 4))) {
      text += five_digits(line.substr(0, 4));
    }
    text += '\n';
  }
  return text + '\n';
}

}  // namespace

std::string binary_hunks(const FileDiff& diff) {
  return fmt::format("index {}\nGIT binary patch\n{}{}", diff.binary_ids, literal(diff.after),
                     literal(diff.before));
}

}  // namespace patcher
