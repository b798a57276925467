"""What the end of the landing refuses, each beside a legal twin that differs in one fact."""

from __future__ import annotations

from dataclasses import replace

import pytest
from attempts import Attempt, check, each
from cobra_table import act
from few_words import Words, give, go, put

from hexcore.events import apply
from hexcore.game import Game
from hexcore_cobra.abandoned_beaches import given_up

NEAR, OTHER, STAFF = "g_inf_916_352", "g_inf_914_352", "g_hq_LXXXIV"
LANDING: Words = {"scenario": "campaign", "turn": 1, "dice": (5,)}
ASHORE = {"u_inf_1": "B3217", NEAR: "B3218"}
JUNE: Words = {"scenario": "campaign", "turn": 5, "held": ("utah", "omaha", "juno", "sword")}
DOWN: Words = {"kind": "put-down"}


class OnAbandonedBeaches(Attempt):
    """An attempt after beaches have been `given_up`; what is done `before` it comes after that."""

    def game(self) -> Game:
        words = dict(self.table)
        lost = words.pop("given_up", ())
        game = Attempt.game(replace(self, table=words, before=()))
        for event in (event for beach in lost for event in given_up(game.state, beach)):
            game.state = apply(game.state, event)
        for answer in self.before:
            game.submit(act(game, **answer))
        return game


def steps(number: int, hex: str = "B3217", unit: str = NEAR) -> Words:
    return give("beach-defense", unit=unit, hex=hex, amount=number)


def committing(units: dict[str, str], action: Words, twin: Words, **table) -> Attempt:
    """What a German unit that has rolled a five may not commit."""
    units = {id: hex for id, hex in {**ASHORE, **units}.items() if hex}
    return Attempt("19.2.2.step.5", units, action, twin, "allied-landing", table={**LANDING, **table})


BEACH_DEFENSE = [
    committing({}, steps(1, "B3118"), {"action": steps(1)}),
    committing({}, steps(1, "B3318"), {"units": {"u_inf_29": "B3318"}}),
    committing({"u_inf_29": "B3117", NEAR: "B3219"}, steps(1, "B3117"), {"units": {NEAR: "B3218"}}),
    committing({"b_inf_3": "A3701"}, steps(1, "A3701"), {"action": steps(1)}),
    committing({}, steps(3), {"action": steps(2)}),
    committing({}, steps(2), {"lost": {}}, lost={NEAR: 1}),
    committing({}, steps(0), {"action": steps(1)}),
    committing({NEAR: "", STAFF: "B3218"}, steps(2, unit=STAFF), {"action": steps(1, unit=STAFF)}),
    committing({OTHER: "B3319"}, steps(1, unit=OTHER), {"action": steps(1)}),
    committing({}, give("air", hex="B3217"), {"action": steps(1)}),
]


FIRST, SECOND = (go("u_inf_4", "B2415"), DOWN), (go("u_inf_29", "B2416"), DOWN)
AGROUND = {"u_inf_4": "B2315", "u_inf_29": "B2317", "u_hq_XIX": "arrivals"}


def landing(units: dict[str, str], action: Words, twin: Words, *lost: str, before: tuple[Words, ...] = ()):
    """A reinforcement that would land on an abandoned beach."""
    table = {**JUNE, "given_up": lost}
    return OnAbandonedBeaches("19.2.2.step.7", units, action, twin, "allied-movement", before, table)


ABANDONED = [
    landing({"u_inf_30": "arrivals"}, put("u_inf_30", "B2416"), {"given_up": ()}, "utah"),
    landing({"u_inf_30": "arrivals"}, put("u_inf_30", "B2416"), {"action": put("u_inf_30", "B3117")}, "utah"),
    landing({"b_inf_49": "arrivals"}, put("b_inf_49", "A3701"), {"given_up": ("juno",)}, "juno", "sword"),
    landing(AGROUND, put("u_hq_XIX", "B2416"), {"before": (*FIRST, *SECOND)}, "utah", before=FIRST),
    landing(AGROUND, put("u_hq_XIX", "B2415"), {"before": (*SECOND, *FIRST)}, "utah", before=SECOND),
]


@pytest.mark.parametrize(("edition", "attempt"), each(BEACH_DEFENSE), indirect=["edition"])
def test_refused_commitments(attempt):
    check(attempt)


@pytest.mark.parametrize(("edition", "attempt"), each(ABANDONED), indirect=["edition"])
def test_refused_landings_on_abandoned_beaches(attempt):
    check(attempt)
