// SPDX-License-Identifier: MIT
// Runs the all-to-all and the combine that the patches add to aiter, as they stand in a patched tree
// (extract.py), on NVIDIA GPUs: bytes of the all-to-all against what was sent, the combine against a
// float64 merge. Ranks are streams of this process or processes of their own; they are spread over as
// many GPUs as there are, and share one where there are fewer.
//
//   exchange_test [--as streams|processes] [--worlds 2,4,8] [--iterations 100] [--small]
//
// Every iteration sends other data, and one rank in turn comes late, so that a missing barrier at either
// end of a kernel shows as wrong data. Exit: 0 all as it should be, 1 something differs, 3 a CUDA error.
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <sstream>

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

constexpr size_t kPoolBytes = 64 << 20;
constexpr int kTableEntries = 64;
constexpr int kBufferRegions = 4;  // pool, a2a input, partials, LSEs: what peers read

struct Options {
  std::string as = "streams";
  std::vector<int> worlds{2, 4, 8};
  int iterations = 100;
  bool small = false;
  int rank = -1;  // a child process
  std::string shared;
};

// ---------------------------------------------------------------- a rank and its buffers

struct Rank {
  int rank = 0, device = 0;
  cudaStream_t stream{};
  aiter::CustomAllreduce car;
  void* regions[kBufferRegions]{};
  aiter::Signal* signal = nullptr;
  aiter::RankData* table = nullptr;
  void* result = nullptr;
  unsigned long long* wrong = nullptr;  // device counter

  void* pool() const { return regions[0]; }
};

void allocate(Rank& rank, int world) {
  HIP_CALL(cudaSetDevice(rank.device));
  HIP_CALL(cudaStreamCreateWithFlags(&rank.stream, cudaStreamNonBlocking));
  for (void*& region : rank.regions) {
    HIP_CALL(cudaMalloc(&region, kPoolBytes));
    HIP_CALL(cudaMemset(region, 0xee, kPoolBytes));
  }
  HIP_CALL(cudaMalloc(&rank.result, kPoolBytes));
  HIP_CALL(cudaMalloc(&rank.signal, 2 << 20));
  HIP_CALL(cudaMemset(rank.signal, 0, 2 << 20));
  HIP_CALL(cudaMalloc(&rank.table, kTableEntries * sizeof(aiter::RankData)));
  HIP_CALL(cudaMalloc(&rank.wrong, sizeof *rank.wrong));
  HIP_CALL(cudaMemset(rank.wrong, 0, sizeof *rank.wrong));
  rank.car.rank_ = rank.rank;
  rank.car.world_size_ = world;
  rank.car.self_sg_ = rank.signal;
  rank.car.d_rank_data_base_ = rank.table;
}

/// What rank `r` sees of all ranks: [peer][region], and their signals.
struct Peers {
  std::vector<std::vector<void*>> regions;
  std::vector<aiter::Signal*> signals;
};

/// Enters region `region` in the next free place of the table, as register_input_buffer does.
void enter(Rank& rank, const Peers& peers, int region) {
  aiter::RankData data{};
  for (size_t peer = 0; peer < peers.regions.size(); ++peer) data.ptrs[peer] = peers.regions[peer][region];
  HIP_CALL(cudaMemcpy(rank.car.d_rank_data_base_++, &data, sizeof data, cudaMemcpyHostToDevice));
}

void connect(Rank& rank, const Peers& peers) {
  HIP_CALL(cudaSetDevice(rank.device));
  for (size_t peer = 0; peer < peers.signals.size(); ++peer) rank.car.sg_.signals[peer] = peers.signals[peer];
  rank.car.input_buffer[rank.pool()] = rank.car.d_rank_data_base_;
  enter(rank, peers, 0);
}

/// After a capture: the places that get_buffer_RD promised get their pointers.
void register_captured(Rank& rank, const Peers& peers) {
  HIP_CALL(cudaSetDevice(rank.device));
  for (void* buffer : rank.car.graph_unreg_input_buffers_) {
    const auto at = std::find(std::begin(rank.regions), std::end(rank.regions), buffer);
    if (at == std::end(rank.regions)) throw std::runtime_error("captured an unknown buffer");
    enter(rank, peers, static_cast<int>(at - std::begin(rank.regions)));
  }
  rank.car.graph_unreg_input_buffers_.clear();
}

