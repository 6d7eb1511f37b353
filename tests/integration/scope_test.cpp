// SPDX-License-Identifier: MIT
// Scopes in C++, HIP, macros, Bash and plain text: what each names, and how each refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// One patch `p` of `edits` on a tree with the one file `path`; `settled` goes to the tree's spec.
Files one(const std::string& path, const std::string& bytes, const std::string& edits,
          const std::string& settled = "") {
  std::string manifest = manifest_text({"p.yaml"});
  const std::size_t at = manifest.find("patches:");
  manifest.insert(at, settled.empty() ? "" : "    " + settled + "\n");
  return {{"m.yaml", manifest}, {"p.yaml", patch_text("p", edits)}, {"tree/" + path, bytes}};
}

/// Applies `edits`, expects `result`, and comes back.
void expect_round(const Files& files, const std::string& path, const std::string& result) {
  const Sandbox box(files);

  const RunResult applied = box.run("apply m.yaml");
  EXPECT_EQ(applied.exit, 0) << applied.text();
  EXPECT_EQ(box.read("tree/" + path), result);
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/" + path), files.at("tree/" + path));
}

/// Expects `apply` to end with `exit`, to say `said`, and to leave the tree alone.
void expect_refusal(const Files& files, int exit, const ::testing::Matcher<std::string>& said) {
  const Sandbox box(files);
  const Snapshot before = box.snapshot();

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, exit) << result.text();
  EXPECT_THAT(result.err, said);
  EXPECT_EQ(box.snapshot(), before);
}

const std::string kKernels =
    "#pragma once\n"
    "#define INLINE __device__ __forceinline__\n"
    "namespace comm {\n"
    "\n"
    "template <typename T, int ngpus>\n"
    "__global__ void __launch_bounds__(512, 1) gather(T* out,\n"
    "#ifdef USE_ROCM\n"
    "                                                 Signal* signal,\n"
    "#else\n"
    "                                                 FlagPtr signal,\n"
    "#endif\n"
    "                                                 int size) {\n"
    "  start_sync<ngpus>(signal);\n"
    "  for (int i = 0; i < size; ++i) out[i] = T(0);\n"
    "}\n"
    "\n"
    "class Reduce {\n"
    " public:\n"
    "  template <typename T>\n"
    "  void dispatch(hipStream_t stream, T* in) {\n"
    "    gather<T, 8><<<grid, block, 0, stream>>>(in, signal_, 3);\n"
    "  }\n"
    "  void dispatch(hipStream_t stream, int n) {\n"
    "    check(stream);\n"
    "  }\n"
    "  void close();\n"
    "};\n"
    "\n"
    "void Reduce::close() {\n"
    "  check(0);\n"
    "}\n"
    "\n"
    "#define REDUCE_PYBIND            \\\n"
    "  m.def(\"gather\", &comm::gather, \\\n"
    "        py::arg(\"out\"));\n"
    "\n"
    "}  // namespace comm\n";

/// `kKernels` with `from`, which it has once, replaced.
std::string kernels_with(const std::string& from, const std::string& to) {
  std::string bytes = kKernels;
  EXPECT_NE(bytes.find(from), std::string::npos);
  return bytes.replace(bytes.find(from), from.size(), to);
}

TEST(CppScope, AKernelWithAConditionalInItsParameters) {
  const std::string edit =
      "- {file: k.cuh, scope: gather, find: 'start_sync<ngpus>(signal);', insert_after: "
      "'note(ngpus);'}\n";

  expect_round(one("k.cuh", kKernels, edit, "definitions: [USE_ROCM]"), "k.cuh",
               kernels_with("(signal);\n", "(signal);\n  note(ngpus);\n"));
}

TEST(CppScope, AMethodOutsideItsClass) {
  expect_round(
      one("k.cuh", kKernels,
          "- {file: k.cuh, scope: 'Reduce::close', find: check(0);, replace: check(1);}\n"),
      "k.cuh", kernels_with("check(0)", "check(1)"));
}

TEST(CppScope, AnOverloadByItsParameters) {
  expect_round(one("k.cuh", kKernels,
                   "- {file: k.cuh, scope: 'Reduce::dispatch( hipStream_t,int )', find: "
                   "check(stream);, insert_after: done(n);}\n"),
               "k.cuh", kernels_with("check(stream);\n", "check(stream);\n    done(n);\n"));
}

