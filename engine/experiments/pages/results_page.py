"""The tables of all experiments in a folder as one page."""

from __future__ import annotations

from pathlib import Path

from engine.errors import BadInput, NotFound
from engine.experiments import EXPERIMENTS
from engine.formats.opening.json_text import read_json

TITLES = {
    "relatedness": "Relatedness: every encoder",
    "few-shot": "Few-shot: a few names of each top class",
    "continual": "Continual: one hierarchy after the other",
    "grounding": "Conceptual grounding: synonym retrieval and concept mapping",
    "levels": "Higher levels: ranking",
    "hypernyms": "Higher levels: hypernym detection",
    "mapping": "Mapping: names of other makings, and everyday names",
    "rewording": "Rewording: names typed otherwise",
    "map": "Map: a terminology onto another",
    "audit": "Audit: planted faults found",
    "normalisation": "Normalisation: from mentions to concepts",
    "bne": "Names and their neighbours: coverage, and BM25 candidates",
}


def collected(folder: Path) -> str:
    """Markdown: `about.md`, then for each experiment found its command, its table, and what `NAME.notes.md` says of it.

    The same experiment on other data is `NAME-DATA.json` and `.md`, and follows.

    Raises NotFound where the folder holds no experiment.
    """
    found = [name for name in TITLES if (folder / f"{name}.md").is_file()]
    if not found:
        raise NotFound(
            f"{folder} holds no results of {', '.join(EXPERIMENTS)}; run an experiment with “--out {folder}”."
        )
    parts = [_text(folder / "about.md")]
    for name in found:
        parts.append(f"## {TITLES[name]}")
        for path in (folder / f"{name}.json", *sorted(folder.glob(f"{name}-*.json"))):
            about = read_json(path.read_bytes(), str(path), "run its experiment again")
            if not isinstance(about, dict) or not isinstance(about.get("command"), str):
                raise BadInput(f"{path} is no table of an experiment; run its experiment again.")
            parts += [f"```\n{about['command']}\n```", below(_text(path.with_suffix(".md")))]
        parts.append(below(_text(folder / f"{name}.notes.md")))
    return "\n\n".join(part for part in parts if part) + "\n"


def below(text: str) -> str:
    """A table's page as a section of another: its title goes, its headings stand one lower."""
    lines = text.split("\n")
    lines = lines[1:] if lines[0].startswith("# ") else lines
    return "\n".join(f"#{line}" if line.startswith("##") else line for line in lines).strip()


def _text(path: Path) -> str:
    if not path.is_file():
        return ""
    try:
        return path.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        raise BadInput(f"{path} is no text in UTF-8; write it anew.") from None
