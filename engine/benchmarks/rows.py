"""What is measured, and what it must reach: the rows of the page of figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A bench: what it measures, what that must reach, and how `bench all` runs it.

    arguments: of its command; seconds: after which it is given up; quick: whether `--quick` has time for it.
    """

    name: str
    work: str
    must: str = ""
    arguments: tuple[str, ...] = ()
    seconds: float = 120.0
    quick: bool = True

    @property
    def key(self) -> str:
        """What tells it from the other rows of its bench."""
        return " ".join((self.name, *self.arguments))


LARGE = ("--names", "16000000")
ROWS = (
    Row("rank", "an answer over every name of the workspace", "p95 ≤ 60 ms up to 160,000 names, ≤ 100 ms above"),
    Row("label", "a label key, 20,000 labels in another set", "p95 ≤ 10 ms"),
    Row(
        "train",
        "a grounding step, a few-shot epoch, whole few-shot trainings",
        "≥ 85 % of the matrix rate; epoch ≤ 0.6 s; whole training ≤ 30 s for every seed",
        seconds=480,
    ),
    Row("train-triplet", "a MiniLM-size transformer, 256 names of 8 tokens", "≥ 1.8× plain float32 PyTorch"),
    Row(
        "train-large",
        "`best` on six terminologies, 622,000 names",
        "under 20 minutes and 4 GB, measuring included",
        seconds=3_600,
        quick=False,
    ),
    Row(
        "search",
        "1 and 64 queries, top 100, over 150,000 and 1,500,000 names",
        "≥ 70 % of memory bandwidth; at 1,500,000 p95 ≤ 20 ms, ≤ 1.2 GB, recall@10 ≥ .99",
        seconds=480,
    ),
    Row("search", "the same over 16,000,000 names", "p95 ≤ 60 ms, ≤ 3 GB", LARGE, 7_200, quick=False),
    Row("edits", "10,000 synonyms added to 1,500,000 names", "each found at once; query ≤ 1.3×", seconds=420),
    Row("live", "keystroke to painted ranking, two encoders", "p95 under 200 ms", seconds=240),
    Row(
        "start",
        "`streamlit run` to the first ranking, warm workspace",
        "under 4 s; `import engine` under 0.2 s",
        seconds=180,
    ),
    Row(
        "memory",
        "the window with three encoders, an hour of use; and with a terminology of 1,500,000 names",
        "under 1.2 GB; under 2.5 GB",
        seconds=5_400,
        quick=False,
    ),
    Row(
        "plot",
        "20,000, 100,000 and 1,000,000 names on the page Map",
        "under 10 s; under 60 s; a sample of 200,000 with the rest placed by it",
        seconds=1_800,
        quick=False,
    ),
    Row("plot", "the first two of these", "under 10 s; under 60 s", ("--names", "20000", "--names", "100000"), 300),
    Row("normalise", "1,000,000 mentions, 100,000 different", "under 5 minutes, memory flat", seconds=600),
    Row("audit", "150,000 names", "under 3 minutes", seconds=420),
    Row("map", "two terminologies, 150,000 names each", "under 3 minutes", seconds=420),
    Row(
        "cluster",
        "a terminology of 60,000 names mapped onto another by 1, 2 and 4 local workers",
        "the same suggestions; two workers faster than one",
        seconds=600,
    ),
    Row("growth", "each at three sizes", "no exponent worse than n log n", seconds=3_600, quick=False),
)
