"""Plurals of the field: one form for “tumours” and “tumour”, “metastases” and “metastasis”, “vertebrae” and “vertebra”.

English, Latin and Greek endings, by rule where the rule holds and by list where it does not. The result is a form to
compare by, not a form to show: the same text always gives the same form, and that is all it is for.
"""

from __future__ import annotations

import re
from functools import lru_cache

WORD = re.compile(r"(?<!\w)[^\W\d_]{3,}(?!\w)(?:['’]s?(?!\w))?")

SEEM_PLURAL = """
diabetes herpes rabies scabies caries facies species series pancreas tabes lues ascites mumps measles rickets hives
shingles biceps triceps quadriceps forceps feces faeces menses atlas psoas pons mons dens lens gas bias chaos cosmos
thermos ethos news yes nasus this thus plus was has his its less does aids sars mers nsaids pityriasis always
sometimes perhaps across besides towards whereas texas kansas canvas christmas alias vas fracas lies dies abdominis
impetigines repens recurrens pruriens elegans mutans vulgaris simplex fulminans perstans vegetans dissecans
obliterans migrans deformans penetrans congelans intermittens hydrops
perforans condensans abducens ehlers danlos fuchs sachs perthes langerhans stevens fryns owrens graves wilms meigs
williams roberts peters edwards stokes hughes adams jones sanders walters rogers charles james gonorrhoeae
pneumoniae influenzae leprae cholerae diphtheriae agalactiae dysenteriae pityriases
"""
BY_HEART = """
feet:foot teeth:tooth women:woman men:man children:child mice:mouse lice:louse calves:calf halves:half lives:life
knives:knife wives:wife leaves:leaf wolves:wolf crises:crisis pelves:pelvis testes:testis pubes:pubis indices:index
appendices:appendix vertices:vertex cortices:cortex matrices:matrix varices:varix cervices:cervix calices:calix
calyces:calyx apices:apex larynges:larynx pharynges:pharynx phalanges:phalanx meninges:meninx foramina:foramen
lumina:lumen stamina:stamina abdomina:abdomen viscera:viscus genera:genus corpora:corpus ganglia:ganglion
phenomena:phenomenon criteria:criterion mitochondria:mitochondrion axes:axis bases:base doses:dose
overdoses:overdose noses:nose those:those these:these theses:thesis cheeses:cheese calories:calorie prairies:prairie
mosquitoes:mosquito echoes:echo irides:iris ephelides:ephelis epulides:epulis lentigines:lentigo
epididymides:epididymis arthritides:arthritis encephalitides:encephalitis ova:ovum septa:septum atria:atrium
crania:cranium sputa:sputum labia:labium bacteria:bacterium diverticula:diverticulum acetabula:acetabulum
flagella:flagellum hila:hilum labra:labrum capitula:capitulum tubercula:tuberculum infundibula:infundibulum
sera:serum fungi:fungus calculi:calculus foci:focus loci:locus bronchi:bronchus nuclei:nucleus nevi:nevus
naevi:naevus rami:ramus sulci:sulcus gyri:gyrus humeri:humerus uteri:uterus thalami:thalamus villi:villus tori:torus
tophi:tophus radii:radius alveoli:alveolus bacilli:bacillus stimuli:stimulus glomeruli:glomerulus hili:hilus
canaliculi:canaliculus fundi:fundus hippocampi:hippocampus menisci:meniscus digiti:digitus toes:toe shoes:shoe
foes:foe quizzes:quiz causes:cause abuses:abuse uses:use houses:house pauses:pause fuses:fuse spouses:spouse
clauses:clause overuses:overuse misuses:misuse
"""
UNCHANGED = frozenset(SEEM_PLURAL.split())
IRREGULAR = dict(pair.split(":") for pair in BY_HEART.split())
ENDINGS = (  # (ending, what stands in its place), the first that fits counts; "" and None: as it is
    (re.compile(r"(?:itis|osis|asis|esis|ysis|us|ss|is|icans|gnans|erhans|aceae|viridae|spadias|amnios|almos)$"), None),
    (re.compile(r"(cocc|thromb|embol)i$"), r"\1us"),
    (re.compile(r"itides$"), "itis"),
    (re.compile(r"mata$"), "ma"),
    (re.compile(r"([bcdefghilmnprstuvx])ae$"), r"\1a"),
    (re.compile(r"((?:i|st|ect|emph|o)as|(?<!gluc)(?<!lact)(?<!cellul)os|es|ys)es$"), r"\1is"),
    (re.compile(r"ies$"), "y"),
    (re.compile(r"aches$"), "ache"),
    (re.compile(r"(ss|sh|ch|x|zz|us)es$"), r"\1"),
    (re.compile(r"s$"), ""),
)


def singular(text: str) -> str:
    """`text` with each word in its singular and without a possessive “'s”; letters keep their case where they can.

    Words of one to three letters stay, as do words that only look like plurals (diabetes, pancreas, cirrhosis).

    >>> singular("Huntington's disease with metastases in the vertebrae")
    'Huntington disease with metastasis in the vertebra'
    """
    return WORD.sub(_singular, text)


def _singular(match: re.Match[str]) -> str:
    word = match[0]
    for mark in ("'", "’"):
        if mark in word:
            stem, _, after = word.partition(mark)
            return stem if after or not stem.endswith("s") else _of(stem)
    if word[-1] not in "saienthSAIENTH":
        return word
    return _of(word)


@lru_cache(maxsize=200_000)
def _of(word: str) -> str:
    """The singular of one word; capitals of a whole word (“APCs” has none but its ending) decide what an “s” is."""
    lower = word.lower()
    if word.isupper() and len(word) < 6:  # an acronym: POEMS, AIDS
        return word
    if len(lower) < 4 and lower not in IRREGULAR:
        return word
    if lower in UNCHANGED:
        return word
    if lower in IRREGULAR:
        return _in_case(IRREGULAR[lower], word)
    for ending, instead in ENDINGS:
        if ending.search(lower):
            return word if instead is None else _of(_in_case(ending.sub(instead, lower), word))
    return word


def _in_case(result: str, word: str) -> str:
    """`result` with the capitals of `word` as far as both agree."""
    if word.islower():
        return result
    if word.isupper():
        return result.upper()
    same = 0
    while same < min(len(result), len(word)) and result[same] == word[same].lower():
        same += 1
    return word[:same] + result[same:]