// ---------------------------------------------------------------- device helpers

__host__ __device__ inline uint32_t mix(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t h = a * 0x9e3779b1u ^ (b + 0x7f4a7c15u) * 0x85ebca6bu ^ c * 0xc2b2ae35u;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  return h ^ h >> 13;
}

__global__ void fill(uint32_t* to, int64_t words, uint32_t iteration, uint32_t rank) {
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x)
    to[i] = mix(iteration, rank, static_cast<uint32_t>(i));
}

/// Word i of chunk p must be word rank * chunk + i of what p sent.
__global__ void compare_exchange(const uint32_t* got, int64_t words, int world, uint32_t iteration, int rank,
                                 unsigned long long* wrong) {
  const int64_t chunk = words / world;
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
    const auto peer = static_cast<uint32_t>(i / chunk);
    if (got[i] != mix(iteration, peer, static_cast<uint32_t>(rank * chunk + i % chunk))) atomicAdd(wrong, 1ull);
  }
}

__global__ void compare_bytes(const uint8_t* got, const uint8_t* expected, int64_t bytes, unsigned long long* wrong) {
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += gridDim.x * blockDim.x)
    if (got[i] != expected[i]) atomicAdd(wrong, 1ull);
}

__global__ void come_late(long long nanoseconds) {
  unsigned long long begin = 0, now = 0;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
  do asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  while (now - begin < static_cast<unsigned long long>(nanoseconds));
}

unsigned long long take_wrong(Rank& rank) {
  HIP_CALL(cudaSetDevice(rank.device));
  unsigned long long count = 0;
  HIP_CALL(cudaStreamSynchronize(rank.stream));
  HIP_CALL(cudaMemcpy(&count, rank.wrong, sizeof count, cudaMemcpyDeviceToHost));
  HIP_CALL(cudaMemset(rank.wrong, 0, sizeof count));
  return count;
}

aiter_tensor_t tensor(void* at, std::vector<int64_t> shape, AiterDtype dtype, int device) {
  aiter_tensor_t made{};
  made.ptr = at;
  made.ndim = static_cast<int>(shape.size());
  made.numel_ = 1;
  for (int i = made.ndim - 1; i >= 0; --i) {
    made.shape[i] = shape[i];
    made.strides[i] = static_cast<int64_t>(made.numel_);
    made.numel_ *= shape[i];
  }
  made.dtype_ = dtype;
  made.device_id = device;
  return made;
}

// ---------------------------------------------------------------- running a set of ranks

/// The ranks that this process runs (all of them, or one), and a barrier with the others.
struct Team {
  int world = 0;
  std::vector<Rank*> ranks;
  std::vector<Peers> peers;  // as each of `ranks` sees them
  pthread_barrier_t* barrier = nullptr;
  Options options;

  void meet() const {
    for (Rank* rank : ranks) {
      HIP_CALL(cudaSetDevice(rank->device));
      HIP_CALL(cudaDeviceSynchronize());
    }
    if (barrier != nullptr) pthread_barrier_wait(barrier);
  }
};

/// One way to run a step on a rank's stream: straight, or recorded once and replayed.
enum class Way { eager, graph_copying, graph_registered };
const char* name_of(Way way) {
  switch (way) {
    case Way::eager: return "eager";
    case Way::graph_copying: return "graph, copying";
    case Way::graph_registered: return "graph, registered";
  }
  return "";
}

template <typename Step>
std::vector<cudaGraphExec_t> record(Team& team, const Step& step) {
  std::vector<cudaGraphExec_t> graphs;
  for (size_t i = 0; i < team.ranks.size(); ++i) {
    Rank& rank = *team.ranks[i];
    HIP_CALL(cudaSetDevice(rank.device));
    aiter::current_stream = rank.stream;
    cudaGraph_t graph{};
    cudaGraphExec_t executable{};
    HIP_CALL(cudaStreamBeginCapture(rank.stream, cudaStreamCaptureModeThreadLocal));
    step(rank);
    HIP_CALL(cudaStreamEndCapture(rank.stream, &graph));
    register_captured(rank, team.peers[i]);
    HIP_CALL(cudaGraphInstantiate(&executable, graph, 0));
    HIP_CALL(cudaGraphUpload(executable, rank.stream));
    graphs.push_back(executable);
  }
  return graphs;
}

