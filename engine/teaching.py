"""Which encoder teaches the order of candidates: never one that has been trained on the mentions that teach it.

To an encoder that has read them, every annotated mention lies close to its concept; an order learnt from that trusts
the cosine more than unseen mentions bear out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from engine.search.weights import TFIDF
from engine.versions import is_vectors, lineage
from engine.workspace import Workspace

if TYPE_CHECKING:
    from engine.normaliser import Options
    from engine.search.spaces import Encode

TRANSFORMER = "transformer"  # reads texts, not the rows of its input


def teacher_of(workspace: Workspace, encoder: str) -> str | None:
    """The encoder itself, or the last in its line that no annotated mentions had been read into; None where all had.

    NotFound for an encoder that is not there.
    """
    if encoder == TFIDF or is_vectors(encoder):
        return encoder
    line = lineage(workspace, encoder)
    unread = [*takewhile(lambda model: not model.recipe.get("data", {}).get("mention_files"), line)]
    if unread:
        return unread[-1].id
    first = line[0].recipe
    return None if first["encoder"]["name"] == TRANSFORMER else str(first["input"])


def teaching(
    workspace: Workspace, encoder: str, options: Options, rows: Callable[[str], Encode | None]
) -> tuple[Encode | None, Options]:
    """The rows of another encoder that is to teach the order (None: its own may), and the options; without an order
    learnt where no encoder may teach it."""
    teacher = teacher_of(workspace, encoder)
    if teacher is None:
        return None, replace(options, switches=replace(options.switches, order_learnt=False))
    return (None if teacher == encoder else rows(teacher)), options
