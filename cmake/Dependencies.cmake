# The one list of what patcher is built on. Each library has a target dep_<name>; nothing else names a library.
# Everything that is not header-only is linked as a static archive, in every preset.
#
#   dep_fmt          fmt >= 9.1            compiled once by Debian; header-only where PATCHER_STATIC
#   dep_yaml         yaml-cpp >= 0.7
#   dep_nettle       nettle >= 3.8
#   dep_pcre2        PCRE2 >= 10.42        8-bit
#   dep_archive      libarchive >= 3.6     tar, gzip and zstd only: the other formats' code is not linked
#   dep_git          libgit2 >= 1.5.1      built by ci/build-libgit2
#   dep_tree_sitter  tree-sitter ABI 15    built by third_party/CMakeLists.txt, with the grammars
#   dep_json         nlohmann-json >= 3.11
#   dep_cli11        CLI11 >= 2.1
#   dep_gtest        GoogleTest >= 1.12    with gmock and main; only with BUILD_TESTING

# patcher_need(<what> <found>): stops the configuration where <found> is false.
function(patcher_need what found)
  if(NOT found)
    message(FATAL_ERROR "${what} is missing: run ci/setup")
  endif()
endfunction()

# patcher_archive(<variable> <name> [<folder>]): the static archive lib<name>.a, in <folder> alone if given.
function(patcher_archive variable name)
  if(ARGN)
    find_library(${variable} NAMES lib${name}.a PATHS ${ARGN} NO_DEFAULT_PATH)
  else()
    find_library(${variable} NAMES lib${name}.a)
  endif()
  mark_as_advanced(${variable})
  patcher_need("the static archive lib${name}.a" "${${variable}}")
endfunction()

find_package(PkgConfig QUIET)
patcher_need("pkg-config" "${PKG_CONFIG_FOUND}")
set(deps "${CMAKE_SOURCE_DIR}/build/deps")

find_package(fmt 9.1 QUIET)
patcher_need("fmt >= 9.1" "${fmt_FOUND}")
add_library(dep_fmt INTERFACE)
# Each file that formats is read in half the time where fmt's own code is not part of it; Debian has no libfmt.a.
if(PATCHER_STATIC)
  target_link_libraries(dep_fmt INTERFACE fmt::fmt-header-only)
else()
  target_link_libraries(dep_fmt INTERFACE fmt::fmt)
endif()

pkg_check_modules(yaml QUIET yaml-cpp>=0.7)
patcher_need("yaml-cpp >= 0.7" "${yaml_FOUND}")
patcher_archive(PATCHER_YAML_ARCHIVE yaml-cpp)
add_library(dep_yaml INTERFACE)
target_include_directories(dep_yaml SYSTEM INTERFACE ${yaml_INCLUDE_DIRS})
target_link_libraries(dep_yaml INTERFACE "${PATCHER_YAML_ARCHIVE}")

pkg_check_modules(nettle QUIET nettle>=3.8)
patcher_need("nettle >= 3.8" "${nettle_FOUND}")
patcher_archive(PATCHER_NETTLE_ARCHIVE nettle)
add_library(dep_nettle INTERFACE)
target_include_directories(dep_nettle SYSTEM INTERFACE ${nettle_INCLUDE_DIRS})
target_link_libraries(dep_nettle INTERFACE "${PATCHER_NETTLE_ARCHIVE}")

pkg_check_modules(pcre2 QUIET libpcre2-8>=10.42)
patcher_need("PCRE2 >= 10.42" "${pcre2_FOUND}")
patcher_archive(PATCHER_PCRE2_ARCHIVE pcre2-8)
add_library(dep_pcre2 INTERFACE)
target_include_directories(dep_pcre2 SYSTEM INTERFACE ${pcre2_INCLUDE_DIRS})
target_compile_definitions(dep_pcre2 INTERFACE PCRE2_CODE_UNIT_WIDTH=8)
target_link_libraries(dep_pcre2 INTERFACE "${PATCHER_PCRE2_ARCHIVE}")

