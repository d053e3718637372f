"""`evaluate mapping`: is the first concept the right one, for names with their ids or for held-out names?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import options
from engine.cli.arguments import FILE, WRITTEN, command, open_workbench
from engine.cli.console import consume
from engine.errors import BadInput
from engine.ranking import BILLABLE, CONCEPT, LEADS

if TYPE_CHECKING:
    from engine.jobs.cluster import ClusterAddress


@command("mapping", "is the first concept right? for names with their ids, or Acc and MRR over held-out names")
@click.argument("file", type=FILE, required=False, metavar="[FILE|SET]")
@options.terminology()
@click.option("--ids", default="", metavar="COLUMN", help="FILE's column of ids, “|” between (the terminology's name)")
@click.option("--half", type=click.Choice(("a", "b")), help="only the names of this half, by a hash of source_id")
@click.option("--errors", type=WRITTEN, metavar="OUT", help="write every miss with its cause (TSV)")
@click.option("--out", type=FILE, metavar="DIR", help="also a row of the page mapping.md in this folder")
@click.option("--row", default="", metavar="TITLE", help="what that row is called (the encoder)")
@click.option(
    "--without",
    type=click.Choice(tuple(LEADS)),
    multiple=True,
    help="leave out what helps beside the encoder; several times",
)
@click.option("--billable", is_flag=True, help="ask for billable codes in place of headings")
@click.option("--encoder", help=f"{options.ENCODERS}; with FILE, current")
@options.against()
@options.draws()
@click.option("--baselines", is_flag=True, help="also Jaccard, TF-IDF, word mover's, vectors, CCA")
@click.option("--queries", type=int, help="without FILE: draw at most so many held-out names (1000)")
@click.option("--seed", type=int, help="without FILE: of that drawing (0)")
@options.cluster()
def mapping(
    file: Path | None,
    terminology: str,
    ids: str,
    half: str | None,
    errors: Path | None,
    out: Path | None,
    row: str,
    without: tuple[str, ...],
    billable: bool,
    encoder: str | None,
    against: tuple[str, ...],
    draws: int,
    baselines: bool,
    queries: int | None,
    seed: int | None,
    cluster: ClusterAddress | None,
) -> dict[str, Any]:
    """FILE is CSV or TSV with the columns name, ids and perhaps source_id; SET is everyday_icd10cm,
    disease_names_icd10cm, or everyday_unseen_icd10cm, everyday_further_icd10cm, everyday_phrases_icd10cm,
    everyday_notes_icd10cm, everyday_by_chapter_icd10cm, everyday_combinations_icd10cm, everyday_pregnancy_icd10cm,
    everyday_lists_icd10cm, everyday_practice_icd10cm, everyday_wards_icd10cm, everyday_mixed_icd10cm,
    everyday_month_icd10cm, everyday_departments_icd10cm, everyday_telegraphic_icd10cm, everyday_fresh_icd10cm,
    everyday_coder_icd10cm, everyday_later_coder_icd10cm, everyday_rounds_icd10cm, everyday_rounds_later_icd10cm,
    everyday_beside_icd10cm, everyday_searches_icd10cm, everyday_four_kinds_icd10cm, everyday_all_round_icd10cm,
    disease_synonyms_icd10cm, disease_synonyms_later_icd10cm, disease_curated_icd10cm, everyday_hpo (with --ids hpo),
    everyday_clinic_hpo, everyday_lay_hpo, everyday_mondo or everyday_clinic_mondo, from which no order was learnt.

    Its names are asked as on the page Rankings. exact: an id given is the first, or among five concepts; category: its
    first three characters (ICD-10-CM), else the concept below the root; near: the first is a parent or child of a right
    one; mrr over ten concepts; ece: expected calibration error of the first ones' probabilities (ECE sweep);
    ece_by_chance: what perfect probabilities would have with so many names.
    """
    workbench = open_workbench()
    if file is None:
        if ids or half or errors or out or row or without or billable or cluster:
            raise BadInput(
                "--ids, --half, --errors, --out, --row, --without, --billable and --cluster are about a FILE of names; "
                "name one, or leave them out."
            )
        chosen = [encoder or "vectors", *against]
        queries = 1_000 if queries is None else queries
        return workbench.evaluation.measure("mapping", terminology, chosen, baselines, queries, seed or 0, draws)
    if against or baselines or queries is not None or seed is not None:
        raise BadInput(
            "With a FILE of names, all of them are asked of one encoder; leave --against, --baselines, --queries and "
            "--seed out."
        )
    if row and out is None:
        raise BadInput("--row is what a row of a page is called; name the page's folder with --out.")
    unit = BILLABLE if billable else CONCEPT
    events = workbench.evaluation.map_names(
        file, terminology, ids, encoder or "current", half or "", errors, draws, without, cluster, unit
    )
    answer = consume(events)
    if out is None:
        return answer
    from engine.experiments.mapping_page import add_row

    named = {"--ids": ids, "--terminology": terminology, "--half": half, "--encoder": encoder}
    flags = [f"{flag} {value}" for flag, value in named.items() if value] + [f"--without {lead}" for lead in without]
    flags += ["--billable"] if billable else []
    command = " ".join(["python -m engine evaluate mapping", file.name, *flags])
    about = {"set": f"{file.stem}{f', half {half}' if half else ''}", "row": row or answer["encoder"]}
    figures = {key: value for key, value in answer.items() if key not in ("causes", "errors")}
    return answer | {"files": add_row(out, {**about, "command": command, **figures})}
