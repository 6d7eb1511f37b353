# SPDX-License-Identifier: MIT
from setuptools._vendor.packaging.version import *  # noqa: F403
