"""What a person sees before a file of mentions is answered: choices in plain words, an example, an export's effect."""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

from engine.cases.base import Cases
from engine.cases.normalisation import named
from engine.errors import BadInput
from engine.importing import find
from engine.text import normalise
from engine.workspace import sha256_of, written_whole
from engine.writers import read_export
from store import judgements, normalisations, terminologies
from store.records.normalisation import Line, Normalisation

STEP, TOLD = 2_000, 100
PLAIN = {
    "D-T": ("people’s names", "the names that people accepted, added or loaded, one by one"),
    "D-C": ("people’s names by concept", "each concept as the mean of the names that people accepted, added or loaded"),
    "O-T": ("the terminology’s names", "the terminology’s own names, one by one"),
    "O-C": ("the terminology’s concepts", "each concept as the mean of the terminology’s own names"),
    "OD-T": ("all names", "all names, the terminology’s and people’s, one by one"),
    "OD-C": ("all names by concept", "each concept as the mean of all its names, the terminology’s and people’s"),
}


@dataclass(frozen=True)
class SearchChoice:
    """A search target or sieve: its name in the papers, and the same in plain words."""

    name: str
    title: str
    about: str
    steps: int


@dataclass(frozen=True)
class ExportPreview:
    """What an export holds, and what its decisions would change in the same file that is here already.

    `changed` lists (line as it stands here, line of the export) for the first differences of `differing`.
    """

    lines: int
    decisions: dict[str, int]
    comments: int
    people: tuple[str, ...]
    unknown: tuple[str, ...]  # decided concepts that the terminology does not have
    here: Normalisation | None
    differing: int
    changed: tuple[tuple[Line, Line], ...]


