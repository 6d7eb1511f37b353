// SPDX-License-Identifier: MIT
#include "patcher/locate/parse_copy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "patcher/locate/source_text.hpp"

namespace patcher {
namespace {

std::string copy_of(std::string_view text, const KnownMacros& known = kNoMacros) {
  return parse_copy_of(text, MacroKnowledge(known)).text;
}

TEST(ParseCopy, IsAsLongAsItsSourceLineForLine) {
  const std::string text =
      "#if X\r\n__global__ void f() {}\r\n#else\r\nint g(\r\n#endif\r\n#define A \\\r\n  1\r\n";

  const std::string copy = copy_of(text);

  ASSERT_EQ(copy.size(), text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_EQ(copy[i] == '\n', text[i] == '\n') << i;
  }
}

TEST(ParseCopy, BlanksDirectivesAndWhatTheyLeaveOut) {
  EXPECT_EQ(copy_of("void f(int a,\n#ifdef X\n int b\n#else\n long b\n#endif\n);\n"),
            "void f(int a,\n        \n int b\n     \n       \n      \n);\n");
}

TEST(ParseCopy, KeepsLiteralsAndComments) {
  const std::string text =
      "/* __global__ [[x]] */ // <<<a>>>(\nauto s = R\"(\n#if 0\n__device__\n)\"; char c = '[';\n";

  EXPECT_EQ(copy_of(text), text);
}

struct Gap {
  std::string name;
  std::string source;
};

/// Sources that the grammars cannot read as they stand.
class GrammarGap : public testing::TestWithParam<Gap> {};

TEST_P(GrammarGap, IsReadWithoutAnError) {
  const Outline outline = outline_of(GetParam().source, Language::cuda);

  EXPECT_EQ(outline.error_count, 0U) << copy_of(GetParam().source);
}

INSTANTIATE_TEST_SUITE_P(
    All, GrammarGap,
    testing::Values(
        Gap{"LaunchBounds", "__global__ void __launch_bounds__(512, 1) k(int* p) {}\n"},
        Gap{"Attributes",
            "struct __attribute__((packed)) [[nodiscard]] alignas(16) S { int a; };\n"},
        Gap{"Launch", "void f() { k<int, 2><<<dim3(1, 2), g[0], 0, s>>>(a, b); }\n"},
        Gap{"LaunchWithTemplate", "void f() { k<<<1, n<m<p<int>>>()>>>(a); }\n"},
        Gap{"SpecifierOfTheFile",
            "#define API __device__ __forceinline__\ntemplate <class T> API T f(T x) { return x; "
            "}\n"},
        Gap{"SpecifierFromElsewhere",
            "OPS_D constexpr auto f(int a) { return a; }\nstruct OPS_API S { OPS_D S(int a) : b(a) "
            "{} "
            "explicit OPS_D S(float); OPS_D int g() const OPS_EXCEPT { return 1; } int b; };\n"},
        Gap{"SpecifierInATemplateArgument", "auto* p = reinterpret_cast<LDS_ADDR char*>(q);\n"},
        Gap{"MacroStatements",
            "void f(int n) { switch (n) { CASE(2) CASE(4) default: ONE(8) break; } "
            "DONE(n) }\nDEFINE(a) DEFINE(b)\nvoid g() {}\n"},
        Gap{"BareMacroStatements",
            "void f(int n) { switch (n) { ALL_CASES default: break; } }\n"
            "MODULE(m, x) { FIRST_PART SECOND_PART }\n"},
        Gap{"OwnMacroInLowerCase", "#define run(x) go(x);\nvoid f() { run(1) run(2) }\n"},
        Gap{"StatementsAsArguments",
            "void f() { DISPATCH(t, \"n\", go(1); stop(2);); LAUNCH(v, if (a) { b; } else { c; }); "
            "}\n"},
        Gap{"ParametersAsArguments", "DEFINE_ENTRY(f, (int a, const T* b), (a, b))\nvoid g() {}\n"},
        Gap{"LambdaAsArgument", "void f() { DISPATCH(t, \"n\", [&](int a) { go(a); }); }\n"},
        Gap{"TypeAsArgument",
            "float f(unsigned x) { return __builtin_bit_cast(float, x) + "
            "va_arg(l, unsigned long) + g(float const*, 1); }\n"},
        Gap{"BracesAsDefault", "void f(const T& a = {}, number<3> = {}, P p = {1, 2}) {}\n"},
        Gap{"NamelessPointer",
            "template <class T, typename E<T>::type* = nullptr> T f(T a) { return a; }\n"},
        Gap{"AtLeast",
            "template <class... T, std::enable_if_t<(sizeof...(T)) >= 2, bool> = false> int "
            "f();\n"},
        Gap{"ExternTemplate", "extern template int f<float>(float);\n"},
        Gap{"OperatorCall",
            "template <> void S::operator()<int, float>(int a) const {}\n"
            "void g() { K{}.operator()(a); h.template operator()<1>(b); }\n"},
        Gap{"LambdaResult", "int f() { return [] -> int { return 1; }(); }\n"},
        Gap{"TypenameValue", "auto f() { g(typename T::shape{}); return typename T::type(1); }\n"},
        Gap{"MemberPointer", "using R = int (S::*)(); void f() { (this->*r)(); }\n"},
        Gap{"BitInt", "using i8 = unsigned _BitInt(8);\n"}),
    [](const auto& about) { return about.param.name; });

TEST(GrammarGaps, LeaveSoundCodeAlone) {
  const std::string text =
      "using T = FP16;\nFP16 f(FP16 const& a, BOOL b) { FP16 x = a; a[i][j] = T::MAX; goto DONE;\n"
      "DONE: return x < y ? T::ONE : FOO(x); }\nenum { A_B, C_D };\nauto g = [](int a) { return a; "
      "};\n"
      "int operator<<(S& s, int n);\nUPPER(x);\nclass NAME { NAME() noexcept {} };\n"
      "FOO(a) { bar(); }\nint v = a >> b << c;\n"
      "struct LIST f(struct LIST a) { return a; }\n";

  EXPECT_EQ(copy_of(text), text);
}

TEST(ParseCopy, ListsBracketsWithoutAPartner) {
  const ParseCopy copy = parse_copy_of("void f( { }\n]\n\"(\"\n", MacroKnowledge(kNoMacros));

  ASSERT_EQ(copy.unpaired.size(), 2U);
  EXPECT_EQ(copy.unpaired[0].begin, 6U);
  EXPECT_EQ(copy.unpaired[1].begin, 12U);
}

}  // namespace
}  // namespace patcher
