"""The three logistic losses of the biomedical name encoder (BNE section 3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.learning.losses.loss import Loss
from engine.learning.losses.targets import comparable
from engine.settings import setting

if TYPE_CHECKING:
    from torch import Tensor

    from engine.learning.losses.view import LossView


@dataclass(frozen=True)
class Logistic(Loss):
    """ℓ(x⁺) + ℓ(−x⁻) with ℓ(x) = ln(1 + e^−x), averaged over the leads; x is a dot product of outputs as they are.

    Negatives stand in the batch. The paper draws one at random: "mean" takes the mean over all of them, which is what
    such draws amount to, with less noise; "hardest" takes the one with the largest product (Wieting et al. 2015).
    A lead without a positive or without a negative is left out.
    """

    negatives: str = setting(
        "mean", "Negatives", "The mean over all in the batch, or the hardest alone.", choices=("mean", "hardest")
    )

    def products(self, view: LossView, leads: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Dot products [b, u] of leads with what stands for the batch's rows, and which are positive and negative."""
        raise NotImplementedError

    def loss(self, view: LossView) -> Tensor:
        import torch
        from torch.nn.functional import softplus

        products, positive, negative = self.products(view, view.leads)
        usable = positive.any(dim=1) & negative.any(dim=1)
        if not usable.any():
            return view.zero
        near = mean_where(softplus(-products), positive)
        if self.negatives == "hardest":
            far = softplus(products.masked_fill(~negative, -torch.inf).amax(dim=1))
        else:
            far = mean_where(softplus(products), negative)
        return (near + far).masked_fill(~usable, 0).sum() / usable.sum()


@dataclass(frozen=True)
class LogisticSynonym(Logistic):
    """Names of one concept alike: f(s′)·f(s) against f(s̄)·f(s) (BNE equation 3), the mean over all positives."""

    title = "logistic synonym loss"

    def products(self, view: LossView, leads: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        outputs = view.outputs
        return outputs.index_select(0, leads) @ outputs.T, view.same[leads], view.apart[leads]


@dataclass(frozen=True)
class LogisticConcept(Logistic):
    """Names like their concept: f(s)·g(c) against f(s)·g(c̄) of the batch's other names (BNE equation 4).

    g(c) is the mean of the concept's targets: of its names' word vectors, or of what training was given instead.
    """

    title = "logistic concept loss"
    grounds = True

    def products(self, view: LossView, leads: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        import torch

        comparable(self.title, view.outputs, view.prototypes)
        concepts = view.prototypes.index_select(0, view.classes)
        own = leads[:, None] == torch.arange(len(concepts), device=leads.device)
        apart = (view.apart & view.apart.T)[leads]  # nor may the lead's own text stand in the other concept
        return view.outputs.index_select(0, leads) @ concepts.T, own, apart


@dataclass(frozen=True)
class LogisticContext(Logistic):
    """Names like their own context: f(s)·q(s) against f(s)·q(s̄) of the batch's other names (BNE equation 5).

    q(s) is the name's target: the mean of its word vectors (option 2), or its skip-gram vector (option 1).
    """

    title = "logistic context loss"
    grounds = True

    def products(self, view: LossView, leads: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        import torch

        comparable(self.title, view.outputs, view.targets)
        own = leads[:, None] == torch.arange(len(view.targets), device=leads.device)
        return view.outputs.index_select(0, leads) @ view.targets.T, own, view.apart[leads]


def mean_where(values: Tensor, chosen: Tensor) -> Tensor:
    """The mean of each line's chosen values [b]; zero where none is."""
    return values.masked_fill(~chosen, 0).sum(dim=1) / chosen.sum(dim=1).clamp_min(1)
