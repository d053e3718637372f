"""What a typed text is read as: rule after rule, by the forms of a dictionary and the names of terminologies."""
