"""Commands of the laboratory about combat: `crt`, `engage`, `transfer`."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hexcore.cli import Wrong
from hexcore.customs import Custom
from hexcore.game import TypedDice
from hexcore.lab import crt_page
from hexcore.lab.correspondence import between, read_stated
from hexcore.lab.crt import form
from hexcore.lab.crt_reading import ReadTable, options_that_matter, tables_of
from hexcore.lab.named import Named, all_named, named
from hexcore.lab.report import answer, steps, write
from hexcore.positions import read_position
from hexcore.state import GameState

if TYPE_CHECKING:
    from hexcore.lab.transfer_page import Planned


def crt(given: Namespace) -> None:
    """Exact figures of combat results tables."""
    games = all_named(given.rulesets)
    asked = crt_page.Asked(given.shift, given.modifier, given.all_lost)
    if asked.all_lost is not None and asked.all_lost < 1:
        raise Wrong("--all-lost is at least 1")
    try:
        begun, reads = steps(given, len(games) + 1), list[tuple[Named, list[ReadTable]]]()
        for game in games:
            begun()
            reads.append((game, tables_of(game.board(), game.label)))
        begun()
    except LookupError as fault:
        raise Wrong(str(fault.args[0])) from None
    tables = [read for _, found in reads for read in found]
    if given.json and len(games) == 1:
        answer(given, crt_page.page(tables, asked, ()), form(asked.columns(tables[0])))
        return
    notes = [*map(_rounding, games), *_other_tables(games)]
    page = crt_page.page(tables, asked, [game.made for game in games], notes)
    answer(given, page)


def _rounding(game: Named) -> str:
    """Which column a ratio between two of them is fought on."""
    rules = game.board().rules
    which = "lower" if rules.holds(Custom.ODDS_DOWN) else "nearer"
    rule = rules.cites(Custom.ODDS_DOWN)
    cited = f" [{rule}]" if rule else ""
    return f"{game.label}: a ratio between two columns is fought on the {which} one{cited}."


def _other_tables(games: list[Named]) -> list[str]:
    """Options of a game that put another table in place of this one."""
    return [
        f"{game.label}: with the option {option} {cells} cell{'s' if cells > 1 else ''} of the table differ"
        f"{'s' if cells == 1 else ''}; ask for {game.ruleset.id}:{option}."
        for game in games
        for option, cells in options_that_matter(game.board(), game.label)
    ]


# ------------------------------------------------------------------ one battle
def engage(given: Namespace) -> None:
    """One battle under several rulesets."""
    from hexcore.lab import engage_page
    from hexcore.lab.battle_begun import NoBattle
    from hexcore.lab.battle_file import read_battle
    from hexcore.lab.engage_setup import set_up

    battle = read_battle(Path(given.battle))
    games = all_named(given.rulesets or [battle.words])
    pairs = [_policies(text) for text in given.policy] or engage_page.STANDARD
    if given.rolls < 0:
        raise Wrong("--rolls is at least 0")
    stated = {game.label: battle.stated(game.ruleset.id).words for game in games}
    made, refused = [], []
    begun = steps(given, len(games) * (1 + len(pairs)))
    for game, words in between(named(battle.words), games, stated):
        try:
            begun()
            made.append(set_up(battle, game, words))
        except NoBattle as fault:
            refused.append((game.label, str(fault)))
    if not made:
        raise Wrong("; ".join(reason for _, reason in refused))
    try:
        rolls = engage_page.Rolled(given.rolls, given.seed)
        page = engage_page.page(battle, made, refused, pairs, rolls, begun)
    except NoBattle as fault:
        raise Wrong(str(fault)) from None
    if given.positions:
        for name, position in page.positions.items():
            write(Path(given.positions) / name, position.text)
    answer(given, page)


def _policies(text: str) -> tuple[str, str]:
    from hexcore.lab.policies import POLICIES

    attacker, _, defender = text.partition("/")
    for policy in (attacker, defender or attacker):
        if policy not in POLICIES:
            raise Wrong(
                f"a policy is one of {', '.join(POLICIES)}, or two of them (hold/yield), not {text!r}"
            )
    return attacker, defender or attacker


# ------------------------------------------------------------------ one game's position under another's rules
def transfer(given: Namespace) -> None:
    """A position, or a game at a moment, under another ruleset."""
    from hexcore.lab import transfer_page
    from hexcore.lab.transfer import NoTransfer, part_of, transferred

    if given.radius < 0:
        raise Wrong("--radius is at least 0")
    home, state, source = _position(Path(given.file), given.at)
    game = named(given.ruleset)
    stated = (
        {game.label: read_stated(Path(given.words), home.ruleset.id, game.ruleset.id)} if given.words else {}
    )
    try:
        begun = steps(given, 3)
        begun()
        part = part_of(state, given.around, given.radius)
        _, words = next(between(home, [game], stated))
        begun()
        done = transferred(part, game, words)
        begun()
        page = transfer_page.page(done, words, [_planned(text) for text in given.attack], source)
    except NoTransfer as fault:
        raise Wrong(str(fault)) from None
    if given.output:
        write(Path(given.output), done.text)
    if given.write_words:
        write(Path(given.write_words), words.text())
    answer(given, page)


def _planned(text: str) -> Planned:
    from hexcore.lab.transfer_page import Planned

    target, _, ids = text.partition("=")
    return Planned(target, tuple(filter(None, ids.split("+"))))


def _position(path: Path, at: str | None) -> tuple[Named, GameState, tuple[str, str]]:
    """The state that a position file begins, or that of a game file at a moment."""
    if path.suffix == ".toml":
        if at is not None:
            raise Wrong("--at goes with a game file")
        position = read_position(path)
        game = named(f"{position.entries.ruleset}:{position.entries.scenario}")
        state = position.start(position.board(game.ruleset, game.scenario.id), TypedDice()).state
        return replace(game, label=game.ruleset.id), state, ("position", path.name)
    return _moment(path, at)


def _moment(path: Path, at: str | None) -> tuple[Named, GameState, tuple[str, str]]:
    from hexcore import cli_replay, journal_text
    from hexcore.cli_texts import is_text
    from hexcore.gamefile import read_marked

    record, bookmarks = (journal_text.import_text(path), {}) if is_text(path) else read_marked(path)
    to = None if at is None else cli_replay.number_of(at, record, bookmarks)
    state = journal_text.replay(record, to=to, verify=False).state
    board = state.board
    game = Named(board.ruleset.id, board.ruleset, board.scenario, dict(board.options))
    moment = f"after {at}" if at else "as it stands"
    return game, state, ("position", f"{path.name}, {moment}: turn {state.turn}, hash {state.hash}")
