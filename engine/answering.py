"""A normaliser over a terminology of the workspace: its names, what people added and judged, and loaded mentions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.encoding import open_encoder
from engine.errors import BadInput
from engine.events import Event
from engine.hierarchy import top_classes
from engine.importing import find
from engine.index import Indexes, build, from_index, rows_of_texts
from engine.remembered import Remembered
from engine.search.weights import TFIDF, weight
from engine.workspace import Workspace
from store import judgements, terminologies

if TYPE_CHECKING:
    from engine.normaliser import Normaliser, Options
    from engine.normalising import Asked
    from engine.search.calibration import Calibration
    from engine.search.dictionary import Dictionary
    from engine.search.pool import Said
    from engine.search.spaces import Encode
    from engine.search.targets import Search


def encoded(workspace: Workspace, asked: Asked) -> Iterator[Event]:
    """Encode the terminology's names, telling how far it is; once for each terminology and encoder."""
    if asked.encoder != TFIDF:
        yield from build(workspace, find(workspace, asked.terminology), open_encoder(workspace, asked.encoder))


def normaliser_of(workspace: Workspace, asked: Asked) -> Normaliser:
    """The normaliser that was asked for, its names made searchable.

    The data (D) are people's edits and accepted judgements of the terminology and the mentions of the loaded files. A
    text judged today is an exact name from the next run on. NotFound for a terminology or encoder that is not there,
    BadInput for a search there is not.
    """
    from engine.evaluation.normalising import System, fitted, said, space
    from engine.mentions.corpora import Corpus, Splits, read_corpus
    from engine.normaliser import Normaliser, Options
    from engine.search.dictionary import Dictionary
    from engine.search.kept_keys import KeptKeys
    from engine.search.pool import Pool
    from engine.search.preparing import Preparer, Switches
    from engine.search.targets import Search
    from engine.teaching import teaching

    search = Search.of(asked.search, asked.threshold)
    options = Options(search, Switches.without(*asked.without))
    dictionary, added = Dictionary.of_workspace(workspace, asked.terminology)
    encode = _encode(workspace, asked.terminology, asked.encoder)
    asked_weight = weight(asked.hybrid)
    if asked_weight is None and not asked.dev:
        raise BadInput("The weight “auto” is chosen on dev mentions; name a PubTator file of them, or give a number.")
    train = read_corpus([Path(file) for file in asked.train], asked.types) if asked.train else Corpus([])
    dev = read_corpus([Path(file) for file in asked.dev], asked.types) if asked.dev else None
    keys = KeptKeys(workspace, find(workspace, asked.terminology).fingerprint, options.switches)
    chosen, curve, order = asked_weight or 0.0, None, None
    if dev is not None or train.mentions:
        train = train.without(dev.documents) if dev is not None else train
        teacher, options = teaching(workspace, asked.encoder, options, partial(_encode, workspace, asked.terminology))
        known = {options.switches: keys.of}
        system = System(Remembered(encode) if encode else None, asked_weight, options, teacher, known)
        fit = fitted(system, dictionary, Splits(train, dev, Corpus([]), {}))
        chosen, curve, order = fit.weight, fit.calibration, fit.order
    mentions = [*added, *train.mentions, *(dev.mentions if dev else [])]
    with workspace.reading() as db:
        judged = judgements.accepted(db, asked.terminology)
    data: list[Said | tuple[str, str]] = [
        *said(mentions, dictionary, options),
        *(judged if "D" in search.origins else []),
    ]
    if not data and "D" in search.origins:
        options = replace(options, search=_without_data(search, asked.terminology))
    if asked.calibrate and curve is None:
        curve = _estimated(workspace, asked, dictionary, data, encode, chosen, options, keys.of)
    pool = Pool(dictionary, data)
    preparer = Preparer(pool, options.search.origins, options.switches, keys.of)
    keys.keep()
    return Normaliser(pool, space(encode, pool, chosen), preparer, options, curve, order)


def _encode(workspace: Workspace, slug: str, encoder: str) -> Encode | None:
    """An encoder, with the terminology's names out of their index; None for TF-IDF alone."""
    if encoder == TFIDF:
        return None
    place = rows_of_texts(workspace, terminology := find(workspace, slug))
    return from_index(open_encoder(workspace, encoder), Indexes(workspace), terminology, place)


def _without_data(search: Search, terminology: str) -> Search:
    """The search less its first step, which would find nothing where nobody has said anything yet."""
    targets = tuple(target for target in search.targets if target.origins != "D")
    if not targets:
        raise BadInput(
            f"The search {search.name} needs data, and {terminology} has no edits, decisions or loaded mentions yet; "
            "search O-T."
        )
    return replace(search, targets=targets)


def _estimated(
    workspace: Workspace,
    asked: Asked,
    dictionary: Dictionary,
    data: Sequence[Said | tuple[str, str]],
    encode: Encode | None,
    weight: float,
    options: Options,
    known: dict[str, list[str]],
) -> Calibration | None:
    """The curve of people's decisions where there are enough, else that of held-out synonyms, kept for the next run."""
    from engine.estimating import from_decisions, from_synonyms, keep, kept
    from engine.normalising import encoder_hash

    sha256 = encoder_hash(workspace, asked.encoder)
    if (decided := from_decisions(workspace, asked.terminology, sha256)) is not None:
        return decided
    facts = [
        find(workspace, asked.terminology).fingerprint,
        sha256,
        options.search.name,
        str(asked.threshold),
        str(weight),
    ]
    curve, key = kept(workspace, [*facts, *asked.without])
    if curve is None and (curve := from_synonyms(dictionary, data, encode, weight, options, known)) is not None:
        keep(workspace, key, curve)
    return curve


def topics_of(workspace: Workspace, terminology: str) -> dict[str, str]:
    """Concept -> the preferred name of its top class, the first by id of several; {} without a hierarchy."""
    with workspace.reading() as db:
        titles, parents = dict(terminologies.live_codes(db, terminology)), terminologies.edges(db, terminology)
    found: dict[str, str] = {}
    for top, codes in sorted(top_classes(titles, parents).items()) if parents else ():
        for code in (top, *codes):
            found.setdefault(code, titles[top])
    return found