/// before(rank, iteration), step(rank), after(rank, iteration), all queued without waiting.
template <typename Before, typename Step, typename After>
unsigned long long repeat(Team& team, Way way, const Before& before, const Step& step, const After& after) {
  std::vector<cudaGraphExec_t> graphs;
  if (way != Way::eager) graphs = record(team, step);
  team.meet();
  for (int iteration = 0; iteration < team.options.iterations; ++iteration) {
    for (size_t i = 0; i < team.ranks.size(); ++i) {
      Rank& rank = *team.ranks[i];
      HIP_CALL(cudaSetDevice(rank.device));
      aiter::current_stream = rank.stream;
      if (rank.rank == iteration % team.world) come_late<<<1, 1, 0, rank.stream>>>(50000);
      before(rank, iteration);
      if (way == Way::eager) step(rank);
      else HIP_CALL(cudaGraphLaunch(graphs[i], rank.stream));
      after(rank, iteration);
    }
  }
  team.meet();
  unsigned long long wrong = 0;
  for (Rank* rank : team.ranks) wrong += take_wrong(*rank);
  for (cudaGraphExec_t graph : graphs) HIP_CALL(cudaGraphExecDestroy(graph));
  return wrong;
}

int report(const Team& team, const std::string& what, Way way, unsigned long long wrong) {
  if (team.ranks.front()->rank == 0 || wrong != 0) {
    std::printf("%-7s world %d  %s, %s%s\n", wrong == 0 ? "ok" : "WRONG", team.world, what.c_str(), name_of(way),
                wrong == 0 ? "" : (": " + std::to_string(wrong) + " differ").c_str());
    std::fflush(stdout);
  }
  return wrong == 0 ? 0 : 1;
}

// ---------------------------------------------------------------- all-to-all

int test_all_to_all(Team& team, int64_t chunk_packs) {
  const int64_t words = chunk_packs * 4 * team.world;
  int failed = 0;
  for (const Way way : {Way::eager, Way::graph_copying, Way::graph_registered}) {
    const auto step = [&](Rank& rank) {
      const auto fa = reinterpret_cast<fptr_t>(&rank.car);
      const aiter_tensor_t in = tensor(rank.regions[1], {words}, AITER_DTYPE_fp32, rank.device);
      const aiter_tensor_t out = tensor(rank.result, {words}, AITER_DTYPE_fp32, rank.device);
      if (way == Way::graph_registered) all_to_all_reg(fa, in, out);
      else all_to_all_unreg(fa, in, reinterpret_cast<int64_t>(rank.pool()), out, kPoolBytes);
    };
    const unsigned long long wrong = repeat(
        team, way,
        [&](Rank& rank, int iteration) {
          HIP_CALL(cudaMemsetAsync(rank.result, 0x77, words * 4, rank.stream));
          fill<<<8, 256, 0, rank.stream>>>(static_cast<uint32_t*>(rank.regions[1]), words, iteration, rank.rank);
        },
        step,
        [&](Rank& rank, int iteration) {
          compare_exchange<<<8, 256, 0, rank.stream>>>(static_cast<uint32_t*>(rank.result), words, team.world, iteration,
                                                       rank.rank, rank.wrong);
        });
    failed |= report(team, "all-to-all of " + std::to_string(chunk_packs * 16) + " bytes a chunk", way, wrong);
  }
  return failed;
}

// ---------------------------------------------------------------- combine

struct Shape {
  int tokens, heads, dim;
  [[nodiscard]] int64_t rows() const { return static_cast<int64_t>(tokens) * heads; }
};

/// One rank's attention over its own part of the context; odd rows have the hard LSEs.
struct Partial {
  std::vector<__nv_bfloat16> out;
  std::vector<float> lse;
};

