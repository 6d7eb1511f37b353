// SPDX-License-Identifier: MIT
// As much of pybind11 as aiter's binding macros name, for clang's syntax check. Unlike the real one it
// demands at compile time that a function that is bound with named arguments names each of them.
#pragma once

namespace pybind11 {

struct arg {
  explicit arg(const char*) {}
  template <typename T>
  arg operator=(T&&) const {
    return *this;
  }
};

struct module_ {
  template <typename Result, typename... Parameters, typename... Extra>
  module_& def(const char*, Result (*)(Parameters...), Extra...) {
    static_assert(sizeof...(Extra) == sizeof...(Parameters), "an argument is not named");
    return *this;
  }
  template <typename Function, typename... Extra>
  module_& def(const char*, Function, Extra...) {
    return *this;
  }
};

}  // namespace pybind11

namespace py = pybind11;
#define PYBIND11_MODULE(name, variable) void pybind11_init(pybind11::module_& variable)
