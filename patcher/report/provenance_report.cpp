// SPDX-License-Identifier: MIT
#include "patcher/report/provenance_report.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "patcher/core/version.hpp"
#include "patcher/manifest/digest.hpp"
#include "patcher/report/escape.hpp"

namespace patcher {
namespace {

/// Its keys are sorted.
using Json = nlohmann::json;

constexpr std::string_view kBuildType = "urn:patcher:apply:1";
constexpr std::string_view kBuilder = "urn:patcher:0";
constexpr std::string_view kSha256 = "sha256:";

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

Json base_of(const StatementSubject& subject) {
  const std::size_t at = subject.base.find('@');
  const std::string digest = subject.base.substr(at + 1 + kSha256.size());
  return {{"name", "base"},
          {"uri", valid_utf8("oci:" + subject.base.substr(0, at))},
          {"digest", {{"sha256", digest}}}};
}

Json source_of(const TreeSpec& tree) {
  return {{"name", valid_utf8("tree/" + tree.name)},
          {"uri", valid_utf8("git+" + tree.upstream)},
          {"digest", {{"gitCommit", tree.commit}}}};
}

Json file_of_set(const std::string& name, const std::string& sha256) {
  return {{"name", valid_utf8(name)}, {"digest", {{"sha256", sha256}}}};
}

Json materials_of(const StatementSubject& subject, const Manifest& manifest, const Lock& lock) {
  Json all = Json::array({base_of(subject)});
  for (const TreeSpec& tree : manifest.trees) {
    if (manifest.edits(tree.name) && !tree.commit.empty()) all.push_back(source_of(tree));
  }
  all.push_back(file_of_set("manifest", manifest.sha256));
  all.push_back(file_of_set("lock", sha256_of(text_of(lock))));
  for (const Patch& patch : manifest.patches) {
    all.push_back(file_of_set("patch/" + patch.id, patch.sha256));
    for (const PayloadFile& payload : patch.payloads) {
      all.push_back(
          file_of_set(fmt::format("payload/{}/{}", patch.id, payload.file), payload.sha256));
    }
  }
  return all;
}

/// What stands at a path after the set, with what stood there before.
Json product_of(const std::string& tree, const std::string& path, const LockedFile& file) {
  const GitEntry& after = file.chain.back().after;
  Json patches = Json::array();
  for (const LockedFile::Step& step : file.chain) patches.push_back(step.patch);
  Json product{{"name", valid_utf8(fmt::format("{}/{}", tree, path))},
               {"annotations",
                {{"before", spelled(file.base)},
                 {"after", spelled(after)},
                 {"patches", std::move(patches)}}}};
  // What is gone has no digest, and a descriptor must have something.
  const std::string text = spelled(after);
  const std::size_t blank = text.find(' ');
  if (blank == std::string::npos) {
    product["uri"] = "urn:patcher:" + text;
  } else {
    product["digest"] = {{"gitBlob", text.substr(blank + 1)}};
  }
  return product;
}

Json products_of(const Lock& lock) {
  Json all = Json::array();
  for (const LockedTree& tree : lock.trees) {
    for (const auto& [path, file] : tree.files) {
      if (!file.chain.empty()) all.push_back(product_of(tree.name, path.str(), file));
    }
  }
  return all;
}

}  // namespace

std::string render_provenance(const StatementSubject& subject, const Manifest& manifest,
                              const Lock& lock) {
  Json parameters{{"manifest", valid_utf8(manifest.name)},
                  {"manifestFile", valid_utf8(file_name(manifest.file))}};
  if (!subject.platform.empty()) parameters["platform"] = valid_utf8(subject.platform);
  const Json statement{{"_type", "https://in-toto.io/Statement/v1"},
                       {"subject", Json::array({{{"name", valid_utf8(subject.name)},
                                                 {"digest", {{"sha256", subject.digest}}}}})},
                       {"predicateType", "https://slsa.dev/provenance/v1"},
                       {"predicate",
                        {{"buildDefinition",
                          {{"buildType", kBuildType},
                           {"externalParameters", std::move(parameters)},
                           {"internalParameters", Json::object()},
                           {"resolvedDependencies", materials_of(subject, manifest, lock)}}},
                         {"runDetails",
                          {{"builder", {{"id", kBuilder}, {"version", {{"patcher", kVersion}}}}},
                           {"byproducts", products_of(lock)}}}}}};
  constexpr int kIndent = 2;
  return statement.dump(kIndent) + "\n";
}

}  // namespace patcher
