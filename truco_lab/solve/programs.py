"""Compiled programs kept between processes: no tracing, no lowering, no compilation the second time.

JAX's own persistent cache still traces and lowers every program to find its key, half a second each. Here the key is
what the programs of an engine are made from: this package's sources, the versions of jax and XLA, the processor, the
devices, the tree and its layout. All programs of an engine lie in one file,

    sha256 of the rest, a line of 64 digits
    pickle of {key: (device, serialised executable, structure of its arguments, structure of its results)}

which is trusted as the installed package is: it lies in the user's own cache folder. A file that is damaged, or that
cannot be loaded, counts as none.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import jax
from jax.experimental.serialize_executable import deserialize_and_load, serialize
from jaxlib.version import __version__ as jaxlib_version

from ..errors import StoreError
from ..folders import cache_folder, write_whole

Programs = dict[Any, Callable[..., Any]]


def kept(identity: str) -> Programs | None:
    """The programs of an engine, or None if they are not kept.

    Args:
        identity: of the engine; machine, versions and sources are added here.
    """
    try:
        digest, _, body = _path(identity).read_bytes().partition(b"\n")
    except OSError:
        return None
    if hashlib.sha256(body).hexdigest().encode() != digest:
        return None
    try:
        return side_by_side({key: _loader(*program) for key, program in pickle.loads(body).items()})
    except Exception:  # whatever a newer driver or a stranger's file brings: compile instead
        return None


def keep(identity: str, programs: Mapping[Any, Any]) -> None:
    """Keep freshly compiled programs; where that is not possible (a full disk, a device that cannot), go on without."""
    try:
        body = pickle.dumps({key: (_device(program), *serialize(program)) for key, program in programs.items()})
        write_whole(_path(identity), hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    except (StoreError, ValueError, NotImplementedError, jax.errors.JaxRuntimeError):
        return


def side_by_side(jobs: Mapping[Any, Callable[[], Any]]) -> dict[Any, Any]:
    """The results of some jobs that release the interpreter's lock."""
    with ThreadPoolExecutor(min(len(jobs), os.cpu_count() or 1)) as pool:
        return dict(zip(jobs, pool.map(lambda job: job(), jobs.values()), strict=True))


def _device(program: Any) -> int:
    """Where a program runs, by what it gives."""
    (device,) = jax.tree.leaves(program.output_shardings)[0].device_set
    return int(device.id)


def _loader(device: int, payload: bytes, arguments: Any, results: Any) -> Callable[[], Any]:
    (there,) = (each for each in jax.devices() if each.id == device)
    return lambda: deserialize_and_load(payload, arguments, results, there.client, [there])


def _path(identity: str) -> Path:
    made_from = "\n".join([identity, _surroundings()])
    return cache_folder() / "programs" / f"{hashlib.sha256(made_from.encode()).hexdigest()[:20]}.bin"


@cache
def _surroundings() -> str:
    """All that programs are made from but the engine."""
    devices = [(device.id, device.platform, device.device_kind) for device in jax.devices()]
    flags = os.environ.get("XLA_FLAGS", "")
    settings = (jax.__version__, jaxlib_version, jax.config.read("jax_enable_x64"), platform.python_version(), flags)
    return repr((settings, devices, platform.machine(), _processor(), _sources()))


def _sources() -> str:
    """A digest of the modules that programs are traced from."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for folder in ("rules", "tree", "solve"):
        for path in sorted((package / folder).glob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return "|".join(sorted({line for line in lines if line.startswith(("model name", "flags"))}))
