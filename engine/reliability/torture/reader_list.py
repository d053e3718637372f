"""Every reader of files that comes from outside, with its whole files and what reading one means."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.reliability.torture import ontology_samples as ontologies
from engine.reliability.torture import reader_samples as samples
from engine.reliability.torture.attacked import AttackedReader, check_storable
from engine.reliability.torture.own_files import OWN_FILES
from engine.reliability.torture.reader_samples import SampleFile, text, written

TEXTS = ("heart attack", "Sjögren fever 3", "?!", "")


def _terminology(
    format: str | None, *files: SampleFile, columns: dict[str, str] | None = None
) -> Callable[[Path], AttackedReader]:
    def read(path: Path) -> None:
        from engine.formats.reading import read_file

        parsed = read_file(path, format, **({"columns": columns} if columns else {}))
        parsed.fingerprint()
        check_storable(parsed)

    return lambda folder: AttackedReader(list(files), read)


def _mentions(files: Callable[[Path], list[SampleFile]]) -> Callable[[Path], AttackedReader]:
    def read(path: Path) -> None:
        from engine.formats.mentions.mentions import MentionFile, headings_of

        headings_of(path)
        file = MentionFile(path)
        file.preview()
        file.size()
        check_storable(file.rows())

    return lambda folder: AttackedReader(files(folder), read)


def _answers(ending: str) -> Callable[[Path], AttackedReader]:
    def make(folder: Path) -> AttackedReader:
        from engine.formats.mentions.answer_columns import About
        from engine.formats.mentions.answer_files import answers_format, answers_module, read_export

        about = About(folder / "mentions.csv", "organs", date="2026-01-02", extra=("ward",))
        module = answers_module(answers_format(Path("x" + ending)))
        whole = written(folder, "answers" + ending, lambda path: module.write_answers(path, samples.LINES, about))
        return AttackedReader([whole], lambda path: check_storable(read_export(path).lines))

    return make


def _exports(ending: str) -> Callable[[Path], AttackedReader]:
    """What people made, exported and loaded again: edits, labels, judgements, history."""

    def make(folder: Path) -> AttackedReader:
        from engine.reliability.torture.reader_workspace import export_rows, small_workbench
        from engine.terminology.exporting import format_of
        from engine.terminology.exporting.tables import write

        bench = small_workbench(folder)
        found = []
        for kind, mapping, rows in export_rows():
            name = f"{kind.key}{ending}"
            if format_of(name) in kind.formats:
                write(folder / name, format_of(name), kind, rows, mapping)
                found.append(SampleFile(name, (folder / name).read_bytes()))
        return AttackedReader(found, lambda path: check_storable(bench.exports.preview_load(path)))

    return make


def _vectors(files: Callable[[Path], list[SampleFile]]) -> Callable[[Path], AttackedReader]:
    def read(path: Path) -> None:
        from engine.vectors import load_vectors

        vectors = load_vectors(path)
        if vectors.sha256 and path.suffix != ".json":  # a model's folder is opened by its own libraries
            check_storable(vectors.encode(TEXTS).ravel().tolist())

    return lambda folder: AttackedReader(files(folder), read)


def _labels(path: Path) -> None:
    from engine.formats.tables.label_tables import read_labels

    check_storable(read_labels(path).pairs)


def _pasted(path: Path) -> None:
    from engine.comparison.pasted_names import names_from
    from engine.formats.opening.tables import pasted_rows

    content = path.read_text(encoding="utf-8", errors="replace")
    for column in ("", "HPO"):
        names_from(content, column)
    for separator in ",;\t":
        check_storable(pasted_rows(content, separator))


def _pairs(path: Path) -> None:
    from engine.evaluation.relatedness import read_pairs

    for columns in (None, ("term_2", "term_1", "score"), (1, 2, 3)):
        check_storable(read_pairs(path, columns))


def _mapped_names(path: Path) -> None:
    from engine.comparison.pasted_names import names_from
    from engine.evaluation.mapped_names import read_names

    names_from(path.read_text(encoding="utf-8", errors="replace"))
    check_storable(read_names(path, "code"))


def _short_forms(path: Path) -> None:
    from engine.terminology.abbreviations import read_file

    check_storable(read_file(path))


def _mapping(path: Path) -> None:
    from engine.learning.selection.mapping import read_mapping

    check_storable(read_mapping(path))


def _reference(path: Path) -> None:
    from engine.formats.mapping_sets.mappings import read_reference

    check_storable(read_reference(path, ("medic", frozenset({"D1"}))))


def _classes(path: Path) -> None:
    from engine.experiments.few_shot.run import read_classes

    check_storable(read_classes(path))


def _changes(path: Path) -> None:
    """Settings of a recipe as the command line gives them, “path=value”, and what they come to."""
    from engine.learning.pipeline import complete
    from engine.learning.presets import recipe_from

    changes = path.read_text(encoding="utf-8", errors="replace").splitlines()
    check_storable(complete({"terminology": "organs", **recipe_from("few-shot", changes)}))


def _listed(path: Path) -> None:
    from engine.placement.name_list import from_file

    check_storable(from_file(path))


def _corpora(path: Path) -> None:
    from engine.formats.mentions.corpora import read_corpus
    from engine.vectors.annotated import AnnotatedMentions

    for kind in ("sgw", "sgs", "sgs.c"):
        check_storable(AnnotatedMentions().lines([path], kind))
    check_storable(read_corpus([path]).mentions)


def _text(path: Path) -> None:
    from engine.vectors.corpus import corpus_lines

    check_storable(corpus_lines(path))


def _archives(folder: Path) -> AttackedReader:
    """Exported versions: on vectors that everybody has, and with their words, as the shipped encoder is."""
    from engine.reliability.torture.reader_workspace import model_archive, small_workbench

    bench = small_workbench(folder, vectors=True)
    (bench.workspace.folder / "vectors" / "words.safetensors").write_bytes(samples.enriched(folder).content)
    archives = [model_archive(bench, folder, below) for below in ("tiny", "words")]
    return AttackedReader(archives, bench.models.load)


def _mondo(path: Path) -> None:
    from engine.formats.releases import mondo

    parsed = mondo.read(path)
    parsed.fingerprint()
    check_storable(parsed)


def _xlsx_mentions(folder: Path) -> list[SampleFile]:
    return samples.workbook(folder, [line.split(",") for line in samples.MENTIONS.split("\n") if line.count(",") == 6])


_PUBTATOR = text("corpus.pubtator", samples.PUBTATOR)
_RF2 = text(
    "sct2_Description_Snapshot-en_INT_20260101.txt",
    samples.RF2,
    **{
        "sct2_Concept_Snapshot_INT_20260101.txt": samples.RF2_CONCEPTS,
        "sct2_Relationship_Snapshot_INT_20260101.txt": samples.RF2_LINKS,
    },
)
_BIOC = [text("corpus.xml", ontologies.BIOC), text("corpus.json", ontologies.BIOC_JSON)]
_ONTOLOGIES = {
    "skos": [
        text("organs.ttl", ontologies.SKOS),
        text("organs.rdf", ontologies.SKOS_XML),
        text("organs.jsonld", ontologies.SKOS_JSON),
    ],
    "owl": [text("organs.owl", ontologies.OWL)],
    "bioc": _BIOC,
    "robot": [text("organs.robot.tsv", ontologies.ROBOT)],
    "jsonl": [text("organs.jsonl", ontologies.JSONL)],
    "obographs": [text("organs.json", ontologies.OBOGRAPHS)],
    "fhir": [text("organs.fhir.json", ontologies.FHIR)],
    "claml": [text("icd.xml", ontologies.CLAML)],
    "icd10cm-tabular": [text("tabular.xml", ontologies.TABULAR)],
    "icd10cm-order": [text("order.txt", ontologies.ORDER)],
    "mesh": [text("desc.xml", ontologies.MESH)],
    "umls": [text("MRCONSO.RRF", ontologies.MRCONSO, **{"MRREL.RRF": ontologies.MRREL})],
    "loinc": [text("Loinc.csv", ontologies.LOINC, **{"ComponentHierarchyBySystem.csv": ontologies.LOINC_HIERARCHY})],
    "tbx": [text("old.tbx", ontologies.TBX_2), text("new.tbx", ontologies.TBX_3)],
}
_TABLES = [text("organs.csv", samples.CSV), text("organs.tsv", samples.CSV.replace(",", "\t"))]

READERS: dict[str, Callable[[Path], AttackedReader]] = {
    "terminology csv": _terminology("csv", *_TABLES),
    "terminology columns": _terminology("csv", *_TABLES, columns={"id": "name", "name": "synonyms", "parents": "id"}),
    "terminology own": _terminology("own", text("own.csv", samples.own_export())),
    "terminology rf2": _terminology("rf2", _RF2),
    "terminology obo": _terminology("obo", text("d.obo", samples.OBO)),
    "terminology medic": _terminology("medic", text("medic.txt", samples.MEDIC)),
    "terminology mondo": lambda folder: AttackedReader(samples.mondo(), _mondo),
    "terminology pubtator": _terminology("pubtator", _PUBTATOR),
    **{f"terminology {format}": _terminology(format, *files) for format, files in _ONTOLOGIES.items()},
    "terminology xlsx": lambda folder: AttackedReader(
        samples.workbook(folder, ontologies.ROWS), _terminology("xlsx")(folder).read
    ),
    "terminology parquet": lambda folder: AttackedReader(
        samples.parquet(folder, ontologies.ROWS), _terminology("parquet")(folder).read
    ),
    "terminology rf2 zip": lambda folder: AttackedReader([samples.zipped(_RF2)], _terminology("rf2")(folder).read),
    "terminology recognised": _terminology(
        None,
        *_TABLES,
        *(one for files in _ONTOLOGIES.values() for one in files),
        _RF2,
        _PUBTATOR,
        text("d.obo", samples.OBO),
        text("medic.txt", samples.MEDIC),
    ),
    "mentions csv": _mentions(lambda folder: [text("mentions.csv", samples.MENTIONS)]),
    "mentions xlsx": _mentions(_xlsx_mentions),
    "mentions pubtator": _mentions(lambda folder: [_PUBTATOR]),
    "mentions bioc": _mentions(lambda folder: _BIOC),
    "answers csv": _answers(".csv"),
    "answers xlsx": _answers(".xlsx"),
    "answers sssom": _answers(".sssom.tsv"),
    "answers fhir": _answers(".fhir.json"),
    "exports csv": _exports(".csv"),
    "exports xlsx": _exports(".xlsx"),
    "exports sssom": _exports(".sssom.tsv"),
    "exports fhir": _exports(".fhir.json"),
    "labels": lambda folder: AttackedReader([text("labels.csv", samples.LABELS)], _labels),
    "pasted text": lambda folder: AttackedReader(
        [text("l.txt", samples.LABELS), text("n.txt", samples.NAMES)], _pasted
    ),
    "relatedness": lambda folder: AttackedReader([text("pairs.csv", samples.PAIRS)], _pairs),
    "mapped names": lambda folder: AttackedReader([text("mapped.csv", samples.MAPPED)], _mapped_names),
    "short forms": lambda folder: AttackedReader([text("forms.csv", samples.FORMS)], _short_forms),
    "mapping": lambda folder: AttackedReader(
        [text("map.sssom.tsv", samples.MAPPING), text("m.csv", "A,B\nC,D\n")], _mapping
    ),
    "mapping reference": lambda folder: AttackedReader(
        [text("map.sssom.tsv", samples.MAPPING), text("mapped.tsv", samples.MAPPED.replace(",", "\t"))], _reference
    ),
    "classes of names": lambda folder: AttackedReader([text("chapters.json", samples.CLASSES)], _classes),
    "recipe settings": lambda folder: AttackedReader([text("settings.txt", samples.SETTINGS)], _changes),
    "names list": lambda folder: AttackedReader(
        [text("names.txt", samples.NAMES), text("n.csv", samples.LABELS)], _listed
    ),
    "annotated corpus": lambda folder: AttackedReader([_PUBTATOR], _corpora),
    "text corpus": lambda folder: AttackedReader(samples.text_vectors(), _text),
    "vectors text": _vectors(lambda folder: samples.text_vectors()),
    "vectors fasttext": _vectors(lambda folder: [SampleFile("fast.bin", samples.fasttext(1))]),
    "vectors sent2vec": _vectors(lambda folder: [SampleFile("sent.bin", samples.fasttext(4))]),
    "vectors word2vec": _vectors(lambda folder: [SampleFile("words.bin", samples.word2vec())]),
    "vectors compact": _vectors(samples.compact),
    "vectors lexical": _vectors(lambda folder: [samples.lexical(folder)]),
    "vectors names": _vectors(lambda folder: [samples.names_vectors(folder)]),
    "vectors enriched": _vectors(lambda folder: [samples.enriched(folder)]),
    "vectors fused": _vectors(samples.fused),
    "vectors transformer": _vectors(lambda folder: [samples.transformer()]),
    "model archive": _archives,
    **OWN_FILES,
}
