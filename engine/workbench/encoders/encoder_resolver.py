"""Which encoder an id means: “current” is looked up in one place."""

from __future__ import annotations

from collections.abc import Iterable

from engine.models.open import VECTORS, open_encoder
from engine.models.protocol import NameEncoder
from engine.workspace import Workspace
from store import models
from store.records.training import CURRENT
from store.sqlite import Database


class EncoderResolver:
    """Resolves the encoder ids of a workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def id(self, encoder: str, db: Database | None = None) -> str:
        """The id of the current encoder for “current”, any other id as it is; read from `db` where it is given."""
        if encoder != CURRENT:
            return encoder
        if db is None:
            with self._workspace.reading() as opened:
                return self.id(encoder, opened)
        history = models.current_history(db)
        return history[0].model if history else VECTORS

    def ids(self, encoders: Iterable[str]) -> list[str]:
        """The same of several, in their order."""
        return [self.id(encoder) for encoder in encoders]

    def open(self, encoder: str, db: Database | None = None) -> tuple[str, NameEncoder]:
        """(id, encoder), opened once while its files stay; NotFound for an id that nothing has."""
        id = self.id(encoder, db)
        return id, open_encoder(self._workspace, id, db)
