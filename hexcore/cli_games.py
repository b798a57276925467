"""Commands that play a game file: new, show, legal, do, undo, redo, ask."""

from __future__ import annotations

import json
import secrets
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hexcore import cli_text
from hexcore.actions import ActionError
from hexcore.asking import ask as asked
from hexcore.cli import Wrong, emit
from hexcore.codec import EventForm, action_form, question
from hexcore.game import Game, IllegalAction
from hexcore.game_tree import MAIN
from hexcore.gamefile import GameFile
from hexcore.positions import read_position
from hexcore.record import DiceRecord
from hexcore.rules import Refusal
from hexcore.ruleset import find
from hexcore.showing import legal as listed, show as shown
from hexcore.units import ARRIVALS, CHANCE, Side


# ------------------------------------------------------------------ beginning
def new(given: Namespace) -> None:
    """Begin a game in a new file."""
    ruleset = find(given.ruleset)
    ruleset.scenario(given.scenario)
    if given.corrections:
        from hexcore.cli_corrections import tell_doubts
        from hexcore.corrected import corrected
        from hexcore.corrections import read_corrections

        corrections = read_corrections(Path(given.corrections))
        tell_doubts(ruleset, corrections)
        ruleset = corrected(ruleset, corrections)
    position = read_position(Path(given.position)) if given.position else None
    path = Path(given.output)
    with GameFile.create(
        path,
        ruleset,
        given.scenario,
        dice=dice_given(given.dice, given.seed),
        options=options_given(given.option),
        position=position,
    ) as file:
        value = {"file": str(path), **_standing(file.game)}
        emit(given, value, f"{path}: {_question(file.game)}")


def dice_given(dice: str | None, seed: int | None) -> DiceRecord:
    """The dice as the command line has them: listed ones first, then a seed; or typed in."""
    if dice == "typed":
        if seed is not None:
            raise Wrong("dice that are typed in have no seed")
        return DiceRecord("typed")
    drawn = secrets.randbelow(1 << 31) if seed is None else seed
    if dice is None:
        return DiceRecord("seed", drawn)
    faces = dice.replace(",", " ").split()
    wrong = [face for face in faces if face not in ("1", "2", "3", "4", "5", "6")]
    if wrong or not faces:
        raise Wrong(f"--dice is a list of faces from 1 to 6, or typed, not {wrong[0] if wrong else dice!r}")
    return DiceRecord("script", drawn, tuple(map(int, faces)))


def options_given(pairs: Sequence[str]) -> dict[str, str]:
    """`ID=VALUE` words as options."""
    options = {}
    for pair in pairs:
        id, equals, value = pair.partition("=")
        if not equals:
            raise Wrong(f"an option is written ID=VALUE, not {pair!r}")
        options[id] = value
    return options


# ------------------------------------------------------------------ looking
def opened(given: Namespace) -> GameFile:
    """The game file named, ready to be played on; what is damaged without harm to the game is told."""
    file = GameFile.open(Path(given.file))
    for told in file.damaged:
        print(f"hexcore: {file.path}: {told}; the game is whole, its answers tell the same", file=sys.stderr)
    return file


def show(given: Namespace) -> None:
    """Where everything stands."""
    with opened(given) as file:
        value = shown(file.game, side_given(file.game, given.viewer)) | on_branch(file)
        head = f"on the what-if {file.branch.name}\n" if on_branch(file) else ""
        emit(given, value, head + cli_text.position(_spelt(file.game, _to_set_up(file.game, value))))


def _to_set_up(game: Game, value: dict[str, Any]) -> dict[str, Any]:
    """A position for text: who waits to be set up by his side does not wait for a later turn."""
    areas = [a for side in game.board.sides for a in game.board.rules.set_up_areas(game.state, side)]
    named = {id for area in areas for id in area.units}
    units = [
        {**unit, "box": "to set up"} if unit["id"] in named and unit.get("box") == ARRIVALS.name else unit
        for unit in value["units"]
    ]
    return {**value, "units": units}


def on_branch(file: GameFile) -> dict[str, str]:
    """The what-if that is being played, for an answer; nothing on the main line."""
    return {} if file.branch.name == MAIN else {"branch": file.branch.name}


def legal(given: Namespace) -> None:
    """What may be done now."""
    with opened(given) as file:
        if given.unit is not None and given.unit not in file.game.state.units:
            raise Wrong(f"no unit {given.unit!r} in this game")
        value = listed(file.game, given.unit)
        emit(given, value, "\n".join(json.dumps(action) for action in value) or "(nothing)")


