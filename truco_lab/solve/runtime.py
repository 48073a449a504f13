"""The machine: memory allocation, compiler options, peak memory, what the device is called."""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

TUNE_VARIABLE = "TRUCO_LAB_MALLOC"
"""Set to 0 to leave the memory allocator alone."""


def prepare() -> None:
    """Before anything is solved: tune the allocator."""
    tune_allocator()


def tune_allocator() -> bool:
    """Keep freed memory in the process (Linux with glibc only): new pages cost more than the arithmetic on them.

    Returns:
        Whether it was done.
    """
    if os.environ.get(TUNE_VARIABLE) == "0" or sys.platform != "linux" or platform.libc_ver()[0] != "glibc":
        return False
    mallopt = ctypes.CDLL(None).mallopt
    arena_max, mmap_max, trim_threshold, top_pad = -8, -4, -1, -2
    settings = ((arena_max, 1), (mmap_max, 0), (trim_threshold, -1), (top_pad, 64 << 20))
    done = [mallopt(setting, value) for setting, value in settings]
    return all(done)


def supported(options: Mapping[str, Any]) -> dict[str, Any]:
    """Those compiler options that this version of XLA knows: they come and go, and an unknown one is an error."""
    return {name: value for name, value in options.items() if _compiles(name, value)}


@cache
def _compiles(name: str, value: Any) -> bool:
    import jax

    try:
        jax.jit(lambda x: x).lower(0.0).compile(compiler_options={name: value})
    except jax.errors.JaxRuntimeError:
        return False
    return True


def peak_rss_bytes() -> int:
    """Most memory this process has held."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def describe() -> str:
    """The device that jax computes on."""
    import jax

    devices = jax.devices()
    kind = f"{devices[0].platform} {devices[0].device_kind}".strip()
    kind = f"cpu ({os.cpu_count()} cores)" if devices[0].platform == "cpu" else kind
    return kind if len(devices) == 1 else f"{len(devices)} x {kind}"
