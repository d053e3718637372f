"""Maps: the names of a terminology on a plane, so that near names stand near each other.

`asking` says what is to be drawn, `points` which names that means, `neighbours` who is near whom, `layouts` where each
name goes, `regions` what the crowded parts are called, `aligning` how two encoders' maps compare, `making` all of it
as one run.
"""

from engine.maps.asking import KINDS, MapAsked
from engine.maps.layouts import LAYOUTS

__all__ = ["KINDS", "LAYOUTS", "MapAsked"]