Partial make_partial(const Shape& shape, int rank, int set) {
  std::mt19937 random(1000 * set + rank);
  std::normal_distribution<float> normal;
  Partial made{std::vector<__nv_bfloat16>(shape.rows() * shape.dim), std::vector<float>(shape.rows())};
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (int64_t row = 0; row < shape.rows(); ++row) {
    const float size = std::exp2(static_cast<float>(row % 17) - 8);
    for (int i = 0; i < shape.dim; ++i) made.out[row * shape.dim + i] = __float2bfloat16(size * normal(random));
    made.lse[row] = 3 * normal(random) + static_cast<float>(row % 5) * 20;
    const bool ours = (row + rank) % 2 == 0;
    const int kind = static_cast<int>(row % 11);
    if ((kind == 3 && ours) || kind == 5) made.lse[row] = -infinity;  // this rank saw nothing; nobody did
    if (kind == 7 && ours) made.lse[row] = std::nanf("");
    if (kind == 9 && ours) made.lse[row] = infinity;
    if (!std::isfinite(made.lse[row]))
      for (int i = 0; i < shape.dim; ++i) made.out[row * shape.dim + i] = __float2bfloat16(std::nanf(""));
  }
  return made;
}

/// ATOM's rule in float64: NaN and +inf count as -inf, and a weight of 0 takes nothing.
std::vector<double> merged_row(const std::vector<Partial>& partials, const Shape& shape, int64_t row) {
  std::vector<double> lse, result(shape.dim, 0.0);
  double highest = -std::numeric_limits<double>::infinity();
  for (const Partial& partial : partials) {
    const double value = partial.lse[row];
    lse.push_back(std::isnan(value) || value > 1e300 ? -std::numeric_limits<double>::infinity() : value);
    highest = std::max(highest, lse.back());
  }
  if (!std::isfinite(highest)) return result;
  double sum = 0;
  for (const double value : lse) sum += std::exp(value - highest);
  for (size_t peer = 0; peer < partials.size(); ++peer) {
    const double weight = std::exp(lse[peer] - highest) / sum;
    if (weight == 0) continue;
    for (int i = 0; i < shape.dim; ++i)
      result[i] += weight * static_cast<double>(__bfloat162float(partials[peer].out[row * shape.dim + i]));
  }
  return result;
}

/// How many elements and scales are further from the reference than FP8 rounding allows.
unsigned long long far_off(const std::vector<Partial>& partials, const Shape& shape, int world, int rank,
                           const std::vector<uint8_t>& quantised, const std::vector<float>& scales) {
  unsigned long long wrong = 0;
  const int local = shape.heads / world;
  for (int head = 0; head < local; ++head) {
    for (int token = 0; token < shape.tokens; ++token) {
      const std::vector<double> expected =
          merged_row(partials, shape, static_cast<int64_t>(token) * shape.heads + rank * local + head);
      double highest = 1e-10;
      for (const double value : expected) highest = std::max(highest, std::fabs(value));
      const int64_t row = static_cast<int64_t>(head) * shape.tokens + token;
      const double scale = scales[row];
      if (!(std::fabs(scale - highest / 448) <= 2e-5 * highest / 448)) ++wrong;
      for (int i = 0; i < shape.dim; ++i) {
        __nv_fp8_e4m3 element;
        element.__x = quantised[row * shape.dim + i];
        // half a step: 2^-4 of the value, or 2^-10 of the scale below the normal range; fp32 sums beside it
        const double allowed = std::fabs(expected[i]) / 16 + scale / 1024 + 2e-5 * highest;
        if (!(std::fabs(static_cast<double>(static_cast<float>(element)) * scale - expected[i]) <= allowed)) ++wrong;
      }
    }
  }
  return wrong;
}

constexpr int kSets = 3;

/// A set's inputs on one rank, and what the combine gave for it, which the reference has approved.
struct Staged {
  void* out = nullptr;
  void* lse = nullptr;
  uint8_t* expected = nullptr;
};

