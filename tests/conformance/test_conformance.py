"""Conformance: the small rulesets conform, and a ruleset that breaks one thing is found out by that check."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import crossing
import hill
import pytest
from sandbox import BLUE, RED, ruleset, table

from hexcore import conformance as conformance_module, events
from hexcore.actions import Action, Choose
from hexcore.conformance import Failure, conformance, hook_faults
from hexcore.decisions import unless_listed
from hexcore.events import Answered, Asked, Event, Marked, Noted, Steps
from hexcore.game import Game, SeededDice
from hexcore.players import seated
from hexcore.playthrough import MOST_BYTES, playthrough
from hexcore.rules import Mask, Refusal, rule
from hexcore.ruleset import Ruleset, RuleText
from hexcore.state import GameState
from hexcore.units import Side, Unit

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("small", [hill.RULESET, crossing.RULESET], ids=["hill", "crossing"])
def test_small_rulesets_conform(small: Ruleset, seed: int, conforms: Callable[..., None]) -> None:
    conforms(small, seeds=[seed], scale=40)


# ------------------------------------------------------------------ broken rulesets, each in one way
@dataclass(frozen=True, slots=True)
class Quiz:
    """A sound question, asked at the start of Blue's first movement phase."""

    side: Side = BLUE
    rule: str = "1.1"
    kind: Literal["quiz"] = "quiz"

    def prompt(self, state: GameState) -> str:
        return "Which way?"

    def options(self, state: GameState) -> Iterator[Action]:
        yield Choose("left")
        yield Choose("right")

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action)

    def answer(self, state: GameState, action: Action) -> Steps:
        yield Answered()
        return (yield Noted("game", "way", "", action.option))


@dataclass(frozen=True, slots=True)
class LongPrompt(Quiz):
    def prompt(self, state: GameState) -> str:
        return "Which way would you like to go, if you had the choice of any way?"


@dataclass(frozen=True, slots=True)
class Mute(Quiz):
    def prompt(self, state: GameState) -> str:
        return " "


@dataclass(frozen=True, slots=True)
class Lawless(Quiz):
    rule: str = "99.9"


@dataclass(frozen=True, slots=True)
class DeadEnd(Quiz):
    def options(self, state: GameState) -> Iterator[Action]:
        yield from ()


@dataclass(frozen=True, slots=True)
class ListedTwice(Quiz):
    def options(self, state: GameState) -> Iterator[Action]:
        yield Choose("left")
        yield Choose("left")


@dataclass(frozen=True, slots=True)
class ListedAndRefused(Quiz):
    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return None if action == Choose("left") else Refusal("1.1", "only left")


@dataclass(frozen=True, slots=True)
class RefusedForNothing(Quiz):
    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return None if action in list(self.options(state)) else Refusal("1.1", "")


@dataclass(frozen=True, slots=True)
class Breaking(Quiz):
    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return Refusal("1.1", "no") if action.option == "up" else None


@dataclass(frozen=True, slots=True)
class BreakingAnswer(Quiz):
    def answer(self, state: GameState, action: Action) -> Steps:
        yield Answered()
        raise ZeroDivisionError("nothing left")


@dataclass(frozen=True, slots=True)
class ChangingWhenRefusing(Quiz):
    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        found = unless_listed(self, state, action)
        if found is not None:
            state.notes["game", "refused", ""] = True  # type: ignore[index]
        return found


@dataclass(frozen=True, slots=True)
class Moody(Quiz):
    """Answers out of a hat that is not the game's."""

    def answer(self, state: GameState, action: Action) -> Steps:
        yield Answered()
        return (yield Noted("game", "mood", "", HAT.random()))


HAT = random.Random(0)


@dataclass(frozen=True, slots=True)
class Unforeseen(Quiz):
    """A class its ruleset does not name."""

    kind: Literal["unforeseen"] = "unforeseen"  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Forgetful(Quiz):
    """Remembers what no file can hold."""

    def answer(self, state: GameState, action: Action) -> Steps:
        yield Answered()
        return (yield Noted("game", "odd", "", frozenset({1})))


def asking(question: type[Quiz]) -> Any:
    @rule({"sandbox": "1.1"}, hook="begin_phase")
    def asks(state: GameState, phase: str) -> list[Event] | None:
        return [Asked((question(),))] if phase == "blue-movement" and state.turn == 1 else None

    return asks


POSITION = "b1 blue 0303 3-4\nb2 blue 0303 2-4\nr1 red 0505 3-4\nr2 red 0405 2-4"
TEXTS = {number: RuleText(number, "A rule.") for number in ("1.1", "4.1", "4.2", "4.3", "4.4")}


