"""The machine: whether it multiplies bfloat16 matrices quickly, where networks run, and giving its memory back."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import torch

BLOCK = 8_192  # rows gone through at once


def resolved(precision: str) -> str:
    """`precision` with "auto" decided: bfloat16 where the processor or GPU has instructions for it, else float32."""
    if precision != "auto":
        return precision
    return "bfloat16" if has_fast_bfloat16() else "float32"


def has_fast_bfloat16() -> bool:
    """True with AVX-512 BF16 or AMX: 5 to 7 times float32's rate there, and slower than float32 without them."""
    import torch

    if torch.cuda.is_available():
        return torch.cuda.is_bf16_supported()
    asks = (getattr(torch.cpu, name, None) for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported"))
    return any(bool(ask()) for ask in asks if ask is not None)


def device() -> torch.device:
    """Where networks run: the GPU when there is one that torch can use, else the processor."""
    import torch

    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def autocast(precision: str, on: torch.device | None = None) -> AbstractContextManager[object]:
    """Matrix products inside are done in `precision`; weights, sums and losses stay float32."""
    import torch

    where = on.type if on is not None else "cpu"
    return torch.autocast(where, dtype=torch.bfloat16, enabled=precision == "bfloat16")


def to_device(batch: Any, device: torch.device) -> Any:
    """A batch on the device, whatever tensors it is made of."""
    if device.type == "cpu":
        return batch
    import torch

    if isinstance(batch, torch.Tensor):
        return batch.to(device)
    if isinstance(batch, dict):
        return {name: to_device(part, device) for name, part in batch.items()}
    if isinstance(batch, (tuple, list)):
        return type(batch)(to_device(part, device) for part in batch)
    return batch


def let_go(rows: np.ndarray) -> None:
    """Give back the memory of a mapped file's rows that were looked at; they are read again where they are needed."""
    mapped = getattr(rows, "_mmap", None)
    if mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
        mapped.madvise(mmap.MADV_DONTNEED)


def in_blocks(rows: np.ndarray, *others: np.ndarray) -> Iterator[slice]:
    """Where to go through rows, some at a time; after each block those of mapped files, here and in `others`, are let
    go."""
    for start in range(0, len(rows), BLOCK):
        yield slice(start, start + BLOCK)
        for one in (rows, *others):
            let_go(one)


def give_back_memory() -> None:
    """Returns freed memory to the system, where the C library keeps it for each thread that ever used it (glibc).

    Millions of small records, or the arrays of many answers, leave holes in the heap that nobody else can use.
    """
    with suppress(AttributeError, OSError, TypeError):  # another C library: there is nothing to do
        ctypes.CDLL(None).malloc_trim(0)
