// SPDX-License-Identifier: MIT
#include "patcher/import/diff_message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "patcher/core/line_diff.hpp"
#include "patcher/core/utf8.hpp"
#include "patcher/import/mail.hpp"
#include "patcher/manifest/digest.hpp"

namespace patcher {
namespace {

std::string as_utf8(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto letter = utf8_at(bytes, at);
    const std::size_t size = letter ? letter->size : 1;
    text += letter ? std::string(bytes.substr(at, size)) : "\xEF\xBF\xBD";
    at += size;
  }
  return text;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// `text` as one line that a terminal and a comment bear.
std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char letter) { return letter < 0x20 || letter == 0x7f; }, ' ');
  return std::string(trimmed(text));
}

/// `subject` without the brackets that mail programs put before it.
std::string_view without_brackets(std::string_view subject) {
  subject = trimmed(subject);
  while (subject.starts_with('[') && subject.find(']') != std::string_view::npos) {
    subject = trimmed(subject.substr(subject.find(']') + 1));
  }
  return subject;
}

bool begins_diff(std::string_view line) {
  return line.starts_with("diff --git ") || line.starts_with("--- ") || line.starts_with("diff -");
}

/// A mail being read: its headers, then its body.
struct Mail {
  std::string subject;
  std::string from;
  std::string body;
};

/// Who a mail is from, without the address.
std::string name_of_sender(std::string_view from) {
  const std::string_view name = trimmed(from.substr(0, from.find('<')));
  return one_line(as_utf8(decoded_header(name.empty() ? from : name)));
}

bool signs(std::string_view line) {
  const std::size_t colon = line.find(": ");
  return line.starts_with("Change-Id: ") ||
         (colon != std::string_view::npos && line.substr(0, colon).ends_with("-by") &&
          line.find(' ') > colon);
}

/// `body` without the lines at its end that only sign it.
std::string_view unsigned_part(std::string_view body) {
  for (body = trimmed(body);;) {
    const std::size_t last = body.rfind('\n') + 1;  // 0 where there is one line
    if (!signs(body.substr(last))) return body;
    body = trimmed(body.substr(0, last));
  }
}

Mail mail_above_diff(std::string_view bytes) {
  Mail mail;
  bool in_headers = true;
  bool in_subject = false;
  for (const std::string_view whole : lines_of(bytes)) {
    const std::string_view line = whole.substr(0, whole.find_last_not_of("\r\n") + 1);
    if (begins_diff(line) || line == "---") break;
    if (!in_headers) {
      mail.body += std::string(line) + '\n';
    } else if (line.starts_with("Subject:")) {
      mail.subject = trimmed(line.substr(8));
      in_subject = true;
    } else if (line.starts_with("From:")) {
      mail.from = trimmed(line.substr(5));
      in_subject = false;
    } else if (in_subject && line.starts_with(' ')) {
      mail.subject += fmt::format(" {}", trimmed(line));
    } else {
      in_subject = false;
      in_headers = !line.empty() || mail.subject.empty();
    }
  }
  return mail;
}

std::vector<std::string> links_in(std::string_view text) {
  std::vector<std::string> links;
  for (std::size_t at = text.find("https://"); at != std::string_view::npos;
       at = text.find("https://", at + 1)) {
    const std::size_t end = text.find_first_of(" \t\r\n<>()[]\"'`", at);
    std::string_view link = text.substr(at, end == std::string_view::npos ? end : end - at);
    while (link.ends_with('.') || link.ends_with(',')) link.remove_suffix(1);
    if (link.size() > 8) links.emplace_back(link);
  }
  return links;
}

}  // namespace

ChangeMessage message_titled(const std::string& title) {
  return {title,
          fmt::format("{}. Taken over as it is: say here what the defect is, how it shows, and why "
                      "this cures it.",
                      title),
          {},
          "the base has this change",
          {}};
}

ChangeMessage message_of_diff(std::string_view bytes, const std::string& name) {
  const std::string decoded = decoded_mail(bytes);
  const Mail mail = mail_above_diff(decoded);
  const std::string title = one_line(as_utf8(without_brackets(decoded_header(mail.subject))));
  ChangeMessage message =
      message_titled(title.empty() ? fmt::format("the change of {}", name) : title);
  const std::string body = as_utf8(unsigned_part(mail.body));
  if (!title.empty() && !body.empty()) message.why = body;
  message.links = links_in(body);
  message.origin = {
      fmt::format("Imported from {}, SHA-256 {}.", one_line(as_utf8(name)), sha256_of(bytes))};
  const std::string sender = name_of_sender(mail.from);
  if (!sender.empty()) message.origin.push_back(fmt::format("By {}.", sender));
  return message;
}

ChangeMessage message_of_commit(const CommitChange& commit) {
  const std::string text = as_utf8(trimmed(commit.message));
  const std::size_t end = text.find("\n\n");
  const std::string title = one_line(text.substr(0, end));
  ChangeMessage message = message_titled(
      title.empty() ? fmt::format("the change of commit {}", commit.id.substr(0, 12)) : title);
  const std::string rest = end == std::string::npos ? std::string() : text.substr(end);
  const std::string body(unsigned_part(rest));
  if (!body.empty()) message.why = body;
  message.links = links_in(body);
  message.drop_when = fmt::format("the base has commit {}", commit.id);
  message.origin = {fmt::format("Imported from commit {},", commit.id),
                    fmt::format("by {}, {}.", one_line(as_utf8(commit.author)), commit.day)};
  return message;
}

}  // namespace patcher
