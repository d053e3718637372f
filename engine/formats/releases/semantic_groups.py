"""The semantic groups of the UMLS: fifteen coarse kinds of concept, each a handful of the Metathesaurus's types.

After McCray, Burgun and Bodenreider, Aggregating UMLS semantic types for reducing conceptual complexity (MEDINFO 2001).
"""

from __future__ import annotations

TITLES = {
    "ACTI": "Activities & Behaviors",
    "ANAT": "Anatomy",
    "CHEM": "Chemicals & Drugs",
    "CONC": "Concepts & Ideas",
    "DEVI": "Devices",
    "DISO": "Disorders",
    "GENE": "Genes & Molecular Sequences",
    "GEOG": "Geographic Areas",
    "LIVB": "Living Beings",
    "OBJC": "Objects",
    "OCCU": "Occupations",
    "ORGA": "Organizations",
    "PHEN": "Phenomena",
    "PHYS": "Physiology",
    "PROC": "Procedures",
}
TYPES = {  # group -> the numbers of its semantic types, without their T; those that were retired are among them
    "ACTI": "051 052 053 054 055 056 057 064 066",
    "ANAT": "017 018 021 022 023 024 025 026 029 030 031",
    "CHEM": "103 104 109 110 111 114 115 116 118 119 120 121 122 123 124 125 126 127 129 130 131 192 195 196 197 200",
    "CONC": "077 078 079 080 081 082 089 102 169 170 171 185",
    "DEVI": "074 075 203",
    "DISO": "019 020 033 037 046 047 048 049 050 184 190 191",
    "GENE": "028 085 086 087 088",
    "GEOG": "083",
    "LIVB": "001 002 003 004 005 006 007 008 009 010 011 012 013 014 015 016 096 097 098 099 100 101 194 204",
    "OBJC": "071 072 073 167 168",
    "OCCU": "090 091",
    "ORGA": "092 093 094 095",
    "PHEN": "034 038 067 068 069 070",
    "PHYS": "032 039 040 041 042 043 044 045 201",
    "PROC": "058 059 060 061 062 063 065",
}
_GROUPS = {f"T{number}": group for group, numbers in TYPES.items() for number in numbers.split()}


def group_of(semantic_type: str) -> str:
    """The group of a semantic type, T047 -> DISO; "" for a type that is in none."""
    return _GROUPS.get(semantic_type, "")
