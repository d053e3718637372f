"""Top classes and their names."""

from engine.hierarchy import descendants, named_classes, path_to_root, top_classes
from engine.workbench import Workbench

PARENTS = {"A": ["R"], "B": ["R"], "a1": ["A"], "a2": ["A", "B"], "b1": ["B"]}
CODES = ["R", "A", "B", "a1", "a2", "b1"]


def test_a_root_over_nearly_everything_gives_way_to_its_children() -> None:
    big = {f"x{i}": ["A" if i % 2 else "B"] for i in range(40)} | PARENTS
    assert set(top_classes(["R", *big], big)) == {"A", "B"}
    assert set(top_classes(["R", "S", "s1", *big], big | {"s1": ["S"]})) == {"A", "B"}


def test_a_lone_root_gives_way_and_a_flat_one_stays() -> None:
    assert set(top_classes(CODES, PARENTS)) == {"A", "B"}
    assert set(top_classes(["R", "a", "b"], {"a": ["R"], "b": ["R"]})) == {"R"}


def test_descendants_end_in_a_cycle() -> None:
    assert descendants("a", {"a": ["b"], "b": ["a", "c"]}) == {"b", "c"}
    assert path_to_root("a", {"a": ["b"], "b": ["a"]}) == ["a", "b"]


def test_classes_take_exact_names_once_and_leave_shared_ones_out() -> None:
    parents = {**PARENTS, **{f"y{i}": ["A"] for i in range(30)}}
    titles = {code: code for code in [*CODES, *(f"y{i}" for i in range(30))]}
    rows = [
        (1, 1, "a1", "Gout", "preferred", "exact"),
        (2, 1, "a1", "gout ", "synonym", "exact"),
        (3, 1, "a1", "wide", "synonym", "broad"),
        (4, 2, "a2", "Both", "preferred", "exact"),
        (5, 3, "b1", "Asthma", "preferred", "exact"),
        (6, 3, "b1", "held", "synonym", "exact"),
    ]
    classes = named_classes(rows, titles, parents)
    assert (classes.names, classes.ambiguous) == ({"A": ["Gout"], "B": ["Asthma", "held"]}, 1)
    assert named_classes(rows, titles, parents, held_out=["b1"]).names == {"A": ["Gout"], "B": []}


def test_the_real_hierarchies_give_chapters_and_organ_systems(sample: Workbench) -> None:
    icd, hpo = (sample.classes({"terminology": slug}) for slug in ("icd10cm", "hpo"))
    assert (len(icd.names), len(hpo.names)) == (22, 23)
    assert min(icd.sizes().items(), key=lambda item: item[1])[0] == "Codes for special purposes (U00-U85)"
    assert hpo.ambiguous > 10_000
