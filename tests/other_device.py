"""A device that is not the processor, where there is no GPU: it computes there, and is as strict as a GPU.

Its tensors hold real numbers, so a whole training runs on it. An operation on tensors of it and of the processor
raises, as on a GPU; what is copied from the one to the other is counted. torch takes it for an accelerator of its own
(`torch.device("other")`), with autograd and autocast.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map
from torch.utils.backend_registration import _DummyBackendModule, _DummyPrivateUse1Hook
from torch.utils.backend_registration import _setup_privateuseone_for_python_backend as register

NAME = "other"
COPIES = ("_to_copy", "copy_")
MIXED = ("_pack_padded_sequence", "_local_scalar_dense")  # which torch wants so: lengths are read on the processor

WAITS = ("_local_scalar_dense", "nonzero", "masked_select", "_unique2")  # a number, or how many there are


class Module(_DummyBackendModule):
    """What torch asks a kind of device; outside of `working` there is none of this kind."""

    present = False
    free = 1 << 40  # bytes

    def is_available(self) -> bool:
        return self.present

    def device_count(self) -> int:
        return int(self.present)

    def get_amp_supported_dtype(self) -> list[torch.dtype]:
        return [torch.bfloat16]

    def mem_get_info(self, device: torch.device) -> tuple[int, int]:
        return self.free, self.free

    def get_device_name(self, device: torch.device) -> str:
        return "another device"

    def synchronize(self) -> None:
        """Nothing waits: it computes at once."""


class Hook(_DummyPrivateUse1Hook):
    """The same for torch's own part in C++."""

    def is_available(self) -> bool:
        return MODULE.present


MODULE = Module()
register(NAME, MODULE, Hook())
CASTS = torch.library.Library("_", "IMPL", "AutocastPrivateUse1")
CASTS.fallback(torch.library.fallthrough_kernel)  # nothing is cast of itself
OTHER = torch.device(NAME, 0)


@dataclass
class Copies:
    """The shapes of what was copied back to the processor and there."""

    back: list[tuple[int, ...]] = field(default_factory=list)
    there: list[tuple[int, ...]] = field(default_factory=list)

    def clear(self) -> None:
        """Forget what was copied so far."""
        self.back.clear()
        self.there.clear()


class Held(torch.Tensor):
    """A tensor of the other device: `held` are its numbers."""

    held: torch.Tensor

    @staticmethod
    def __new__(cls, held: torch.Tensor) -> Held:
        shape = {"strides": held.stride(), "storage_offset": held.storage_offset(), "dtype": held.dtype}
        found: Held = torch.Tensor._make_wrapper_subclass(cls, held.shape, device=OTHER, **shape)  # type: ignore[attr-defined]
        found.held = held
        return found

    def __repr__(self, **_: Any) -> str:
        return f"on the other device: {self.held}"

    @classmethod
    def __torch_dispatch__(cls, operation: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return carried_out(operation, args, kwargs or {}, Copies())


class Generator(torch.Generator):
    """A generator of any device: torch lets none in Python have its own, so the other's draws on the processor."""

    def __new__(cls, device: Any = "cpu") -> Generator:
        return super().__new__(cls, "cpu" if torch.device(device).type == NAME else device)


class _Counting(TorchDispatchMode):
    def __init__(self, copies: Copies) -> None:
        super().__init__()
        self.copies = copies

    def __torch_dispatch__(self, operation: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        with self:  # operations made of others come whole in inference mode
            made_of = operation.decompose(*args, **(kwargs or {}))
        return carried_out(operation, args, kwargs or {}, self.copies) if made_of is NotImplemented else made_of


@torch.inference_mode(False)
@torch.no_grad()
def carried_out(operation: Any, args: Any, kwargs: dict[str, Any], copies: Copies) -> Any:
    """An operation on tensors of one device; RuntimeError where they are of two."""
    tensors = [one for one in tree_leaves((args, kwargs)) if isinstance(one, torch.Tensor)]
    name, given = operation.overloadpacket.__name__, kwargs.get("device")
    there = [one for one in tensors if isinstance(one, Held)]
    here = [one for one in tensors if not isinstance(one, Held) and one.dim()]
    if there and here and name not in (*COPIES, *MIXED):
        raise RuntimeError(f"{name}: tensors are on two devices, {OTHER} {there[0].shape} and cpu {here[0].shape}")
    out_there = torch.device(given).type == NAME if given is not None else bool(there)
    if name in COPIES:
        target = args[0].device if name == "copy_" else OTHER if out_there else torch.device("cpu")
        source = args[1] if name == "copy_" else args[0]
        if source.device.type != target.type:
            (copies.there if target.type == NAME else copies.back).append(tuple(source.shape))
        out_there = target.type == NAME
    elif there and (name in WAITS or (name == "index" and any(one.dtype == torch.bool for one in there))):
        copies.back.append(())
    plain = {key: "cpu" if key == "device" and value is not None else value for key, value in kwargs.items()}
    known = {id(one.held): one for one in there} | {id(one): one for one in here}
    found = OWN.get(name, operation)(*tree_map(_plain, args), **tree_map(_plain, plain))
    if there and name == "_pack_padded_sequence":  # rows there, and how many names each step has here
        return Held(found[0]), found[1]
    return tree_map(lambda one: _wrapped(one, known) if out_there else one, found)


def lstm_cell(entering: Any, hidden: Any, cell: Any, first: Any = None, second: Any = None) -> tuple[Any, ...]:
    """One step of an LSTM, which accelerators do at once: hidden state, cell and the gates, for the way back."""
    sums = entering + hidden + (0 if first is None else first + second)
    into, kept, new, out = sums.chunk(4, dim=1)
    gates = torch.cat([into.sigmoid(), kept.sigmoid(), new.tanh(), out.sigmoid()], dim=1)
    into, kept, new, out = gates.chunk(4, dim=1)
    after = kept * cell + into * new
    return out * after.tanh(), after, gates


def lstm_cell_back(hidden: Any, onward: Any, cell: Any, after: Any, gates: Any, biased: bool) -> tuple[Any, ...]:
    """The slopes of the gates' sums, of the cell before and of the bias."""
    into, kept, new, out = gates.chunk(4, dim=1)
    hidden, onward = (torch.zeros_like(cell) if one is None else one for one in (hidden, onward))
    inner = onward + hidden * out * (1 - after.tanh() ** 2)
    slopes = [inner * new * into * (1 - into), inner * cell * kept * (1 - kept), inner * into * (1 - new**2)]
    sums = torch.cat([*slopes, hidden * after.tanh() * out * (1 - out)], dim=1)
    return sums, inner * kept, sums.sum(0) if biased else None


OWN = {"_thnn_fused_lstm_cell": lstm_cell, "_thnn_fused_lstm_cell_backward_impl": lstm_cell_back}


def _plain(one: Any) -> Any:
    return one.held if isinstance(one, Held) else one


def _wrapped(one: Any, known: dict[int, torch.Tensor]) -> Any:
    """What an operation gave: the tensor that it was given, where it worked in place."""
    if not isinstance(one, torch.Tensor):
        return one
    return known.get(id(one)) if id(one) in known else Held(one)


@contextmanager
def working(patch: pytest.MonkeyPatch) -> Iterator[Copies]:
    """While this lasts tensors can be made on the other device; what is copied to and from it is counted."""
    patch.setattr(torch, "Generator", Generator)
    patch.setattr(MODULE, "present", True)
    copies = Copies()
    with _Counting(copies):
        yield copies