TEST(CppScope, AnAmbiguousOneNamesEachCandidateReadyToPaste) {
  expect_refusal(
      one("k.cuh", kKernels,
          "- {file: k.cuh, scope: 'Reduce::dispatch', find: check(stream);, insert_after: x();}\n"),
      1,
      AllOf(HasSubstr("scope 'Reduce::dispatch' names 2 definitions, expected 1"),
            HasSubstr("[scope-ambiguous]"), HasSubstr("k.cuh:19"), HasSubstr("k.cuh:23"),
            HasSubstr("'scope: comm::Reduce::dispatch(hipStream_t, T*)'"),
            HasSubstr("'scope: comm::Reduce::dispatch(hipStream_t, int)'")));
}

TEST(CppScope, AMissingOneNamesWhatIsLikeIt) {
  expect_refusal(
      one("k.cuh", kKernels,
          "- {file: k.cuh, scope: 'Reduce::clsoe', find: x(0);, insert_after: x();}\n"),
      1, AllOf(HasSubstr("[scope-not-found]"), HasSubstr("did you mean 'comm::Reduce::close'?")));
}

TEST(CppScope, OneInABranchThatIsNotReadSaysWhatWouldReadIt) {
  const std::string bytes = "#ifdef USE_X\nvoid f() {}\n#else\nvoid g() {\n  go();\n}\n#endif\n";
  const std::string edit = "- {file: a.cpp, scope: g, find: go();, replace: stop();}\n";

  expect_refusal(one("a.cpp", bytes, edit), 1,
                 AllOf(HasSubstr("[scope-not-found]"), HasSubstr("a.cpp:4:6"),
                       HasSubstr("a.cpp:3:1"), HasSubstr("in a branch that is not read"),
                       HasSubstr("add 'USE_X' to 'undefined:' of tree 't'")));
  expect_round(one("a.cpp", bytes, edit, "undefined: [USE_X]"), "a.cpp",
               "#ifdef USE_X\nvoid f() {}\n#else\nvoid g() {\n  stop();\n}\n#endif\n");
}

TEST(CppScope, OneOfTwoBranchesIsRefusedUntilTheTreeSettlesWhich) {
  const std::string bytes =
      "#ifdef USE_X\nvoid g() {\n  go();\n}\n#else\nvoid g() {\n  halt();\n}\n#endif\n";
  const std::string edit = "- {file: a.cpp, scope: g, find: go();, replace: stop();}\n";

  expect_refusal(one("a.cpp", bytes, edit), 1,
                 AllOf(HasSubstr("[scope-ambiguous]"), HasSubstr("a.cpp:2:1"),
                       HasSubstr("a.cpp:6:6"), HasSubstr("in a branch that may be read instead"),
                       HasSubstr("say whether 'USE_X' is defined")));
  expect_round(one("a.cpp", bytes, edit, "definitions: [USE_X]"), "a.cpp",
               "#ifdef USE_X\nvoid g() {\n  stop();\n}\n#else\nvoid g() {\n  halt();\n}\n#endif\n");
  expect_refusal(one("a.cpp", bytes, edit, "undefined: [USE_X]"), 1,
                 HasSubstr("[anchor-not-found]"));
}

TEST(CppScope, OneThatAnErrorMakesDoubtfulIsRefused) {
  expect_refusal(
      one("a.cpp", "class A {\n  void f() { if (x) {\n  void g() {\n    go();\n  }\n};\n",
          "- {file: a.cpp, scope: g, find: go();, replace: stop();}\n"),
      1, HasSubstr("error:"));
}

TEST(CppSyntax, AResultThatDoesNotParseIsRefused) {
  expect_refusal(
      one("k.cuh", kKernels,
          "- {file: k.cuh, scope: 'Reduce::close', find: check(0);, replace: 'check(0;'}\n"),
      1,
      AllOf(HasSubstr("[syntax-error]"), HasSubstr("the result does not parse"),
            HasSubstr("k.cuh:30")));
}

TEST(CppSyntax, ABraceTooManyIsRefusedInAFileThatHasErrorsElsewhere) {
  const std::string bytes = "void f() {\n  int = 3;\n}\nvoid g() {\n  go();\n}\nvoid h() {}\n";

  expect_refusal(
      one("a.cpp", bytes, "- {file: a.cpp, scope: g, find: go();, replace: 'go(); }'}\n"), 1,
      HasSubstr("[syntax-error]"));
  expect_round(one("a.cpp", bytes, "- {file: a.cpp, scope: g, find: go();, replace: stop();}\n"),
               "a.cpp", "void f() {\n  int = 3;\n}\nvoid g() {\n  stop();\n}\nvoid h() {}\n");
}

