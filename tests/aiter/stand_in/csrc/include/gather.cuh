// SPDX-License-Identifier: MIT
#pragma once

namespace aiter {

/// How many packs one thread copies.
inline int packs_per_thread() { return 1; }

int gather_chunk(int ranks);

}  // namespace aiter
