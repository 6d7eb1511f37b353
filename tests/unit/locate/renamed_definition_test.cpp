// SPDX-License-Identifier: MIT
#include "patcher/locate/renamed_definition.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "patcher/locate/definition_pins.hpp"
#include "patcher/locate/scope.hpp"
#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

/// What has become in `now` of the definition of `path`, of which `base` has the pinned tokens.
std::vector<std::string> renamed_in(const SourceText& now, const SourceText& base,
                                    const std::string& path) {
  Scope scope{.path = path};
  scope.pins.body = token_digest(*definitions_named(path, base).at(0), base);
  std::vector<std::string> paths;
  for (const Definition* definition : renamed_definitions(scope, now)) {
    paths.push_back(definition->path);
  }
  return paths;
}

using Paths = std::vector<std::string>;

TEST(RenamedDefinitions, HaveTheSameTokensButForTheirName) {
  const SourceText base =
      python_of("class A:\n    def f(self, x):\n        return self.f(x - 1)\n");

  EXPECT_EQ(renamed_in(python_of("class A:\n    def g(self, x):\n        return self.g(x - 1)\n"),
                       base, "A.f"),
            Paths{"A.g"});
  EXPECT_EQ(renamed_in(python_of("class A:\n    def g(self, x):\n        return self.g(x - 2)\n"),
                       base, "A.f"),
            Paths{});
}

TEST(RenamedDefinitions, MayHaveMoved) {
  const SourceText base = python_of("class A:\n    def f(self):\n        return 1\n");

  EXPECT_EQ(renamed_in(python_of("class B:\n    def f(self):\n        return 1\n"), base, "A.f"),
            Paths{"B.f"});
}

TEST(RenamedDefinitions, AreThoseOfEachLanguage) {
  EXPECT_EQ(renamed_in(cuda_of("void A::g(int x) { g(x); }\n"),
                       cuda_of("void A::f(int x) { f(x); }\n"), "A::f"),
            Paths{"A::g"});
  EXPECT_EQ(renamed_in(cuda_of("#define G(x) \\\n  go(x)\n"), cuda_of("#define F(x) \\\n  go(x)\n"),
                       "macro F"),
            Paths{"macro G"});
}

TEST(RenamedDefinitions, HaveThePinnedHead) {
  Scope scope{.path = "f"};
  scope.pins.signature = "def f(ff, x=f.y):";
  const SourceText text = python_of("def g(ff, x=g.y):\n    pass\n\ndef h(ff):\n    pass\n");

  const auto found = renamed_definitions(scope, text);

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0]->path, "g");
}

TEST(RenamedDefinitions, AreNoneWithoutPins) {
  const SourceText text = python_of("def g():\n    pass\n");

  EXPECT_TRUE(renamed_definitions({.path = "f"}, text).empty());
}

}  // namespace
}  // namespace patcher
