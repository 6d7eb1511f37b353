// SPDX-License-Identifier: MIT
#include "patcher/report/mail_report.hpp"

#include <fmt/format.h>

#include "patcher/report/mail_text.hpp"
#include "patcher/report/unified_diff.hpp"

namespace patcher {
namespace {

/// Where git begins a mail, whatever commit it is of.
constexpr std::string_view kBegin =
    "From 0000000000000000000000000000000000000000 "
    "Mon Sep 17 00:00:00 2001\n";

std::string marker_of(const PatchMail& mail) {
  if (mail.count == 1) return "[PATCH]";
  const std::size_t width = std::to_string(mail.count).size();
  return fmt::format("[PATCH {:0{}}/{}]", mail.number, width, mail.count);
}

/// `NAME <ADDRESS>`, of which only the name may need encoding.
std::string from_line(const std::string& author) {
  const std::size_t address = author.rfind('<');
  std::string line =
      header_line("From", author.substr(0, author.find_last_not_of(' ', address - 1) + 1));
  line.pop_back();
  return fmt::format("{} {}\n", line, author.substr(address));
}

std::string message_of(const Patch& patch) {
  std::string text = message_lines(patch.why);
  text.erase(text.find_last_not_of('\n') + 1);
  text += '\n';
  if (!patch.upstream.links.empty()) text += '\n';
  for (const std::string& link : patch.upstream.links) text += fmt::format("Link: {}\n", link);
  return text;
}

std::string body_of(const PatchMail& mail) {
  std::string body = message_of(*mail.patch) + "---\n\n";
  for (const FileDiff& file : mail.files) body += render_section(file);
  if (!mail.base.empty() && mail.number == 1) body += fmt::format("\nbase-commit: {}\n", mail.base);
  return body + "-- \npatcher\n\n";
}

}  // namespace

std::string render_mail(const PatchMail& mail) {
  const std::string body = body_of(mail);
  const bool must_be_quoted = body.find("\r\n") != std::string::npos;
  return fmt::format(
      "{}{}{}MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
      "Content-Transfer-Encoding: {}\n\n{}",
      kBegin, from_line(mail.author),
      header_line("Subject", fmt::format("{} {}", marker_of(mail), mail.patch->title)),
      must_be_quoted ? "quoted-printable" : "8bit", must_be_quoted ? quoted_printable(body) : body);
}

}  // namespace patcher