def made_of(*rules: Any, texts: bool = False, **more: Any) -> Ruleset:
    return ruleset(POSITION, *rules, **({"load_rules": lambda: TEXTS} if texts else {}), **more)


def found(broken: Ruleset, **given: Any) -> set[str]:
    failures = conformance(broken, **{"seeds": (1,), "scale": 15, **given})
    assert all(isinstance(f, Failure) and f.text and str(f).startswith(f"[{f.check}]") for f in failures)
    return {failure.check for failure in failures}


def test_a_sound_question_is_no_failure() -> None:
    assert found(made_of(asking(Quiz), decisions=(Quiz,))) == set()


@pytest.mark.parametrize(
    "question, check",
    [
        (LongPrompt, "prompt"),
        (Mute, "prompt"),
        (DeadEnd, "dead end"),
        (ListedTwice, "listed once"),
        (ListedAndRefused, "listed is accepted"),
        (RefusedForNothing, "refusal"),
        (Breaking, "play"),
        (BreakingAnswer, "listed is accepted"),
        (ChangingWhenRefusing, "refused leaves the state"),
        (Moody, "undo"),
        (Moody, "replay"),
        (Forgetful, "save and load"),
    ],
)
def test_a_question_that_is_not_sound(question: type[Quiz], check: str) -> None:
    assert check in found(made_of(asking(question), decisions=(question,)))


def test_a_rule_nobody_has_written_down() -> None:
    broken = made_of(asking(Lawless), texts=True, decisions=(Lawless,))
    assert found(broken) == {"rule known"}
    quiet = ruleset("b1 blue - 1-1", asking(Quiz), load_rules=lambda: TEXTS, decisions=(Quiz,))
    assert found(quiet) == set()


def test_a_question_its_ruleset_does_not_name_cannot_be_saved() -> None:
    assert "save and load" in found(made_of(asking(Unforeseen)))


def test_a_game_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance_module, "MOST_ANSWERS", 10)
    assert found(made_of()) == {"random games end"}


def test_a_digest_that_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = events.apply

    def forgets(state: GameState, event: Event) -> GameState:
        before = state.digest  # a draft is changed in place
        after = kept(state, event)
        return after.evolve(digest=before) if isinstance(event, Noted) else after

    monkeypatch.setattr(events, "apply", forgets)
    assert "digest" in found(made_of())


@rule({"sandbox": "6.1"}, hook="movement_masks")
def closed_without_a_word(state: GameState, unit: Unit) -> Mask:
    return Mask("closed", "", bytes(hex % 2 for hex in range(len(state.board.map))))


def test_a_reach_whose_edge_nothing_explains() -> None:
    assert "reach" in found(made_of(closed_without_a_word))


@rule({"sandbox": "6.2"}, hook="movement_groups")
def the_other_sides_units(state: GameState, side: Side) -> list[tuple[str, ...]]:
    return [("b1", "r1")]


def test_a_group_that_cannot_be_taken() -> None:
    assert "listed is accepted" in found(made_of(the_other_sides_units))


@rule({"sandbox": "8.6"}, hook="visibility")
def face_down(state: GameState, unit: Unit, viewer: Side) -> str:
    return "back"


@rule({"sandbox": "8.7"}, hook="begin_game")
def told_in_a_note(state: GameState) -> list[Event]:
    return [Noted("game", "general", "", "r1")]


@rule({"sandbox": "8.8"}, hook="begin_game")
def told_by_a_marker(state: GameState) -> list[Event]:
    return [Marked("general: r1", "0404")]


@pytest.mark.parametrize("tells", [told_in_a_note, told_by_a_marker])
def test_a_hidden_unit_that_is_named_somewhere(tells: Any) -> None:
    assert "views hide" in found(made_of(face_down, tells))
    assert "views hide" not in found(made_of(tells))


# ------------------------------------------------------------------ hooks
@rule({"sandbox": "1.1"}, hook="may_dance")
def no_such_hook(state: GameState) -> None:
    return None


@rule({"sandbox": "1.1"}, hook="may_take")
def asks_too_much(state: GameState, weather: str) -> None:
    return None


@rule({"sandbox": "77.7"}, hook="may_take")
def cites_nothing_known(state: GameState) -> None:
    return None


@rule({"sandbox": "1.1"}, hook="may_take", also={"sandbox": ("78.8",)})
def also_nothing_known(state: GameState) -> None:
    return None


