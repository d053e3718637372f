"""The shipped dictionary as a file of the workspace: made of its written forms in seconds, read in a tenth of one."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from engine.text import plurals
from engine.text.dictionary import clinical_dictionary, written_forms
from engine.text.dictionary.clinical_dictionary import ICD10CM, WORDINGS, ClinicalDictionary, files_of, shipped
from engine.workspace import Workspace, written_whole

MAKERS: tuple[ModuleType, ...] = (clinical_dictionary, plurals, written_forms)
LAYOUT = 2  # of the file
START = "dictionary-"
BETWEEN = "|"  # two forms or words in one text, which is read five times as fast as a list: no form has it

_shared: dict[str, ClinicalDictionary] = {}  # one for all workspaces of a process, by what it was made of


def shipped_dictionary(workspace: Workspace, wording: str = ICD10CM) -> ClinicalDictionary:
    """The dictionary that every workspace begins with, for terminologies of this wording, from its file in the
    workspace, which is made where there is none, unless nothing may be written.

    A file of other entries, or of another version of the program, is not read: it is named for what made it.
    """
    made_of = _made_of(wording)
    if made_of not in _shared:
        path = workspace.folder / "indexes" / f"{START}{wording}-{made_of}.json"
        try:
            _shared[made_of] = _read(path)
        except (OSError, AttributeError, LookupError, RecursionError, TypeError, ValueError):  # not there, or damaged
            _shared[made_of] = shipped(wording)
            if not workspace.obstacle:
                _write(path, shipped(wording), wording)
    return _shared[made_of]


@lru_cache(maxsize=len(WORDINGS))
def _made_of(wording: str) -> str:
    sources = [*files_of(""), *files_of(wording), *(Path(str(module.__file__)) for module in MAKERS)]
    made = b"".join(path.read_bytes() for path in sources)
    return hashlib.sha256(made + bytes([LAYOUT])).hexdigest()[:16]


def _read(path: Path) -> ClinicalDictionary:
    found = json.loads(path.read_bytes())
    stands_for = [{case: tuple(some) for case, some in cases.items()} for cases in found["stands for"]]
    cases = map(stands_for.__getitem__, found["places"])
    forms = dict(zip(found["forms"].split(BETWEEN), cases, strict=True))
    dictionary = ClinicalDictionary.of_forms(forms, filter(None, found["in singular"].split(BETWEEN)))
    dictionary.words, dictionary.longest = frozenset(found["words"].split(BETWEEN)), found["longest"]
    return dictionary


def _write(path: Path, dictionary: ClinicalDictionary, wording: str) -> None:
    """Write the forms to their file, in place of any of another version; nothing where the folder takes none."""
    places: dict[int, int] = {}
    of_forms = [places.setdefault(id(cases), len(places)) for cases in dictionary.forms.values()]
    every = {id(cases): cases for cases in dictionary.forms.values()}
    try:
        with written_whole(path) as temporary:
            whole = {
                "stands for": [every[one] for one in places],
                "forms": BETWEEN.join(dictionary.forms),
                "places": of_forms,
                "in singular": BETWEEN.join(sorted(dictionary.in_singular)),
                "words": BETWEEN.join(sorted(dictionary.words)),
                "longest": dictionary.longest,
            }
            temporary.write_text(json.dumps(whole, ensure_ascii=False), encoding="utf-8")
        others = tuple(f"{START}{one}-" for one in WORDINGS if one != wording)
        for other in path.parent.glob(f"{START}*.json"):
            if other != path and not other.name.startswith(others):
                other.unlink(missing_ok=True)
    except OSError:  # a full disk is no reason to answer nothing
        return
