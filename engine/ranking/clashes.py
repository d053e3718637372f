"""Names that denote another concept already."""

from __future__ import annotations

from engine.ranking.ranker import Ranker
from engine.terminology.concept_card import ConceptRef
from engine.terminology.lookup import find
from engine.text import folded
from engine.workspace import Workspace
from store import imported_names, terminologies


def clashes(workspace: Workspace, ranker: Ranker, terminology: str, concept_id: str, name: str) -> list[ConceptRef]:
    """Other concepts of the terminology that this name denotes already, edits counted, whatever its accents.

    NotFound for a terminology that is not there.
    """
    with workspace.reading() as db:
        searched = find(workspace, terminology, db)
        delta = ranker.shelves.delta(db, terminology)
        found = {
            row["code"]
            for norm in ranker.shelves.accents.same(db, [searched], name)
            for row in imported_names.exact(db, [terminology], norm)
            if (row["code"], norm) not in delta.gone
        }
        found |= {edit.concept_id for edit in delta.by_text.get(folded(name), ())}
        titles = terminologies.preferred_of(db, terminology, sorted(found - {concept_id}))
        titles |= {code: delta.preferred[code] for code in sorted(found - {concept_id}) if code in delta.preferred}
    return [ConceptRef(code, title) for code, title in titles.items()]
