"""What suggested mappings are measured on: a reference mapping, of it what counts, and what is suggested for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.terminology.edited_view import edited_view
from engine.terminology.lookup import find
from engine.workspace import Workspace
from store.records.mapping import encoders_joined
from store.records.training import CURRENT


@dataclass(frozen=True)
class MappingTrial:
    """A terminology mapped onto another by encoders, for the concepts of a reference mapping.

    reference: see `engine.formats.mapping_sets.mappings.read_reference`. least: the confidence that a suggestion has at
    least. bridges: whether the workspace's other terminologies lend names. half: “a” or “b”, the concepts of this half
    alone, by a hash of their ids; how sure suggestions are was learnt from a.
    """

    reference: Path
    source: str
    target: str
    encoders: Sequence[str] = (CURRENT,)
    least: float = 0.0
    bridges: bool = True
    half: str = ""


@dataclass(frozen=True)
class ReferenceRead:
    """Of a trial's reference, between two terminologies, the concepts that the source has: each -> its targets -> their
    predicates; how many it has not, and what there is to say of the file's encoding."""

    source: str
    target: str
    targets: dict[str, dict[str, str]]
    left_out: int
    encoding: str

    def about(self, half: str, encoders: Iterable[str]) -> dict[str, Any]:
        """What a measurement says of what it was measured on."""
        about: dict[str, Any] = {"source": self.source, "target": self.target, "half": half}
        about |= {"encoder": encoders_joined(encoders), "concepts": len(self.targets), "left_out": self.left_out}
        return about | ({"encoding": self.encoding} if self.encoding else {})


def read_of_trial(workspace: Workspace, trial: MappingTrial) -> ReferenceRead:
    """The reference of a trial; BadInput where it has no concept of the source, or maps none onto one of the target."""
    from engine.evaluation.mapped_names import half_of
    from engine.formats.mapping_sets.mappings import read_reference
    from engine.formats.opening.lines import encoding_note

    first, second = find(workspace, trial.source), find(workspace, trial.target)
    known = [(one.slug, edited_view(workspace, one.slug).titles) for one in (first, second)]
    given = read_reference(trial.reference, *known)
    given = {code: targets for code, targets in given.items() if trial.half in ("", half_of(code))}
    there = {code: targets for code, targets in given.items() if code in known[0][1]}
    if not there:
        raise BadInput(f"{trial.reference} maps no concept of {first.title}; name its source with --source.")
    onto = [(code, other) for code, others in there.items() for other in others]
    if onto and not any(other in known[1][1] for _, other in onto):
        raise BadInput(
            f"{trial.reference} maps no concept of {first.slug} onto one of {second.slug}: its first mapping is "
            f"“{onto[0][0]}” onto “{onto[0][1]}”; see which columns hold the ids (source_id, target_id)."
        )
    return ReferenceRead(first.slug, second.slug, there, len(given) - len(there), encoding_note(trial.reference))
