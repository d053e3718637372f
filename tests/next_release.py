"""The next release of an ontology, made from the one there is: withdrawn, merged, split, moved, renamed, added."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class NextRelease:
    """What was done to which concepts: the ground truth of a report on the release."""

    withdrawn: list[str] = field(default_factory=list)
    merged: dict[str, str] = field(default_factory=dict)
    split: dict[str, tuple[str, str]] = field(default_factory=dict)
    moved: list[str] = field(default_factory=list)
    renamed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    new_names: int = 0  # texts that no concept had before


def next_release(old: Path, out: Path, seed: int = 0, share: float = 0.02, version: str = "2099-01-01") -> NextRelease:
    """Write the OBO file `old` as its next release to `out`: of its leaves, `share` are changed in one of six ways."""
    drawn, made = random.Random(seed), NextRelease()
    text = old.read_text(encoding="utf-8")
    head, *stanzas = re.split(r"(?m)^(?=\[Term\]|\[Typedef\])", text)
    terms = {found[1]: place for place, one in enumerate(stanzas) if (found := re.search(r"(?m)^id: (\S+)", one))}
    parents = {code: re.findall(r"(?m)^is_a: (\S+)", stanzas[place]) for code, place in terms.items()}
    above = {parent for found in parents.values() for parent in found}
    leaves = sorted(code for code, found in parents.items() if found and code not in above)
    inner = sorted(code for code in above if code in terms and parents[code])
    drawn.shuffle(leaves)
    every = iter(leaves)
    times = max(1, round(share * len(terms) / 6))

    def take() -> Iterator[tuple[str, str]]:
        for code, _ in zip(every, range(times), strict=False):
            yield code, stanzas[terms[code]]

    for code, one in take():
        made.withdrawn.append(code)
        stanzas[terms[code]] = obsolete(one)
    for code, one in take():
        made.merged[code] = next(every)
        stanzas[terms[code]] = obsolete(one, f"replaced_by: {made.merged[code]}")
    for code, one in take():
        made.split[code] = (next(every), next(every))
        stanzas[terms[code]] = obsolete(one, *(f"consider: {other}" for other in made.split[code]))
    for code, one in take():
        made.moved.append(code)
        other = drawn.choice([parent for parent in inner if parent not in parents[code]])
        stanzas[terms[code]] = re.sub(r"(?m)^is_a: .*$", f"is_a: {other}", one, count=1)
    for code, one in take():
        made.renamed.append(code)
        stanzas[terms[code]] = re.sub(r"(?m)^name: (.*)$", r"name: \1, as renamed", one)
        made.new_names += 1
    for number, (code, _) in enumerate(take()):
        made.added.append(f"NEXT:{number:07}")
        stanzas.append(f"[Term]\nid: NEXT:{number:07}\nname: new finding {number}\nis_a: {parents[code][0]}\n\n")
        made.new_names += 1
    head = re.sub(r"(?m)^data-version: .*$", f"data-version: {version}", head)
    out.write_text(head + "".join(stanzas), encoding="utf-8")
    return made


def obsolete(stanza: str, *lines: str) -> str:
    """A term taken out of use: its name and id stay, its names and parents go."""
    kept = [line for line in stanza.rstrip().splitlines() if line.startswith(("[Term]", "id: ", "name: ", "alt_id: "))]
    return "\n".join([*kept, "is_obsolete: true", *lines]) + "\n\n"
