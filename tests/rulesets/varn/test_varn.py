"""The Varn Crossings, each rule by its number: a small position, what is done, what comes of it."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from hexcore.actions import Advance, Attack, Commit, Done, Lose, Move, Place, Retreat, Take
from hexcore.game import Game, SeededDice
from hexcore.positions import position_from
from varn import RULESET

Table = Callable[..., Game]


def plays(*numbers: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("varn", *numbers)


def hexes(game: Game, *numbers: str) -> tuple[int, ...]:
    return tuple(game.board.map.hex(number) for number in numbers)


def where(game: Game, unit: str) -> str:
    piece = game.state.units[unit]
    return game.board.map.numbers[piece.hex] if piece.hex >= 0 else getattr(piece.place, "name", "")


def move(game: Game, unit: str, *path: str) -> Move:
    return Move((unit,), path=hexes(game, *path))


def attack(game: Game, target: str, *units: str) -> Attack:
    return Attack(hexes(game, target), units)


def odds(game: Game, target: str, *units: str) -> Any:
    return game.ask("odds", target=[target], attackers=list(units), kind="attack", support={})


def shifts(game: Game, target: str, *units: str) -> list[tuple[int, str]]:
    return [(s["columns"], s["rule"]) for s in odds(game, target, *units)["shifts"]]


def refused_by(game: Game, action: Any) -> str:
    refusal = game.refusal(action)
    return refusal.rule if refusal is not None else ""


@pytest.fixture
def table() -> Table:
    """table(phase, {unit: hex}, dice=[...], turn=..., options={...}): a game that stands there."""

    def laid(
        phase: str,
        units: Mapping[str, str],
        dice: tuple[int, ...] = (),
        turn: int = 2,
        options: Mapping[str, str] | None = None,
    ) -> Game:
        rows = ", ".join(f'{{id = "{id}", hex = "{hex}"}}' for id, hex in units.items())
        head = 'ruleset = "varn"\nscenario = "crossings"\nclear_units = true\n'
        text = f'{head}turn = {turn}\nphase = "{phase}"\nunit = [{rows}]\n'
        position = position_from(text, "position")
        return position.start(position.board(RULESET, "crossings", options), SeededDice(script=tuple(dice)))

    return laid


@plays("3.1")
def test_vell_deploys() -> None:
    game = Game.start(RULESET.board("crossings"))
    assert game.to_decide == "vell"
    assert refused_by(game, Place("v-21", hexes(game, "1101")[0])) == "3.1"
    assert refused_by(game, Place("v-21", hexes(game, "0801")[0])) == ""
    assert refused_by(game, Place("v-25", hexes(game, "1101")[0])) == ""


@plays("4.1", "4.2", "4.3", "4.4", "4.5")
def test_a_turn(table: Table) -> None:
    game = table("ostrand-movement", {"o-1": "0303", "v-21": "1203"})
    seen = []
    while game.state.turn == 2:
        seen.append(game.board.phase(game.state.phase).rule)
        game.submit(Done())
    assert seen == ["4.1", "4.2", "4.3", "4.4", "4.5"]


@plays("4.3")
def test_only_the_fast_exploit(table: Table) -> None:
    units = {"o-1": "0303", "o-a1": "0303", "o-r1": "0304", "v-21": "1203"}
    game = table("ostrand-exploitation", units)
    assert [refused_by(game, Take((unit,))) for unit in ("o-1", "o-a1", "o-r1")] == ["4.3", "", ""]
    assert refused_by(table("ostrand-movement", units), Take(("o-1",))) == ""


@plays("5.1")
def test_no_further_than_points_go(table: Table) -> None:
    game = table("ostrand-movement", {"o-1": "0101", "v-21": "1203"})
    assert refused_by(game, move(game, "o-1", "0102", "0103", "0104", "0105")) == ""
    assert refused_by(game, move(game, "o-1", "0102", "0103", "0104", "0105", "0106")) == "5.1"


@plays("5.2")
def test_what_ground_costs(table: Table) -> None:
    game = table("ostrand-movement", {"o-1": "0602", "o-a1": "0509", "o-2": "0509", "v-21": "1203"})
    assert game.ask("reach", unit="o-1")["0702"]["mp"] == 3  # clear ground across the Varn
    assert game.ask("reach", unit="o-1")["0703"]["mp"] == 2  # woods on this bank
    assert refused_by(game, move(game, "o-a1", "0609")) == "5.2"  # marsh
    assert refused_by(game, move(game, "o-2", "0609")) == ""


@plays("5.3")
def test_one_hex_at_least(table: Table) -> None:
    """Across the Varn is three points, and a garrison has two: as its only hex, not as its second."""
    game = table("vell-movement", {"v-f1": "0801", "v-f2": "0702", "o-1": "0104"})
    assert refused_by(game, move(game, "v-f1", "0702", "0602")) == "5.1"
    assert refused_by(game, move(game, "v-f2", "0602")) == ""


@plays("6.1")
def test_zones_lock(table: Table) -> None:
    game = table("ostrand-movement", {"o-1": "0303", "o-2": "0405", "v-21": "0304"})
    assert refused_by(game, move(game, "o-1", "0302")) == "6.1"
    assert refused_by(game, move(game, "o-2", "0505")) == ""


@plays("6.2", "6.3")
def test_whose_zone_goes_where(table: Table) -> None:
    game = table("ostrand-movement", {"o-1": "0605", "o-e1": "0303", "v-21": "0705"})
    assert {"0704", "0805"} <= set(game.ask("zoc", side="vell"))
    assert "0605" not in game.ask("zoc", side="vell")
    assert "0302" not in game.ask("zoc", side="ostrand")
    assert "0505" in game.ask("zoc", side="ostrand")


@plays("6.4")
@pytest.mark.parametrize("unit, rule", [("o-r1", ""), ("o-a1", "6.1")])
def test_reconnaissance_slips_by(table: Table, unit: str, rule: str) -> None:
    game = table("ostrand-movement", {unit: "0202", "v-21": "0304"})
    assert refused_by(game, move(game, unit, "0303", "0403")) == rule
    if not rule:
        assert game.ask("reach", unit=unit)["0303"]["mp"] == 3


@plays("6.5")
def test_two_to_a_hex(table: Table) -> None:
    game = table(
        "ostrand-movement", {"o-1": "0303", "o-2": "0303", "o-3": "0304", "o-e1": "0304", "v-21": "1203"}
    )
    assert refused_by(game, move(game, "o-3", "0303")) == "6.5"
    assert refused_by(game, move(game, "o-e1", "0303")) == ""


FIELD = {"o-1": "1105", "o-2": "1105", "v-21": "1106"}
"""Ten points against five, in the open."""


@plays("7.1", "7.2")
@pytest.mark.parametrize("die, ostrand, vell", [(1, 1, 0), (4, 2, 2), (6, 0, 0)])
def test_results(table: Table, die: int, ostrand: int, vell: int) -> None:
    game = table("ostrand-combat", FIELD, dice=(die,), options={"air": "off"})
    assert odds(game, "1106", "o-1", "o-2")["final_column"] == "2-1"
    game.submit(attack(game, "1106", "o-1", "o-2"))
    while game.decision is not None and game.decision.kind != "combats" and game.state.combats:
        game.submit(game.legal_actions()[0])
    losses = {unit: game.state.units[unit].losses for unit in FIELD}
    assert (losses["o-1"] + losses["o-2"], losses["v-21"]) == (ostrand, vell)


@plays("7.3", "7.4", "7.6")
def test_shifts(table: Table) -> None:
    units = {
        "o-1": "0605",
        "o-2": "0704",
        "v-21": "0705",
        "o-3": "0602",
        "v-22": "0703",
        "o-4": "0604",
        "v-23": "1002",
    }
    game = table("ostrand-combat", units)
    assert shifts(game, "0705", "o-1") == [(-1, "7.6")]
    assert shifts(game, "0705", "o-1", "o-2") == []
    assert shifts(game, "0703", "o-3") == [(-1, "7.4")]
    wooded = table("ostrand-combat", {"o-1": "0702", "o-2": "1103", "v-22": "0703", "v-23": "1102"})
    assert sorted(shifts(wooded, "0703", "o-1")) == [(-1, "7.4"), (-1, "7.6")]
    assert shifts(wooded, "1102", "o-2") == [(-1, "7.4")]


@plays("7.3")
def test_two_columns_at_most(table: Table) -> None:
    """Woods, the river and the air of Vell are three to the left; two count."""
    game = table("ostrand-combat", {"o-1": "0702", "v-22": "0703"}, dice=(6,))
    game.submit(attack(game, "0703", "o-1"))
    game.submit(Commit("vell-air"))
    found = sorted((s.columns, s.rule) for s in game.state.combat.shifts)
    assert found == [(-1, "11.1"), (-1, "7.4"), (-1, "7.6"), (1, "7.3")]


@plays("7.5")
def test_towns_double(table: Table) -> None:
    game = table("ostrand-combat", {"o-1": "1003", "v-21": "0904", "v-22": "1004"})
    assert odds(game, "0904", "o-1")["defence"] == 10
    assert odds(game, "1004", "o-1")["defence"] == 4


@plays("7.9")
def test_one_hex_of_advance(table: Table) -> None:
    units = {"o-1": "1105", "o-2": "1105", "v-r": "1106"}
    game = table("ostrand-combat", units, dice=(6,), options={"air": "off"})
    game.submit(attack(game, "1106", "o-1", "o-2"))  # a 6 at 5-1 is De
    assert refused_by(game, Advance(("o-1",), hexes(game, "1106", "1107"))) == "7.9"
    assert refused_by(game, Advance(("o-1",), hexes(game, "1106"))) == ""


@plays("7.2", "7.8")
def test_retreat_and_advance(table: Table) -> None:
    game = table("ostrand-combat", FIELD, dice=(6,), options={"air": "off"})
    game.submit(attack(game, "1106", "o-1", "o-2"))
    assert refused_by(game, Retreat(("v-21",), hexes(game, "1006"))) == ""
    assert refused_by(game, Retreat(("v-21",), hexes(game, "1005"))) == "7.8"
    assert refused_by(game, Retreat(("v-21",), hexes(game, "1107", "1108"))) == "7.2"
    game.submit(Retreat(("v-21",), hexes(game, "1107")))
    game.submit(Advance(("o-1",), hexes(game, "1106")))
    assert where(game, "o-1") == "1106"


@plays("7.2")
def test_who_cannot_go_is_eliminated(table: Table) -> None:
    """Every hex round 1106 is in a zone; without the division in 1207 there would be ways out."""
    game = table("ostrand-combat", {**FIELD, "o-4": "0907", "o-3": "1207"}, dice=(6,), options={"air": "off"})
    game.submit(attack(game, "1106", "o-1", "o-2"))
    game.submit(Lose("v-21"))
    game.submit(Lose("v-21"))
    assert where(game, "v-21") == "eliminated"
    free = table("ostrand-combat", {**FIELD, "o-4": "0907"}, dice=(6,), options={"air": "off"})
    free.submit(attack(free, "1106", "o-1", "o-2"))
    assert free.refusal(Lose("v-21")) is not None


@plays("7.10")
def test_forts_shelter_vell_alone(table: Table) -> None:
    game = table("ostrand-combat", {"o-1": "0803", "v-f1": "0802", "v-21": "0903"})
    assert (odds(game, "0802", "o-1")["defence"], odds(game, "0903", "o-1")["defence"]) == (6, 5)
    game = table("vell-combat", {"o-1": "0802", "v-21": "0902"})
    assert odds(game, "0802", "v-21")["defence"] == 5


@plays("7.11")
def test_engineers_at_the_river(table: Table) -> None:
    units = {"o-1": "0605", "o-e1": "0605", "o-e2": "1003", "v-21": "0705", "v-22": "1004"}
    game = table("ostrand-combat", units)
    assert shifts(game, "0705", "o-1", "o-e1") == [(1, "7.11"), (-1, "7.6")]
    assert shifts(game, "1004", "o-e2") == []


@plays("7.12")
def test_who_is_in_a_zone_is_attacked(table: Table) -> None:
    game = table("ostrand-combat", FIELD, dice=(6,), options={"air": "off"})
    assert refused_by(game, Done()) == "7.12"
    across = table("ostrand-combat", {"o-1": "0605", "v-21": "0705"})
    assert refused_by(across, Done()) == ""
    game.submit(attack(game, "1106", "o-1", "o-2"))
    game.submit(Retreat(("v-21",), hexes(game, "1107")))
    game.submit(Advance(("o-1",), hexes(game, "1106")))
    assert refused_by(game, Done()) == ""  # next to it again, but nobody is left who can


CUT_OFF = {"o-1": "1105", "v-21": "1004", "v-22": "1006", "v-23": "1204", "v-24": "1206", "o-2": "0303"}
"""A division of Ostrand among four of Vell, and one at home."""


@plays("8.1", "8.2")
def test_supply(table: Table) -> None:
    told = table("ostrand-movement", CUT_OFF).ask("supply")
    assert (told["o-1"]["state"], told["o-2"]["state"]) == ("unsupplied", "supplied")
    (factors, *_) = odds(table("ostrand-combat", CUT_OFF), "1004", "o-1")["factors"]
    assert (factors["used"], factors["why"][0]["rule"]) == (3, "8.2")
    reach = table("ostrand-movement", {**CUT_OFF, "o-2": "0303"}).ask("reach", unit="o-2")
    assert max(row["mp"] for row in reach.values()) == 4


@plays("9.1")
def test_reinforcements(table: Table) -> None:
    game = Game.start(RULESET.board("crossings"))
    while game.state.turn == 1:
        game.submit(next(a for a in (Done(), *game.legal_actions()) if game.refusal(a) is None))
    road, field = hexes(game, "0106", "0203")
    assert refused_by(game, Place("o-10", field)) == "9.1"
    game.submit(Place("o-10", road))
    assert refused_by(game, move(game, "o-10", "0206")) == ""


@plays("9.2")
def test_withdrawals(table: Table) -> None:
    game = table("ostrand-exploitation", {"v-m7": "1203", "v-a5": "1204", "o-1": "0303"}, turn=6)
    game.submit(Done())
    assert (where(game, "v-m7"), where(game, "v-a5")) == ("exited", "1204")


@plays("10.1", "10.2")
@pytest.mark.parametrize(
    "units, level",
    [
        ({"o-1": "0904", "o-2": "1303", "v-21": "1406"}, "Ostrand victory"),
        ({"o-1": "0904", "v-21": "1010"}, "Drawn"),
        ({"o-1": "0604", "v-21": "1303"}, "Vell victory"),
    ],
)
def test_the_levels(table: Table, units: dict[str, str], level: str) -> None:
    game = table("vell-combat", units, turn=8)
    game.submit(Done())
    assert game.state.outcome is not None
    assert (game.state.outcome.level, game.state.outcome.rule) == (level, "10.1")


@plays("10.3")
def test_losses(table: Table) -> None:
    game = table("ostrand-combat", {**FIELD, "o-3": "1005"}, dice=(4,), options={"air": "off"})
    before = game.board.rules.victory_points(game.state)
    assert [p for p in before if p.rule == "10.3"] == []
    game.submit(attack(game, "1106", "o-1", "o-2"))
    while game.state.combats:
        game.submit(game.legal_actions()[0])
    lost = [p for p in game.board.rules.victory_points(game.state) if p.rule == "10.3"]
    assert ("ostrand", 1) in [(p.side, p.points) for p in lost]


@plays("10.4")
@pytest.mark.parametrize("second, level", [("1407", "Ostrand breaks through"), ("1406", "")])
def test_breakthrough(table: Table, second: str, level: str) -> None:
    game = table("vell-combat", {"o-1": "1303", "o-2": second, "v-21": "1102"}, turn=3)
    game.submit(Done())
    assert getattr(game.state.outcome, "level", "") == level


@plays("11.1")
def test_air_support(table: Table) -> None:
    game = table("ostrand-combat", FIELD, dice=(6,))
    game.submit(Attack(hexes(game, "1106"), ("o-1", "o-2"), {"ostrand-air": True}))
    assert (game.to_decide, game.state.tracks["ostrand-air"]) == ("vell", 3)
    game.submit(Commit("vell-air"))
    assert sorted((s.columns, s.rule) for s in game.state.combat.shifts) == [(-1, "11.1"), (1, "11.1")]
    assert game.state.tracks["vell-air"] == 1
    grounded = table("ostrand-combat", FIELD, dice=(6,), options={"air": "off"})
    assert refused_by(grounded, Commit("ostrand-air")) != ""
