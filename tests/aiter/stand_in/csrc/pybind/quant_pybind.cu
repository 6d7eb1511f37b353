// SPDX-License-Identifier: MIT
#include <Python.h>

namespace {

PyModuleDef kModule = {PyModuleDef_HEAD_INIT, "module_quant", nullptr, -1, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_module_quant() { return PyModule_Create(&kModule); }
