// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/outcome.hpp"

namespace patcher {

/// A patch as a mail, one of several for one tree.
struct PatchMail {
  const Patch* patch = nullptr;
  std::size_t number = 1;       ///< 1-based, in the order in which they apply.
  std::size_t count = 1;        ///< Of all mails.
  std::string author;           ///< `NAME <ADDRESS>`.
  std::string base;             ///< The commit that the first one is made on; empty if unknown.
  std::vector<FileDiff> files;  ///< What the patch changes, on top of those before it.
};

/// `mail` as a file that 'git am' takes, with the patch's title, reason and links for a message.
///
/// Text is given as it is, and in quoted-printable where a line ends in `\r\n`, which mail programs
/// and 'git am' would change; what is no text as a binary patch.
[[nodiscard]] std::string render_mail(const PatchMail& mail);

}  // namespace patcher
