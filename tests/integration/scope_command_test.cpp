// SPDX-License-Identifier: MIT
// `patcher scope`: the definitions of a file, and what pins one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Json = nlohmann::json;

const std::string kKernels =
    "namespace comm {\n"
    "template <class T>\n"
    "__global__ void gather(T* out, int n) {\n"
    "#ifdef WIDE\n"
    "  wide(out);\n"
    "#else\n"
    "  narrow(out);\n"
    "#endif\n"
    "}\n"
    "void run(int n) {}\n"
    "void run(float* n) {}\n"
    "}  // namespace comm\n";

Files one_file() { return {{"src/k.cu", kKernels}, {"a.txt", "text\n"}}; }

TEST(ScopeCommand, NamesEveryDefinitionAlone) {
  const Sandbox box(one_file());

  const RunResult result = box.run("scope src/k.cu");

  EXPECT_EQ(result.exit, 0);
  EXPECT_EQ(result.out,
            "   1-12  comm\n"
            "    2-9  comm::gather\n"
            "  10-10  comm::run(int)\n"
            "  11-11  comm::run(float*)\n"
            "src/k.cu: 4 definitions\n");
}

TEST(ScopeCommand, PrintsPinsThatFit) {
  const Sandbox box(one_file());

  const RunResult result = box.run("scope src/k.cu comm::gather");

  EXPECT_EQ(result.exit, 0);
  const std::string begin =
      "scope:\n  path: 'comm::gather'\n"
      "  signature: 'template <class T> __global__ void gather(T* out, int n)'\n  body: ";
  ASSERT_EQ(result.out.substr(0, begin.size()), begin);
  constexpr std::size_t kDigits = 64;
  const std::string digest = result.out.substr(begin.size(), kDigits);
  const Sandbox pinned({{"m.yaml", manifest_text({"p.yaml"})},
                        {"p.yaml", patch_text("p",
                                              "- file: k.cu\n"
                                              "  scope: {path: 'comm::gather', body: '" +
                                                  digest +
                                                  "'}\n"
                                                  "  find: narrow(out);\n"
                                                  "  replace: narrow(out, n);\n")},
                        {"tree/k.cu", kKernels}});
  EXPECT_EQ(pinned.run("apply m.yaml").exit, 0);
}

TEST(ScopeCommand, GivesBothAsJson) {
  const Sandbox box(one_file());

  const Json all = Json::parse(box.run("scope src/k.cu --format json").out);

  EXPECT_EQ(all["schema"], "patcher.scope/1");
  ASSERT_EQ(all["scopes"].size(), 4U);
  EXPECT_EQ(all["scopes"][1]["path"], "comm::gather");
  EXPECT_EQ(all["scopes"][1]["first_line"], 2);
  EXPECT_EQ(all["scopes"][1]["last_line"], 9);
  EXPECT_EQ(all["scopes"][2]["signature"], "void run(int n)");
}

TEST(ScopeCommand, TellsTwoOfOneNameApart) {
  const Sandbox box(one_file());

  const RunResult result = box.run("scope src/k.cu run");

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("[scope-ambiguous]"), HasSubstr("'scope: comm::run(int)'"),
                    HasSubstr("'scope: comm::run(float*)'")));
}

TEST(ScopeCommand, NamesWhatIsSimilar) {
  const Sandbox box(one_file());

  const RunResult result = box.run("scope src/k.cu comm::gather2");

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("[scope-not-found]"), HasSubstr("did you mean 'comm::gather'?")));
}

TEST(ScopeCommand, RefusesWhatHasNoDefinitions) {
  const Sandbox box(one_file());

  EXPECT_EQ(box.run("scope a.txt").exit, 2);
  EXPECT_THAT(box.run("scope a.txt").err, HasSubstr("[not-supported]"));
  EXPECT_EQ(box.run("scope gone.py").exit, 2);
  EXPECT_EQ(box.run("scope").exit, 2);
}

}  // namespace
}  // namespace patcher::testing
