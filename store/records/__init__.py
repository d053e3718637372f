"""The words of the house as frozen dataclasses: what the store keeps and every layer above speaks of."""
