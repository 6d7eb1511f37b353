// SPDX-License-Identifier: MIT
// The checked sources name nothing of ck_tile.
#pragma once
#include <hip/hip_runtime.h>
