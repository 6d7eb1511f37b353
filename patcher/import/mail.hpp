// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace patcher {

/// The mails of a mailbox, each from its `From ` line on; one that has no such line is one mail.
/// Source: git-mailsplit(1).
[[nodiscard]] std::vector<std::string> mails_in(std::string_view bytes);

/// `mail` with its body as it was before quoted-printable or base64 made it fit for old mail
/// programs; any other text as it is. Source: RFC 2045, 6.7 and 6.8.
[[nodiscard]] std::string decoded_mail(std::string_view mail);

/// A header's value with its encoded words made plain, where they are UTF-8 or Latin-1.
/// Source: RFC 2047.
[[nodiscard]] std::string decoded_header(std::string_view value);

/// Whether `mail` only tells of the mails after it: its subject's bracket counts it as the 0th.
[[nodiscard]] bool is_cover_letter(std::string_view mail);

}  // namespace patcher
