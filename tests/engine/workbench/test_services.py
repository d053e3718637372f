"""The workbench as services: what there is, that none inherits from another, and how little a query opens."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.jobs import worker
from engine.learning.presets import recipe_from
from engine.workbench import Workbench
from engine.workspace import Workspace
from store.records.training import COMPLETED
from store.sqlite import Database

SERVICES = {
    "abbreviations": "add load remove search",
    "accepted_names": "add_of_answers add_of_mapping of_answers of_mapping",
    "answer_changes": "queue run_of start",
    "answer_files": "check_new load preview recognises take_decisions",
    "answers": "alike_counts candidates chosen count counts differences lines marks numbered orders passages queue "
    "values",
    "audit_findings": "case counts flag numbers of_entry read refuse resolve",
    "audits": "edited_since findings kinds newest queue run_of start",
    "backups": "all make make_if_due prepare put_in_place verify",
    "comparison": "measure measured measuring names_from_result names_of_run rank_names ranks read_names report run_of "
    "shipped_names start start_names",
    "concept_edits": "define merge prefer preview_merge retire",
    "decisions": "accept_above comment count_acceptable count_not_billable decide last_number newest redo "
    "sample_acceptable undo",
    "edits": "apply entries_of new_code newest",
    "evaluation": "add_relatedness_set compare_relatedness map_names measure relatedness relatedness_sets reword_names",
    "experiments": "archive kinds queue results start",
    "explanations": "contrast explain",
    "exports": "file_name formats formats_of has_changes is_namespace kinds load load_formats losses "
    "needs_namespace preview preview_load write write_terminology",
    "hierarchy": "children example_branch family faults find find_branches levels_below parents",
    "hierarchy_edits": "add_below move preview_move withdraw",
    "history": "actions add_note changes count count_actions difference entries entry last next_undo notes people redo "
    "roll_back steps take_back undo",
    "jobs": "cancel gone mark_interrupted newest_of queue reopen resume run running runs spawn start start_one",
    "label_queue": "desk get label newest ready skip",
    "label_review": "agreement changes pair people resolve",
    "label_sets": "check_class check_classes counts define definition definitions levels proposed_classes remove",
    "labels": "add check_labelled count_relabelled in_set progress queue relabel remove undo",
    "learnt_orders": "decisions in_force least queue run_of start",
    "leftovers": "find sweep",
    "map_points": "contours export formats labels left_out names place_under withdraw withdrawn",
    "mapping_changes": "outdated queue run_of start",
    "mapping_decisions": "accept_all acceptable assign confirm count_not_billable decide",
    "mapping_files": "about_export export format_of formats load load_frequencies losses simple_map",
    "mapping_lines": "agreement answers card case chosen contradictions counts counts_for marks people read",
    "mapping_projects": "all branches delete differences encoders_of get queue run_of suggest_again",
    "mappings": "learn_sureness measure measure_lacking write",
    "maps": "branches compare drawn layouts open openable queue request run_of start",
    "mention_attributes": "read say",
    "mention_spans": "add correct place read",
    "mentions": "by_line by_sentence example headings is_one_line preview save saved_text",
    "models": "add_shipped all before_current current current_history delete export get lineage load make_current "
    "obstacle rename resolve shipped",
    "normalisation": "all answer_formats delete export get has_source losses of_run preprocessing queue run_of "
    "searches start",
    "placement": "accept measure next_undo rank_parents redo refusals refuse start_levels undo",
    "profile": "end_tour has_toured name set_name",
    "proposals": "accept export export_bytes formats get lines list_endings lists queue read_file read_names "
    "refuse start sure",
    "publications": "all fetch get",
    "ranking_order": "calibrate learn",
    "rankings": "encoders index_by indexing_run learnt_from make_searchable names rank ranker readiness searchable "
    "without",
    "synonyms": "add clashes name_in withdraw",
    "terminologies": "all as_before check_name concept concept_as_typed concepts has_billable_codes import_formats "
    "in_use near_codes preferred_names preview queue_import ready retired_concept save_upload start_sample",
    "training": "about_presets fields fix_labels needs part_titles presets queue recipe_for_labels selection "
    "selection_key start trained_already",
    "translations": "of_concept",
    "upkeep": "delete deleted describe hanging rename tidy",
    "vector_making": "models_of_names poolings start_enriching start_fusing start_model start_names start_spelling "
    "transformer_obstacle",
    "vectors": "add add_model all enrich export_folder export_rows fit_spelling fuse read_context "
    "start_adding start_training term_lines",
    "versions": "carried difference of preview queue resolve seen_at",
}
BANNED = {"asked", "said", "kept", "wanted", "told", "done", "drained", "stand", "standing", "look", "growing", "moved"}
LUNGS = ("asthma", "cough", "lung infection", "shortness of breath")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Workspace]:
    """A list that grows by one with each connection for reading."""
    found: list[Workspace] = []
    reading = Workspace.reading

    @contextmanager
    def counted(workspace: Workspace, db: Database | None = None) -> Iterator[Database]:
        if db is None:  # else the connection that is open already is handed through
            found.append(workspace)
        with reading(workspace, db) as opened:
            yield opened

    monkeypatch.setattr(Workspace, "reading", counted)
    return found


def test_the_workbench_is_its_services_and_the_workspace(workbench: Workbench) -> None:
    assert {name for name in vars(workbench) if name[0] != "_"} == {"workspace", *SERVICES}
    assert [name for name in dir(type(workbench)) if name[0] != "_"] == []


@pytest.mark.parametrize("service", SERVICES)
def test_each_service_reads_as_written_here(service: str, workbench: Workbench) -> None:
    kind = type(getattr(workbench, service))
    assert [name for name in dir(kind) if name[0] != "_"] == SERVICES[service].split()


def test_no_service_inherits_and_each_has_a_file_of_its_own(workbench: Workbench) -> None:
    kinds = [type(getattr(workbench, service)) for service in SERVICES]
    assert {kind.__mro__[1:] for kind in kinds} == {(object,)}
    assert len({kind.__module__ for kind in kinds}) == len({kind.__name__ for kind in kinds}) == len(SERVICES)


@pytest.mark.parametrize("service", SERVICES)
def test_every_method_says_what_it_gives_and_none_has_a_name_that_says_nothing(
    service: str, workbench: Workbench
) -> None:
    kind = type(getattr(workbench, service))
    for name in SERVICES[service].split():
        method = getattr(kind, name)
        assert (method.__doc__ or "").strip(), f"{service}.{name}"
        arguments = [] if isinstance(method, property) else list(inspect.signature(method).parameters)
        words = {word for one in (name, *arguments) for word in one.split("_")}
        assert not words & BANNED, f"{service}.{name}"


@pytest.mark.parametrize("encoder", ["vectors", "current"])
@pytest.mark.parametrize("terminology", ["organs", "all"])
def test_a_query_opens_one_connection(
    encoder: str, terminology: str, workbench: Workbench, opened: list[Workspace]
) -> None:
    workbench.rankings.rank("heart attack", terminology, encoder)  # reads the index
    opened.clear()
    assert workbench.rankings.rank("heart attack", terminology, encoder).candidates[0].concept_id == "H1"
    assert len(opened) == 1


def test_a_query_under_a_trained_encoder_opens_one_connection(workbench: Workbench, opened: list[Workspace]) -> None:
    named = {"heart": ("heart attack", "angina", "heart failure", "palpitations"), "lungs": LUNGS}
    workbench.labels.add("topics", [(name, label) for label, names in named.items() for name in names], "ann")
    recipe = recipe_from("few-shot", ["encoder.hidden=64", "optimiser.most_epochs=1"], shots=2) | {"labels": "topics"}
    run = worker.execute(workbench.workspace, workbench.training.queue(recipe))
    assert run.status == COMPLETED, run.error
    workbench.models.make_current(run.result["version"], "ann", "it is the newest")
    workbench.rankings.rank("heart attack", "organs", "current")
    opened.clear()
    assert workbench.rankings.rank("heart attack", "organs", "current").encoder == run.result["version"]
    assert len(opened) == 1
