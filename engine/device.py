"""The machine: whether it multiplies bfloat16 matrices quickly, where networks run, and giving its memory back."""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Any

from engine.errors import BadInput

if TYPE_CHECKING:
    import numpy as np
    import torch

BLOCK = 8_192  # rows gone through at once
NAMED = "NOMENCLATOR_DEVICE"


def torch_is_loaded() -> bool:
    """Whether this process has torch already. Loading it takes seconds and 200 MB, which a query need not wait for."""
    return hasattr(sys.modules.get("torch"), "get_num_threads")


def processor_threads() -> int:
    """How many threads work is shared among: torch's number, or what it would be."""
    if torch_is_loaded():
        return int(sys.modules["torch"].get_num_threads())
    named = os.environ.get("OMP_NUM_THREADS", "")
    if named.isdigit() and int(named):
        return int(named)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def resolved(precision: str, on: torch.device | None = None) -> str:
    """`precision` with "auto" decided: bfloat16 where the device that networks run on, or `on`, is fast in it."""
    if precision != "auto":
        return precision
    return "bfloat16" if has_fast_bfloat16(on or device()) else "float32"


def has_fast_bfloat16(on: torch.device) -> bool:
    """Whether it has instructions for it. On a processor, AVX-512 BF16 or AMX, bfloat16 is 5 to 7 times as fast as
    float32 with them and slower without."""
    import torch

    if on.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    if on.type != "cpu":
        return False
    asks = (getattr(torch.cpu, name, None) for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported"))
    return any(bool(ask()) for ask in asks if ask is not None)


def device() -> torch.device:
    """Where networks run: the GPU when there is one that torch can use, else the processor.

    The environment variable NOMENCLATOR_DEVICE names another, such as “cpu” or “cuda:1”; BadInput where torch finds
    none of that name.
    """
    import torch

    named = os.environ.get(NAMED)
    if not named:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        found = torch.device(named)
        torch.empty(1, device=found).cpu()
    except (RuntimeError, AssertionError) as problem:
        raise BadInput(
            f"{NAMED} is “{named}”, and torch finds no such device; name cpu or cuda, or unset it."
        ) from problem
    return found


def autocast(precision: str, on: torch.device | None = None) -> AbstractContextManager[object]:
    """Matrix products inside are done in `precision`; weights, sums and losses stay float32."""
    import torch

    where = on.type if on is not None else "cpu"
    return torch.autocast(where, dtype=torch.bfloat16, enabled=precision == "bfloat16")


def to_device(batch: Any, device: torch.device) -> Any:
    """A batch on the device, whatever tensors it is made of; arrays in it stay on the processor."""
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


def put_on(device: torch.device, rows: np.ndarray) -> torch.Tensor:
    """Rows as a tensor on the device, put there once for many steps; where they would take more than half of the memory
    that is free there, a tensor of the same memory, from which each step takes its own."""
    import torch

    here = torch.from_numpy(rows)
    ask = getattr(torch.get_device_module(device), "mem_get_info", None)
    if ask is None or 2 * rows.nbytes > ask(device)[0]:  # of the processor nobody can ask
        return here
    there = torch.empty(here.shape, dtype=here.dtype, device=device)
    for part in in_blocks(rows):
        there[part] = here[part]
    return there


def taken_from(rows: torch.Tensor, places: np.ndarray, device: torch.device) -> torch.Tensor:
    """The rows at these places on the device, wherever all of them are."""
    import torch

    return rows[torch.from_numpy(places).to(rows.device)].to(device)


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
