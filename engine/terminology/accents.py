"""Names that are the same but for accents: “Sjogren syndrome” is “Sjögren syndrome”."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from engine.text import folded, normalise
from store import imported_names
from store.records.terminology import Terminology
from store.sqlite import Database

MOST = 32  # terminologies that are remembered


class AccentedNames:
    """The names of terminologies with accents, by what they are without; read once for each imported version."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, list[str]]] = {}

    def same(self, db: Database, terminologies: Sequence[Terminology], text: str) -> list[str]:
        """The normalised texts that names equal to `text` but for accents have, that of `text` itself first."""
        plain = folded(text)
        found = dict.fromkeys((normalise(text), plain))
        for terminology in terminologies:
            found |= dict.fromkeys(self._of(db, terminology).get(plain, ()))
        return [*found]

    def _of(self, db: Database, terminology: Terminology) -> dict[str, list[str]]:
        known = self._known.get(terminology.fingerprint)
        if known is None:
            known = defaultdict(list)
            for norm in imported_names.beyond_ascii(db, terminology.slug):
                known[folded(norm)].append(norm)
            if len(self._known) >= MOST:
                self._known.clear()
            self._known[terminology.fingerprint] = known = dict(known)
        return known
