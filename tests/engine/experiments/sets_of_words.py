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


def hierarchy(folder: Path) -> Path:
    """The same concepts with an organ above each four, and the upper or the lower half of the body above the organs."""
    lines = ["format-version: 1.2", "ontology: body"]
    for place, organ in enumerate(ORGANS):
        half = "upper" if place % 2 else "lower"
        lines += ["", "[Term]", f"id: {organ}", f"name: {organ} trouble", f"is_a: {half}"]
        for number, (first, second) in enumerate(TROUBLES):
            lines += ["", "[Term]", f"id: {organ}{number}", f"name: {organ} {first}", f"is_a: {organ}"]
            for text in (f"{first} of the {organ}", f"{organ} {second}", f"{second} of {organ}"):
                lines.append(f'synonym: "{text}" EXACT []')
    for half in ("upper", "lower"):
        lines += ["", "[Term]", f"id: {half}", f"name: trouble of the {half} body"]
    path = folder / "body.obo"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
