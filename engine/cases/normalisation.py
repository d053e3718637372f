"""Files of mentions tied to concepts: look into one, let a run answer it, export the answers and load them again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

from engine.cases.base import Cases
from engine.encoding import open_encoder
from engine.errors import BadInput, NotFound
from engine.importing import find
from engine.normalising import Asked, encoder_hash
from engine.readers.mentions import MentionFile, Preview
from engine.text import normalise
from engine.workspace import sha256_of
from engine.writers import About, format_of, read_export, writer
from store import judgements, normalisations
from store.records.normalisation import Normalisation

STEP = 2_000  # lines of an export kept at once


class NormalisationCases(Cases):
    """Files of mentions and their answers."""

    def encoder_id(self, encoder: str) -> str:
        """The encoder that “current” stands for; any other id as it is."""
        return self._id(encoder)

    def preview_mentions(self, path: Path, columns: Mapping[str, str] | None = None) -> Preview:
        """The headings of a file, what each was taken for, its first mentions, and the rows that cannot be used."""
        return MentionFile(path, columns).preview()

    def is_export(self, path: Path) -> bool:
        """Whether a file is one that this program exported, to be loaded with its decisions."""
        try:
            read_export(path)
        except BadInput:
            return False
        return True

    def queue_normalisation(self, asked: Asked) -> int:
        """A run that answers the mentions of a file; BadInput or NotFound when it could not."""
        from engine.search.targets import Search

        asked = replace(asked, encoder=self._id(asked.encoder), file=str(Path(asked.file).expanduser().resolve()))
        file = MentionFile(Path(asked.file), asked.columns)
        find(self.workspace, asked.terminology)
        Search.of(asked.search, asked.threshold)
        if encoder_hash(self.workspace, asked.encoder) != asked.encoder:  # TF-IDF has nothing to open
            open_encoder(self.workspace, asked.encoder)
        return self.queue("normalise", f"{file.path.name} in {asked.terminology}, {asked.encoder}", asked.to_dict())

    def normalise(self, asked: Asked) -> int:
        """Start answering the mentions of a file in a child process; the number of the run."""
        return self._spawned(self.queue_normalisation(asked))

    def normalisations(self) -> list[Normalisation]:
        """Every loaded file with its answers, newest first."""
        with self.workspace.reading() as db:
            return normalisations.all_normalisations(db)

    def normalisation(self, number: int) -> Normalisation:
        """One; NotFound when there is none with this number."""
        with self.workspace.reading() as db:
            found = normalisations.get(db, number)
        if found is None:
            raise NotFound(f"There is no normalisation {number} in this workspace; it may have been deleted.")
        return found

    def delete_normalisation(self, number: int) -> None:
        """Forget a file's answers; what people decided stays."""
        self.normalisation(number)
        with self.workspace.writing() as db:
            normalisations.remove(db, number)

    def export_answers(self, number: int, path: Path) -> int:
        """Write all lines with their decisions to CSV, XLSX, SSSOM TSV or PubTator, by the file's ending; how many."""
        made = self.normalisation(number)
        terminology = find(self.workspace, made.terminology)
        about = About(
            Path(made.source),
            terminology.slug,
            terminology.title,
            terminology.version,
            terminology.licence,
            made.encoder,
            made.search,
            made.created[:10],
            made.extra,
        )
        source = Path(made.source)
        if format_of(path) == "pubtator" and (not source.is_file() or sha256_of(source) != made.sha256):
            raise BadInput(
                f"{made.file} is gone from {source.parent} or has changed since, and PubTator needs its texts; "
                "put it back, or export to CSV."
            )
        with self.workspace.reading() as db:
            count: int = writer(format_of(path)).write(path, normalisations.every(db, number), about)
        return count

    def load_export(self, path: Path, terminology: str, who: str) -> int:
        """Load an export with its decisions, which keep by whom and when they were made; its number.

        All decisions are one batch, so that one undo takes them back. BadInput when the file is no export.
        """
        who = named(who)
        find(self.workspace, terminology)
        export = read_export(path)
        first = next(iter(read_export(path).lines), None)
        facts = {
            "file": path.name,
            "source": str(path.resolve()),
            "sha256": sha256_of(path),
            "terminology": terminology,
        }
        facts |= {"encoder": first.model if first else "", "encoder_sha256": first.model_sha256 if first else ""}
        batch, decided = None, 0
        with self.workspace.writing() as db:
            number = normalisations.add(db, {**facts, "search": "", "extra": export.extra})
            while lines := list(islice(export.lines, STEP)):
                rows = len({line.row for line in lines})
                start = normalisations.append(db, number, lines, lines[-1].row, rows, normalise)
                said = [
                    (
                        replace(line, id=id),
                        line.decision,
                        line.decided_concept,
                        line.decided_name,
                        line.score,
                        line.comment,
                    )
                    for id, line in enumerate(lines, start)
                    if line.decision or line.comment
                ]
                if said:
                    batch = judgements.append(db, number, terminology, said, who, normalise, dated=True, batch=batch)
                    decided += len(said)
            if batch:
                judgements.close(db, batch, who, decided, f"{decided:,} decisions loaded from {path.name}")
            normalisations.finish(db, number)
        return number


def named(who: str) -> str:
    """The person's name; BadInput without one."""
    if not who.strip():
        raise BadInput("Say who you are (the profile name) before deciding, so that the decision can be traced.")
    return who.strip()
