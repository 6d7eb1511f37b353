// SPDX-License-Identifier: MIT
#include "patcher/report/drift_json.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "patcher/report/escape.hpp"

namespace patcher {
namespace {

using Json = nlohmann::ordered_json;

Json id_of(const std::optional<CommitLine>& commit) {
  return commit ? Json(commit->id) : Json(nullptr);
}

Json json_of(const CommitLine& commit) {
  return {{"commit", commit.id},
          {"date", commit.date},
          {"subject", valid_utf8(commit.subject)},
          {"merge", commit.is_merge}};
}

Json json_of(const DriftChange& change) {
  Json json{{"state", name_of(change.state)}};
  json.update(json_of(change.commit));
  return json;
}

void add_course(const Course& course, Json& json) {
  json["history"] = Json::array();
  for (const DriftChange& change : course.changes) json["history"].push_back(json_of(change));
  json["broken_by"] = id_of(course.broken_by);
  json["upstreamed_by"] = id_of(course.upstreamed_by);
}

Json json_of(const DriftLines& shown) {
  Json json{{"file", valid_utf8(shown.file)}, {"lines", Json::array()}};
  for (const ExcerptLine& line : shown.lines) {
    json["lines"].push_back({{"line", line.number}, {"text", valid_utf8(line.text)}});
  }
  json["left_out"] = shown.left_out;
  return json;
}

Json json_of(const std::optional<UpstreamShare>& share) {
  if (!share) return nullptr;
  return {{"added", share->added},
          {"there", share->there},
          {"removed", share->removed},
          {"gone", share->gone},
          {"whole", share->is_whole}};
}

Json json_of(const MovedFile& moved) {
  return {{"from", valid_utf8(moved.from)},
          {"to", valid_utf8(moved.to)},
          {"likeness", moved.likeness},
          {"commit", moved.commit.id}};
}

void add_patch(const PatchDrift& drift, Json& json) {
  add_course(drift.course, json);
  json["why"] = valid_utf8(drift.why);
  json["share"] = json_of(drift.share);
  json["moved"] = Json::array();
  for (const MovedFile& moved : drift.moved) json["moved"].push_back(json_of(moved));
  for (std::size_t i = 0; i < drift.edits.size(); ++i) {
    const EditDrift& edit = drift.edits[i];
    add_course(edit.course, json["edits"][i]);
    json["edits"][i]["before"] = json_of(edit.before);
    json["edits"][i]["after"] = json_of(edit.after);
  }
}

std::string_view name_of_start(History::Start start) {
  switch (start) {
    case History::Start::asked:
      return "asked";
    case History::Start::root:
      return "root";
    case History::Start::fork:
      return "fork";
    case History::Start::shallow:
      return "shallow";
  }
  return "";
}

Json json_of(const TreeDrift& tree) {
  return {{"tree", valid_utf8(tree.tree)}, {"first", json_of(tree.first)},
          {"last", json_of(tree.last)},    {"start", name_of_start(tree.start)},
          {"commits", tree.commits},       {"changes", tree.points - 1},
          {"versions", tree.versions}};
}

}  // namespace

void add_drift(const DriftFound& found, Json& json) {
  json["histories"] = Json::array();
  for (const TreeDrift& tree : found.histories) json["histories"].push_back(json_of(tree));
  for (std::size_t i = 0; i < found.patches.size(); ++i) {
    add_patch(found.patches[i], json["patches"][i]);
  }
}

}  // namespace patcher
