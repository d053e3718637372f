"""Rankings, concept cards, and the encoders to rank with."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from engine import editing, importing
from engine.cases.base import Cases
from engine.encoding import OWN_VECTORS, VECTORS, encoder_sha256, open_encoder
from engine.errors import NomenclatorError, NotFound
from store import models
from store.records.terminology import Ranking

READ_AT_ONCE = 2_000  # names that any encoder reads within seconds


@dataclass(frozen=True)
class EncoderChoice:
    """An encoder a person can rank with."""

    id: str
    title: str
    current: bool
    size: int  # bytes of its weights and indexes


class RankingCases(Cases):
    """Ask a name, look at a concept."""

    def encoders(self) -> list[EncoderChoice]:
        """The shipped vectors, the person's own vectors, and every model version."""
        files = [path for path in (self.workspace.folder / "vectors").iterdir() if path.is_file()]  # beside a cache
        own = sorted({OWN_VECTORS + path.name.split(".")[0] for path in files if not path.name.startswith(".")})
        choices = [(VECTORS, "Shipped vectors", 0), *((id, id.removeprefix(OWN_VECTORS), 0) for id in own)]
        with self.workspace.reading() as db:
            versions, indexes = models.all_models(db), models.indexes(db)
        choices += [(model.id, model.name, model.size) for model in versions]
        current = self._id("current")
        found = []
        for id, title, size in choices:
            with suppress(NomenclatorError):  # one that cannot be opened is still listed; ranking with it says why
                sha256 = encoder_sha256(self.workspace, id)
                size += sum(row["size"] for row in indexes if row["encoder"] == sha256)
            found.append(EncoderChoice(id, title, id == current, size))
        return found

    def rank(
        self, text: str, terminology: str = "all", encoder: str = VECTORS, top: int = 10, unit: str = "concept"
    ) -> Ranking:
        """The best concepts (or names) for a text; see `engine.ranking.Ranker.rank`."""
        known = importing.known(self.workspace)
        if not known:
            raise NotFound("This workspace has no terminology yet; run “python -m engine init”, or start the window.")
        chosen = known if terminology == "all" else [importing.find(self.workspace, terminology)]
        id = self._id(encoder)
        return self.ranker.rank(text, chosen, open_encoder(self.workspace, id), id, top, unit)

    def searchable(self, encoder: str, terminology: str = "all") -> bool:
        """Whether a search with an encoder answers at once: it has read the names, or they are few enough to read now.

        Where not, `make_searchable` reads them in a run of its own.
        """
        slugs = [one for one in importing.known(self.workspace) if terminology in ("all", one.slug)]
        large = [one for one in slugs if one.names > READ_AT_ONCE]
        return not large or all(
            self.ranker.indexes.ready(one, open_encoder(self.workspace, self._id(encoder))) for one in large
        )

    def concept(self, terminology: str, concept_id: str) -> editing.ConceptCard:
        """A concept with its names as edited, its neighbours and its path to the root."""
        return editing.card(self.workspace, terminology, concept_id)
