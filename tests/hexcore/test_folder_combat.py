"""Combat of a ruleset folder: attacks that must be made; numbers that retreats and advances go by."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from folder_hands import at, refused

from hexcore.actions import Attack, Done
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
