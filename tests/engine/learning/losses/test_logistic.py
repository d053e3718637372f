from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from engine.learning.losses.logistic import LogisticConcept, LogisticContext, LogisticSynonym
from engine.learning.samplers.names import Batch
from tests.engine.learning.losses.points import CLASSES, at, may_part, nine, nothing_to_compare, uneven, view

PROTOTYPES, TARGETS = at(10, 95, 180, 305), at(*range(0, 180, 20))
LEADS = np.array([7, 0, 3, 8])
KINDS = (LogisticSynonym, LogisticConcept, LogisticContext)


def seen_as(outputs):
    return nine(outputs, prototypes=PROTOTYPES, targets=TARGETS, batch=Batch(np.arange(9), LEADS))


def logistic(x: float) -> float:
    return math.log(1 + math.exp(-x))


def naive(outputs, kind, negatives: str) -> float:
    other = {LogisticSynonym: outputs, LogisticConcept: PROTOTYPES[CLASSES], LogisticContext: TARGETS}[kind]
    losses = []
    for a in LEADS.tolist():
        product = [float(outputs[a] @ row) for row in other]
        near = [product[a]]
        if kind is LogisticSynonym:
            near = [product[i] for i in range(9) if i != a and CLASSES[i] == CLASSES[a]]
        far = [i for i in range(9) if may_part(a, i) and (kind is not LogisticConcept or may_part(i, a))]
        if not near or not far:
            continue
        each = [logistic(-product[i]) for i in far]
        losses.append(sum(map(logistic, near)) / len(near) + (max(each) if negatives == "hardest" else np.mean(each)))
    return sum(losses) / len(losses)


def test_by_hand():
    # Lengths 2: two names of a class 60° apart, product 2; one of another class at right angles to the first.
    seen = view(at(0, 60, 90, length=2.0), [], classes=torch.tensor([0, 0, 1]))
    first, second = logistic(2) + logistic(0), logistic(2) + logistic(-4 * math.cos(math.radians(30)))
    assert math.isclose(LogisticSynonym().loss(seen).item(), (first + second) / 2)


@pytest.mark.parametrize("negatives", ["mean", "hardest"])
@pytest.mark.parametrize("kind", KINDS)
def test_as_a_naive_loop(kind, negatives):
    for scale in (0.3, 3.0):
        outputs = uneven(scale)
        found = kind(negatives=negatives).loss(seen_as(outputs)).item()
        assert math.isclose(found, naive(outputs, kind, negatives), rel_tol=1e-9)


@pytest.mark.parametrize("negatives", ["mean", "hardest"])
@pytest.mark.parametrize("kind", KINDS)
def test_gradient(kind, negatives):
    objective = kind(negatives=negatives)
    assert torch.autograd.gradcheck(lambda x: objective.loss(seen_as(x)), (uneven().requires_grad_(),))


@pytest.mark.parametrize("kind", KINDS)
def test_large_products_stay_finite(kind):
    outputs = uneven(1e4).float().requires_grad_()
    seen = nine(outputs, prototypes=PROTOTYPES.float(), targets=TARGETS.float())
    loss = kind().loss(seen)
    loss.backward()
    assert torch.isfinite(loss)
    assert torch.isfinite(outputs.grad).all()


@pytest.mark.parametrize("negatives", ["mean", "hardest"])
def test_nothing_to_compare(negatives):
    nothing_to_compare(LogisticSynonym(negatives=negatives))


@pytest.mark.parametrize("kind", KINDS)
def test_one_class_alone_is_no_loss(kind):
    outputs = at(10, 50, 90).requires_grad_()
    loss = kind().loss(view(outputs, []))
    loss.backward()
    assert loss.item() == 0
