"""Combat of a ruleset folder: attacks that must be made; numbers that retreats and advances go by."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from folder_hands import at, refused

from hexcore.actions import Attack, Declare, Done
from hexcore.conformance import conformance
from hexcore.game import Game
from hexcore.ruleset import Ruleset
from hexcore.ruleset_folder import read_ruleset


def owing(changed: Callable[..., Path], key: str, *more: tuple[str, str, str]) -> Ruleset:
    """The folder with attacks that must be made, under 7.9."""
    said = f'[combat]\n{key} = true\n{key}_rule = "7.9"\n'
    folder = changed(("ruleset.toml", "[combat]\n", said), *more)
    with (folder / "rules.toml").open("a") as rules:
        rules.write('["7.9"]\ntitle = "Attacks"\ntext = "They must be made."\n')
    return read_ruleset(folder)


def fought_out(game: Game, target: str, *units: str) -> Game:
    game.submit(Attack((game.board.map.hex(target),), units))
    while game.state.combats:
        game.submit(game.legal_actions()[0])
    return game


@pytest.mark.parametrize(
    "key, enemy, owed",
    [
        ("must_attack", "0703", "0703 must be attacked"),
        ("must_attack", "0702", ""),  # two hexes off
        ("all_attack", "0703", "1/I must attack"),
        ("all_attack", "0702", ""),
    ],
)
def test_an_attack_that_must_be_made(
    changed: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, key: str, enemy: str, owed: str
) -> None:
    """Under its number, and no more once it is made, or the number is out of force."""
    ruleset, units = owing(changed, key), {"b-1": "0704", "r-11": enemy}
    refusal = at(ruleset, "blue-combat", units).refusal(Done())
    assert (refusal.reason if refusal else "") == owed
    assert refusal is None or refusal.rule == "7.9"
    if owed:
        assert refused(fought_out(at(ruleset, "blue-combat", units, 3), enemy, "b-1"), Done()) == ""
        monkeypatch.setenv("HEXCORE_OFF", "7.9")
        assert refused(at(ruleset, "blue-combat", units), Done()) == ""
        assert refused(at(ruleset, "blue-movement", units), Done()) == ""


def test_all_that_must_be_attacked_are_named(changed: Callable[..., Path]) -> None:
    game = at(owing(changed, "must_attack"), "blue-combat", {"b-1": "0704", "r-11": "0703", "r-13": "0705"})
    refusal = game.refusal(Done())
    assert refusal is not None and refusal.reason == "0703 and 0705 must be attacked"


@pytest.mark.parametrize("key", ["must_attack", "all_attack"])
def test_across_the_river_nobody_must(changed: Callable[..., Path], key: str) -> None:
    """Zones do not cross it, attacks do. (The custom `voluntary`, denied, knows no zones: it would ask.)"""
    game = at(owing(changed, key), "blue-combat", {"b-1": "0403", "r-12": "0503"})
    assert refused(game, Attack((game.board.map.hex("0503"),), ("b-1",))) == ""
    assert refused(game, Done()) == ""


@pytest.mark.parametrize(
    "key, unit, enemy, owed",
    [
        ("must_attack", "b-1", "r-dragoons", "7.9"),
        ("must_attack", "b-hussars", "r-11", ""),
        ("all_attack", "b-1", "r-dragoons", ""),
        ("all_attack", "b-hussars", "r-11", "7.9"),
    ],
)
def test_whose_zone_it_is(changed: Callable[..., Path], key: str, unit: str, enemy: str, owed: str) -> None:
    """Infantry alone exerts a zone: who stands in one's own is attacked; who stands in one attacks."""
    ruleset = owing(changed, key, ("ruleset.toml", "[zones]\n", '[zones]\nunits = ["infantry"]\n'))
    game = at(ruleset, "blue-combat", {unit: "0704", enemy: "0703"})
    assert refused(game, Done()) == owed


