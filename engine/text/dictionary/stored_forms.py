"""The forms of a dictionary as a file holds them, found by a hash: none is an object before it is typed.

forms     uint8 [bytes]    the forms with BETWEEN between them, UTF-8
meant     int32 [forms]    which of the meanings each stands for
hashes    uint64 [forms]   of the forms, rising
order     int32 [forms]    which of the forms each hash is of
meanings  uint8 [bytes]    what forms stand for, each once: JSON, a line each
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import ItemsView, Iterator, Mapping

import numpy as np

from engine.text.dictionary.clinical_dictionary import Cases
from engine.text.hashes import hash_of
from engine.text.text_arrays import lines_of, text_array

BETWEEN = "|"  # no form has it


class StoredForms(Mapping[str, Cases]):
    """Form -> what it stands for, of arrays as `arrays_of` makes them; ValueError where they are no such ones.

    Another text with the hash of a form would be taken for it, of 10¹³ texts one.
    """

    def __init__(self, arrays: Mapping[str, np.ndarray]) -> None:
        self._forms, self._lines = arrays["forms"], arrays["meanings"].tobytes().split(b"\n")
        self._meant, hashes, order = arrays["meant"], arrays["hashes"], arrays["order"]
        if not len(self._meant) == len(hashes) == len(order):
            raise ValueError("There are not as many forms as hashes.")
        self._hashes, self._in_order = hashes.data, self._meant[order]
        self._read: dict[int, Cases] = {}

    def __getitem__(self, form: str) -> Cases:
        form_hash = hash_of(form)
        at = bisect_left(self._hashes, form_hash)
        if at == len(self._hashes) or self._hashes[at] != form_hash:
            raise KeyError(form)
        return self._cases(int(self._in_order[at]))

    def __iter__(self) -> Iterator[str]:
        return iter(lines_of(self._forms, BETWEEN))

    def __len__(self) -> int:
        return len(self._meant)

    def items(self) -> ItemsView[str, Cases]:
        """All forms in their order with what each stands for, of which those of the same meanings share one."""
        return dict(zip(self, map(self._cases, self._meant.tolist()), strict=True)).items()

    def _cases(self, place: int) -> Cases:
        found = self._read.get(place)
        if found is None:
            found = {case: tuple(meanings) for case, meanings in json.loads(self._lines[place]).items()}
            self._read[place] = found
        return found


def arrays_of(forms: Mapping[str, Cases]) -> dict[str, np.ndarray]:
    """What a file holds of forms; those of the same object of meanings share one line. ValueError where two forms have
    one hash."""
    places: dict[int, int] = {}
    meant = np.array([places.setdefault(id(cases), len(places)) for cases in forms.values()], np.int32)
    every = {id(cases): cases for cases in forms.values()}
    hashes = np.fromiter(map(hash_of, forms), np.uint64, len(forms))
    order = np.argsort(hashes, kind="stable").astype(np.int32)
    hashes = hashes[order]
    if (hashes[1:] == hashes[:-1]).any():
        raise ValueError("Two forms have one hash.")
    return {
        "forms": text_array(forms, BETWEEN),
        "meant": meant,
        "hashes": hashes,
        "order": order,
        "meanings": text_array(json.dumps(every[one], ensure_ascii=False) for one in places),
    }
