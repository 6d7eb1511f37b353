// SPDX-License-Identifier: MIT
// The extracted exchange as a shared library with a C interface, for checks/check_dcp_merge.py on a machine
// without aiter. One communicator a process; the ranks hand each other what `handles` gives.
#include <cstring>

#include "hip_on_cuda.hpp"

// clang-format off
#include "aiter_enum.h"
namespace aiter {
constexpr int kMaxBlocks = TEST_MAX_BLOCKS;
#include "kernels.inc"
struct CustomAllreduce {
  int rank_ = 0;
  int world_size_ = 0;
  RankSignals sg_{};
  std::unordered_map<void*, RankData*> input_buffer;
  Signal* self_sg_ = nullptr;
  RankData* d_rank_data_base_ = nullptr;
  std::vector<void*> graph_unreg_input_buffers_;
#include "members.inc"
};
thread_local hipStream_t current_stream = nullptr;
hipStream_t getCurrentHIPStream() { return current_stream; }
}  // namespace aiter
using fptr_t = int64_t;
using fp8_type = opus::fp8_t;
#include "entries.inc"
// clang-format on

namespace {

aiter::CustomAllreduce communicator;
void* pool = nullptr;
int64_t pool_bytes = 0;
int device = 0;

aiter_tensor_t tensor(void* at, std::initializer_list<int64_t> shape, AiterDtype dtype) {
  aiter_tensor_t made{};
  made.ptr = at;
  made.numel_ = 1;
  for (const int64_t size : shape) made.shape[made.ndim++] = size;
  for (int i = made.ndim - 1; i >= 0; --i) {
    made.strides[i] = static_cast<int64_t>(made.numel_);
    made.numel_ *= made.shape[i];
  }
  made.dtype_ = dtype;
  made.device_id = device;
  return made;
}

template <typename Call>
int guarded(cudaStream_t stream, const Call& call) {
  aiter::current_stream = stream;
  try {
    call();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace

extern "C" {

/// Allocates what peers read and writes two IPC handles of 64 bytes each to `handles`.
void exchange_create(int rank, int world, int on_device, int64_t bytes, char* handles) {
  device = on_device;
  pool_bytes = bytes;
  HIP_CALL(cudaSetDevice(device));
  HIP_CALL(cudaMalloc(&pool, bytes));
  HIP_CALL(cudaMalloc(&communicator.self_sg_, sizeof(aiter::Signal)));
  HIP_CALL(cudaMemset(communicator.self_sg_, 0, sizeof(aiter::Signal)));
  HIP_CALL(cudaMalloc(&communicator.d_rank_data_base_, sizeof(aiter::RankData)));
  communicator.rank_ = rank;
  communicator.world_size_ = world;
  HIP_CALL(cudaIpcGetMemHandle(reinterpret_cast<cudaIpcMemHandle_t*>(handles), pool));
  HIP_CALL(cudaIpcGetMemHandle(reinterpret_cast<cudaIpcMemHandle_t*>(handles + 64), communicator.self_sg_));
  HIP_CALL(cudaDeviceSynchronize());
}

/// `handles`: what exchange_create wrote, of every rank in order.
void exchange_connect(const char* handles) {
  aiter::RankData data{};
  for (int peer = 0; peer < communicator.world_size_; ++peer) {
    void* opened[2] = {pool, communicator.self_sg_};
    for (int i = 0; i < 2 && peer != communicator.rank_; ++i) {
      cudaIpcMemHandle_t handle;
      std::memcpy(&handle, handles + (peer * 2 + i) * 64, 64);
      HIP_CALL(cudaIpcOpenMemHandle(&opened[i], handle, cudaIpcMemLazyEnablePeerAccess));
    }
    data.ptrs[peer] = opened[0];
    communicator.sg_.signals[peer] = static_cast<aiter::Signal*>(opened[1]);
  }
  HIP_CALL(cudaMemcpy(communicator.d_rank_data_base_, &data, sizeof data, cudaMemcpyHostToDevice));
  communicator.input_buffer[pool] = communicator.d_rank_data_base_;
}

int exchange_all_to_all(void* in, void* out, int64_t bytes, cudaStream_t stream) {
  return guarded(stream, [&] {
    all_to_all_unreg(reinterpret_cast<fptr_t>(&communicator), tensor(in, {bytes}, AITER_DTYPE_u8),
                     reinterpret_cast<int64_t>(pool), tensor(out, {bytes}, AITER_DTYPE_u8), pool_bytes);
  });
}

int exchange_combine(void* partial, void* lse, void* out, void* scale, int64_t tokens, int64_t heads, int64_t dim,
                     cudaStream_t stream) {
  const int64_t local = heads / communicator.world_size_;
  return guarded(stream, [&] {
    all_to_all_combine_quant(reinterpret_cast<fptr_t>(&communicator), tensor(partial, {tokens, heads, dim}, AITER_DTYPE_bf16),
                             tensor(lse, {tokens, heads}, AITER_DTYPE_fp32), tensor(out, {local, tokens, dim}, AITER_DTYPE_fp8),
                             tensor(scale, {local, tokens}, AITER_DTYPE_fp32), reinterpret_cast<int64_t>(pool), pool_bytes);
  });
}

}  // extern "C"
