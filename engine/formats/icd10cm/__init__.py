"""ICD-10-CM as it is released: order files, the tabular list and its addenda, codes as people write them."""
