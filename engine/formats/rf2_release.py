"""Which files of a SNOMED CT release hold what: in a folder, in a zip archive, or beside one of them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from engine.errors import BadInput, NomenclatorError
from engine.formats.opening.archive import LimitedArchive
from engine.formats.opening.limits import refused
from engine.formats.opening.lines import decoded_lines, text_lines

CONCEPT, DESCRIPTION, RELATIONSHIP, STATED = "Concept", "Description", "Relationship", "StatedRelationship"
DEFINITION, LANGUAGE, AXIOM, MAP = "TextDefinition", "Language", "OWLExpression", "Map"
ASSOCIATION = "Association"
BY_NAME = (  # in the names of files
    (re.compile(r"sct2_Concept_"), CONCEPT),
    (re.compile(r"sct2_Description_"), DESCRIPTION),
    (re.compile(r"sct2_TextDefinition_"), DEFINITION),
    (re.compile(r"sct2_Relationship_"), RELATIONSHIP),
    (re.compile(r"sct2_StatedRelationship_"), STATED),
    (re.compile(r"Refset_OWLExpression"), AXIOM),
    (re.compile(r"Refset_Language"), LANGUAGE),
    (re.compile(r"Refset_(Simple|Complex|Extended)Map"), MAP),
    (re.compile(r"Refset_Association"), ASSOCIATION),
)
BY_HEADING = (  # columns that tell what a file under another name holds
    ({"conceptid", "languagecode", "typeid", "term"}, DESCRIPTION),
    ({"sourceid", "destinationid", "typeid"}, RELATIONSHIP),
    ({"refsetid", "owlexpression"}, AXIOM),
    ({"refsetid", "acceptabilityid"}, LANGUAGE),
    ({"refsetid", "maptarget"}, MAP),
    ({"refsetid", "targetcomponentid"}, ASSOCIATION),
    ({"moduleid", "definitionstatusid"}, CONCEPT),
)
EVERY = {"id", "effectivetime", "active"}  # columns of each file of a release
TYPES = ("Snapshot", "Full", "Delta")  # as they are preferred
TYPE = re.compile(r"(Snapshot|Full|Delta)(?=[-_/])")
ZIP = b"PK\3\4"
CUT = "copy it again from the release"


@dataclass(frozen=True)
class ReleaseFile:
    """One file of a release: what it holds, of which type, and how its lines are read."""

    name: str
    holds: str
    type: str  # Snapshot, Full, Delta; "" where nothing tells
    path: Path
    member: str = ""  # of an archive

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """The bytes of the file, closed at the end; those of a member as they are unpacked."""
        if not self.member:
            with open(self.path, "rb") as plain:
                yield plain
            return
        with LimitedArchive(self.path) as archive:
            with refused(archive.sentence):
                stream = archive.open(self.member)
            with stream:
                yield cast(BinaryIO, stream)

    def lines(self) -> Iterator[str]:
        """The lines, as they stand; BadInput where it is not UTF-8."""
        if not self.member:
            yield from text_lines(self.path, CUT)
            return
        with self.opened() as stream:
            yield from decoded_lines(io.TextIOWrapper(stream, encoding="utf-8-sig", newline=""), self.name, CUT)


def headings(line: str) -> list[str]:
    """The columns of a heading, in lower case."""
    return [column.strip().lower() for column in line.rstrip("\r\n").split("\t")]


def held_by(line: str) -> str:
    """What a file with this heading holds; "" where it is no file of a release."""
    found = set(headings(line))
    return next((holds for columns, holds in BY_HEADING if found >= columns | EVERY), "")


def is_release(path: Path) -> bool:
    """Whether a folder or an archive holds descriptions of a release."""
    try:
        return any(file.holds == DESCRIPTION for file in files_of(path))
    except BadInput:
        return False


def files_of(path: Path) -> list[ReleaseFile]:
    """The files of a release in a folder or an archive; BadInput for an archive that cannot be read."""
    if path.is_dir():
        found = sorted(one for one in path.rglob("*.txt") if one.is_file() and not one.name.startswith("."))
        listed = [(one.relative_to(path).as_posix(), one, "") for one in found]
    else:
        with LimitedArchive(path) as archive:
            listed = [(name, path, name) for name in sorted(archive.namelist()) if name.lower().endswith(".txt")]
    files = [_file(name, place, member) for name, place, member in listed if "__MACOSX" not in name]
    return [one for one in files if one is not None]


def of_type(files: Sequence[ReleaseFile], full: bool = False) -> list[ReleaseFile]:
    """The files of the one type that has descriptions: Snapshot, then Full, then Delta; Full first where asked for."""
    order = (TYPES[1], TYPES[0], *TYPES[2:], "") if full else (*TYPES, "")
    there = {file.type for file in files if file.holds == DESCRIPTION}
    chosen = next((type for type in order if type in there), "")
    return [file for file in files if file.type == chosen]


def of_kind(files: Sequence[ReleaseFile], *holds: str) -> list[ReleaseFile]:
    """Those of the files that hold one of these."""
    return [file for file in files if file.holds in holds]


def is_archive(path: Path) -> bool:
    """Whether a file is a zip archive, or begins as one and is cut."""
    if not path.is_file():
        return False
    with open(path, "rb") as file:
        return file.read(len(ZIP)) == ZIP or zipfile.is_zipfile(path)


def _file(name: str, path: Path, member: str) -> ReleaseFile | None:
    short = PurePosixPath(name).name
    holds = next((kind for pattern, kind in BY_NAME if pattern.search(short)), "")
    types = TYPE.findall(short) or TYPE.findall(name)
    file = ReleaseFile(short, holds, types[-1] if types else "", path, member)
    if holds:
        return file
    try:
        holds = held_by(next(file.lines(), ""))
    except NomenclatorError:
        return None
    return ReleaseFile(short, holds, file.type, path, member) if holds else None
