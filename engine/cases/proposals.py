"""Lists of new names: a run proposes parents, people accept them row by row or the sure ones in bulk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cases.placing import PlacingCases, numbered
from engine.encoding import open_encoder
from engine.errors import BadInput, NotFound
from engine.importing import find
from engine.workspace import written_whole
from store import placings, refusals
from store.edits import ADD, CONCEPT, PARENT, Change
from store.placings import Batch, Proposal
from store.refusals import Refusal

if TYPE_CHECKING:
    from engine.placing.listed import Listed

UNDECIDED, ACCEPTED, REFUSED = "undecided", "accepted", "refused"
SURE = 0.8


@dataclass(frozen=True)
class ProposalLine:
    """A proposal with what became of it: `parent` and `parent_name` are the accepted ones where it was accepted."""

    proposal: Proposal
    decision: str
    parent: str
    parent_name: str
    path: tuple[str, ...]
    nearest_preferred: str
    code: str = ""
    who: str = ""
    when: str = ""
    note: str = ""

    @property
    def doubt(self) -> str:
        """Why it is not accepted in bulk, in a few words; "" when nothing speaks against it."""
        one = self.proposal
        if not one.parent:
            return "no parent found"
        if one.named:
            return f"is a name of {one.named[0]}"
        if one.differs:
            return f"{' and '.join(one.differs)} differs from “{one.nearest_name}”"
        return f"parent says another {' and '.join(one.against)}" if one.against else ""


class ProposalCases(PlacingCases):
    """Many names placed at once."""

    def read_names(self, text: str) -> Listed:
        """The names of a pasted text, one a line, and the rows that cannot be used."""
        from engine.placing.listed import pasted

        return pasted(text)

    def read_name_file(self, path: Path) -> Listed:
        """The names of a CSV, TSV, XLSX or text file, and the rows that cannot be used."""
        from engine.placing.listed import from_file

        return from_file(path)

    def start_proposals(self, listed: Listed, terminology: str, encoder: str, title: str, who: str) -> int:
        """A run in a child process that proposes parents for a list of names; its number."""
        return self._spawned(self.queue_proposals(listed, terminology, encoder, title, who))

    def queue_proposals(self, listed: Listed, terminology: str, encoder: str, title: str, who: str) -> int:
        """The run, waiting; BadInput for an empty list, NotFound for a terminology or encoder that is not there."""
        if not listed.names:
            raise BadInput("There is no name to place; paste one a line or choose a file with a column of names.")
        if not who.strip():
            raise BadInput("Say who you are (the profile name) before placing, so that the list can be traced.")
        find(self.workspace, terminology)
        id = self._id(encoder)
        open_encoder(self.workspace, id)
        written = json.dumps({"names": listed.names, "problems": listed.problems}, ensure_ascii=False).encode()
        path = self.workspace.folder / "runs" / f"names-{hashlib.sha256(written).hexdigest()[:16]}.json"
        with written_whole(path) as temporary:
            temporary.write_bytes(written)
        recipe = {"names": str(path), "terminology": terminology, "encoder": id, "title": title, "who": who.strip()}
        return self.queue("place", f"Placing {len(listed.names):,} names in {terminology}", recipe)

    def placings(self) -> list[Batch]:
        """Every list that was placed, newest first."""
        with self.workspace.reading() as db:
            return placings.batches(db)

    def placing(self, number: int) -> Batch:
        """One list; NotFound when there is none with this number."""
        with self.workspace.reading() as db:
            found = placings.get(db, number)
        if found is None:
            raise NotFound(f"There is no placed list {number}; the Place page shows those there are.")
        return found

    def proposal_lines(self, number: int) -> list[ProposalLine]:
        """The proposals of a list with what became of each, doubtful ones first."""
        batch = self.placing(number)
        family = self.family(batch.terminology)
        with self.workspace.reading() as db:
            found = list(placings.proposals(db, number))
            made = placings.placed(db, number)
            no = refusals.standing(db, batch.terminology)
        lines = []
        for one in found:
            did = made.get(one.id)
            refusal = no.get((one.norm, one.parent))
            parent, decision, extra = one.parent, UNDECIDED, {}
            if did is not None and did.parent in family.parents.get(did.code, ()):
                parent, decision = did.parent, ACCEPTED
                extra = {"code": did.code, "who": did.who, "when": did.when}
            elif refusal is not None:
                decision = REFUSED
                extra = {"who": refusal.who, "when": refusal.when, "note": refusal.comment}
            path = tuple(family.titles[code] for code in family.line(parent)[:-1]) if parent in family.titles else ()
            lines.append(
                ProposalLine(
                    one,
                    decision,
                    parent,
                    family.titles.get(parent, ""),
                    path,
                    family.titles.get(one.nearest, ""),
                    **extra,
                )
            )
        return lines

    def accept_proposals(self, number: int, chosen: Sequence[tuple[int, str]], who: str, note: str = "") -> int:
        """Make a concept of each chosen proposal (its number, the parent), as one batch, one undo; how many.

        A proposal that was accepted already is passed over. BadInput when none is left.
        """
        batch = self.placing(number)
        lines = {line.proposal.id: line for line in self.proposal_lines(number)}
        wanted = [
            (lines[id], parent) for id, parent in chosen if id in lines and parent and lines[id].decision != ACCEPTED
        ]
        if not wanted:
            raise BadInput("None of these names is left to accept; choose others.")

        def changes(first: int) -> list[Change]:
            made = []
            for number, (line, parent) in enumerate(wanted, first):
                code, one = numbered(number), line.proposal
                score = one.score if parent == one.parent else dict(one.others).get(parent)
                seen: dict[str, Any] = {"reason": note, "query": one.text, "score": score, "model": batch.encoder}
                made.append(Change(ADD, batch.terminology, code, one.text, kind=CONCEPT, **seen))
                made.append(Change(ADD, batch.terminology, code, parent, kind=PARENT, **seen))
            return made

        title = f"{len(wanted):,} names of “{batch.title}” placed" if len(wanted) > 1 else ""
        edited, done = self.with_new_codes(batch.terminology, changes, who, title)
        codes = [change.concept_id for change in done if change.kind == CONCEPT]
        rows = [(line.proposal.id, code, parent) for (line, parent), code in zip(wanted, codes, strict=True)]
        with self.workspace.writing() as db:
            placings.add_placed(db, rows, edited, who.strip())
        return len(rows)

    def sure_proposals(self, number: int, at_least: float = SURE) -> list[tuple[int, str]]:
        """(number, parent) of the undecided proposals that are this probable and that nothing speaks against."""
        return [
            (line.proposal.id, line.parent)
            for line in self.proposal_lines(number)
            if line.decision == UNDECIDED and not line.doubt and (line.proposal.probability or 0.0) >= at_least
        ]

    def refuse_proposals(self, number: int, chosen: Sequence[int], who: str, comment: str = "") -> int:
        """Refuse the first parent of each of these undecided proposals; how many."""
        batch = self.placing(number)
        if not who.strip():
            raise BadInput("Say who you are (the profile name) before refusing, so that the refusal can be traced.")
        lines = [
            line
            for line in self.proposal_lines(number)
            if line.proposal.id in set(chosen) and line.decision == UNDECIDED and line.proposal.parent
        ]
        with self.workspace.writing() as db:
            for line in lines:
                one = line.proposal
                seen = (one.score, batch.encoder, batch.encoder_sha256, comment)
                refusals.add(db, Refusal(batch.terminology, one.text, one.parent, who.strip(), "", *seen), one.norm)
        return len(lines)

    def export_proposals(self, number: int, path: Path) -> int:
        """Write the proposals of a list as CSV, XLSX or SSSOM TSV, by the ending; how many rows."""
        from engine.exporting import listed
        from engine.writers.proposals import write_proposals

        batch = self.placing(number)
        rows = (_row(batch, line) for line in self.proposal_lines(number))
        if path.name.endswith(".sssom.tsv"):
            return listed.write(path, rows, batch.terminology)
        return write_proposals(path, rows)

    def exported_proposals(self, number: int, ending: str) -> bytes:
        """The same as the bytes of a file with this ending."""
        path = self.workspace.folder / "runs" / f"proposals-{number}{ending}"
        self.export_proposals(number, path)
        return path.read_bytes()


def _row(batch: Batch, line: ProposalLine) -> dict[str, Any]:
    one = line.proposal
    scores = {one.parent: one.score, **dict(one.others)}
    return {
        **{key: getattr(one, key) for key in ("row", "text", "probability", "nearest", "nearest_name")},
        **{key: getattr(line, key) for key in ("decision", "code", "parent", "parent_name", "who", "when", "note")},
        "path": " > ".join(line.path),
        "score": scores.get(line.parent),
        "differs": ", ".join(one.differs),
        "against": ", ".join(one.against),
        "nearest_score": one.nearest_score,
        "named": ", ".join(one.named),
        "others": " | ".join(f"{code} ({score:.3f})" for code, score in one.others),
        "model": batch.encoder,
        "model_sha256": batch.encoder_sha256,
    }
