"""RDF in Turtle, TriG, N-Triples, N-Quads, RDF/XML or JSON-LD as one graph, through rdflib: bounded, no network."""

from __future__ import annotations

import codecs
import gc
import logging
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadInput, NomenclatorError
from engine.events import SELDOM, say
from engine.formats.opening.json_ld import with_own_context
from engine.formats.opening.json_text import read_json
from engine.formats.opening.limits import LARGEST_WHOLE
from engine.formats.opening.lines import CountedBytes, share_read, whole_content
from engine.formats.opening.markup import check_document
from engine.formats.opening.namespaces import NAMESPACES
from engine.formats.opening.rdf_syntax import rdf_syntax, with_graphs

if TYPE_CHECKING:
    from rdflib import Graph

DECLARED = re.compile(rb"\s*<\?xml[^>]*encoding=[\"']([\w.-]+)")
BAD_LINE = re.compile(r"line (\d+)|<unknown>:(\d+)")
ENDS = {  # of a syntax: what stands behind the statements of a file, and elsewhere too
    "turtle": (b";", b",", b".\n", b".\r"),
    "trig": (b";", b",", b".\n", b".\r"),
    "nquads": (b"\n",),
    "json-ld": (b'":',),
}
BASE = "file:///terminology"  # of relative addresses, so that no folder of this machine is in an id
SUB_PROPERTY = NAMESPACES["rdfs"] + "subPropertyOf"


def read_graph(path: Path, head: str, predicates: Collection[str], inherited: Collection[str] = ()) -> Graph:
    """The statements of a file with these predicates. BadInput, with the line where it is known, for what is no RDF.

    What the file declares a sub-property of one that is `inherited` says what that says, and is given as such.
    Contexts of JSON-LD that stand on the web are not fetched: the words of SKOS are read as such.
    """
    syntax = rdf_syntax(head)
    content = _content(path)
    if not syntax:
        raise BadInput(f"{path.name} is no RDF in Turtle, RDF/XML or JSON-LD; save it as one of them.")
    given: Any = content
    if syntax == "xml":
        check_document(content, path.name)
        given = _in_utf8(content)
    elif syntax == "json-ld":
        text = content.decode("utf-8-sig", "replace")
        given = with_own_context(read_json(text, path.name, "save it again", most=LARGEST_WHOLE))
    else:
        syntax = with_graphs(content, path.name)
    meanings = {one: one for one in predicates}
    expected = sum(map(content.count, ENDS.get(syntax, ())))
    try:
        with _quiet():
            if inherited and b"subPropertyOf" in content:
                declared = _graph({SUB_PROPERTY: SUB_PROPERTY}, path.name, False, expected)
                meanings = _inherited(_parsed(declared, given, syntax, path.name), inherited) | meanings
            escaped = b"\\u" in content or b"\\U" in content
            return _parsed(_graph(meanings, path.name, escaped, expected), given, syntax, path.name)
    except NomenclatorError:
        raise
    except Exception as problem:  # parsers raise dozens of kinds on what nobody wrote on purpose
        raise BadInput(_sentence(path, syntax, problem, content)) from None


def _parsed(graph: Graph, given: Any, syntax: str, name: str) -> Graph:
    from rdflib.parser import PythonInputSource

    if syntax == "json-ld":
        return graph.parse(PythonInputSource(given), format=syntax, publicID=BASE)
    if syntax == "xml":  # which is read bit by bit
        return graph.parse(_Heard(given, name), format=syntax, publicID=BASE)
    return graph.parse(data=given, format=syntax, publicID=BASE)


class _Heard(CountedBytes):
    """Bytes that say how many of them are read."""

    def __init__(self, content: bytes, file: str) -> None:
        super().__init__(content)
        self.file = file

    def read(self, size: int | None = -1) -> bytes:
        """The next bytes."""
        say(f"{self.tell() / 1e6:,.1f} MB of {self.file}", share_read(self))
        return super().read(size)


