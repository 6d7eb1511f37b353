// SPDX-License-Identifier: MIT
#include "patcher/tree/editable_projects.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "patcher/tree/small_text.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostRecord = 65536;  // bytes

/// The bytes of a URL's path with `%XX` replaced; nothing for a `%` without two hex digits, or NUL.
std::optional<std::string> unescaped(std::string_view path) {
  std::string bytes;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '%') {
      bytes += path[i];
      continue;
    }
    const std::string_view hex = path.substr(i + 1, 2);
    unsigned value = 0;
    const auto read = std::from_chars(hex.data(), hex.data() + hex.size(), value, 16);
    if (hex.size() != 2 || read.ptr != hex.data() + hex.size() || value == 0) return std::nullopt;
    bytes += static_cast<char>(value);
    i += 2;
  }
  return bytes;
}

/// The absolute path of a `file:` URL on this host.
std::optional<std::string> path_of_url(std::string_view url) {
  for (const std::string_view scheme : {"file://localhost/", "file:///"}) {
    if (url.starts_with(scheme)) return unescaped(url.substr(scheme.size() - 1));
  }
  return std::nullopt;
}

class Reader {
 public:
  explicit Reader(std::string site) : site_(std::move(site)) {}

  void read_egg_link(const std::string& name) {
    const std::string record = site_ + "/" + name;
    const auto text = text_of(record);
    if (!text) return;
    std::string line = text->substr(0, text->find('\n'));
    line.resize(line.find_last_not_of(" \t\r") + 1);
    if (line.empty()) {
      result_.unread.push_back(fmt::format("\"{}\" names no folder", record));
    } else {
      result_.found.push_back(
          {(std::filesystem::path(site_) / line).lexically_normal().string(), record});
    }
  }

  void read_direct_url(const std::string& name) {
    const std::string record = site_ + "/" + name + "/direct_url.json";
    const auto text = text_of(record);
    if (!text) return;
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    if (!json.is_object()) {
      result_.unread.push_back(fmt::format("\"{}\" is no JSON object", record));
      return;
    }
    const auto about = json.find("dir_info");
    const bool is_folder = about != json.end() && about->is_object();
    const auto editable = is_folder ? about->find("editable") : json.end();
    const bool is_editable = is_folder && editable != about->end() && *editable == true;
    if (!is_editable) return;
    const auto url = json.find("url");
    const bool has_url = url != json.end() && url->is_string();
    auto path = has_url ? path_of_url(url->get<std::string>()) : std::nullopt;
    if (!path) {
      result_.unread.push_back(fmt::format("\"{}\" has no URL of a folder here", record));
      return;
    }
    result_.found.push_back({*std::move(path), record});
  }

  EditableProjects finished() && { return std::move(result_); }

 private:
  /// The text of a record that is there and can be read.
  std::optional<std::string> text_of(const std::string& record) {
    auto text = small_text(record, kMostRecord);
    if (text) return *std::move(text);
    result_.unread.push_back(reason_of(text));
    return std::nullopt;
  }

  std::string site_;
  EditableProjects result_;
};

}  // namespace

EditableProjects editable_projects_in(const std::string& site,
                                      const std::vector<std::string>& names) {
  Reader reader(site);
  for (const std::string& name : names) {
    if (name.ends_with(".egg-link")) reader.read_egg_link(name);
    if (name.ends_with(".dist-info")) reader.read_direct_url(name);
  }
  return std::move(reader).finished();
}

}  // namespace patcher
