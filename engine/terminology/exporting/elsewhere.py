"""Files that this program wrote and that are loaded elsewhere, known by their columns, and where they are."""

from __future__ import annotations

from collections.abc import Sequence

from engine.formats.mapping_sets import decided_tables, sssom
from engine.formats.mapping_sets.mappings import DECISION, SLOTS
from engine.formats.mentions.answer_columns import COLUMNS

MOST = 120  # characters of the columns that are told
ELSEWHERE = (  # the columns by which an export is known, its name, its page and its command
    ({*COLUMNS.values()}, "Normalise", "Normalise", "normalisations load"),
    ({sssom.EXTENSION + field for field in COLUMNS}, "Normalise", "Normalise", "normalisations load"),
    ({DECISION, "ext_reviews", "subject_id"}, "a mapping project", "Mappings", "mappings load"),
    ({*decided_tables.HEADING}, "a mapping project", "Mappings", "mappings load"),
    ({*SLOTS}, "suggested mappings", "Mappings", "mappings load"),
)
OF_PLACED = ("nearest concept", "already a name of", "other parents")  # of `placed_list`
PLACED = ({*OF_PLACED}, {sssom.EXTENSION + column.replace(" ", "_") for column in OF_PLACED})


def refusal(name: str, heading: Sequence[str]) -> str:
    """Why the file called `name` with these columns cannot be loaded as what people made: what it is instead."""
    if any(columns <= set(heading) for columns in PLACED):
        return (
            f"{name} is an export of a list of placed names, which is not loaded back; load the edits, which hold the "
            "parents that were accepted."
        )
    for columns, export, page, command in ELSEWHERE:
        if columns <= set(heading):
            return f"{name} is an export of {export}; load it on the page {page}, or with “{command}”."
    if not heading:
        return f"{name} is empty; export again."
    return (
        f"{name} is no export of this program: its columns are {_shortened(heading)}. A terminology of your own is "
        "imported on the page Terminologies, or with “import”."
    )


def _shortened(heading: Sequence[str]) -> str:
    """The first columns, each whole."""
    shown: list[str] = []
    for column in heading:
        if shown and len(", ".join([*shown, column])) > MOST:
            return ", ".join([*shown, "…"])
        shown.append(column[:MOST])
    return ", ".join(shown)
