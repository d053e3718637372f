"""Maps: the names of a terminology on a plane, so that near names stand near each other.

`request` says what is to be drawn, `points` which names that means, `neighbours` who is near whom, `layouts` where each
name goes, `density` where many lie, `regions` what the crowded parts are called, `aligning` how two encoders' maps
compare, `making` all of it as one run.
"""

from engine.maps.layouts import LAYOUTS
from engine.maps.request import KINDS, MapRequest

__all__ = ["KINDS", "LAYOUTS", "MapRequest"]
