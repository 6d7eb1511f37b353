// SPDX-License-Identifier: MIT
#include "patcher/locate/definition_pins.hpp"

#include <gtest/gtest.h>

#include <string>

#include "patcher/locate/scope.hpp"
#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

std::string head(const SourceText& text, std::string_view path) {
  return head_of(*definitions_named(path, text).at(0), text);
}

std::string digest(const SourceText& text, std::string_view path) {
  return token_digest(*definitions_named(path, text).at(0), text);
}

std::string python_digest(const std::string& bytes) { return digest(python_of(bytes), "f"); }
std::string kernel_digest(const std::string& bytes) { return digest(cuda_of(bytes), "f"); }

TEST(Head, GoesUpToTheBody) {
  EXPECT_EQ(head(python_of("@cache\nasync def f(a,\n            b) -> int:\n    return 1\n"), "f"),
            "@cache async def f(a, b) -> int:");
  EXPECT_EQ(head(python_of("class A(B):\n    x = 1\n"), "A"), "class A(B):");
  EXPECT_EQ(head(python_of("f = lambda a: a\n"), "f"), "f = lambda a:");
  EXPECT_EQ(
      head(cuda_of("template <class T>\n__global__ void f(T* a,\n                  int n) {}\n"),
           "f"),
      "template <class T> __global__ void f(T* a, int n)");
  EXPECT_EQ(head(cuda_of("A::A(int n) : n_{n} {}\n"), "A::A"), "A::A(int n) : n_{n}");
  EXPECT_EQ(head(cuda_of("namespace a {\nint x;\n}\n"), "a"), "namespace a");
  EXPECT_EQ(head(cuda_of("#define F(a, b) \\\n  (a + b)\n"), "macro F"), "#define F(a, b)");
  EXPECT_EQ(head(source_of("f() {\n  true\n}\n", Language::bash), "f"), "f()");
}

TEST(TokenDigest, IsTheSameWhateverTheLayout) {
  EXPECT_EQ(kernel_digest("void f(int a) { g(a); }\n"),
            kernel_digest("void f( int a )\n{\n  // why\n  g(a);\n}\n"));
  EXPECT_EQ(python_digest("def f(a):\n    g(a, 1)\n"),
            python_digest("def f(\n    a,\n):\n  # why\n\n  g(a,\n    1)\n"));
  EXPECT_EQ(digest(python_of("class A:\n    def f(self):\n        pass\n"), "A.f"),
            python_digest("def f(self):\n  pass\n"));
}

TEST(TokenDigest, ChangesWithAToken) {
  EXPECT_NE(kernel_digest("void f(int a) { g(a); }\n"), kernel_digest("void f(int a) { g(b); }\n"));
  EXPECT_NE(kernel_digest("void f() { a + b; }\n"), kernel_digest("void f() { a; +b; }\n"));
  EXPECT_NE(python_digest("def f():\n    g('a b')\n"), python_digest("def f():\n    g('a  b')\n"));
}

TEST(TokenDigest, ChangesWithALayoutThatCounts) {
  EXPECT_NE(python_digest("def f():\n    if a:\n        b()\n    c()\n"),
            python_digest("def f():\n    if a:\n        b()\n        c()\n"));
  EXPECT_NE(python_digest("def f():\n    a\n    (b)\n"), python_digest("def f():\n    a(b)\n"));
  EXPECT_NE(kernel_digest("void f() {\n#pragma unroll\n  g();\n}\n"),
            kernel_digest("void f() {\n#pragma unroll g();\n}\n"));
  EXPECT_NE(digest(source_of("f() {\n  a b\n}\n", Language::bash), "f"),
            digest(source_of("f() {\n  a\n  b\n}\n", Language::bash), "f"));
}

std::string shell_digest(const std::string& body) {
  return digest(source_of("f() {\n" + body + "}\n", Language::bash), "f");
}

TEST(TokenDigest, ChangesWithBytesThatAreData) {
  EXPECT_NE(shell_digest("cat <<E\n  a\nE\n"), shell_digest("cat <<E\na\nE\n"));
  EXPECT_NE(shell_digest("cat <<E\n\n a\nE\n"), shell_digest("cat <<E\na\nE\n"));
  EXPECT_NE(shell_digest("cat <<E\na \nE\n"), shell_digest("cat <<E\na\nE\n"));
  EXPECT_NE(shell_digest("cat <<E\n\t$x\nE\n"), shell_digest("cat <<E\n  $x\nE\n"));
  EXPECT_NE(shell_digest("cat <<E\n$x \nE\n"), shell_digest("cat <<E\n$x\nE\n"));
  EXPECT_NE(shell_digest("echo ${a//  /}\n"), shell_digest("echo ${a// /}\n"));
}

TEST(TokenDigest, ChangesWhereALineEndJoinsTwoWords) {
  EXPECT_NE(shell_digest("echo a\\\nb\n"), shell_digest("echo a b\n"));
  EXPECT_NE(kernel_digest("int f() { return a\\\nb; }\n"),
            kernel_digest("int f() { return a b; }\n"));
  EXPECT_EQ(shell_digest("echo a \\\n  b\n"), shell_digest("echo a b\n"));
}

TEST(TokenDigest, ChangesWithTheGapThatMakesAMacroOne) {
  EXPECT_NE(kernel_digest("int f() {\n#define F(x) x\nreturn 1;\n}\n"),
            kernel_digest("int f() {\n#define F (x) x\nreturn 1;\n}\n"));
}

TEST(TokenDigest, ChangesWithACommaThatMayMakeATuple) {
  EXPECT_NE(python_digest("def f():\n    return a.match[b,]\n"),
            python_digest("def f():\n    return a.match[b]\n"));
  EXPECT_NE(python_digest("def f():\n    type[b,] = 1\n"),
            python_digest("def f():\n    type[b] = 1\n"));
  EXPECT_NE(python_digest("def f():\n    'x'[a,]\n"), python_digest("def f():\n    'x'[a]\n"));
  EXPECT_EQ(python_digest("def f():\n    a.match(b,)\n"),
            python_digest("def f():\n    a.match(b)\n"));
}

TEST(TokenDigest, ChangesWithCodeBehindALoneReturn) {
  EXPECT_NE(python_digest("def f():\n    a() # x\r    evil()\n    b()\n"),
            python_digest("def f():\n    a() # x\n    b()\n"));
}

/// Manifests carry it: it must never change.
TEST(TokenDigest, IsWhatManifestsHave) {
  EXPECT_EQ(python_digest("def f(a):\n    return a\n"),
            "7e0130fffb8e96b0b8858c1cf35752dc66589400bab9e07696de26b64c2f1487");
  EXPECT_EQ(kernel_digest("void f(int a) { g(a); }\n"),
            "0d464cbb8d9d3cb6e132d7c03295f418c53610e414012c60befef293aaa65e55");
}

}  // namespace
}  // namespace patcher
