"""SKOS in Turtle, written as text, a concept after another.

What SKOS cannot say of a name (its scope, who added it and why, that it repeats the preferred name) stands in an
extension of ours beside the label: `nom:name [ nom:text … ; nom:scope … ; dct:creator … ]`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from engine.formats.changes import Changes, provenance
from engine.formats.ontologies.addresses import address_of
from engine.formats.ontologies.curies import OURS
from engine.formats.ontologies.iris import HALVES, IRI, ConceptIris, language_tag
from engine.formats.opening.namespaces import NAMESPACES
from engine.workspace import written_whole
from store.records.terminology import EXACT, Concept, Edit, Name, Terminology

PREFIXES = {prefix: NAMESPACES.get(prefix, f"{OURS}skos:") for prefix in ("dct", "nom", "owl", "skos", "xsd")}
ESCAPES = str.maketrans(
    {chr(code): f"\\u{code:04X}" for code in (*range(32), 127)}
    | {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
)
PROPERTIES = {
    "by": "dct:creator",
    "at": "dct:created",
    "why": "nom:why",
    "query": "nom:query",
    "score": "nom:score",
    "model": "nom:model",
    "model sha256": "nom:modelSha256",
}


def write(
    path: Path,
    concepts: Iterable[Concept],
    about: Terminology,
    changes: Changes | None = None,
    apart: Mapping[str, str] | None = None,
) -> int:
    """Write the concepts as they come; how many names. The file appears when it is whole. apart: as `ConceptIris`."""
    count, changes, scheme = 0, changes or Changes(), f"<{address_of(about)}>"
    iris = ConceptIris(about.slug, about.namespace, apart or {})
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"@prefix {prefix}: <{meaning}> .\n" for prefix, meaning in PREFIXES.items())
        file.write(_block(scheme, _scheme(about)))
        for concept in concepts:
            count += max(1, len(concept.names))
            file.write(_block(f"<{iris.of(concept.id)}>", _concept(concept, iris, scheme, changes)))
    return count


def literal(text: str, language: str = "") -> str:
    """A text as Turtle writes it, with its language where it has one.

    >>> literal('say "ah"', "en")
    '"say \\\\"ah\\\\""@en'
    """
    tag = language_tag(language)
    quoted = f'"{text.translate(ESCAPES)}"'
    return f"{HALVES.sub(chr(0xFFFD), quoted)}@{tag}" if tag else HALVES.sub(chr(0xFFFD), quoted)


def _block(subject: str, pairs: Iterable[tuple[str, str]]) -> str:
    return f"\n{subject} " + " ;\n    ".join(f"{predicate} {object}" for predicate, object in pairs) + " .\n"


def _scheme(about: Terminology) -> Iterator[tuple[str, str]]:
    yield "a", "skos:ConceptScheme"
    yield "dct:identifier", literal(about.slug)
    if about.address:
        yield "nom:shortName", literal(about.slug)
    yield "dct:title", literal(about.title)
    if about.version:
        yield "owl:versionInfo", literal(about.version)
    if about.licence:
        yield "dct:license", literal(about.licence)
    if about.source:
        yield "dct:source", literal(about.source)


def _concept(concept: Concept, iris: ConceptIris, scheme: str, changes: Changes) -> Iterator[tuple[str, str]]:
    yield "a", "skos:Concept"
    yield "skos:inScheme", scheme
    yield "skos:notation", literal(concept.id)
    labels = dict[str, str]()
    languages = set[str]()
    more: list[str] = []
    often = Counter((name.text, name.language) for name in concept.names)
    for name in sorted(concept.names, key=lambda name: name.kind != "preferred"):
        text, tag = literal(name.text, name.language), language_tag(name.language)
        edit = changes.of_name(concept.id, name.text)
        repeats = text in labels
        if not repeats:
            preferred = name.kind == "preferred" and tag not in languages
            labels[text] = "skos:prefLabel" if preferred else "skos:altLabel"
            languages |= {tag} if preferred else set()
        alone = name.kind == "preferred" or often[name.text, name.language] == 1
        if repeats or edit or name.scope != EXACT or not alone:
            more.append(_extension(name, text, edit))
    if not concept.names and concept.preferred != concept.id:
        labels[literal(concept.preferred)] = "skos:prefLabel"
    yield from ((predicate, text) for text, predicate in labels.items())
    yield from (("nom:name", one) for one in more)
    if concept.definition:
        yield "skos:definition", literal(concept.definition, concept.names[0].language if concept.names else "")
    for heading, texts in concept.notes.items():
        if heading == IRI:  # which is the subject
            continue
        yield from (("skos:note", literal(f"{heading}: {text}")) for text in texts)
    yield from (("skos:broader", f"<{iris.of(parent)}>") for parent in concept.parents)
    for parent in concept.parents:
        if edit := changes.of_parent(concept.id, parent):
            yield "nom:parent", f"[ nom:broader <{iris.of(parent)}>{_edit(edit)} ]"
    if not concept.parents and not concept.obsolete:
        yield "skos:topConceptOf", scheme
    if concept.obsolete:
        yield "owl:deprecated", "true"
    if concept.replaced_by:
        yield "dct:isReplacedBy", f"<{iris.of(concept.replaced_by)}>"


def _extension(name: Name, text: str, edit: Edit | None) -> str:
    about = f"nom:text {text} ; nom:kind {literal(name.kind)} ; nom:scope {literal(name.scope)}"
    return f"[ {about}{_edit(edit) if edit else ''} ]"


def _edit(edit: Edit) -> str:
    found = (
        (PROPERTIES[heading], literal(value) if isinstance(value, str) else f'"{value}"^^xsd:double')
        for heading, value in provenance(edit)
    )
    return "".join(f" ; {predicate} {object}" for predicate, object in found)
