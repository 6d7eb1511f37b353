// SPDX-License-Identifier: MIT
#include "patcher/tree/editable_finder.hpp"

#include <gtest/gtest.h>

namespace patcher {
namespace {

using Mapping = std::vector<std::pair<std::string, std::string>>;

TEST(EditableFinder, ReadsWhatSetuptoolsWrites) {
  const auto finder = parse_editable_finder(
      "from __future__ import annotations\nimport sys\n\n"
      "MAPPING: dict[str, str] = {'atom': '/app/ATOM/atom', 'b.c': '/app/b/c'}\n"
      "NAMESPACES: dict[str, list[str]] = {'ns': ['/app/ns', '/x'], 'empty': []}\n"
      "PATH_PLACEHOLDER = '__editable__.atom.finder' + \".__path_hook__\"\n\n"
      "class _EditableFinder:\n    def f(self):\n        return MAPPING.items()\n");

  ASSERT_TRUE(finder.has_value());
  EXPECT_EQ(finder->mapping, (Mapping{{"atom", "/app/ATOM/atom"}, {"b.c", "/app/b/c"}}));
  EXPECT_EQ(finder->namespaces.at("ns"), (std::vector<std::string>{"/app/ns", "/x"}));
  EXPECT_TRUE(finder->namespaces.at("empty").empty());
}

TEST(EditableFinder, ReadsOlderOnesWithoutTypes) {
  EXPECT_EQ(parse_editable_finder("MAPPING = {'a': '/x/a'}\n")->mapping, (Mapping{{"a", "/x/a"}}));
  EXPECT_TRUE(parse_editable_finder("MAPPING={}")->mapping.empty());
}

TEST(EditableFinder, ReadsEscapesAsReprWritesThem) {
  const auto finder = parse_editable_finder(
      "MAPPING = {'a': \"/it's\", 'b': '/\\\\\\'\\t\\xe4\\u20ac\\U0001f600',}  # all\n");

  ASSERT_TRUE(finder.has_value());
  EXPECT_EQ(finder->mapping,
            (Mapping{{"a", "/it's"}, {"b", "/\\'\t\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"}}));
}

class NoLiteral : public ::testing::TestWithParam<std::string> {};

TEST_P(NoLiteral, IsNotGuessed) { EXPECT_FALSE(parse_editable_finder(GetParam()).has_value()); }

INSTANTIATE_TEST_SUITE_P(
    All, NoLiteral,
    ::testing::Values("", "X = {}\n", "MAPPING = dict(a='/x')\n", "MAPPING = {'a': '/x' + '/y'}\n",
                      "MAPPING = {'a': f'/x'}\n", "MAPPING = {'a': '/x'\n",
                      "MAPPING = {'a': '/x'} | other\n", "MAPPING = {'a': '/x'}; MAPPING.clear()\n",
                      "MAPPING = {'a': '/x'}\nMAPPING['a'] = '/y'\n",
                      "MAPPING = {'a': '/x'}\nMAPPING.update(b='/y')\n",
                      "MAPPING = {'a': '/x'}\nMAPPING |= {'a': '/y'}\n",
                      "MAPPING = {'a': '/x'}\nMAPPING = {'a': '/y'}\n",
                      "MAPPING = {'a': '/x' 'b': '/y'}\n", "MAPPING = {'a': ['/x']}\n",
                      "MAPPING = {'a': '\\N{DASH}'}\n", "MAPPING = {'a': '\\x0'}\n",
                      "MAPPING = {'a': '\\x00'}\n", "MAPPING = {'a': '\\ud800'}\n",
                      "MAPPING = {'a': '\\U00110000'}\n", "MAPPING = {'a': '/x\n'}\n",
                      "MAPPING = {'a': '/x'}\nNAMESPACES = {'n': '/x'}\n",
                      "MAPPING = {'a': '/x'}\nNAMESPACES = list()\n"));

TEST(EditableFinder, OtherNamesOnTheSameLetterAreNothing) {
  EXPECT_TRUE(parse_editable_finder("MAPPINGS = 1\nMAPPING = {}\nMAPPING_2 = x()\n").has_value());
}

}  // namespace
}  // namespace patcher
