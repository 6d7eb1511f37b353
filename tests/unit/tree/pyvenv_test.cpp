// SPDX-License-Identifier: MIT
#include "patcher/tree/pyvenv.hpp"

#include <gtest/gtest.h>

namespace patcher {
namespace {

TEST(Pyvenv, ReadsWhatVenvWrites) {
  const Pyvenv said = parse_pyvenv(
      "home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.11.2\n"
      "executable = /usr/bin/python3.11\n");

  EXPECT_EQ(said.home, "/usr/bin");
  EXPECT_EQ(said.version, "3.11");
  EXPECT_EQ(said.sees, Pyvenv::Sees::own);
}

TEST(Pyvenv, ReadsWhatVirtualenvWrites) {
  const Pyvenv said = parse_pyvenv(
      "HOME=/opt/b\r\nversion_info = 3.12.0.final.0\r\n"
      "Include-System-Site-Packages=True\r\n");

  EXPECT_EQ(said.home, "/opt/b");
  EXPECT_EQ(said.version, "3.12");
  EXPECT_EQ(said.sees, Pyvenv::Sees::base_too);
}

TEST(Pyvenv, SeesTheBaseTooWhereNothingIsSaid) {
  const Pyvenv said = parse_pyvenv("nothing\n= x\nversion = ../..\n");

  EXPECT_EQ(said.sees, Pyvenv::Sees::base_too);
  EXPECT_FALSE(said.version.has_value());
}

TEST(PythonVersion, HasTwoNumbers) {
  EXPECT_TRUE(is_python_version("3.11"));
  EXPECT_TRUE(is_python_version("3.13t"));
  for (const char* other : {"", "3", "3.", ".11", "3.11.2", "3.x", "../3", "t"}) {
    EXPECT_FALSE(is_python_version(other)) << other;
  }
}

}  // namespace
}  // namespace patcher
