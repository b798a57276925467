"""Short words for the end of the landing phase: units ashore and dropped, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cobra_table import campaign

from hexcore.events import Asked, Event, Noted, Rolled, apply
from hexcore.game import Game
from hexcore_cobra.charts import combat_results
from hexcore_cobra.landing import LandingStep
from hexcore_cobra.landing_attrition import COMMITTED, final_column
from hexcore_cobra.order_of_battle import ALLIED


def landed(units: Mapping[str, str], dice: Iterable[int] = (), **words: Any) -> Game:
    """The landing when its fourth step is over: units stand where they have landed or dropped, and steps 5 to
    7 are played with these dice, up to the first question. `committed` are German steps that defend hexes.

    Where nobody is asked anything the first German movement phase is found below.
    """
    return _played(units, dice, **words)[0]


def said(units: Mapping[str, str], dice: Iterable[int] = (), **words: Any) -> list[str]:
    """What is said of each die for losses in such a landing, in order."""
    events = _played(units, dice, **words)[1]
    return [event.text for event in events if isinstance(event, Rolled) and event.purpose == "landing"]


def _played(
    units: Mapping[str, str],
    dice: Iterable[int],
    committed: Mapping[str, int] | None = None,
    **words: Any,
) -> tuple[Game, list[Event]]:
    game = campaign(units, "german-movement", dice=tuple(dice), **{"turn": 1, **words})
    for number, steps in (committed or {}).items():
        game.state = apply(game.state, Noted("phase", COMMITTED, number, steps))
    game.state = apply(game.state, Asked((LandingStep(ALLIED, 5),)))
    events: list[Event] = []
    game._settle(events)
    return game, events


def column(units: Mapping[str, str], unit: str, **words: Any) -> str:
    """The column in which a unit would roll if no German had committed a step."""
    game = campaign(units, "german-movement", turn=1, **words)
    return combat_results().columns[final_column(game.state, game.state.units[unit])]