def test_the_numbers_of_retreats_and_advances_take_them_out_of_force(
    ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """7:3 and a 3 is Dr: who defends goes back, who attacked may follow. Each falls with its number."""
    units = {"1-lancers": "0502", "2-lancers": "0502", "11-guard": "0602"}

    def asked(off: str) -> list[str]:
        monkeypatch.setenv("HEXCORE_OFF", off)
        game = at(read_ruleset(ford), "green-combat", units, 3)
        game.submit(Attack((game.board.map.hex("0602"),), ("1-lancers", "2-lancers")))
        kinds = []
        while game.state.combats and game.decision is not None:
            kinds.append(game.decision.kind)
            game.submit(game.legal_actions()[-1])
        return kinds

    assert asked("") == ["retreat-units", "advance-after-combat"]
    assert asked("7.5") == []
    assert asked("7.9") == ["retreat-units"]


def test_a_retreat_without_a_number_cites_that_of_the_results(ford: Path, tmp_path: Path) -> None:
    folder = tmp_path / "ford"
    shutil.copytree(ford, folder)
    text = (folder / "ruleset.toml").read_text()
    for number in ('rule = "7.5"\n', 'rule = "7.9"\n'):
        assert number in text
        text = text.replace(number, "")
    (folder / "ruleset.toml").write_text(text)
    ruleset = read_ruleset(folder)
    assert [f for f in conformance(ruleset, seeds=(1,), scale=8) if f.check == "rule known"] == []
    game = at(ruleset, "green-combat", {"1-lancers": "0502", "2-lancers": "0502", "11-guard": "0602"}, 3)
    game.submit(Attack((game.board.map.hex("0602"),), ("1-lancers", "2-lancers")))
    assert game.decision is not None and (game.decision.kind, game.decision.rule) == ("retreat-units", "7.4")


@pytest.mark.parametrize(
    "number, attackers, numbers",
    [
        ("7.5", ("b-1", "b-2"), ["7.5"]),  # one across the river, one across the bridge: all across the Alder
        ("7.5", ("b-1", "b-2", "b-3"), []),  # one that crosses nothing
        ("7.5", ("b-2",), ["7.5"]),
        ("7.9", ("b-1", "b-2"), []),  # two cases, and neither has all attackers
        ("7.9", ("b-2",), ["7.9"]),
    ],
)
def test_river_and_bridge_of_one_number_count_as_one(
    changed: Callable[..., Path], number: str, attackers: tuple[str, ...], numbers: list[str]
) -> None:
    bridge = ("hexsides.csv", "0403,0503,river,Alder", "0403,0503,bridge,")
    folder = changed(bridge, ("costs.csv", "road,road", f"side,bridge,0,0,-1,1,{number}\nroad,road"))
    with (folder / "rules.toml").open("a") as rules:
        rules.write('["7.9"]\ntitle = "Bridges"\ntext = "One column."\n')
    units = {"b-1": "0402", "b-2": "0403", "b-3": "0504", "r-12": "0503"}
    asked = at(read_ruleset(folder), "blue-combat", units).ask("odds", target=["0503"], attackers=attackers)
    assert [shift["rule"] for shift in asked["shifts"]] == numbers


FROM_AFAR = """
from hexcore.rules import rule

@rule({"some-bridge": "7.9"}, hook="may_attack")
def hussars_shoot(state, unit, targets, combat):
    reach, at = 2 if unit.counter.kind == "cavalry" else 1, state.board.map.coords
    far = any(at[unit.hex].distance(at[hex]) > reach for hex in targets)
    return f"{unit.counter.name} is too far off" if far else None
"""


def test_an_attack_from_afar(changed: Callable[..., Path]) -> None:
    """Without the custom `adjacent` a rule on may_attack says how far; it needs no neighbour to begin."""
    folder = changed(("ruleset.toml", "[combat]\n", "[customs]\nadjacent = false\n\n[combat]\n"))
    (folder / "rules.py").write_text(FROM_AFAR)
    with (folder / "rules.toml").open("a") as rules:
        rules.write('["7.9"]\ntitle = "From afar"\ntext = "Hussars attack over two hexes."\n')
    ruleset = read_ruleset(folder)
    game = at(ruleset, "blue-combat", {"b-hussars": "0704", "b-1": "0604", "r-11": "0702"}, 6)
    target = (game.board.map.hex("0702"),)
    assert Declare(target) in game.legal_actions()
    assert refused(game, Attack(target, ("b-1",))) == "7.9"
    assert game.ask("odds", target=["0702"], attackers=["b-hussars"])["attack"] > 0
    fought_out(game, "0702", "b-hussars")
    assert game.state.note("fought", "b-hussars")
    alone = at(ruleset, "blue-combat", {"b-1": "0604", "r-11": "0702"})
    refusal = alone.refusal(Declare(target))
    assert refusal is not None and refusal.rule == "7.9" and alone.legal_actions() == [Done()]


def test_a_set_up_phase_of_every_turn_asks_in_the_first_only(ford: Path, tmp_path: Path) -> None:
    """Who waits for it has been set up; nobody is asked to set up units that have moved on."""
    folder = shutil.copytree(ford, tmp_path / "ford")
    text = (folder / "sequence.toml").read_text()
    assert text.count("turns = [1]") == 2
    (folder / "sequence.toml").write_text(text.replace("turns = [1]", ""))
    game = Game.start(read_ruleset(folder).board("ford"))
    asked = []
    while game.state.turn < 3 and game.decision is not None:
        asked += [game.state.turn] if game.decision.kind == "set-up" else []
        game.submit(next((one for one in game.legal_actions() if one == Done()), game.legal_actions()[0]))
    assert set(asked) == {1} and game.state.turn == 3


SPARED = """
from hexcore.rules import general

@general("spared")
def who_fires(state, combat, unit):
    return unit.id in combat.attackers
"""


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(
    "family, units, target",
    [
        ("bridge", {"b-1": "0704", "r-11": "0703"}, "0703"),
        ("ford", {"1-lancers": "0502", "11-guard": "0602"}, "0602"),
    ],
)
def test_whoever_the_result_passes_by(
    request: pytest.FixtureRequest, tmp_path: Path, family: str, units: dict[str, str], target: str, die: int
) -> None:
    """Alone against the enemy, whatever the die says: he neither loses, nor goes back, nor advances."""
    folder = shutil.copytree(request.getfixturevalue(family), tmp_path / family)
    (folder / "rules.py").write_text(SPARED)
    attacker, phase = next(iter(units)), "blue-combat" if family == "bridge" else "green-combat"
    game = fought_out(at(read_ruleset(folder), phase, units, die), target, attacker)
    unit = game.state.units[attacker]
    assert (game.board.map.numbers[unit.hex], unit.losses) == (units[attacker], 0)


@pytest.mark.parametrize("die", [1, 6])
def test_guns_fire_over_two_hexes_and_suffer_nothing(
    changed: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, die: int
) -> None:
    """A 1 costs the attackers: the hussars two hexes off are spared, beside the enemy they are not."""
    said = '[combat.range]\nhexes = { cavalry = 2 }\nrule = "7.9"\nunharmed = true\n\n[retreat]\n'
    folder = changed(("ruleset.toml", "[retreat]\n", said))
    with (folder / "rules.toml").open("a") as rules:
        rules.write('["7.9"]\ntitle = "Range"\ntext = "Hussars attack over two hexes."\n')
    ruleset = read_ruleset(folder)
    for hex, target, losses in (("0704", "0702", 0), ("0703", "0702", 2 if die == 1 else 0)):
        game = fought_out(
            at(ruleset, "blue-combat", {"b-hussars": hex, "r-11": target}, die), target, "b-hussars"
        )
        assert game.state.units["b-hussars"].losses == losses
    game = at(ruleset, "blue-combat", {"b-hussars": "0704", "b-1": "0704", "r-11": "0702"})
    attack = Attack((game.board.map.hex("0702"),), ("b-1",))
    refusal = game.refusal(attack)
    assert refusal is not None and refusal.rule == "7.9"
    assert refusal.reason.endswith("attacks over 1 hex; 0702 is farther off")
    monkeypatch.setenv("HEXCORE_OFF", "7.9")
    game = at(ruleset, "blue-combat", {"b-hussars": "0704", "r-11": "0702"})
    assert game.refusal(Attack(attack.targets, ("b-hussars",))) is not None
