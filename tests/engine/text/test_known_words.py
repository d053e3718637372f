from __future__ import annotations

from engine.text import folded, tokenise, words
from engine.text.known_words import knows_nothing, unknown_words

KNOWN = frozenset(["heart", "attack", "meniere", "disease", "sjögren", "of", "fracture", "糖尿", "kidney", "stone"])


def test_words_that_no_form_makes_known() -> None:
    assert unknown_words("Heart attacks of zorbium, zorbium 12 b", KNOWN) == ["zorbium"]
    assert unknown_words("Ménière’s diseases", KNOWN) == []
    assert unknown_words("kidney stones", KNOWN) == []
    assert unknown_words("药剂师", KNOWN) == ["药剂师"]
    assert unknown_words("1型糖尿病", KNOWN) == []
    assert unknown_words("", KNOWN) == [] and unknown_words("12, –", KNOWN) == []


def test_nothing_is_known_only_of_a_text_with_words() -> None:
    assert knows_nothing("zorbium quax", KNOWN) and not knows_nothing("zorbium of heart", KNOWN)
    assert not knows_nothing("12 – 3", KNOWN) and not knows_nothing("", KNOWN)


def test_accents_and_ligatures_fold() -> None:
    assert folded("Ménière’s  Œdème") == "meniere’s oedeme"
    assert folded("Straße") == "strasse" and folded("Łódź") == "lodz" and folded("heart") == "heart"
    assert folded("コロナ") == folded("ｺﾛﾅ") and folded("バ") != folded("ハ") and folded("й") == "й"


def test_scripts_without_spaces_are_characters_and_pairs() -> None:
    assert tokenise("心肌梗死") == ["心", "心肌", "肌", "肌梗", "梗", "梗死", "死"]
    assert words("2型糖尿病, IgA腎症")[:3] == ["2", "型", "型糖"] and "iga" in words("IgA腎症")
    assert tokenise("โรคไต")[:2] == ["โ", "โร"]
    assert tokenise("инфаркт") == ["инфаркт"] and tokenise("당뇨병") == ["당뇨병"]
