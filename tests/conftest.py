"""Before anything imports jax: two devices on the processor, and folders of the session's own."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
"""No test depends on how busy the machine is."""

FLAG = "--xla_force_host_platform_device_count"
if FLAG not in os.environ.get("XLA_FLAGS", ""):
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {FLAG}=2".strip()

FOLDERS = Path(tempfile.mkdtemp(prefix="truco-lab-tests-"))
os.environ["TRUCO_LAB_CACHE"] = str(FOLDERS / "cache")
os.environ["TRUCO_LAB_DATA"] = str(FOLDERS / "data")


@pytest.fixture(scope="session", autouse=True)
def _folders_of_the_session() -> Iterator[None]:
    """Taken away at the end."""
    yield
    shutil.rmtree(FOLDERS, ignore_errors=True)


@pytest.fixture(scope="session")
def prepared() -> None:
    """One persistent compilation cache: programs compiled again and again are compiled once."""
    from truco_lab.solve.runtime import prepare

    prepare()


@pytest.fixture(scope="session")
def quick(prepared: None) -> Iterator[None]:
    """LLVM's optimisations cost four times the compilation, and tiny trees do not need them."""
    from truco_lab.solve import compiling

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiling, "CPU_OPTIONS", {**compiling.CPU_OPTIONS, "xla_backend_optimization_level": 0})
        yield
