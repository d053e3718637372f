"""Identifiers of SNOMED CT's own metadata that its release format is read and written by."""

from __future__ import annotations

import re

FULLY_SPECIFIED, SYNONYM = "900000000000003001", "900000000000013009"  # kinds of description
PREFERRED, US_ENGLISH = "900000000000548007", "900000000000509007"  # acceptability, language reference set
IS_A, INFERRED, SOME = "116680003", "900000000000011006", "900000000000451002"  # of relationships
PRIMITIVE, CASE_INSENSITIVE = "900000000000074008", "900000000000448009"  # of concepts, of descriptions
MAPS = {"447562003": "ICD-10 map", "6011000124106": "ICD-10-CM map", "446608001": "ICD-O map"}
TAG = re.compile(r"\s*\([^()]+\)$")  # of a fully specified name
MODULES = {  # titles of those whose concept an extension's own files may lack
    "900000000000207008": "SNOMED CT core module",
    "900000000000012004": "SNOMED CT model component module",
    "449080006": "SNOMED CT to ICD-10 rule-based mapping module",
    "731000124108": "US National Library of Medicine maintained module",
    "999000011000000103": "SNOMED CT United Kingdom clinical extension module",
    "32506021000036107": "SNOMED Clinical Terms Australian extension module",
    "554471000005108": "Danish module",
    "45991000052106": "SNOMED CT Sweden NRC maintained module",
    "11000146104": "SNOMED CT Netherlands NRC maintained module",
    "11000172109": "Belgian module",
    "51000202101": "Norwegian module",
}
