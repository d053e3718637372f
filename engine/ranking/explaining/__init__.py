"""Why a candidate stands where it stands: parts that add up to its score, words that carry it, what is left without."""
