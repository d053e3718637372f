"""Metrics of rankings and of correlations, and the similarities that they judge; numpy alone."""
