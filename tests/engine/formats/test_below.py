"""One branch of a terminology: `Parsed.below`, and `import --below`."""

import json

import pytest

from engine.__main__ import main
from engine.errors import NotFound
from engine.formats.reading import read_file

BRANCHES = (
    "id,name,synonyms,parents\nA,disease,,\nB,lung disease,,A\nC,pneumonia,lung fever,B|D\nD,infection,,A\nE,arm,,\n"
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "branches.csv"
    path.write_text(BRANCHES, encoding="utf-8")
    return path


def test_a_branch_has_what_stands_below_with_the_links_inside_it(file):
    found = read_file(file, "csv").below(["B"])
    assert {concept.id: concept.parents for concept in found.concepts} == {"B": (), "C": ("B",)}
    both = read_file(file, "csv").below(["B", "D", "E"])
    assert {concept.id: set(concept.parents) for concept in both.concepts} == {
        "B": set(), "C": {"B", "D"}, "D": set(), "E": set()
    }  # fmt: skip
    with pytest.raises(NotFound, match="no concept “Z”"):
        read_file(file, "csv").below(["B", "Z"])


def test_import_below_a_concept(file, workbench, capsys):
    line = ["import", str(file), "--name", "lungs", "--below", "B", "--workspace", str(workbench.workspace.folder)]
    assert main([*line, "--json"]) == 0
    imported = json.loads(capsys.readouterr().out)
    assert (imported["concepts"], imported["names"], imported["edges"]) == (2, 3, 1)
    assert [one.names for one in workbench.terminologies.all() if one.slug == "lungs"] == [3]
