"""Lists of new names: a run proposes parents, people accept them row by row or the sure ones in bulk."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NotFound
from engine.formats.registry import MAPPINGS, MENTIONS, ROWS, Format, readers, writers
from engine.placement.name_list import NameList, from_file, pasted
from engine.placement.placer import Placer
from engine.terminology import editing
from engine.terminology.exporting import placed_list
from engine.terminology.lookup import find
from engine.terminology.person import named
from engine.text import normalise
from engine.text.counts import count
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.jobs import Jobs
from engine.workbench.placing.proposal_lines import ACCEPTED, UNDECIDED, ProposalLine, export_row, lines_of
from engine.workbench.probability import checked_probability
from engine.workspace import Workspace, written_whole
from store import placings, refusals
from store.edits import ADD, CONCEPT, PARENT, Change
from store.placings import PlacingList
from store.refusals import Refusal
from store.sqlite import Database

SURE = 0.8  # the probability from which proposals are accepted in bulk


class Proposals:
    """Places many names at once."""

    def __init__(self, workspace: Workspace, placer: Placer, encoders: EncoderResolver, jobs: Jobs) -> None:
        self._workspace = workspace
        self._placer = placer
        self._encoders = encoders
        self._jobs = jobs

    def read_names(self, text: str) -> NameList:
        """The names of a pasted text, one a line, and the rows that cannot be used."""
        return pasted(text)

    def read_file(self, path: Path) -> NameList:
        """The names of a CSV, TSV, XLSX or text file, and the rows that cannot be used."""
        return from_file(path)

    def list_endings(self) -> list[str]:
        """The endings of such files, without their dots."""
        return [ending.lstrip(".") for one in readers(MENTIONS).values() for ending in one.endings]

    def formats(self) -> list[Format]:
        """The formats that the proposals of a list can be exported in."""
        return list(writers(ROWS, MAPPINGS).values())

    def queue(self, listed: NameList, terminology: str, encoder: str, title: str, who: str) -> int:
        """The number of a queued run that proposes parents for a list of names.

        BadInput for an empty list, NotFound for a terminology or encoder that is not there.
        """
        if not listed.names:
            raise BadInput("There is no name to place; paste one a line or choose a file with a column of names.")
        who = named(who, "before placing", "the list")
        titled = find(self._workspace, terminology).title
        id, _ = self._encoders.open(encoder)
        written = json.dumps({"names": listed.names, "problems": listed.problems}, ensure_ascii=False).encode()
        path = self._workspace.folder / "runs" / f"names-{hashlib.sha256(written).hexdigest()[:16]}.json"
        with written_whole(path) as temporary:
            temporary.write_bytes(written)
        recipe = {"names": str(path), "terminology": terminology, "encoder": id, "title": title, "who": who}
        return self._jobs.queue("place", f"Placing {count(len(listed.names), 'name')} in {titled}", recipe)

    def start(self, listed: NameList, terminology: str, encoder: str, title: str, who: str) -> int:
        """A run in a child process that proposes parents for a list of names; its number."""
        return self._jobs.spawn(self.queue(listed, terminology, encoder, title, who))

    def lists(self) -> list[PlacingList]:
        """Every list that was placed, newest first."""
        with self._workspace.reading() as db:
            return placings.batches(db)

    def get(self, number: int) -> PlacingList:
        """One list; NotFound when there is none with this number."""
        with self._workspace.reading() as db:
            found = placings.get(db, number)
        if found is None:
            raise NotFound(f"There is no placed list {number}; the Place page shows those there are.")
        return found

    def lines(self, number: int) -> list[ProposalLine]:
        """The proposals of a list with what became of each, doubtful ones first."""
        batch = self.get(number)
        with self._workspace.reading() as db:
            return self._lines(db, batch)

    def accept(self, number: int, chosen: Sequence[tuple[int, str]], who: str, note: str = "") -> int:
        """Makes a concept of each chosen proposal (its number, the parent), as one batch, one undo; how many.

        A proposal that was accepted already is passed over. BadInput when none is left, and for a name that the parent
        has itself, or a concept that stands under it. Nobody else can accept one between the look at what is left and
        the concepts that are made.
        """
        batch = self.get(number)
        terminology = find(self._workspace, batch.terminology)
        who = editing.check_editor(self._workspace, [batch.terminology], who)
        changes, rows = list[Change](), []
        with self._workspace.writing() as db:
            lines = {line.proposal.id: line for line in self._lines(db, batch) if line.decision != ACCEPTED}
            accepted = [(lines[id].proposal, parent) for id, parent in dict(chosen).items() if id in lines and parent]
            if not accepted:
                raise BadInput("None of these names is left to accept; choose others.")
            for new, (one, parent) in enumerate(accepted, editing.next_number(db, batch.terminology)):
                self._placer.refuse_twice(one.text, parent, terminology, db)
                code = editing.numbered(new)
                score = one.score if parent == one.parent else dict(one.others).get(parent)
                seen: dict[str, Any] = {"reason": note, "query": one.text, "score": score, "model": batch.encoder}
                seen["model_sha256"] = batch.encoder_sha256
                changes.append(Change(ADD, batch.terminology, code, one.text, kind=CONCEPT, **seen))
                changes.append(Change(ADD, batch.terminology, code, parent, kind=PARENT, **seen))
                rows.append((one.id, code, parent))
            title = f"{len(rows):,} names of “{batch.title}” placed" if len(rows) > 1 else ""
            made = editing.apply_in(db, self._workspace, changes, who, title)
            placings.add_placed(db, rows, made[0].batch, who)
        return len(rows)

    def sure(self, number: int, at_least: float = SURE) -> list[tuple[int, str]]:
        """(number, parent) of the undecided proposals that are this probable and that nothing speaks against.

        BadInput for what is no probability.
        """
        checked_probability(at_least)
        return [
            (line.proposal.id, line.parent)
            for line in self.lines(number)
            if line.decision == UNDECIDED and not line.doubt and (line.proposal.probability or 0.0) >= at_least
        ]

    def refuse(self, number: int, chosen: Sequence[int], who: str, comment: str = "") -> int:
        """Refuses the first parent of each of these undecided proposals, as one undo; how many.

        One for which no parent was found is put aside.
        """
        batch = self.get(number)
        who = named(who, "before refusing", "the refusal")
        with self._workspace.writing() as db:
            undecided = [line.proposal for line in self._lines(db, batch) if line.decision == UNDECIDED]
            refused = [one for one in undecided if one.id in set(chosen)]
            seen = (batch.encoder, batch.encoder_sha256, comment)
            made = [Refusal(batch.terminology, one.text, one.parent, who, "", one.score, *seen) for one in refused]
            refusals.add(db, made, normalise)
        return len(refused)

    def export(self, number: int, path: Path) -> int:
        """Writes the proposals of a list as CSV, XLSX or SSSOM TSV, by the ending; how many rows."""
        batch = self.get(number)
        rows = (export_row(batch, line) for line in self.lines(number))
        return placed_list.write(path, rows, batch.terminology)

    def export_bytes(self, number: int, ending: str) -> bytes:
        """The bytes of an export with this ending: .csv, .xlsx or .sssom.tsv."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"proposals-{number}{ending}"
            self.export(number, path)
            return path.read_bytes()

    def _lines(self, db: Database, batch: PlacingList) -> list[ProposalLine]:
        family = self._placer.families.of(batch.terminology)
        delta = self._placer.ranker.shelves.delta(db, batch.terminology)
        proposals, placed = list(placings.proposals(db, batch.id)), placings.placed(db, batch.id)
        return lines_of(proposals, placed, refusals.in_force(db, batch.terminology), family, delta)
