// SPDX-License-Identifier: MIT
#include "patcher/plan/table_family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "patcher/core/glob.hpp"
#include "patcher/core/utf8.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostFaults = 10;

/// A text as its reader finds it.
struct ReadText {
  std::variant<CsvTable, CsvFault> read;
  bool is_utf8 = true;
};

/// Reads each version of a file once.
const ReadText& read_text(const SourceText& source) {
  return source.derived<ReadText>(
      "table", [&] { return ReadText{CsvTable::read(source.bytes()), is_utf8(source.bytes())}; });
}

/// Collects the tables of one family.
class FamilyReader {
 public:
  FamilyReader(const View& view, SourceCache& cache) : view_(view), cache_(cache) {}

  Family run(const std::vector<std::string>& members) {
    for (const std::string& member : members) {
      is_glob(member) ? read_caught(member) : read_named(member);
    }
    return std::move(family_);
  }

 private:
  void read_named(const std::string& member) {
    const auto path = TreePath::parse(member);
    if (path) read(*path);
  }

  void read_caught(const std::string& glob) {
    const auto caught = view_.match(glob);
    if (!caught) {
      append(family_.errors, caught.error().diagnostics());
      return;
    }
    for (const Match& match : *caught) {
      if (!is_read_as(glob, match.path)) continue;
      if (match.leads_to) {
        fault(match.path, "it is a link, which is not followed here, and the reader follows it");
      } else {
        read(match.path);
      }
    }
  }

  void read(const TreePath& path) {
    if (!seen_.insert(path).second) return;
    const Result<Entry> entry = view_.look(path);
    if (!entry) {
      append(family_.errors, entry.error().diagnostics());
      return;
    }
    if (entry->kind == EntryKind::absent || entry->kind == EntryKind::in_file) return;
    if (!entry->is_file()) {
      fault(path, "it is no regular file");
      return;
    }
    take(path, cache_.of(entry->bytes, Language::none));
  }

  void take(const TreePath& path, std::shared_ptr<const SourceText> source) {
    const ReadText& text = read_text(*source);
    if (const auto* found = std::get_if<CsvFault>(&text.read)) {
      fault(path, found->kind == CsvFault::Kind::empty ? "it is empty, without a header"
                                                       : "a quoted cell does not end");
      return;
    }
    const auto& table = std::get<CsvTable>(text.read);
    if (!text.is_utf8) fault(path, "it is not UTF-8");
    if (const auto name = table.repeated_column()) {
      fault(path, fmt::format("its header has the column '{}' twice", *name));
    }
    judge_rows(path, table);
    family_.tables.push_back({path, std::move(source), &table});
  }

  void judge_rows(const TreePath& path, const CsvTable& table) {
    for (const RaggedRow& ragged : table.ragged()) {
      const bool is_short = ragged.cells < table.header().size();
      if (is_short || family_.faults.size() >= kMostFaults) continue;
      fault(path, fmt::format("a row has {} cells, the header has {}", ragged.cells,
                              table.header().size()));
      family_.faults.back().notes.push_back(
          table_note(path.str(), table.text(), table.rows()[ragged.row], "it stands here"));
    }
  }

  void fault(const TreePath& path, std::string why) {
    family_.faults.push_back({path, std::move(why)});
  }

  const View& view_;
  SourceCache& cache_;
  std::set<TreePath> seen_;
  Family family_;
};

Diagnostic unfit_key(const EditContext& context, std::string message, std::string hint) {
  Diagnostic diagnostic = about(context.patch, context.index, Code::key_unfit, std::move(message));
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

Diagnostic no_header(const EditContext& context, const TreePath& path) {
  return unfit_key(
      context, fmt::format("the key's header is not there: '{}' is no file with one", path.str()),
      "see whether upstream moved it; without it the reader looks for no duplicates, and "
      "a key has to be named by 'columns'");
}

bool some_has(const std::vector<const CsvTable*>& tables, const std::string& column) {
  return std::any_of(tables.begin(), tables.end(),
                     [&](const CsvTable* table) { return table->column(column).has_value(); });
}

}  // namespace

std::optional<std::size_t> Family::index_of(const TreePath& path) const {
  const auto found = std::ranges::find(tables, path, &FamilyTable::path);
  if (found == tables.end()) return std::nullopt;
  return static_cast<std::size_t>(found - tables.begin());
}

Family read_family(const std::vector<std::string>& members, const View& view, SourceCache& cache) {
  return FamilyReader(view, cache).run(members);
}

Result<std::optional<std::vector<std::string>>> header_of(const TreePath& path, const View& view,
                                                          SourceCache& cache) {
  using Header = std::optional<std::vector<std::string>>;
  const Result<Entry> entry = view.look(path);
  if (!entry) return entry.error();
  if (!entry->is_file()) return Header();
  const auto source = cache.of(entry->bytes, Language::none);
  const auto* table = std::get_if<CsvTable>(&read_text(*source).read);
  return table == nullptr ? Header() : Header(table->header());
}

Result<std::vector<std::string>> key_columns(const EditContext& context, const TableChange& change,
                                             const std::vector<const CsvTable*>& all) {
  std::vector<std::string> columns;
  if (change.key.header_of) {
    auto header = header_of(*change.key.header_of, context.view, context.cache);
    if (!header) return std::move(header).error();
    if (!*header) return no_header(context, *change.key.header_of);
    columns = **std::move(header);
    std::erase_if(columns, [&](const std::string& name) { return !some_has(all, name); });
  }
  for (const std::string& name : change.key.columns) {
    if (!some_has(all, name)) {
      return unfit_key(context,
                       fmt::format("no table of the family has the key's column '{}'", name),
                       "correct the name, or leave it out of the key");
    }
    if (std::ranges::find(columns, name) == columns.end()) columns.push_back(name);
  }
  if (!columns.empty()) return columns;
  return unfit_key(context, "no table of the family has any column of the key",
                   "see whether 'header_of' is the right file, or name the key by 'columns'");
}

std::shared_ptr<const KeyScan> scan_of(const FamilyTable& table,
                                       const std::vector<std::string>& columns) {
  std::string key = "table keys";
  for (const std::string& column : columns) key += '\n' + column;
  const auto& scan =
      table.source->derived<KeyScan>(key, [&] { return scan_keys(*table.table, columns); });
  return {table.source, &scan};
}

Note table_note(const std::string& file, std::string_view text, ByteRange record,
                std::string message) {
  const std::string_view before = text.substr(0, record.begin);
  const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n') + 1);
  const std::string_view row = text.substr(record.begin, record.size());
  const std::string_view first = row.substr(0, row.find_first_of("\r\n"));
  return {std::move(message), {file, line, 1}, {}, {{line, std::string(first), {}}}};
}

Diagnostic broken_table(const EditContext& context, const TreePath& path, std::string message) {
  Diagnostic diagnostic =
      about(context.patch, context.index, Code::table_broken, std::move(message));
  diagnostic.target.file = path.str();
  diagnostic.hint = "it was so before this patch: mend the base, or wait for upstream to do so";
  return diagnostic;
}

Diagnostics broken_tables(const EditContext& context, const Family& family) {
  Diagnostics all = family.errors;
  for (const TableFault& fault : family.faults) {
    all.push_back(
        broken_table(context, fault.path,
                     fmt::format("the base's own table '{}' cannot be read by its reader: {}",
                                 fault.path.str(), fault.why)));
    all.back().notes = fault.notes;
  }
  return all;
}

}  // namespace patcher
