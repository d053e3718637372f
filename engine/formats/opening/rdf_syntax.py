"""Which syntax of RDF a file is in: told by its head, and where graphs are named by its content."""

from __future__ import annotations

import re

from engine.events import say
from engine.formats.opening.markup import root_of
from engine.formats.opening.namespaces import NAMESPACES

TURTLE = re.compile(
    r"^[ \t]*(@prefix|@base|prefix\s|base\s+<|<[^<>\s]+>[ \t]+(<|a\s|[\w-]*:)|_:\w+[ \t]+<)", re.I | re.M
)
GRAPH_BLOCK = re.compile(  # of TriG; within two lines, so that blank ones are not gone over again and again
    rb"^[ \t]*+(GRAPH[ \t]+)?(<[^<>\s]*>|[\w.-]*:[\w.-]*)?[ \t\r]*+(\n[ \t\r]*+)?\{", re.I | re.M
)
TERM = rb"(?:<[^<>]*>|_:[^\s<>\"]+)"
QUAD = re.compile(  # N-Quads: a statement in a line, with its graph
    rb"^"
    + TERM
    + rb"\s+<[^<>]*>\s+(?:"
    + TERM
    + rb'|"(?:[^"\\\n]|\\.)*"(?:@[\w-]+|\^\^<[^<>]*>)?)\s+'
    + TERM
    + rb"\s*\.",
    re.M,
)
JSON_LD = re.compile(r'"@(context|graph|id|type)"\s*:')
PIECE, OVERLAP = 1 << 23, 1 << 16  # bytes in which blocks of graphs are looked for at once
QUADS_WITHIN = 2_000_000  # bytes in which a file of N-Quads shows its graphs


def rdf_syntax(head: str) -> str:
    """The syntax of RDF that a file with this head is in, as rdflib calls it; "" for none."""
    start = head.lstrip("\ufeff \t\r\n")
    if start.startswith("<") and not TURTLE.match(start):
        root, rest = root_of(start)
        other = "ontologyIRI" in rest  # OWL in an XML of its own
        return "xml" if root == "RDF" or (NAMESPACES["rdf"] in rest and root and not other) else ""
    if start[:1] in ("{", "["):
        return "json-ld" if JSON_LD.search(start) and '"graphs"' not in start[:2_000] else ""
    return "turtle" if TURTLE.search(start) else ""


def with_graphs(content: bytes, name: str) -> str:
    """The syntax of content that looks like Turtle: TriG or N-Quads where it names graphs."""
    if _has_graph_blocks(content, name):
        return "trig"
    return "nquads" if QUAD.search(content, 0, QUADS_WITHIN) else "turtle"


def _has_graph_blocks(content: bytes, name: str) -> bool:
    for place in range(0, len(content), PIECE):
        say(f"{place / 1e6:,.0f} MB of {name} looked through", place / len(content))
        if GRAPH_BLOCK.search(content, place, place + PIECE + OVERLAP):
            return True
    return False
