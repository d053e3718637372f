"""What is measured on sets of synonyms: conceptual grounding (CG, tables 3, 4, 5 and 8) and the tasks of BNE."""
