# SPDX-License-Identifier: MIT
"""As much of torch as aiter's compiler looks at."""

import pathlib
import types

__version__ = "2.9.1"
version = types.SimpleNamespace(__version__=__version__, hip="7.0", cuda=None)
_C = types.SimpleNamespace(_GLIBCXX_USE_CXX11_ABI=True)
__file__ = str(pathlib.Path(__file__))
