"""Names that differ only in what changes the meaning."""

import pytest

from engine.marks import difference


@pytest.mark.parametrize(
    ("text", "name", "marks"),
    [
        ("fracture of left arm", "Fracture of right arm", ("side",)),
        ("fracture of arm", "Fracture of the arm", ()),
        ("left-sided hemiplegia", "hemiplegia", ("side",)),
        ("diabetes type 1", "Diabetes, type II", ("number",)),
        ("ataxia type one", "ataxia type 1", ()),
        ("hepatitis B", "hepatitis C", ("number",)),
        ("breast cancer stage 2", "breast cancer stage III", ("stage",)),
        ("chronic otitis", "acute otitis", ("stage",)),
        ("non-Hodgkin lymphoma", "Hodgkin lymphomas", ("negation",)),
        ("cough with fever", "cough without fever", ("with/without",)),
        ("left acute otitis", "right chronic otitis", ("side", "stage")),
        ("left otitis externa", "right otitis media", ()),  # they differ in more
        ("flu", "influenza", ()),
    ],
)
def test_only_side_number_stage_negation_and_with_are_marked(text: str, name: str, marks: tuple[str, ...]) -> None:
    assert difference(text, name) == marks
    assert difference(name, text) == marks
