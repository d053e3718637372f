"""Relatedness sets: does the similarity of two names' rows rank pairs as people do (Fivez et al. 2021c, section 4)?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput, NotFound
from engine.evaluation.outcome import Outcome
from engine.formats.opening.numbers import finite_number, whole_number
from engine.formats.opening.tables import table_rows
from engine.metrics.significance import spearman_interval
from engine.models.protocol import Encode

Column = str | int
_USUAL = (
    ("term_1", "term1", "name_1", "snomed_label_1"),
    ("term_2", "term2", "name_2", "snomed_label_2"),
    ("score", "mean", "mean_rating", "relatedness", "similarity"),
)


@dataclass(frozen=True)
class JudgedPair:
    """Two terms and how related people find them; any scale that grows with relatedness."""

    first: str
    second: str
    score: float


def half_of_pair(pair: JudgedPair) -> str:
    """ "a" or "b", by a hash of the pair whatever its order and case. Settings are chosen on half "a" only."""
    key = "\t".join(sorted((pair.first.lower(), pair.second.lower())))
    return "ab"[sha256(key.encode("utf-8")).digest()[0] % 2]


def relatedness(pairs: Sequence[JudgedPair], encode: Encode, draws: int = 1_000, seed: int = 0) -> dict[str, Any]:
    """Spearman's rank correlation (mean ranks for ties) of people's scores with the cosines of the terms' rows.

    `{"pairs", "spearman", "low", "high", "without_vector", "halves": {"a": {"pairs", "spearman", "low", "high"},
    "b": {…}}}`; low and high bound the 95 % percentile bootstrap interval of `draws` draws over the pairs. A pair of
    which a term has no vector (an all-zero row) has similarity 0 and is counted in `without_vector`. A correlation that
    is not defined (fewer than two pairs, or all ranks equal) is None.
    """
    outcome = relatedness_outcome(pairs, encode)
    cosines, scores = outcome.numbers["spearman"], outcome.judged
    assert scores is not None
    halves = np.array([half_of_pair(pair) for pair in pairs], dtype="<U1")

    def measured(these: np.ndarray) -> dict[str, Any]:
        found = spearman_interval(cosines[these], scores[these], draws, seed)
        return {"pairs": int(these.sum()), "spearman": found["value"], "low": found["low"], "high": found["high"]}

    return {
        **measured(np.ones(len(pairs), dtype=bool)),
        "without_vector": outcome.silent,
        "halves": {half: measured(halves == half) for half in "ab"},
    }


def numbered_terms(pairs: Sequence[JudgedPair]) -> tuple[list[str], np.ndarray, np.ndarray]:
    """The terms of pairs, each once; the places among them, int64 [pairs], of first and of second terms."""
    terms = list(dict.fromkeys(term for pair in pairs for term in (pair.first, pair.second)))
    place = {term: at for at, term in enumerate(terms)}
    first, second = [place[pair.first] for pair in pairs], [place[pair.second] for pair in pairs]
    return terms, np.array(first, np.int64), np.array(second, np.int64)


def relatedness_outcome(pairs: Sequence[JudgedPair], encode: Encode) -> Outcome:
    """The cosine of each pair beside people's scores, so that two encoders can be compared; `silent` counts pairs."""
    terms, *places = numbered_terms(pairs)
    rows = np.asarray(encode(terms), np.float32) if terms else np.zeros((0, 1), np.float32)
    first, second = (rows[side] for side in places)
    norms = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    missing = norms == 0
    similarity = np.einsum("ij,ij->i", first, second, dtype=np.float64) / np.where(missing, 1, norms)
    scores = np.array([pair.score for pair in pairs], np.float64)
    return Outcome("relatedness", {"spearman": similarity}, int(missing.sum()), scores)


def read_pairs(path: Path | str, columns: Sequence[Column] | None = None) -> list[JudgedPair]:
    """The pairs in a CSV or TSV file of two term columns and a score.

    `columns` names the three (header names in any case, or numbers from 1); without it they are recognised
    by the header names of the published sets, or else are the first three. A first line whose score is no number is a
    header.
    Raises NotFound for a missing file and BadInput, naming the lines, for rows that are not pairs.
    """
    path = Path(path)
    lines = _rows(path)
    if not lines:
        raise BadInput(f"{path} holds no pairs; give two terms and a score on each line.")
    header = [cell.strip().lower() for cell in lines[0][1]]
    first, second, score = _positions(path, header, columns)
    if _number(lines[0][1], score) is None:
        lines = lines[1:]
    pairs, wrong = [], []
    for number, row in lines:
        value = _number(row, score)
        terms = [row[i].strip() if i < len(row) else "" for i in (first, second)]
        if value is None or not all(terms):
            wrong.append(number)
        else:
            pairs.append(JudgedPair(terms[0], terms[1], value))
    if wrong:
        shown = ", ".join(str(number) for number in wrong[:5]) + (" …" if len(wrong) > 5 else "")
        raise BadInput(
            f"{path}: {len(wrong)} {'line is' if len(wrong) == 1 else 'lines are'} not two terms and a score "
            f"(line {shown}); correct or remove {'it' if len(wrong) == 1 else 'them'}, or choose other columns "
            "(evaluate relatedness --columns)."
        )
    if not pairs:
        raise BadInput(f"{path} holds a header but no pairs; give two terms and a score on each line.")
    return pairs


def _rows(path: Path) -> list[tuple[int, list[str]]]:
    """Line number and cells of each line that is not empty."""
    if not path.is_file():
        raise NotFound(f"There is no relatedness file at {path}; check the path.")
    return [(number, row) for number, row in table_rows(path, "\t;,") if any(cell.strip() for cell in row)]


def _positions(path: Path, header: list[str], columns: Sequence[Column] | None) -> list[int]:
    """Where the two terms and the score stand, from 0."""
    if columns is None:
        named = [next((i for i, cell in enumerate(header) if cell in names), -1) for names in _USUAL]
        if min(named) >= 0:
            return named
        if len(header) < 3:
            raise BadInput(f"{path} has {len(header)} column(s); give two terms and a score, by comma or tab.")
        return [0, 1, 2]
    if len(columns) != 3:
        raise BadInput(f"{len(columns)} columns were chosen for {path}; name two terms and a score with --columns.")
    places = []
    for column in columns:
        name = str(column).strip().lower()
        if name in header:
            places.append(header.index(name))
        elif 1 <= (whole_number(name) or 0) <= len(header):
            places.append((whole_number(name) or 0) - 1)
        else:
            raise BadInput(
                f"{path} has no column “{column}”; name three of {', '.join(header)} (or 1 to {len(header)}) "
                "with --columns."
            )
    return places


def _number(row: list[str], place: int) -> float | None:
    """The finite number at `place`, or None."""
    return finite_number(row[place]) if place < len(row) else None
