// SPDX-License-Identifier: MIT
#include "patcher/locate/node_query.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "patcher/locate/scope.hpp"
#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

using Strings = std::vector<std::string>;

FoundPlaces found(std::string_view query, const SourceText& text, ByteRange within) {
  const auto compiled = NodeQuery::compile(query, text.language());
  return std::get<NodeQuery>(compiled).find_all(text, within);
}

Strings targets(std::string_view query, const SourceText& text) {
  Strings parts;
  const FoundPlaces places = found(query, text, text.all());
  for (const AnchorPlace& place : std::get<std::vector<AnchorPlace>>(places)) {
    parts.emplace_back(text.bytes().substr(place.range.begin, place.range.size()));
  }
  return parts;
}

Strings targets(std::string_view query, const std::string& bytes) {
  return targets(query, python_of(bytes));
}

SearchFault fault(std::string_view query, const SourceText& text) {
  return std::get<SearchFault>(found(query, text, text.all()));
}

SpellingFault refusal(std::string_view query, Language language = Language::python) {
  return std::get<SpellingFault>(NodeQuery::compile(query, language));
}

const std::string kCallOfGo = R"((call function: (identifier) @f (#eq? @f "go")) @target)";

TEST(NodeQuery, FindsEachTargetOnce) {
  EXPECT_EQ(targets(kCallOfGo, "go(1)\nstop()\nx = go(\n    2)\n"),
            (Strings{"go(1)", "go(\n    2)"}));
  EXPECT_EQ(targets("(call arguments: (argument_list (_) @a)) @target", "f(a, b)\n"),
            (Strings{"f(a, b)"}));
}

TEST(NodeQuery, CountsTargetsInsideEachOther) {
  EXPECT_EQ(targets("(call) @target", "f(g(x))\n"), (Strings{"f(g(x))", "g(x)"}));
}

TEST(NodeQuery, FindsEverySiblingThatFits) {
  EXPECT_EQ(targets("(module (expression_statement) @target (pass_statement))", "a\nb\npass\n"),
            (Strings{"a", "b"}));
  EXPECT_EQ(targets("(module (expression_statement) @target . (pass_statement))", "a\nb\npass\n"),
            (Strings{"b"}));
}

TEST(NodeQuery, LeavesLineEndsOutOfTheTarget) {
  const SourceText text = source_of("cat <<E\nx\nE\n", Language::bash);

  EXPECT_EQ(targets("(heredoc_body) @target", text), (Strings{"x"}));
}

TEST(NodeQuery, StandsBehindAByteOrderMark) {
  EXPECT_EQ(targets("(identifier) @target", "\xef\xbb\xbfx = 1\n"), (Strings{"x"}));
}

TEST(NodeQuery, HasConditions) {
  const std::string bytes = "f(a)\ng(b)\nf(f)\nfg(c)\n";
  const auto with = [&](const std::string& condition) {
    return targets(
        "(call function: (_) @f arguments: (argument_list (_) @a) (" + condition + ")) @target",
        bytes);
  };

  EXPECT_EQ(with("#eq? @f \"g\""), (Strings{"g(b)"}));
  EXPECT_EQ(with("#not-eq? @f \"f\""), (Strings{"g(b)", "fg(c)"}));
  EXPECT_EQ(with("#eq? @f @a"), (Strings{"f(f)"}));
  EXPECT_EQ(with("#any-of? @a \"b\" \"c\""), (Strings{"g(b)", "fg(c)"}));
  EXPECT_EQ(with("#not-any-of? @a \"b\" \"c\""), (Strings{"f(a)", "f(f)"}));
  EXPECT_EQ(with("#match? @f \"^f\""), (Strings{"f(a)", "f(f)", "fg(c)"}));
  EXPECT_EQ(with("#not-match? @f \"^f\""), (Strings{"g(b)"}));
}

TEST(NodeQuery, ComparesWholeMultiByteTexts) {
  EXPECT_EQ(targets(R"((string (string_content) @c (#eq? @c "é")) @target)", "x = \"é\"\n"),
            (Strings{"\"é\""}));
}

TEST(NodeQuery, MustHaveItsTargetInTheScope) {
  const SourceText text = python_of("class A:\n    def f(self):\n        go()\n\ngo()\n");
  const ByteRange within = definitions_named("A.f", text).front()->range;

  const FoundPlaces inside = found(kCallOfGo, text, within);
  const FoundPlaces around =
      found("(class_definition body: (block (function_definition) @target))", text, within);

  EXPECT_EQ(std::get<std::vector<AnchorPlace>>(inside).size(), 1U);
  EXPECT_EQ(std::get<std::vector<AnchorPlace>>(around).size(), 1U);
}

TEST(NodeQuery, IsGivenUpWhereTheGrammarCannotRead) {
  const SourceText text = python_of("def f():\n    go()\n\ndef g():\n    go(\n");
  const SearchFault broken = fault(kCallOfGo, text);

  EXPECT_EQ(broken.code, Code::syntax_error);
  EXPECT_GE(broken.offset, text.bytes().find("def g"));
  const FoundPlaces sound = found(kCallOfGo, text, {0, text.bytes().find("\ndef g")});
  EXPECT_TRUE(std::holds_alternative<std::vector<AnchorPlace>>(sound));
}

