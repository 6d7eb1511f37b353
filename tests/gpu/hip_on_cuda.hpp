// SPDX-License-Identifier: MIT
// The few names of HIP, aiter and opus that the extracted code uses, in terms of CUDA. For tests
// only: results are compared, speed is not. FP8 here is e4m3fn as on gfx950 (gfx942 has e4m3fnuz).
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#define HIP_CALL(call)                                                   \
  do {                                                                   \
    const cudaError_t failed = (call);                                   \
    if (failed != cudaSuccess) {                                         \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, \
                   cudaGetErrorString(failed));                          \
      std::exit(3);                                                      \
    }                                                                    \
  } while (0)

using hipStream_t = cudaStream_t;
using hipStreamCaptureStatus = cudaStreamCaptureStatus;
constexpr auto hipStreamCaptureStatusActive = cudaStreamCaptureStatusActive;
constexpr auto hipMemcpyDeviceToDevice = cudaMemcpyDeviceToDevice;
#define hipMemcpyAsync cudaMemcpyAsync
#define hipStreamIsCapturing cudaStreamIsCapturing

class HipDeviceGuard {
 public:
  explicit HipDeviceGuard(int device) {
    HIP_CALL(cudaGetDevice(&before_));
    HIP_CALL(cudaSetDevice(device));
  }
  ~HipDeviceGuard() { HIP_CALL(cudaSetDevice(before_)); }
  HipDeviceGuard(const HipDeviceGuard&) = delete;
  HipDeviceGuard& operator=(const HipDeviceGuard&) = delete;

 private:
  int before_ = 0;
};

// clang's scoped atomics. Every scope is taken as the system, which is the widest.
namespace on_cuda {

__device__ inline void store(uint32_t* to, uint32_t value, int order) {
  if (order == __ATOMIC_RELAXED) {
    asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
  } else {
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
  }
}

__device__ inline uint32_t load(const uint32_t* from, int order) {
  uint32_t value = 0;
  if (order == __ATOMIC_RELAXED) {
    asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
  } else {
    asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
  }
  return value;
}

}  // namespace on_cuda

#define __scoped_atomic_store_n(to, value, order, scope) on_cuda::store(to, value, order)
#define __scoped_atomic_load_n(from, order, scope) on_cuda::load(from, order)

namespace opus {

using fp32_t = float;
using fp16_t = __half;
using bf16_t = __nv_bfloat16;
struct fp8_t {
  __nv_fp8_storage_t bits;
};

template <typename T, int N>
struct alignas(sizeof(T) * N) vector {
  T value[N];
  __host__ __device__ T& operator[](int i) { return value[i]; }
  __host__ __device__ const T& operator[](int i) const { return value[i]; }
  __host__ __device__ vector operator/(T by) const {
    vector result;
    for (int i = 0; i < N; ++i) result[i] = value[i] / by;
    return result;
  }
};
template <typename T, int N>
using vector_t = vector<T, N>;
using fp32x4_t = vector_t<fp32_t, 4>;
using fp8x4_t = vector_t<fp8_t, 4>;

template <typename T>
struct finfo;
template <>
struct finfo<fp8_t> {
  __host__ __device__ static constexpr float max() { return 448.f; }
};

__device__ inline fp8_t to_fp8(float value) {
  return {__nv_cvt_float_to_fp8(value, __NV_SATFINITE, __NV_E4M3)};
}

template <typename D, typename S>
__device__ inline auto cast(const S& from) {
  if constexpr (std::is_same_v<S, bf16_t>) {
    static_assert(std::is_same_v<D, fp32_t>);
    return __bfloat162float(from);
  } else if constexpr (std::is_same_v<S, fp16_t>) {
    static_assert(std::is_same_v<D, fp32_t>);
    return __half2float(from);
  } else {
    static_assert(std::is_same_v<S, fp32x4_t> && std::is_same_v<D, fp8_t>);
    return fp8x4_t{{to_fp8(from[0]), to_fp8(from[1]), to_fp8(from[2]), to_fp8(from[3])}};
  }
}

}  // namespace opus

#define DINLINE __device__ __forceinline__
#define THREAD_NUM 512
