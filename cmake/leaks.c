// SPDX-License-Identifier: MIT
// What LeakSanitizer is to pass over: libgit2 1.5 loses the match data of a pattern that does not match
// (git_regexp_match), and its frames are not on the stack.
const char* __lsan_default_suppressions(void);

const char* __lsan_default_suppressions(void) {
  return "leak:_pcre2_memctl_malloc_8\nleak:pcre2_match_8\n";
}

const char* __lsan_default_options(void);

const char* __lsan_default_options(void) { return "print_suppressions=0"; }
