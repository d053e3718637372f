"""Answers kept in the workspace while a run goes on; a resumed run goes on from the last row that is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.errors import BadInput
from engine.normalising import Asked, encoder_hash
from engine.readers.mentions import MentionFile
from engine.text import normalise
from engine.workspace import Workspace, sha256_of
from store import normalisations
from store.records.normalisation import Line


class KeptAnswers:
    """The normalisation that a run makes, found again when the run is taken up.

    BadInput when the file has changed in between.
    """

    def __init__(self, workspace: Workspace, run: int, asked: Asked) -> None:
        self.workspace = workspace
        with workspace.reading() as db:
            found = normalisations.of_run(db, run)
            begun = normalisations.get(db, found) if found else None
        if begun is not None and begun.sha256 != sha256_of(Path(asked.file)):
            raise BadInput(f"{begun.file} has changed since the run began; put it back, or start a new run.")
        self.number = found or self._new(run, asked)

    def _new(self, run: int, asked: Asked) -> int:
        path = Path(asked.file)
        facts = {
            "extra": MentionFile(path, asked.columns).extra,
            "file": path.name,
            "source": str(path.resolve()),
            "sha256": sha256_of(path),
            "terminology": asked.terminology,
            "encoder": asked.encoder,
            "encoder_sha256": encoder_hash(self.workspace, asked.encoder),
            "search": asked.search,
            "run": run,
        }
        with self.workspace.writing() as db:
            return normalisations.add(db, facts)

    def begun(self) -> tuple[int, int]:
        """The last row answered and the number of mentions."""
        with self.workspace.reading() as db:
            return normalisations.begun(db, self.number)

    def append(self, lines: Sequence[Line], last_row: int, mentions: int) -> None:
        """Keep a step in one transaction."""
        with self.workspace.writing() as db:
            normalisations.append(db, self.number, lines, last_row, mentions, normalise)

    def finish(self) -> int:
        """Say that all is there; the number of the normalisation."""
        with self.workspace.writing() as db:
            normalisations.finish(db, self.number)
        return self.number
