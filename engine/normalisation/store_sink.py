"""A sink that stores answers in the workspace; a resumed run goes on from the last row that is stored."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.mentions.mentions import MentionFile
from engine.normalisation.job import DECISIONS, fingerprint
from engine.normalisation.request import NormalisationRequest, encoder_hash
from engine.text import normalise
from engine.text.counts import joined_with_and
from engine.workspace import Workspace, written_whole
from store import normalisations
from store.files import sha256_of
from store.records.normalisation import Line


class StoreSink:
    """The normalisation that a run makes, found again when the run is taken up.

    What decides the answers is kept at `made_of`, as JSON, until the run is over. BadInput when the file or any of that
    has changed in between, but for what people decided: they may work through lines while others are answered.
    """

    def __init__(self, workspace: Workspace, run: int, request: NormalisationRequest, made_of: Path) -> None:
        self.workspace = workspace
        with workspace.reading() as db:
            found = normalisations.of_run(db, run)
            begun = normalisations.get(db, found) if found else None
        if begun is not None and begun.sha256 != sha256_of(Path(request.file)):
            raise BadInput(f"{begun.file} has changed since the run began; put it back, or start a new run.")
        now = json.loads(json.dumps(fingerprint(workspace, request)))
        if begun is not None:
            _check_unchanged(begun.file, made_of, now)
        with written_whole(made_of) as temporary:
            temporary.write_text(json.dumps(now), encoding="utf-8")
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


def _check_unchanged(file: str, made_of: Path, now: Mapping[str, Any]) -> None:
    """BadInput where the answers before the run ended were of other things than those that come now."""
    if not made_of.is_file():  # begun by a version that kept none, or tidied up
        return
    before = json.loads(made_of.read_text(encoding="utf-8"))
    changed = [name for name, value in now.items() if name != DECISIONS and before.get(name) != value]
    if changed:
        raise BadInput(
            f"{file} cannot be gone on with: since the run began the {joined_with_and(changed)} changed, and its lines "
            "would not all be answered alike; start a new run."
        )