struct Combine {
  Shape shape;
  int64_t partial_bytes, lse_bytes, out_bytes, scale_bytes;
  Combine(const Shape& shape, int world)
      : shape(shape),
        partial_bytes(shape.rows() * shape.dim * 2),
        lse_bytes(shape.rows() * 4),
        out_bytes(shape.rows() / world * shape.dim),
        scale_bytes(shape.rows() / world * 4) {}

  void run(Rank& rank, int world, Way way) const {
    const int local = shape.heads / world;
    const auto fa = reinterpret_cast<fptr_t>(&rank.car);
    const bool copying = way != Way::graph_registered;
    all_to_all_combine_quant(
        fa, tensor(rank.regions[2], {shape.tokens, shape.heads, shape.dim}, AITER_DTYPE_bf16, rank.device),
        tensor(rank.regions[3], {shape.tokens, shape.heads}, AITER_DTYPE_fp32, rank.device),
        tensor(rank.result, {local, shape.tokens, shape.dim}, AITER_DTYPE_fp8, rank.device),
        tensor(static_cast<char*>(rank.result) + out_bytes, {local, shape.tokens}, AITER_DTYPE_fp32, rank.device),
        copying ? reinterpret_cast<int64_t>(rank.pool()) : 0, copying ? kPoolBytes : 0);
  }

  void send(Rank& rank, const Staged& staged) const {
    HIP_CALL(cudaMemsetAsync(rank.result, 0x77, out_bytes + scale_bytes, rank.stream));
    HIP_CALL(cudaMemcpyAsync(rank.regions[2], staged.out, partial_bytes, cudaMemcpyDeviceToDevice, rank.stream));
    HIP_CALL(cudaMemcpyAsync(rank.regions[3], staged.lse, lse_bytes, cudaMemcpyDeviceToDevice, rank.stream));
  }
};

