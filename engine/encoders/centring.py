"""Centring, which is a front now; here until training reads the recipe's front."""

from engine.fronts.centre import centre_of, centred

__all__ = ["centre_of", "centred"]
