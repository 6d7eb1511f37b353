namespace comm {

class Reduce {
 public:
  void dispatch(hipStream_t stream,
#ifdef USE_ROCM
                half* in
#else
                nv_half* in
#endif
  ) {
    launch(stream, in);
  }
  template <typename T>
  void dispatch(hipStream_t stream, T* in, int size) {
    kernel<T><<<size, 256, 0, stream>>>(in);
  }
};

#ifndef USE_ROCM
int fallback() {
  return 1;
}
#endif

#define BIND         \
  def("dispatch"); \
  def("size")

}  // namespace comm
