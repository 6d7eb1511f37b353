// SPDX-License-Identifier: MIT
// As much of HIP as the custom all-reduce sources name: declarations only, for clang's syntax check.
// Nothing here is HIP's own text, and nothing that is checked against it can be linked or run.
#pragma once

// The real header brings more of the standard library along than it needs; the sources rely on it.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <unordered_map>

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(threads, ...) __attribute__((amdgpu_flat_work_group_size(1, threads)))

struct dim3 {
  uint32_t x, y, z;
  __host__ __device__ constexpr dim3(uint32_t x = 1, uint32_t y = 1, uint32_t z = 1)
      : x(x), y(y), z(z) {}
};
extern const __device__ __attribute__((weak)) dim3 threadIdx, blockIdx, blockDim, gridDim;

struct alignas(16) uint4 {
  uint32_t x, y, z, w;
};
struct alignas(8) uint2 {
  uint32_t x, y;
};

using hipError_t = int;
constexpr hipError_t hipSuccess = 0, hipErrorInvalidValue = 1, CUDA_SUCCESS = 0;
using hipStream_t = struct ihipStream_t*;
using hipEvent_t = struct ihipEvent_t*;
using hipDeviceptr_t = void*;
using hipDevice_t = int;
struct hipIpcMemHandle_t {
  char reserved[64];
};
enum hipMemcpyKind { hipMemcpyHostToDevice, hipMemcpyDeviceToHost, hipMemcpyDeviceToDevice };
enum hipStreamCaptureStatus { hipStreamCaptureStatusNone, hipStreamCaptureStatusActive };
enum hipPointer_attribute { HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR };
enum { hipIpcMemLazyEnablePeerAccess = 1, hipDeviceMallocUncached = 3, hipStreamNonBlocking = 1 };
struct hipDeviceProp_t {
  char gcnArchName[256];
  int multiProcessorCount, warpSize, clockRate;
};
enum hipDeviceAttribute_t {
  hipDeviceAttributeMultiprocessorCount,
  hipDeviceAttributeWarpSize,
  hipDeviceAttributeClockRate,
  hipDeviceAttributeMaxSharedMemoryPerBlock,
  hipDeviceAttributePciChipId
};
enum hipModuleOptions {};
using hipModule_t = struct ihipModule_t*;
using hipFunction_t = struct ihipModuleSymbol_t*;
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void*)1)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void*)2)
#define HIP_LAUNCH_PARAM_END ((void*)3)

const char* hipGetErrorString(hipError_t);
const char* hipGetErrorName(hipError_t);
hipError_t hipGetLastError();
hipError_t hipGetDevice(int*);
hipError_t hipGetDeviceCount(int*);
hipError_t hipSetDevice(int);
hipError_t hipGetDeviceProperties(hipDeviceProp_t*, int);
hipError_t hipDeviceGetAttribute(int*, hipDeviceAttribute_t, int);
hipError_t hipDeviceSynchronize();
template <typename T>
hipError_t hipMalloc(T**, size_t);
hipError_t hipExtMallocWithFlags(void**, size_t, unsigned);
hipError_t hipMallocAsync(void**, size_t, hipStream_t);
hipError_t hipFree(void*);
hipError_t hipFreeAsync(void*, hipStream_t);
hipError_t hipMemset(void*, int, size_t);
hipError_t hipMemsetAsync(void*, int, size_t, hipStream_t);
hipError_t hipMemcpy(void*, const void*, size_t, hipMemcpyKind);
hipError_t hipMemcpyAsync(void*, const void*, size_t, hipMemcpyKind, hipStream_t);
hipError_t hipMemcpy2DAsync(void*, size_t, const void*, size_t, size_t, size_t, hipMemcpyKind,
                            hipStream_t);
hipError_t hipStreamSynchronize(hipStream_t);
hipError_t hipStreamCreateWithFlags(hipStream_t*, unsigned);
hipError_t hipStreamDestroy(hipStream_t);
hipError_t hipStreamIsCapturing(hipStream_t, hipStreamCaptureStatus*);
enum hipStreamCaptureMode { hipStreamCaptureModeGlobal, hipStreamCaptureModeRelaxed };
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode*);
hipError_t hipPointerGetAttribute(void*, hipPointer_attribute, hipDeviceptr_t);
hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t*, void*);
hipError_t hipIpcOpenMemHandle(void**, hipIpcMemHandle_t, unsigned);
hipError_t hipIpcCloseMemHandle(void*);
template <typename F>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int*, F, int, size_t);
hipError_t hipGetFuncBySymbol(hipFunction_t*, const void*);
hipError_t hipModuleLoad(hipModule_t*, const char*);
hipError_t hipModuleLoadData(hipModule_t*, const void*);
hipError_t hipModuleUnload(hipModule_t);
hipError_t hipModuleGetFunction(hipFunction_t*, hipModule_t, const char*);
hipError_t hipModuleLaunchKernel(hipFunction_t, unsigned, unsigned, unsigned, unsigned, unsigned,
                                 unsigned, unsigned, hipStream_t, void**, void**);
extern "C" hipError_t __hipPushCallConfiguration(dim3, dim3, size_t = 0, hipStream_t = nullptr);
extern "C" hipError_t __hipPopCallConfiguration(dim3*, dim3*, size_t*, hipStream_t*);
extern "C" hipError_t hipLaunchKernel(const void*, dim3, dim3, void**, size_t, hipStream_t);

template <typename T>
__host__ __device__ constexpr T min(T a, T b) {
  return b < a ? b : a;
}
template <typename T>
__host__ __device__ constexpr T max(T a, T b) {
  return a < b ? b : a;
}
__device__ void __syncthreads();
__device__ void __threadfence_system();
template <typename T>
__device__ T __shfl_xor(T, int, int = 64);
template <typename T>
__device__ T __shfl(T, int, int = 64);
template <typename T>
__device__ T __shfl_up(T, unsigned, int = 64);
__device__ int __clz(int);
__device__ float __expf(float);
__device__ float __frsqrt_rn(float);
__device__ float rsqrtf(float);
__device__ float expf(float);
__device__ float fmaxf(float, float);
__device__ float fabsf(float);
__device__ float sqrtf(float);
__device__ float __uint_as_float(unsigned);
__device__ unsigned __float_as_uint(float);
