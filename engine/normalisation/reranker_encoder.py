"""Which encoder a reranker is learnt with: never one that has been trained on the mentions that teach the reranker.

To an encoder that has read them, every annotated mention lies close to its concept; a reranker learnt from that trusts
the cosine more than unseen mentions bear out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from engine.models.versions import is_vectors, lineage
from engine.normalisation.request import TFIDF
from engine.workspace import Workspace

if TYPE_CHECKING:
    from engine.models.protocol import Encode
    from engine.normalisation.normaliser import Options

TRANSFORMER = "transformer"  # reads texts, not the rows of its input


def reranker_encoder_of(workspace: Workspace, encoder: str) -> str | None:
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


def choose_reranker_encoder(
    workspace: Workspace, encoder: str, options: Options, rows: Callable[[str], Encode | None]
) -> tuple[Encode | None, Options]:
    """The encoder to learn a reranker with, None where the one that searches may be used, and the options.

    The options come back without `order_learnt` where no encoder may be used. `rows`: encoder id -> its encoder.
    """
    chosen = reranker_encoder_of(workspace, encoder)
    if chosen is None:
        return None, replace(options, switches=replace(options.switches, order_learnt=False))
    return (None if chosen == encoder else rows(chosen)), options
