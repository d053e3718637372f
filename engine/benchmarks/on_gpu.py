"""The same work on a GPU, beside the processor's figures; where there is none, why its rows are missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.device import has_fast_bfloat16

if TYPE_CHECKING:
    import torch

Taken = Mapping[str, float | None]  # seconds by precision
WITHOUT = {"what": "the same on a GPU", "skipped": "torch finds no GPU on this machine"}


def processor() -> torch.device:
    """The device that the rows without a name of their own are measured on."""
    import torch

    return torch.device("cpu")


def gpu() -> torch.device | None:
    """The first GPU that torch can use."""
    import torch

    return torch.device("cuda", 0) if torch.cuda.is_available() else None


def precisions_of(on: torch.device) -> list[str]:
    """The precisions that a device is fast in."""
    return ["float32", *(["bfloat16"] if has_fast_bfloat16(on) else [])]


def synchronize(on: torch.device) -> None:
    """Wait for all that a device has yet to do."""
    import torch

    torch.get_device_module(on).synchronize()


def beside(
    what: str, here: Taken, on: torch.device, work: Callable[[torch.device], tuple[Taken, str]]
) -> dict[str, Any]:
    """A row of the work on a device, beside its seconds `here`; `work` gives seconds, or why there are none."""
    import torch

    taken, why = work(on)
    row: dict[str, Any] = {"what": f"{what} on {torch.get_device_module(on).get_device_name(on)}", **taken}
    if why:
        return row | {"skipped": why}
    both = [min((one for one in seconds.values() if one), default=None) for seconds in (here, taken)]
    return row | {"times the processor": both[0] / both[1] if both[0] and both[1] else None}
