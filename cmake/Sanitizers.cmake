# patcher_sanitizers: run-time checks of every target of ours; any finding ends the program.
set(PATCHER_SANITIZERS "" CACHE STRING "Comma-separated list, e.g. address,undefined")

add_library(patcher_sanitizers INTERFACE)
target_compile_definitions(patcher_sanitizers INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
if(PATCHER_SANITIZERS)
  target_compile_options(patcher_sanitizers INTERFACE -fsanitize=${PATCHER_SANITIZERS} -fno-sanitize-recover=all
                                                      -fno-omit-frame-pointer)
  target_link_options(patcher_sanitizers INTERFACE -fsanitize=${PATCHER_SANITIZERS}
                                                   -Wl,-u,__lsan_default_suppressions)
  add_library(patcher_leaks STATIC "${CMAKE_CURRENT_LIST_DIR}/leaks.c")
  target_link_libraries(patcher_sanitizers INTERFACE patcher_leaks)
endif()
