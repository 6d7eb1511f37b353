// SPDX-License-Identifier: MIT
#include "patcher/locate/shell_script.hpp"

#include <gtest/gtest.h>

#include <string>

namespace patcher {
namespace {

using Kind = ShellNode::Kind;

std::string shape_of(const ShellNode& node);

std::string shape_of(const ShellWord& word) {
  std::string text;
  for (const ShellPiece& piece : word.pieces) {
    if (piece.kind == ShellPiece::Kind::literal) text += piece.text;
    if (piece.kind == ShellPiece::Kind::variable) text += "<" + piece.text + ">";
    if (piece.kind == ShellPiece::Kind::adapted) text += "<" + piece.text + "~>";
    if (piece.kind == ShellPiece::Kind::other) text += "<>";
  }
  for (const ShellNode& inner : word.commands) text += "{" + shape_of(inner) + "}";
  return text;
}

std::string parts_of(const ShellNode& node, const std::string& between) {
  std::string text;
  for (const ShellNode& part : node.parts) text += (text.empty() ? "" : between) + shape_of(part);
  return text;
}

/// A script in as few signs as show how it was taken apart.
std::string shape_of(const ShellNode& node) {
  std::string words;
  for (const auto& [name, value] : node.assignments) words += name + "=" + shape_of(value) + " ";
  for (const ShellWord& word : node.words) words += shape_of(word) + " ";
  for (const ShellRedirect& redirect : node.redirects) {
    words += redirect.sign + shape_of(redirect.target) + " ";
  }
  if (words.ends_with(' ')) words.pop_back();
  switch (node.kind) {
    case Kind::command:
      return words;
    case Kind::assignment:
      return "set(" + words + ")";
    case Kind::declaration:
      return "declare(" + words + ")";
    case Kind::sequence:
      return parts_of(node, "; ");
    case Kind::both:
      return "(" + parts_of(node, " && ") + ")";
    case Kind::either:
      return "(" + parts_of(node, " || ") + ")";
    case Kind::pipeline:
      return "pipe(" + parts_of(node, " | ") + ")";
    case Kind::negated:
      return "not(" + parts_of(node, "") + ")";
    case Kind::subshell:
      return "sub(" + parts_of(node, "") + ")";
    case Kind::group:
      return "group(" + parts_of(node, "") + ")";
    case Kind::branch:
      return "if(" + parts_of(node, " / ") + ")";
    case Kind::loop_over:
      return "for(" + node.name + " in " + words + ": " + parts_of(node, "") + ")";
    case Kind::loop_while:
      return "while(" + parts_of(node, " / ") + ")";
    case Kind::loop_until:
      return "until(" + parts_of(node, " / ") + ")";
    case Kind::choice:
      return std::string(node.catches_all ? "case-all(" : "case(") + parts_of(node, " / ") + ")";
    case Kind::function:
      return "function(" + node.name + ": " + parts_of(node, "") + ")";
    case Kind::background:
      return "behind(" + parts_of(node, "") + ")";
    case Kind::nothing:
      return "nothing";
  }
  return "";
}

std::string read(const std::string& text) {
  const ShellScript script = read_shell(text);
  return (script.unread.empty() ? "" : "unread ") + shape_of(script.all);
}

TEST(ShellScript, AndAndOrBindFromTheLeft) {
  EXPECT_EQ(read("a && b || c && d"), "(((a && b) || c) && d)");
  EXPECT_EQ(read("a || b; c && d"), "(a || b); (c && d)");
}

TEST(ShellScript, APipeBindsTighter) {
  EXPECT_EQ(read("a && b | c || d"), "((a && pipe(b | c)) || d)");
  EXPECT_EQ(read("a | b && c"), "(pipe(a | b) && c)");
  EXPECT_EQ(read("a && b | c | d && e"), "((a && pipe(b | c | d)) && e)");
  EXPECT_EQ(read("! a | b"), "not(pipe(a | b))");
  EXPECT_EQ(read("! a x 2>&1 | b || c"), "(not(pipe(a x | b)) || c)");
  EXPECT_EQ(read("! a && b"), "(not(a) && b)");
}

TEST(ShellScript, WordsAreWhatTheyStandFor) {
  EXPECT_EQ(read(R"sh(a 'b c' "d $E ${F} ${G:-h}" i\ j "$(k l)" m$N/o "")sh"),
            "a b c d <E> <F> <G~> i j <>{k l} m<N>/o ");
  EXPECT_EQ(read("A=1 B=$C x y"), "A=1 B=<C> x y");
  EXPECT_EQ(read("A=$(x y)"), "set(A=<>{x y})");
  EXPECT_EQ(read("export A=$(x)"), "declare(A=<>{x} export)");
  EXPECT_EQ(read("a `b c`"), "a <>{b c}");
  EXPECT_EQ(read("rc=$?"), "set(rc=<?>)");
}

TEST(ShellScript, CompoundCommandsHaveTheirParts) {
  EXPECT_EQ(read("if a; then b; c; elif d; then e; else f; fi"), "if(a / b; c / d / e / f)");
  EXPECT_EQ(read("for f in *.py $L; do a \"$f\"; done"), "for(f in *.py <L>: a <f>)");
  EXPECT_EQ(read("while read x; do a; done < f"), "while(read x / a)");
  EXPECT_EQ(read("until a; do b; done"), "until(a / b)");
  EXPECT_EQ(read("case $x in a|b) c;; *) d;; esac"), "case-all(c / d)");
  EXPECT_EQ(read("case $x in a) b;; esac"), "case(b)");
  EXPECT_EQ(read("f() { a; }; f"), "function(f: group(a)); f");
  EXPECT_EQ(read("(a; b) && { c; }"), "(sub(a; b) && group(c))");
  EXPECT_EQ(read("a & b"), "behind(a); b");
}

TEST(ShellScript, TestsAreCommandsOfTheirWords) {
  EXPECT_EQ(read("[ $rc -eq 0 ]"), "[ <rc> -eq 0 ]");
  EXPECT_EQ(read("[ \"$A\" = \"1\" ] && b"), "([ <A> = 1 ] && b)");
  EXPECT_EQ(read("[ -f /x ] || c"), "([ -f /x ] || c)");
  EXPECT_EQ(read("test -n \"$x\""), "test -n <x>");
}

TEST(ShellScript, RedirectionsBelongToTheirCommand) {
  EXPECT_EQ(read("a b > c 2>/dev/null || true"), "(a b >c >/dev/null || true)");
  EXPECT_EQ(read("cat <<E\nx $y\nE\nb"), "cat <<x $y\n; b");
}

TEST(ShellScript, SaysWhatItCannotRead) {
  EXPECT_EQ(read("if a; then").substr(0, 6), "unread");
  EXPECT_EQ(read("a && b # c && d"), "(a && b)");
  EXPECT_EQ(read(""), "");
}

}  // namespace
}  // namespace patcher
