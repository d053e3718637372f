"""Normalisation's ablation on dev mentions: search targets, pre-processing, the weight of TF-IDF, encoders."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.events import Event, Finished
from engine.experiments.cells import Cell, PlannedExperiment, Table
from engine.experiments.normalisation.report import report
from engine.experiments.normalisation.rows import ORDER, SystemRow, rows_of
from engine.experiments.options import ExperimentOptions, sources
from engine.formats.mentions.corpora import Corpus, Splits, read_splits
from engine.models.open import encoder_sha256, open_encoder
from engine.models.protocol import Encode
from engine.normalisation.dictionary import Dictionary
from engine.normalisation.fitting import FittedOrder, System, taught_by
from engine.normalisation.fitting import measured as answered
from engine.normalisation.normaliser import Options
from engine.normalisation.preprocessing import Switches
from engine.normalisation.request import TFIDF, Search
from engine.normalisation.reranker import learn_reranker
from engine.normalisation.reranker_encoder import choose_reranker_encoder
from engine.retrieval.encoding_cache import RememberingEncoder
from engine.workspace import Workspace
from store.files import sha256_of
from store.records.mention import Mention

FEW = 300  # concepts of a quick run
TYPES = ("Disease",)
DRAWS = 2_000


def run(workspace: Workspace, options: ExperimentOptions, out: Path) -> Iterator[Event | PlannedExperiment]:
    """Measure every row on the dev mentions of every corpus, train being the data; each cell kept in `out`.

    The corpora are `options.corpora`, “NAME=TRAIN,DEV” of PubTator files, and the dictionary is `options.file`; without
    them synonyms of the workspace's HPO, held out and dealt into train and dev, stand for mentions.
    """
    rows = rows_of(options)
    dictionary, corpora, facts = _gathered(workspace, options)
    opened = _Encoders(workspace)
    cells = [
        Cell(
            f"{corpus}-{row.key}",
            [row.to_dict(), opened.sha256(row.encoder), facts[corpus]],
            partial(measured, row, opened, dictionary, corpora[corpus]),
        )
        for row in sorted(rows, key=lambda row: row.encoder)  # one encoder's rows in memory at a time
        for corpus in corpora
    ]
    about = {**options.about(), "draws": DRAWS, "dictionary": dictionary.title, "corpora": facts}
    yield PlannedExperiment(Table("normalisation", cells, partial(report, rows, list(corpora))), about)


def measured(row: SystemRow, opened: _Encoders, dictionary: Dictionary, splits: Splits) -> Iterator[Event]:
    """One row on one corpus; Finished with the report's numbers and which mentions were right, as 0 and 1."""
    switches = Switches.without(*row.without) if row.learnt else Switches.without(*row.without, ORDER)
    teacher, options = choose_reranker_encoder(
        opened.workspace, row.encoder, Options(Search.of(row.search), switches), opened.encode
    )
    system = System(opened.encode(row.encoder), row.weight, options, teacher)
    order = learn_reranker(taught_by(system, dictionary, splits.train.mentions)) if row.learnt else None
    result = answered(system, FittedOrder(row.weight, {}, None, order), dictionary, splits)
    half = [zlib.crc32(answer.mention.document.encode()) % 2 for answer in result.answers]
    halves = {
        name: round(100 * float(result.right[[own == place for own in half]].mean()), 2) if place in half else None
        for place, name in enumerate(("half a", "half b"))
    }
    yield Finished(
        {**result.measured(DRAWS), **halves, "right": "".join("1" if right else "0" for right in result.right)}
    )


class _Encoders:
    """The rows of two encoders at a time, one and its teacher, each text's made once."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._now: dict[str, Encode] = {}

    def sha256(self, id: str) -> str:
        """What decides the encoder's rows."""
        return id if id == TFIDF else encoder_sha256(self.workspace, id)

    def encode(self, id: str) -> Encode | None:
        """None for TF-IDF alone."""
        if id == TFIDF:
            return None
        if id not in self._now:
            self._now = dict([*self._now.items()][-1:]) | {
                id: RememberingEncoder(open_encoder(self.workspace, id).encode)
            }
        return self._now[id]


def _gathered(workspace: Workspace, options: ExperimentOptions) -> tuple[Dictionary, dict[str, Splits], dict[str, Any]]:
    if not options.corpora:
        return _held_out(workspace, options)
    if options.file is None:
        raise BadInput("Name the dictionary of the corpora with --file, such as MEDIC's.")

    found, facts = {}, {}
    for given in options.corpora:
        name, _, files = given.partition("=")
        paths = [Path(file) for file in files.split(",") if file]
        if len(paths) != 2:
            raise BadInput(f"--corpora {given}: write NAME=TRAIN,DEV, two PubTator files.")
        found[name] = read_splits(paths[:1], [], paths[1:], TYPES)
        facts[name] = [sha256_of(path) for path in (options.file, *paths)]
    return Dictionary.of_file(options.file, options.format), found, facts


def _held_out(workspace: Workspace, options: ExperimentOptions) -> tuple[Dictionary, dict[str, Splits], dict[str, Any]]:
    """Of each concept with three names the last two, in turn to train and dev, ten to a document."""
    title, source = next(iter(sources(workspace, options, ("hpo", "icd10cm")).items()))
    names = {code: list(texts) for code, texts in list(source.names.items())[: FEW if options.quick else None]}
    parts: list[list[Mention]] = [[], []]
    for code in [code for code, texts in names.items() if len(texts) > 2]:
        for part, mentions in enumerate(parts):
            document = f"{part}-{len(mentions) // 10}"
            mentions.append(Mention(names[code].pop(), document, ids=((code,),)))
    dictionary = Dictionary(title, {code: [text for text in texts if text] for code, texts in names.items()})
    return dictionary, {title: Splits(Corpus(parts[0]), None, Corpus(parts[1]), {})}, {title: sorted(names)}
