"""What the line of `normalise` asks for: its options, checked against each other, as a request."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cli import options
from engine.errors import BadInput

if TYPE_CHECKING:
    from engine.normalisation.request import NormalisationRequest


def request_of(
    file: Path,
    columns: Mapping[str, str],
    encoder: str,
    search: str,
    threshold: float | None,
    hybrid: str | None,
    train: tuple[Path, ...],
    dev: tuple[Path, ...],
    types: tuple[str, ...],
    calibrate: bool,
    **others: Any,
) -> NormalisationRequest:
    """The request, with the encoder as it is typed; BadInput for options that do not go together.

    others: fields of the request as they are.
    """
    from engine.normalisation.request import EVIDENCE, NormalisationRequest, usual, usual_search

    search = search or usual_search(bool(train or dev or hybrid), encoder)
    if types and not (train or dev):
        raise BadInput("--types chooses among the mentions of --train and --dev; name a file of them, or leave it out.")
    if hybrid and search.lower() == EVIDENCE:
        raise BadInput("A search by evidence does not use TF-IDF; leave --hybrid out, or --search.")
    if calibrate and (dev or search.lower() == EVIDENCE):
        why = "--dev gives the probabilities" if dev else "A search by evidence has probabilities of its own"
        raise BadInput(f"{why}; leave --calibrate out.")
    return NormalisationRequest(
        str(file),
        encoder=encoder,
        search=search,
        threshold=options.threshold_of(search, threshold),
        hybrid=hybrid or usual(bool(dev)),
        columns=columns,
        train=tuple(map(str, train)),
        dev=tuple(map(str, dev)),
        types=types,
        calibrate=calibrate,
        **others,
    )
