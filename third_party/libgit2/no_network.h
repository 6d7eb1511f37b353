/* Included first into every file of our libgit2 build: no host or user name is ever looked up, so no host is
 * ever reached, and a fully static program is free of glibc's name service, which cannot be linked statically.
 */
#ifndef PATCHER_NO_NETWORK_H
#define PATCHER_NO_NETWORK_H

#include <errno.h>
#include <netdb.h>
#include <pwd.h>

static __inline__ int patcher_no_getaddrinfo(const char* node, const char* service,
                                             const struct addrinfo* hints, struct addrinfo** result) {
  (void)node;
  (void)service;
  (void)hints;
  *result = 0;
  return EAI_FAIL;
}

static __inline__ int patcher_no_getpwuid_r(uid_t uid, struct passwd* entry, char* buffer, size_t size,
                                            struct passwd** result) {
  (void)uid;
  (void)entry;
  (void)buffer;
  (void)size;
  *result = 0;
  return ENOENT;
}

#define getaddrinfo patcher_no_getaddrinfo
#define getpwuid_r patcher_no_getpwuid_r

#endif
