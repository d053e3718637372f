"""Points in the plane at known angles, as a batch that losses look at."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from engine.learning.losses.view import LossView
from engine.learning.samplers.names import Batch, Names


def at(*degrees: float, length: float = 1.0) -> Tensor:
    """Points at these angles, one a row, float64."""
    angles = torch.tensor(degrees, dtype=torch.float64).deg2rad()
    return torch.stack([angles.cos(), angles.sin()], dim=1) * length


def view(outputs: Tensor, triplets: list[tuple[int, int, int]], inputs: Tensor | None = None, **others) -> LossView:
    """All rows lead; `classes`, `prototypes`, `targets`, `texts` and `batch` may be given."""
    met = np.array(triplets, dtype=np.int64).reshape(-1, 3)
    places = np.arange(len(outputs))
    inputs = outputs.detach() if inputs is None else inputs
    classes = others.get("classes", torch.zeros(len(outputs), dtype=torch.int64))
    return LossView(
        others.get("batch", Batch(places, places, met[:, 0], met[:, 1], met[:, 2])),
        outputs,
        classes,
        others.get("prototypes", at(0)),
        others.get("targets", inputs),
        Names(inputs.numpy(), classes.numpy(), others.get("texts", [f"name {i}" for i in places])),
    )


def cosine(a: Tensor, b: Tensor) -> float:
    return float(a @ b / a.norm() / b.norm())


# Nine names of four classes, the last class with one name; name 7 reads like name 0 of another class.
CLASSES = torch.tensor([0, 0, 1, 1, 1, 2, 2, 2, 3])
TEXTS = ["gout", "podagra", "rash", "eruption", "spots", "ache", "pain", "gout", "cough"]
ANGLES = (12.0, 100.0, 55.0, 160.0, 71.0, 200.0, 231.0, 352.0, 310.0)


def nine(outputs: Tensor, **others) -> LossView:
    """These names where `outputs` puts them."""
    return view(outputs, [], inputs=at(*(a + 31 for a in ANGLES)), classes=CLASSES, texts=TEXTS, **others)


def uneven(scale: float = 1.0) -> Tensor:
    """The nine at their angles, each of another length."""
    return at(*ANGLES) * torch.linspace(0.5, 2.1, 9, dtype=torch.float64)[:, None] * scale


def may_part(anchor: int, other: int) -> bool:
    """Whether `other` may be a negative of `anchor`, in words: no class and no text in common with the class."""
    own = {text for text, number in zip(TEXTS, CLASSES, strict=True) if number == CLASSES[anchor]}
    return bool(CLASSES[anchor] != CLASSES[other]) and TEXTS[other] not in own


def nothing_to_compare(objective) -> None:
    """Names of one class, and names of a class each, give zero and a gradient of zeros."""
    for classes in (torch.zeros(3, dtype=torch.int64), torch.arange(3)):
        outputs = at(10, 50, 90).requires_grad_()
        loss = objective.loss(view(outputs, [], classes=classes, prototypes=at(0, 40, 80)))
        loss.backward()
        assert loss.item() == 0
        assert outputs.grad is not None
        assert not outputs.grad.any()
