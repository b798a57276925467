"""A ruleset as a folder of data: its tables play under the author's numbers; what is wrong is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from folder_hands import at, refused, way

from hexcore.actions import Attack, Done, Lose, Retreat
from hexcore.asking import supply
from hexcore.conformance import conformance
from hexcore.corrected import corrected
from hexcore.corrected_words import nearest
from hexcore.corrections import Correction, Corrections
from hexcore.coverage import report
from hexcore.events import Placed, apply
from hexcore.game import Game, SeededDice
from hexcore.players import seated
from hexcore.rule_sheet import RuleSheet
from hexcore.ruleset_folder import faults, read_ruleset
from hexcore.tables import DataError
from hexcore.toml_places import Places, Spot


# ------------------------------------------------------------------ both families play
@pytest.mark.parametrize("family", ["bridge", "ford"])
def test_a_folder_conforms_and_its_games_end(family: str, request: pytest.FixtureRequest) -> None:
    ruleset = read_ruleset(request.getfixturevalue(family))
    assert conformance(ruleset, seeds=(1,), scale=8) == []
    game = Game.start(ruleset.board(next(iter(ruleset.scenarios))), SeededDice(1))
    players = seated("steady", game.board.sides, 1)
    for _ in range(2_000):
        if game.state.outcome is not None:
            break
        side = game.to_decide
        assert side is not None
        game.submit(players[side](game.view(side), game.legal_actions()))
    assert game.state.outcome is not None


# ------------------------------------------------------------------ the earlier family
def test_zones_by_kind(ford: Path) -> None:
    """Zones cost armour points, bar those on foot from going through, and close to trucks."""
    units = {"1-lancers": "0203", "3-rifles": "0203", "g-truck": "0203", "11-guard": "0204"}
    game = at(read_ruleset(ford), "green-movement", units)
    around = [game.board.map.numbers[hex] for hex in game.board.map.around(game.board.map.hex("0203"))]
    zone = game.ask("zoc", side="grey")
    assert "0203" in zone
    inside, outside = (
        next(n for n in around if (n in zone) is there and n != "0204") for there in (True, False)
    )
    assert refused(game, way(game, "g-truck", inside)) == "6.4"
    assert refused(game, way(game, "3-rifles", inside)) == "6.3"
    assert refused(game, way(game, "3-rifles", outside)) == ""
    reach = game.ask("reach", unit="1-lancers")
    assert reach[inside]["mp"] == reach[outside]["mp"] + 2  # both leave a zone, one enters another


def test_results_in_words_and_the_opponent_retreats(ford: Path) -> None:
    ruleset = read_ruleset(ford)
    game = at(ruleset, "green-combat", {"1-lancers": "0502", "2-lancers": "0502", "11-guard": "0602"}, 3)
    game.submit(Attack((game.board.map.hex("0602"),), ("1-lancers", "2-lancers")))  # 7:3, a 3 is Dr
    assert game.decision is not None
    assert (game.to_decide, game.decision.kind, game.decision.rule) == ("green", "retreat-units", "7.5")
    north = [a for a in game.legal_actions() if isinstance(a, Retreat)]
    numbers = {game.board.map.numbers[a.path[-1]][:2] for a in north}
    assert numbers <= {"06", "07"}  # toward its own edge
    assert refused(game, Retreat(("11-guard",), (game.board.map.hex("0503"),))) in ("7.6", "7.7")


def test_an_exchange(ford: Path) -> None:
    """The weaker side loses all; the other chooses what is worth as much."""
    units = {"1-lancers": "0502", "3-rifles": "0502", "11-guard": "0602"}
    game = at(read_ruleset(ford), "green-combat", units, 1)
    game.submit(Attack((game.board.map.hex("0602"),), ("1-lancers", "3-rifles")))  # 7:3, a 1 is Ex
    assert not game.state.units["11-guard"].alive
    assert game.decision is not None
    assert game.decision.kind == "exchange"
    game.submit(Lose("3-rifles"))
    assert game.decision is None or game.decision.kind != "exchange"


def test_the_river_is_a_die_modifier_under_its_number(ford: Path) -> None:
    game = at(read_ruleset(ford), "green-combat", {"1-lancers": "0303", "11-guard": "0403"})
    told = game.ask("odds", target=["0403"], attackers=["1-lancers"], kind="attack", support={})
    assert [m["rule"] for m in told["die_modifiers"]] == ["7.2"]


# ------------------------------------------------------------------ choices by name
def test_a_zone_that_locks(changed: Callable[..., Path]) -> None:
    stands = {"b-1": "0704", "r-11": "0703"}
    stop = at(read_ruleset(changed()), "blue-movement", stands)
    assert refused(stop, way(stop, "b-1", "0705")) == ""


def test_a_unit_does_not_leave_a_zone_that_locks(changed: Callable[..., Path]) -> None:
    ruleset = read_ruleset(changed(("ruleset.toml", 'kind = "stop"', 'kind = "lock"')))
    game = at(ruleset, "blue-movement", {"b-1": "0704", "b-2": "0606", "r-11": "0703"})
    assert refused(game, way(game, "b-1", "0705")) == "6.1"
    assert refused(game, way(game, "b-2", "0605")) == ""


def test_a_counter_with_a_strength_of_its_own_for_defence(changed: Callable[..., Path]) -> None:
    head = "strength,movement,reduced_strength"
    folder = changed(("counters.csv", head, f"{head},defence"))
    lines = (folder / "counters.csv").read_text().splitlines()
    given = [line + (",7" if line.startswith("r-11,") else ",") for line in lines[1:]]
    (folder / "counters.csv").write_text("\n".join([lines[0], *given]) + "\n")
    game = at(read_ruleset(folder), "blue-combat", {"b-1": "0704", "r-11": "0804", "r-12": "0705"})
    ask = {"attackers": ["b-1"], "kind": "attack", "support": {}}
    assert game.ask("odds", target=["0804"], **ask)["defence"] == 7
    assert game.ask("odds", target=["0705"], **ask)["defence"] == 3


def test_shifts_are_capped(changed: Callable[..., Path]) -> None:
    folder = changed(
        ("ruleset.toml", "[combat]\n", '[combat]\nmost_shift = 1\nmost_shift_rule = "7.1"\n'),
        ("costs.csv", "side,river,+1,+2,-1", "side,river,+1,+2,-3"),
    )
    ruleset = read_ruleset(folder)
    game = at(ruleset, "blue-combat", {"b-1": "0403", "r-12": "0503"})
    told = game.ask("odds", target=["0503"], attackers=["b-1"], kind="attack", support={})
    assert [(s["columns"], s["rule"]) for s in told["shifts"]] == [(-3, "7.5"), (2, "7.1")]
    code = next(row["code"] for row in report(ruleset) if row["rule"] == "7.1")
    assert any("shifts_that_count" in place for place in code)


def test_losses_for_want_of_supply(changed: Callable[..., Path]) -> None:
    folder = changed(("ruleset.toml", 'rule = "8.2"', 'rule = "8.2"\nlose = "step"'))
    cut = {"b-1": "0405", "r-11": "0202", "r-12": "0204", "r-13": "0206", "b-2": "0103"}
    game = at(read_ruleset(folder), "blue-combat", cut)
    game.submit(Done())
    assert (game.state.units["b-1"].losses, game.state.units["b-2"].losses) == (1, 0)


def test_supply_as_judged_when_the_phase_began_is_told_before_the_line_of_now(
    changed: Callable[..., Path],
) -> None:
    cut = {"b-1": "0405", "r-11": "0202", "r-12": "0204", "r-13": "0206", "b-2": "0103"}
    game = at(read_ruleset(changed()), "blue-combat", cut)
    assert game.ask("supply", unit="b-1")["b-1"]["state"] == "unsupplied"
    assert "holds" not in game.ask("supply", unit="b-1")["b-1"]  # as it was judged, so it stands
    state = apply(game.state, Placed("b-1", game.board.map.hex("0103")))
    told = supply(state, "b-1")["b-1"]
    assert told["state"] == "supplied" and told["holds"]["state"] == "unsupplied"
    assert told["holds"]["text"] == "Unsupplied in this phase (judged as it began)"


def test_a_sudden_end(changed: Callable[..., Path]) -> None:
    held = 'side = "blue"\nhexes = ["0603"]\nlevel = "At a stroke"\nrule = "10.2"'
    sudden = f"[[victory.sudden]]\n{held}\n\n[[option]]"
    folder = changed(("ruleset.toml", "[[option]]", sudden))
    for unit, level in (("b-1", "At a stroke"), ("r-11", None)):
        game = at(read_ruleset(folder), "red-combat", {unit: "0603"})
        game.submit(Done())
        assert (game.state.outcome.level if game.state.outcome else None) == level


def test_a_withdrawal(changed: Callable[..., Path]) -> None:
    folder = changed()
    (folder / "withdrawals.csv").write_text("scenario,unit,turn\n*,b-1,2\n")
    game = at(read_ruleset(folder), "blue-movement", {"b-1": "0303", "b-2": "0303"})
    assert (game.state.units["b-1"].hex, game.state.units["b-2"].hex >= 0) == (-1, True)


def test_a_custom_denied(changed: Callable[..., Path]) -> None:
    """`voluntary = false`: an attack that can be made is made."""
    folder = changed(("ruleset.toml", "[[option]]", "[customs]\nvoluntary = false\n\n[[option]]"))
    game = at(read_ruleset(folder), "blue-combat", {"b-1": "0704", "r-11": "0703"})
    assert game.refusal(Done()) is not None


def test_an_option_switches_numbers_off(bridge: Path) -> None:
    """The river option takes 7.5, what a river gives in combat, out of force; it costs what it costs."""
    ruleset, units = read_ruleset(bridge), {"b-1": "0403", "r-12": "0503"}
    ask = {"target": ["0503"], "attackers": ["b-1"], "kind": "attack", "support": {}}
    for value, numbers in (("on", ["7.5"]), ("off", [])):
        fight = at(ruleset, "blue-combat", units, options={"river": value})
        assert [s["rule"] for s in fight.ask("odds", **ask)["shifts"]] == numbers
        march = at(ruleset, "blue-movement", {"b-1": "0405"}, options={"river": value})
        assert march.ask("reach", unit="b-1")["0505"]["mp"] == 3


def test_a_cost_has_a_number_of_its_own(changed: Callable[..., Path]) -> None:
    folder = changed(("ruleset.toml", 'off = { off = ["7.5"] }', 'off = { off = ["5.2"] }'))
    rows = (folder / "costs.csv").read_text().splitlines()
    given = [f"{row},5.2" if row.startswith("side,river") else f"{row}," for row in rows[1:]]
    (folder / "costs.csv").write_text("\n".join([f"{rows[0]},cost_rule", *given]) + "\n")
    text = (folder / "ruleset.toml").read_text().replace('terrain_rule = "5.2"\n', "")
    (folder / "ruleset.toml").write_text(text)
    for value, points in (("on", 3), ("off", 2)):
        march = at(read_ruleset(folder), "blue-movement", {"b-1": "0405"}, options={"river": value})
        assert march.ask("reach", unit="b-1")["0505"]["mp"] == points


def test_rules_in_python_go_before_the_tables(changed: Callable[..., Path]) -> None:
    folder = changed()
    code = "from hexcore.rules import rule\n\n\n"
    code += '@rule({"some-bridge": "5.9"}, hook="movement_allowance")\n'
    code += 'def slow(state, unit):\n    return 2 if unit.id == "b-1" else None\n'
    (folder / "rules.py").write_text(code)
    game = at(read_ruleset(folder), "blue-movement", {"b-1": "0303", "b-2": "0303"})
    longest = {u: max(row["mp"] for row in game.ask("reach", unit=u).values()) for u in ("b-1", "b-2")}
    assert longest == {"b-1": 1, "b-2": 4}


def test_corrections_reach_the_tables(bridge: Path) -> None:
    rows = (
        ("crt", "4 2-1", "result", "0/2"),
        ("costs", "hex woods", "shift", "-2"),
        ("set-up", "* b-1", "hex", "0401"),
    )
    laid = Corrections("c.csv", tuple(Correction(*row, by="Ann", line=n) for n, row in enumerate(rows, 2)))
    game = at(
        corrected(read_ruleset(bridge), laid), "blue-combat", {"b-1": "0804", "b-2": "0804", "r-11": "0704"}
    )
    with game.board.reading():
        told = game.ask("odds", target=["0704"], attackers=["b-1", "b-2"], kind="attack", support={})
    assert [s["columns"] for s in told["shifts"]] == [-2]
    opened = Game.start(corrected(read_ruleset(bridge), laid).board("battle"))
    assert opened.board.map.numbers[opened.state.units["b-1"].hex] == "0401"


# ------------------------------------------------------------------ what is wrong
@pytest.mark.parametrize(
    "file, old, new, told",
    [
        ("ruleset.toml", 'kind = "stop"', 'kind = "stopp"', "ruleset.toml:19:8: kind: 'stopp' is none of"),
        ("ruleset.toml", "[zones]", "[zonse]", "no key 'zonse' here; the nearest is 'zones'"),
        ("ruleset.toml", "limit = 2", 'limit = "2"', "ruleset.toml:25:9: limit: "),
        (
            "ruleset.toml",
            'rule = "6.3"',
            'rule = "6.33"',
            "rules.toml has no text for '6.33' (is '6.3' meant?)",
        ),
        ("ruleset.toml", 'hexes = ["0603"]', 'hexes = ["0693"]', "'0693' is not a hex or group of hexes"),
        ("ruleset.toml", 'not_across = ["river"]', 'not_across = ["rivr"]', "the nearest is 'river'"),
        ("ruleset.toml", "blue = [", "bleu = [", "'bleu' is not a side; the nearest is 'blue'"),
        ("ruleset.toml", '"west-edge"', '"west-egde"', "the nearest is 'west-edge'"),
        ("ruleset.toml", 'title = "Some Bridge"', 'title = "Some', "ruleset.toml:5:"),
        ("counters.csv", "b-1,blue", "b-1,bleu", "counters.csv:2:5: side: 'bleu' is not a side"),
        ("counters.csv", "designation", "desgination", "counters.csv:1:14: no column 'desgination' here"),
        ("counters.csv", "4,4,2\n", "4,x,2\n", "counters.csv:2:34: movement: "),
        ("set-up.csv", "b-2", "b-22", "set-up.csv:3:3: unit: 'b-22' is not a counter"),
        ("set-up.csv", "0304", "0394", "set-up.csv:3:7: hex: '0394' is not a hex"),
        ("costs.csv", "woods", "wods", "the map has no terrain word 'wods'; the nearest is 'woods'"),
        ("costs.csv", "+1,+2", "+1,much", "costs.csv:5:15: cavalry: 'much' is no number of points"),
        ("costs.csv", "shift", "shfit", "costs.csv:1:26: no column 'shfit' here; the nearest is 'shift'"),
        ("crt.csv", "1,1-1,1/0\n", "", "die 1 has no cell in the column 1-1"),
        ("crt.csv", "2/0", "two", "crt.csv:2:7: result: 'two' is not attacker/defender"),
        ("arrivals.csv", "b-5,2", "b-5,12", "arrivals.csv:2:7: turn: 12 is after the last turn, 6"),
        ("sequence.toml", 'side = "red"', 'side = "rde"', "sequence.toml:20:8: side: 'rde' is not a side"),
        ("hexes.csv", "0101,clear", "0101,clear,extra", "hexes.csv:2: 3 cells under 2 headings"),
        ("hexsides.csv", "0401,0501", "0401,0801", "hexsides.csv:2: 0401 and 0801 do not touch"),
    ],
)
def test_a_fault_is_told_with_its_place(
    changed: Callable[..., Path], file: str, old: str, new: str, told: str
) -> None:
    folder = changed((file, old, new))
    found = [str(fault) for fault in faults(folder)]
    assert len(found) == 1, found
    assert found[0].startswith(str(folder / file)) and told in found[0]
    with pytest.raises(DataError) as raised:
        _ = read_ruleset(folder).scenarios, read_ruleset(folder).counters
    assert str(raised.value) == found[0]


def test_all_faults_are_told_at_once(changed: Callable[..., Path]) -> None:
    folder = changed(
        ("ruleset.toml", 'rule = "6.3"', 'rule = "6.33"'),
        ("counters.csv", "b-1,blue", "b-1,bleu"),
        ("set-up.csv", "b-2", "b-22"),
    )
    assert len(faults(folder)) == 3
    with pytest.raises(DataError, match=r"\(and 2 more\)"):
        _ = read_ruleset(folder).scenarios


def test_a_broken_rules_py_is_told_with_its_line(changed: Callable[..., Path]) -> None:
    folder = changed()
    (folder / "rules.py").write_text("x = 1\nimport no_such_module\n")
    with pytest.raises(
        DataError, match=r"rules\.py:2: ModuleNotFoundError: No module named 'no_such_module'"
    ):
        read_ruleset(folder)


def test_where_things_stand_in_toml() -> None:
    text = '# first\na.b = 1\n[t]\n"q k" = [ "x", # no\n  {y = \'z\', w = """\n#""" } ]\n'
    text += "[[s]]\n[[s]]\nn = { m = 2 }\n"
    places = Places(text)
    assert places.value(("a", "b")) == Spot(2, 7)
    assert places.value(("t", "q k", 1, "y")) == Spot(5, 8)
    assert places.key(("t", "q k", 1, "w")) == Spot(5, 13)
    assert places.value(("s", 1, "n", "m")) == Spot(9, 11)
    assert places.key(("s", 1, "missing")) == Spot(8, 1)


