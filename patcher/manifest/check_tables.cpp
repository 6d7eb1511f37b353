// SPDX-License-Identifier: MIT
#include <array>

#include "patcher/manifest/key_table.hpp"

namespace patcher::language {
namespace {

constexpr Shape one(Scalar scalar) { return {.scalar = scalar}; }
constexpr Shape full_list_of(Scalar scalar) { return {.form = Form::full_list, .scalar = scalar}; }

constexpr Key kRun = {"run", full_list_of(Scalar::text), Need::required,
                      "Program and arguments; {file}, {here} and {root} are replaced."};
constexpr Key kSetRun = {"run", full_list_of(Scalar::text), Need::required,
                         "Program and arguments; {here} and {root} are replaced."};
constexpr Key kBytecode = {"bytecode_has", full_list_of(Scalar::title), Need::required,
                           "Names or texts that the compiled code of 'file' must use."};
constexpr Key kFile = {"file", one(Scalar::tree_path), Need::required,
                       "The Python file to compile, relative to the tree's root."};
constexpr Key kNeeds = {"needs",
                        {.form = Form::list, .scalar = Scalar::label},
                        Need::optional,
                        "What the check needs: gpu, network, rocm."};
constexpr Key kId = {"id", one(Scalar::id), Need::optional, "A name of its own."};
constexpr Key kLimit = {"time_limit", one(Scalar::seconds), Need::optional,
                        "Seconds after which the command is ended; 600 if left out."};
constexpr Key kTree = {"tree", one(Scalar::name), Need::optional,
                       "The tree in which it runs; the first that has patches if left out."};

constexpr auto kRunKeys = std::to_array<Key>({kRun, kNeeds, kId, kLimit});
constexpr auto kBytecodeKeys = std::to_array<Key>({kBytecode, kFile, kNeeds, kId, kLimit});
constexpr auto kSetRunKeys = std::to_array<Key>({kSetRun, kNeeds, kId, kLimit, kTree});
constexpr auto kSetBytecodeKeys =
    std::to_array<Key>({kBytecode, kFile, kNeeds, kId, kLimit, kTree});

constexpr Table kCheck = {"a check", "check", "A command that judges the result.", kRunKeys};
constexpr Table kBytecodeCheck = {"a check with 'bytecode_has'", "bytecode_check",
                                  "What the compiled code of a file must use.", kBytecodeKeys};
constexpr Table kSetCheck = {"a check", "set_check", "A command that judges the whole set.",
                             kSetRunKeys};
constexpr Table kSetBytecodeCheck = {"a check with 'bytecode_has'", "set_bytecode_check",
                                     "What the compiled code of a file must use.",
                                     kSetBytecodeKeys};

constexpr auto kChecks = std::to_array<const Table*>({&kCheck, &kBytecodeCheck});
constexpr auto kSetChecks = std::to_array<const Table*>({&kSetCheck, &kSetBytecodeCheck});

}  // namespace

std::span<const Table* const> check_tables() { return kChecks; }
std::span<const Table* const> set_check_tables() { return kSetChecks; }

}  // namespace patcher::language
