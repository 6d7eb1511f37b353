// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "patcher/image/run_script.hpp"

namespace patcher {
namespace {

const BuildVariables kVariables{{"PY", "/opt/venv/bin/python"}, {"OPEN", std::nullopt}};

CommandName name_in(const std::string& command) {
  const ShellScript script = read_shell(command);
  const auto commands = commands_in(script.all);
  return commands.empty() ? CommandName{} : name_of(*commands.back(), kVariables);
}

std::string title_in(const std::string& command) { return title_of(name_in(command)); }
CommandWork work_in(const std::string& command) { return work_of(name_in(command)); }

TEST(CommandName, SeesThroughWrappersAndVariables) {
  EXPECT_EQ(title_in("sudo -E env A=1 /usr/bin/git -C /x clone U"), "git clone");
  EXPECT_EQ(title_in("A=1 \"${PY}\" -m pip install x"), "pip install");
  EXPECT_EQ(title_in("pip3.12 install x"), "pip install");
  EXPECT_EQ(title_in("uv pip install x"), "pip install");
  EXPECT_EQ(title_in("python3 /tmp/p.py"), "python3 /tmp/p.py");
  EXPECT_EQ(title_in("command -v git"), "command");
  EXPECT_EQ(title_in("sed -i s/a/b/ f"), "sed -i");
}

TEST(CommandName, TellsWorkFromTalk) {
  for (const char* text :
       {"patcher apply m.yaml", "patch -p1", "git apply x.diff", "sed -i s/a/b/ f",
        "perl -pi -e s/a/b/ f", "patcher status m --require applied"}) {
    EXPECT_EQ(work_in(text), CommandWork::patches) << text;
  }
  for (const char* text : {"git clone U", "curl -fsSL U", "git checkout v1"}) {
    EXPECT_EQ(work_in(text), CommandWork::fetches) << text;
  }
  for (const char* text : {"pip install x", "apt-get install -y x", "dpkg -i x.deb", "make -j8",
                           "cargo build", "npm ci"}) {
    EXPECT_EQ(work_in(text), CommandWork::installs) << text;
  }
  for (const char* text : {"python p.py", "bash build.sh", "./x.sh", "sh \"$OPEN\""}) {
    EXPECT_EQ(work_in(text), CommandWork::scripts) << text;
  }
  for (const char* text : {"pip show x", "pip uninstall -y x", "sed -n p f", "python -c 'print(1)'",
                           "git rev-parse HEAD", "ls", "cargo --version", "patcher list m.yaml",
                           "make --version", "bash -lc true", "perl -e 1"}) {
    EXPECT_EQ(work_in(text), CommandWork::none) << text;
  }
}

}  // namespace
}  // namespace patcher
