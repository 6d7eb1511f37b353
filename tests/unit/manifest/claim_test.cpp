// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

Seen error_of(const std::string& more) { return seen(only(findings_of(patch_and(more)))); }

TEST(Claim, ReadsPresence) {
  const Patch patch =
      patch_from(patch_and("ensure: [{file: a.py, scope: f, present: \"x\\n\", count: 2}]\n"));
  const Claim& claim = patch.ensure.at(0);

  EXPECT_EQ(claim.file.str(), "a.py");
  EXPECT_EQ(claim.scope->path, "f");
  EXPECT_EQ(std::get<Claim::Present>(claim.what).text, "x\n");
  EXPECT_EQ(std::get<Claim::Present>(claim.what).count, 2U);
  EXPECT_EQ(claim.where, (Place{"p.yaml", 9, 11}));
}

TEST(Claim, ReadsAbsenceAndSyntax) {
  const Patch patch =
      patch_from(patch_and("ensure: [{file: a, absent: x}, {file: a, parses: python}]\n"));

  EXPECT_EQ(std::get<Claim::Absent>(patch.ensure.at(0).what).text, "x");
  EXPECT_EQ(std::get<Claim::Parses>(patch.ensure.at(1).what).language, "python");
}

TEST(Claim, DemandsExactlyOneStatement) {
  EXPECT_EQ(error_of("ensure: [{file: a}]\n"), (Seen{Code::invalid_manifest, 9, 11}));
  EXPECT_EQ(error_of("ensure: [{file: a, present: x, absent: y}]\n"),
            (Seen{Code::invalid_manifest, 9, 32}));
}

TEST(Claim, RefusesACountOfAbsence) {
  EXPECT_EQ(error_of("ensure: [{file: a, absent: x, count: 2}]\n"),
            (Seen{Code::unknown_key, 9, 31}));
}

TEST(Claim, RefusesEmptyBytes) {
  EXPECT_EQ(error_of("ensure: [{file: a, present: ''}]\n"), (Seen{Code::invalid_manifest, 9, 29}));
}

TEST(Claim, RefusesAnUnknownLanguage) {
  const Diagnostic found = only(findings_of(patch_and("ensure: [{file: a, parses: pyhton}]\n")));

  EXPECT_EQ(seen(found), (Seen{Code::invalid_manifest, 9, 28}));
  EXPECT_EQ(found.hint, "did you mean 'python'?");
}

TEST(ObsoleteIf, MayNotJudgeSyntax) {
  EXPECT_EQ(error_of("obsolete_if: [{file: a, parses: python}]\n"),
            (Seen{Code::unknown_key, 9, 25}));
}

TEST(ObsoleteIf, MayNotBeTheAbsenceOfTheOwnAnchor) {
  const Diagnostic found =
      only(findings_of(patch_and("obsolete_if: [{file: a.py, absent: \"x = 1\"}]\n")));

  EXPECT_EQ(seen(found), (Seen{Code::invalid_manifest, 9, 36}));
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0].where.line, kEditsLine);
}

TEST(ObsoleteIf, MayBeTheAbsenceOfSomethingElse) {
  EXPECT_TRUE(findings_of(patch_and("obsolete_if: [{file: a.py, absent: y}]\n")).empty());
  EXPECT_TRUE(findings_of(patch_and("obsolete_if: [{file: b.py, absent: \"x = 1\"}]\n")).empty());
}

}  // namespace
}  // namespace patcher
