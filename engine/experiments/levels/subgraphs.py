"""The subgraphs that the level experiments are run on, with everything that is asked of an encoder there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.errors import BadInput
from engine.evaluation.level_samples import LevelSamples, level_samples
from engine.experiments.options import ExperimentOptions, sources
from engine.learning.selection import Sample, Source
from engine.learning.selection.levels import Levels
from engine.learning.selection.subgraphs import fittest
from engine.workspace import Workspace

TAKEN = {"hpo": 3, "icd10cm": 1}  # subgraphs of each terminology
OF_FILE = 3  # of a file, or as many as it has
SPLIT = 0  # the seed that draws test and validation names; the seeds of the cells are those of training


@dataclass(frozen=True)
class LevelSubgraph:
    """One subgraph; the names of each split are the same in every cell."""

    source: Source
    root: str
    levels: int

    @property
    def title(self) -> str:
        """Terminology, id and preferred name of the root."""
        return f"{self.source.title} {self.root} {self.source.titles.get(self.root, '')}".strip()

    @property
    def key(self) -> str:
        """How its cells are filed: short enough for a file's name."""
        return f"{self.source.title[:40]} {self.root[-40:]}"

    def data(self, level: int) -> Levels:
        """The data selection of a recipe that trains on one level."""
        return Levels(root=self.root, levels=self.levels, level=level)

    @cached_property
    def samples(self) -> dict[int, Sample]:
        """The names with their classes, by level."""
        every = range(1, self.levels + 1)
        return {k: self.data(k).sample(self.source, SPLIT) for k in every}

    @cached_property
    def test_names(self) -> LevelSamples:
        """Test names, training names, and the names of the levels' concepts."""
        return level_samples(self.samples)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all names, splits and classes."""
        names = [[s.train, s.validation, s.test, s.hypernyms] for s in self.samples.values()]
        return hashlib.sha256(json.dumps(names).encode()).hexdigest()

    def sizes(self) -> dict[str, Any]:
        """How many names each split has, each text once; classes and hypernyms by level."""
        return {
            "train": len(self.test_names.pool),
            "validation": len({text for text, _ in self.samples[1].validation}),
            "test": len(self.test_names.queries),
            "classes": [len(sample.classes) for sample in self.samples.values()],
            "hypernyms": [len(names) for names, _ in self.test_names.hypernyms.values()],
        }


def chosen(workspace: Workspace, options: ExperimentOptions) -> list[LevelSubgraph]:
    """The subgraphs to measure: below the ids in `root` (a comma between them), or the fittest of the file or of the
    workspace; the smallest for quick.

    BadInput where there is none, or no concept of such an id.
    """
    found = sources(workspace, options, tuple(TAKEN))
    if options.root:
        roots = dict.fromkeys(root.strip() for root in options.root.split(","))
        return [_below(root, found, options.levels) for root in roots]
    if options.quick:
        source = next(iter(found.values()))
        return [LevelSubgraph(source, fittest(source, OF_FILE, options.levels)[-1], options.levels)]
    return [
        LevelSubgraph(source, root, options.levels)
        for slug, source in found.items()
        for root in fittest(source, OF_FILE if options.file else TAKEN.get(slug, OF_FILE), options.levels)
    ]


def _below(root: str, found: Mapping[str, Source], levels: int) -> LevelSubgraph:
    source = next((source for source in found.values() if root in source.titles), None)
    if source is None:
        raise BadInput(f"There is no concept “{root}” in {' or '.join(found)}; check the ids after --root.")
    return LevelSubgraph(source, root, levels)
