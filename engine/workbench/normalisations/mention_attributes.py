"""What a mention is beside its concept, as negated or of the family; read from its text, or said by people."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import BadInput
from engine.terminology.person import named
from engine.text.findings.assertion import ATTRIBUTES
from engine.workbench.normalisations.answers import Answers
from engine.workbench.normalisations.attributed_lines import AttributedMention, attributed
from engine.workspace import Workspace
from store import mention_attributes
from store.mention_attributes import NONE
from store.records.normalisation import Line

NEITHER = f"neither {', '.join(ATTRIBUTES[:-1])} nor {ATTRIBUTES[-1]}"


class MentionAttributes:
    """Reads and keeps the attributes of mentions."""

    def __init__(self, workspace: Workspace, answers: Answers) -> None:
        self._workspace = workspace
        self._answers = answers

    def read(self, number: int, lines: Sequence[Line]) -> dict[int, AttributedMention]:
        """Line -> its attributes: people's word where there is one, else what its text says; none where neither."""
        with self._workspace.reading() as db:
            return attributed(db, number, lines)

    def say(self, number: int, lines: Sequence[int], attributes: Sequence[str], who: str) -> int:
        """Says which attributes lines have, and that they have no others, as one undo; how many lines it became.

        BadInput for an attribute that there is not, NotFound for a line that is not there.
        """
        who = named(who, "before saying what a mention is", "it")
        if wrong := [one for one in attributes if one not in ATTRIBUTES]:
            raise BadInput(f"There is no attribute “{wrong[0]}”; choose among {', '.join(ATTRIBUTES)}.")
        attributes_text = " ".join(one for one in ATTRIBUTES if one in attributes) or NONE
        found = self._answers.chosen(number, lines)
        what = f"“{found[0].text}”" if len(found) == 1 else f"{len(found):,} mentions"
        title = f"{what}: {attributes_text.replace(' ', ', ') if attributes_text != NONE else NEITHER}"
        with self._workspace.writing() as db:
            mention_attributes.add(db, number, [(one.id, one.text) for one in found], attributes_text, who, title)
        return len(found)
