// SPDX-License-Identifier: MIT
#include "patcher/image/build_scope.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace patcher {
namespace {

/// The base of the stage `stage`, `?` for what is not known.
std::string base_of(const std::string& text, const BuildArguments& arguments = {},
                    std::size_t stage = 0) {
  const Dockerfile dockerfile = read_dockerfile("Dockerfile", text);
  std::string base = plan_build(dockerfile, arguments).bases.at(stage).reference.text;
  std::ranges::replace(base, kUnknownPart, '?');
  return base;
}

/// What `name` is where the last instruction begins: `-` where it is not set, `?` where not known.
std::string value_at_end(const std::string& text, const std::string& name) {
  const Dockerfile dockerfile = read_dockerfile("Dockerfile", text);
  const BuildPlan plan = plan_build(dockerfile, {});
  const auto known = plan.scopes.back().variables.find(name);
  if (known == plan.scopes.back().variables.end()) return "-";
  return known->second.value_or("?");
}

TEST(BuildScope, FillsInGlobalArguments) {
  EXPECT_EQ(base_of("ARG B=r/e:v1\nFROM ${B}\n"), "r/e:v1");
  EXPECT_EQ(base_of("ARG T=v1\nARG B=r/e:$T\nFROM \"$B\"\n"), "r/e:v1");
  EXPECT_EQ(base_of("ARG B\nFROM ${B:-r/e:v2}\n", {{"B", ""}}), "r/e:v2");
  EXPECT_EQ(base_of("ARG B=x\nFROM r/e${B:+:v3}\n"), "r/e:v3");
  EXPECT_EQ(base_of("ARG B=r/e:v1\nFROM $B\n", {{"B", "r/e:v9"}}), "r/e:v9");
}

TEST(BuildScope, KnowsWhatItDoesNotKnow) {
  EXPECT_EQ(base_of("ARG D\nFROM r/e@${D}\n"), "r/e@?");
  EXPECT_EQ(base_of("FROM r/e:${T}x\n"), "r/e:x");  // An ARG that is not declared is empty.
  EXPECT_EQ(base_of("FROM r/e:${TARGETARCH}\n"), "r/e:?");
}

TEST(BuildScope, KeepsArgumentsInTheirStage) {
  EXPECT_EQ(value_at_end("ARG A=1\nFROM b\nRUN x\n", "A"), "-");
  EXPECT_EQ(value_at_end("ARG A=1\nFROM b\nARG A\nRUN x\n", "A"), "1");
  EXPECT_EQ(value_at_end("ARG A=1\nFROM b\nARG A=2\nRUN x\n", "A"), "2");
  EXPECT_EQ(value_at_end("FROM b AS s\nARG A=1\nFROM s\nRUN x\n", "A"), "-");
  EXPECT_EQ(value_at_end("FROM b AS s\nENV A=1\nFROM S\nRUN x\n", "A"), "1");
  EXPECT_EQ(value_at_end("FROM b\nENV A=1\nARG A=2\nRUN x\n", "A"), "1");
  EXPECT_EQ(value_at_end("FROM b\nENV A the rest\nRUN x\n", "A"), "the rest");
  EXPECT_EQ(value_at_end("FROM b\nENV P=/x:${PATH}\nRUN x\n", "P"), "?");
}

TEST(BuildScope, InheritsShellAndFolderFromAStage) {
  const Dockerfile dockerfile = read_dockerfile(
      "Dockerfile",
      "FROM b AS s\nSHELL [\"/bin/bash\", \"-c\"]\nWORKDIR /a\nWORKDIR b/../c\nFROM s\nRUN x\n"
      "FROM b\nRUN x\n");
  const BuildPlan plan = plan_build(dockerfile, {});
  EXPECT_EQ(plan.scopes[5].folder, "/a/c");
  EXPECT_EQ(plan.scopes[5].shell.front(), "/bin/bash");
  EXPECT_EQ(plan.scopes[7].folder, "/");
  EXPECT_EQ(plan.scopes[7].shell.front(), "/bin/sh");
  EXPECT_TRUE(plan.stands_on(1, 0));
  EXPECT_FALSE(plan.stands_on(2, 0));
}

}  // namespace
}  // namespace patcher
