"""The few-shot paper's table 3 and figure 1: k-shot training on one hierarchy, or on one after another."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.errors import BadInput
from engine.evaluation.metrics import few_shot_map
from engine.evaluation.relatedness import Pair, relatedness
from engine.events import Event, Finished, Progress
from engine.experiments.learned import Encode, Learned, learned
from engine.samplers import FewShotSample, few_shot_sample
from engine.selection import as_rows

Chain = tuple[str, ...]
Measured = dict[str, Any]
CHAINS: tuple[Chain, ...] = (("S", "I"), ("I", "S"))
CURVE = (2, 5, 10, 15, 20, 30)


@dataclass(frozen=True)
class Materials:
    """Everything an experiment is made from.

    `hierarchies`: name -> class title -> names, without the names that stand in two classes; `encode`: the vectors,
    texts to unit rows; `pairs`: relatedness set -> judged pairs; `recipe`: what to train, with each seed in turn.
    """

    hierarchies: Mapping[str, Mapping[str, Sequence[str]]]
    encode: Encode
    pairs: Mapping[str, Sequence[Pair]]
    recipe: Mapping[str, Any]

    def sample(self, hierarchy: str, seed: int) -> FewShotSample:
        """The names that `seed` draws from a hierarchy."""
        sampler = self.recipe["sampler"]
        return few_shot_sample(self.hierarchies[hierarchy], sampler["shots"], seed, sampler["most_classes"])


def few_shot_table(
    materials: Materials,
    chains: Sequence[Chain] = CHAINS,
    seeds: Sequence[int] = range(5),
    kept: MutableMapping[str, Measured] | None = None,
) -> Iterator[Event]:
    """Train along every chain with every seed; Finished with {"rows", "measured"}.

    A chain ("S", "I") trains on S, then on I with the first encoder's rows as input (FS section 3.3); every beginning
    of a chain is a row of its own. `kept` holds what earlier, interrupted work measured, by "row/seed": it is used and
    added to, so whoever stores it after each event can take the work up again. A relatedness set on which the vectors
    have no rank correlation, such as one of a single pair, raises BadInput.
    """
    measured = {} if kept is None else kept
    stages = list(dict.fromkeys(chain[:end] for chain in chains for end in range(1, len(chain) + 1)))
    total = len(stages) * len(seeds)
    raw = measure_relatedness(materials.encode, materials)
    for name, value in raw.items():
        if value["all"] is None:
            raise BadInput(f"The relatedness set {name} has no rank correlation; it needs two pairs or more.")
    for place, seed in enumerate(seeds):
        encoders: dict[Chain, Encode] = {}
        for number, chain in enumerate(stages):
            done = place * len(stages) + number
            if key(chain, seed) in measured and all(
                key(other, seed) in measured for other in stages if other[: len(chain)] == chain
            ):
                continue
            below = materials.encode if len(chain) == 1 else encoders[chain[:-1]]
            training = learned(
                {**materials.recipe, "seed": seed}, as_rows(materials.sample(chain[-1], seed), below), below
            )
            made = yield from said_of(training, f"{title(chain)}, seed {seed}", done, total)
            encoders[chain] = made.encode
            measured[key(chain, seed)] = measure(materials, chain, seed, encoders) | {"seconds": made.seconds}
            yield Progress(done + 1, total, f"{title(chain)}, seed {seed} is measured")
    yield Finished({"rows": rows_of(raw, measured, stages, seeds), "measured": dict(measured)})


def few_shot_curve(
    materials: Materials, hierarchy: str, shots: Sequence[int] = CURVE, seeds: Sequence[int] = range(5)
) -> Iterator[Event]:
    """Figure 1: the same training with more and more names a class; Finished with {"rows"}, one row for each k."""
    rows = []
    for done, k in enumerate(shots):
        recipe = {**materials.recipe, "sampler": {**materials.recipe["sampler"], "shots": k}}
        part = Materials(materials.hierarchies, materials.encode, materials.pairs, recipe)
        for event in few_shot_table(part, [(hierarchy,)], seeds):
            if isinstance(event, Finished):
                rows.append(event.result["rows"][-1] | {"shots": k})
            else:
                yield Progress(done, len(shots), f"{k} names a class, {event.message}")
    yield Finished({"rows": rows})


def said_of(
    training: Generator[Event, None, Learned], name: str, done: int, total: int
) -> Generator[Event, None, Learned]:
    """A training whose progress is told as that of one stage among `total`."""
    while True:
        try:
            event = next(training)
        except StopIteration as end:
            return end.value
        yield Progress(done, total, f"{name}: {getattr(event, 'message', '')}")


def measure(materials: Materials, chain: Chain, seed: int, encoders: Mapping[Chain, Encode]) -> Measured:
    """One trained stage: relatedness, and the few-shot mAP on the chain's first hierarchy from start to end.

    `first_map` holds it under the vectors, after the first training and after the last: the fall between these two is
    what the later trainings made the encoder forget.
    """
    sample = materials.sample(chain[0], seed)
    along = [materials.encode, encoders[chain[:1]], encoders[chain]]
    return {
        "sets": measure_relatedness(encoders[chain], materials),
        "first_map": [few_shot_map(as_rows(sample, encode)) for encode in along],
    }


def measure_relatedness(encode: Encode, materials: Materials) -> dict[str, dict[str, Any]]:
    """{set: {"all", "a", "b"}}: Spearman over all pairs and over each half."""
    found = {name: relatedness(pairs, encode) for name, pairs in materials.pairs.items()}
    return {
        name: {"all": result["spearman"]} | {half: result["halves"][half]["spearman"] for half in "ab"}
        for name, result in found.items()
    }


def rows_of(
    raw: Mapping[str, Any], measured: Mapping[str, Measured], stages: Sequence[Chain], seeds: Sequence[int]
) -> list[dict[str, Any]]:
    """The table: the vectors, then one row a stage, averaged over the seeds.

    Each set has mean and std over seeds, both halves, and the differences from the vectors and from the direct parent.
    """
    rows: list[dict[str, Any]] = [{"row": "vectors", "seeds": 0, "sets": {n: flat([v]) for n, v in raw.items()}}]
    for chain in stages:
        runs = [measured[key(chain, seed)] for seed in seeds]
        parents = [measured[key(chain[:-1], seed)]["sets"] if len(chain) > 1 else raw for seed in seeds]
        sets = {}
        for name in raw:
            values = flat([run["sets"][name] for run in runs])
            values["over_vectors"] = values["mean"] - raw[name]["all"]
            values["over_parent"] = values["mean"] - flat([parent[name] for parent in parents])["mean"]
            sets[name] = values
        first = np.mean([run["first_map"] for run in runs], axis=0)
        rows.append(
            {
                "row": title(chain),
                "seeds": len(runs),
                "sets": sets,
                "first_map": dict(zip(("vectors", "after_first", "after_all"), first.tolist(), strict=True)),
                "seconds": float(np.median([run["seconds"] for run in runs])),
            }
        )
    return rows


def flat(values: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Mean and spread over seeds, and the mean on each half; a half of one pair has none, which counts as 0."""
    whole = [value["all"] for value in values]
    return {
        "mean": float(np.mean(whole)),
        "std": float(np.std(whole, ddof=1)) if len(whole) > 1 else 0.0,
        "half_a": float(np.mean([value["a"] or 0.0 for value in values])),
        "half_b": float(np.mean([value["b"] or 0.0 for value in values])),
    }


def key(chain: Chain, seed: int) -> str:
    """How a measurement is filed."""
    return f"{title(chain)}/{seed}"


def title(chain: Chain) -> str:
    """A chain in the paper's notation: S → I."""
    return " → ".join(chain)
