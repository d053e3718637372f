"""Small whole files of every format that is read: what the broken ones are made of."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import re
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engine.formats.tables.own_export import COLUMNS
from store.records.normalisation import Line, Other
from store.records.terminology import Concept, Name

CSV = (
    "id,name,synonyms,parents,definition\nR,Disorders,,,\nH,Heart disorders,,R,of the heart\n"
    'H1,Myocardial infarction,"heart attack|cardiac infarction",H,"dead tissue; ""MI"""\n'
    "L,Sjögren syndrome,sicca|dry eyes,R|H,\n"
)
OBO = (
    'format-version: 1.2\ndata-version: x\nontology: t\n\n[Term]\nid: D1\nname: heart attack\ndef: "Dead." [X:1]\n'
    'comment: none\nsynonym: "MI" EXACT []\nsynonym: "attack" RELATED layperson []\nalt_id: D9\n\n[Term]\nid: D2\n'
    "name: angina\nis_a: D1 ! heart attack\nrelationship: part_of D1\n\n[Term]\nid: D3\nname: old\nis_obsolete: true\n"
    "replaced_by: D2\n\n[Typedef]\nid: part_of\nname: part of\n"
)
MEDIC = "D1|OMIM:1||heart attack|MI|infarct&amp;co\nD2||angina\n\nD3|D1||other\n"
PUBTATOR = (
    "1|t|heart attack and angina\n1|a|The MI was left.\n1\t0\t12\theart attack\tDisease\tMESH:D1\n"
    "1\t17\t23\tangina\tDisease\tD2|D3\n1\t28\t30\tMI\tDisease\t-1\n1\tCID\tD1\tD2\n\n2|t|Fever\n2|a|\n"
    "2\t0\t5\tFever\tDisease\tD5\textra\n"
)
FSN, SYNONYM = "900000000000003001", "900000000000013009"
RF2 = "id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId\n" + "".join(
    f"{number}\t20260101\t1\tm\t{code}\ten\t{kind}\t{term}\tc\n"
    for number, (code, kind, term) in enumerate(
        [("D1", FSN, "heart attack"), ("D1", SYNONYM, "MI"), ("D2", FSN, "angina")], 1
    )
)
RF2_CONCEPTS = "id\teffectiveTime\tactive\tmoduleId\nD1\t20260101\t1\tm\nD2\t20260101\t1\tm\n"
RF2_LINKS = "id\teffectiveTime\tactive\tsourceId\tdestinationId\ttypeId\n1\t20260101\t1\tD2\tD1\t116680003\n"
MENTIONS = (
    "id,mention,document,start,end,type,context\n1,heart atack,d1,4,15,Disease,the heart atack of\n"
    '2,"asthma, severe",d2,0,6,,"asthma\nagain"\n3,Sjögren,,,,,\n'
)
LABELS = 'name,class\nheart attack,cardiac\n"asthma, severe",lung\nfever,other\n'
PAIRS = "term_1,term_2,score\nheart attack,infarction,3.5\nfever,cough,1\ngout,lung,0.25\n"
MAPPED = 'name,code,source_id\n"cancer, lung",C34|C34.9,M:1\nflu,J11,M:2\n'
FORMS = "form,meanings,case\nMI,myocardial infarction|mitral insufficiency,capitals\nflu,influenza,\n"
MAPPING = (
    "#curie_map:\n#  A: b\nsubject_id\tpredicate_id\tobject_id\tpredicate_modifier\nA:1\tskos:exactMatch\tB:1\t\n"
    "A:2\tskos:broadMatch\tB:1\tNot\n"
)
MONDO = (
    "id\tname\tsynonyms\tparents\txrefs\nM:1\tdisease\tdisorder|condition\t\tMESH:D1|X:2\n"
    'M:2\t"heart" attack\tMI|heart attack\tM:1|M:9\t\n'
)
CLASSES = '{"Diseases of the heart": ["heart attack", "angina"], "Fevers": ["fever", "Sjögren fever"]}\n'
SETTINGS = (
    "encoder.hidden=64\nencoder=dan\nsampler.shots=5\nobjectives.0.margin=0.2\nseed=3\n"
    'optimiser={"batch": 8, "patience": 2}\nfront={"name": "cca"}\n'
)
NAMES = "heart attack, D1\ndiabetes, type 2\nfever\tHP:0001945\n"
VECTORS = "3 4\nheart 1 0 0.5 0\nattack 0 1 0 -2.5\nfever 0 0 1e-3 1\n"
TERMS = ("heart attack", "cardiac arrest", "fever", "high temperature", "gout", "lung fibrosis")
LINES = (
    Line(1, 1, 1, "heart atack", "d1", 4, 15, "Disease", "heart attack", "H1", "heart attack", "Myocardial infarction",
         0.93, 0.8, "D", "exact", "side", "Heart", (Other("H", "Heart disorders", 0.5, "D", "side"),), "accept", "H1",
         "Myocardial infarction", "ann", "2026-01-02T03:04:05+00:00", "sure", "vectors", "ab", ("x",)),
    Line(2, 1, 2, "=1+1", others=(Other("R", "Disorders", 0.1, "D"),), extra=("-y",)),
)  # fmt: skip


