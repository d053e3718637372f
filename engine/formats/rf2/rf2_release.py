"""Which files of a SNOMED CT release hold what, and which are read: in a folder, in an archive, or beside one file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from engine.errors import BadInput, NomenclatorError
from engine.formats.opening.archive import LimitedArchive
from engine.formats.parsed import Problem
from engine.formats.release_file import ReleaseFile, is_archive

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
IN_EACH_FILE = {"id", "effectivetime", "active"}  # columns of any file of a release
TYPES = ("Snapshot", "Full", "Delta")  # as they are preferred
LANGUAGE_CODE = re.compile(r"-[a-z]{2}(-[A-Za-z]{2})?(?=_)")  # in the names of description files alone
UNKNOWN = {CONCEPT: "which concepts are retired cannot be told", RELATIONSHIP: "no concept has a parent"}
TYPE = re.compile(r"(Snapshot|Full|Delta)(?=[-_/])")


def headings(line: str) -> list[str]:
    """The columns of a heading, in lower case."""
    return [column.strip().lower() for column in line.rstrip("\r\n").split("\t")]


def held_by(line: str) -> str:
    """What a file with this heading holds; "" where it is no file of a release."""
    found = set(headings(line))
    return next((holds for columns, holds in BY_HEADING if found >= columns | IN_EACH_FILE), "")


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


def files_to_read(path: Path, full: bool = False) -> tuple[list[ReleaseFile], list[Problem]]:
    """The files of a release of one type, `full` ones first where asked for; of one file alone itself and those that
    lie where a release has them. And what is missing. BadInput for a folder or an archive without descriptions."""
    whole, named = path.is_dir() or is_archive(path), "_Description_" in path.name
    if whole:
        files = of_type(files_of(path), full)
        if not of_kind(files, DESCRIPTION):
            raise BadInput(f"{path.name} holds no descriptions of a SNOMED CT release; choose a file that is in it.")
    else:
        files = [ReleaseFile(path.name, DESCRIPTION, "Delta" if "_Delta" in path.name else "", path)]
        files += _beside(path) if named else []
    problems = []
    for part, unknown in UNKNOWN.items():
        if of_kind(files, part, *((AXIOM, STATED) if part == RELATIONSHIP else ())):
            continue
        if whole:
            problems.append(Problem(0, f"There is no file of {part.lower()}s in {path.name}, so {unknown}.", False))
            continue
        name = LANGUAGE_CODE.sub("", path.name).replace("_Description_", f"_{part}_")
        missing = f"There is no {name} beside {path.name}" if named else f"“{path.name}” is not named as in a release"
        sentence = f"{missing}, so {unknown}; give the path of sct2_Description_… where it lies."
        problems.append(Problem(1, sentence))
    return files, problems


def _beside(path: Path) -> list[ReleaseFile]:
    """The files of the same release and type: in the folder of the descriptions, and its language reference sets."""
    tail = LANGUAGE_CODE.sub("", path.name).partition("_Description_")[2]
    type, _, release = tail.partition("_")
    folders = [path.parent]
    if path.parent.name == "Terminology" and (sets := path.parent.parent / "Refset").is_dir():
        folders += [sets / part for part in ("Language", "Map", "Content") if (sets / part).is_dir()]
    found = [file for folder in folders for file in files_of(folder) if file.path.parent == folder]
    return [
        file for file in found if file.holds != DESCRIPTION and file.type == type and file.name.endswith(f"_{release}")
    ]


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
