"""A rule that raises: whoever meets it names file and line, function, hook and rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from sandbox import BLUE, ruleset, table

from hexcore.checkup import Extent, Flaw, examined
from hexcore.conformance import conformance
from hexcore.explaining import answerers, asked
from hexcore.fault_places import traced
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

HERE = Path(__file__)
POSITION = "b1 blue 0303 3-4\nr1 red 0304 3-4"


def looked_up(state: GameState) -> int:
    return int(state.tracks["blue-air"])  # breaks


@rule({"sandbox": "5.9"}, hook="movement_allowance")
def slow(state: GameState, unit: Unit) -> int | None:
    return looked_up(state) if unit.side == BLUE else None


@rule({"sandbox": "7.3"}, hook="combat_shifts")
def divided(state: GameState, combat: Combat) -> None:
    _ = 1 // (len(combat.attackers) - len(combat.attackers))  # breaks too


def line(mark: str) -> int:
    lines = HERE.read_text("utf-8").splitlines()
    return next(n for n, text in enumerate(lines, 1) if text.endswith(f"# {mark}"))


def flaws(section: str) -> list[Flaw]:
    return examined(ruleset(POSITION, slow), section, Extent(fast=True)).flaws


def test_conformance_names_the_rule_and_the_line() -> None:
    (failure,) = {f for f in conformance(ruleset(POSITION, slow), seeds=(1,)) if f.check == "play"}
    assert (failure.path, failure.line) == (HERE, line("breaks"))
    assert failure.text == (
        f"KeyError: 'blue-air' in looked_up, asked by {__name__}:slow (movement_allowance, rule 5.9)"
    )
    assert str(failure).startswith("[play] field, seed 1, after ") and f"({HERE}:" in str(failure)


@pytest.mark.parametrize("section", ["conformance", "perft", "speed"])
def test_each_section_that_plays_says_the_same(section: str) -> None:
    told = {(flaw.path, flaw.line) for flaw in flaws(section)}
    assert told == {(HERE, line("breaks"))}
    assert all("slow (movement_allowance, rule 5.9)" in flaw.text for flaw in flaws(section))


def test_the_function_itself_is_named_once() -> None:
    game = table(POSITION, divided, phase="blue-combat")
    with pytest.raises(ZeroDivisionError) as raised:
        game.ask("odds", target=["0304"], attackers=["b1"])
    broken = traced(raised.value, game.board.ruleset)
    assert (broken.path, broken.line) == (HERE, line("breaks too"))
    assert broken.text.endswith(f" in {__name__}:divided (combat_shifts, rule 7.3)")


def test_explain_names_the_line() -> None:
    game = table(POSITION, slow)
    own = answerers(game.board.ruleset, "movement_allowance")[0]
    told = asked(game.state, own, "movement_allowance", {"units": (game.state.units["b1"],)})
    assert told == f"fails: KeyError: 'blue-air' ({HERE}:{line('breaks')})"


def test_a_fault_of_the_core_has_its_place_too() -> None:
    game = table(POSITION)
    with pytest.raises(KeyError) as raised:
        game.state.unit("nobody")
    broken = traced(raised.value, game.board.ruleset)
    assert broken.path is not None and broken.path.name == "state.py" and "GameState.unit" in broken.text
