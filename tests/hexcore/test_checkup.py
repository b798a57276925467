"""`hexcore check` finds what is broken: in play, in counts, in speed; and says nothing of what is sound."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Literal

import chits
import hill
import pytest
from sandbox import ruleset

from hexcore import (
    brute_force,
    check_play,
    combat,
    conformance as conformance_module,
    house_speed,
    movement_phase,
)
from hexcore.actions import Action, Done
from hexcore.check_play import played
from hexcore.checkup import Extent, examined, flaw_of, pinned
from hexcore.commitments import Reveal, Secret
from hexcore.conformance import conformance
from hexcore.decisions import unless_listed
from hexcore.events import Answered, Asked, Event, Steps
from hexcore.reach import Reach
from hexcore.rules import Refusal, rule
from hexcore.ruleset import Ruleset, RuleText
from hexcore.state import Combat, GameState
from hexcore.units import ARRIVALS, Side, Unit

BLUE = Side("blue")
POSITION = "b1 blue 0303 3-4\nb2 blue 0303 2-4\nr1 red 0404 3-4\nr2 red 0405 2-4"


def failures(broken: Ruleset, **given: Any) -> set[str]:
    return {failure.check for failure in conformance(broken, **{"seeds": (1,), "scale": 15, **given})}


def flaws(broken: Ruleset, section: str) -> list[str]:
    return [flaw.text for flaw in examined(broken, section, Extent(fast=True)).flaws]


# ------------------------------------------------------------------ everything tried
@pytest.fixture
def forgets_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = movement_phase.InHand._moves
    monkeypatch.setattr(movement_phase.InHand, "_moves", lambda self, *given: kept(self, *given)[1:])


@pytest.fixture
def reaches_less(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = brute_force.reach_of

    def less(state: GameState, units: tuple[Unit, ...]) -> Reach:
        reach = kept(state, units)
        spent = dict(list(reach.spent.items())[:-1])
        return Reach(reach.start, spent, reach.came)

    monkeypatch.setattr(brute_force, "reach_of", less)


@pytest.fixture
def promises_more(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = brute_force.reach_of

    def dearer(state: GameState, units: tuple[Unit, ...]) -> Reach:
        reach = kept(state, units)
        less = {hex: halves - (halves > 0) for hex, halves in reach.spent.items()}
        return Reach(reach.start, less, reach.came)

    monkeypatch.setattr(brute_force, "reach_of", dearer)


@pytest.fixture
def fights_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = combat.weigh

    def weigh(state: GameState, fought: Combat) -> Any:
        odds = kept(state, fought)
        return replace(odds, final_column=odds.table.columns[0])

    monkeypatch.setattr(combat, "weigh", weigh)


@pytest.mark.parametrize(
    "fault, found",
    [
        ("forgets_a_move", "accepted is listed"),
        ("reaches_less", "reach"),
        ("promises_more", "foretold"),
        ("fights_otherwise", "foretold"),
    ],
)
def test_what_is_listed_or_foretold_and_is_otherwise(
    request: pytest.FixtureRequest, fault: str, found: str
) -> None:
    assert failures(hill.RULESET) == set()
    request.getfixturevalue(fault)
    assert found in failures(hill.RULESET)


# ------------------------------------------------------------------ secrets, phases
def keeping(*questions: Any) -> Any:
    @rule({"sandbox": "1.1"}, hook="begin_phase")
    def asks(state: GameState, phase: str) -> list[Event] | None:
        return [Asked(questions)] if phase == "blue-movement" and state.turn == 1 else None

    return asks


def test_a_secret_without_a_reveal() -> None:
    secret = Secret(BLUE, "plan", ("left", "right"), "1.1")
    assert failures(ruleset(POSITION, keeping(secret))) == {"secrets"}
    assert (
        failures(ruleset(POSITION, keeping(secret, Reveal(BLUE, "plan", ("left", "right"), "1.1")))) == set()
    )


@dataclass(frozen=True, slots=True)
class MayOpen:
    """A plan that is opened when it is carried out, or never."""

    side: Side
    what: str
    rule: str = "1.1"
    kind: Literal["may-open"] = "may-open"
    hides: ClassVar[bool] = True

    def prompt(self, state: GameState) -> str:
        return "Carry out the plan, or not."

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()
        yield from Reveal(self.side, self.what, ("left", "right"), self.rule).options(state)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action)

    def answer(self, state: GameState, action: Action) -> Steps:
        return (yield Answered())


class MayNotOpen(MayOpen):
    """The same, as if it were nothing of a secret."""

    hides: ClassVar[bool] = False


@pytest.mark.parametrize("question, found", [(MayOpen, set()), (MayNotOpen, {"secrets"})])
def test_a_plan_that_could_be_opened_need_not_be(question: type[MayOpen], found: set[str]) -> None:
    """Neither answer opens it; secrets of other turns go by the name of the first, their numbers apart."""
    secret = Secret(BLUE, "plan 4", ("left", "right"), "1.1")
    asked = ruleset(POSITION, keeping(secret, question(BLUE, "plan 4")), decisions=(question,))
    assert failures(asked) == found


def test_a_question_of_the_dice_counts_as_asked() -> None:
    told = "; ".join(played(chits.RULESET, Extent(fast=True), list(chits.RULESET.scenarios)[:1]).checked)
    assert told.startswith("1 game, ") and "draw-chit" not in told


@dataclass(frozen=True, slots=True)
class Endless:
    """A question that comes again and again."""

    side: Side = BLUE
    rule: str = "1.1"
    kind: Literal["endless"] = "endless"

    def prompt(self, state: GameState) -> str:
        return "Once more?"

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action)

    def answer(self, state: GameState, action: Action) -> Steps:
        yield Answered()
        return (yield Asked((Endless(),)))


def test_a_phase_that_nobody_can_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance_module, "MOST_IN_A_PHASE", 30)
    broken = ruleset(POSITION, keeping(Endless()), decisions=(Endless,))
    (failure,) = conformance(broken, seeds=(1,), scale=2)
    assert failure.check == "phases end" and failure.text.startswith("blue-movement of turn 1 is not over")


# ------------------------------------------------------------------ perft, coverage, speed
def test_counts_that_are_not_the_authors(tmp_path: Path) -> None:
    counted = replace(hill.RULESET, folder=tmp_path)
    (tmp_path / "perft.csv").write_text("scenario,depth,count\nbattle,1,3\nbattle,2,21\n")
    assert flaws(counted, "perft") == []
    (tmp_path / "perft.csv").write_text("scenario,depth,count\nbattle,1,3\nbattle,2,22\n")
    assert flaws(counted, "perft") == ["battle: 21 sequences of 2 answers; perft.csv says 22"]


def test_counts_that_differ_when_answers_are_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_play, "perft_by_undo", lambda game, depth: 0)
    assert flaws(hill.RULESET, "perft")[0] == "battle: 3 sequences of 1 answers, 0 when each is taken back"


def test_rules_without_code_or_test(tmp_path: Path) -> None:
    texts = {number: RuleText(number, "A rule.") for number in ("4.1", "4.2", "4.3", "4.4", "9.9")}
    made_here = replace(ruleset(POSITION), folder=tmp_path / "game", load_rules=lambda: texts)
    assert flaws(made_here, "coverage") == ["'9.9': no code plays it"]
    (tmp_path / "tests").mkdir()
    marks = 'import pytest\n\n@pytest.mark.rule("sandbox", "4.1", "4.2")\ndef test_one(): pass\n'
    (tmp_path / "tests" / "test_game.py").write_text(marks)
    assert flaws(made_here, "coverage") == [
        "'4.3': no test plays it",
        "'4.4': no test plays it",
        "'9.9': no code plays it and no test plays it",
    ]


def test_a_ruleset_beyond_the_house_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    assert flaws(hill.RULESET, "speed") == []
    monkeypatch.setattr(house_speed, "BUDGET", {**house_speed.BUDGET, "answer": 0.01})
    assert flaws(hill.RULESET, "speed") == ["battle: answer costs more than 0.01 laps"]


# ------------------------------------------------------------------ files
@dataclass(frozen=True)
class LineOfTwo:
    one: int
    two: Literal["left", "right"]


def test_all_faults_of_a_file_at_once(tmp_path: Path) -> None:
    from hexcore.tables import read_csv

    file = tmp_path / "lines.csv"
    file.write_text("one,two\n1,left\nx,lleft\n,right\n")
    broken = replace(
        ruleset(POSITION), folder=tmp_path, load_rule_index=lambda: read_csv(file, LineOfTwo) and []
    )
    found = examined(broken, "schema", Extent()).flaws
    assert [(f.line, f.text) for f in found] == [
        (3, "one: Input should be a valid integer, unable to parse string as an integer (given 'x')"),
        (3, "two: Input should be 'left' or 'right' (given 'lleft'); the nearest is 'left'"),
        (4, "one: the cell is empty"),
    ]
    file.write_text("one,two\n1,left\n")
    assert not examined(broken, "schema", Extent()).flaws


def test_a_fault_in_words_is_taken_apart(tmp_path: Path) -> None:
    assert flaw_of("a/b.csv:3:7: no good") == ("no good", Path("a/b.csv"), 3, 7)
    assert flaw_of("a/b.csv: no good") == ("no good", Path("a/b.csv"), 0, 0)
    assert flaw_of("no place: no good").path is None
    (tmp_path / "x.toml").write_text('a = 1\nb = "wrod"\n')
    assert pinned(flaw_of(f"{tmp_path}/x.toml: b is no 'wrod'"))[2:] == (2, 6)


# ------------------------------------------------------------------ what draws besides
class Point:
    name = "qt"

    @staticmethod
    def load() -> Callable[[Ruleset], list[str]]:
        return lambda ruleset: [f"{ruleset.id}: the face of 7-line is blank"]


def test_a_client_may_try_its_own_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    from hexcore import drawn

    assert flaws(hill.RULESET, "drawing") == []
    monkeypatch.setattr(drawn.metadata, "entry_points", lambda group: [Point()])
    assert flaws(hill.RULESET, "drawing") == ["hill: the face of 7-line is blank"]


# ------------------------------------------------------------------ the command, the plugin of pytest
@pytest.mark.usefixtures("small_rulesets")
def test_the_command(answer: Callable[..., Any], mistake: Callable[..., str]) -> None:
    sections = answer("check", "hill", "--fast")
    assert [one["section"] for one in sections] == [
        "schema",
        "lint",
        "drawing",
        "conformance",
        "perft",
        "coverage",
        "speed",
    ]
    assert all(set(one) == {"section", "checked", "flaws", "explained", "seconds"} for one in sections)
    assert not any(one["flaws"] for one in sections) and all(one["checked"] for one in sections)
    assert "there is no section 'speeed'" in mistake("check", "hill", "--only", "speeed")


def test_the_plugin_of_pytest(installed_rulesets: Mapping[str, str], tmp_path: Path) -> None:
    info = tmp_path / "site" / "small_rulesets-1.dist-info" / "entry_points.txt"
    info.write_text("[hexcore.rulesets]\nhill = hill:RULESET\nlate = late:RULESET\n")
    (info.parent.parent / "late.py").write_text(
        "from dataclasses import replace\nimport hill\n"
        "(battle,) = hill.RULESET.load_scenarios()\n"
        "late = replace(battle, first_turn=9)\n"
        "RULESET = replace(hill.RULESET, load_scenarios=lambda: [late])\n"
    )
    options = ["-q", "-p", "no:cacheprovider", str(tmp_path), "--check=hill", "--check=late", "--check-fast"]
    command = [sys.executable, "-m", "pytest", *options]
    done = subprocess.run(
        command, cwd=tmp_path, env=dict(installed_rulesets), capture_output=True, text=True, check=False
    )
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    assert "[lint] battle: its last turn, 4, comes before turn 9" in done.stdout


def test_the_fixture(checked: Callable[..., None]) -> None:
    checked(hill.RULESET, only=("schema", "lint"))
    one = replace(ruleset(POSITION).scenario("field"), set_up=lambda _map: {"b9": (ARRIVALS, 0)})
    with pytest.raises(AssertionError, match="b9"):
        checked(replace(ruleset(POSITION), load_scenarios=lambda: [one]), only=("lint",))
