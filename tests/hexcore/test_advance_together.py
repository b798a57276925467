"""A stack advances together only where each of its units can go."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexcore.actions import Advance, Attack, Choose, Retreat
from hexcore.game import Game, SeededDice
from hexcore.new_ruleset import TEMPLATE
from hexcore.positions import position_from
from hexcore.ruleset import Ruleset
from hexcore.ruleset_folder import read_ruleset

BOTH = ("r-12", "r-dragoons")


def ground(folder: Path, horse: str) -> Ruleset:
    """The template's folder, where the river costs horse so much."""
    for path in (TEMPLATE / "package").glob("*.*"):
        text = path.read_text("utf-8").replace("{{id}}", "ford").replace("{{title}}", "Ford")
        if path.suffix in (".csv", ".toml"):
            text = text.replace("side,river,+1,+2", f"side,river,+1,{horse}")
            (folder / path.name).write_text(text, "utf-8")
    return read_ruleset(folder)


@pytest.mark.parametrize("horse, together", [("+2", True), ("no", False)])
def test_together_only_where_all_can_go(tmp_path: Path, horse: str, together: bool) -> None:
    """Foot and horse have thrown an attack back across a river that horse can or cannot cross."""
    ruleset = ground(tmp_path, horse)
    stand = {"b-1": "0402", **dict.fromkeys(BOTH, "0502")}
    rows = ", ".join(f'{{id = "{id}", hex = "{hex}"}}' for id, hex in stand.items())
    head = 'ruleset = "ford"\nscenario = "battle"\nturn = 2\nphase = "blue-combat"\nclear_units = true\n'
    position = position_from(f"{head}unit = [{rows}]\n", "position")
    game: Game = position.start(position.board(ruleset, "battle"), SeededDice(script=(2,)))
    target, back, there = (game.board.map.hex(number) for number in ("0502", "0302", "0402"))
    game.submit(Attack((target,), ("b-1",)))
    game.submit(Choose("1"))
    game.submit(Retreat(("b-1",), (back,)))
    listed = game.legal_actions()
    assert Advance(("r-12",), (there,)) in listed
    assert (Advance(BOTH, (there,)) in listed) is together
    assert [action for action in listed if game.refusal(action) is not None] == []
