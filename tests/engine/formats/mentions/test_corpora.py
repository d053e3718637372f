"""What is read, what is left out, and that no document is on both sides."""

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.mentions.corpora import read_corpus, read_splits
from store.records.mention import Mention

ONE = """1|t|Breast and ovarian cancer
1|a|Gout with aspirin.
1	0	25	Breast and ovarian cancer	CompositeMention	MESH:D001943|OMIM:167000	breast cancer|ovarian cancer
1	26	30	Gout	SpecificDisease	D006073
1	36	43	aspirin	Chemical	D001241
1	CID	D001241	D006073

2|t|Ague
2|a|.
2	0	4	Ague	Disease	-1
2	5	6	.	Disease	D000001
"""
OTHER = """1|t|Breast and ovarian cancer
1|a|
1	0	6	Breast	Disease	D001
3|t|Gout
3|a|
3	0	4	Gout	Disease	D006073+D030342
"""


def file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_parts_contexts_and_what_is_left_out(tmp_path: Path) -> None:
    corpus = read_corpus([file(tmp_path, "one.txt", ONE)], ["Disease"])
    context = "Breast and ovarian cancer Gout with aspirin."
    assert corpus.mentions == [
        Mention("Breast and ovarian cancer", "1", 0, 25, "CompositeMention", (("D001943",), ("167000",)), context),
        Mention("Gout", "1", 26, 30, "SpecificDisease", (("D006073",),), context),
    ]
    assert corpus.mentions[0].context is corpus.mentions[1].context
    assert corpus.left_out == {"another type": 1, "no id": 1, "no word": 1}
    assert [mention.text for mention in corpus.without_id] == ["Ague"]
    assert len(read_corpus([file(tmp_path, "one.txt", ONE)]).mentions) == 3
    assert read_corpus([file(tmp_path, "other.txt", OTHER)]).mentions[1].ids == (("D006073",), ("D030342",))


def test_nothing_of_a_type_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No mention of type Gene in"):
        read_corpus([file(tmp_path, "one.txt", ONE)], ["Gene"])


def test_a_document_of_the_test_is_learnt_from_nowhere(tmp_path: Path) -> None:
    one, other = file(tmp_path, "one.txt", ONE), file(tmp_path, "other.txt", OTHER)
    splits = read_splits([one, other], [], [one], ["Disease"])
    assert [mention.document for mention in splits.searchable] == ["3"]
    assert splits.shared == {"train and test": 2}
    splits = read_splits([one, other], [other], [one], ["Disease"])
    assert splits.train.mentions == [] and [m.document for m in splits.searchable] == ["3"]
    assert splits.shared == {"train and test": 2, "dev and test": 1, "train and dev": 1}


def test_the_splits_of_the_shared_corpora_share_no_mention(shared: Path) -> None:
    folder = shared / "normalisation"
    train, dev, test = (folder / f"ncbi_disease_{name}.pubtator.txt" for name in ("train", "dev", "test"))
    splits = read_splits([train], [dev], [test], ["Disease"])
    assert [len(part.mentions) for part in (splits.train, splits.test)] == [5_145, 960]
    assert splits.dev is not None and len(splits.dev.mentions) == 787
    tested = {mention.document for mention in splits.test.mentions}
    assert not tested & {mention.document for mention in splits.searchable}
    everything = read_splits([train, dev, test], [], [test], ["Disease"])
    assert everything.shared == {"train and test": 100}
    assert not tested & {mention.document for mention in everything.searchable}


def test_a_corpus_that_stands_in_the_test_whole_is_refused(tmp_path: Path) -> None:
    """The mean of no answer was taken, with warnings of numpy, and every figure was of nothing."""
    one, other = file(tmp_path, "one.txt", ONE), file(tmp_path, "other.txt", OTHER)
    for train, dev in (([other], [one]), ([one], [])):
        with pytest.raises(BadInput, match=r"Every mention of one\.txt is of a document of the test files"):
            read_splits(train, dev, [one])
