"""Files <-> records: a format is one module with its reader and its writer, and one line in FORMATS.

What a module offers for what it holds:

| content | reads | writes |
|---|---|---|
| TERMINOLOGY | `read(path, title="") -> ParsedTerminology` | `write(path, concepts, about) -> int`, and `changes` |
| MENTIONS | `numbered_rows(path) -> Iterator[(row number, cells)]` | |
| ANNOTATED | `documents(path, problems) -> Iterator[Document]` | |
| ANSWERS | `read_answers(path) -> Export` | `write_answers(path, lines, about) -> int` |
| ROWS | `read_rows(path) -> Iterator[cells]` | `write_rows(path, heading, rows, title) -> int` |
| MAPPINGS | `read_rows(path) -> Iterator[cells]` | `write_mappings(path, heading, rows, about) -> int` |
| DELTA | | `write(path, concepts, about, changes, namespace) -> int` |
| SIMPLE_MAP | | `write_map(path, found, namespace, number) -> int` |

A module with `recognises(head) -> bool` is known by the first characters of its files. The command line, the window,
the experiments and the evaluations ask this dict; nothing else lists formats, their endings or their modules.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

TERMINOLOGY, MENTIONS, ANNOTATED = "terminology", "mentions", "annotated text"
ANSWERS, ROWS, MAPPINGS, DELTA = "answers", "export rows", "mappings", "changes of a terminology"
SIMPLE_MAP = "simple map of SNOMED CT"


@dataclass(frozen=True)
class Format:
    """A format of files: its title, its module, and which contents the module reads and writes.

    `endings` are those of the files that are read as this format, `written` those that name it for writing, the usual
    one first. Of two formats with one ending, the one that recognises the file is taken, else the one without
    `recognises`. `within` names a plainer format that people may name for these files too, and that is offered in this
    one's stead unless files are known by their content `anywhere`. `installed`: it comes with a package, no file.
    """

    title: str
    module: str
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    within: str = ""
    installed: bool = False
    columns: bool = False  # whether a person may say which column is which
    read_title: str = ""  # where files that are read have another title
    mime: str = "text/plain"
    about: str = ""  # what a file of answers in it is good for
    needs_source: bool = False  # whether its answers are written into the texts of the file that was answered
    has_iris: bool = False  # whether the module's `write` takes the IRIs of concepts that do not follow from their ids
    says_who: bool = False  # whether the module's `write` takes what people changed
    loses: tuple[str, ...] = ()  # of a terminology, by the names that `engine.terminology.exporting.loss` has
    anywhere: bool = False  # whether a file is known by its content, whatever its ending
    filters: tuple[str, ...] = ()  # what its reader takes beside the file, counted by `filter_counts` or `modules`

    def load(self) -> ModuleType:
        """The module; its libraries load when its functions are called."""
        return importlib.import_module(self.module)

    def recognises(self, head: str, path: Path) -> bool:
        """Whether the file at `path`, which begins with `head`, is of this format; False where only the ending tells.

        A module may offer `recognises_file(path, head)` where the head does not tell, as of an archive or a folder.
        """
        module = self.load()
        known = hasattr(module, "recognises") and module.recognises(head)
        return bool(known or (hasattr(module, "recognises_file") and module.recognises_file(path, head)))


ICD10CM = "engine.formats.icd10cm.icd10cm"

FORMATS = {
    "csv": Format(
        "CSV",
        "engine.formats.tables.table",
        reads=(TERMINOLOGY, MENTIONS, ANSWERS, ROWS),
        writes=(ANSWERS, ROWS),
        endings=(".csv", ".tsv", ".tab", ".txt"),
        written=(".csv",),
        columns=True,
        read_title="CSV or TSV",
        mime="text/csv",
        about="For spreadsheets; can be loaded again.",
        loses=("title",),
    ),
    "xlsx": Format(
        "XLSX",
        "engine.formats.tables.xlsx",
        reads=(TERMINOLOGY, MENTIONS, ANSWERS, ROWS),
        writes=(ANSWERS, ROWS),
        endings=(".xlsx",),
        written=(".xlsx",),
        mime="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        about="For Excel; can be loaded again.",
        loses=("title",),
        columns=True,
        anywhere=True,
    ),
    "parquet": Format(
        "Parquet",
        "engine.formats.tables.parquet",
        reads=(TERMINOLOGY, MENTIONS, ROWS),
        writes=(ROWS,),
        endings=(".parquet",),
        written=(".parquet",),
        mime="application/vnd.apache.parquet",
        loses=("title",),
        columns=True,
        anywhere=True,
    ),
    "sssom": Format(
        "SSSOM TSV",
        "engine.formats.mapping_sets.sssom",
        reads=(ANSWERS, MAPPINGS),
        writes=(ANSWERS, MAPPINGS),
        endings=(".sssom.tsv",),
        written=(".sssom.tsv",),
        mime="text/tab-separated-values",
        about="Mappings as other tools read them; can be loaded again.",
        loses=("title", "parents", "definitions", "notes", "languages", "sources", "obsolete"),
    ),
    "jsonl": Format(
        "JSON Lines",
        "engine.formats.tables.jsonl",
        reads=(TERMINOLOGY,),
        writes=(TERMINOLOGY,),
        written=(".jsonl",),
        says_who=True,
        loses=("title",),
        mime="application/jsonl",
        endings=(".jsonl", ".ndjson"),
        columns=True,
        anywhere=True,
    ),
    "obo": Format(
        "OBO",
        "engine.formats.ontologies.obo",
        reads=(TERMINOLOGY,),
        writes=(TERMINOLOGY,),
        endings=(".obo",),
        written=(".obo",),
        says_who=True,
        loses=("languages", "line breaks", "lines of definitions"),
    ),
    "robot": Format(
        "ROBOT template",
        "engine.formats.ontologies.robot",
        reads=(TERMINOLOGY,),
        writes=(TERMINOLOGY,),
        says_who=True,
        endings=(".tsv", ".csv"),
        anywhere=True,
        written=(".robot.tsv", ".tsv"),
        loses=("title", "languages", "sources", "line breaks", "lines of definitions"),
        mime="text/tab-separated-values",
    ),
    "fhir": Format(
        "FHIR R4",
        "engine.formats.fhir",
        reads=(TERMINOLOGY, ANSWERS, MAPPINGS),
        writes=(TERMINOLOGY, ANSWERS, MAPPINGS),
        about="A ConceptMap for FHIR servers; can be loaded again.",
        anywhere=True,
        says_who=True,
        loses=("control characters",),
        endings=(".json",),
        written=(".fhir.json", ".json"),
        read_title="FHIR R4 CodeSystem",
        mime="application/fhir+json",
    ),
    "medic": Format("MEDIC", "engine.formats.releases.medic", reads=(TERMINOLOGY,), endings=(".txt",)),
    "pubtator": Format(
        "PubTator",
        "engine.formats.mentions.pubtator",
        reads=(TERMINOLOGY, ANNOTATED),
        writes=(ANSWERS,),
        endings=(".txt", ".pubtator"),
        written=(".pubtator.txt", ".pubtator"),
        about="Texts with their mentions and concepts; needs the file as it was.",
        needs_source=True,
    ),
    "bioc": Format(
        "BioC",
        "engine.formats.mentions.bioc",
        reads=(TERMINOLOGY, ANNOTATED),
        endings=(".xml", ".json", ".bioc"),
        read_title="BioC (XML, JSON)",
        anywhere=True,
    ),
    "rf2": Format(
        "SNOMED CT RF2",
        "engine.formats.rf2.rf2",
        reads=(TERMINOLOGY,),
        writes=(DELTA,),
        endings=(".txt", ".csv", ".tsv", ".tab", ".zip"),
        written=(".rf2.zip", ".zip"),
        within="csv",
        says_who=True,
        mime="application/zip",
        read_title="SNOMED CT RF2 (folder, zip or descriptions)",
        anywhere=True,
        filters=("date", "modules"),
    ),
    "loinc": Format(
        "LOINC",
        "engine.formats.releases.loinc",
        reads=(TERMINOLOGY,),
        endings=(".csv", ".txt"),  # an archive is known by its content
        within="csv",
        read_title="LOINC (folder, zip or table)",
        anywhere=True,
    ),
    "rf2-map": Format(
        "SNOMED CT RF2 map",
        "engine.formats.rf2.rf2_map",
        writes=(SIMPLE_MAP,),
        endings=(".txt",),
        written=(".txt",),
        mime="text/tab-separated-values",
    ),
    "own": Format(
        "Exported terminology",
        "engine.formats.tables.own_export",
        reads=(TERMINOLOGY,),
        writes=(TERMINOLOGY,),
        endings=(".csv", ".tsv", ".tab", ".txt"),
        within="csv",
    ),
    "skos": Format(
        "SKOS",
        "engine.formats.ontologies.skos",
        reads=(TERMINOLOGY,),
        writes=(TERMINOLOGY,),
        written=(".ttl",),
        says_who=True,
        has_iris=True,
        loses=("sources",),
        mime="text/turtle",
        endings=(".ttl", ".rdf", ".nt", ".trig", ".nq", ".jsonld", ".skos", ".xml"),
        read_title="SKOS (Turtle, RDF/XML, JSON-LD)",
        anywhere=True,
    ),
    "owl": Format(
        "OWL",
        "engine.formats.ontologies.owl",
        reads=(TERMINOLOGY,),
        writes=(TERMINOLOGY,),
        written=(".owl",),
        says_who=True,
        has_iris=True,
        loses=("sources", "control characters"),
        mime="application/rdf+xml",
        endings=(".owl", ".rdf", ".ttl", ".xml"),
        read_title="OWL (RDF/XML, Turtle)",
        anywhere=True,
    ),
    "obographs": Format(
        "OBO Graphs", "engine.formats.ontologies.obographs", reads=(TERMINOLOGY,), endings=(".json",), anywhere=True
    ),
    "tbx": Format(
        "TBX", "engine.formats.releases.tbx", reads=(TERMINOLOGY,), endings=(".tbx", ".xml", ".tbxm"), anywhere=True
    ),
    "claml": Format(
        "ClaML", "engine.formats.releases.claml", reads=(TERMINOLOGY,), endings=(".xml", ".claml"), anywhere=True
    ),
    "icd10cm-tabular": Format(
        "ICD-10-CM tabular list", f"{ICD10CM}_tabular", reads=(TERMINOLOGY,), endings=(".xml",), anywhere=True
    ),
    "icd10cm-order": Format(
        "ICD-10-CM order file", f"{ICD10CM}_order", reads=(TERMINOLOGY,), endings=(".txt",), anywhere=True
    ),
    "mesh": Format("MeSH XML", "engine.formats.releases.mesh", reads=(TERMINOLOGY,), endings=(".xml",), anywhere=True),
    "umls": Format(
        "UMLS or RxNorm (MRCONSO)",
        "engine.formats.releases.umls",
        reads=(TERMINOLOGY,),
        endings=(".rrf",),
        anywhere=True,
        filters=("languages", "sources", "groups", "suppressed"),
    ),
    "icd10cm": Format("ICD-10-CM", ICD10CM, reads=(TERMINOLOGY,), installed=True),
    "hpo": Format("Human Phenotype Ontology", "engine.formats.releases.hpo", reads=(TERMINOLOGY,), installed=True),
    "mondo": Format("Mondo Disease Ontology", "engine.formats.releases.mondo", reads=(TERMINOLOGY,), installed=True),
}


def readers(content: str) -> dict[str, Format]:
    """The formats that a file of this content can be in, by name, without installed ones and those within others."""
    offered = {name: one for name, one in FORMATS.items() if not one.installed and (not one.within or one.anywhere)}
    return {name: one for name, one in offered.items() if content in one.reads}


def writers(*contents: str) -> dict[str, Format]:
    """The formats that one of these contents can be written in, by name; those that no ending names are left out."""
    return {name: one for name, one in FORMATS.items() if one.written and set(contents) & set(one.writes)}
