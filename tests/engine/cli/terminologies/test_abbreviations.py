from __future__ import annotations

from pathlib import Path


def test_forms_are_listed_added_removed_and_imported(run, refusal, tmp_path: Path) -> None:
    (line,) = (one for one in run("abbreviations", "list", "T2DM")["abbreviations"] if one["form"] == "T2DM")
    assert (line["form"], line["meanings"], line["by"]) == ("T2DM", "type 2 diabetes mellitus", "")
    found = run("abbreviations", "list", "LVH")["abbreviations"]
    assert [one["wording"] for one in found if one["form"] == "LVH"] == ["icd10cm", "hpo"]
    added = run("abbreviations", "add", "QQX", "one", "two words", "--who", "ann")["added"]
    assert (added["form"], added["meanings"], added["who"]) == ("QQX", ["one", "two words"], "ann") and added["when"]
    assert [one["form"] for one in run("abbreviations", "list", "--own")["abbreviations"]] == ["QQX"]
    some = run("abbreviations", "list", "--top", "3")  # it wrote some 700,000, 96 MB in half a minute
    assert some["abbreviations"][0]["form"] == "QQX" and len(some["abbreviations"]) == 3 and some["in all"] > 500_000
    assert len(run("abbreviations", "list")["abbreviations"]) == 200
    every = run("abbreviations", "list", "dropsy", "--all")
    assert len(every["abbreviations"]) == every["in all"] > 2
    assert len(run("abbreviations", "list", "dropsy", "--top", "2")["abbreviations"]) == 2
    assert run("abbreviations", "remove", "QQX", "--who", "ann")["removed"]["form"] == "QQX"
    assert "not in the dictionary" in refusal("abbreviations", "remove", "QQX", "--who", "ann")
    assert "is 2 forms; add each" in refusal("abbreviations", "add", "(big|large) toe", "hallux", "--who", "ann")
    file = tmp_path / "forms.tsv"
    file.write_text("form\tmeanings\tcase\nQQY\tthree\talone\n", encoding="utf-8")
    assert run("abbreviations", "import", str(file), "--who", "ann") == {"added": 1, "unchanged": 0, "problems": []}
    assert "no file" in refusal("abbreviations", "import", str(tmp_path / "missing.tsv"), "--who", "ann")
