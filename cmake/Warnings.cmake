# patcher_warnings: what every target of ours compiles with.
option(PATCHER_WERROR "Fail the build on warnings" OFF)

add_library(patcher_warnings INTERFACE)
target_compile_options(
  patcher_warnings
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wnon-virtual-dtor
            -Woverloaded-virtual
            -Wnull-dereference
            -Wold-style-cast)
if(PATCHER_WERROR)
  target_compile_options(patcher_warnings INTERFACE -Werror)
endif()
