"""n-grams and their buckets, against a letter-by-letter reading of fastText's definition."""

from engine.vectors.subwords import Subwords


def spelt_out(word: str, shortest: int, longest: int, buckets: int) -> list[int]:
    letters = f"<{word}>"
    found = []
    for start in range(len(letters)):
        for end in range(start + 1, min(start + longest, len(letters)) + 1):
            ngram = letters[start:end]
            if len(ngram) >= shortest and ngram not in ("<", ">"):
                found.append(fnv(ngram.encode()) % buckets)
    return sorted(found)


def fnv(data: bytes) -> int:
    value = 2166136261
    for byte in data:
        signed = byte - 256 if byte > 127 else byte
        value = ((value ^ (signed & 0xFFFFFFFF)) * 16777619) & 0xFFFFFFFF
    return value


WORDS = ["heart", "a", "1a", "überraschung", "心臓病", "naïve", "𝔘𝔫𝔦", "ß"]


def test_every_ngram_of_every_word_is_hashed_as_fasttext_does():
    for shortest, longest in [(3, 6), (1, 4), (2, 2), (5, 9)]:
        owners, rows = Subwords(shortest, longest, 20_011).of(WORDS)
        for number, word in enumerate(WORDS):
            expected = spelt_out(word, shortest, longest, 20_011)
            assert sorted(rows[owners == number].tolist()) == expected, (word, shortest, longest)


def test_a_known_hash():
    # FNV-1a of "<a>" by hand: three rounds from the basis.
    assert Subwords(3, 3, 2**31).of(["a"])[1].tolist() == [fnv(b"<a>") % 2**31]


def test_no_subwords_without_buckets_length_or_words():
    for subwords, words in [(Subwords(3, 6, 0), ["a"]), (Subwords(0, 0, 10), ["a"]), (Subwords(3, 6, 10), [])]:
        owners, rows = subwords.of(words)
        assert len(owners) == len(rows) == 0
