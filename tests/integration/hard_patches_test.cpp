// SPDX-License-Identifier: MIT
// The anchors of patches that are hard to say, on sources of ours in the same shape: a class by its
// syntax, a method by its neighbours, a call's end in one branch, one of two spellings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/one_patch.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

struct OneFile {
  std::string path;
  std::string bytes;
};

Sandbox sandbox_of(const std::string& edits, const OneFile& file) {
  return Sandbox(one_patch(edits, file.path, file.bytes));
}

std::string there_and_back(const Sandbox& box, const OneFile& file) {
  return there_and_back(box, file.path);
}

std::string refusal(const Sandbox& box) { return refusal(box, 1); }

const OneFile kPool{"pool.py",
                    "import torch\n\n\n"
                    "class PaddedPool:\n"
                    "    \"\"\"Rows, padded.\"\"\"\n\n"
                    "    def __init__(self, rows):\n"
                    "        self.rows = rows\n\n"
                    "    def pad(self, size):\n"
                    "        return self.rows + size % 8\n\n\n"
                    "def other():\n"
                    "    return PaddedPool(1)\n"};

std::string class_edit(const std::string& digest) {
  return "- file: pool.py\n"
         "  definition: true\n"
         "  scope: {path: PaddedPool, body: '" +
         digest +
         "'}\n"
         "  replace: |\n"
         "    class PaddedPool:\n"
         "        def __init__(self, rows):\n"
         "            self.rows = -(-rows // 8) * 8\n";
}

/// The digest that a refusal prints behind `found:`.
std::string printed_digest(const std::string& refused) {
  const std::string mark = "found:  ";
  constexpr std::size_t kDigits = 64;
  return refused.substr(refused.find(mark) + mark.size(), kDigits);
}

TEST(HardPatches, ReplaceAClassWhoseOldBodyIsKnown) {
  const std::string wrong(64, '0');
  const std::string refused = refusal(sandbox_of(class_edit(wrong), kPool));
  EXPECT_THAT(refused, AllOf(HasSubstr("[scope-changed]"), HasSubstr("pool.py:4")));

  const Sandbox box = sandbox_of(class_edit(printed_digest(refused)), kPool);

  EXPECT_EQ(there_and_back(box, kPool),
            "import torch\n\n\n"
            "class PaddedPool:\n"
            "    def __init__(self, rows):\n"
            "        self.rows = -(-rows // 8) * 8\n\n\n"
            "def other():\n"
            "    return PaddedPool(1)\n");
}

const OneFile kScheduler{"scheduler.py",
                         "class Scheduler:\n"
                         "    def lookup(self, request):\n"
                         "        hit = self.cache.get(\n"
                         "            request.key,\n"
                         "        )\n"
                         "        return hit\n\n"
                         "    def insert(self, request):\n"
                         "        self.cache.put(request.key)\n"};

TEST(HardPatches, ReplaceAMethodUpToTheNextOne) {
  const std::string edit =
      "- file: scheduler.py\n"
      "  scope: Scheduler\n"
      "  span: {from: 'def lookup(self, request):', to: 'def insert(self, request):'}\n"
      "  replace: |+\n"
      "    def lookup(self, request):\n"
      "        return self.table.find(request)\n"
      "\n";

  EXPECT_EQ(there_and_back(sandbox_of(edit, kScheduler), kScheduler),
            "class Scheduler:\n"
            "    def lookup(self, request):\n"
            "        return self.table.find(request)\n\n"
            "    def insert(self, request):\n"
            "        self.cache.put(request.key)\n");
}

const OneFile kLaunch{"launch.sh",
                      "if [ \"$arch\" = gfx942 ]; then\n"
                      "  serve --tp 8 \\\n"
                      "    --model \"$model\"\n"
                      "elif [ \"$arch\" = gfx950 ]; then\n"
                      "  serve --tp 4 \\\n"
                      "    --model \"$model\"\n"
                      "fi\n"};

TEST(HardPatches, InsertAfterACommandInOneBranch) {
  const std::string edit =
      "- file: launch.sh\n"
      "  scope: {from: 'elif [ \"$arch\" = gfx950 ]; then', to: 'fi'}\n"
      "  find_node: '(command name: (command_name (word) @n (#eq? @n \"serve\"))) @target'\n"
      "  insert_after: warm_up \"$model\"\n";

  EXPECT_EQ(there_and_back(sandbox_of(edit, kLaunch), kLaunch),
            "if [ \"$arch\" = gfx942 ]; then\n"
            "  serve --tp 8 \\\n"
            "    --model \"$model\"\n"
            "elif [ \"$arch\" = gfx950 ]; then\n"
            "  serve --tp 4 \\\n"
            "    --model \"$model\"\n"
            "  warm_up \"$model\"\n"
            "fi\n");
}

