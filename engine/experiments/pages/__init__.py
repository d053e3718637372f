"""The pages of docs/results, put together from what was measured."""
