// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace patcher {

/// `text`, one line of UTF-8, as the value of a mail header that is called `name`: folded, and in
/// encoded words where it is not plain ASCII. Source: RFC 5322, 2.2.3; RFC 2047.
[[nodiscard]] std::string header_line(std::string_view name, std::string_view text);

/// `text` as a mail's body that comes through with every byte: quoted-printable.
/// Source: RFC 2045, 6.7.
[[nodiscard]] std::string quoted_printable(std::string_view text);

/// `text` as lines of a commit message. A line that 'git am' would take for the end of the message,
/// for a header or for the beginning of a mail gets a blank before it.
/// Source: git-mailinfo(1), git-mailsplit(1).
[[nodiscard]] std::string message_lines(std::string_view text);

}  // namespace patcher