template <typename T>
void* upload(const std::vector<T>& values) {
  void* at = nullptr;
  HIP_CALL(cudaMalloc(&at, values.size() * sizeof(T)));
  HIP_CALL(cudaMemcpy(at, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return at;
}

/// Runs each set once, compares it with the reference, and keeps the bytes for the repetitions.
unsigned long long stage(Team& team, const Combine& combine, std::vector<std::vector<Staged>>& staged) {
  unsigned long long wrong = 0;
  for (int set = 0; set < kSets; ++set) {
    std::vector<Partial> partials;
    for (int rank = 0; rank < team.world; ++rank) partials.push_back(make_partial(combine.shape, rank, set));
    for (size_t i = 0; i < team.ranks.size(); ++i) {
      Rank& rank = *team.ranks[i];
      HIP_CALL(cudaSetDevice(rank.device));
      Staged& made = staged[i][set];
      made.out = upload(partials[rank.rank].out);
      made.lse = upload(partials[rank.rank].lse);
      HIP_CALL(cudaMalloc(&made.expected, combine.out_bytes + combine.scale_bytes));
    }
    team.meet();
    for (size_t i = 0; i < team.ranks.size(); ++i) {
      Rank& rank = *team.ranks[i];
      HIP_CALL(cudaSetDevice(rank.device));
      aiter::current_stream = rank.stream;
      combine.send(rank, staged[i][set]);
      combine.run(rank, team.world, Way::eager);
      HIP_CALL(cudaMemcpyAsync(staged[i][set].expected, rank.result, combine.out_bytes + combine.scale_bytes,
                               cudaMemcpyDeviceToDevice, rank.stream));
    }
    team.meet();
    for (size_t i = 0; i < team.ranks.size(); ++i) {
      HIP_CALL(cudaSetDevice(team.ranks[i]->device));
      std::vector<uint8_t> quantised(combine.out_bytes);
      std::vector<float> scales(combine.scale_bytes / 4);
      HIP_CALL(cudaMemcpy(quantised.data(), staged[i][set].expected, combine.out_bytes, cudaMemcpyDeviceToHost));
      HIP_CALL(cudaMemcpy(scales.data(), staged[i][set].expected + combine.out_bytes, combine.scale_bytes,
                          cudaMemcpyDeviceToHost));
      wrong += far_off(partials, combine.shape, team.world, team.ranks[i]->rank, quantised, scales);
    }
  }
  return wrong;
}

int test_combine(Team& team, const Shape& shape) {
  const Combine combine(shape, team.world);
  std::vector<std::vector<Staged>> staged(team.ranks.size(), std::vector<Staged>(kSets));
  const std::string what = "combine of " + std::to_string(shape.tokens) + " x " + std::to_string(shape.heads) + " x " +
                           std::to_string(shape.dim);
  int failed = report(team, what + ", float64 reference", Way::eager, stage(team, combine, staged));
  const auto of = [&](const Rank& rank, int iteration) -> Staged& {
    const auto at = std::find(team.ranks.begin(), team.ranks.end(), &rank) - team.ranks.begin();
    return staged[at][iteration % kSets];
  };
  for (const Way way : {Way::eager, Way::graph_copying, Way::graph_registered}) {
    const unsigned long long wrong = repeat(
        team, way, [&](Rank& rank, int iteration) { combine.send(rank, of(rank, iteration)); },
        [&](Rank& rank) { combine.run(rank, team.world, way); },
        [&](Rank& rank, int iteration) {
          compare_bytes<<<8, 256, 0, rank.stream>>>(static_cast<uint8_t*>(rank.result), of(rank, iteration).expected,
                                                    combine.out_bytes + combine.scale_bytes, rank.wrong);
        });
    failed |= report(team, what, way, wrong);
  }
  for (size_t i = 0; i < staged.size(); ++i)
    for (Staged& made : staged[i]) {
      HIP_CALL(cudaSetDevice(team.ranks[i]->device));
      for (void* at : {made.out, made.lse, static_cast<void*>(made.expected)}) HIP_CALL(cudaFree(at));
    }
  return failed;
}

// ---------------------------------------------------------------- what must be refused

template <typename Call>
int refused(const char* what, const Call& call) {
  try {
    call();
  } catch (const std::exception& error) {
    std::printf("ok      refused: %s: %s\n", what, error.what());
    return 0;
  }
  std::printf("WRONG   not refused: %s\n", what);
  return 1;
}

int test_refusals(Team& team) {
  if (team.ranks.front()->rank != 0) return 0;
  Rank& rank = *team.ranks.front();
  HIP_CALL(cudaSetDevice(rank.device));
  aiter::current_stream = rank.stream;
  int failed = 0;
  const auto exchange = [&](int64_t words, int64_t offset) {
    const aiter_tensor_t in = tensor(rank.pool(), {words}, AITER_DTYPE_fp32, rank.device);
    all_to_all_reg(reinterpret_cast<fptr_t>(&rank.car), in,
                   tensor(static_cast<char*>(rank.result) + offset, {words}, AITER_DTYPE_fp32, rank.device));
  };
  failed |= refused("bytes that are no whole packs", [&] { exchange(4 * team.world + 1, 0); });
  failed |= refused("an unaligned result", [&] { exchange(4 * team.world, 4); });
  failed |= refused("nothing at all", [&] { exchange(0, 0); });
  failed |= refused("a buffer that is not registered", [&] {
    const aiter_tensor_t in = tensor(rank.result, {4 * team.world}, AITER_DTYPE_fp32, rank.device);
    all_to_all_reg(reinterpret_cast<fptr_t>(&rank.car), in, in);
  });
  failed |= refused("a pool that is too small", [&] {
    const aiter_tensor_t in = tensor(rank.regions[1], {4 * team.world}, AITER_DTYPE_fp32, rank.device);
    all_to_all_unreg(reinterpret_cast<fptr_t>(&rank.car), in, reinterpret_cast<int64_t>(rank.pool()),
                     tensor(rank.result, {4 * team.world}, AITER_DTYPE_fp32, rank.device), 15);
  });
  for (const int world : {1, 3, 6, 16}) {
    rank.car.world_size_ = world;
    failed |= refused(("a world of " + std::to_string(world)).c_str(), [&] { exchange(4 * 48, 0); });
    failed |= refused(("combine in a world of " + std::to_string(world)).c_str(),
                      [&] { Combine({1, 48, 128}, 1).run(rank, world, Way::eager); });
  }
  rank.car.world_size_ = team.world;
  failed |= refused("combine of an odd dim", [&] { Combine({1, 16, 96}, team.world).run(rank, team.world, Way::eager); });
  failed |= refused("combine of heads that do not divide",
                    [&] { Combine({1, team.world + 1, 128}, 1).run(rank, team.world, Way::eager); });
  return failed;
}

// ---------------------------------------------------------------- worlds

/// Whether all blocks of all ranks of one device are sure to be there at once; else they would wait for ever.
/// One a multiprocessor always fits; beyond that half is left to the copies and checks between them.
template <typename Kernel>
bool resident(Kernel kernel, int ranks_of_device) {
  int each = 0, processors = 0;
  HIP_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, THREAD_NUM, 0));
  HIP_CALL(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  return ranks_of_device * TEST_MAX_BLOCKS <= std::max(1, each / 2) * processors;
}

template <int world>
bool all_resident(int ranks_of_device) {
  return resident(aiter::alltoall_vec<world>, ranks_of_device) &&
         resident(aiter::alltoall_combine_quant<opus::bf16_t, world>, ranks_of_device);
}

int run_tests(Team& team) {
  int failed = 0;
  const std::vector<int64_t> small{1, 65}, large{1, 3, 64, 257, 4096, 20000};
  for (const int64_t packs : team.options.small ? small : large) failed |= test_all_to_all(team, packs);
  const std::vector<Shape> few{{3, 16, 128}}, many{{1, 64, 512}, {33, 64, 512}, {7, 16, 128}, {5, 8, 8}, {2, 8, 4096}, {200, 16, 512}};
  for (const Shape& shape : team.options.small ? few : many) failed |= test_combine(team, shape);
  return failed | test_refusals(team);
}

int devices() {
  int count = 0;
  HIP_CALL(cudaGetDeviceCount(&count));
  return count;
}

int run_as_streams(const Options& options, int world) {
  const int count = devices(), shared = (world + count - 1) / count;
  const bool fits = world == 2 ? all_resident<2>(shared) : world == 4 ? all_resident<4>(shared) : all_resident<8>(shared);
  if (!fits) {
    std::printf("skipped world %d: %d blocks of each of %d ranks do not fit one GPU at once\n", world, TEST_MAX_BLOCKS, shared);
    return 0;
  }
  std::vector<std::unique_ptr<Rank>> ranks;
  Team team{world, {}, {}, nullptr, options};
  for (int i = 0; i < world; ++i) {
    ranks.push_back(std::make_unique<Rank>());
    ranks.back()->rank = i;
    ranks.back()->device = i % count;
    allocate(*ranks.back(), world);
    team.ranks.push_back(ranks.back().get());
    for (int other = 0; other < count; ++other)
      if (other != i % count && cudaDeviceEnablePeerAccess(other, 0) == cudaErrorPeerAccessAlreadyEnabled)
        (void)cudaGetLastError();
  }
  Peers peers;
  for (const auto& rank : ranks) {
    peers.regions.emplace_back(std::begin(rank->regions), std::end(rank->regions));
    peers.signals.push_back(rank->signal);
  }
  team.peers.assign(world, peers);
  for (const auto& rank : ranks) connect(*rank, peers);
  std::printf("world %d as streams on %d GPU(s), at most %d blocks a rank, %d iterations\n", world, std::min(count, world),
              TEST_MAX_BLOCKS, options.iterations);
  return run_tests(team);
}

struct Shared {
  pthread_barrier_t barrier;
  cudaIpcMemHandle_t regions[8][kBufferRegions], signals[8];
};

Shared* map_shared(const std::string& path) {
  const int file = open(path.c_str(), O_RDWR);
  void* at = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (at == MAP_FAILED) throw std::runtime_error("mmap failed");
  return static_cast<Shared*>(at);
}

int run_child(const Options& options) {
  const int world = options.worlds.front();
  Shared& shared = *map_shared(options.shared);
  Rank rank;
  rank.rank = options.rank;
  rank.device = options.rank % devices();
  allocate(rank, world);
  for (int region = 0; region < kBufferRegions; ++region)
    HIP_CALL(cudaIpcGetMemHandle(&shared.regions[rank.rank][region], rank.regions[region]));
  HIP_CALL(cudaIpcGetMemHandle(&shared.signals[rank.rank], rank.signal));
  Team team{world, {&rank}, {}, &shared.barrier, options};
  team.meet();
  Peers peers;
  for (int peer = 0; peer < world; ++peer) {
    const auto opened = [&](const cudaIpcMemHandle_t& handle, void* own) {
      void* at = own;
      if (peer != rank.rank) HIP_CALL(cudaIpcOpenMemHandle(&at, handle, cudaIpcMemLazyEnablePeerAccess));
      return at;
    };
    peers.regions.emplace_back();
    for (int region = 0; region < kBufferRegions; ++region)
      peers.regions.back().push_back(opened(shared.regions[peer][region], rank.regions[region]));
    peers.signals.push_back(static_cast<aiter::Signal*>(opened(shared.signals[peer], rank.signal)));
  }
  team.peers = {peers};
  connect(rank, peers);
  const int failed = run_tests(team);
  team.meet();
  return failed;
}

int run_as_processes(const Options& options, int world, char* program) {
  char path[] = "/tmp/exchange_test.XXXXXX";
  const int file = mkstemp(path);
  if (file < 0 || ftruncate(file, sizeof(Shared)) != 0) throw std::runtime_error("no shared file");
  close(file);
  Shared* shared = map_shared(path);
  pthread_barrierattr_t attributes;
  pthread_barrierattr_init(&attributes);
  pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&shared->barrier, &attributes, world);
  std::printf("world %d as processes, at most %d blocks a rank, %d iterations\n", world, TEST_MAX_BLOCKS, options.iterations);
  std::fflush(stdout);
  std::vector<pid_t> children;
  for (int rank = 0; rank < world; ++rank) {
    const pid_t child = fork();
    if (child == 0) {
      const std::string worlds = std::to_string(world), number = std::to_string(rank), times = std::to_string(options.iterations);
      execl(program, program, "--worlds", worlds.c_str(), "--rank", number.c_str(), "--shared", path, "--iterations",
            times.c_str(), options.small ? "--small" : nullptr, nullptr);
      _exit(3);
    }
    children.push_back(child);
  }
  int failed = 0;
  for (size_t left = children.size(); left > 0; --left) {
    int status = 0;
    wait(&status);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
    failed = 1;
    // Others may wait for this one at the barrier.
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 1)
      for (const pid_t child : children) kill(child, SIGKILL);
  }
  munmap(shared, sizeof(Shared));
  unlink(path);
  return failed;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string key = argv[i];
    if (key == "--small") {
      options.small = true;
      continue;
    }
    if (++i == argc) throw std::runtime_error("no value for " + key);
    const std::string value = argv[i];
    if (key == "--as" && (value == "streams" || value == "processes")) options.as = value;
    else if (key == "--iterations") options.iterations = std::stoi(value);
    else if (key == "--rank") options.rank = std::stoi(value);
    else if (key == "--shared") options.shared = value;
    else if (key == "--worlds") {
      options.worlds.clear();
      std::stringstream list(value);
      for (std::string one; std::getline(list, one, ',');) options.worlds.push_back(std::stoi(one));
      for (const int world : options.worlds)
        if (world != 2 && world != 4 && world != 8) throw std::runtime_error("worlds are 2, 4 and 8");
    } else throw std::runtime_error("unknown option " + key + " " + value);
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  // A kernel that is loaded at its first launch would wait for those that wait for it.
  setenv("CUDA_MODULE_LOADING", "EAGER", 1);
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1);
  try {
    const Options options = parse(argc, argv);
    if (options.rank >= 0) return run_child(options);
    int failed = 0;
    for (const int world : options.worlds)
      failed |= options.as == "processes" ? run_as_processes(options, world, argv[0]) : run_as_streams(options, world);
    std::printf("%s\n", failed == 0 ? "all as it should be" : "SOMETHING DIFFERS");
    return failed;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
