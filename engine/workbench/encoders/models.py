"""Model versions: lineage, which is current, export and import."""

from __future__ import annotations

from pathlib import Path

from engine.errors import BadInput, NomenclatorError
from engine.models import archives, versions
from engine.models.open import VECTORS, encoder_sha256, find_model, open_encoder
from engine.models.shipped import add_shipped, shipped_version
from engine.retrieval.indexes import Indexes
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workspace import Workspace
from store import models
from store.records.training import CURRENT, CurrentModel, ModelVersion

LONGEST_NAME = 100


class Models:
    """Finds, renames, exports, loads and deletes model versions."""

    def __init__(self, workspace: Workspace, encoders: EncoderResolver, indexes: Indexes) -> None:
        self._workspace = workspace
        self._indexes = indexes
        self._encoders = encoders

    def all(self) -> list[ModelVersion]:
        """Every model version, oldest first."""
        with self._workspace.reading() as db:
            return models.all_models(db)

    def get(self, id: str) -> ModelVersion:
        """One version; NotFound with the encoders there are."""
        return find_model(self._workspace, id)

    def lineage(self, id: str) -> list[ModelVersion]:
        """A version and what it was trained on top of, oldest first."""
        return versions.lineage(self._workspace, id)

    def current(self) -> CurrentModel | None:
        """The encoder that is current, with who made it so; None while it is the shipped vectors from the start."""
        return next(iter(self.current_history()), None)

    def current_history(self) -> list[CurrentModel]:
        """Each change of the current encoder, with who made it and why, newest first."""
        with self._workspace.reading() as db:
            return models.current_history(db)

    def before_current(self) -> str:
        """The encoder that was current before the current one, each step back one further; those that are gone are
        left out, and before them all come the shipped vectors."""
        order = [VECTORS]
        for one in reversed(self.current_history()):
            if one.model in order:  # gone back to
                del order[order.index(one.model) + 1 :]
            elif self._is_there(one.model):
                order.append(one.model)
        now = self._encoders.id(CURRENT)
        return next((id for id in reversed(order) if id != now), VECTORS)

    def _is_there(self, id: str) -> bool:
        try:
            encoder_sha256(self._workspace, id)
        except NomenclatorError:
            return False
        return True

    def make_current(self, id: str, who: str, reason: str) -> bool:
        """Makes an encoder the current one, a newer or an older; False, and nothing is done, where it is already.

        NotFound or Damaged when it cannot be opened.
        """
        open_encoder(self._workspace, id)
        with self._workspace.writing() as db:
            if self._encoders.id(CURRENT, db) == id:
                return False
            models.make_current(db, id, who, reason)
        return True

    def rename(self, id: str, name: str) -> None:
        """Gives a version another name; its id stays. BadInput for an empty one, a long one, or what another
        encoder has as its name or id."""
        name = name.strip()
        if not 1 <= len(name) <= LONGEST_NAME:
            raise BadInput(f"A version's name has 1 to {LONGEST_NAME} characters; this has {len(name)}.")
        find_model(self._workspace, id)
        with self._workspace.writing() as db:
            others = [one for one in models.all_models(db) if one.id != id]
            taken = [VECTORS, models.TITLES[VECTORS], *(text for one in others for text in (one.id, one.name))]
            if name.casefold() in map(str.casefold, taken):
                raise BadInput(
                    f"Another encoder is called “{name}”, by its name or its id; give this one its own name."
                )
            models.update(db, id, name=name)

    def export(self, id: str, out: Path | None = None) -> Path:
        """Writes a version with its parents as one .zip; its path, `out` where that is given."""
        return archives.export(self._workspace, id, out)

    def load(self, path: Path) -> ModelVersion:
        """Reads an exported .zip into the workspace; its version."""
        return archives.take_in(self._workspace, path)

    def shipped(self) -> ModelVersion | None:
        """The encoder that ships, where this workspace has it."""
        return shipped_version(self._workspace)

    def add_shipped(self) -> ModelVersion:
        """Takes the encoder that ships into the workspace, where it is not yet; its version. Nothing else changes."""
        return add_shipped(self._workspace)

    def obstacle(self, id: str) -> str:
        """Why a version cannot be deleted now, in a sentence; "" where it can."""
        model = find_model(self._workspace, id)
        with self._workspace.reading() as db:
            return versions.obstacle(db, model)

    def delete(self, id: str) -> None:
        """Deletes a version; BadInput where another builds on it or where it is current."""
        versions.delete(self._workspace, id, self._indexes.remove)

    def resolve(self, encoder: str) -> str:
        """The id of the current encoder for “current”; any other id as it is."""
        return self._encoders.id(encoder)
