"""Where a value comes from. Every value of a ruleset's data carries one of three marks, or a player's."""

from __future__ import annotations

from typing import Literal

Provenance = Literal["printed", "corrected", "recovered", "reconstructed"]
"""`printed` in a rulebook, `corrected` by a player from a copy of his own, `recovered` from a public page,
or `reconstructed` by this project."""

CERTAINTY: dict[str, int] = {"printed": 3, "corrected": 2, "recovered": 1, "reconstructed": 0}


def weakest(*marks: Provenance) -> Provenance:
    """The mark of a value made from several: as weak as the weakest of them."""
    return min(marks, key=CERTAINTY.__getitem__, default="printed")
