"""A sink that stores answers in the workspace; a resumed run goes on from the last row that is stored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.errors import BadInput
from engine.formats.mentions.mentions import MentionFile
from engine.normalisation.request import NormalisationRequest, encoder_hash
from engine.text import normalise
from engine.workspace import Workspace
from store import normalisations
from store.files import sha256_of
from store.records.normalisation import Line


class StoreSink:
    """The normalisation that a run makes, found again when the run is taken up.

    BadInput when the file has changed in between.
    """

    def __init__(self, workspace: Workspace, run: int, request: NormalisationRequest) -> None:
        self.workspace = workspace
        with workspace.reading() as db:
            found = normalisations.of_run(db, run)
            begun = normalisations.get(db, found) if found else None
        if begun is not None and begun.sha256 != sha256_of(Path(request.file)):
            raise BadInput(f"{begun.file} has changed since the run began; put it back, or start a new run.")
        self.number = found or self._new(run, request)

    def _new(self, run: int, request: NormalisationRequest) -> int:
        path = Path(request.file)
        facts = {
            "extra": MentionFile(path, request.columns).extra,
            "file": path.name,
            "source": str(path.resolve()),
            "sha256": sha256_of(path),
            "terminology": request.terminology,
            "encoder": request.encoder,
            "encoder_sha256": encoder_hash(self.workspace, request.encoder),
            "search": request.search,
            "run": run,
        }
        with self.workspace.writing() as db:
            return normalisations.add(db, facts)

    def begun(self) -> tuple[int, int]:
        """The last row answered and the number of mentions."""
        with self.workspace.reading() as db:
            return normalisations.begun(db, self.number)

    def append(self, lines: Sequence[Line], last_row: int, mentions: int) -> None:
        """Store a step in one transaction."""
        with self.workspace.writing() as db:
            normalisations.append(db, self.number, lines, last_row, mentions, normalise)

    def finish(self) -> int:
        """Mark the normalisation as complete; its number."""
        with self.workspace.writing() as db:
            normalisations.finish(db, self.number)
        return self.number
