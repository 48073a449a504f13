"""The few array functions that the walk is written in, for NumPy and JAX alike.

Each goes by the arrays it gets (`__array_namespace__`, the array API standard): the same formulas are compiled by JAX
to solve a whole subgame, and run in plain NumPy, without JAX being imported, on the small part that a reader looks at.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numpy as np

Array: TypeAlias = Any
"""An array of NumPy or of JAX; a pass is of one kind throughout."""

T = TypeVar("T")


def namespace(*arrays: Any) -> Any:
    """`jax.numpy` if any of the arrays (or of those in a list) is JAX's, else `numpy`."""
    for array in arrays:
        if isinstance(array, list | tuple):
            found = namespace(*array)
        elif isinstance(array, np.ndarray) or not hasattr(array, "__array_namespace__"):
            continue
        else:
            found = array.__array_namespace__()
        if found is not np:
            return found
    return np


def _function(name: str) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        return getattr(namespace(*arguments), name)(*arguments)

    call.__name__, call.__doc__ = name, f"As `numpy.{name}`."
    return call


broadcast_to = _function("broadcast_to")
concatenate = _function("concatenate")
maximum = _function("maximum")
split = _function("split")
stack = _function("stack")
take = _function("take")
transpose = _function("transpose")
where = _function("where")
zeros_like = _function("zeros_like")


def matmul(first: Any, second: Any) -> Any:
    """As `numpy.matmul`, in full precision on every device."""
    xp = namespace(first, second)
    return xp.matmul(first, second, **({} if xp is np else {"precision": "highest"}))


def product(matrix: np.ndarray, array: Array) -> Array:
    """A constant matrix times an array over its first axis.

    The array is computed first: merged into the product, XLA would compute it in the product's two axes, with divisions
    for every element.
    """
    xp, constant = namespace(array), np.asarray(matrix, array.dtype)
    options = {} if xp is np else {"precision": "highest"}
    found: Array = xp.tensordot(constant, materialised(array), 1, **options)
    return found


def materialised(tree: T) -> T:
    """Compute this once and keep it: XLA's CPU fusion would else recompute it in each consumer."""
    if namespace(*_leaves(tree)) is np:
        return tree
    import jax

    return jax.lax.optimization_barrier(tree)


def _leaves(tree: Any) -> list[Any]:
    return functools.reduce(list.__add__, map(_leaves, tree), []) if isinstance(tree, list | tuple) else [tree]
