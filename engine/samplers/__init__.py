"""Which names meet in a batch. A new sampler is one file here and one line in SAMPLERS.

A sampler is a frozen dataclass of settings with one method, `epoch(names, current, anchors, rng)`, which yields the
batches of one pass over the names; `current()` gives the rows as the encoder places them now, for those that ask.
"""

from __future__ import annotations

from engine.samplers.few_shot import FewShot, FewShotSample, few_shot_sample
from engine.samplers.names import Batch, Names, TrainingData
from engine.settings import Settings

SAMPLERS: dict[str, type[Settings]] = {
    "few-shot": FewShot,
}

__all__ = ["SAMPLERS", "Batch", "FewShot", "FewShotSample", "Names", "TrainingData", "few_shot_sample"]
