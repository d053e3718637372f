"""OBO 1.4 as text, a term after another; types of synonyms are declared in the header, which is written last.

Who added a name or a parent, when and why, stands in braces at the end of its line.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.formats.changes import Changes, in_a_line
from engine.formats.ontologies.addresses import obo_name
from engine.formats.parsed import CONSIDER
from engine.workspace import written_whole
from store.records.terminology import Concept, Edit, Name, Terminology

ONE_LINE = {"\n": " ", "\r": " ", "\t": " ", "\\": "\\\\", "!": "\\!", "{": "\\{", "}": "\\}"}
LINE = str.maketrans(ONE_LINE)
ESCAPES = str.maketrans({**ONE_LINE, "\n": "\\n", "\r": "\\n", "\t": "\\t", '"': '\\"'})
QUALIFIER = str.maketrans({"{": "(", "}": ")", '"': "'", "\\": "/", "\n": " ", "\r": " ", "\t": " "})
TYPED = re.compile(r"synonym, ([\w:-]+)")  # the source of a synonym that was read with a type
TITLE, LICENCE = "http://purl.org/dc/elements/1.1/title", "http://purl.org/dc/terms/license"


def write(path: Path, concepts: Iterable[Concept], about: Terminology, changes: Changes | None = None) -> int:
    """Write the concepts as they come; how many names. The file appears when it is whole."""
    count, changes, types = 0, changes or Changes(), set[str]()
    with written_whole(path) as temporary:
        body = temporary.with_name(temporary.name + ".body")
        try:
            with open(body, "w", encoding="utf-8", newline="\n") as file:
                for concept in concepts:
                    count += max(1, len(concept.names))
                    file.write("\n" + "\n".join(_stanza(concept, changes, types)) + "\n")
            with open(temporary, "wb") as whole:
                whole.write("".join(f"{line}\n" for line in _header(about, types)).encode())
                with open(body, "rb") as lines:
                    shutil.copyfileobj(lines, whole)
        finally:
            body.unlink(missing_ok=True)
    return count


def _header(about: Terminology, types: set[str]) -> Iterator[str]:
    yield "format-version: 1.4"
    if about.version:
        yield f"data-version: {about.version.translate(LINE)}"
    yield from (f'synonymtypedef: {one} "{one}"' for one in sorted(types))
    yield f"ontology: {obo_name(about.address) or about.slug}"
    for property, text in ((TITLE, about.title), (LICENCE, about.licence)):
        if text:
            yield f'property_value: {property} "{text.translate(ESCAPES)}" xsd:string'


def _stanza(concept: Concept, changes: Changes, types: set[str]) -> Iterator[str]:
    yield "[Term]"
    yield f"id: {concept.id}"
    yield f"name: {concept.preferred.translate(LINE)}"
    if concept.definition:
        yield f'def: "{concept.definition.translate(ESCAPES)}" []'
    notes = {heading: "; ".join(texts) for heading, texts in concept.notes.items() if heading != CONSIDER}
    if notes:
        lines = [text if heading == "Comment" else f"{heading}: {text}" for heading, text in notes.items()]
        yield f"comment: {' | '.join(lines).translate(LINE)}"
    names = list(concept.names)
    if own := next((name for name in names if name.kind == "preferred" and name.text == concept.preferred), None):
        names.remove(own)
    for name in names:
        edit = changes.of_name(concept.id, name.text)
        yield f'synonym: "{name.text.translate(ESCAPES)}" {name.scope.upper()}{_type(name, types)} []{_seen(edit)}'
    for parent in concept.parents:
        yield f"is_a: {parent}{_seen(changes.of_parent(concept.id, parent))}"
    if concept.obsolete:
        yield "is_obsolete: true"
        if concept.replaced_by:
            yield f"replaced_by: {concept.replaced_by}"
        yield from (f"consider: {other}" for other in concept.notes.get(CONSIDER, ()))


def _type(name: Name, types: set[str]) -> str:
    if found := TYPED.fullmatch(name.source):
        types.add(found[1])
        return f" {found[1]}"
    return ""


def _seen(edit: Edit | None) -> str:
    if edit is None:
        return ""
    more = f', rdfs:comment="{why.translate(QUALIFIER)}"' if (why := in_a_line(edit)) else ""
    return f' {{dc:creator="{edit.who.translate(QUALIFIER)}", dc:date="{edit.when}"{more}}}'
