"""OBO 1.2: a stanza a concept, with its scoped synonyms, parents and definition; read back by `engine.readers.obo`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engine.workspace import written_whole
from store.records.terminology import Concept, Terminology

ESCAPES = str.maketrans({"\\": "\\\\", "\n": "\\n", '"': '\\"', "\t": "\\t", "\r": "\\n"})
LINE = str.maketrans({"\n": " ", "\r": " ", "\t": " ", "!": "\\!", "{": "\\{"})


def write(path: Path, concepts: Iterable[Concept], about: Terminology) -> int:
    """Write the concepts as they come; how many names. The file appears when it is whole."""
    count = 0
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.write(f"format-version: 1.2\ndata-version: {about.version or about.slug}\nontology: {about.slug}\n")
        for concept in concepts:
            count += max(1, len(concept.names))
            file.write("\n" + "\n".join(_stanza(concept)) + "\n")
    return count


def _stanza(concept: Concept) -> Iterable[str]:
    yield "[Term]"
    yield f"id: {concept.id}"
    yield f"name: {concept.preferred.translate(LINE)}"
    if concept.definition:
        yield f'def: "{concept.definition.translate(ESCAPES)}" []'
    if concept.notes:
        said = [f"{heading}: {'; '.join(lines)}" for heading, lines in concept.notes.items()]
        yield f"comment: {' | '.join(said).translate(LINE)}"
    for name in concept.names:
        if name.text != concept.preferred:
            yield f'synonym: "{name.text.translate(ESCAPES)}" {name.scope.upper()} []'
    for parent in concept.parents:
        yield f"is_a: {parent}"
    if concept.obsolete:
        yield "is_obsolete: true"
        if concept.replaced_by:
            yield f"replaced_by: {concept.replaced_by}"