class MentionFileCases(Cases):
    """Loading a file: keep it, choose how it is answered, see what an export would do."""

    def keep_mentions(self, name: str, content: bytes) -> Path:
        """Keep an uploaded file for as long as its answers need its texts; the same content is kept once."""
        folder = self.workspace.folder / "mentions" / hashlib.sha256(content).hexdigest()[:16]
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / Path(name).name
        if not path.is_file():
            with written_whole(path) as temporary:
                temporary.write_bytes(content)
        return path

    def mention_headings(self, path: Path) -> list[str]:
        """The headings of a table in which no column of mentions was recognised; [] when it cannot be read as one."""
        from engine.readers.mentions import headings_of

        return list(headings_of(path))

    def has_source(self, number: int) -> bool:
        """Whether the file that was answered is still where it was, unchanged, as an export to PubTator needs."""
        with self.workspace.reading() as db:
            made = normalisations.get(db, number)
        path = Path(made.source) if made else None
        if made is None or path is None or not path.is_file():
            return False
        return _hash(str(path), path.stat().st_mtime_ns) == made.sha256

    def searches(self) -> list[SearchChoice]:
        """Every search target and sieve, the one to start with first."""
        from engine.normalising import Asked
        from engine.search.targets import SIEVES, TARGETS

        names = sorted((*TARGETS, *SIEVES), key=lambda name: (name != Asked.search, "+" not in name, name))
        return [_plain(name) for name in names]

    def preprocessing(self) -> list[tuple[str, str, str]]:
        """(name, label, what it does) of each switch."""
        from engine.search.preparing import Switches

        return [(field.path.partition(".")[2], field.label, field.help) for field in Switches().described("switches")]

    def example_mentions(self, terminology: str) -> str:
        """A small CSV of mentions made of the terminology's names: misspelt, turned, sided, unknown; ever the same."""
        find(self.workspace, terminology)
        with self.workspace.reading() as db:
            rows = terminologies.name_rows(db, terminology)
        names = [
            text for *_, text, _kind, _scope in rows if 8 <= len(text) <= 40 and "," not in text and text.isascii()
        ]
        chosen = names[:: max(1, len(names) // 11)][:11]
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["id", "mention"])
        for place, text in enumerate(_varied(chosen), 1):
            table.writerow([f"m{place}", text])
        return out.getvalue()

    def preview_export(self, path: Path, terminology: str) -> ExportPreview:
        """What loading an export would bring; BadInput when it is none."""
        find(self.workspace, terminology)
        decisions: Counter[str] = Counter()
        people: Counter[str] = Counter()
        concepts: set[str] = set()
        lines = comments = 0
        for line in read_export(path).lines:
            lines, comments = lines + 1, comments + bool(line.comment)
            if line.decision:
                decisions[line.decision] += 1
                people[line.who] += bool(line.who)
            concepts |= {line.decided_concept} - {""}
        with self.workspace.reading() as db:
            known = terminologies.preferred_of(db, terminology, sorted(concepts))
        here, differing = self._alike(path, terminology, lines), 0
        changed: list[tuple[Line, Line]] = []
        for pair in self._differing(here.id, path) if here else ():
            differing += 1
            if len(changed) < TOLD:
                changed.append(pair)
        said = {decision: decisions[decision] for decision in judgements.DECISIONS if decisions[decision]}
        by = tuple(sorted(name for name in people if name))
        unknown = tuple(sorted(concepts - set(known)))
        return ExportPreview(lines, said, comments, by, unknown, here, differing, tuple(changed))

    def take_decisions(self, number: int, path: Path, who: str) -> int:
        """Decide the lines of a file as its export does where the two differ; how many.

        All are one batch, so that one undo takes them back; each keeps by whom and when it was made.
        """
        who, batch, count = named(who), None, 0
        with self.workspace.reading() as db:
            made = normalisations.get(db, number)
        if made is None:
            raise BadInput(f"There is no normalisation {number} to take decisions into; it may have been deleted.")
        pairs = list(self._differing(number, path))
        with self.workspace.writing() as db:
            for at in range(0, len(pairs), STEP):
                said = [
                    (replace(theirs, id=ours.id), theirs.decision, *_taken(theirs), theirs.comment)
                    for ours, theirs in pairs[at : at + STEP]
                ]
                batch = judgements.append(db, number, made.terminology, said, who, normalise, dated=True, batch=batch)
                count += len(said)
            if batch:
                judgements.close(db, batch, who, count, f"{count:,} decisions taken over from {path.name}")
        return count

    def _alike(self, path: Path, terminology: str, lines: int) -> Normalisation | None:
        """The newest file here with the same lines as an export."""
        first = next(iter(read_export(path).lines), None)
        with self.workspace.reading() as db:
            for made in normalisations.all_normalisations(db):
                if first is None or made.terminology != terminology or made.lines != lines:
                    continue
                ours = next(iter(normalisations.every(db, made.id)), None)
                if ours and (ours.row, ours.part, ours.text) == (first.row, first.part, first.text):
                    return made
        return None

    def _differing(self, number: int, path: Path) -> Iterator[tuple[Line, Line]]:
        """(here, in the export) of lines that the export says something else about; silence changes nothing."""
        theirs = read_export(path).lines
        with self.workspace.reading() as db:
            ours = normalisations.every(db, number)
            while stretch := list(islice(ours, STEP)):
                for here, there in zip(stretch, theirs, strict=False):
                    same = (here.row, here.part, here.text) == (there.row, there.part, there.text)
                    said = (there.decision, _taken(there)[0], there.comment)
                    if (
                        same
                        and (there.decision or there.comment)
                        and said
                        != (
                            here.decision,
                            here.decided_concept,
                            here.comment,
                        )
                    ):
                        yield here, there


def _taken(line: Line) -> tuple[str, str, float | None]:
    """The concept, name and score of an export's decision; a decision written without its concept takes its place."""
    if line.decision not in judgements.NAMING:
        return "", "", None
    candidates = [(line.concept, line.preferred or line.name, line.score), *(other[:3] for other in line.others)]
    place = 1 if line.decision == judgements.SECOND and len(candidates) > 1 else 0
    if not line.decided_concept:
        return candidates[place]
    score = next((score for concept, _, score in candidates if concept == line.decided_concept), None)
    return line.decided_concept, line.decided_name, score


@lru_cache(maxsize=32)
def _hash(path: str, _changed: int) -> str:
    return sha256_of(Path(path))


def _plain(name: str) -> SearchChoice:
    steps = name.split("+")
    titles, abouts = [PLAIN[step][0] for step in steps], [PLAIN[step][1] for step in steps]
    title = ", then ".join(titles)
    about = f"Searches {abouts[0]}."
    if len(steps) > 1:
        about = f"First searches {abouts[0]}; where nothing there is near enough, {abouts[1]}."
    return SearchChoice(name, title[0].upper() + title[1:], about, len(steps))


def _varied(names: list[str]) -> Iterator[str]:
    """Names as people write them, each change once or twice."""
    for place, name in enumerate(names):
        kind = place % 6
        if kind == 1:
            middle = len(name) // 2
            yield name[: middle - 1] + name[middle] + name[middle - 1] + name[middle + 1 :]
        elif kind == 2:
            yield name.upper()
        elif kind == 3:
            yield f"left {name[0].lower()}{name[1:]}"
        elif kind == 4:
            yield f"{name} and {names[0][0].lower()}{names[0][1:]}"
        elif kind == 5:
            yield " ".join(reversed(name.split()))
        else:
            yield name
    yield "said to feel unwell since Tuesday"
