"""Bridges: a query that is a name in another terminology is asked by that concept's other names too.

“Heart attack” is no name of ICD-10-CM, but HPO has it for “Myocardial infarction”, which is.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ranking.question import BRIDGE, PARENT, LentName
from engine.ranking.reading.readings import Reading
from engine.ranking.shelves.shelf import Shelf
from store import concepts
from store.sqlite import Database

MOST_CONCEPTS = 4  # that one terminology lends


def lent_names(
    db: Database, readings: Sequence[Reading], shelves: Sequence[Shelf], wording: str = ""
) -> list[LentName]:
    """The names of the concepts that a reading denotes in these shelves, and the preferred names of their parents and
    of those of these. `wording` is that of their terminology, where it is another than the one asked.

    A reading denotes a concept when it has a name with the same content words. The texts as typed, corrected and
    written out are all looked up; names that people took out lend nothing.
    """
    found: list[tuple[Shelf, int]] = []
    for shelf in shelves:
        numbers = dict.fromkeys(number for one in readings for number in shelf.denoted(one.text))
        found += [(shelf, number) for number in list(numbers)[:MOST_CONCEPTS]]
    numbers_alone = list(dict.fromkeys(number for _, number in found))
    names = concepts.names_of_concepts(db, numbers_alone)
    lent = []
    for shelf, number in found:
        preferred, texts = names.get(number, ("", {}))
        seen = [text for id, text in texts.items() if not shelf.is_hidden(id)]
        lent += [LentName(text, BRIDGE, shelf.title, preferred, wording) for text in seen]
    parents = concepts.parents_of(db, numbers_alone)
    grandparents = concepts.parents_of(db, sorted({one for some in parents.values() for one in some}))
    above = {number: [*some, *(g for p in some for g in grandparents.get(p, []))] for number, some in parents.items()}
    further = concepts.names_of_concepts(db, sorted({one for some in above.values() for one in some}))
    for shelf, number in found:
        for one in dict.fromkeys(above.get(number, [])):
            if one in further:
                lent.append(LentName(further[one][0], PARENT, shelf.title, names[number][0], wording))
    return lent
