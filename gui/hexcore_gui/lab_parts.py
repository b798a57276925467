"""What the Laboratory can ask: each part with its fields, and the page that answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from hexcore.cli import Wrong
from hexcore.lab.pages import Page
from hexcore.lab.report import asked as asked_of_the_laboratory
from hexcore.players import UnknownPlayer, kinds
from hexcore.ruleset import UnknownName, find
from hexcore.tables import DataError
from hexcore_gui.preferences import games_folder

Step = Callable[[int, int], None]


class Refused(Exception):
    """What was asked cannot be: said in a line, with the reason."""


@dataclass(frozen=True)
class Field:
    """Something to be filled in; where *choices* is given, it is one of what that answers for the games.

    *usual* stands in it at first, *note* below it.
    """

    id: str
    title: str
    usual: str = ""
    note: str = ""
    choices: Callable[[Sequence[str]], Sequence[str]] | None = None
    file: str = ""
    """What kind of file it names, as a file dialog tells it; empty where it names none."""


@dataclass(frozen=True)
class Asked:
    """What a page is to be about: the rulesets ticked, and what stands in the fields."""

    games: tuple[str, ...]
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """One way to compare. `fewest` and `most` say how many games it takes."""

    id: str
    title: str
    about: str
    page: Callable[[Asked, Step], Page]
    fewest: int = 1
    most: int = 99
    fields: tuple[Field, ...] = ()

    def refusal(self, games: Sequence[str]) -> str:
        """Why it cannot be asked of these games; empty where it can."""
        if len(games) < self.fewest:
            wanted = "a game" if self.fewest == 1 else f"{self.fewest} games"
            return f"Tick {wanted} to compare."
        if len(games) > self.most:
            return "Tick one game only." if self.most == 1 else f"Tick {self.most} games, not more."
        return ""


def _answer(arguments: Sequence[str], step: Step) -> Page:
    """The page of one of the laboratory's commands."""
    step(0, 0)
    try:
        return asked_of_the_laboratory(arguments, step)
    except (Wrong, UnknownName, UnknownPlayer, DataError) as fault:
        raise Refused(str(fault)) from None


def _profile(asked: Asked, step: Step) -> Page:
    return _answer(["profile", *asked.games], step)


def _diff(asked: Asked, step: Step) -> Page:
    return _answer(["diff", *asked.games], step)


def _crt(asked: Asked, step: Step) -> Page:
    moved = [f"--{id}={asked.values[id]}" for id in ("shift", "modifier") if asked.values.get(id)]
    return _answer(["crt", *asked.games, *moved], step)


def _engage(asked: Asked, step: Step) -> Page:
    policies = [f"--policy={word}" for word in asked.values["policy"].replace(",", " ").split()]
    battle = asked.values["battle"] or _missing("a battle file: docs/laboratory.md shows how one is written")
    return _answer(["engage", battle, *asked.games, *policies], step)


def _transfer(asked: Asked, step: Step) -> Page:
    around = [f"--around={asked.values['around']}"] if asked.values["around"] else []
    file = asked.values["position"] or _missing("a position file, or a game file")
    return _answer(["transfer", file, *asked.games, *around], step)


def _balance(asked: Asked, step: Step) -> Page:
    """Games are kept beside the player's games, so that the next question goes on with them."""
    game, values = asked.games[0], asked.values
    run, kept = _run(game, values, step)
    if values["precision"]:
        run.append(f"--precision={values['precision']}")
    return _answer(["balance", *run, f"--games={values['games']}", f"--output={kept}"], step)


def _sensitivity(asked: Asked, step: Step) -> Page:
    game, values = asked.games[0], asked.values
    run, kept = _run(game, values, step)
    wanted = values["change"].split()
    changes = [f"--change={word}" for word in wanted] or ["--unknown=6"]
    kept = kept.with_name(f"{kept.stem}-changes.db")
    return _answer(["sensitivity", *run, *changes, f"--pairs={values['pairs']}", f"--output={kept}"], step)


def _missing(what: str) -> NoReturn:
    raise Refused(f"Name {what}.")


def _run(game: str, values: dict[str, str], step: Step) -> tuple[list[str], Path]:
    """What every run of games is given, and the file it is kept in."""
    step(0, 0)
    ruleset = find(game)
    scenario, kind = values["scenario"], values["players"]
    folder = games_folder() / "laboratory"
    folder.mkdir(parents=True, exist_ok=True)
    players = ",".join(f"{side}={kind}" for side in ruleset.sides)
    words = [game, scenario, f"--players={players}", f"--seed={values['seed'] or 0}"]
    return words, folder / f"{game}-{scenario}-{kind}-{values['seed'] or 0}.db"


def _scenarios(games: Sequence[str]) -> list[str]:
    return list(find(games[0]).scenarios) if len(games) == 1 else []


def _players(_games: Sequence[str]) -> list[str]:
    return sorted(kinds(), key=lambda kind: kind != "random")


OF_A_RUN = (
    Field("scenario", "Scenario", choices=_scenarios),
    Field("players", "Both sides are played by", choices=_players),
)
SEED = Field("seed", "Seed", "0", "The same seed plays the same games.")
PARTS: tuple[Part, ...] = (
    Part(
        "crt",
        "Combat results tables",
        "Chances of every result, what to expect at each odds, and the tables laid on one axis.",
        _crt,
        fields=(
            Field("shift", "Columns to the right", "0", "A number below nought shifts to the left."),
            Field("modifier", "Added to the die", "0"),
        ),
    ),
    Part(
        "diff",
        "Two games side by side",
        "What two rule systems have in common, and where they differ: phases, zones, costs, tables.",
        _diff,
        fewest=2,
        most=2,
    ),
    Part("profile", "What drives play", "Everything the rules decide by, with numbers and marks.", _profile),
    Part(
        "engage",
        "One battle",
        "One battle fought under each game, every fall of the dice counted.",
        _engage,
        fields=(
            Field("battle", "Battle", file="Battles (*.toml)"),
            Field("policy", "Policies", "", "hold, yield, steady, or ATTACKER/DEFENDER; empty: five pairs."),
        ),
    ),
    Part(
        "transfer",
        "A position elsewhere",
        "A position of one game under the zones, supply and combat of another.",
        _transfer,
        most=1,
        fields=(
            Field("position", "Position or game", file="Positions and games (*.toml *.hexgame)"),
            Field("around", "Only around the hex", "", "Empty: the whole map."),
        ),
    ),
    Part(
        "balance",
        "Whole games",
        "Levels, points, losses and the front of many games, each with its interval.",
        _balance,
        most=1,
        fields=(
            *OF_A_RUN,
            Field("games", "Games at most", "20"),
            Field("precision", "Stop at a precision of", "", "0.05: five in a hundred; empty: all."),
            SEED,
        ),
    ),
    Part(
        "sensitivity",
        "What a value matters",
        "Pairs of games with and without a change; what the change does to their outcome.",
        _sensitivity,
        most=1,
        fields=(
            *OF_A_RUN,
            Field("change", "Changes", "shift:+1", "Empty: the values that are not known for sure."),
            Field("pairs", "Pairs of games", "10"),
            SEED,
        ),
    ),
)