@dataclass(frozen=True)
class SampleFile:
    """A whole file by its name, and the files that stand beside it."""

    name: str
    content: bytes
    beside: dict[str, bytes] = field(default_factory=dict)


def text(name: str, content: str, **beside: str) -> SampleFile:
    """A file of text."""
    return SampleFile(name, content.encode(), {one: found.encode() for one, found in beside.items()})


def written(folder: Path, name: str, write: Callable[[Path], Any]) -> SampleFile:
    """The file that `write` makes."""
    path = folder / name
    write(path)
    return SampleFile(name, path.read_bytes())


def zipped(sample: SampleFile) -> SampleFile:
    """A file and those beside it in a zip archive, as a release comes."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    made = io.BytesIO()
    with ZipFile(made, "w") as archive:
        for name, content in {sample.name: sample.content, **sample.beside}.items():
            archive.writestr(ZipInfo(f"release/{name}"), content, ZIP_DEFLATED)
    return SampleFile("release.zip", made.getvalue())


def own_export() -> str:
    """A terminology as it is exported in CSV, notes and all."""
    from engine.formats.tables.own_export import concept_rows

    concepts = (
        Concept("D1", "heart attack", (Name("heart attack", "preferred"), Name("MI", "synonym"))),
        Concept("D2", "angina", (Name("angina", "preferred"),), ("D1",), "pain", {"Includes": ["a", "b"]}),
    )
    rows = [COLUMNS, *(row for concept in concepts for row in concept_rows(concept))]
    return "".join(",".join('"' + str(cell or "").replace('"', '""') + '"' for cell in row) + "\n" for row in rows)


def workbook(folder: Path, rows: Iterable[list[str]]) -> list[SampleFile]:
    """A workbook as this program writes it, and as openpyxl does, with shared texts, dates, formulas and styles."""
    from datetime import date

    from openpyxl import Workbook

    from engine.formats.tables.xlsx import write_rows

    heading, *body = rows
    other = Workbook()
    sheet = other.active
    for row in [heading, *body, [1, 2.5, True, date(2026, 1, 2), "=1+1", None, "é" * 9]]:
        sheet.append(row)
    other.create_sheet("second")
    own = written(folder, "own.xlsx", lambda path: write_rows(path, heading, body))
    styled = written(folder, "other.xlsx", other.save)
    return [own, styled, SampleFile("shared.xlsx", with_shared_texts(styled.content))]


def parquet(folder: Path, rows: Iterable[list[str]]) -> list[SampleFile]:
    """A table in Parquet, as this program writes it, and with lists, numbers and days."""
    from datetime import date

    import pyarrow
    from pyarrow.parquet import write_table

    from engine.formats.tables.parquet import write_rows

    heading, *body = rows
    more = {"id": [1, 2], "name": ["heart", None], "synonyms": [["MI"], []], "at": [date(2026, 1, 2), None]}
    own = written(folder, "own.parquet", lambda path: write_rows(path, heading, body))
    return [own, written(folder, "other.parquet", lambda path: write_table(pyarrow.table(more), path))]


def with_shared_texts(content: bytes) -> bytes:
    """A workbook whose texts stand in a part of their own, as Excel writes them."""
    from zipfile import ZIP_DEFLATED, ZipFile

    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    texts: list[bytes] = []

    def numbered(cell: re.Match[bytes]) -> bytes:
        texts.append(cell[1])
        return b't="s"><v>%d</v></c>' % (len(texts) - 1)

    made = io.BytesIO()
    with ZipFile(io.BytesIO(content)) as source, ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name in source.namelist():
            part = source.read(name)
            if name.endswith("sheet1.xml"):
                part = re.sub(rb't="inlineStr"><is><t>(.*?)</t></is></c>', numbered, part)
            if name == "[Content_Types].xml":
                override = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'
                part = part.replace(b"</Types>", override.encode())
            archive.writestr(name, part)
        listed = b"".join(b"<si><t>" + one + b"</t></si>" for one in texts)
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{main}">'.encode() + listed + b"</sst>")
    return made.getvalue()


def fasttext(model: int) -> bytes:
    """A fastText file of three words, four numbers each and eight buckets; `model` 4 is Sent2Vec's."""
    words = [("heart", 3), ("attack", 2), ("</s>", 1)]
    settings = (4, 5, 5, 1, 5, 2, 1, model, 8, 2, 3, 100, 0)
    head = struct.pack("<2i12id", 793712314, 12, *settings[:12], 1e-4)
    sizes = struct.pack("<3i2q", len(words), len(words), 0, 6, -1)
    listed = b"".join(word.encode() + b"\0" + struct.pack("<qb", count, 0) for word, count in words)
    rows = np.linspace(-1, 1, 11 * 4, dtype="<f4").tobytes()
    output = np.linspace(1, 2, 3 * 4, dtype="<f4").tobytes()
    return head + sizes + listed + struct.pack("<?qq", False, 11, 4) + rows + struct.pack("<?qq", False, 3, 4) + output


