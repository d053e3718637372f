"""A terminology as lines of text."""

from engine.formats.parsed import ParsedTerminology
from engine.terminology.importing import add
from engine.vectors.terms import term_lines, term_names
from engine.workspace import Workspace
from store.records.terminology import Concept, Name


def test_a_line_for_each_concept_in_use_with_each_text_once(tmp_path):
    concepts = [
        Concept("1", "Heart attack", (Name("Heart attack", "preferred"), Name("Infarction")), (), "Dead muscle."),
        Concept("2", "Old name", obsolete=True),
        Concept("3", "Fever", (Name("Fever", "preferred"), Name("Pyrexia")), (), "Fever"),
    ]
    workspace = Workspace(tmp_path / "workspace")
    add(workspace, "small", ParsedTerminology("Small", "1", "", "", concepts))
    assert list(term_lines(workspace, ["small"])) == ["Heart attack . Infarction . Dead muscle.", "Fever . Pyrexia"]
    assert term_names(workspace, ["small"]) == ["heart attack", "infarction", "fever", "pyrexia"]
