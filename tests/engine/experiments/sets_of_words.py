"""A dictionary of made-up concepts as a file, for the experiments on synonym sets."""

from __future__ import annotations

from pathlib import Path

ORGANS = ("heart", "lung", "skin", "liver", "kidney", "bone", "eye", "ear", "brain", "stomach")
TROUBLES = (("failure", "insufficiency"), ("inflammation", "swelling"), ("cancer", "tumour"), ("pain", "ache"))


def dictionary(folder: Path) -> Path:
    """Forty concepts of four names each: id, name, synonyms by “|”."""
    lines = ["id,name,synonyms"]
    for organ in ORGANS:
        for number, (first, second) in enumerate(TROUBLES):
            names = [f"{first} of the {organ}", f"{organ} {second}", f"{second} of {organ}"]
            lines.append(f"{organ}{number},{organ} {first},{'|'.join(names)}")
    path = folder / "troubles.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