@pytest.mark.parametrize(
    "function, text",
    [
        (no_such_hook, "fills the hook 'may_dance', which does not exist"),
        (asks_too_much, "asks for 'weather'; may_take gives state, units"),
        (cites_nothing_known, "cites '77.7', a rule without a text"),
        (also_nothing_known, "cites '78.8', a rule without a text"),
    ],
)
def test_hooks_that_do_not_fit(function: Any, text: str) -> None:
    broken = made_of(function, texts=True)
    (fault,) = hook_faults(broken)
    assert fault.endswith(text) and fault.startswith(function.__module__)
    assert found(broken) == {"hooks"}
    in_scenario = made_of(scenario_rules=(function,), texts=True)
    assert len(list(hook_faults(in_scenario))) == 1


# ------------------------------------------------------------------ playthroughs
@pytest.mark.parametrize("small", [hill.RULESET, crossing.RULESET], ids=["hill", "crossing"])
def test_a_known_game_is_played_as_before(small: Ruleset, golden: Callable[..., None]) -> None:
    board = small.board(next(iter(small.scenarios)))
    game = Game.start(board, SeededDice(1))
    golden(game, seated("random", board.sides, 1), PLAYTHROUGHS / f"{small.id}.txt")


def test_a_game_played_otherwise_is_shown_as_a_difference(tmp_path: Path) -> None:
    board, path = hill.RULESET.board("battle"), tmp_path / "deep" / "game.txt"

    def compared(seed: int, **given: Any) -> str:
        game = Game.start(board, SeededDice(seed))
        return playthrough(game, seated("random", board.sides, 1), path, **given)

    assert compared(1) == f"{path}: no such playthrough"
    assert compared(1, write=True) == "" and path.stat().st_size < MOST_BYTES
    assert compared(1) == ""
    lines = path.read_text().splitlines()
    assert lines[0].startswith("hill\tbattle\t") and lines[-1].split("\t")[0].endswith("victory")
    assert all(len(line.split("\t")) in (3, 4) for line in lines)
    assert "\n-chance\troll" in compared(2)


def test_a_long_game_is_kept_without_its_actions(tmp_path: Path) -> None:
    board, long, brief = hill.RULESET.board("battle"), tmp_path / "long.txt", tmp_path / "brief.txt"

    def compared(path: Path, seed: int = 1, **given: Any) -> str:
        game = Game.start(board, SeededDice(seed))
        return playthrough(game, seated("random", board.sides, 1), path, **given)

    assert compared(long, write=True) == compared(brief, write=True, brief=True) == ""
    whole, short = (path.read_text().splitlines() for path in (long, brief))
    assert len(whole) == len(short) and (whole[0], whole[-1]) == (short[0], short[-1])
    for line, head in zip(whole[1:-1], short[1:-1], strict=True):
        side, kind, *rest = line.split("\t")
        kept = rest[-1][:8] if side != "chance" else rest[-1]
        assert head == f"{side}\t{kind}\t{kept}"
    assert compared(brief, brief=True) == "" and "\n-chance\troll" in compared(brief, 2, brief=True)
    assert compared(brief) != ""


def test_a_playthrough_nobody_would_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexcore.playthrough.MOST_BYTES", 1000)
    game = table(POSITION)
    with pytest.raises(ValueError, match="at most 1000"):
        playthrough(game, seated("random", (BLUE, RED), 1), tmp_path / "long.txt", write=True)
    assert not (tmp_path / "long.txt").exists()


# ------------------------------------------------------------------ the pytest plugin
def test_conformance_from_the_command_line(installed_rulesets: Mapping[str, str], tmp_path: Path) -> None:
    def run(*rulesets: str) -> subprocess.CompletedProcess[str]:
        options = [f"--conformance={name}" for name in rulesets]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path), *options]
        return subprocess.run(
            command, cwd=tmp_path, env=dict(installed_rulesets), capture_output=True, text=True, check=False
        )

    good = run("hill")
    assert good.returncode == 0 and "1 passed" in good.stdout, good.stdout
    missing = run("no-such-game")
    assert missing.returncode != 0 and "no ruleset 'no-such-game'" in missing.stdout + missing.stderr


def test_what_is_imported_when_pytest_starts() -> None:
    code = (
        "import sys, hexcore.testing\n"
        "print([m for m in ('pytest', 'pydantic', 'pluggy', 'hexcore.game') if m in sys.modules])\n"
        "from hexcore.testing import conformance, perft, playthrough, Failure\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_helper_that_does_not_exist() -> None:
    from hexcore import testing

    with pytest.raises(AttributeError, match="no_such_helper"):
        _ = testing.no_such_helper
