"""A terminology comes in without marks such as “(disorder)” and stray blanks when the person says so."""

from __future__ import annotations

from pathlib import Path

from engine.formats.cleaning import cleanable, cleaned_terminology
from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.reading import read_file
from engine.jobs import worker
from engine.workbench import SourceFile, Workbench
from store.records.terminology import Concept, Name
from store.records.training import COMPLETED

HEART = Concept(
    "D1",
    "heart attack (disorder)",
    (
        Name("heart attack (disorder)", "preferred", "exact", "ward"),
        Name("Heart attack", "synonym", "broad"),
        Name("Herzinfarkt (disorder)", "synonym", "exact", "", "de"),
        Name("heart  attack", "synonym", "exact", "", "de"),
        Name("MI", "synonym", "related"),
        Name("MI", "synonym", "exact"),
    ),
    ("D0",),
)
ROOT = Concept("D0", "disease", (Name("disease", "preferred"),))
GONE = Concept("D2", "gout (disorder)", (Name("gout (disorder)", "preferred"),), obsolete=True)
LINES = "id,name,synonyms\nD1,heart attack (disorder),heart attack|heart  infarction\nD2,angina,angina (left)\n"


def test_names_are_counted_and_cleaned() -> None:
    parsed = ParsedTerminology("Hearts", "", "", "hearts", [ROOT, HEART, GONE])
    assert cleanable(parsed.concepts) == {"marks": 2, "blanks": 1}
    clean = cleaned_terminology(parsed)
    assert clean.cleaned == {"marks": 2, "blanks": 1} and cleanable(clean.concepts) == {"marks": 0, "blanks": 0}
    root, heart, gone = clean.concepts
    assert root is ROOT and (gone.preferred, gone.names[0].text) == ("gout", "gout")
    assert (heart.id, heart.preferred, heart.parents) == ("D1", "heart attack", ("D0",))
    assert heart.names == (
        Name("heart attack", "preferred", "exact", "ward"),
        Name("Herzinfarkt", "synonym", "exact", "", "de"),
        Name("heart attack", "synonym", "exact", "", "de"),
        Name("MI", "synonym", "related"),
        Name("MI", "synonym", "exact"),
    )


def test_names_lose_control_characters_and_their_rows_are_told(tmp_path: Path) -> None:
    path = tmp_path / "signs.csv"
    path.write_bytes(b"id,name,synonyms\nA,fever,\nB,heart\0 attack,MI\x7f|MI|gout\n")
    parsed = read_file(path)
    assert [[name.text for name in one.names] for one in parsed.concepts] == [["fever"], ["heart attack", "MI", "gout"]]
    assert parsed.concepts[1].preferred == "heart attack" and not parsed.skipped
    sentence = "“heart attack” of B has control characters, which no name has; they are taken out."
    assert parsed.problems == [Problem(3, sentence, left_out=False)]


def test_a_synonym_gives_way_to_the_preferred_name_and_an_exact_one_stays_exact() -> None:
    names = (
        Name("gout (disorder)", "synonym", "exact"),
        Name("Gout", "preferred", "related"),
        Name("gout ", "synonym", "broad"),
    )
    (one,) = cleaned_terminology(ParsedTerminology("", "", "", "", [Concept("G", "Gout", names)])).concepts
    assert one.names == (Name("Gout", "preferred", "exact"),) and one.preferred == "Gout"


def test_an_import_cleans_when_it_is_asked_to_and_says_so(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "hearts.csv"
    path.write_text(LINES, encoding="utf-8")
    found = {}
    for name, clean in (("as-is", False), ("clean", True)):
        file = SourceFile(path, clean=clean)
        run = worker.execute(workbench.workspace, workbench.terminologies.queue_import(file, name, who="ann"))
        assert run.status == COMPLETED and bool(run.recipe.get("clean")) is clean
        found[name] = run.result
    assert (found["as-is"]["names"], found["as-is"]["cleanable"]) == (5, {"marks": 1, "blanks": 1})
    assert "cleaned" not in found["as-is"]
    assert (found["clean"]["names"], found["clean"]["cleanable"]) == (4, {"marks": 0, "blanks": 0})
    assert found["clean"]["cleaned"] == {"marks": 1, "blanks": 1}
    card = workbench.terminologies.concept("clean", "D1").concept
    assert card.preferred == "heart attack" and {name.text for name in card.names} == {
        "heart attack",
        "heart infarction",
    }
    newest, first = workbench.history.entries()[:2]
    assert newest.title.endswith(", 2 names cleaned") and not first.title.endswith("cleaned")


def test_an_update_takes_the_same_names(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "hearts.csv"
    path.write_text(LINES, encoding="utf-8")
    file = SourceFile(path, clean=True)
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(file, "hearts", who="ann"))
    path.write_text(LINES + "D3,gout (disorder),\n", encoding="utf-8")
    assert workbench.versions.preview(file, "hearts").difference.counts["added"] == 1