const OneFile kBranches{"dispatch.py",
                        "def dispatch(kind, x):\n"
                        "    if kind == 'moe':\n"
                        "        run(\n"
                        "            x,\n"
                        "            8,\n"
                        "        )\n"
                        "    elif kind == 'mla':\n"
                        "        run(\n"
                        "            x,\n"
                        "            4,\n"
                        "        )\n"
                        "    return x\n"};

TEST(HardPatches, InsertAfterTheEndOfACallInOneBranch) {
  const std::string edit =
      "- file: dispatch.py\n"
      "  scope: dispatch\n"
      "  find_node: |\n"
      "    (elif_clause\n"
      "      condition: (comparison_operator (string) @kind (#eq? @kind \"'mla'\"))\n"
      "      consequence: (block\n"
      "        (expression_statement (call function: (identifier) @f (#eq? @f \"run\"))) "
      "@target))\n"
      "  insert_after: |\n"
      "    if x.size < FLOOR:\n"
      "        x = x.pad(FLOOR)\n";

  EXPECT_EQ(there_and_back(sandbox_of(edit, kBranches), kBranches),
            "def dispatch(kind, x):\n"
            "    if kind == 'moe':\n"
            "        run(\n"
            "            x,\n"
            "            8,\n"
            "        )\n"
            "    elif kind == 'mla':\n"
            "        run(\n"
            "            x,\n"
            "            4,\n"
            "        )\n"
            "        if x.size < FLOOR:\n"
            "            x = x.pad(FLOOR)\n"
            "    return x\n");
}

const std::string kEitherSpelling =
    "- file: parallel.py\n"
    "  any_of:\n"
    "    - find_tokens: group = new_group(ranks)\n"
    "    - find_tokens: group = new_group(ranks, backend=backend)\n"
    "  insert_after: watch(group)\n";

TEST(HardPatches, TakeEitherSpellingOfABase) {
  const OneFile old_base{"parallel.py", "group = new_group(ranks)\n"};
  const OneFile new_base{"parallel.py", "group = new_group(\n    ranks,\n    backend=backend)\n"};

  EXPECT_EQ(there_and_back(sandbox_of(kEitherSpelling, old_base), old_base),
            "group = new_group(ranks)\nwatch(group)\n");
  EXPECT_EQ(there_and_back(sandbox_of(kEitherSpelling, new_base), new_base),
            "group = new_group(\n    ranks,\n    backend=backend)\nwatch(group)\n");
}

TEST(HardPatches, RenameACallAsOftenAsAPackageMakesIt) {
  const std::string edit =
      "- {file: 'cache/*.py', find_regex: '\\bget_hit\\(', replace: 'find_hit(', count: 3}\n";
  Files files = one_patch(edit, "cache/uses.py", "a = get_hit(1)\nb = get_hit(2)\n");
  files["tree/cache/deep/more.py"] = "c = get_hit(3)\ntarget_hit(4)\n";
  files["tree/cache/none.py"] = "target_hit(5)\n";
  const Sandbox box(files);

  EXPECT_EQ(there_and_back(box, "cache/uses.py"), "a = find_hit(1)\nb = find_hit(2)\n");
  EXPECT_EQ(there_and_back(box, "cache/deep/more.py"), "c = find_hit(3)\ntarget_hit(4)\n");
  box.write("tree/cache/none.py", "d = get_hit(6)\n");
  EXPECT_THAT(refusal(box, 1),
              HasSubstr("4 places in the 3 files that 'cache/*.py' catches, expected 3"));
}

TEST(HardPatches, AreObsoleteWithoutTheStatementThatTheyCure) {
  const std::string patch =
      "- {file: host.py, scope: Host.write, find: 'copy(x)', replace: 'staged_copy(x)'}\n"
      "obsolete_if:\n"
      "  - {file: host.py, scope: Host, present: 'staged = True'}\n";
  const OneFile cured{
      "host.py", "class Host:\n    staged = True\n\n    def write(self, x):\n        copy(x)\n"};

  EXPECT_THAT(refusal(sandbox_of(patch, cured)), HasSubstr("[obsolete]"));
}

}  // namespace
}  // namespace patcher::testing
