// SPDX-License-Identifier: MIT
#include "patcher/tree/checkout_bytes.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace patcher {
namespace {

/// What the attributes files in `files` make of `path` with `bytes`; empty where nothing.
std::string change_in(const std::map<std::string, std::string>& files, const std::string& path,
                      const std::string& bytes = "a\n") {
  CheckoutBytes checkout([&](const std::string& name) -> Bytes {
    const auto found = files.find(name);
    return found == files.end() ? nullptr : std::make_shared<const std::string>(found->second);
  });
  const auto change = checkout.change_of(*TreePath::parse(path), bytes);
  if (!change) return "";
  return change->attribute + " " + change->file + ":" + std::to_string(change->line);
}

TEST(CheckoutBytes, ChangeByLineEndings) {
  EXPECT_EQ(change_in({{".gitattributes", "# x\n*.bat text eol=crlf\n"}}, "d/e/f.bat"),
            "eol=crlf .gitattributes:2");
  EXPECT_EQ(change_in({{".gitattributes", "* text=auto eol=crlf\n"}}, "a"),
            "eol=crlf .gitattributes:1");
}

TEST(CheckoutBytes, StayWhereThereIsNothingToTurn) {
  const std::map<std::string, std::string> turned{{".gitattributes", "* text=auto eol=crlf\n"}};

  EXPECT_EQ(change_in(turned, "a", "one line"), "");
  EXPECT_EQ(change_in(turned, "a", "is so\r\nbut\n"), "");
  EXPECT_EQ(change_in(turned, "a", std::string("\0\n", 2)), "");
  EXPECT_EQ(change_in({{".gitattributes", "*.csv text eol=lf\n* text\n"}}, "a.csv"), "");
  EXPECT_EQ(change_in({{".gitattributes", "* eol=crlf -text\n"}}, "a"), "");
  EXPECT_EQ(change_in({{".gitattributes", "* eol=crlf\n*.so binary\n"}}, "a.so"), "");
}

TEST(CheckoutBytes, ChangeByFilterEncodingAndIdent) {
  EXPECT_EQ(change_in({{".gitattributes", "*.bin filter=lfs diff=lfs -text\n"}}, "a.bin"),
            "filter=lfs .gitattributes:1");
  EXPECT_EQ(change_in({{".gitattributes", "a working-tree-encoding=UTF-16\n"}}, "a"),
            "working-tree-encoding=UTF-16 .gitattributes:1");
  EXPECT_EQ(change_in({{".gitattributes", "a working-tree-encoding=utf-8\n"}}, "a"), "");
  EXPECT_EQ(change_in({{".gitattributes", "* ident\n"}}, "a", "x $Id$ y"),
            "ident .gitattributes:1");
  EXPECT_EQ(change_in({{".gitattributes", "* ident\n"}}, "a", "x Id y"), "");
}

TEST(CheckoutBytes, GoByTheLastWordOfTheDeepestFolder) {
  EXPECT_EQ(change_in({{".gitattributes", "* eol=crlf\n*.py eol=lf\n"}}, "d/a.py"), "");
  EXPECT_EQ(
      change_in({{".gitattributes", "* filter=x\n"}, {"d/.gitattributes", "a -filter\n"}}, "d/a"),
      "");
  EXPECT_EQ(
      change_in({{".gitattributes", "* filter=x\n"}, {"d/.gitattributes", "a !filter\n"}}, "d/a"),
      "");
  EXPECT_EQ(
      change_in({{".gitattributes", "* -filter\n"}, {"d/.gitattributes", "a filter=y\n"}}, "d/a"),
      "filter=y d/.gitattributes:1");
}

TEST(CheckoutBytes, GoByGitsPatterns) {
  const auto caught = [](const std::string& pattern, const std::string& path) {
    return !change_in({{".gitattributes", pattern + " filter=x\n"}}, path).empty();
  };

  EXPECT_TRUE(caught("a.py", "d/e/a.py"));
  EXPECT_TRUE(caught("/a.py", "a.py"));
  EXPECT_FALSE(caught("/a.py", "d/a.py"));
  EXPECT_TRUE(caught("d/*.py", "d/a.py"));
  EXPECT_FALSE(caught("d/*.py", "d/e/a.py"));
  EXPECT_TRUE(caught("d/**/a.py", "d/a.py"));
  EXPECT_TRUE(caught("d/**/a.py", "d/e/f/a.py"));
  EXPECT_TRUE(caught("d/**", "d/e/a.py"));
  EXPECT_FALSE(caught("d/**", "d"));
  EXPECT_TRUE(caught("**/e/*", "d/e/a.py"));
  EXPECT_FALSE(caught("d/", "d/a.py"));
  EXPECT_FALSE(caught("!a.py", "a.py"));
  EXPECT_TRUE(caught("\"a b\"", "a b"));
  EXPECT_FALSE(caught("A.py", "a.py"));
}

}  // namespace
}  // namespace patcher
