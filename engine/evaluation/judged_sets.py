"""The sets that encoders are measured on: those that ship, and the sets of judged pairs that a workspace keeps."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from engine.evaluation.relatedness import JudgedPair
from engine.workspace import Workspace, written_whole

SHIPPED = Path(__file__).parent / "data"
PAIRS = ("mayosrs", "umnsrs_relatedness", "umnsrs_similarity")
NAMES = (  # names with the codes that they belong to
    "everyday_icd10cm",
    "everyday_unseen_icd10cm",
    "everyday_further_icd10cm",
    "everyday_fresh_icd10cm",
    "everyday_phrases_icd10cm",
    "everyday_notes_icd10cm",
    "everyday_by_chapter_icd10cm",
    "everyday_combinations_icd10cm",
    "everyday_pregnancy_icd10cm",
    "everyday_lists_icd10cm",
    "everyday_problem_lists_icd10cm",
    "everyday_problem_lists_later_icd10cm",
    "everyday_practice_icd10cm",
    "everyday_wards_icd10cm",
    "everyday_mixed_icd10cm",
    "everyday_month_icd10cm",
    "everyday_departments_icd10cm",
    "everyday_telegraphic_icd10cm",
    "everyday_coder_icd10cm",
    "everyday_later_coder_icd10cm",
    "everyday_rounds_icd10cm",
    "everyday_rounds_later_icd10cm",
    "everyday_beside_icd10cm",
    "everyday_searches_icd10cm",
    "everyday_four_kinds_icd10cm",
    "everyday_all_round_icd10cm",
    "everyday_and_catalogue_icd10cm",
    "everyday_specialties_icd10cm",
    "everyday_entries_icd10cm",
    "everyday_letters_icd10cm",
    "everyday_hpo",
    "everyday_mondo",
    "everyday_clinic_hpo",
    "everyday_lay_hpo",
    "everyday_letters_hpo",
    "everyday_consultations_hpo",
    "everyday_clinic_mondo",
    "disease_names_icd10cm",
    "disease_synonyms_icd10cm",
    "disease_synonyms_later_icd10cm",
    "disease_curated_icd10cm",
    "other_terminologies_icd10cm",
    "other_terminologies_later_icd10cm",
    "other_terminologies_systematic_icd10cm",
    "other_terminologies_unread_icd10cm",
    "disease_ontologies_icd10cm",
)
WRITTEN, OTHER = ENDINGS = (".tsv", ".csv")


def relatedness_sets(workspace: Workspace) -> list[Path]:
    """The files of judged pairs that ship and those in the workspace, by name; the workspace's instead of a shipped."""
    here = {path.stem: path for path in (workspace.folder / "relatedness").iterdir() if path.suffix in ENDINGS}
    return [path for _, path in sorted(({name: SHIPPED / f"{name}.tsv" for name in PAIRS} | here).items())]


def keep_set(workspace: Workspace, name: str, pairs: Sequence[JudgedPair]) -> None:
    """Write a set of judged pairs into the workspace, in place of one of this name that is there."""
    folder = workspace.folder / "relatedness"
    with (
        written_whole(folder / f"{name}{WRITTEN}") as temporary,
        temporary.open("w", encoding="utf-8", newline="") as file,
    ):
        rows = csv.writer(file, delimiter="\t", lineterminator="\n")
        rows.writerow(["term_1", "term_2", "score"])
        rows.writerows((one.first, one.second, one.score) for one in pairs)
    (folder / f"{name}{OTHER}").unlink(missing_ok=True)


def relatedness_file(workspace: Workspace, named: Path) -> Path:
    """The file of a set of judged pairs: a path as it is, or the name of a set where no file has it."""
    known = {path.stem: path for path in relatedness_sets(workspace)}
    return named if named.exists() else known.get(str(named), named)


def chosen_sets(workspace: Workspace, named: Sequence[Path]) -> list[Path]:
    """The files of the sets of judged pairs that are `named`, each a path or the name of a set; all where none is."""
    return [relatedness_file(workspace, one) for one in named] or relatedness_sets(workspace)


def names_file(named: Path) -> Path:
    """The file of names with their ids: a path as it is, or the name of a shipped set where no file has it."""
    return SHIPPED / f"{named}.tsv" if str(named) in NAMES and not named.exists() else named
