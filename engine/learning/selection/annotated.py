"""Mentions of annotated abstracts as further names of their concepts: the D of the triplet-search paper."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.errors import BadInput
from engine.formats.mentions.corpora import read_corpus
from engine.learning.selection.source import Source, gathered
from engine.text import normalise
from engine.text.local_abbreviations import written_out

BETWEEN = ";"


def with_mentions(source: Source, files: str) -> Source:
    """The source with what PubTator files tie to one of its concepts (TS section 4.1), and that marked as `annotated`.

    Short forms are written out as their abstract spells them. Composites and ids that the source lacks are left out; a
    mention that is a name of its concept already adds nothing. Of several terminologies that have an id the first takes
    it. BadInput when no mention is of the source's concepts.
    """
    paths = [Path(part.strip()) for part in files.split(BETWEEN) if part.strip()]
    if not paths:
        return source
    codes, others = source.by_id(source.names), source.by_id(source.same)
    found = []
    for mention, text in written_out(read_corpus(paths).mentions):
        ids = {source.same[others[part[0]]] if part[0] in others else codes.get(part[0]) for part in mention.ids}
        if len(ids) == 1 and (code := ids.pop()) in source.names:
            found.append((code, text))
    if not found:
        raise BadInput(f"No mention in {files} is of a concept of {source.title}; choose the terminology of their ids.")
    had = {(code, normalise(text)) for code, texts in source.names.items() for text in texts}
    annotated = {(code, normalise(text)) for code, text in found} - had
    every = ((code, text) for code, texts in source.names.items() for text in texts)
    return replace(source, names=gathered([*every, *found], source.titles), annotated=source.annotated | annotated)
