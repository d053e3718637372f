"""A terminology is renamed, described, deleted and brought back, with all that hangs on it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from engine.errors import BadInput, NotFound
from engine.jobs import worker
from engine.labelling.queue import QueueSettings
from engine.labelling.sets import Definition, LabelClass
from engine.normalisation.request import NormalisationRequest
from engine.workbench import SourceFile, Workbench
from store import given_numbers, label_sets
from store.records.normalisation import Filter
from store.records.terminology import HistoryFilter
from store.records.training import COMPLETED
from tests.conftest import TERMS
from tests.mapped import started, with_others


def slugs(bench: Workbench) -> list[str]:
    return [one.slug for one in bench.terminologies.all()]


@pytest.fixture
def used(workbench: Workbench, tmp_path: Path) -> Workbench:
    """The small workspace with an edit, a judgement and a label set."""
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    classes = (LabelClass("Heart", "H"), LabelClass("Lungs", "L"))
    workbench.label_sets.define(Definition("topics", classes, "top", "organs"), "ann")
    path = tmp_path / "m.csv"
    path.write_text("mention\nheart attack\n", encoding="utf-8")
    worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    (line,) = workbench.answers.lines(1, Filter())
    workbench.decisions.decide(1, [line.id], "accept", "ann")
    return workbench


def imported(bench: Workbench, tmp_path: Path, text: str, name: str, update: bool = False, who: str = "ann") -> None:
    path = tmp_path / f"{name}.csv"
    path.write_text(text, encoding="utf-8")
    queue = bench.versions.queue if update else bench.terminologies.queue_import
    run = worker.execute(bench.workspace, queue(SourceFile(path), name, who=who))
    assert run.status == COMPLETED, run.error


def test_mapping_projects_hang_on_both_of_their_terminologies(workbench: Workbench, tmp_path: Path) -> None:
    two = with_others(workbench, tmp_path)
    number = started(two)
    for slug in ("organs", "others"):
        assert two.upkeep.hanging(slug).hanging == {"mapping projects": 1}
    two.mapping_projects.delete(number)
    assert two.upkeep.hanging("others").hanging == {}


def test_a_new_short_name_holds_wherever_the_old_one_stood(used: Workbench) -> None:
    hanging = used.upkeep.hanging("organs").hanging
    used.rankings.rank("coronary", "organs")
    assert used.upkeep.rename("organs", "bodies", "bob").slug == "bodies"
    assert slugs(used) == ["bodies"] and used.upkeep.hanging("bodies").hanging == hanging
    assert hanging == {"edits": 1, "decisions": 1, "normalised files": 1, "label sets": 1}
    assert used.rankings.rank("coronary", "bodies").candidates[0].concept_id == "H1"
    assert used.label_sets.definition("topics").terminology == "bodies"
    assert used.normalisation.get(1).terminology == "bodies"
    with pytest.raises(NotFound, match="no terminology “organs”"):
        used.rankings.rank("coronary", "organs")
    used.synonyms.add("bodies", "H1", "infarct", "bob")
    used.history.take_back(used.history.entries(HistoryFilter(kind="terminology"))[0].id, "ann")
    assert slugs(used) == ["organs"]
    names = {name.text for name in used.terminologies.concept("organs", "H1").concept.names}
    assert {"coronary", "infarct"} <= names


def test_a_new_short_name_holds_in_every_recipe(workbench: Workbench, tmp_path: Path) -> None:
    imported(workbench, tmp_path, TERMS, "organs2")
    project = {"source": "organs", "target": "organs2", "title": "organs onto organs2"}
    recipes = {
        "train": {"terminology": "organs+organs2", "labels": "organs"},
        "mapping": project,
        "remap": {"project": 1, "source": "organs2", "target": "organs"},
        "index": {"encoder": "organs", "terminologies": ["organs2", "organs"]},
        "recheck": {"normalisation": 1, "asked": {"terminology": "organs"}},
    }
    runs = {kind: workbench.jobs.queue(kind, kind, recipe) for kind, recipe in recipes.items()}
    drawn = QueueSettings("random", "vectors", source="list", names=("organs",))
    with workbench.workspace.writing() as db:
        queue = label_sets.add_queue(db, "topics", asdict(drawn), "ann")
    workbench.upkeep.rename("organs", "list", "bob")
    workbench.upkeep.rename("list", "bodies", "bob")
    now = {kind: workbench.jobs.run(run).recipe for kind, run in runs.items()}
    assert now == {
        "train": {"terminology": "bodies+organs2", "labels": "organs"},
        "mapping": project | {"source": "bodies"},
        "remap": {"project": 1, "source": "organs2", "target": "bodies"},
        "index": {"encoder": "organs", "terminologies": ["organs2", "bodies"]},
        "recheck": {"normalisation": 1, "asked": {"terminology": "bodies"}},
    }
    with workbench.workspace.reading() as db:
        kept = label_sets.queue(db, queue)
    assert kept is not None and kept["settings"]["source"] == "list"


def test_what_nobody_may_change_is_closed_again_after_a_rename(used: Workbench) -> None:
    def guards() -> list[str]:
        with used.workspace.reading() as db:
            return sorted(row[0] for row in db.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'"))

    before = guards()
    used.upkeep.rename("organs", "bodies", "bob")
    assert guards() == before and len(before) > 10


def test_older_versions_are_renamed_and_deleted_with_the_newest(used: Workbench, tmp_path: Path) -> None:
    imported(used, tmp_path, TERMS.replace("Asthma", "Asthma of lungs"), "organs", update=True)
    older = slugs(used)[1]
    with pytest.raises(BadInput, match="is named after “organs”"):
        used.upkeep.rename(older, "bodies", "ann")
    used.upkeep.rename("organs", "bodies", "ann")
    assert slugs(used) == ["bodies", older.replace("organs", "bodies")]
    assert used.upkeep.hanging("bodies").versions == slugs(used)
    used.upkeep.delete("bodies", "ann")
    assert slugs(used) == []
    used.history.undo("ann")
    used.upkeep.delete(slugs(used)[1], "ann")  # an older one alone
    assert slugs(used) == ["bodies"]
    assert used.rankings.rank("coronary", "bodies").candidates[0].concept_id == "H1"


def test_a_deletion_waits_for_undo_until_the_workspace_is_tidied(used: Workbench, tmp_path: Path) -> None:
    gone = used.upkeep.delete("organs", "ann")
    assert gone.versions == ["organs"] and gone.hanging["decisions"] == 1
    assert slugs(used) == [] and used.upkeep.deleted() == ["organs"]
    with pytest.raises(BadInput, match="can still come back by undo"):
        used.terminologies.queue_import(SourceFile(tmp_path / "organs.csv"), "organs", who="ann")
    used.history.undo("ann")
    assert used.rankings.rank("coronary", "organs").candidates[0].concept_id == "H1"
    used.history.redo("ann")
    assert used.upkeep.tidy() == ["organs"] and used.upkeep.deleted() == []
    used.history.undo("ann")  # what is gone for good stays so; the act before it is undone
    assert slugs(used) == []
    imported(used, tmp_path, TERMS, "organs")
    names = {name.text for name in used.terminologies.concept("organs", "H1").concept.names}
    assert "coronary" not in names and used.upkeep.hanging("organs").hanging == {}


@pytest.mark.parametrize("older", [False, True])  # a workspace from before the numbers given were kept
def test_undo_on_a_new_terminology_does_not_make_it_a_deleted_one(
    workbench: Workbench, tmp_path: Path, older: bool
) -> None:
    workbench.upkeep.delete("organs", "ann")
    assert workbench.upkeep.tidy() == ["organs"]
    if older:
        with workbench.workspace.writing() as db:
            db.execute("DELETE FROM settings WHERE key = ?", [given_numbers.TERMINOLOGY])
    imported(workbench, tmp_path, TERMS, "bodies", who="")  # no entry of the history says that it is there
    workbench.upkeep.describe("bodies", "ann", title="All bodies")
    workbench.history.undo("ann")
    assert [(one.slug, one.title) for one in workbench.terminologies.all()] == [("bodies", "bodies")]
    assert workbench.upkeep.deleted() == []


def test_an_import_stands_in_the_history_and_is_undone(workbench: Workbench, tmp_path: Path) -> None:
    imported(workbench, tmp_path, TERMS, "bodies")
    (entry,) = workbench.history.entries()
    assert (entry.kind, entry.who, entry.title) == ("terminology", "ann", "bodies imported: bodies")
    (change,) = workbench.history.changes(entry.id)
    assert (change.thing, change.before, change.after) == ("bodies", "", "bodies, bodies")
    workbench.history.undo("ann")
    assert slugs(workbench) == ["organs"] and workbench.upkeep.deleted() == ["bodies"]
    workbench.history.redo("ann")
    assert slugs(workbench) == ["organs", "bodies"]
    workbench.history.roll_back(0, "ann")
    assert slugs(workbench) == ["organs"]


def test_a_terminology_is_described(workbench: Workbench) -> None:
    found = workbench.upkeep.describe("organs", "ann", "  Organs  of man ", licence="CC0 1.0", language="en")
    assert (found.title, found.version, found.licence, found.language) == ("Organs of man", "", "CC0 1.0", "en")
    with pytest.raises(BadInput, match="says all of this already"):
        workbench.upkeep.describe("organs", "ann", "Organs of man")
    with pytest.raises(BadInput, match="has a title"):
        workbench.upkeep.describe("organs", "ann", " ")
    with pytest.raises(BadInput, match="The version has 201 characters"):
        workbench.upkeep.describe("organs", "ann", version="x" * 201)
    workbench.history.undo("ann")
    assert workbench.terminologies.all()[0].title == "Organs"


def test_the_language_of_a_terminology_is_a_code(workbench: Workbench) -> None:
    """Anything was kept, and stood in what was exported."""
    for code in ("en", "pt-BR", "sr-Latn-RS", "grc", ""):
        before = workbench.upkeep.describe("organs", "ann", language="xx").language
        assert workbench.upkeep.describe("organs", "ann", language=code).language == code != before
    for wrong, remedy in (
        ("Danish", "write da"),
        ("klingon speak", "such as en"),
        ("e", "such as en"),
        ("é1", "as en"),
    ):
        with pytest.raises(BadInput, match=f"“{wrong}” is no code of a language.*{remedy}"):
            workbench.upkeep.describe("organs", "ann", language=wrong)
    assert workbench.terminologies.all()[0].language == ""


def test_two_terminologies_cannot_come_to_one_short_name(workbench: Workbench, tmp_path: Path) -> None:
    workbench.upkeep.rename("organs", "bodies", "bob")
    imported(workbench, tmp_path, TERMS, "organs")
    with pytest.raises(BadInput, match="Two terminologies would have the short name “organs”"):
        workbench.history.undo("bob")
    assert slugs(workbench) == ["bodies", "organs"]


def test_a_short_name_and_a_description_are_kept_together_or_not_at_all(workbench: Workbench) -> None:
    with pytest.raises(BadInput, match="no code of a language"):
        workbench.upkeep.describe("organs", "ann", title="All bodies", language="Danish", name="bodies")
    with pytest.raises(BadInput, match="cannot be a short name"):
        workbench.upkeep.describe("organs", "ann", title="All bodies", name="")
    assert workbench.history.entries() == [] and slugs(workbench) == ["organs"]

    found = workbench.upkeep.describe("organs", "ann", title="All bodies", name="bodies")
    assert (found.slug, found.title) == ("bodies", "All bodies")
    (entry,) = workbench.history.entries()
    assert entry.title == "organs renamed to bodies: title “All bodies”"
    workbench.history.undo("ann")
    assert [(one.slug, one.title) for one in workbench.terminologies.all()] == [("organs", "Organs")]