TEST(NodeQuery, IsGivenUpWhenItIsTooCostly) {
  std::string bytes = "x = [";
  for (int i = 0; i < 20000; ++i) bytes += "a, ";
  const SourceText text = python_of(bytes + "]\n");

  EXPECT_EQ(fault("(list (_)* (_)* (_)* (_)* (_) @target (_)* (integer))", text).code,
            Code::pattern_too_costly);
}

TEST(NodeQuery, ReadsLargeFiles) {
  std::string bytes;
  for (int i = 0; i < 20000; ++i) bytes += "f(a)\n";
  const SourceText text = python_of(bytes + "go()\n");

  EXPECT_EQ(targets(kCallOfGo, text).size(), 1U);
}

TEST(NodeQuery, IsRefusedWithItsByte) {
  EXPECT_EQ(refusal("(call").offset, 5U);
  EXPECT_EQ(refusal("(call) @target (").message, "the query's syntax is wrong here");
  EXPECT_EQ(refusal("(cal) @target").message, "the grammar of python has no node 'cal'");
  EXPECT_EQ(refusal("(cal) @target").hint, "did you mean 'call'?");
  EXPECT_EQ(refusal("(call functio: (_)) @target").hint, "did you mean 'function'?");
  EXPECT_EQ(refusal("((call) @target (#eq? @x \"a\"))").message, "nothing is captured as '@x'");
  EXPECT_EQ(refusal("(pass_statement (call)) @target").message,
            "no node can have this inside it, by the grammar");
  EXPECT_EQ(refusal("x", Language::none).code, Code::not_supported);
  EXPECT_EQ(refusal(" ; nothing\n").message, "there is no node in the query");
}

TEST(NodeQuery, IsRefusedUnlessTheTargetIsOneNode) {
  for (const char* query : {"(call) @f", "(call)? @target", "(comment)+ @target",
                            "(call) @target (list) @x", "((call) @target (call) @target)"}) {
    EXPECT_EQ(refusal(query).message, "this pattern's '@target' is not exactly one node") << query;
  }
  EXPECT_EQ(refusal("(call) @target (list) @x").offset, 15U);
  EXPECT_EQ(targets("[(call) @target (list) @target]", "f()\n[a]\n").size(), 2U);
}

TEST(NodeQuery, IsRefusedForAConditionThatItCannotJudge) {
  const auto with = [](const std::string& condition) {
    return refusal("((call) @target (" + condition + "))").message;
  };

  EXPECT_EQ(with("#has-ancestor? @target \"x\""), "'#has-ancestor?' is no condition");
  EXPECT_EQ(with("#set! a \"b\""), "'#set!' is no condition");
  EXPECT_EQ(with("#eq? @target"), "'#eq?' needs a capture and what it is compared with");
  EXPECT_EQ(with("#eq? \"a\" @target"), "'#eq?' needs a capture and what it is compared with");
  EXPECT_EQ(with("#eq? @target \"a\" \"b\""), "'#eq?' compares with one thing");
  EXPECT_EQ(with("#any-of? @target @target"), "'#any-of?' compares with texts");
  EXPECT_EQ(with("#match? @target \"(\""),
            "the pattern of '#match?' is wrong: missing closing parenthesis");
}

constexpr std::string_view kAnyCall = "(call_expression) @target";

TEST(NodeQuery, SeesWhatTheGrammarSeesOfAKernel) {
  const std::string kernel =
      "__global__ void __launch_bounds__(256, 4) k(float* out) {\n"
      "#pragma unroll\n"
      "  for (int i = 0; i < 4; ++i) { put(out, i); }\n"
      "}\n"
      "void run(float* out) { k<<<dim3(1), dim3(256)>>>(out); }\n";
  const SourceText text = cuda_of(kernel);
  const Strings calls = targets(kAnyCall, text);
  EXPECT_EQ(std::count(calls.begin(), calls.end(), "put(out, i)"), 1);
}

TEST(NodeQuery, PassesOverBranchesThatAreKnownToBeLeftOut) {
  const std::string branches = "void f() {\n#if 0\n  a();\n#else\n  b();\n#endif\n}\n";
  EXPECT_EQ(targets(kAnyCall, cuda_of(branches)), (Strings{"b()"}));
}

TEST(NodeQuery, RefusesBranchesThatNothingSettles) {
  const std::string branches = "void f() {\n#ifdef X\n  a();\n#else\n  b();\n#endif\n}\n";
  const SourceText text = cuda_of(branches);
  const SearchFault unseen = fault(kAnyCall, text);
  EXPECT_EQ(unseen.code, Code::scope_ambiguous);
  EXPECT_EQ(unseen.offset, branches.find("#else"));
  EXPECT_EQ(unseen.message,
            "nothing settles whether the branch that begins here is compiled, and its nodes are "
            "not seen");
  const KnownMacros known{{"X"}, {}};
  const SourceText settled(std::make_shared<const std::string>(branches), Language::cuda, known);
  EXPECT_EQ(targets(kAnyCall, settled), (Strings{"a()"}));
}

TEST(NodeQuery, SaysThatATextIsTooLongToBeRead) {
  const SourceText text = python_of(std::string(std::size_t{5} << 20U, '\n') + "go()\n");
  const SearchFault unread = fault("(call) @target", text);
  EXPECT_EQ(unread.code, Code::syntax_error);
  EXPECT_NE(unread.message.find("the file was not read, because "), std::string::npos);
}

}  // namespace
}  // namespace patcher
