"""What CG measured (its tables 3, 4, 5 and 8), and which rows stand beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

SPLITS = ("train", "test", "zero-shot")
METRICS = {"map": ("retrieval", "mAP"), "accuracy": ("mapping", "Acc"), "mrr": ("mapping", "MRR")}
SETS = {"mayosrs": "MayoSRS", "umnsrs_relatedness": "UMNSRS relatedness", "umnsrs_similarity": "UMNSRS similarity"}
Figures = Mapping[str, Sequence[float]]  # row -> mAP, Acc, MRR of train, test, zero-shot
ICD10: Figures = {
    "vectors": (0.38, 0.56, 0.65, 0.43, 0.66, 0.74, 0.56, 0.83, 0.87),
    "cca": (0.42, 0.59, 0.68, 0.47, 0.70, 0.76, 0.61, 0.85, 0.89),
    "cca+dan": (0.99, 0.99, 0.99, 0.79, 0.77, 0.80, 0.67, 0.87, 0.90),
    "dan": (0.98, 0.97, 0.98, 0.76, 0.75, 0.79, 0.65, 0.86, 0.89),
}
SNOMED: Figures = {
    "vectors": (0.59, 0.55, 0.64, 0.56, 0.68, 0.76, 0.71, 0.75, 0.82),
    "cca": (0.62, 0.57, 0.67, 0.59, 0.70, 0.78, 0.73, 0.76, 0.83),
    "cca+dan": (0.99, 0.99, 0.99, 0.84, 0.81, 0.85, 0.81, 0.85, 0.89),
    "dan": (0.94, 0.91, 0.94, 0.78, 0.78, 0.83, 0.79, 0.84, 0.88),
}
MEDMENTIONS: Figures = {
    "vectors": (0.41, 0.51, 0.61, 0.51, 0.70, 0.76, 0.43, 0.61, 0.68),
    "cca": (0.44, 0.53, 0.63, 0.53, 0.72, 0.77, 0.45, 0.62, 0.70),
    "cca+dan": (0.88, 0.89, 0.93, 0.70, 0.73, 0.77, 0.45, 0.60, 0.67),
    "dan": (0.83, 0.85, 0.90, 0.67, 0.71, 0.76, 0.43, 0.59, 0.67),
}
PAPER = {"icd10cm": ("ICD-10 (table 3)", ICD10), "mentions": ("MedMentions (table 5)", MEDMENTIONS)}
OTHERS = ("SNOMED CT (table 4)", SNOMED)  # for every other terminology
PAPER_RELATEDNESS = {  # table 8, in the order of SETS
    "icd10cm": {"vectors": (0.443, 0.473, 0.479), "cca+dan": (0.666, 0.556, 0.561)},
    "mentions": {"vectors": (0.443, 0.473, 0.479), "cca+dan": (0.600, 0.526, 0.543)},
    "": {"vectors": (0.443, 0.473, 0.479), "cca+dan": (0.648, 0.537, 0.540)},
}
BELOW = {  # the row that lacks one thing of it
    "dan": "",
    "cca+dan": "dan",
    "cca+dan-whitening": "dan",
    "dan-density": "dan",
    "cca+dan-density": "dan-density",
}
