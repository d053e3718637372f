"""What is asked of any file of RDF, and how its graph is let go."""

from __future__ import annotations

from pathlib import Path

from pytest import MonkeyPatch
from rdflib import Graph, Literal, URIRef

from engine.formats.ontologies.rdf_file import let_go
from engine.formats.opening import rdf_syntax
from engine.formats.reading import read_file

FILES = Path(__file__).parents[1] / "files"


def test_a_graph_that_is_let_go_keeps_no_statement() -> None:
    """Freed at once, a graph of 100,000 concepts was three seconds without a word, after all of them were read."""
    graph = Graph()
    for number in range(50):
        graph.add((URIRef(f"http://x/{number}"), URIRef("http://x/label"), Literal(f"name {number}")))
    let_go(graph)
    assert not any(one for one in vars(graph.store).values() if isinstance(one, dict) and len(one) > 10)
    assert list(graph) == []


def test_a_block_of_a_graph_is_found_wherever_a_large_file_has_it(tmp_path: Path, monkeypatch: MonkeyPatch) -> None:
    monkeypatch.setattr(rdf_syntax, "PIECE", 64)
    monkeypatch.setattr(rdf_syntax, "OVERLAP", 64)
    path = tmp_path / "late.trig"
    given = FILES / "skos-graphs.trig"
    path.write_text(given.read_text(encoding="utf-8").replace("\n", f"\n# {'x' * 50}\n", 8), encoding="utf-8")
    assert read_file(path).fingerprint() == read_file(given).fingerprint()
