// SPDX-License-Identifier: MIT
#include "patcher/tree/editable_projects.hpp"

#include <gtest/gtest.h>

#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

EditableProjects projects_with(const std::string& name, const std::string& bytes) {
  const TemporaryFolder site;
  site.write(name, bytes);
  return editable_projects_in(site.path(), {name.substr(0, name.find('/'))});
}

std::string folder_of(const EditableProjects& projects) {
  if (projects.found.size() != 1 || !projects.unread.empty()) return "not one";
  return projects.found.front().folder;
}

constexpr const char* kUrlFile = "x-1.dist-info/direct_url.json";

TEST(EditableProjects, ReadsAnEggLink) {
  EXPECT_EQ(folder_of(projects_with("x.egg-link", "/app/x\n.")), "/app/x");
  EXPECT_EQ(folder_of(projects_with("x.egg-link", "/app/x \r\n../")), "/app/x");
}

TEST(EditableProjects, ReadsADirectUrl) {
  EXPECT_EQ(folder_of(projects_with(
                kUrlFile, R"({"dir_info": {"editable": true}, "url": "file:///app/A%20B"})")),
            "/app/A B");
  EXPECT_EQ(folder_of(projects_with(
                kUrlFile, R"({"url": "file://localhost/app/x", "dir_info": {"editable": true}})")),
            "/app/x");
}

class NoProject : public ::testing::TestWithParam<std::string> {};

TEST_P(NoProject, IsPassedOver) {
  const EditableProjects projects = projects_with(kUrlFile, GetParam());

  EXPECT_TRUE(projects.found.empty());
  EXPECT_TRUE(projects.unread.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, NoProject,
    ::testing::Values(R"({"url": "file:///app/x", "dir_info": {}})",
                      R"({"url": "file:///app/x", "dir_info": {"editable": false}})",
                      R"({"url": "file:///app/x", "dir_info": {"editable": "true"}})",
                      R"({"url": "https://example.org/x.git", "vcs_info": {"vcs": "git"}})", "{}"));

class BadRecord : public ::testing::TestWithParam<std::string> {};

TEST_P(BadRecord, IsNamed) {
  const EditableProjects projects = projects_with(kUrlFile, GetParam());

  EXPECT_TRUE(projects.found.empty());
  EXPECT_EQ(projects.unread.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadRecord,
    ::testing::Values("", "{", "[]", std::string(1000, '['), std::string(70'000, ' '),
                      R"({"dir_info": {"editable": true}})",
                      R"({"url": 3, "dir_info": {"editable": true}})",
                      R"({"url": "file://elsewhere/x", "dir_info": {"editable": true}})",
                      R"({"url": "file:///x%0", "dir_info": {"editable": true}})",
                      R"({"url": "file:///x%00", "dir_info": {"editable": true}})"));

TEST(EditableProjects, NamesAnEggLinkWithoutAFolder) {
  EXPECT_EQ(projects_with("x.egg-link", "\n").unread.size(), 1U);
}

}  // namespace
}  // namespace patcher
