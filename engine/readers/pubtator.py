"""PubTator files: titles and abstracts with the mentions that people marked in them, each with a concept's id."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import BadInput, NotFound
from engine.readers import Parsed, Problem
from engine.text import normalise, words
from store.records.terminology import EXACT, Concept, Name

TEXT = re.compile(r"(\d+)\|([ta])\|(.*)")
PREFIX = re.compile(r"^(?:MESH|OMIM|UMLS):", re.IGNORECASE)
JOINED = re.compile(r"[|+,]")  # between the ids of one composite mention
NO_ID = ("", "-", "-1")


@dataclass(frozen=True)
class Mention:
    """A marked text with its place, [start, end) in title + one space + abstract; `ids` is empty when it has none."""

    start: int
    end: int
    text: str
    type: str
    ids: tuple[str, ...]


@dataclass
class Document:
    """One title and abstract with its mentions, in the file's order."""

    id: str
    title: str = ""
    abstract: str = ""
    mentions: list[Mention] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Title and abstract as the mentions count their characters; "" without either."""
        return f"{self.title} {self.abstract}" if self.title or self.abstract else ""


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
    try:
        with open(path, encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
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
                elif (mention := _mention(line.split("\t"))) is not None:
                    here.mentions.append(mention)
                elif line.count("\t") != 3:
                    wrong.append(
                        Problem(number, "A mention needs document, start, end, text, type and id between tabs.")
                    )
    except UnicodeDecodeError as error:
        raise BadInput(f"{path.name} is not UTF-8 text (byte {error.start}); save it as UTF-8 and try again.") from None
    if here.id:
        yield here


def _mention(cells: list[str]) -> Mention | None:
    if len(cells) < 5 or not (cells[1].isdigit() and cells[2].isdigit()):
        return None
    ids = "" if len(cells) < 6 else cells[5].strip()
    found = tuple(PREFIX.sub("", id.strip()) for id in JOINED.split(ids))
    found = tuple(dict.fromkeys(id for id in found if id not in NO_ID))
    return Mention(int(cells[1]), int(cells[2]), cells[3], cells[4], found)


def read(path: Path, title: str = "") -> Parsed:
    """The synonym sets of a corpus: the texts marked with one id are the names of that concept (CG section 4.2).

    The most frequent text is the preferred name. Mentions without an id or with several denote no concept of their
    own and are left out; one problem line says how many.
    """
    problems: list[Problem] = []
    sets, left_out = synonym_sets(documents(path, problems))
    problems += [Problem(0, f"{count:,} mentions are left out: {reason}.") for reason, count in left_out.items()]
    concepts = [
        Concept(
            id, texts[0], tuple(Name(t, "synonym" if i else "preferred", EXACT, "mention") for i, t in enumerate(texts))
        )
        for id, texts in sets.items()
    ]
    return Parsed(title or path.stem, "", "", path.name, concepts, problems)


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
