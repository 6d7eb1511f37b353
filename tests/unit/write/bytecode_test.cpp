// SPDX-License-Identifier: MIT
#include "patcher/write/bytecode.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "tests/unit/write/fixture.hpp"

namespace patcher {
namespace {

constexpr const char* kNeedsPython = "needs python3";

bool has_python() { return std::system("python3 -c pass 2>/dev/null") == 0; }

/// What a fresh interpreter in `folder` prints for `program`.
std::string python(const TemporaryFolder& folder, const std::string& program) {
  const std::string command = fmt::format(
      "cd '{}' && env -u PYTHONPYCACHEPREFIX -u PYTHONDONTWRITEBYTECODE python3 -c '{}'",
      folder.path().string(), program);
  std::FILE* const output = ::popen(command.c_str(), "r");
  std::string text;
  std::array<char, 256> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), output) != nullptr) text += buffer.data();
  EXPECT_EQ(::pclose(output), 0) << command;
  return text;
}

/// The value of `V` that a fresh interpreter reads from `pkg/m.py`.
std::string imported(const TemporaryFolder& folder) {
  return python(folder, "import pkg.m; print(pkg.m.V)");
}

/// Sets the time of `pkg/m.py` to one moment for all, so that its byte-code looks fresh.
void hide_the_change(const TemporaryFolder& folder) {
  std::filesystem::last_write_time(folder / "pkg/m.py", std::filesystem::file_time_type{});
}

TEST(Bytecode, OfAModuleIsNamedForIt) {
  EXPECT_TRUE(is_bytecode_of("m", "m.cpython-311.pyc"));
  EXPECT_TRUE(is_bytecode_of("m", "m.cpython-311.opt-1.pyc"));
  EXPECT_TRUE(is_bytecode_of("m", "m.pypy39.opt-2.pyc"));
  EXPECT_TRUE(is_bytecode_of("__init__", "__init__.cpython-39.pyc"));
}

TEST(Bytecode, OfAnotherModuleIsNot) {
  EXPECT_FALSE(is_bytecode_of("m", "m2.cpython-311.pyc"));
  EXPECT_FALSE(is_bytecode_of("m", "mm.cpython-311.pyc"));
  EXPECT_FALSE(is_bytecode_of("m2", "m.cpython-311.pyc"));
  EXPECT_FALSE(is_bytecode_of("m", "m.foo.cpython-311.pyc"));
  EXPECT_FALSE(is_bytecode_of("m", "m.foo.opt-1.x.pyc"));
}

TEST(Bytecode, IsNothingElse) {
  EXPECT_FALSE(is_bytecode_of("m", "m.pyc"));
  EXPECT_FALSE(is_bytecode_of("m", "m..pyc"));
  EXPECT_FALSE(is_bytecode_of("m", "m.py"));
  EXPECT_FALSE(is_bytecode_of("m", "m.cpython-311.pyc.tmp"));
  EXPECT_FALSE(is_bytecode_of("m", "m.cpython-311.opt-.pyc"));
}

TEST(Bytecode, GoesWithEachChangedSourceAndNoOther) {
  const TemporaryFolder folder;
  folder.write("m.py", "1");
  folder.write("m2.py", "1");
  for (const char* name : {"m.cpython-311.pyc", "m.cpython-311.opt-2.pyc", "m2.cpython-311.pyc"}) {
    folder.write(std::string("__pycache__/") + name, "");
  }
  folder.write("m.pyc", "");
  folder.write("m.pyo", "");
  folder.write("m2.pyc", "");

  ASSERT_TRUE(write(Root(folder).edit("m.py", "2").record("")));

  EXPECT_EQ(files_in(folder), "__pycache__/m2.cpython-311.pyc\nm.py\nm2.py\nm2.pyc\n");
}

TEST(Bytecode, GoesWithARemovedSource) {
  const TemporaryFolder folder;
  folder.write("m.py", "1");
  folder.write("m.pyc", "");
  folder.write("__pycache__/m.cpython-311.pyc", "");

  ASSERT_TRUE(write(Root(folder).remove("m.py").record("")));

  EXPECT_EQ(files_in(folder), "");
  EXPECT_TRUE(std::filesystem::exists(folder / "__pycache__"));
}

TEST(Bytecode, StaysWhenOnlyTheModeChanges) {
  const TemporaryFolder folder;
  folder.write("m.py", "1", 0644);
  folder.write("__pycache__/m.cpython-311.pyc", "");

  ASSERT_TRUE(write(Root(folder).edit("m.py", "1", 0755).record("")));

  EXPECT_EQ(files_in(folder), "__pycache__/m.cpython-311.pyc\nm.py\n");
}

TEST(Bytecode, ThatIsALinkLosesOnlyTheLink) {
  const TemporaryFolder folder;
  folder.write("m.py", "1");
  folder.write("elsewhere", "kept");
  std::filesystem::create_symlink("elsewhere", folder / "m.pyc");

  ASSERT_TRUE(write(Root(folder).edit("m.py", "2").record("")));

  EXPECT_EQ(files_in(folder), "elsewhere\nm.py\n");
}

TEST(Bytecode, IsNeverOlderThanTheSourceThatPythonReads) {
  if (!has_python()) GTEST_SKIP() << kNeedsPython;
  const TemporaryFolder folder;
  folder.write("pkg/m.py", "V=1\n");
  hide_the_change(folder);
  ASSERT_EQ(imported(folder), "1\n");

  ASSERT_TRUE(write(Root(folder).edit("pkg/m.py", "V=2\n")));
  hide_the_change(folder);
  EXPECT_EQ(imported(folder), "2\n");

  ASSERT_TRUE(write(Root(folder).edit("pkg/m.py", "V=1\n").record("")));
  hide_the_change(folder);
  EXPECT_EQ(imported(folder), "1\n");
}

TEST(Bytecode, ThatPythonNeverChecksGoesToo) {
  if (!has_python()) GTEST_SKIP() << kNeedsPython;
  const TemporaryFolder folder;
  folder.write("pkg/m.py", "V=1\n");
  const std::string compile =
      "import py_compile; py_compile.compile(\"pkg/m.py\", optimize=-1, "
      "invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)";
  python(folder, compile);

  ASSERT_TRUE(write(Root(folder).edit("pkg/m.py", "V=2\n")));

  EXPECT_EQ(imported(folder), "2\n");
}

TEST(Bytecode, OfOldBesideTheSourceGoesToo) {
  if (!has_python()) GTEST_SKIP() << kNeedsPython;
  const TemporaryFolder folder;
  folder.write("pkg/m.py", "V=1\n");
  folder.write("pkg/n.py", "V=1\n");
  python(folder, "import compileall; compileall.compile_dir(\"pkg\", legacy=True, quiet=1)");
  ASSERT_TRUE(std::filesystem::exists(folder / "pkg/m.pyc"));

  ASSERT_TRUE(write(Root(folder).edit("pkg/m.py", "V=2\n").record("")));

  EXPECT_EQ(files_in(folder), "pkg/m.py\npkg/n.py\npkg/n.pyc\n");
  EXPECT_EQ(imported(folder), "2\n");
}

}  // namespace
}  // namespace patcher
