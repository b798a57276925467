"""The section on computer players in docs/write-a-ruleset.md: its code runs, and does what the page says."""

from __future__ import annotations

import re
from pathlib import Path
from types import FunctionType, ModuleType

import pytest
from counsel import first
from sandbox import BLUE, RED, hexes, table

from hexcore.actions import AddAttacker, Choose, Commit, Declare, Done
from hexcore.appraisal import Appraisal
from hexcore.game import Game
from hexcore.hookspecs import HOOKS
from hexcore.rules import general
from hexcore.state import Combat, GameState
from hexcore.units import Side

PAGE = Path(__file__).parents[2] / "docs" / "write-a-ruleset.md"
POSITION = "b1 blue 0404 6-4 2 guards\nb2 blue 0101 6-4 2\nr1 red 0405 3-4 2"


def section() -> str:
    (text,) = re.findall(r"^## Counsel for computer players\n(.*?)^## ", PAGE.read_text("utf-8"), re.M | re.S)
    return str(text)


@pytest.fixture(scope="module")
def counsel() -> dict[str, FunctionType]:
    """The functions of the page's code, by hook."""
    (code,) = re.findall(r"^```python\n(.*?)^```", section(), re.M | re.S)
    module = ModuleType("page")
    exec(compile(code, str(PAGE), "exec"), module.__dict__)
    marked = [f for f in vars(module).values() if hasattr(f, "hexcore_rule")]
    return {f.hexcore_rule.hook: f for f in marked}


@general("combat_support")
def shells(state: GameState, combat: Combat, side: Side) -> list[Commit]:
    return [] if combat.pledged("shells", side) else [Commit("shells")]


def game(counsel: dict[str, FunctionType], *hooks: str, phase: str = "blue-combat") -> Game:
    return table(POSITION, shells, *(counsel[hook] for hook in hooks), phase=phase)


def test_the_page_fills_four_hooks_and_tells_all_of_them(counsel: dict[str, FunctionType]) -> None:
    assert set(counsel) == {"worth", "unit_worth", "result_toll", "answer_worth"}
    told = set(re.findall(r"^\| `(\w+)` \|", section(), re.M))
    assert told == set(counsel) | {"threatened", "hoped_shift"} and told <= set(HOOKS)


def test_what_is_wanted(counsel: dict[str, FunctionType]) -> None:
    played = game(counsel, "worth")
    assert Appraisal(played.state, BLUE).want == dict.fromkeys(hexes(played, "0302"), 3.0)
    assert Appraisal(game(counsel).state, BLUE).want == {}


def test_what_a_unit_is_worth(counsel: dict[str, FunctionType]) -> None:
    played = game(counsel, "unit_worth")
    worth = {id: played.board.rules.unit_worth(played.state, u) for id, u in played.state.units.items()}
    assert worth == {"b1": 2 * 2 + 2, "b2": 2 + 2, "r1": 2 + 1}


@pytest.mark.parametrize("word, toll", [("AR", (1, 0)), ("DD", (0, 2)), ("-", None)])
def test_what_a_result_costs(
    counsel: dict[str, FunctionType], word: str, toll: tuple[float, float] | None
) -> None:
    played = game(counsel, "result_toll")
    combat = Combat(0, "attack", BLUE, hexes(played, "0405"), ("b1",), ("r1",))
    assert played.board.rules.result_toll(played.state, combat, (word,)) == toll


def test_what_an_answer_costs(counsel: dict[str, FunctionType]) -> None:
    """Shells that better nothing are not fired; a side asked something else is not touched."""
    played = game(counsel, "answer_worth")
    for action in (Declare(hexes(played, "0405")), AddAttacker("b1"), Done()):
        played.submit(action)
    decision = played.decision
    assert decision is not None and first(played)[0] == Done()
    price = played.board.rules.answer_worth
    assert price(played.state, decision, Commit("shells")) == -0.5
    assert price(played.state, decision, Choose("1")) is None and played.to_decide != RED
