"""Whether this processor multiplies bfloat16 matrices quickly, and the context in which it does."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import torch
from torch import Tensor


def resolved(precision: str) -> str:
    """`precision` with "auto" decided: bfloat16 where the processor or GPU has instructions for it, else float32."""
    if precision != "auto":
        return precision
    return "bfloat16" if has_fast_bfloat16() else "float32"


def has_fast_bfloat16() -> bool:
    """True with AVX-512 BF16 or AMX: 5 to 7 times float32's rate there, and slower than float32 without them."""
    if torch.cuda.is_available():
        return torch.cuda.is_bf16_supported()
    asks = (getattr(torch.cpu, name, None) for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported"))
    return any(bool(ask()) for ask in asks if ask is not None)


def device() -> torch.device:
    """Where networks run: the GPU when there is one that torch can use, else the processor."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def autocast(precision: str, on: torch.device | None = None) -> AbstractContextManager[object]:
    """Matrix products inside are done in `precision`; weights, sums and losses stay float32."""
    where = on.type if on is not None else "cpu"
    return torch.autocast(where, dtype=torch.bfloat16, enabled=precision == "bfloat16")


def to_device(batch: Any, device: torch.device) -> Any:
    """A batch on the device, whatever tensors it is made of."""
    if device.type == "cpu":
        return batch
    if isinstance(batch, Tensor):
        return batch.to(device)
    if isinstance(batch, dict):
        return {name: to_device(part, device) for name, part in batch.items()}
    if isinstance(batch, (tuple, list)):
        return type(batch)(to_device(part, device) for part in batch)
    return batch
