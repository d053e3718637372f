from __future__ import annotations

import numpy as np
import pytest

from engine.benchmarks.on_gpu import processor
from engine.benchmarks.transformer import chosen, own_step, plain_step_seconds
from engine.errors import BadInput
from engine.learning.presets import PRESETS
from engine.learning.recipe import Recipe
from engine.learning.selection import Source

pytest.importorskip("transformers", reason="the transformer extra is not installed")
RECIPE = Recipe.from_dict(PRESETS["triplet-search"])


def source(concepts: int) -> Source:
    kinds = ("pain", "swelling", "injury")
    names = {f"C{at}": [f"{kind} of finger {at} and the whole left hand" for kind in kinds] for at in range(concepts)}
    names |= {f"D{at}": [f"{kind} {at}" for kind in kinds] for at in range(concepts)}
    return Source("list", names, dict.fromkeys(names, ""), {})


@pytest.mark.slow
def test_names_are_taken_so_that_they_have_eight_tokens_in_the_mean() -> None:
    texts, classes, tokens = chosen(source(20), RECIPE, 24)
    assert len(texts) == len(classes) == 24 and len(set(classes.tolist())) == 8
    assert 6 <= tokens <= 10
    with pytest.raises(BadInput, match="too few concepts"):
        chosen(source(2), RECIPE, 24)


@pytest.mark.slow
def test_both_ways_take_a_step() -> None:
    texts, classes, _ = chosen(source(20), RECIPE, 12)
    taken, products = own_step(RECIPE, texts, classes, "float32", processor())
    assert taken > 0 and products > 1e6 and np.isfinite(products)
    assert plain_step_seconds(RECIPE, texts, classes) > 0
