"""What a query gets: its readings, the candidates that words, vectors and bridges find, and the learnt order."""

EVIDENCE, ENCODER = ORDERS = ("evidence", "encoder")  # by all that speaks for a candidate, or by the cosine alone
