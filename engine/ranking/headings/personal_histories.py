"""Personal history: which history a classification has of a condition, and what is over by its nature.

ICD-10-CM has no name for “history of measles”; under Z86.1 it says “Conditions classifiable to A00-B89, B99”.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.ranking.headings.span_tables import is_within, value_for, written_spans

TABLE = Path(__file__).with_name("personal_histories.tsv")  # the special ones first
OVER = written_spans("""
A00-B17 B19 B25-B89 B99 D65 D70 E16.0-E16.2 E86-E87 F05 F23 F43 F53 G00-G08 G37.3 G45 G51.0 G61.0 H00 H10 H16.0 H20.0
H33 H46 H60 H65-H66 H70 H81.1 H81.2 H83.0 I21-I24 I26 I30 I31.3-I31.4 I33 I38 I40 I46-I47 I51.81 I60-I63 I80-I82
J00-J22 J36 J80 J81.0 J85-J86 J90 J93 K04.7 K12.2 K22.3 K22.6 K35-K37 K52 K55.0 K56 K60-K61 K63.1 K65 K75.0 K81.0
K83.0 K85 K92.0-K92.2 L00-L08 L50-L52 L60.0 M00-M02 M46.4 M54.3 M70 M72.2 M75.0 M77.0-M77.1 M93.0 N00 N10 N12 N17
N20-N23 N30.0 N34 N39.0 N41.0 N44-N45 N49 N61 N70-N77 N83.5 O00-O08 O11-O23 O24.4 O25-O97 O9A P00-P96 S00-T34 T66-T71
T78.0 T78.2
""")  # codes of what is healed, outlived or born, and no more there later
ENDS = re.compile(
    r"\b(?:acute|abscess|rupture|perforation|torsion|obstruction|ha?emorrhage|embolism|thrombosis|infarction|effusion"
    r"|ulcer|ketoacidosis|intussusception|volvulus)\b",
    re.IGNORECASE,
)
LASTS = re.compile(
    r"\b(?:old|chronic|recurrent|persistent|latent|carrier|congenital|hereditary|porphyria|late|residual|sequelae?)\b",
    re.IGNORECASE,
)


def history_of(code: str) -> str:
    """What a classification calls the history of what has a code; "" where it has none.

    >>> history_of("B05"), history_of("I63.9"), history_of("Q21.3")
    ('other infectious and parasitic diseases', 'transient ischemic attack (TIA), and cerebral infarction without \
residual deficits', '')
    """
    return value_for(code, TABLE, "history")


def is_over(code: str, name: str) -> bool:
    """Whether what has a code and a name is over by its nature where it is past: measles, but no asthma.

    >>> is_over("B05", "measles"), is_over("J45", "asthma"), is_over("J03", "recurrent tonsillitis")
    (True, False, False)
    """
    if LASTS.search(name):
        return False
    return bool(ENDS.search(name)) or is_within(code, OVER)
