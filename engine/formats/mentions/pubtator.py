"""PubTator: titles and abstracts with the mentions that people marked in them, each with a concept's id.

As a file of answers it has the answer's ids joined by | in the last column, or -1 for none and for a guess that nobody
decided. The texts come from the file that the mentions were read from. Of a table each row becomes a document: its text
as the title, where its mention stands in it; else the mention as the title, and the text, where there is one, as the
abstract. What this format has no place for (scores, decisions) is in the other formats.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from engine.errors import NotFound
from engine.formats.mentions.answer_columns import About, is_guess
from engine.formats.mentions.places import place_of
from engine.formats.opening.lines import text_lines
from engine.formats.opening.numbers import whole_number
from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.recognition import head_of
from engine.text import normalise, words
from engine.workspace import written_whole
from store.mention_spans import BY_HAND
from store.records.normalisation import DECIDED, Line
from store.records.terminology import EXACT, Concept, Name

HEADED = re.compile(r"\d+\|[ta]\|")
TEXT = re.compile(r"(\d+)\|([ta])\|(.*)")
PREFIX = re.compile(r"^(?:MESH|OMIM|UMLS):", re.IGNORECASE)
JOINED = re.compile(r"[|+,]")  # between the ids of one composite mention
NO_ID = ("", "-", "-1")
NO_ANSWER = "-1"
BREAK = re.compile(r"[\t\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True)
class Annotation:
    """A marked text with its place, [start, end) in title + one space + abstract; `ids` is empty when it has none.

    `line` is that of the file which marks it, 0 where it is not known.
    """

    start: int
    end: int
    text: str
    type: str
    ids: tuple[str, ...]
    line: int = field(default=0, compare=False)


@dataclass
class Document:
    """One title and abstract with its mentions, in the file's order."""

    id: str
    title: str = ""
    abstract: str = ""
    mentions: list[Annotation] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Title and abstract as the mentions count their characters; "" without either."""
        return f"{self.title} {self.abstract}" if self.title or self.abstract else ""


def recognises(head: str) -> bool:
    """Whether the first line with text is a title or an abstract."""
    return bool(HEADED.match(next((line for line in head.splitlines() if line.strip()), "")))


def documents(path: Path, problems: list[Problem] | None = None) -> Iterator[Document]:
    """The documents of a file; lines that cannot be used are added to `problems` with their numbers.

    Ids lose the prefixes MESH:, OMIM: and UMLS:; ids joined by |, + or a comma belong to a composite mention. Lines
    of four columns are relations between mentions and are passed over. NotFound without the file, BadInput when it is
    not UTF-8.
    """
    if not path.is_file():
        raise NotFound(f"There is no PubTator file at {path}; check the path.")
    wrong = problems if problems is not None else []
    here = Document("")
    for number, line in enumerate(text_lines(path), 1):
        line = line.rstrip("\r\n")
        match = TEXT.match(line)
        id = match[1] if match else line.split("\t", 1)[0]
        if not line.strip():
            continue
        if match and id != here.id:
            if here.id:
                yield here
            here = Document(id)
        if match:
            setattr(here, "title" if match[2] == "t" else "abstract", match[3])
        elif id != here.id or "\t" not in line:
            wrong.append(Problem(number, f"“{line[:40]}” belongs to no title above it; the line is left out."))
        elif (mention := _annotation(line.split("\t"), number)) is not None:
            here.mentions.append(mention)
        elif line.count("\t") != 3:
            needed = "document, start and end (whole numbers), text, type and id between tabs"
            wrong.append(Problem(number, f"A mention needs {needed}; mend it. The line is left out."))
    if here.id:
        yield here


def _annotation(cells: list[str], line: int) -> Annotation | None:
    places = [whole_number(cell) for cell in cells[1:3]]
    if len(cells) < 5 or None in places:
        return None
    start, end = (place or 0 for place in places)
    return Annotation(start, end, cells[3], cells[4], ids_of("" if len(cells) < 6 else cells[5]), line)


def ids_of(cell: str) -> tuple[str, ...]:
    """The ids in a cell, less the prefixes of terminologies that everybody knows; () for none.

    >>> ids_of("MESH:D003924|D009765"), ids_of("-1")
    (('D003924', 'D009765'), ())
    """
    found = (PREFIX.sub("", id.strip()) for id in JOINED.split(cell.strip()))
    return tuple(dict.fromkeys(id for id in found if id not in NO_ID))


def read(path: Path, title: str = "") -> ParsedTerminology:
    """The synonym sets of a corpus: the texts marked with one id are the names of that concept (CG section 4.2).

    The most frequent text is the preferred name. Mentions without an id or with several denote no concept of their
    own and are left out; one problem line says how many.
    """
    problems: list[Problem] = []
    return of_documents(path, title, documents(path, problems), problems)


def of_documents(path: Path, title: str, corpus: Iterable[Document], problems: list[Problem]) -> ParsedTerminology:
    """The synonym sets of a corpus in a file, as `read` has them; `problems` are those of its documents."""
    sets, left_out = synonym_sets(corpus)
    problems += [Problem(0, f"{count:,} mentions are left out: {reason}.") for reason, count in left_out.items()]
    concepts = [
        Concept(
            id, texts[0], tuple(Name(t, "synonym" if i else "preferred", EXACT, "mention") for i, t in enumerate(texts))
        )
        for id, texts in sets.items()
    ]
    return ParsedTerminology(title or path.stem, "", "", path.name, concepts, problems)


def synonym_sets(corpus: Iterable[Document]) -> tuple[dict[str, list[str]], dict[str, int]]:
    """Concept id -> its texts, most frequent first (ties by text), ids sorted; and reason -> how many mentions."""
    counts: dict[str, Counter[str]] = {}
    left_out: Counter[str] = Counter()
    for document in corpus:
        for mention in document.mentions:
            if not mention.ids:
                left_out["no id"] += 1
            elif len(mention.ids) > 1:
                left_out["several ids"] += 1
            elif not words(mention.text):
                left_out["no word"] += 1
            else:
                counts.setdefault(mention.ids[0], Counter())[mention.text] += 1
    sets: dict[str, list[str]] = {}
    for id in sorted(counts):
        different: dict[str, str] = {}
        for text, _ in sorted(counts[id].items(), key=lambda item: (-item[1], item[0])):
            different.setdefault(normalise(text), text)
        sets[id] = list(different.values())
    return sets, dict(left_out)


def write_answers(path: Path, lines: Iterable[Line], about: About) -> int:
    """Write the lines, which stand in the order of their source; how many. The file appears when it is whole.

    Left out are the mentions and the guesses of `losses`.
    """
    marked = recognises(head_of(about.source))
    counted = CountedLines(lines if marked else (line for line in lines if _has_place(line, about)))
    mentions = (list(group) for _, group in groupby(counted, key=lambda line: line.row))
    rows = _marked(mentions, about.source) if marked else (_alone(parts, about.texts) for parts in mentions)
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(rows)
    return counted.count


def losses(lines: Iterable[Line], about: About, guesses: int = 0) -> list[str]:
    """What a file of these answers does not hold of the mentions, counted, in sentences; guesses: how many answers,
    these and others, are one that nobody decided."""
    marked = recognises(head_of(about.source))
    lost = [] if marked else [line for line in lines if not _has_place(line, about)]
    left, guesses = len(lost), guesses - sum(map(is_guess, lost))
    found = []
    if left:
        mentions = f"{left:,} mention{' that was' if left == 1 else 's that were'} added by hand"
        found.append(f"No text: {mentions} {'is' if left == 1 else 'are'} left out.")
    if guesses:
        answers = (
            f"{guesses:,} {'answer that nobody decided is' if guesses == 1 else 'answers that nobody decided are'}"
        )
        found.append(f"Guesses: {answers} left out; the mention stays, without a concept.")
    return found


class CountedLines:
    """An iterable of lines; `count` is how many of them were iterated so far."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines, self.count = lines, 0

    def __iter__(self) -> Iterator[Line]:
        for line in self.lines:
            self.count += 1
            yield line


