"""A person's own vectors."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import importing
from engine.cases.base import Cases
from engine.encoding import OWN_VECTORS
from engine.errors import BadInput

if TYPE_CHECKING:
    pass


class VectorCases(Cases):
    """Train vectors on text, or add a file of them."""

    def start_vectors(
        self,
        corpora: Sequence[Path],
        name: str,
        settings: dict[str, Any] | None = None,
        terminologies: Sequence[str] = (),
    ) -> int:
        """Train vectors on a person's own text, in a child process."""
        from engine.vectors.settings import VectorSettings

        importing.check_file_name(name)
        VectorSettings(**(settings or {}))
        for path in corpora:
            if not path.is_file():
                raise BadInput(f"{path}: there is no such file; check the path of the corpus.")
        recipe = {
            "corpora": [str(path.resolve()) for path in corpora],
            "name": name,
            "settings": settings or {},
            "terminologies": list(terminologies),
        }
        return self._spawned(self.queue("vectors", f"Training vectors “{name}”", recipe))

    def term_lines(self, terminologies: Sequence[str]) -> Iterator[str]:
        """The names and definitions of terminologies as text to train vectors on."""
        from engine.vectors.terms import term_lines

        for slug in terminologies:
            importing.find(self.workspace, slug)
        return term_lines(self.workspace, terminologies)

    def add_vectors(self, path: Path, name: str) -> str:
        """Copy a vectors file into the workspace after reading it; the id of the new encoder."""
        from engine.vectors import load_vectors

        importing.check_file_name(name)
        load_vectors(path)
        shutil.copyfile(path, self.workspace.folder / "vectors" / f"{name}{''.join(path.suffixes[-2:])}")
        return OWN_VECTORS + name
