// SPDX-License-Identifier: MIT
#include "patcher/locate/scope.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

using Paths = std::vector<std::string>;

TEST(DefinitionsNamed, FindsTheOneOfThatFullPath) {
  const SourceText text = python_of("def f(): pass\nclass A:\n    def f(self): pass\n");

  const auto found = definitions_named("A.f", text);

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(part_of(text, found[0]->range), "    def f(self): pass\n");
}

TEST(DefinitionsNamed, FindsEveryOneOfAnAmbiguousPath) {
  const SourceText text = python_of("if a:\n    def f(): pass\nelse:\n    def f(): pass\n");

  EXPECT_EQ(definitions_named("f", text).size(), 2U);
}

TEST(DefinitionsNamed, DoesNotTakeAPartOfAPath) {
  const SourceText text = python_of("class A:\n    def f(self): pass\n");

  EXPECT_TRUE(definitions_named("f", text).empty());
  EXPECT_TRUE(definitions_named("A.", text).empty());
  EXPECT_TRUE(definitions_named("", text).empty());
}

TEST(SimilarDefinitions, PutsTheSameLastNameFirst) {
  const SourceText text =
      python_of("def start(): pass\ndef star(): pass\nclass B:\n    def start(self): pass\n");

  EXPECT_EQ(similar_definitions("A.start", text), (Paths{"B.start", "start", "star"}));
}

TEST(SimilarDefinitions, FindsASlipOfThePen) {
  const SourceText text =
      python_of("class CoreManager:\n    def close(self): pass\ndef launch(): pass\n");

  EXPECT_EQ(similar_definitions("CoreManger", text), (Paths{"CoreManager"}));
  EXPECT_EQ(similar_definitions("CoreManger.close", text).front(), "CoreManager.close");
}

TEST(SimilarDefinitions, SaysNothingWhenNothingIsNear) {
  const SourceText text = python_of("def alpha(): pass\n");

  EXPECT_EQ(similar_definitions("omega_quux", text), (Paths{}));
}

TEST(SimilarDefinitions, NamesAnAmbiguousPathOnceAndAtMostThree) {
  const SourceText text = python_of(
      "if x:\n    def f1(): pass\nelse:\n    def f1(): pass\ndef g(): pass\n"
      "class A:\n    def g(self): pass\nclass B:\n    def g(self): pass\nclass C:\n    def "
      "g(self): pass\n");

  EXPECT_EQ(similar_definitions("D.g", text).size(), 3U);
  EXPECT_EQ(similar_definitions("f1x", text), (Paths{"f1"}));
}

}  // namespace
}  // namespace patcher
