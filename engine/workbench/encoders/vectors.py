"""A person's own vectors: trained, added, or composed of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NomenclatorError
from engine.events import Event, Finished, result_of
from engine.models.open import VECTORS, encoder_sha256, open_encoder, vectors_path
from engine.terminology import lookup
from engine.vectors import SHIPPED, format_of
from engine.vectors.fused_file import fuse
from engine.vectors.ids import OWN_VECTORS, id_of, ids_in
from engine.vectors.lexical_file import fit_lexical
from engine.vectors.settings import VectorSettings
from engine.vectors.transformer_file import add_model
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.jobs import Jobs
from engine.workspace import Workspace


class VectorFiles:
    """Trains, adds, fuses and lists vectors."""

    def __init__(self, workspace: Workspace, encoders: EncoderResolver, jobs: Jobs) -> None:
        self._workspace = workspace
        self._encoders = encoders
        self._jobs = jobs

    def export_rows(self, encoder: str, terminology: str, out: Path, format: str = "") -> dict[str, Any]:
        """Writes the rows of a terminology's names under an encoder for other programs; see `write_row_file`.

        {"file", "format", "rows", "dim", "beside"}; the format is the file's ending unless it is named.
        """
        from engine.retrieval.row_files import write_row_file

        if not terminology:
            raise BadInput("Say of which terminology the names are to be encoded, with its short name.")
        _, opened = self._encoders.open(encoder)
        return write_row_file(self._workspace, terminology, opened, format, out)

    def export_folder(self, encoder: str, out: Path) -> dict[str, Any]:
        """Writes an encoder as a folder that sentence-transformers loads: {"file", "format", "dim", "bytes"}.

        BadInput where something is at `out` already.
        """
        from engine.models.exported.writing import write_folder

        return write_folder(self._workspace, self._encoders.id(encoder), out)

    def start_training(
        self,
        corpora: Sequence[Path],
        name: str,
        settings: dict[str, Any] | None = None,
        terminologies: Sequence[str] = (),
    ) -> int:
        """Trains vectors on text files, and on the names of terminologies, in a child process; the number of the run.

        BadInput for a name or settings that cannot be used, or a file that is not there.
        """
        lookup.check_file_name(name)
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
        return self._jobs.start("vectors", f"Training vectors “{name}”", recipe)

    def term_lines(self, terminologies: Sequence[str]) -> Iterator[str]:
        """The names and definitions of terminologies, one a line, as text to train vectors on."""
        from engine.vectors.terms import term_lines

        for slug in terminologies:
            lookup.find(self._workspace, slug)
        return term_lines(self._workspace, terminologies)

    def add(self, path: Path, name: str) -> str:
        """Copies a vectors file into the workspace after reading it; the id of the new encoder.

        BadInput for a file that is none, or a name that is taken.
        """
        from engine.vectors.adding import added

        path = Path(path)
        for _ in added(path, self._place_of_file(path, name)):
            pass
        return OWN_VECTORS + name

    def start_adding(self, path: Path, name: str) -> int:
        """Adds it in a child process, which then encodes the names with it; the number of the run.

        A file that is none, or a name that is taken, is refused at once.
        """
        path = Path(path)
        self._place_of_file(path, name)
        return self._jobs.start("vectors", f"Adding vectors “{name}”", {"file": str(path), "name": name})

    def add_model(self, model: str, name: str, pooling: str = "own", precision: str = "auto") -> str:
        """A sentence-transformers model (a folder, a package, a name) as vectors; the id of the new encoder."""
        add_model(place_of_new(self._workspace, name, ".json"), model, pooling, precision)
        return OWN_VECTORS + name

    def fuse(
        self,
        name: str,
        parts: Sequence[str],
        weights: Sequence[float] | None = None,
        centre: bool = False,
        components: int = 0,
        fitted_on: Sequence[str] = (),
    ) -> Iterator[Event]:
        """Vectors of several parts, optionally centred on the names of terminologies; Finished with {"encoder", …}."""
        out = place_of_new(self._workspace, name, ".safetensors" if centre or components else ".json")
        names = self._names(fitted_on) if centre or components else []
        made = yield from result_of(fuse(out, parts, weights, centre, components, names, fitted_on))
        yield Finished({"encoder": OWN_VECTORS + name, **made})

    def enrich(
        self,
        name: str,
        terminologies: Sequence[str],
        fitted_on: Sequence[str] = (),
        teachers: Sequence[str] = (),
        settings: dict[str, Any] | None = None,
    ) -> Iterator[Event]:
        """The shipped vectors with words that learn from synonyms; Finished with {"encoder", …}.

        See `engine.learning.enriched_vectors.enrich`.
        """
        from engine.learning.enriched_vectors import enrich
        from engine.learning.word_rows import WordSettings

        out = place_of_new(self._workspace, name, ".safetensors")
        chosen = WordSettings.from_dict(settings or {})
        made = yield from result_of(enrich(self._workspace, out, terminologies, fitted_on, teachers, chosen))
        yield Finished({"encoder": OWN_VECTORS + name, **made})

    def read_context(
        self, name: str, terminologies: Sequence[str], texts: Sequence[Path], transformer: str, **settings: int
    ) -> Iterator[Event]:
        """Rows of words as a transformer reads what stands around them; Finished with {"encoder", …}.

        See `engine.learning.words_in_context.read_words_in_context`.
        """
        from engine.learning.words_in_context import ContextSettings, read_words_in_context

        out = place_of_new(self._workspace, name, ".bin")
        chosen = ContextSettings.from_dict(settings)
        made = yield from result_of(
            read_words_in_context(self._workspace, out, terminologies, texts, transformer, chosen)
        )
        yield Finished({"encoder": OWN_VECTORS + name, **made})

    def fit_spelling(self, name: str, fitted_on: Sequence[str], **settings: int) -> dict[str, Any]:
        """Vectors of spelling, fitted on the names of terminologies: {"encoder", "dim", "ngrams"}."""
        out = place_of_new(self._workspace, name, ".safetensors")
        vectors = fit_lexical(out, self._names(fitted_on), fitted_on, **settings)
        return {"encoder": OWN_VECTORS + name, "dim": vectors.dim, "ngrams": vectors.tfidf.features}

    def all(self) -> list[dict[str, Any]]:
        """Every kind of vectors of this workspace, the shipped first: {"encoder", "kind", "dim", "sha256", "file"}, or
        {"encoder", "file", "problem"} where they cannot be opened."""
        files = {VECTORS: SHIPPED}
        for id in ids_in(self._workspace.folder / "vectors"):
            files[id] = vectors_path(self._workspace, id)
        found = []
        for id, path in files.items():
            line: dict[str, Any] = {"encoder": id, "file": str(path)}
            try:
                dim = open_encoder(self._workspace, id).dim
                line |= {"kind": format_of(path), "dim": dim, "sha256": encoder_sha256(self._workspace, id)}
            except NomenclatorError as error:
                line["problem"] = str(error)
            found.append(line)
        return found

    def _place_of_file(self, path: Path, name: str) -> Path:
        if format_of(path) in ("sentence-transformers", "fused"):
            raise BadInput(
                f"{path} only names other vectors; make it here with “vectors add --model” or “vectors fuse”."
            )
        return place_of_new(self._workspace, name, "".join(path.suffixes[-2:]))

    def _names(self, terminologies: Sequence[str]) -> list[str]:
        from engine.vectors.terms import term_names

        if not terminologies:
            raise BadInput("Name a terminology whose names the vectors are fitted on, as “--fitted-on hpo”.")
        for slug in terminologies:
            lookup.find(self._workspace, slug)
        return term_names(self._workspace, terminologies)


def place_of_new(workspace: Workspace, name: str, suffix: str) -> Path:
    """Where new vectors of this name go; BadInput when the name is taken by a file of another kind."""
    lookup.check_file_name(name)
    folder = workspace.folder / "vectors"
    out = folder / f"{name}{suffix}"
    for path in folder.iterdir():
        if id_of(path) == OWN_VECTORS + name and path != out:
            raise BadInput(f"The name “{name}” is taken by {path}; choose another, or remove that file first.")
    return out
