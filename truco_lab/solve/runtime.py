"""The machine: memory allocation, the compilation cache, peak memory, what the device is called."""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import resource
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ..folders import cache_folder

TUNE_VARIABLE = "TRUCO_LAB_MALLOC"
"""Set to 0 to leave the memory allocator alone."""


def prepare() -> None:
    """Tune the allocator and turn on the persistent compilation cache; before or after jax is first used."""
    tune_allocator()
    use_compilation_cache()


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


def use_compilation_cache() -> Path:
    """Keep compiled programs between processes, apart for each processor and version of jax."""
    import jax
    from jaxlib.version import __version__ as jaxlib_version

    machine = f"{platform.machine()} {_processor()} jax {jax.__version__} jaxlib {jaxlib_version}"
    folder = cache_folder() / "compiled" / hashlib.sha256(machine.encode()).hexdigest()[:12]
    jax.config.update("jax_compilation_cache_dir", str(folder))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    return folder


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return "|".join(sorted({line for line in lines if line.startswith(("model name", "flags"))}))


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
