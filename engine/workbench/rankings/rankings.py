"""Rankings: the best concepts for a name, and the encoders to rank with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import BadInput, NomenclatorError
from engine.models.open import encoder_sha256
from engine.models.protocol import NameEncoder
from engine.models.versions import is_vectors, lineage
from engine.ranking import CONCEPT, EVIDENCE, NAME
from engine.ranking.one_language import held_to
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from engine.terminology import lookup
from engine.vectors.ids import OWN_VECTORS, files_in, id_of
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.jobs import Jobs
from engine.workspace import Workspace
from store import models, terminologies
from store.records.terminology import Ranking, Terminology
from store.records.training import CURRENT, JobRun
from store.sqlite import Database

if TYPE_CHECKING:
    from engine.events import Event
    from engine.jobs.cluster import ClusterAddress

UNREAD = "This encoder has not read the names yet."
READ_AT_ONCE = 2_000  # names that any encoder reads within seconds


@dataclass(frozen=True)
class EncoderChoice:
    """An encoder a person can rank with."""

    id: str
    title: str
    current: bool
    size: int  # bytes of its weights and indexes


@dataclass(frozen=True)
class Readiness:
    """Of the terminologies asked for, those that an encoder has read, or reads at once, and those that wait for it."""

    read: tuple[Terminology, ...]
    unread: tuple[Terminology, ...]


class Rankings:
    """Ranks names under the encoders of a workspace."""

    def __init__(self, workspace: Workspace, ranker: Ranker, encoders: EncoderResolver, jobs: Jobs) -> None:
        self._workspace = workspace
        self._ranker = ranker
        self._encoders = encoders
        self._jobs = jobs
        self._languages: dict[str, Ranker] = {}

    @property
    def ranker(self) -> Ranker:
        """What answers the queries, with its indexes in memory."""
        return self._ranker

    def encoders(self) -> list[EncoderChoice]:
        """The shipped vectors, the person's own vectors, and every model version."""
        files = list(files_in(self._workspace.folder / "vectors"))
        own = sorted(set(map(id_of, files)))
        bytes_of = {id: sum(path.stat().st_size for path in files if id_of(path) == id) for id in own}
        choices = [(id, title, 0) for id, title in models.TITLES.items()]
        choices += [(id, models.TITLES_OF_VECTORS.get(id, id.removeprefix(OWN_VECTORS)), bytes_of[id]) for id in own]
        found = []
        with self._workspace.reading() as db:
            indexes, current = models.indexes(db), self._encoders.id(CURRENT, db)
            choices += [(model.id, model.name, model.size) for model in models.all_models(db)]
            for id, title, size in choices:
                with suppress(NomenclatorError):  # one that cannot be opened is listed too; ranking with it says why
                    sha256 = encoder_sha256(self._workspace, id, db)
                    size += sum(row["size"] for row in indexes if row["encoder"] == sha256)
                found.append(EncoderChoice(id, title, id == current, size))
        return found

    def rank(
        self,
        text: str,
        terminology: str = "all",
        encoder: str = CURRENT,
        top: int = 10,
        unit: str = CONCEPT,
        order: str = EVIDENCE,
        language: str = "",
        only_read: bool = False,
        between: Callable[[], object] = lambda: None,
    ) -> Ranking:
        """The `top` best concepts of a terminology, or of all, for a text.

        With `unit` NAME its names instead; with BILLABLE a heading gives its place to the code by default below it.

        `encoder` is the current one where none is named. `order` is EVIDENCE, all that speaks for a candidate, or
        ENCODER, the encoder's cosine alone. With `only_read` those terminologies answer that the encoder has read, so
        that nobody waits for the others; see `readiness`. With a `language`, as de, only names in it are searched
        and lend. `between` is called between two steps; what it raises breaks the ranking off.

        The terminologies, “current”, the encoder and the answer are read through one connection. BadInput for a text
        that cannot be searched, or with `only_read` where the encoder has read nothing; NotFound for a terminology or
        encoder that is not there; see `engine.ranking.request.RankingRequest`.
        """
        with self._workspace.reading() as db:
            known = lookup.some_terminologies(db)
            chosen = lookup.chosen_among(known, terminology)
            id, opened = self._encoders.open(encoder, db)
            if only_read:
                chosen = list(self._readiness(chosen, opened, db).read)
                if not chosen:
                    raise BadInput(UNREAD)
            ranker = self._held_to(language) if language else self._ranker
            request = RankingRequest(chosen, opened, id, top, unit, order, between, by_parts=True)
            return ranker.rank(text, request, db)

    def without(self, leads: Collection[str]) -> Rankings:
        """The same rankings without some of `engine.ranking.LEADS`, to measure what each is worth."""
        return Rankings(self._workspace, Ranker(self._workspace, without=leads), self._encoders, self._jobs)

    def _held_to(self, language: str) -> Ranker:
        """The ranker over the names of one language, with its masks in memory."""
        if language not in self._languages:
            self._languages[language] = held_to(self._ranker, language)
        return self._languages[language]

    def names(self, query: str, terminology: str, encoder: str, most: int) -> tuple[str, ...]:
        """The `most` names that a search finds, best first, each once: what a queue of a search is drawn from."""
        ranking = self.rank(query, terminology, encoder, most, NAME)
        return tuple(dict.fromkeys(candidate.name for candidate in ranking.candidates))

    def searchable(self, encoder: str, terminology: str = "all") -> bool:
        """Whether a search with an encoder answers at once: it has read the names, or they are few enough to read now.

        Where not, `make_searchable` reads them in a run of its own.
        """
        return not self.readiness(encoder, terminology).unread

    def readiness(self, encoder: str, terminology: str = "all") -> Readiness:
        """Which of the terminologies asked for answer at once with an encoder, and which it has to read first."""
        with self._workspace.reading() as db:
            known = terminologies.all_terminologies(db)
            chosen = [one for one in known if one.slug == terminology or (terminology == "all" and not one.newer)]
            if all(one.names <= READ_AT_ONCE for one in chosen):
                return Readiness(tuple(chosen), ())
            _, opened = self._encoders.open(encoder, db)
            return self._readiness(chosen, opened, db)

    def _readiness(self, chosen: Sequence[Terminology], opened: NameEncoder, db: Database) -> Readiness:
        read = [one for one in chosen if one.names <= READ_AT_ONCE or self._ranker.indexes.ready(one, opened, db)]
        return Readiness(tuple(read), tuple(one for one in chosen if one not in read))

    def learnt_from(self, encoder: str) -> list[str]:
        """The titles of the terminologies here that an encoder was trained on, with those of what it was trained on top
        of; none for vectors, and where its recipe says none."""
        from engine.learning.learnt_from import terminologies_learnt_from
        from engine.learning.recipe import Recipe

        id = self._encoders.id(encoder)
        if is_vectors(id):
            return []
        recipes = [Recipe.from_dict(one.recipe) for one in lineage(self._workspace, id)]
        slugs = {slug for recipe in recipes for slug in terminologies_learnt_from(self._workspace, recipe)}
        return [one.title for one in lookup.all_terminologies(self._workspace) if one.slug in slugs]

    def indexing_run(self, encoder: str, terminology: str = "all") -> JobRun | None:
        """The run that is encoding the names of a terminology, or any names, with this encoder at the moment."""
        running = self._indexing(encoder)
        return next((run for run in running if terminology == "all" or _reads(run, terminology)), None)

    def _indexing(self, encoder: str) -> list[JobRun]:
        return [run for run in self._jobs.running("index") if run.recipe.get("encoder") == encoder]

    def index_by(self, cluster: ClusterAddress, encoder: str) -> Iterator[Event]:
        """Encodes the names of every terminology that an encoder has not read, by the workers of a cluster: yields
        Progress, then Finished with {"size"} in bytes. What was encoded before a kill is not encoded again."""
        from engine.workbench.cluster.cluster_index import index_by

        return index_by(cluster, self._workspace, self._encoders.id(encoder))

    def make_searchable(self, encoder: str, terminology: str = "all") -> int:
        """Encodes the names of a terminology, or all, with this encoder in a child process; the number of its run.

        Where a run already encodes these with this encoder, it is that one.
        """
        running = next((run for run in self._indexing(encoder) if _reads(run, terminology)), None)
        recipe = {"encoder": encoder} | ({} if terminology == "all" else {"terminologies": [terminology]})
        return running.id if running else self._jobs.start("index", f"Making {encoder} searchable", recipe)


def _reads(run: JobRun, terminology: str) -> bool:
    """Whether a run that encodes names encodes those of a terminology, or of “all”."""
    return terminology in run.recipe.get("terminologies", [terminology])
