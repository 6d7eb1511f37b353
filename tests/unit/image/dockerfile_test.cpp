// SPDX-License-Identifier: MIT
#include "patcher/image/dockerfile.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace patcher {
namespace {

using Texts = std::vector<std::string>;

Texts instructions_of(const Dockerfile& dockerfile) {
  Texts texts;
  for (const DockerfileInstruction& each : dockerfile.instructions) {
    texts.push_back(each.word + "|" + each.text.text());
  }
  return texts;
}

Texts faults_of(const std::string& text) {
  Texts faults;
  for (const Diagnostic& each : read_dockerfile("Dockerfile", text).faults) {
    faults.push_back(std::to_string(each.where.line) + ":" + std::to_string(each.where.column) +
                     " " + each.message + (each.hint.empty() ? "" : "; " + each.hint));
  }
  return faults;
}

TEST(Dockerfile, JoinsWhatGoesOnAndLeavesCommentsInsideOut) {
  const Dockerfile read = read_dockerfile(
      "Dockerfile", "from base\nRun a && \\\n  # why\n\n  b \\  \n  && c\n# end\nRUN d\n");
  EXPECT_EQ(instructions_of(read), (Texts{"FROM|base", "RUN|a &&   b   && c", "RUN|d"}));
  ASSERT_EQ(read.comments.size(), 2U);
  EXPECT_EQ(read.comments[0].text, "why");
  EXPECT_EQ(read.comments[0].instruction, 1U);
  EXPECT_EQ(read.comments[1].instruction, 2U);
}

TEST(Dockerfile, KnowsWhereEachByteOfAJoinedTextCameFrom) {
  const std::string text = "FROM b\nRUN a && \\\n  # why\n  bad\n";
  const Dockerfile read = read_dockerfile("Dockerfile", text);
  const JoinedText& run = read.instructions[1].text;
  const std::size_t at = run.source_of(run.text().find("bad"));
  EXPECT_EQ(text.substr(at, 3), "bad");
  EXPECT_EQ(read.place_of(at), (Place{"Dockerfile", 4, 3}));
  EXPECT_EQ(run.source_of(run.text().size()), text.size() - 1);
}

TEST(Dockerfile, TakesDirectivesOnlyAtItsHead) {
  const Dockerfile read = read_dockerfile(
      "Dockerfile", "# escape=`\n# syntax=docker/dockerfile:1\nFROM b\nRUN a `\n  c \\\n");
  EXPECT_EQ(instructions_of(read), (Texts{"FROM|b", "RUN|a   c \\"}));
  EXPECT_EQ(read.syntax, "docker/dockerfile:1");
  const Dockerfile late =
      read_dockerfile("Dockerfile", "# a comment\n# escape=`\nFROM b\nRUN a \\\n  c\n");
  EXPECT_EQ(instructions_of(late), (Texts{"FROM|b", "RUN|a   c"}));
}

TEST(Dockerfile, ReadsFlagsAndTheJsonForm) {
  const Dockerfile read = read_dockerfile(
      "Dockerfile",
      "FROM --platform=linux/amd64 b AS One\nRUN --mount=type=bind,target=/s [\"a\", \"b c\"]\n"
      "RUN [ -f x ] && y\n");
  EXPECT_EQ(*read.instructions[0].flag("platform"), "linux/amd64");
  EXPECT_EQ(read.stages[0].name, "one");
  EXPECT_EQ(*read.instructions[1].strings, (Texts{"a", "b c"}));
  EXPECT_FALSE(read.instructions[2].strings.has_value());
}

TEST(Dockerfile, KnowsHeredocsAndWhatOnlyLooksLikeOne) {
  const Dockerfile read = read_dockerfile(
      "Dockerfile",
      "FROM b\nRUN <<EOF\nset -e\nFROM x\nEOF\nCOPY <<-'A' <<B /d/\n\tone\n\tA\ntwo\nB\n"
      "RUN cat <<<word && echo $((1<<2))\nRUN c\n");
  EXPECT_EQ(instructions_of(read), (Texts{"FROM|b", "RUN|<<EOF", "COPY|<<-'A' <<B /d/",
                                          "RUN|cat <<<word && echo $((1<<2))", "RUN|c"}));
  ASSERT_EQ(read.instructions[1].heredocs.size(), 1U);
  const ByteRange body = read.instructions[1].heredocs[0].body;
  EXPECT_EQ(read.bytes.substr(body.begin, body.size()), "set -e\nFROM x\n");
  EXPECT_EQ(read.instructions[2].heredocs.size(), 2U);
  EXPECT_TRUE(read.faults.empty());
}

TEST(Dockerfile, SaysWhatIsNoDockerfile) {
  EXPECT_EQ(faults_of("FROM b\nRUM x\n"),
            (Texts{"2:1 there is no instruction 'RUM'; did you mean 'RUN'?"}));
  EXPECT_EQ(faults_of("RUN x\nFROM b\n"), (Texts{"1:1 'RUN' stands before the first FROM"}));
  EXPECT_EQ(faults_of("FROM b\nRUN <<EOF\nx\n").front(), "2:1 no line 'EOF' ends the heredoc");
  EXPECT_EQ(faults_of(""), (Texts{"0:0 there is no FROM: this is no Dockerfile"}));
}

}  // namespace
}  // namespace patcher
