"""How sure an answer is where no annotated texts are at hand: from people's decisions, or from held-out synonyms."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine.mentions import Mention
from engine.workspace import Workspace, written_whole
from store import judgements

if TYPE_CHECKING:
    from engine.normaliser import Options
    from engine.search.calibration import Calibration
    from engine.search.dictionary import Dictionary
    from engine.search.pool import Said
    from engine.search.spaces import Encode

HELD_OUT, SEED = 1_000, 0
ENOUGH = 200  # decisions that say more than synonyms do


def from_decisions(workspace: Workspace, terminology: str, encoder_sha256: str) -> Calibration | None:
    """The curve of what people accepted and refused of this encoder's answers; None with too few decisions."""
    from engine.search.calibration import calibrated

    with workspace.reading() as db:
        judged = judgements.scored(db, terminology, encoder_sha256)
    if len(judged) < ENOUGH:
        return None
    sieves, scores, right = zip(*judged, strict=True)
    return calibrated(sieves, scores, [bool(one) for one in right])


def from_synonyms(
    dictionary: Dictionary,
    data: Sequence[Said | tuple[str, str]],
    encode: Encode | None,
    weight: float,
    options: Options,
    known: dict[str, list[str]] | None = None,
) -> Calibration | None:
    """The curve of up to a thousand synonyms, drawn and searched for without them; None when there are none.

    `known`: keys of names met before (`Exact`), with the same switches.

    They are like a terminology's own names, so mentions in running text are right less often than this says.
    """
    from engine.evaluation.normalising import space
    from engine.normaliser import Normaliser
    from engine.search.calibration import calibrated
    from engine.search.pool import Pool
    from engine.search.preparing import Preparer

    synonyms = [(concept, text) for concept, texts in dictionary.names.items() for text in texts[1:]]
    if not synonyms:
        return None
    drawn = np.random.default_rng(SEED).permutation(len(synonyms))[:HELD_OUT]
    out = {synonyms[place] for place in drawn}
    names = {
        concept: [text for text in texts if (concept, text) not in out] for concept, texts in dictionary.names.items()
    }
    pool = Pool(replace(dictionary, names=names), data)
    preparer = Preparer(pool, options.search.origins, options.switches, known)
    normaliser = Normaliser(pool, space(encode, pool, weight), preparer, options)
    asked = [synonyms[place] for place in sorted(drawn)]
    scored = [
        (answer.parts[0].sieve, answer.parts[0].candidates[0].score, answer.concepts == (concept,))
        for answer, (concept, _) in zip(normaliser.answers(Mention(text) for _, text in asked), asked, strict=True)
        if answer.parts and answer.parts[0].candidates
    ]
    if not scored:
        return None
    sieves, scores, right = zip(*scored, strict=True)
    return calibrated(sieves, scores, right)


def kept(workspace: Workspace, about: Sequence[str]) -> tuple[Calibration | None, str]:
    """The curve that was kept for these facts, if any, and the key to keep one under."""
    from engine.search.calibration import Calibration

    key = hashlib.sha256("\t".join(about).encode()).hexdigest()[:32]
    path = workspace.folder / "indexes" / f"calibration-{key}.json"
    return (Calibration.from_dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None), key


def keep(workspace: Workspace, key: str, curve: Calibration) -> None:
    """Keep a curve for the next run."""
    with written_whole(workspace.folder / "indexes" / f"calibration-{key}.json") as temporary:
        temporary.write_text(json.dumps(curve.to_dict()), encoding="utf-8")