def _inherited(declared: Graph, supers: Collection[str]) -> dict[str, str]:
    """A declared property -> the nearest one above it that is among `supers`; those of SKOS itself are as they are."""
    above: dict[str, list[str]] = {}
    for child, _, parent in declared:
        above.setdefault(str(child), []).append(str(parent))
    found: dict[str, str] = {}
    for one in above:
        level, seen = sorted(above[one]), {one}
        while level and not set(level) & set(supers):
            seen.update(level)
            level = sorted({parent for each in level for parent in above.get(each, ())} - seen)
        if level and not one.startswith((NAMESPACES["skos"], NAMESPACES["skosxl"])):
            found[one] = next(each for each in level if each in supers)
    return found


def _graph(meanings: Mapping[str, str], name: str, escaped: bool, expected: int) -> Graph:
    """A graph that keeps the statements with these predicates, each as the predicate that it stands for, those that a
    file puts into named graphs too. Its store has `counts`: predicate -> how many; `expected` is at most how many come.
    """
    from rdflib import Graph, URIRef
    from rdflib.plugins.stores.memory import Memory

    class Selected(Memory):
        def __init__(self) -> None:
            super().__init__()
            self.statements, self.counts = 0, Counter[str]()

        def add(self, triple: Any, context: Any, quoted: bool = False) -> None:
            self.statements += 1
            if not self.statements % SELDOM:
                share = min(1.0, self.statements / expected) if expected else None
                say(f"{self.statements:,} statements of {name}", share)
                gc.collect(0)  # rdflib's reader of JSON-LD leaves millions of circles, which stop all when they go
            if (meant := meanings.get(str(triple[1]))) is not None:
                if escaped:  # half a character cannot be written anywhere
                    "".join(map(str, triple)).encode()
                if meant != str(triple[1]):
                    triple = (triple[0], URIRef(meant), triple[2])
                self.counts[meant] += 1
                super().add(triple, graph, quoted)

    graph = Graph(Selected())
    return graph


def _content(path: Path) -> bytes:
    content = whole_content(path, LARGEST_WHOLE)
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        markup = b"<\0" in content[:8] or b"\0<" in content[:8]
        return content if markup else content.decode("utf-16", "replace").encode()
    if content.startswith(b"\xef\xbb\xbf"):
        content = content[3:]
    if not content.lstrip().startswith(b"<?xml"):
        try:
            content.decode()
        except UnicodeDecodeError as problem:
            number = content.count(b"\n", 0, problem.start) + 1
            sentence = f"{path.name} is not UTF-8 text (line {number:,}); save it as UTF-8 and try again."
            raise BadInput(sentence) from None
    return content


def _in_utf8(content: bytes) -> bytes:
    """XML as rdflib takes it, whatever encoding it declares."""
    wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    declared = DECLARED.match(content)
    text = content.decode("utf-16" if wide else _known(declared[1].decode()) if declared else "utf-8", "replace")
    return re.sub(r"^\s*<\?xml.*?\?>", "", text, count=1, flags=re.S).encode("utf-8", "replace")


def _known(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return "utf-8"


def _sentence(path: Path, syntax: str, problem: Exception, content: bytes) -> str:
    kind = {"xml": "RDF/XML", "turtle": "Turtle", "trig": "TriG", "nquads": "N-Quads"}.get(syntax, "JSON-LD")
    lines = getattr(problem, "lines", None)
    found = BAD_LINE.search(str(problem))
    number = lines + 1 if isinstance(lines, int) else int(found[1] or found[2]) if found else 0
    if isinstance(problem, IndexError):  # past its end
        number = content.count(b"\n") + 1
    return f"{path.name} is not well-formed {kind}{f' (line {number:,})' if number else ''}; save it again, whole."


@contextmanager
def _quiet() -> Iterator[None]:
    """rdflib logs each date that is none, and each address with a blank."""
    logger = logging.getLogger("rdflib")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)
