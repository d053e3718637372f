"""The audit measured: faults planted into terminologies, how many of the first findings are planted, and how many of
the planted faults are found."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.events import Event, Finished, result_of
from engine.experiments.audit.planted_faults import PlantedTerminology, about_of, plant
from engine.experiments.cells import Cell, ExperimentReport, Measured, PlannedExperiment, Table
from engine.experiments.markdown import DASH, number, table
from engine.experiments.options import ExperimentOptions
from engine.models.open import open_encoder
from engine.placement.audit import KINDS, AuditReport, audit
from engine.placement.audit.reading import read_audited
from engine.placement.audit.records import AuditedTerminology, Elsewhere, Finding
from engine.ranking.shelves.shelves import Shelves
from engine.terminology.lookup import find
from engine.workspace import Workspace
from store import terminologies

TERMINOLOGIES = ("hpo", "icd10cm")
FAULTS, QUICK_FAULTS = 100, 10  # of each kind
QUICK_CONCEPTS = 4_000
FIRST = 100
MEANING = """Planted into each terminology at concepts drawn at random, none twice: concepts split in two with half of
the synonyms each, concepts entered again with up to three names that another terminology has for them and this one
lacks, synonyms moved to an unrelated concept, leaves put under an unrelated parent, synonyms copied to an
unrelated concept, synonyms taken out that another terminology of the workspace has, links to grandparents, links that
close a circle, and names damaged (a semantic tag, two blanks, UTF-8 read as Latin-1, an HTML entity, a comma, a lost
character). “first 100”: the share of the kind's first findings, as many as were planted and at most 100, that are
planted; all others count as wrong here, though many are faults of the terminology itself. “new ones”: the same among
the findings that an audit of the terminology as published does not have. “found”: the share of the planted faults
that are among the findings at all."""


def run(workspace: Workspace, options: ExperimentOptions, out: Path) -> Iterator[Event | PlannedExperiment]:
    """A cell for each terminology and seed; a quick run takes a part of the first terminology alone."""
    slugs = list(options.terminologies) or list(TERMINOLOGIES[:1] if options.quick else TERMINOLOGIES)
    faults, most = (QUICK_FAULTS, QUICK_CONCEPTS) if options.quick else (FAULTS, None)
    encoder = open_encoder(workspace, options.encoder)
    cells = []
    for slug in slugs:
        terminology = find(workspace, slug)
        for seed in options.seed_list:
            plan = ["audit", terminology.fingerprint, encoder.sha256, faults, seed, *([most] if most else [])]
            measured = partial(_measured, workspace, options.encoder, slug, faults, seed, most)
            cells.append(Cell(f"{slug} {seed}", plan, measured))
    yield PlannedExperiment(Table(options.name, cells, partial(report, slugs)), options.about())


def _measured(
    workspace: Workspace, encoder_id: str, slug: str, faults: int, seed: int, most: int | None
) -> Iterator[Event]:
    encoder, shelves = open_encoder(workspace, encoder_id), Shelves(workspace)
    with workspace.reading() as db:
        audited = _first_concepts(read_audited(db, shelves, find(workspace, slug), encoder), most)
        others = [
            Elsewhere(one.title, read_audited(db, shelves, one, encoder, exact=True))
            for one in terminologies.all_terminologies(db)
            if one.slug != slug
        ]
    published = yield from _audited(audited, others)
    planted = plant(audited, others, encoder.encode, faults, seed)
    found = yield from _audited(planted.audited, others)
    yield Finished({"rows": figures(planted, found, published)})


def _first_concepts(audited: AuditedTerminology, most: int | None) -> AuditedTerminology:
    """The first `most` concepts of a terminology; all of it with None."""
    if most is None:
        return audited
    first_codes = dict.fromkeys(audited.concept_codes[:most])
    names = [name for name, code in enumerate(audited.codes) if code in first_codes]
    parents = {code: [one for one in audited.parents.get(code, ()) if one in first_codes] for code in first_codes}
    return AuditedTerminology(
        {code: audited.titles[code] for code in first_codes},
        parents,
        [audited.codes[name] for name in names],
        [audited.texts[name] for name in names],
        audited.rows[names],
        known_keys=np.array(audited.keys, np.int64)[names],
    )


def _audited(audited: AuditedTerminology, others: Sequence[Elsewhere]) -> Generator[Event, None, AuditReport]:
    report: AuditReport = (yield from result_of(audit(replace(audited, others=others))))["report"]
    return report


def figures(planted: PlantedTerminology, found: AuditReport, published: AuditReport) -> list[dict[str, Any]]:
    """A row for each kind: {"kind", "planted", "findings", "precision", "precision_new", "recall"}.

    A kind planted in two ways has a row for each as well, whose findings are those of faults planted in this way.
    """
    before = {(one.kind, about_of(one)) for one in published.findings}
    rows = []
    for kind in KINDS:
        here = [one for one in found.findings if one.kind == kind]
        new = [one for one in here if (kind, about_of(one)) not in before]
        number = sum(one.kind == kind for one in planted.faults)
        seen = {id(fault) for one in here if (fault := planted.fault_of(one))}
        rows.append(
            {
                "kind": kind,
                "planted": number,
                "findings": len(here),
                "precision": _precision(planted, here, number),
                "precision_new": _precision(planted, new, number),
                "recall": len(seen) / number if number else None,
            }
        )
        for manner in dict.fromkeys(one.manner for one in planted.faults if one.kind == kind and one.manner):
            these = [one for one in planted.faults if one.kind == kind and one.manner == manner]
            found_of_these = sum(id(one) in seen for one in these)
            row = {"kind": f"{kind}, {manner}", "planted": len(these), "findings": found_of_these}
            rows.append(row | {"precision": None, "precision_new": None, "recall": found_of_these / len(these)})
    return rows


def _precision(planted: PlantedTerminology, findings: Sequence[Finding], number: int) -> float | None:
    first = findings[: min(FIRST, number)]
    return sum(planted.fault_of(one) is not None for one in first) / len(first) if first else None


def report(slugs: Sequence[str], measured: Mapping[str, Measured]) -> ExperimentReport:
    """A table for each terminology, means over the seeds."""
    rows, parts = [], ["# The audit, measured by planted faults", MEANING]
    for slug in slugs:
        runs = [values["rows"] for key, values in measured.items() if key.rpartition(" ")[0] == slug]
        cells = []
        for same in zip(*runs, strict=True):
            row = {"terminology": slug, "kind": same[0]["kind"], "seeds": len(same)}
            row |= {name: _mean([one[name] for one in same]) for name in ("planted", "findings", *SHARES)}
            rows.append(row)
            counts = [f"{row[name]:,.0f}" for name in ("planted", "findings")]
            cells.append([row["kind"], *counts, *(number(row[name]) or DASH for name in SHARES)])
        parts += [f"## {slug}", table(["", "planted", "findings", "first 100", "new ones", "found"], cells)]
    return ExperimentReport(rows, "\n\n".join(parts))


SHARES = ("precision", "precision_new", "recall")


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
