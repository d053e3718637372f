"""A terminology of a workspace, edits counted, as the audit reads it."""

from __future__ import annotations

from engine.models.protocol import NameEncoder
from engine.placement.audit.records import AuditedTerminology
from engine.ranking.shelves.names_in_use import read_names_in_use
from engine.ranking.shelves.shelves import Shelves
from store.records.terminology import Terminology
from store.sqlite import Database


def read_audited(
    db: Database, shelves: Shelves, terminology: Terminology, encoder: NameEncoder, exact: bool = False
) -> AuditedTerminology:
    """The names in use with their rows, and the hierarchy; concepts and names that people took out are left out.

    With `exact` only names that denote the concept exactly.
    """
    names = read_names_in_use(db, shelves, terminology, encoder, exact)
    return AuditedTerminology(names.titles, names.parents, names.codes, names.texts, names.rows, known_keys=names.keys)
