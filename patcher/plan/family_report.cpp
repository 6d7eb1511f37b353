// SPDX-License-Identifier: MIT
#include "patcher/plan/family_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "patcher/plan/table_family.hpp"

namespace patcher {
namespace {

constexpr std::string_view kReader = "aiter/jit/core.py";
constexpr std::string_view kFolder = "aiter/configs/";
constexpr std::size_t kMostPairs = 10;

/// The last text in double quotes before the call whose arguments begin at `from` ends.
std::string last_text(std::string_view source, std::size_t from) {
  std::string text;
  std::size_t at = from;
  while (at < source.size() && source[at] != ')') {
    if (source[at] != '"') {
      ++at;
      continue;
    }
    const std::size_t end = source.find('"', at + 1);
    if (end == std::string_view::npos) return {};
    text = source.substr(at + 1, end - at - 1);
    at = end + 1;
  }
  return text;
}

/// What the reader merges under `name`.
std::vector<std::string> members_of(const std::string& name) {
  return {fmt::format("{}{}.csv", kFolder, name),
          fmt::format("{}model_configs/*{}*.csv", kFolder, name)};
}

/// The file whose header has the key of the family `name`.
std::optional<TreePath> key_file_of(const std::string& name) {
  const std::size_t at = name.rfind("tuned");
  if (at == std::string::npos) return std::nullopt;
  return TreePath::parse(fmt::format("{}{}un{}.csv", kFolder, name.substr(0, at), name.substr(at)));
}

/// Judges the tables of one tree.
class FamilyJudge {
 public:
  explicit FamilyJudge(const Tree& tree) : view_(tree) {}

  Result<FamilyReport> run() {
    const auto path = TreePath::parse(kReader);
    const Result<Entry> reader = view_.look(*path);
    if (!reader) return reader.error();
    if (!reader->is_file()) return no_reader("it is not there");
    const std::vector<std::string> names = families_named_in(*reader->bytes);
    if (names.empty()) return no_reader("it names no family");
    for (const std::string& name : names) judge(name);
    return std::move(report_);
  }

 private:
  static Diagnostic no_reader(std::string_view why) {
    Diagnostic diagnostic;
    diagnostic.code = Code::file_missing;
    diagnostic.message =
        fmt::format("the families of tables are those that '{}' reads, and {}", kReader, why);
    diagnostic.target.file = kReader;
    diagnostic.hint = "name the root of an aiter tree";
    return diagnostic;
  }

  void judge(const std::string& name) {
    const Family family = read_family(members_of(name), view_, cache_);
    append(report_.found, family.errors);
    for (const TableFault& fault : family.faults) add_fault(fault);
    FamilyOutcome outcome;
    outcome.name = name;
    std::set<std::vector<std::string>> headers;
    for (const FamilyTable& table : family.tables) {
      ++outcome.tables;
      outcome.rows += table.table->rows().size();
      outcome.bytes += table.table->text().size();
      headers.insert(table.table->header());
      const std::size_t width = table.table->header().size();
      outcome.ragged += static_cast<std::size_t>(std::ranges::count_if(
          table.table->ragged(), [&](const RaggedRow& row) { return row.cells < width; }));
    }
    outcome.headers = headers.size();
    outcome.key = key_of(name, family);
    if (!outcome.key.empty()) count_duplicates(family, outcome);
    report_.families.push_back(std::move(outcome));
  }

  /// Source: aiter, jit/core.py, AITER_CONFIG.update_config_files.
  std::vector<std::string> key_of(const std::string& name, const Family& family) {
    const auto path = key_file_of(name);
    if (!path) return {};
    auto header = header_of(*path, view_, cache_);
    if (!header) {
      append(report_.found, std::move(header).error().diagnostics());
      return {};
    }
    if (!*header) return {};
    std::vector<std::string> key = **std::move(header);
    for (const char* more : {"cu_num", "gfx", "_tag"}) {
      if (std::ranges::find(key, more) == key.end()) key.emplace_back(more);
    }
    std::erase_if(key, [&](const std::string& column) {
      return std::ranges::none_of(family.tables, [&](const FamilyTable& table) {
        return table.table->column(column).has_value();
      });
    });
    return key;
  }

  void count_duplicates(const Family& family, FamilyOutcome& outcome) {
    std::vector<KeyedText> texts;
    for (std::size_t i = 0; i < family.tables.size(); ++i) {
      texts.push_back({family.tables[i].table, scan_of(family.tables[i], outcome.key), i});
    }
    const KeyIndex index(std::move(texts), family.tables.size(), outcome.key);
    std::size_t told = 0;
    for (const auto& [first, rows] : index.duplicates()) {
      const bool is_inside = rows.front().text == rows.back().text;
      ++(is_inside ? outcome.inside : outcome.across);
      if (told++ < kMostPairs) add_pair(family, rows);
    }
  }

  static Note note_of(const Family& family, const RowRef& row, std::string message) {
    const FamilyTable& table = family.tables[row.text];
    return table_note(table.path.str(), table.table->text(), table.table->rows()[row.row],
                      std::move(message));
  }

  void add_pair(const Family& family, const std::vector<RowRef>& rows) {
    Diagnostic diagnostic;
    diagnostic.code = Code::table_broken;
    const std::string first = family.tables[rows.front().text].path.str();
    const std::string last = family.tables[rows.back().text].path.str();
    diagnostic.message = first == last
                             ? fmt::format("'{}' has {} rows of one key", first, rows.size())
                             : fmt::format("'{}' and '{}' have rows of one key", first, last);
    diagnostic.notes = {note_of(family, rows.front(), "the first row"),
                        note_of(family, rows.back(), "the last row")};
    diagnostic.target = diagnostic.notes.front().where;
    diagnostic.hint = "the first process that opens the family fails, and rewrites its tables";
    if (family.tables.size() == 1) {
      diagnostic.severity = Severity::warning;
      diagnostic.hint = "the reader does not look for it while the family has one table";
    }
    report_.found.push_back(std::move(diagnostic));
  }

  void add_fault(const TableFault& fault) {
    Diagnostic diagnostic;
    diagnostic.code = Code::table_broken;
    diagnostic.message =
        fmt::format("'{}' cannot be read by its reader: {}", fault.path.str(), fault.why);
    diagnostic.target.file = fault.path.str();
    diagnostic.notes = fault.notes;
    report_.found.push_back(std::move(diagnostic));
  }

  View view_;
  SourceCache cache_;
  FamilyReport report_;
};

}  // namespace

std::vector<std::string> families_named_in(std::string_view source) {
  constexpr std::string_view kCall = "get_config_file(";
  std::set<std::string> names;
  for (std::size_t at = source.find(kCall); at != std::string_view::npos;
       at = source.find(kCall, at + 1)) {
    std::string name = last_text(source, at + kCall.size());
    if (!name.empty()) names.insert(std::move(name));
  }
  return {names.begin(), names.end()};
}

Result<FamilyReport> report_families(const Tree& tree) { return FamilyJudge(tree).run(); }

}  // namespace patcher
