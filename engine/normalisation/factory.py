"""A normaliser over a terminology of the workspace: its names, what people added and judged, and loaded mentions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadInput
from engine.events import Event
from engine.models.open import open_encoder
from engine.normalisation.request import EVIDENCE, TFIDF, weight
from engine.retrieval.encoding_cache import RememberingEncoder
from engine.retrieval.indexes import Indexes, build, from_index
from engine.retrieval.row_texts import rows_of_texts
from engine.terminology.garbage import uncollected
from engine.terminology.lookup import find
from engine.terminology.preferred_names import with_chosen_names
from engine.terminology.top_classes import top_classes
from engine.text import LONGEST_NAME
from engine.workspace import Workspace
from store import judged_texts, terminologies

if TYPE_CHECKING:
    from engine.models.protocol import Encode
    from engine.normalisation.candidate_names import SearchableMention
    from engine.normalisation.confidence import SieveCalibration
    from engine.normalisation.dictionary import Dictionary
    from engine.normalisation.fitting import FittedOrder
    from engine.normalisation.normaliser import Normaliser, Options
    from engine.normalisation.request import NormalisationRequest, Search
    from engine.ranking.marks.default_codes import DefaultCode
    from engine.ranking.reading.listed_findings import Listing
    from store.records.mention import Mention
    from store.records.terminology import Ranking
    from store.sqlite import Database


def encode_names(workspace: Workspace, request: NormalisationRequest) -> Iterator[Event]:
    """Encode the terminology's names, with events that report progress; once for each terminology and encoder."""
    if request.encoder != TFIDF:
        yield from build(workspace, find(workspace, request.terminology), open_encoder(workspace, request.encoder))


def open_normaliser(workspace: Workspace, request: NormalisationRequest) -> Normaliser:
    """The normaliser of a request, its names made searchable.

    The data (D) are people's edits and accepted judgements of the terminology and the mentions of the loaded files. A
    text judged today is an exact name from the next run on. NotFound for a terminology or encoder that is not there,
    BadInput for a search there is not.
    """
    from engine.normalisation.candidate_names import SearchPool
    from engine.normalisation.dictionary import Dictionary
    from engine.normalisation.fitting import annotations_of
    from engine.normalisation.key_cache import KeyCache
    from engine.normalisation.normaliser import Normaliser, Options
    from engine.normalisation.preprocessing import Preparer, Switches
    from engine.normalisation.request import Search
    from engine.normalisation.similarity import space_of

    search = Search.of(request.search, request.threshold)
    options = Options(search, Switches.without(*request.without))
    if request.billable and not search.by_evidence:
        raise BadInput(f"The search {search.name} knows no billable codes; search by {EVIDENCE}, or leave them out.")
    if search.by_evidence:
        return _by_evidence(workspace, request, options)
    dictionary, added = Dictionary.of_workspace(workspace, request.terminology)
    encode = _encode(workspace, request.terminology, request.encoder)
    keys = KeyCache(workspace, find(workspace, request.terminology).fingerprint, options.switches)
    fit, options, loaded = _learnt(workspace, request, options, dictionary, encode, keys.of)
    data: list[SearchableMention | tuple[str, str]] = [*annotations_of([*added, *loaded], dictionary, options)]
    if "D" in search.origins:
        with workspace.reading() as db:
            data += _accepted(db, request.terminology, dictionary)
        if not data:
            options = replace(options, search=_without_data(search, request.terminology))
    curve = fit.calibration
    if request.calibrate and curve is None:
        curve = _estimated(workspace, request, dictionary, data, encode, fit.weight, options, keys.of)
    pool = SearchPool(dictionary, data)
    preparer = Preparer(pool, options.search.origins, options.switches, keys.of)
    keys.write()
    return Normaliser(pool, space_of(encode, pool.texts, fit.weight), preparer, options, curve, fit.reranker)


def _learnt(
    workspace: Workspace,
    request: NormalisationRequest,
    options: Options,
    dictionary: Dictionary,
    encode: Encode | None,
    keys: dict[str, list[str]],
) -> tuple[FittedOrder, Options, list[Mention]]:
    """What the loaded mentions teach, the options as far as that changes them, and these mentions."""
    from engine.formats.mentions.corpora import Corpus, Splits, read_corpus
    from engine.normalisation.fitting import FittedOrder, System, fitted
    from engine.normalisation.reranker_encoder import choose_reranker_encoder

    given = weight(request.hybrid)
    if given is None and not request.dev:
        raise BadInput("The weight “auto” is chosen on dev mentions; name a PubTator file of them, or give a number.")
    train = read_corpus([Path(file) for file in request.train], request.types) if request.train else Corpus([])
    dev = read_corpus([Path(file) for file in request.dev], request.types) if request.dev else None
    if dev is None and not train.mentions:
        return FittedOrder(given or 0.0, {}, None), options, []
    train = train.without(dev.documents) if dev is not None else train
    reranker_encode, options = choose_reranker_encoder(
        workspace, request.encoder, options, partial(_encode, workspace, request.terminology)
    )
    remembered = RememberingEncoder(encode) if encode else None
    system = System(remembered, given, options, reranker_encode, {options.switches: keys})
    fit = fitted(system, dictionary, Splits(train, dev, Corpus([]), {}))
    return fit, options, [*train.mentions, *(dev.mentions if dev else [])]