TEST(CppSyntax, AnAnchorInsideAnErrorOfItsDefinitionIsRefused) {
  expect_refusal(one("a.cpp", "void f() {\n  int = 3 4 5;\n}\n",
                     "- {file: a.cpp, scope: f, find_text: '4 5', replace: '4'}\n"),
                 1, HasSubstr("[syntax-error]"));
}

TEST(CppSyntax, AnUnpairedDirectiveIsRefused) {
  expect_refusal(one("a.cpp", "void f() {\n#if X\n  go();\n#endif\n}\n",
                     "- {file: a.cpp, find: go();, insert_before: '#endif'}\n"),
                 1, HasSubstr("[syntax-error]"));
}

TEST(CppSyntax, OfAFileBeyondTheLimitsIsNotGuessed) {
  const std::string bytes = "void f() {\n  go();\n}\n" + std::string(5 << 20, '\n');

  expect_refusal(one("a.cpp", bytes, "- {file: a.cpp, find: go();, replace: stop();}\n"), 1,
                 AllOf(HasSubstr("the syntax of 'a.cpp' cannot be judged"),
                       HasSubstr("the limit for reading definitions is 4194304")));
  expect_refusal(
      one("a.cpp", bytes, "- {file: a.cpp, scope: f, find: go();, replace: stop();}\n"), 1,
      AllOf(HasSubstr("scope 'f' cannot be told: the file was not read"), HasSubstr("4194304")));
}

TEST(Parses, ReadsTheBlankedCopyOfCFiles) {
  const std::string edit =
      "- {file: k.cuh, scope: 'Reduce::close', find: check(0);, replace: check(1);}\n";
  Files files = one("k.cuh", kKernels, edit);
  files["p.yaml"] = patch_text("p", edit, "ensure: [{file: k.cuh, parses: cuda}]\n");

  expect_round(files, "k.cuh", kernels_with("check(0)", "check(1)"));
}

TEST(MacroScope, TakesLinesWithTheirBackslashes) {
  const std::string edit =
      "- file: k.cuh\n  scope: macro REDUCE_PYBIND\n"
      "  find_text: 'm.def(\"gather\", &comm::gather, \\'\n"
      "  insert_before: \"m.def(\\\"all\\\", &comm::all); \\\\\\n  \"\n";

  expect_round(
      one("k.cuh", kKernels, edit), "k.cuh",
      kernels_with("m.def(\"gather\"", "m.def(\"all\", &comm::all); \\\n  m.def(\"gather\""));
}

TEST(MacroScope, ALineWithoutItsBackslashIsRefused) {
  expect_refusal(
      one("k.cuh", kKernels,
          "- file: k.cuh\n  scope: macro REDUCE_PYBIND\n"
          "  find: |\n    #define REDUCE_PYBIND            \\\n"
          "  insert_after: |2\n      m.def(\"all\", &comm::all);\n"),
      1,
      AllOf(HasSubstr("[syntax-error]"), HasSubstr("'macro REDUCE_PYBIND' would end too early"),
            HasSubstr("k.cuh:34"), HasSubstr("end each line of the macro but the last")));
}

TEST(MacroScope, ALastLineWithABackslashIsRefused) {
  expect_refusal(one("a.h", "#define A \\\n  one;\nint b;\n",
                     "- {file: a.h, scope: macro A, find_text: 'one;', replace: 'one; two; \\'}\n"),
                 1, HasSubstr("'macro A' would take in the line below it"));
}

TEST(MacroScope, TextBehindTheLastLineIsRefused) {
  expect_refusal(
      one("k.cuh", kKernels,
          "- {file: k.cuh, scope: macro REDUCE_PYBIND, find: '        py::arg(\"out\"));', "
          "insert_after: x();}\n"),
      1, HasSubstr("'macro REDUCE_PYBIND' would end too early"));
}

TEST(MacroScope, AnEditWithoutScopeKeepsTheMacroWholeToo) {
  expect_refusal(
      one("k.cuh", kKernels,
          "- {file: k.cuh, find_text: '&comm::gather, \\', replace: '&comm::gather,'}\n"),
      1, HasSubstr("would end too early"));
}

TEST(MacroScope, AnEditWithoutScopeMayPutMoreBelowTheLastLine) {
  expect_round(one("a.h", "#define A \\\n  one\n",
                   "- {file: a.h, find: '  one', insert_after: '#define B'}\n"),
               "a.h", "#define A \\\n  one\n#define B\n");
}

