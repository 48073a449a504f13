"""Pictures compared coarsely, so that another font draws the same picture and a missing panel does not.

h and w are a picture's height and width in pixels; a tile is `TILE` pixels square.
"""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

TILE = 16

OTHER = 32
"""Two tiles are of another colour when their means differ by more than this, of 255, in a channel."""

PALETTE = 128
"""Colours that a kept picture has: a few kilobytes instead of hundreds."""


def pixels(png: bytes) -> np.ndarray:
    """A picture as float[h, w, 3], 0 to 255."""
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"), float)


def reduced(png: bytes) -> bytes:
    """The same picture in few colours, for keeping."""
    with Image.open(io.BytesIO(png)) as image:
        kept, out = (
            image.convert("RGB").quantize(PALETTE, kmeans=4, dither=Image.Dither.NONE),
            io.BytesIO(),
        )
    kept.save(out, "PNG", optimize=True)
    return out.getvalue()


def difference(first: np.ndarray, second: np.ndarray) -> float:
    """Share of the tiles of one picture that the other has nowhere near; of the two such shares the larger.

    A tile is looked for in its own place and half a tile to all sides, since letters of another width move what is
    beside them.
    """
    assert first.shape == second.shape
    one, other = _tiles(first), _tiles(second)
    return max(_missing(one, other), _missing(other, one))


def _tiles(picture: np.ndarray) -> np.ndarray:
    """Mean colours of the tiles that begin at every half tile: float[2 h / TILE - 1, 2 w / TILE - 1, 3]."""
    half = TILE // 2
    h, w = (side // half for side in picture.shape[:2])
    parts = picture[: h * half, : w * half].reshape(h, half, w, half, 3).mean(axis=(1, 3))
    return (parts[:-1, :-1] + parts[:-1, 1:] + parts[1:, :-1] + parts[1:, 1:]) / 4


def _missing(one: np.ndarray, other: np.ndarray) -> float:
    around = np.pad(other, ((1, 1), (1, 1), (0, 0)), mode="edge")
    h, w = one.shape[:2]
    apart = [np.abs(one - around[y : y + h, x : x + w]).max(axis=-1) for y in range(3) for x in range(3)]
    return float((np.min(apart, axis=0)[::2, ::2] > OTHER).mean())