set(ENV{PKG_CONFIG_PATH} "${deps}/libgit2/lib/pkgconfig:$ENV{PKG_CONFIG_PATH}")
pkg_check_modules(git QUIET libgit2>=1.5.1)
patcher_need("libgit2 >= 1.5.1" "${git_FOUND}")
patcher_archive(PATCHER_GIT_ARCHIVE git2 "${deps}/libgit2/lib")
patcher_archive(PATCHER_HTTP_PARSER_ARCHIVE http_parser)
patcher_archive(PATCHER_ZLIB_ARCHIVE z)
add_library(dep_git INTERFACE)
target_include_directories(dep_git SYSTEM INTERFACE "${deps}/libgit2/include")
target_link_libraries(dep_git INTERFACE "${PATCHER_GIT_ARCHIVE}" "${PATCHER_HTTP_PARSER_ARCHIVE}"
                                        "${PATCHER_PCRE2_ARCHIVE}" "${PATCHER_ZLIB_ARCHIVE}" rt)

# libarchive.a is many objects, and the linker takes those that are called for: the codecs of the formats that nothing
# asks for are not needed.
pkg_check_modules(archive QUIET libarchive>=3.6)
patcher_need("libarchive >= 3.6" "${archive_FOUND}")
patcher_archive(PATCHER_ARCHIVE_ARCHIVE archive)
patcher_archive(PATCHER_ZSTD_ARCHIVE zstd)
add_library(dep_archive INTERFACE)
target_include_directories(dep_archive SYSTEM INTERFACE ${archive_INCLUDE_DIRS})
target_link_libraries(dep_archive INTERFACE "${PATCHER_ARCHIVE_ARCHIVE}" "${PATCHER_ZSTD_ARCHIVE}" "${PATCHER_ZLIB_ARCHIVE}")

file(STRINGS "${CMAKE_SOURCE_DIR}/third_party/node_modules/tree-sitter/vendor/tree-sitter/lib/include/tree_sitter/api.h"
     abi REGEX "define TREE_SITTER_LANGUAGE_VERSION ")
string(REGEX REPLACE ".* " "" abi "${abi}")
if(abi LESS 15)
  message(FATAL_ERROR "the tree-sitter core reads grammars up to ABI ${abi}, not 15: run ci/setup")
endif()
add_library(dep_tree_sitter INTERFACE)
target_link_libraries(
  dep_tree_sitter INTERFACE grammar_bash grammar_c grammar_cpp grammar_cuda grammar_json grammar_python
                            grammar_toml grammar_yaml tree_sitter_core)

find_package(nlohmann_json 3.11 QUIET)
patcher_need("nlohmann-json >= 3.11" "${nlohmann_json_FOUND}")
add_library(dep_json INTERFACE)
target_link_libraries(dep_json INTERFACE nlohmann_json::nlohmann_json)

find_package(CLI11 2.1 QUIET)
patcher_need("CLI11 >= 2.1" "${CLI11_FOUND}")
add_library(dep_cli11 INTERFACE)
target_link_libraries(dep_cli11 INTERFACE CLI11::CLI11)

if(BUILD_TESTING)
  find_package(GTest 1.12 QUIET)
  patcher_need("GoogleTest >= 1.12" "${GTest_FOUND}")
  add_library(dep_gtest INTERFACE)
  target_link_libraries(dep_gtest INTERFACE GTest::gmock GTest::gtest GTest::gtest_main)
endif()

message(STATUS "built on: fmt ${fmt_VERSION}, yaml-cpp ${yaml_VERSION}, nettle ${nettle_VERSION}, PCRE2 ${pcre2_VERSION}, libarchive ${archive_VERSION}, libgit2 ${git_VERSION}, "
               "tree-sitter ABI ${abi}, nlohmann-json ${nlohmann_json_VERSION}, CLI11 ${CLI11_VERSION}")