@uncollected()
def _by_evidence(workspace: Workspace, request: NormalisationRequest, options: Options) -> Normaliser:
    """A normaliser that searches as the page Rankings does. BadInput for mentions to learn from, and for TF-IDF."""
    from engine.normalisation.candidate_names import SearchPool
    from engine.normalisation.dictionary import Dictionary
    from engine.normalisation.evidence_search import RankingSource
    from engine.normalisation.fitting import annotations_of
    from engine.normalisation.key_cache import KeyCache
    from engine.normalisation.normaliser import Normaliser
    from engine.normalisation.preprocessing import Preparer
    from engine.normalisation.similarity import space_of
    from engine.ranking import BILLABLE, CONCEPT
    from engine.ranking.marks.coding_marks import codes_below, coding_marks
    from engine.ranking.ranker import Ranker
    from engine.ranking.request import RankingRequest

    if request.train or request.dev or request.encoder == TFIDF:
        raise BadInput(
            f"The search {EVIDENCE} learns nothing from loaded mentions and needs an encoder; name another search, "
            "such as D-T+OD-T."
        )
    dictionary, added = Dictionary.of_workspace(workspace, request.terminology)
    data: list[SearchableMention | tuple[str, str]] = [*annotations_of(added, dictionary, options)]
    with workspace.reading() as db:
        data += _accepted(db, request.terminology, dictionary)
    pool = SearchPool(dictionary, data)
    terminology = find(workspace, request.terminology)
    keys = KeyCache(workspace, terminology.fingerprint, options.switches)
    # The ranking reads denials by itself, and corrects words; it knows what no name has: “NKDA”, and “peeing”.
    switches = replace(options.switches, spelling=False)
    ranker = Ranker(workspace, without=() if options.switches.spelling else ("spelling",))

    def listing_of(text: str) -> Listing:
        with workspace.reading() as db:
            return ranker.reader(db, [terminology]).listing(text[:LONGEST_NAME])

    preparer = Preparer(pool, options.search.origins, switches, keys.of, denials=False, listing_of=listing_of)
    keys.write()
    encoder = open_encoder(workspace, request.encoder)

    unit = BILLABLE if request.billable else CONCEPT

    def rank(text: str, top: int) -> Ranking:
        return ranker.rank(text[:LONGEST_NAME], RankingRequest([terminology], encoder, request.encoder, top, unit))

    def default_codes_of(codes: Sequence[str]) -> dict[str, DefaultCode]:
        if not request.billable:
            return {}
        with workspace.reading() as db:
            return codes_below(db, terminology.slug, coding_marks(db, terminology.slug, codes))

    space = space_of(encoder.encode, pool.texts, 0.0)
    return Normaliser(pool, space, preparer, options, rankings=RankingSource(rank, default_codes_of))


def _accepted(db: Database, slug: str, dictionary: Dictionary) -> list[tuple[str, str]]:
    """The texts that people decided, each with its concept, but for ids that the terminology lacks, from a sheet."""
    decided = judged_texts.accepted(db, slug)
    return [(text, code) for text, code in decided if dictionary.concept(code) in dictionary.names]


def _encode(workspace: Workspace, slug: str, encoder: str) -> Encode | None:
    """An encoder, with the terminology's names out of their index; None for TF-IDF alone."""
    if encoder == TFIDF:
        return None
    place = rows_of_texts(workspace, terminology := find(workspace, slug))
    return from_index(open_encoder(workspace, encoder), Indexes(workspace), terminology, place)


def _without_data(search: Search, terminology: str) -> Search:
    """The search less its first step, which would find nothing where there are no data yet."""
    targets = tuple(target for target in search.targets if target.origins != "D")
    if not targets:
        raise BadInput(
            f"The search {search.name} needs data, and {terminology} has no edits, decisions or loaded mentions yet; "
            "search O-T."
        )
    return replace(search, targets=targets)


def _estimated(
    workspace: Workspace,
    request: NormalisationRequest,
    dictionary: Dictionary,
    data: Sequence[SearchableMention | tuple[str, str]],
    encode: Encode | None,
    weight: float,
    options: Options,
    known: dict[str, list[str]],
) -> SieveCalibration | None:
    """The curve of people's decisions, or of held-out synonyms where these are few, written for the next run."""
    from engine.normalisation.confidence import from_decisions, read_calibration, write_calibration
    from engine.normalisation.fitting import calibration_from_synonyms
    from engine.normalisation.request import encoder_hash

    sha256 = encoder_hash(workspace, request.encoder)
    if (decided := from_decisions(workspace, request.terminology, sha256)) is not None:
        return decided
    facts = [
        find(workspace, request.terminology).fingerprint,
        sha256,
        options.search.name,
        str(request.threshold),
        str(weight),
    ]
    curve, key = read_calibration(workspace, [*facts, *request.without])
    if curve is None:
        curve = calibration_from_synonyms(dictionary, data, encode, weight, options, known)
        if curve is not None:
            write_calibration(workspace, key, curve)
    return curve


def topics_of(workspace: Workspace, terminology: str) -> dict[str, str]:
    """Concept -> the preferred name of its top class, the first by id of several; {} without a hierarchy."""
    with workspace.reading() as db:
        titles = with_chosen_names(db, terminology, terminologies.live_titles(db, terminology))
        parents = terminologies.edges(db, terminology)
    found: dict[str, str] = {}
    for top, codes in sorted(top_classes(titles, parents).items()) if parents else ():
        for code in (top, *codes):
            found.setdefault(code, titles[top])
    return found
