# Compiles through ccache where it is installed; clones in other folders share its results.
find_program(PATCHER_CCACHE ccache)
if(PATCHER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(launcher "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1
               CCACHE_SLOPPINESS=pch_defines,time_macros
               "${PATCHER_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${launcher}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${launcher}")
endif()
