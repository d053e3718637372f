"""The field's work: encoders, ranking, training and evaluation of biomedical names. Importing it is light."""
