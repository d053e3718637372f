"""Files of mentions normalised to concepts: started, listed, exported and deleted."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from math import nextafter
from pathlib import Path

from engine.errors import BadInput, NotFound
from engine.formats.mentions.answer_columns import LIKELY, About
from engine.formats.mentions.answer_files import answers_format, answers_module
from engine.formats.mentions.mentions import MentionFile
from engine.formats.registry import ANSWERS, Format, writers
from engine.models.open import open_encoder
from engine.normalisation.request import EVIDENCE, TARGETS, TARGETS_IN_TURN, NormalisationRequest, Search, encoder_hash
from engine.terminology.lookup import find
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.jobs import Jobs
from engine.workbench.normalisations.answer_export import about_answers, needs_source, write_export
from engine.workbench.normalisations.attributed_lines import HEADING, column_of, has_attributes, with_attributes
from engine.workbench.normalisations.billable_lines import COLUMN, billable_codes, with_billable
from engine.workbench.normalisations.mentions import forget_texts
from engine.workbench.normalisations.passages import answered_texts
from engine.workbench.normalisations.search_choices import SearchChoice, search_choice
from engine.workspace import Workspace
from store import answer_lines, normalisations
from store.files import sha256_of
from store.mention_spans import BY_HAND
from store.records.normalisation import Filter, Normalisation


class Normalisations:
    """Starts normalisations, lists and exports them."""

    def __init__(self, workspace: Workspace, encoders: EncoderResolver, jobs: Jobs) -> None:
        self._workspace = workspace
        self._encoders = encoders
        self._jobs = jobs

    def searches(self) -> list[SearchChoice]:
        """Every search target and every two in turn, the one to start with first."""
        first = (EVIDENCE, NormalisationRequest.search)
        others = sorted({*TARGETS, *TARGETS_IN_TURN} - {*first}, key=lambda name: ("+" not in name, name))
        return [search_choice(name) for name in (*first, *others)]

    def preprocessing(self) -> list[tuple[str, str, str]]:
        """(name, label, what it does) of each switch of the preprocessing."""
        from engine.normalisation.preprocessing import Switches

        return [(field.path.partition(".")[2], field.label, field.help) for field in Switches().described("switches")]

    def answer_formats(self) -> list[Format]:
        """The formats that answers can be exported in."""
        return list(writers(ANSWERS).values())

    def queue(self, request: NormalisationRequest) -> int:
        """The number of a queued run that answers the mentions of a file; BadInput or NotFound when it could not."""
        path = Path(request.file).expanduser().resolve()
        request = replace(request, encoder=self._encoders.id(request.encoder), file=str(path))
        MentionFile(path, request.columns)
        searched = find(self._workspace, request.terminology)
        Search.of(request.search, request.threshold)
        if encoder_hash(self._workspace, request.encoder) != request.encoder:  # TF-IDF has nothing to open
            open_encoder(self._workspace, request.encoder)
        return self._jobs.queue("normalise", f"{path.name} in {searched.title}", request.to_dict())

    def start(self, request: NormalisationRequest) -> int:
        """Starts answering the mentions of a file in a child process; the number of the run."""
        return self._jobs.spawn(self.queue(request))

    def all(self) -> list[Normalisation]:
        """Every loaded file with its answers, newest first."""
        with self._workspace.reading() as db:
            return normalisations.all_normalisations(db)

    def get(self, number: int) -> Normalisation:
        """The facts of one; NotFound when there is none with this number."""
        with self._workspace.reading() as db:
            found = normalisations.get(db, number)
        if found is None:
            raise NotFound(f"There is no normalisation {number} in this workspace; it may have been deleted.")
        return found

    def delete(self, number: int) -> None:
        """Deletes a file's answers, and the file where it was saved here and nothing else needs it; what people decided
        stays. NotFound when there is none with this number."""
        made, run = self.get(number), self.run_of(number)
        with self._workspace.writing() as db:
            normalisations.remove(db, number)
        forget_texts(self._workspace, made.source, run)

    def export(self, number: int, path: Path) -> int:
        """Writes all lines with their decisions in the format of answers that the path's ending names; how many.

        What mentions are beside their concept, negated, suspected, historical or of the family, stands in a column of
        its own, and so does whether the code can be sent in, where the terminology says so.
        BadInput where the format writes texts, as PubTator, and those of the file are gone or have changed.
        """
        made = self.get(number)
        searched, source = find(self._workspace, made.terminology), Path(made.source)
        if needs_source(path) and (not source.is_file() or sha256_of(source) != made.sha256):
            raise BadInput(
                f"{made.file} is gone from {source.parent} or has changed since, and PubTator needs its texts; "
                "put it back, or export to CSV."
            )
        about = about_answers(
            source,
            searched,
            encoder=made.encoder,
            search=made.search,
            date=made.created[:10],
            extra=made.extra,
        )
        with self._workspace.reading() as db:
            exported = column_of(db, number) is not None
            writes_attributes = exported or (HEADING not in made.extra and has_attributes(db, number))
            given = {HEADING: partial(with_attributes, db, number)} if writes_attributes else {}
            again = column_of(db, number, COLUMN)
            codes = billable_codes(db, searched.slug) if again is not None or COLUMN not in made.extra else set()
            if codes:
                given[COLUMN] = partial(with_billable, codes=codes, at=again)
            lines = answer_lines.every(db, number)
            return write_export(path, lines, about, given, partial(answered_texts, db, number))

    def losses(self, number: int, path: Path) -> list[str]:
        """What an export to a path does not hold of the mentions, counted, in sentences; nothing is written."""
        made = self.get(number)
        if not needs_source(path) or not self.has_source(number):
            return []
        with self._workspace.reading() as db:
            about = About(Path(made.source), made.terminology, texts=answered_texts(db, number))
            added = answer_lines.lines(db, number, Filter(sieve=BY_HAND), "as in the file", made.lines)
            guessed = Filter(lowest=0.0, highest=nextafter(LIKELY, 0), answered=True)
            guesses = answer_lines.count(db, number, guessed)
            guesses -= answer_lines.count(db, number, replace(guessed, status="decided"))
            found: list[str] = answers_module(answers_format(path)).losses(added, about, guesses)
        return found

    def has_source(self, number: int) -> bool:
        """Whether the file that was answered is still where it was, unchanged, as an export to PubTator needs."""
        with self._workspace.reading() as db:
            made = normalisations.get(db, number)
        path = Path(made.source) if made else None
        if made is None or path is None or not path.is_file():
            return False
        return _hash(str(path), path.stat().st_mtime_ns) == made.sha256

    def of_run(self, run: int) -> int | None:
        """The number of the normalisation that a run makes; None before it began."""
        with self._workspace.reading() as db:
            return normalisations.of_run(db, run)

    def run_of(self, number: int) -> int | None:
        """The number of the run that answers or answered a file; None for a loaded export."""
        with self._workspace.reading() as db:
            return normalisations.run_of(db, number)


@lru_cache(maxsize=32)
def _hash(path: str, _changed: int) -> str:
    return sha256_of(Path(path))
