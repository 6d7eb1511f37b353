// SPDX-License-Identifier: MIT
#include "patcher/plan/family_report.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/memory_tree.hpp"

namespace patcher {
namespace {

const std::string kReader =
    "class C:\n"
    "    @property\n"
    "    def A(self):\n"
    "        return self.get_config_file(\n            \"ENV_A\", DEFAULT_A, \"a_tuned_gemm\"\n    "
    "    )\n"
    "    def B(self):\n        return self.get_config_file(\"ENV_B\", DEFAULT_B, \"b_tuned\")\n"
    "    def get_config_file(self, env, default, stem):\n        pass\n";
const std::string kHeader = "gfx,cu_num,M,us\n";

MemoryTree tree_of(const std::string& table, const std::string& other) {
  return MemoryTree{{"aiter/jit/core.py", kReader},
                    {"aiter/configs/a_untuned_gemm.csv", "M,N\n"},
                    {"aiter/configs/a_tuned_gemm.csv", table},
                    {"aiter/configs/model_configs/x_a_tuned_gemm.csv", other},
                    {"aiter/configs/model_configs/x_a_untuned_gemm.csv", "M\n1\n"},
                    {"aiter/configs/b_tuned.csv", kHeader + "g,1,1,1\ng,1,1,1\n"}};
}

FamilyReport report_on(const MemoryTree& tree) { return *report_families(tree); }

TEST(FamilyReport, TakesTheFamiliesFromTheReader) {
  EXPECT_EQ(families_named_in(kReader), (std::vector<std::string>{"a_tuned_gemm", "b_tuned"}));
  EXPECT_TRUE(families_named_in("def f(): pass\n").empty());
}

TEST(FamilyReport, CountsWhatAFamilyHas) {
  const FamilyReport report =
      report_on(tree_of(kHeader + "g,1,1,1\ng,1,2\n", "gfx,cu_num,M,us,more\ng,1,3,1,1\n"));

  ASSERT_EQ(report.families.size(), 2U);
  const FamilyOutcome& family = report.families.front();
  EXPECT_EQ(family.name, "a_tuned_gemm");
  EXPECT_EQ(family.tables, 2U);
  EXPECT_EQ(family.rows, 3U);
  EXPECT_EQ(family.headers, 2U);
  EXPECT_EQ(family.ragged, 1U);
  EXPECT_EQ(family.key, (std::vector<std::string>{"M", "cu_num", "gfx"}));
  EXPECT_EQ(family.inside + family.across, 0U);
  EXPECT_TRUE(report.found.empty());
}

TEST(FamilyReport, LooksForNoDuplicatesWithoutAKey) {
  EXPECT_TRUE(report_on(tree_of(kHeader, kHeader)).families.back().key.empty());
  EXPECT_EQ(report_on(tree_of(kHeader, kHeader)).families.back().inside, 0U);
}

TEST(FamilyReport, NamesKeysThatStandTwice) {
  const FamilyReport report =
      report_on(tree_of(kHeader + "g,1,1,1\ng,1,1.0,2\n", kHeader + "g,1,5,1\ng,1,1,1\n"));

  EXPECT_EQ(report.families.front().across, 1U);
  ASSERT_EQ(report.found.size(), 1U);
  EXPECT_EQ(report.found.front().code, Code::table_broken);
  EXPECT_EQ(report.found.front().severity, Severity::error);
  EXPECT_EQ(report.found.front().notes[1].where.line, 3U);
}

TEST(FamilyReport, WarnsOfALoneTable) {
  MemoryTree tree = tree_of(kHeader + "g,1,1,1\ng,1,1,2\n", "");
  tree.remove("aiter/configs/model_configs/x_a_tuned_gemm.csv");
  const FamilyReport report = report_on(tree);

  EXPECT_EQ(report.families.front().inside, 1U);
  ASSERT_EQ(report.found.size(), 1U);
  EXPECT_EQ(report.found.front().severity, Severity::warning);
}

TEST(FamilyReport, NamesTablesThatCannotBeRead) {
  const FamilyReport report = report_on(tree_of(kHeader, kHeader + "g,1,1,1,1\n"));

  ASSERT_EQ(report.found.size(), 1U);
  EXPECT_EQ(report.found.front().code, Code::table_broken);
  EXPECT_EQ(report.found.front().notes.front().where.line, 2U);
}

TEST(FamilyReport, RefusesATreeWithoutTheReader) {
  EXPECT_EQ(report_families(MemoryTree{}).error().diagnostics().front().code, Code::file_missing);
  EXPECT_EQ(
      report_families(MemoryTree{{"aiter/jit/core.py", ""}}).error().diagnostics().front().code,
      Code::file_missing);
}

}  // namespace
}  // namespace patcher
