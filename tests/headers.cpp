// SPDX-License-Identifier: MIT
// Empty: it gives the headers that all tests share a target to be compiled in.
