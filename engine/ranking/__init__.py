"""What a query gets: its readings, the candidates that words, vectors and bridges find, and the learnt order."""

EVIDENCE, ENCODER = ORDERS = ("evidence", "encoder")  # by all that speaks for a candidate, or by the cosine alone
CONCEPT, NAME, BILLABLE = UNITS = ("concept", "name", "billable")  # a row is a concept, a name, or a code to send in
LEADS = {  # what helps beside the encoder, each of which a measurement can leave out
    "bridges": "names that other terminologies lend",
    "includes": "terms of a classification's Includes notes",
    "dictionary": "clinical short forms and lay words written out",
    "spelling": "misspelt words corrected",
    "evidence": "words, properties and the learnt order: only the encoder's cosine is left",
}
