"""What the Laboratory can ask: each part with its fields, and the page that answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import NoReturn

from hexcore.cli import mistakes
from hexcore.lab.pages import Page
from hexcore.lab.report import asked as asked_of_the_laboratory
from hexcore.players import kinds
from hexcore.ruleset import find
from hexcore_gui.preferences import games_folder

Step = Callable[[int, int], None]
NUMBERS: Mapping[str, Callable[[str], object]] = {"whole": int, "decimal": float}


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
    number: str = ""
    """What kind of number it is, by a word of `NUMBERS`; empty where it is none."""


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


def faulty(fields: Sequence[Field], values: Mapping[str, str]) -> str:
    """What stands in a field and is no number as it wants one, in a line; empty where all is well."""
    for field_ in fields:
        value, read = values.get(field_.id, ""), NUMBERS.get(field_.number)
        if not value or read is None:
            continue
        try:
            read(value)
        except ValueError:
            return f"{field_.title}: {value!r} is no {field_.number} number."
    return ""


def _answer(arguments: Sequence[str], step: Step) -> Page:
    """The page of one of the laboratory's commands."""
    step(0, 0)
    try:
        return asked_of_the_laboratory(arguments, step)
    except mistakes() as fault:
        raise Refused(_in_words(fault)) from None


def _in_words(fault: Exception) -> str:
    """A mistake in one line, the dashes of the command line left out."""
    return re.sub(r"(?<!\S)--(?=[a-z])", "", " ".join(str(fault).split()))


def _given(values: Mapping[str, str], **words: str) -> list[str]:
    """Arguments of a command for the fields that are filled in: the word of each by its field."""
    return [f"--{word}={values[id]}" for id, word in words.items() if values.get(id)]


def _each(values: Mapping[str, str], **words: str) -> list[str]:
    """As `_given`, for fields in which several words may stand."""
    return [f"--{word}={part}" for id, word in words.items() for part in values.get(id, "").split()]


def _profile(asked: Asked, step: Step) -> Page:
    return _answer(["profile", *asked.games], step)


def _diff(asked: Asked, step: Step) -> Page:
    return _answer(["diff", *asked.games, *_each(asked.values, laid_over="change")], step)


def _crt(asked: Asked, step: Step) -> Page:
    moved = _given(asked.values, shift="shift", modifier="modifier", all_lost="all-lost")
    return _answer(["crt", *asked.games, *moved], step)


def _engage(asked: Asked, step: Step) -> Page:
    values = {**asked.values, "policy": asked.values["policy"].replace(",", " ")}
    battle = values["battle"] or _missing("a battle file: docs/laboratory.md shows how one is written")
    return _answer(["engage", battle, *asked.games, *_each(values, policy="policy")], step)


def _transfer(asked: Asked, step: Step) -> Page:
    file = asked.values["position"] or _missing("a position file, or a game file")
    part = _given(asked.values, around="around", radius="radius")
    return _answer(["transfer", file, *asked.games, *part, *_each(asked.values, attack="attack")], step)


def _balance(asked: Asked, step: Step) -> Page:
    """Games are kept beside the player's games, so that the next question goes on with them."""
    run, kept = _run(asked.games[0], asked.values, step)
    wanted = _given(asked.values, games="games", precision="precision")
    return _answer(["balance", *run, *wanted, f"--output={kept}"], step)


def _sensitivity(asked: Asked, step: Step) -> Page:
    run, kept = _run(asked.games[0], asked.values, step)
    changes = _each(asked.values, change="change") or [f"--unknown={UNKNOWN}"]
    kept = kept.with_name(f"{kept.stem}-changes.db")
    pairs = _given(asked.values, pairs="pairs")
    return _answer(["sensitivity", *run, *changes, *pairs, f"--output={kept}"], step)


def _missing(what: str) -> NoReturn:
    raise Refused(f"Name {what}.")


def _run(game: str, values: dict[str, str], step: Step) -> tuple[list[str], Path]:
    """What every run of games is given, and the file it is kept in: one for whatever decides how games go."""
    step(0, 0)
    scenario, players = values["scenario"], values["players"].replace(", ", ",").replace(" ", "=")
    if "=" not in players:
        players = ",".join(f"{side}={players}" for side in find(game).sides)
    seed = values["seed"] or "0"
    words = [game, scenario, f"--players={players}", f"--seed={seed}", *_each(values, options="option")]
    folder = games_folder() / "laboratory"
    try:
        told = _told(game, scenario, players, values.get("options", "").split(), int(seed))
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Refused(f"{folder}: {fault.strerror or fault}") from None
    except mistakes() as fault:
        raise Refused(_in_words(fault)) from None
    sign = sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:10]
    return words, folder / f"{game}-{scenario}-{sign}.db"


def _told(game: str, scenario: str, players: str, options: Sequence[str], seed: int) -> Mapping[str, str]:
    """All that decides how the games of a run go."""
    from hexcore.cli_games import options_given
    from hexcore.cli_simulate import players_given
    from hexcore.lab.order import told_here

    ruleset = find(game)
    ruleset.scenario(scenario)
    seats = players_given(players, ruleset)
    return told_here(ruleset, scenario, seats, options_given(list(options)), seed)


def _scenarios(games: Sequence[str]) -> list[str]:
    return list(find(games[0]).scenarios) if len(games) == 1 else []


def _players(games: Sequence[str]) -> list[str]:
    """The kinds of computer players for both sides, then those of which each side has another."""
    known = sorted(kinds(), key=lambda kind: kind != "random")
    sides = find(games[0]).sides if len(games) == 1 else ()
    seats = product(known, repeat=len(sides)) if sides else ()
    mixed = (zip(sides, seat, strict=True) for seat in seats if len(set(seat)) > 1)
    return [*known, *(", ".join(f"{side} {kind}" for side, kind in seat) for seat in mixed)]


UNKNOWN = 6
"""Groups of unknown values that are asked where no change is named."""
OF_A_RUN = (
    Field("scenario", "Scenario", choices=_scenarios),
    Field("players", "Players", "random", "One kind for both sides, or one for each.", choices=_players),
)
SEED = Field("seed", "Seed", "0", "The same seed plays the same games.", number="whole")
OPTIONS = Field("options", "Options", "", "ID=VALUE, with spaces between; empty: as the scenario has them.")
PARTS: tuple[Part, ...] = (
    Part(
        "crt",
        "Combat results tables",
        "Chances of every result, what to expect at each odds, and the tables laid on one axis.",
        _crt,
        fields=(
            Field("shift", "Columns to the right", "0", "Below nought: to the left.", number="whole"),
            Field("modifier", "Added to the die", "0", number="whole"),
            Field("all_lost", "Points an ‘e’ counts for", "", "Empty: it has no number.", number="whole"),
        ),
    ),
    Part(
        "diff",
        "Two games side by side",
        "What two rule systems have in common, and where they differ: phases, zones, costs, tables.",
        _diff,
        most=2,
        fields=(
            Field("laid_over", "Changes laid over it", "", "shift:+1, off:RULE …; one game: it, changed."),
        ),
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
            Field("radius", "So many hexes around it", "4", number="whole"),
            Field("attack", "Attacks", "", "HEX or HEX=UNIT+UNIT; empty: all that can be made."),
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
            Field("games", "Games at most", "20", "Games played before are kept and count.", number="whole"),
            Field(
                "precision",
                "Stop at a precision of",
                "",
                "0.05: five in a hundred; empty: all.",
                number="decimal",
            ),
            SEED,
            OPTIONS,
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
            Field("pairs", "Pairs of games", "10", number="whole"),
            SEED,
            OPTIONS,
        ),
    ),
)
