"""Answers written to a file: what it says of itself, and the columns that it has beside those of the lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from engine.formats.mentions.answer_columns import About
from engine.formats.mentions.answer_files import answers_format, answers_module
from engine.formats.ontologies.addresses import Addresses
from engine.formats.registry import FORMATS
from store.records.normalisation import Line
from store.records.terminology import Terminology


def about_answers(
    source: Path, searched: Terminology, *, encoder: str, search: str, date: str, extra: Sequence[str]
) -> About:
    """What a file of answers says of itself; `extra` are the headings of the other columns of the mentions' file."""
    return About(
        source,
        searched.slug,
        title=searched.title,
        version=searched.version,
        licence=searched.licence,
        encoder=encoder,
        search=search,
        date=date,
        extra=tuple(extra),
        addresses=Addresses.of(searched),
    )


def needs_source(path: Path) -> bool:
    """Whether answers are written to this path into the texts of their source; BadInput where its ending names no
    format of answers."""
    return FORMATS[answers_format(path)].needs_source


def write_export(
    path: Path,
    lines: Iterable[Line],
    about: About,
    columns: Mapping[str, Callable[[Iterable[Line]], Iterator[Line]]],
    texts: Callable[[], Mapping[str | int, str]],
) -> int:
    """Writes answers in the format that the path's ending names; how many lines.

    columns: heading -> gives lines that column, or writes it anew where they have it.
    texts: document or row -> its text, asked for only where the format writes them.
    """
    for heading, given in columns.items():
        lines = given(lines)
        if heading not in about.extra:
            about = replace(about, extra=(*about.extra, heading))
    if needs_source(path):
        about = replace(about, texts=texts())
    count: int = answers_module(answers_format(path)).write_answers(path, lines, about)
    return count
