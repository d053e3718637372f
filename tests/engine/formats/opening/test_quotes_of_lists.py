"""A list that is taken whole or not at all is refused at a quotation mark that would swallow its rows."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadInput
from engine.formats.mapping_sets.mappings import read_reference
from engine.formats.mapping_sets.sssom import read_rows as read_sssom
from engine.formats.opening.tables import pasted_rows
from engine.formats.tables.label_tables import read_labels
from engine.formats.tables.table import read_rows
from engine.terminology.abbreviations import read_file as read_short_forms
from pages.parts.labels.pasted import pasted_labels

SSSOM = "#mapping_set_id: https://example.org/m\nsubject_id\tpredicate_id\tobject_id\tcomment\n"
MAPPED = "skos:exactMatch"
LISTS: list[tuple[Callable[[Path], Any], str, str, str, int]] = [
    (read_labels, "l.csv", "name,class\n", 'cough,"lung\nflu,virus\nfever,sign\n', 2),
    (read_short_forms, "s.csv", "form,meanings\n", 'MI,"mitral insufficiency\nHF,heart failure\n', 2),
    (read_reference, "m.csv", "source_id,target_id,note\n", 'A,B,"seen\nC,D,\nE,F,\n', 2),
    (read_reference, "m.sssom.tsv", SSSOM, f'A\t{MAPPED}\tB\t"seen\nC\t{MAPPED}\tD\t\n', 3),
    (lambda path: list(read_sssom(path)), "m.sssom.tsv", SSSOM, f'A\t{MAPPED}\tB\t"seen\nC\t{MAPPED}\tD\t\n', 3),
    (lambda path: list(read_rows(path)), "labels.csv", "label set,name\n", 'a,"b\nc,d\n', 2),
]


@pytest.mark.parametrize(("read", "name", "above", "rows", "first"), LISTS)
def test_the_row_is_named(
    tmp_path: Path, read: Callable[[Path], Any], name: str, above: str, rows: str, first: int
) -> None:
    path = tmp_path / name
    path.write_text(above + rows, encoding="utf-8")
    with pytest.raises(
        BadInput, match=rf"^{re.escape(name)}, row {first}: the quotation mark before “.+” is not closed"
    ):
        read(path)
    path.write_text(above + rows.replace('"', ""), encoding="utf-8")
    assert read(path)


def test_pasted_labels_tell_the_row_and_keep_the_others() -> None:
    read = pasted_labels('name,class\ncough, "lung\nflu,virus\n"fever,sign\ngout,joint\n')
    assert read.pairs == [("gout", "joint")]
    assert [row for row, _ in read.problems] == [2] and "rows 3 to 4 were" in read.problems[0][1]


def test_pasted_names_are_refused_and_cells_with_lines_of_their_own_are_not() -> None:
    with pytest.raises(BadInput, match="The pasted text, row 1: the quotation mark before “cough” is not closed"):
        list(pasted_rows('"cough\nflu\n', ","))
    assert list(pasted_rows('a,"two\nlines"\nb,c\n', ",")) == [(2, ["a", "two\nlines"]), (3, ["b", "c"])]
