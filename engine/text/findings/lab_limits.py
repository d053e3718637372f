"""Between which values each substance that a laboratory measures, and each sign of the bedside, is as usual in adults.

Where a value may be in one of two units, its digits or the unit behind it tell which. The limits are wide: a value
beyond one is low or high by any laboratory's.
"""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """How a substance and its value are written, as patterns, and what names call it; below and above which value it
    is low and high, and from which to which a value can be. One of `tenths` or more is in a unit ten times as small.
    Beside a finding it is one by itself, or a mere `sign` of that."""

    written: str
    value: str
    name: str
    low: float
    high: float
    least: float
    most: float
    tenths: float = float("inf")
    sign: bool = False


_SOME, _TENTHS, _UNLIMITED = r"\d{1,3},\d{3}|\d{1,6}", r"\d{1,2}\.\d\d?", 1_000_000.0
_MOLAR, _MILLIGRAMS = r"(?= ?mmol)", r"(?= ?mg)"


def _enzyme(written: str, name: str, high: float) -> Limits:
    """An enzyme or marker of which only a high value says something, in units with no decimals."""
    return Limits(written, _SOME, name, 0, high, 1, _UNLIMITED, sign=True)


def _factor(roman: str, number: int) -> Limits:
    """A factor of coagulation in per cent of what is usual."""
    written = rf"(?:factor |f)(?:{roman}|{number})(?: ?:? ?c)?(?: (?:level|activity))?"
    return Limits(written, r"\d{1,2}|0\.\d", f"factor {roman}", 45, 200, 0.1, 99)


