"""Scenes of The Normandy Campaign from the landing on: what three more pictures in docs/images show."""

from __future__ import annotations

from hands import Hands

from hexcore.actions import Commit, Place
from hexcore.game import SeededDice
from hexcore.journal_text import into_file
from hexcore.players import seated, step
from hexcore.record import DiceRecord, Record, lines_since, setting
from hexcore.ruleset import find
from hexcore.state import GameState

ONTO_A_REGIMENT = "6 1 1 1 1 1 1 1 1 4 6"
"""3/6 Parachute Brigade scatters and the others do not; it drifts south, onto Germans; the attack on it."""
FIRST = (
    "US 4 Infantry Division 12-8 to B2415",
    "US 1 Infantry Division 12-8 to B3117",
    "US 29 Infantry Division 12-8 to B3217",
)
COTENTIN, SEED = 4, 1


def landing(hands: Hands) -> None:
    """Step 1: the paratroops are down, three divisions have their beach hexes, the next is asked for."""
    hands.start(find("cobra"), "campaign", dice=1)
    hands.map.centre_on(hands.hex("B2817"))
    for answer in FIRST:
        hands.press(answer, hands.page.dock.choices)
    hands.wait(2)


def scattered_drop(hands: Hands) -> None:
    """Step 4: a brigade has come down on a German regiment, lived, and is put in a hex beside it."""
    hands.start(find("cobra"), "campaign", dice=ONTO_A_REGIMENT)
    link = hands.page.link
    while hands.asked == "landing-deployment":
        link.submit(next(a for a in link.game.legal_actions() if isinstance(a, Place)))
    link.submit(next(a for a in link.game.legal_actions() if isinstance(a, Commit) and a.unit == "b_ab_3"))
    while hands.asked == "scatter":
        link.submit(link.game.legal_actions()[0])
    hands.map.centre_on(hands.hex("A3904"))
    hands.wait(2)


def cotentin(hands: Hands) -> None:
    """Turn 4 of a game between two computer players, as the Allied player finds it."""
    start = setting(find("cobra"), "campaign", {})
    game = start.start(SeededDice(SEED))
    opening, players = game.state.hash, seated("steady", start.board.sides, SEED)
    while (game.state.turn, phase_of(game.state)) != (COTENTIN, "allied-movement"):
        step(game, players)
    lines, secrets = lines_since(game, 0)
    record = Record(start.header(DiceRecord("seed", SEED), opening), lines, secrets)
    path = hands.folder / "cotentin.hexgame"
    into_file(record, path).close()
    assert hands.window.open_file(path)
    hands.wait(5)
    hands.map.centre_on(hands.hex("B2017"))
    hands.wait(2)


def phase_of(state: GameState) -> str:
    return state.board.sequence.phases[state.phase].id


SCENES = {"landing": landing, "scattered-drop": scattered_drop, "cotentin": cotentin}
