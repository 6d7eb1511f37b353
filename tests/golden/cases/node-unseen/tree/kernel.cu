void run(int n) {
#ifdef WIDE
  launch(n);
#else
  launch(n, 1);
#endif
}
