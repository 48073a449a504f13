"""Tracing programs one after the other, and compiling them side by side with the options that suit the device."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import jax

from ..errors import CancelledError
from .programs import Programs, side_by_side
from .runtime import supported

CPU_OPTIONS = {
    "xla_cpu_use_fusion_emitters": False,  # the newer emitters compile slower, and run no faster here
    "xla_cpu_experimental_ynn_fusion_type": "",  # its reductions over short axes are a hundred times slower
    "xla_disable_hlo_passes": "cse_barrier_expander",  # else barriers go before fusion, and fusion recomputes
}
"""Of every program on a CPU."""

CPU_QUICK_OPTIONS = {"xla_backend_optimization_level": 1}
"""For programs that do little (round 1, tied round 1) or have very many kernels (unpruned trees, minutes in all): half
the compilation or less, slightly slower code."""


@dataclass
class Jobs:
    """Programs to compile, lowered, by key; all of them on one kind of device.

    `cancelled` is asked before each is traced and before each is compiled; True raises `CancelledError` once those in
    hand are done, for XLA cannot be interrupted.
    """

    cancelled: Callable[[], bool]
    lowered: dict[Any, jax.stages.Lowered] = field(default_factory=dict)
    on_cpu: bool = True

    def add(
        self, key: Any, function: Callable[..., Any], device: jax.Device, donate: tuple[int, ...], *args: Any
    ) -> Any:
        """Trace a program for arguments of these shapes on a device; returns the shapes of what it gives.

        Args:
            donate: which arguments are given away.
        """
        self._go_on()
        sharding = jax.sharding.SingleDeviceSharding(device)
        placed = jax.tree.map(lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype, sharding=sharding), args)
        self.lowered[key] = jax.jit(function, donate_argnums=donate, out_shardings=sharding).lower(*placed)
        self.on_cpu = device.platform == "cpu"
        return self.lowered[key].out_info

    def compiled(self, large: Collection[Any]) -> Programs:
        """Compile them.

        Args:
            large: keys of those that are worth optimising.
        """
        options = supported(CPU_OPTIONS) if self.on_cpu else {}
        quick = options | (supported(CPU_QUICK_OPTIONS) if self.on_cpu else {})

        def compiling(key: Any) -> Any:
            self._go_on()
            return self.lowered[key].compile(compiler_options=options if key in large else quick)

        return side_by_side({key: partial(compiling, key) for key in self.lowered})

    def _go_on(self) -> None:
        if self.cancelled():
            raise CancelledError("compiling-cancelled")


def asked_for() -> str:
    """The options, for whoever tells programs apart by them."""
    return repr((CPU_OPTIONS, CPU_QUICK_OPTIONS))
