// SPDX-License-Identifier: MIT
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "gather.cuh"

namespace {

PyObject* answer(PyObject*, PyObject*) { return PyLong_FromLong(aiter::gather_chunk(2)); }

PyMethodDef kMethods[] = {{"answer", answer, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}};
PyModuleDef kModule = {PyModuleDef_HEAD_INIT, "module_gather", nullptr, -1, kMethods};

}  // namespace

PyMODINIT_FUNC PyInit_module_gather() { return PyModule_Create(&kModule); }