TEST(MacroScope, CarriesOnOverCarriageReturns) {
  expect_round(
      one("a.h", "#define A \\\r\n  one; \\\r\n  two;\r\n",
          "- {file: a.h, scope: macro A, find: '  one; \\', insert_after: '  more; \\'}\n"),
      "a.h", "#define A \\\r\n  one; \\\r\n  more; \\\r\n  two;\r\n");
}

TEST(BashScope, NamesAFunction) {
  const std::string bytes = "start() {\n  go\n}\nfunction stop {\n  go\n}\n";

  expect_round(one("a.sh", bytes, "- {file: a.sh, scope: stop, find: go, replace: halt}\n"), "a.sh",
               "start() {\n  go\n}\nfunction stop {\n  halt\n}\n");
  expect_refusal(one("a.sh", bytes, "- {file: a.sh, scope: halt, find: go, replace: x}\n"), 1,
                 HasSubstr("[scope-not-found]"));
}

const std::string kYaml = "jobs:\n  build:\n    run: make\n  test:\n    run: make\n";

TEST(RegionScope, LimitsASearchInAnyFile) {
  expect_round(one("ci.yaml", kYaml,
                   "- {file: ci.yaml, scope: {from: '  build:', to: '  test:'}, find: 'run: make', "
                   "replace: 'run: make -j'}\n"),
               "ci.yaml", "jobs:\n  build:\n    run: make -j\n  test:\n    run: make\n");
  expect_round(one("ci.yaml", kYaml,
                   "- {file: ci.yaml, scope: {from: '  test:'}, find: 'run: make', "
                   "replace: 'run: make -j'}\n"),
               "ci.yaml", "jobs:\n  build:\n    run: make\n  test:\n    run: make -j\n");
}

TEST(RegionScope, ALineWithOtherBlanksIsShown) {
  expect_refusal(
      one("ci.yaml", kYaml,
          "- {file: ci.yaml, scope: {from: 'build:', to: '  test:'}, find: x, replace: y}\n"),
      1,
      AllOf(HasSubstr("line 'build:' of the scope is not in the file"), HasSubstr("ci.yaml:2"),
            HasSubstr("with other blanks"), HasSubstr("[scope-not-found]")));
}

TEST(RegionScope, ALineThatStandsTwiceIsRefused) {
  expect_refusal(one("ci.yaml", kYaml,
                     "- {file: ci.yaml, scope: {from: '    run: make'}, find: x, replace: y}\n"),
                 1,
                 AllOf(HasSubstr("stands 2 times, expected once"), HasSubstr("ci.yaml:3"),
                       HasSubstr("ci.yaml:5"), HasSubstr("[scope-ambiguous]")));
}

TEST(RegionScope, AnEndAboveTheBeginningIsRefused) {
  expect_refusal(
      one("ci.yaml", kYaml,
          "- {file: ci.yaml, scope: {from: '  test:', to: '  build:'}, find: x, replace: y}\n"),
      1,
      AllOf(HasSubstr("line '  build:', which ends the scope, is not below line 4"),
            HasSubstr("it stands above the first line")));
}

TEST(RegionScope, HoldsForClaimsToo) {
  Files files = one("ci.yaml", kYaml,
                    "- {file: ci.yaml, scope: {from: '  test:'}, find: 'run: make', replace: x}\n");
  files["p.yaml"] += "ensure: [{file: ci.yaml, scope: {from: '  test:'}, absent: make}]\n";
  expect_round(files, "ci.yaml", "jobs:\n  build:\n    run: make\n  test:\n    x\n");

  files["p.yaml"] += "obsolete_if: [{file: ci.yaml, scope: {from: '  build:'}, present: make}]\n";
  expect_refusal(files, 1, HasSubstr("obsolete"));
}

TEST(PythonScope, NamesALambdaOfAClass) {
  expect_round(one("a.py", "f = 1\nclass A:\n    f = lambda x: (\n        x)\n    g = 1\n",
                   "- {file: a.py, scope: A.f, find: x), replace: x + 1)}\n"),
               "a.py", "f = 1\nclass A:\n    f = lambda x: (\n        x + 1)\n    g = 1\n");
}

TEST(PythonScope, BothOfAConditionalPairAreShown) {
  expect_refusal(
      one("a.py", "if x:\n    def f():\n        go()\nelse:\n    def f():\n        go()\n",
          "- {file: a.py, scope: f, find: go(), replace: stop()}\n"),
      1,
      AllOf(HasSubstr("names 2 definitions"), HasSubstr("a.py:2"), HasSubstr("a.py:5"),
            HasSubstr("'scope: {from: LINE, to: LINE}'")));
}

}  // namespace
}  // namespace patcher::testing