def test_one_function_fills_the_hook_of_two_rulesets() -> None:
    """What one sheet makes of it is nothing to the other."""

    def always(state: object, unit: object) -> bool:
        return True

    sheets = RuleSheet("one", "first_rules"), RuleSheet("two", "second_rules")
    for sheet in sheets:
        sheet.add("zones", "negates_zone", always, "6.1")
    found = [vars(sheet.module)["zones.negates_zone"] for sheet in sheets]
    assert [one.__module__ for one in found] == ["first_rules", "second_rules"]
    assert [one.hexcore_rule.numbers for one in found] == [{"one": "6.1"}, {"two": "6.1"}]
    assert all(one(None, None) for one in found) and not hasattr(always, "hexcore_rule")


def test_who_is_to_be_set_up_is_no_arrival_of_a_later_turn(
    ford: Path, tmp_path: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "ford.hexgame"
    monkeypatch.setenv("HEXCORE_RULESETS", str(ford))
    assert run("new", "ford", "ford", "-o", game)[0] == 0
    shown = run("show", game)[1]
    assert "(to set up)" in shown and "(arrivals)" not in shown
    assert '"box": "arrivals"' in run("show", game, "--json")[1]


def test_the_nearest_word_is_the_one_that_differs_in_its_capitals() -> None:
    assert nearest("DE", ("De", "Dr", "Ex")) == "; the nearest is 'De'"
    assert nearest("Dx", ("De", "Ex")) != ""
