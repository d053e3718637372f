"""Rows of a file that a mapping project cannot take, in sentences: how many, why, and the first ids."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from engine.formats.mapping_sets.curated_mappings import DENIED_ROW, NO_OBJECT, NO_RELATION, NOBODY
from engine.text.counts import count, joined_with_and
from store.records.mapping import DENIED

NO_LINE, NO_TARGET = "no line", "no target"
SHOWN = 5  # ids in a sentence
SENTENCES = {  # for one row, and for several
    NO_LINE: (
        "is about a concept that is no line of this project",
        "are about concepts that are no lines of this project",
    ),
    NO_TARGET: ("names a target that {target} does not have", "name targets that {target} does not have"),
    NOBODY: ("has no author_label to say who decided it", "have no author_label to say who decided them"),
    NO_RELATION: ("has no relation of SKOS as its predicate_id", "have no relation of SKOS as their predicate_id"),
    DENIED_ROW: (
        "says by its predicate_modifier that it does not hold",
        "say by predicate_modifier that they do not hold",
    ),
    NO_OBJECT: ("has no object_id", "have no object_id"),
}


def why_left_out(row: tuple[str, str, str], sources: Container[str], targets: Container[str]) -> tuple[str, str]:
    """Why a mapping (source id, target id, relation) that does not fit is left out, and the id that this is about."""
    source, target, relation = row
    if source not in sources:
        return NO_LINE, source
    if target not in targets:
        return NO_TARGET, target
    return DENIED_ROW if relation == DENIED else NO_RELATION, source


def unread_sentence(columns: Sequence[str]) -> str:
    """That nothing is taken from these columns of a file; "" for none.

    >>> unread_sentence(["author_id", "comment"])
    'The columns author_id and comment are not read.'
    """
    several = len(columns) > 1
    what = f"The column{'s' if several else ''} {joined_with_and(columns)} {'are' if several else 'is'} not read."
    return what if columns else ""


def in_sentences(left_out: Iterable[tuple[str, str]], target: str) -> tuple[str, ...]:
    """A sentence for each reason why rows are left out; left_out: (reason, the id that it is about) of each row."""
    ids: dict[str, list[str]] = {}
    for reason, id in left_out:
        ids.setdefault(reason, []).append(id)
    return tuple(_sentence(reason, ids[reason], target) for reason in SENTENCES if reason in ids)


def _sentence(reason: str, ids: list[str], target: str) -> str:
    one, several = SENTENCES[reason]
    reason_text = (one if len(ids) == 1 else several).format(target=target)
    different = list(dict.fromkeys(ids))
    shown = ", ".join(different[:SHOWN]) + (", …" if len(different) > SHOWN else "")
    return f"{count(len(ids), 'row')} {reason_text}: {shown}."
