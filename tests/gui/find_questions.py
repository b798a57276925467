"""Finds positions for `questions.jsonl` by playing: `python tests/gui/find_questions.py`, for some minutes.

Needed when the form of a state has changed, or a kind of question has been added. The dice are typed in, so
that what they decide is a question too.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "rulesets")]

from questions_file import FILE, GAMES as OWN, PLANNED, read, ruleset  # noqa: E402

from hexcore.codec import StateForm  # noqa: E402
from hexcore.game import Game, TypedDice  # noqa: E402
from hexcore.players import seated  # noqa: E402
from hexcore.positions import position_from  # noqa: E402
from hexcore.record import Setting, setting  # noqa: E402
from hexcore.units import CHANCE  # noqa: E402

MOST = 11_000
RHINE = HERE.parent / "soak" / "rhine.toml"
GAMES = [("hill", "battle"), ("crossing", "ford"), ("cobra-1977", "breakout"), ("cobra", "campaign")]
GAMES += [("cobra", "buildup"), ("breakout-pursuit", "1.1"), ("breakout-pursuit", "3.1")]


def difference(opening: Mapping[str, Any], state: Mapping[str, Any]) -> dict[str, Any]:
    """What `questions_file.put_together` takes."""
    found: dict[str, Any] = {}
    for key, value in state.items():
        before = opening.get(key)
        if before == value:
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            found[key] = {name: one for name, one in value.items() if before.get(name, ...) != one}
            if gone := [name for name in before if name not in value]:
                found[f"{key} gone"] = gone
        else:
            found[key] = value
    return found


def played(start: Setting, kind: str, seed: int) -> Iterator[Game]:
    """A game at each of its questions."""
    game, source = start.start(TypedDice()), random.Random(seed)
    players = seated(kind, start.board.sides, seed)
    for _ in range(MOST):
        if game.decision is None:
            return
        yield game
        side, listed = game.decision.side, game.legal_actions()
        answer = source.choice(listed) if side == CHANCE else players[side](game.view(side), listed)
        game.submit(answer, side)


def settings() -> Iterator[tuple[dict[str, Any], Setting]]:
    """Games as they are by default, then with every option on; and one beyond a great river."""
    for switched in (False, True):
        for id, scenario in GAMES:
            known = ruleset(id).scenario(scenario).options
            on = {o.id: "on" if "on" in o.values else o.values[-1] for o in known} if switched else {}
            told = {"ruleset": id, "scenario": scenario, "options": on}
            yield told, setting(ruleset(id), scenario, on)
    position = position_from(RHINE.read_text(encoding="utf-8"), str(RHINE))
    told = {"ruleset": "breakout-pursuit", "scenario": "1.4", "options": {}}
    yield told, setting(ruleset("breakout-pursuit"), "1.4", {}, position)


def key_of(ruleset: str, kind: str) -> tuple[str, str]:
    """Each of the three games has a position of its own for a kind; the small ones need but one of all."""
    return (ruleset if ruleset in OWN else "", kind)


def main() -> None:
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for told, start in settings():
        form = StateForm(start.board)
        plain = setting(ruleset(told["ruleset"]), told["scenario"], told["options"])
        opening = json.loads(json.dumps(form.dump(plain.start(TypedDice()).state)))
        for kind, seed in (("steady", 1), ("random", 1)):
            for game in played(start, kind, seed):
                assert game.decision is not None
                key = key_of(told["ruleset"], game.decision.kind)
                if key not in found:
                    state = json.loads(json.dumps(form.dump(game.state)))
                    found[key] = {
                        **told, "kind": game.decision.kind, "state": difference(opening, state),
                    }  # fmt: skip
                    print(game.decision.kind, told["ruleset"], told["scenario"], flush=True)
    for row in read():  # what no game comes to was put together by hand; and the plans of test_plans_declared
        key = key_of(row["ruleset"], row["kind"])
        if key not in found or (row["ruleset"], row["kind"]) in PLANNED:
            found[key] = row
    rows = sorted(found.values(), key=lambda r: (r["ruleset"], r["scenario"], str(r["options"]), r["kind"]))
    lines = [json.dumps(row, sort_keys=True, separators=(",", ":")) for row in rows]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