def word2vec() -> bytes:
    """A word2vec file of two words, three numbers each."""
    words = (("heart", [1, 2, 3]), ("attack", [4, 5, 6]))
    rows = b"".join(word.encode() + b" " + np.array(row, "<f4").tobytes() + b"\n" for word, row in words)
    return b"2 3\n" + rows


def text_vectors() -> list[SampleFile]:
    """Vectors as text: with counts, without, packed."""
    bare = VECTORS.split("\n", 1)[1].replace("heart ", "heart attack\t", 1)
    return [
        text("vectors.txt", VECTORS),
        text("bare.txt", bare),
        SampleFile("vectors.txt.gz", gzip.compress(VECTORS.encode(), mtime=0)),
        SampleFile("vectors.txt.xz", lzma.compress(VECTORS.encode())),
    ]


def mondo() -> list[SampleFile]:
    """Mondo in its columns, plain and packed."""
    return [text("mondo.tsv", MONDO), SampleFile("mondo.tsv.xz", lzma.compress(MONDO.encode()))]


def compact(folder: Path) -> list[SampleFile]:
    """Compact files: with buckets of four and of eight bits, and without."""
    from engine.vectors import compact as shrink
    from engine.vectors.settings import CompactSettings

    (folder / "fast.bin").write_bytes(fasttext(1))
    (folder / "words.txt").write_text(VECTORS, encoding="utf-8")
    found = []
    for name, source, bits in (("four", "fast.bin", 4), ("eight", "fast.bin", 8), ("words", "words.txt", 4)):
        path = folder / f"{name}.safetensors"
        list(shrink(folder / source, path, CompactSettings(subword_bits=bits)))
        found.append(SampleFile(path.name, path.read_bytes()))
    return found


def names_vectors(folder: Path) -> SampleFile:
    """Vectors of words, names and concepts."""
    from engine.text.text_arrays import text_array
    from engine.vectors.recipe_file import written as write

    arrays = {
        "words": text_array(["heart", "attack"]),
        "names": text_array(["heart attack"]),
        "concepts": text_array(["D1"]),
        "word_rows": np.eye(2, 4, dtype=np.float32),
        "name_rows": np.ones((1, 4), np.float32),
        "concept_rows": np.full((1, 4), 0.5, np.float32),
        "name_number": np.zeros(1, np.int32),
        "name_concept": np.zeros(1, np.int32),
    }
    return written(folder, "names.safetensors", lambda path: write(path, "names", {"model": "sgs.c-concept"}, arrays))


def fused(folder: Path) -> list[SampleFile]:
    """Fused vectors as JSON and, centred, with arrays; their parts stand beside them."""
    from engine.vectors.fused_file import fuse

    parts = {"one.txt": VECTORS, "two.txt": VECTORS.replace("1", "2")}
    for name, content in parts.items():
        (folder / name).write_text(content, encoding="utf-8")
    beside = {name: content.encode() for name, content in parts.items()}
    ids = ["vectors:one", "vectors:two"]
    plain = written(folder, "plain.json", lambda path: list(fuse(path, ids, [1, 2])))
    known = ["heart", "attack", "fever", "heart attack", "attack fever"]
    centred = written(folder, "centred.safetensors", lambda path: list(fuse(path, ids, None, True, 2, known)))
    return [SampleFile(one.name, one.content, beside) for one in (plain, centred)]


def enriched(folder: Path) -> SampleFile:
    """Vectors whose words learnt from synonyms; those that they stand over are beside them."""
    from engine.vectors import load_vectors
    from engine.vectors.enriching import write_table

    (folder / "tiny.txt").write_text(VECTORS, encoding="utf-8")
    base = load_vectors(folder / "tiny.txt")
    words = ["heart", "fever", "lipitor"]
    rows, learnt = base.rows(words)[0], np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)  # type: ignore[attr-defined]
    about = {"base": "vectors:tiny", "base_sha256": base.sha256}
    made = written(
        folder,
        "enriched.safetensors",
        lambda path: write_table(path, words, learnt, rows, np.eye(4), np.ones(3), 9, about),
    )
    return SampleFile(made.name, made.content, {"tiny.txt": VECTORS.encode()})


def lexical(folder: Path) -> SampleFile:
    """Character TF-IDF of a few names."""
    from engine.vectors.lexical_file import fit_lexical

    return written(folder, "lexical.safetensors", lambda path: fit_lexical(path, TERMS, dim=4))


def transformer() -> SampleFile:
    """The file that names a sentence-transformers model; its folder holds a configuration and no more."""
    about = {"format": "nomenclator-vectors-sentence-transformers-1", "model": ".", "pooling": "mean", "dim": 4}
    return text("model.json", json.dumps(about, indent=2), **{"config.json": '{"hidden_size": 4}'})
