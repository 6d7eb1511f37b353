// SPDX-License-Identifier: MIT
// Edits anchored on tokens, through the real program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/one_patch.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(TokenEdits, FitACallHoweverAFormatterLeftIt) {
  const std::string edit =
      "- {file: a.py, find_tokens: 'r = send(request, timeout=30)', insert_after: 'count(r)'}\n";
  const std::string wrapped =
      "if x:\r\n\tr = send(\r\n\t\trequest,  # why\r\n\t\ttimeout=30,\r\n\t)\r\n";
  const Sandbox box(one_patch(edit, "a.py", wrapped));

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a.py"), wrapped + "\tcount(r)\r\n");
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);

  EXPECT_EQ(box.read("tree/a.py"), wrapped);
}

TEST(TokenEdits, ReplaceInsideAMacroWithoutBreakingIt) {
  const std::string macro =
      "#define BIND(m)          \\\n  m.def(\"a\",            \\\n        &a)\n";
  const Sandbox box(
      one_patch("- {file: a.h, find_tokens: 'm.def(\"a\", &a)', replace: 'm.def(\"b\", &b)'}\n",
                "a.h", macro));

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a.h"), "#define BIND(m)          \\\n  m.def(\"b\", &b)\n");
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);

  EXPECT_EQ(box.read("tree/a.h"), macro);
}

TEST(TokenEdits, AreRefusedWhereALineCannotGo) {
  const Sandbox box(one_patch("- {file: a.cu, find_tokens: 'f(a, b);', insert_after: 'g();'}\n",
                              "a.cu", "void h() {\n  f(a,\n    b); k();\n}\n"));

  EXPECT_THAT(refusal(box, 1), AllOf(HasSubstr("[place-unfit]"), HasSubstr("a.cu:3:7")));
}

TEST(TokenEdits, NameEveryPlaceOfTwo) {
  const Sandbox box(one_patch("- {file: a.py, find_tokens: 'f(a)', replace: 'long(a)'}\n", "a.py",
                              "f(a)\nf(\n    a,\n)\nf(b)\n"));

  EXPECT_THAT(refusal(box, 1), AllOf(HasSubstr("anchor matches 2 places, expected 1"),
                                     HasSubstr("a.py:1:1"), HasSubstr("a.py:2:1")));
}

TEST(TokenEdits, OfCommentsAloneAreRefusedByLint) {
  const Sandbox box(
      one_patch("- {file: a.py, find_tokens: '# why', replace: 'long'}\n", "a.py", "# why\n"));

  const RunResult result = box.run("lint m.yaml");

  EXPECT_EQ(result.exit, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("p.yaml:8:29: error"), HasSubstr("it has no token"),
                                HasSubstr("[invalid-manifest]")));
  refusal(box, 2);
}

TEST(TokenEdits, OfAnUnknownLanguageAreRefusedByLint) {
  const Sandbox box(one_patch("- {file: a.txt, find_tokens: a, replace: long}\n", "a.txt", "a\n"));

  const RunResult result = box.run("lint m.yaml");

  EXPECT_EQ(result.exit, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("p.yaml:8:30: error"), HasSubstr("[not-supported]"),
                                HasSubstr("by the file's extension")));
  refusal(box, 2);
}

}  // namespace
}  // namespace patcher::testing