LIMITS = (
    Limits(r"k\+?|potassium", r"\d{1,2}\.\d\d?", "potassium", 3.5, 5.5, 1, 10),
    Limits(r"na\+?|sodium", r"1\d\d", "sodium", 135, 146, 100, 199),
    Limits(r"mg|magnesium", r"0\.\d\d?", "magnesium", 0.7, 1.1, 0.1, 1),
    Limits(r"mg|magnesium", rf"\d\.\d\d?{_MOLAR}", "magnesium", 0.7, 1.1, 0.1, 9),
    Limits(r"mg|magnesium", rf"\d\.\d{_MILLIGRAMS}", "magnesium", 1.5, 2.7, 0.2, 9.9),
    Limits(r"ca|calcium", r"[1-5]\.\d\d?", "calcium", 2.1, 2.65, 1, 5.9, sign=True),
    Limits(r"ca|calcium", r"(?:[6-9]|1[0-9])\.\d", "calcium", 8.3, 10.5, 6, 20, sign=True),
    Limits(r"po4|phos(?:phate)?", r"0\.\d\d?", "phosphate", 0.75, 1.5, 0.1, 1),
    Limits(r"po4|phos(?:phate)?", rf"\d\.\d\d?{_MOLAR}", "phosphate", 0.75, 1.5, 0.1, 9),
    Limits(r"hco3|bicarb(?:onate)?", r"\d{1,2}", "bicarbonate", 19, 32, 3, 60, sign=True),
    Limits(r"urea", r"\d{1,2}\.\d", "urea", 1.5, 9, 1, 99, sign=True),
    Limits(r"bun", r"\d{2,3}", "urea", 5, 26, 5, 300, sign=True),
    Limits(r"creat(?:inine)?", r"\d{3,4}", "creatinine", 0, 120, 100, 2_500, sign=True),
    Limits(r"e?gfr", r"\d{1,2}", "eGFR", 60, 200, 2, 99, sign=True),
    Limits(r"urate|uric acid", r"\d{3}", "urate", 100, 450, 100, 999, sign=True),
    Limits(r"urate|uric acid", r"\d{1,2}\.\d", "urate", 1.5, 7.5, 1, 30, sign=True),
    Limits(r"u?acr", r"\d{1,4}", "albumin in urine", 0, 30, 1, 9_999, sign=True),
    Limits(r"u?pcr", r"\d{2,4}(?= ?mg/mmol)", "protein in urine", 0, 45, 10, 9_999, sign=True),
    Limits(r"alb(?:umin)?", r"[1-5]\d", "albumin", 33, 55, 10, 59, sign=True),
    Limits(r"alb(?:umin)?", r"[1-5]\.\d", "albumin", 3.3, 5.5, 1, 6, sign=True),
    _enzyme(r"alt|sgpt", "ALT", 60),
    _enzyme(r"ast|sgot", "AST", 60),
    _enzyme(r"ggt|gamma[- ]?gt", "GGT", 80),
    _enzyme(r"ldh", "LDH", 300),
    _enzyme(r"ck|cpk|creatine kinase", "CK", 320),
    _enzyme(r"lipase", "lipase", 200),
    _enzyme(r"amylase", "amylase", 200),
    _enzyme(r"afp", "AFP", 20),
    _enzyme(r"ige|total ige", "IgE", 200),
    _enzyme(r"(?:nt-?pro-?)?bnp", "BNP", 400),
    _enzyme(r"trop(?:onin)?(?: ?[it])?", "troponin", 60),
    _enzyme(r"ammonia|nh3", "ammonia", 80),
    _enzyme(r"(?:total )?homocysteine|hcy|thcy", "homocysteine", 20),
    Limits(r"bili(?:rubin)?", r"\d{2,3}", "bilirubin", 0, 25, 10, 999, sign=True),
    Limits(r"bili(?:rubin)?", rf"\d{{1,2}}\.\d{_MILLIGRAMS}", "bilirubin", 0, 1.4, 0.1, 60, sign=True),
    Limits(r"lactate", r"\d{1,2}\.\d|\d{1,2}", "lactate", 0, 2.4, 0.3, 40, sign=True),
    Limits(r"bm|bgl?|bsl|glucose|sugars?", r"\d{1,2}\.\d", "glucose", 3.9, 11, 0.5, 60, sign=True),
    Limits(r"bgl?|bsl|glucose|sugars?", r"\d{2,3}", "glucose", 65, 180, 30, 999, sign=True),
    Limits(r"(?:hb)?a1c", r"\d{1,2}\.\d|\d{1,2}", "A1c", 0, 5.6, 3, 20, sign=True),
    Limits(r"csf glucose", r"\d\.\d", "CSF glucose", 2.2, 4.5, 0.1, 9.9),
    Limits(r"csf protein", r"\d\.\d\d?", "CSF protein", 0, 0.6, 0.01, 9.9),
    Limits(r"csf protein", r"\d{2,3}", "CSF protein", 0, 60, 10, 999),
    Limits(r"hb|hgb|ha?emoglobin", r"\d{1,2}\.\d|\d{1,3}", "hemoglobin", 11, 18, 3, 25, 26),
    Limits(r"hb ?f", r"\d{1,2}(?:\.\d)?(?= ?%)", "HbF", 0, 2, 0.1, 100),
    Limits(r"hb ?a2", r"\d{1,2}(?:\.\d)?(?= ?%)", "HbA2", 0, 3.6, 0.1, 20),
    Limits(r"w[bc]c", r"\d{1,3}\.\d|\d{1,3}", "white cell count", 4, 11, 0.1, 400, sign=True),
    Limits(r"neut(?:ro(?:phil)?)?s?|anc", _TENTHS, "neutrophils", 1.5, 8.5, 0, 99),
    Limits(r"lymph(?:ocyte)?s?|alc", _TENTHS, "lymphocytes", 1, 5, 0, 99, sign=True),
    Limits(r"eos(?:inophil)?s?|aec", _TENTHS, "eosinophils", 0, 0.7, 0, 99, sign=True),
    Limits(r"retic(?:ulocyte)?s?", r"\d{1,2}(?:\.\d)?(?= ?%)", "reticulocytes", 0.3, 3, 0, 99, sign=True),
    Limits(r"mcv", r"\d{2,3}", "MCV", 77, 102, 40, 160, sign=True),
    Limits(r"plts?|platelets?", r"\d{1,4}", "platelets", 150, 450, 1, 3_000),
    Limits(r"inr", r"\d{1,2}\.\d|\d{1,2}", "INR", 0, 1.2, 0.5, 20, sign=True),
    Limits(r"a?ptt", r"\d{2,3}", "APTT", 20, 42, 15, 300, sign=True),
    Limits(r"fibrinogen", r"\d\.\d", "fibrinogen", 1.5, 4.5, 0.1, 9.9, sign=True),
    _factor("VIII", 8),
    _factor("IX", 9),
    _factor("XI", 11),
    _factor("VII", 7),
    _factor("X", 10),
    _factor("V", 5),
    Limits(r"ferritin", r"\d{1,4}", "ferritin", 15, 400, 1, 9_999, sign=True),
    Limits(r"(?:vit(?:amin)? )?b12", r"\d{2,4}", "B12", 150, 1_500, 10, 9_999, sign=True),
    Limits(r"folate", r"\d{1,2}\.\d", "folate", 3, 60, 0.1, 99, sign=True),
    Limits(r"(?:25-?oh ?)?vit(?:amin)?\.? ?d|25-?oh ?d", r"\d{1,2}", "vitamin D", 20, 200, 1, 99, sign=True),
    Limits(r"pth", r"\d{2,4}", "PTH", 8, 80, 5, 9_999, sign=True),
    Limits(r"tsh", r"<? ?0\.\d+|\d{1,3}(?:\.\d{1,2})?", "TSH", 0.25, 6, 0, 999, sign=True),
    Limits(r"prolactin|prl", _SOME, "prolactin", 0, 650, 100, _UNLIMITED, sign=True),
    Limits(r"c(?:a?e)?ruloplasmin", r"0\.\d\d?", "ceruloplasmin", 0.16, 0.9, 0, 1),
    Limits(r"igg", r"\d{1,2}\.\d", "IgG", 5, 18, 0.1, 99),
    Limits(r"iga", r"\d\.\d\d?", "IgA", 0.5, 5, 0, 9.9),
    Limits(r"igm", r"\d\.\d\d?", "IgM", 0.3, 3.5, 0, 9.9),
    Limits(r"tgs?|trigs?|triglycerides?", r"\d{1,2}\.\d", "triglycerides", 0, 2.3, 0.1, 99),
    Limits(r"tgs?|trigs?|triglycerides?", r"\d{3,4}", "triglycerides", 0, 200, 100, 9_999),
    Limits(r"(?:total )?chol(?:esterol)?|tc", r"\d{1,2}\.\d", "cholesterol", 2, 6.2, 0.5, 40, sign=True),
    Limits(r"(?:total )?chol(?:esterol)?|tc", r"[1-9]\d\d", "cholesterol", 90, 240, 50, 999, sign=True),
    Limits(r"ldl(?:[- ]?c)?", r"\d{1,2}\.\d", "LDL", 0.5, 4.5, 0.1, 30, sign=True),
    Limits(r"ldl(?:[- ]?c)?", r"\d{3}", "LDL", 30, 175, 100, 999, sign=True),
    Limits(r"hdl(?:[- ]?c)?", r"\d\.\d", "HDL", 0.9, 3, 0.1, 9, sign=True),
    Limits(r"crp", r"\d{2,3}", "CRP", 0, 10, 1, 999, sign=True),
    Limits(r"esr", r"\d{2,3}", "ESR", 0, 40, 1, 200, sign=True),
    Limits(r"psa", r"\d{1,4}\.\d{1,2}|\d{1,4}", "PSA", 0, 4, 0.01, 9_999),
    Limits(r"nt", r"\d\.\d(?= ?mm)", "nuchal translucency", 0, 3.4, 0.5, 15),
    Limits(r"iop", r"\d{2}", "intraocular pressure", 5, 23, 5, 90, sign=True),
    Limits(r"(?:lv)?ef", r"\d{2}(?= ?%)", "ejection fraction", 45, 85, 5, 95, sign=True),
    Limits(r"s[ap]?o2|(?:o2 )?sats?", r"\d{2}", "sats", 93, 100, 40, 100, sign=True),
    Limits(r"temp(?:erature)?", r"(?:3|4)\d\.\d", "temp", 0, 37.9, 34, 43, sign=True),
    Limits(r"hr|pulse|heart rate", r"\d{2,3}", "heart rate", 50, 100, 20, 250, sign=True),
    Limits(r"rr|resp(?:iratory)? rate", r"\d{1,2}", "respiratory rate", 9, 20, 3, 80, sign=True),
)
