#define BIND(x) \
  one(x); \
  two(x);
