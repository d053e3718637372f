"""Annotated text as lines with name and concept tokens (Phan, Sun and Tay 2019, sections 2 and 3.1).

A mention becomes a name token s, its concept a concept token c; both are single words that no text holds, so that they
are trained as words are. Of “w_l [w_1 w_2] w_r” come

    sgw     w_l w_1 w_2 w_r
    sgs     w_l w_1 w_2 w_r         and  w_l s w_r                     (their equation 2: words and names)
    sgs.c   w_l s c w_1 w_2 w_r     and  w_l w_1 w_2 s c w_r           (both sides, “to avoid being biased”)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain
from pathlib import Path

from engine.events import Progress
from engine.formats.mentions.pubtator import JOINED, NO_ID, PREFIX, TEXT
from engine.formats.opening.numbers import whole_number
from engine.text import tokenise
from engine.vectors.corpus import corpus_lines, raw_lines

NAME, CONCEPT = "nomenclatorname", "nomenclatorconcept"  # before the hash that makes a token
_EVERY = 20_000  # lines between two words about the progress


@dataclass
class AnnotatedMentions:
    """The mentions met so far: the concepts of each name with how often, and how many mentions were out of place."""

    concepts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    skipped: int = 0

    def lines(self, paths: Sequence[Path], kind: str) -> Iterator[str]:
        """The lines of PubTator files for “sgw”, “sgs” or “sgs.c”. Raises as `engine.vectors.corpus.corpus_lines`."""
        for path in paths:
            for parts, mentions in _documents(path):
                yield from self._of_document(parts, mentions, kind)

    def _of_document(self, parts: list[str], mentions: list[tuple[int, int, str, str]], kind: str) -> Iterator[str]:
        start = 0
        for part in parts:
            end = start + len(part)
            inside = [(b - start, e - start, text, id) for b, e, text, id in mentions if start <= b and e <= end]
            yield from self._of_text(part, inside, kind)
            start = end + 1
        within = sum(len(part) for part in parts) + len(parts) - 1
        self.skipped += sum(e > within or b < 0 for b, e, _, _ in mentions)

    def _of_text(self, text: str, mentions: list[tuple[int, int, str, str]], kind: str) -> Iterator[str]:
        pieces: list[tuple[str, str, str, str]] = []  # before the mention, its words, its name token, its concept token
        at = 0
        for begin, end, marked, id in sorted(mentions, key=lambda mention: (mention[0], -mention[1])):
            words = tokenise(text[begin:end])
            if begin < at or words != tokenise(marked) or not words:
                self.skipped += 1
                continue
            concept = concept_of(id)
            self.concepts[" ".join(words)][concept] += 1
            token = concept_token(concept) if concept else ""
            pieces.append((text[at:begin], text[begin:end], name_token(" ".join(words)), token))
            at = end
        rest = text[at:]
        if kind != "sgs.c" or not pieces:
            yield text
        if kind == "sgs" and pieces:
            yield "".join(f"{before} {name} " for before, _, name, _ in pieces) + rest
        if kind == "sgs.c" and pieces:
            yield "".join(f"{before} {name} {concept} {words} " for before, words, name, concept in pieces) + rest
            yield "".join(f"{before} {words} {name} {concept} " for before, words, name, concept in pieces) + rest


def frequent(paths: Sequence[Path], corpora: Sequence[Path], least: int) -> Generator[Progress, None, set[str]]:
    """The words, name and concept tokens that stand `least` times in the text as it was annotated.

    A generator of progress that returns the set. The sequences of SGS and SGS.C hold most words twice, so counting
    there would let in words half as frequent.
    """
    met, counts = AnnotatedMentions(), Counter[str]()
    for number, line in enumerate(chain(met.lines(paths, "sgw"), *map(corpus_lines, corpora)), 1):
        counts.update(tokenise(line))
        if number % _EVERY == 0:
            yield Progress(0, 1000, f"Counting words: {number:,} lines", {"lines": number})
    for name, concepts in met.concepts.items():
        counts[name_token(name)] = concepts.total()
        counts.update({concept_token(id): count for id, count in concepts.items() if id})
    return {token for token, count in counts.items() if count >= least}


def concept_of(id: str) -> str:
    """The concept an annotation names, without “MESH:” and the like; empty for none (-1), or several joined in one."""
    id = id.strip()
    return "" if id in NO_ID or JOINED.search(id) else PREFIX.sub("", id)


def name_token(name: str) -> str:
    """The token of a name, given as its tokens joined by spaces."""
    return NAME + blake2b(name.encode("utf-8", "replace"), digest_size=8).hexdigest()


def concept_token(concept: str) -> str:
    """The token that stands for a concept's id in a corpus, beside the words."""
    return CONCEPT + blake2b(concept.encode("utf-8", "replace"), digest_size=8).hexdigest()


def _documents(path: Path) -> Iterator[tuple[list[str], list[tuple[int, int, str, str]]]]:
    """Title and abstract of each document, and its mentions: begin and end in both joined by a space, text, id."""
    parts: list[str] = []
    mentions: list[tuple[int, int, str, str]] = []
    for raw in raw_lines(path):
        line = raw.rstrip("\r\n")
        if match := TEXT.match(line):
            if match[2] == "t" and parts:
                yield parts, mentions
                parts, mentions = [], []
            parts.append(match[3])
            continue
        fields = line.split("\t")
        begin, end = (whole_number(cell) for cell in (*fields, "", "")[1:3])
        if len(fields) >= 5 and begin is not None and end is not None:  # four columns are a relation
            mentions.append((begin, end, fields[3], fields[5] if len(fields) > 5 else ""))
    if parts:
        yield parts, mentions