def _has_place(line: Line, about: About) -> bool:
    """Whether the mention of a table is its row's own, or one that stands in the row's text."""
    return line.sieve != BY_HAND or place_of(line, about.texts.get(line.row, ""))[0] >= 0


def _marked(mentions: Iterator[list[Line]], source: Path) -> Iterator[str]:
    """The documents of the source; its k-th mention is row k."""
    row, parts = 0, next(mentions, [])
    for document in documents(source):
        yield f"{document.id}|t|{document.title}\n{document.id}|a|{document.abstract}\n"
        for _ in document.mentions:
            row += 1
            if parts and parts[0].row == row:
                for some in _mentions(parts):
                    yield _annotated(some, document.id, some[0].start, some[0].end, some[0].text)
                parts = next(mentions, [])
        yield "\n"


def _alone(parts: list[Line], texts: Mapping[str | int, str]) -> str:
    """The document of a row of a table; row -> its text."""
    row, text, mentions = str(parts[0].row), texts.get(parts[0].row, ""), _mentions(parts)
    places = [place_of(some[0], text) for some in mentions]
    head = mentions[0][0].text if places[0][0] < 0 else ""
    before = len(head) + 1 if head else 0
    title, abstract = (head, text) if head else (text, "")
    marked = [f"{row}|t|{_flat(title)}\n{row}|a|{_flat(abstract)}\n"]
    for some, (start, end) in zip(mentions, places, strict=True):
        if start < 0:
            marked.append(_annotated(some, row, 0, len(head), head))
        else:
            marked.append(_annotated(some, row, start + before, end + before, text[start:end]))
    return "".join([*marked, "\n"])


def _mentions(parts: list[Line]) -> list[list[Line]]:
    """The lines of a row by their mention: the file's own, which may name several concepts, then each added one."""
    own = [line for line in parts if line.sieve != BY_HAND]
    return [*([own] if own else []), *([line] for line in parts if line.sieve == BY_HAND)]


def _annotated(parts: list[Line], document: str, start: int, end: int, text: str) -> str:
    found = [line for line in parts if not is_guess(line)]
    ids = [line.decided_concept if line.decision in DECIDED else line.concept for line in found]
    answer = "|".join(dict.fromkeys(id for id in ids if id)) or NO_ANSWER
    return "\t".join([document, str(start), str(end), _flat(text), _flat(parts[0].kind), answer]) + "\n"


def _flat(text: str) -> str:
    """`text` on one line and in one cell, as long as it was, so that the places still hold."""
    return BREAK.sub(" ", text)