def ask(given: Namespace) -> None:
    """Ask about a position, as the side to decide sees it unless another is named."""
    with opened(given) as file:
        game = file.game
        viewer = side_given(game, given.viewer)
        if viewer is None and game.to_decide not in (None, CHANCE):
            viewer = game.to_decide
        value = asked(game, given.question, viewer, **_asked_of(given))
        emit(given, value, getattr(cli_text, given.question)(_spelt(game, value)))


def _spelt(game: Game, value: Any) -> Any:
    """Plain data for text: its rules as people cite them."""
    return cli_text.spelt(value, game.board.ruleset.spelled)


def _asked_of(given: Namespace) -> dict[str, Any]:
    match given.question:
        case "reach" | "supply":
            return {"unit": given.unit}
        case "zoc":
            return {"side": given.side}
        case "why":
            return {"action": _object(given.action)}
        case "odds":
            support = _object(given.support)
            return {
                "target": given.target,
                "attackers": given.attackers,
                "kind": given.kind,
                "support": support,
            }
    return {}


def side_given(game: Game, word: str | None) -> Side | None:
    """The side named by `--as`, None when none is."""
    if word is not None and word not in game.board.sides:
        raise Wrong(f"no side {word!r}; it is one of {', '.join(game.board.sides)}")
    return None if word is None else Side(word)


# ------------------------------------------------------------------ playing
def do(given: Namespace) -> None:
    """Carry out actions in order; each is on disk before the next is looked at, and before it is told.

    An action from stdin is told in one line, which begins with its number in the game.
    """
    written: list[dict[str, Any]] = []
    with opened(given) as file:
        for text, streamed in _texts(given.actions):
            n = len(file.game.journal) + 1
            events = _done(file, text, written)
            written += events
            if not given.json:
                lines = [line for line in map(cli_text.event, events) if line]
                lines.append(_question(file.game))
                print(f"{n}: {'; '.join(lines)}" if streamed else "\n".join(lines), flush=True)
    if given.json:
        emit(given, written, "")


def _texts(arguments: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Each action as text, and whether it comes from stdin."""
    for argument in arguments:
        if argument == "-":
            yield from ((line, True) for line in sys.stdin if line.strip())
        else:
            yield argument, False


def _done(file: GameFile, text: str, before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One action carried out, its events; Wrong, with the refusal, when it is none or is refused."""
    state = file.game.state
    data: Any = text
    try:
        data = _object(text)
        events = file.submit(action_form(file.game.board).parse(data))
    except IllegalAction as fault:
        raise _refused(file.game, data, fault.refusal, before) from None
    except (ActionError, Wrong) as fault:
        raise _refused(file.game, data, Refusal("", str(fault)), before) from None
    return EventForm(file.game.board).dump_all(state, events)


def _refused(game: Game, data: Any, why: Refusal, before: list[dict[str, Any]]) -> Wrong:
    value = {"refused": data, "rule": why.rule, "reason": why.reason}
    if before:
        value["events"] = before
    cited = f" [{game.board.ruleset.spelled(why.rule)}]" if why.rule else ""
    return Wrong(why.reason + cited, value)


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise Wrong(f"{text.strip()[:60]!r} is no JSON: {fault}") from None
    if not isinstance(data, dict):
        raise Wrong(f"{text.strip()[:60]!r} is no JSON object")
    return data


def undo(given: Namespace) -> None:
    """Take back the last action (of one side)."""
    with opened(given) as file:
        side = side_given(file.game, given.viewer)
        why = file.why_no_undo(side)
        action = file.undo(side)
        if why is not None or action is None:
            reason = why.text if why is not None else "the last action is one of several answered at once"
            value = {"refused": "undo", "why": why._asdict()} if why is not None else None
            raise Wrong(f"nothing can be taken back: {reason}", value)
        form = action_form(file.game.board).dump(action)
        value = {"undone": form, **_standing(file.game), **on_branch(file)}
        emit(given, value, f"took back {json.dumps(form)}")


def redo(given: Namespace) -> None:
    """Give again the action last taken back."""
    with opened(given) as file:
        action = file.redo()
        if action is None:
            raise Wrong("nothing was taken back that could be done again")
        form = action_form(file.game.board).dump(action)
        value = {"redone": form, **_standing(file.game), **on_branch(file)}
        emit(given, value, f"did again {json.dumps(form)}")


def _standing(game: Game) -> dict[str, Any]:
    value = shown(game)
    return {
        key: value[key] for key in ("ruleset", "scenario", "turn", "phase", "to_decide", "decision", "hash")
    }


def _question(game: Game) -> str:
    """Who is asked what now, or how the game ended."""
    state = game.view(None)
    decision = question(state.agenda[0], state) if state.agenda else None
    decision = _spelt(game, decision)
    return cli_text.asked(game.to_decide, decision, state.outcome._asdict() if state.outcome else None)
