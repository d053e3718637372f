"""A search held to one language finds names in it alone, in every order, and says which languages there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.__main__ import main
from engine.errors import BadInput
from engine.ranking import ORDERS
from engine.terminology import importing
from engine.terminology.lookup import find
from engine.workbench import Workbench
from tests.tables import with_table

NAMES = """id,name_en,name_de,name_de-AT
1,Heart attack,Herzinfarkt,Herzkasperl
2,Asthma,Asthma,
3,Angina pectoris,Stenokardie,
"""


@pytest.fixture
def two(workbench: Workbench, tmp_path: Path) -> Workbench:
    file = tmp_path / "names.csv"
    file.write_text(NAMES, encoding="utf-8")
    for _ in importing.import_file(workbench.workspace, {"path": str(file), "name": "two"}):
        pass
    return workbench


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("text", "language", "exact"),
    [("Herzinfarkt", "de", True), ("Herzinfarkt", "en", False), ("heart attack", "de", False), ("Asthma", "de", True),
     ("Herzkasperl", "de", True), ("Herzkasperl", "de-AT", True), ("Herzinfarkt", "de-AT", False),
     ("asthma", "", True)],
)  # fmt: skip
def test_only_names_in_the_language_are_found(
    two: Workbench, text: str, language: str, exact: bool, order: str
) -> None:
    found = two.rankings.rank(text, "two", "vectors", 10, "name", order, language).candidates
    german = {"Herzinfarkt", "Herzkasperl", "Asthma", "Stenokardie"}
    there = {"de": german, "de-AT": {"Herzkasperl"}, "en": {"Heart attack", "Asthma", "Angina pectoris"}}

    assert any(one.exact for one in found) == exact
    assert {one.name for one in found} <= there.get(language, german | there["en"])


def test_an_edit_counts_in_every_language(two: Workbench) -> None:
    two.rankings.rank("Herz", "two", "vectors", language="de")
    two.synonyms.withdraw("two", "1", "Herzinfarkt", "Ada")
    two.synonyms.add("two", "3", "Herzenge", "Ada")

    assert not any(one.exact for one in two.rankings.rank("Herzinfarkt", "two", "vectors", language="de").candidates)
    assert two.rankings.rank("Herzenge", "two", "vectors", language="de").candidates[0].concept_id == "3"
    assert two.rankings.rank("heart attack", "two", "vectors").candidates[0].exact


def test_a_language_without_names_is_said(two: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadInput, match="No name here is in “fr”; there are names in de, de-at, en"):
        two.rankings.rank("coeur", language="fr")
    assert main(["rank", "Herzinfarkt", "--terminology", "two", "--encoder", "vectors", "--language", "de"]) == 0
    assert "Herzinfarkt" in capsys.readouterr().out


def test_names_in_another_language_lend_nothing(two: Workbench, tmp_path: Path) -> None:
    """They were not found, and yet what was typed was read by way of them."""
    with_table(two, tmp_path, "lender", "id,name_en,name_de\nX1,Heart attack,Pumpversagen\n")

    def lent(language: str) -> bool:
        found = two.rankings.rank("Pumpversagen", "two", "vectors", language=language).candidates
        return any(one.via.startswith("Lender") for one in found)

    assert [lent(language) for language in ("", "en", "de")] == [True, False, False]  # nothing in German for “heart”


def test_what_one_language_reads_of_a_terminology_all_have(two: Workbench, tmp_path: Path) -> None:
    """Each had read for itself what came after the other began, and kept what was of a terminology that is gone."""
    two.rankings.rank("Herz", "two", "vectors", language="de")
    two.upkeep.delete("organs", "ann")
    new = find(with_table(two, tmp_path, "more", "id,name_de\nX1,Lunge\n").workspace, "more")
    two.rankings.rank("Lunge", "more", "vectors", language="de")
    held, whole = two.rankings._held_to("de").shelves, two.rankings.ranker.shelves
    with two.workspace.reading() as db:
        assert whole.words(db, new) is held.words(db, new)
    assert whole._versions is held._versions and {*whole._versions} == {"two", "more"}
