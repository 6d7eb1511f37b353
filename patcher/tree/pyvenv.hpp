// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace patcher {

/// What a `pyvenv.cfg` says of its virtual environment.
///
/// Source: PEP 405, `venv` in site.py; the keys for the version are written by venv (`version`),
/// virtualenv and uv (`version_info`).
struct Pyvenv {
  /// Which packages the environment sees.
  enum class Sees { own, base_too };

  std::string home;                    ///< Folder of the base's interpreter; may be empty.
  std::optional<std::string> version;  ///< `3.11`.
  Sees sees = Sees::base_too;          ///< Where nothing is said, site.py takes the base's too.
};

/// Reads the text of a `pyvenv.cfg`. A line without `=` says nothing; a later key counts.
[[nodiscard]] Pyvenv parse_pyvenv(std::string_view text);

/// Says whether `text` is the version of an installation's folders: `3.11`, or `3.13t` for a
/// free-threaded one.
[[nodiscard]] bool is_python_version(std::string_view text);

}  // namespace patcher
