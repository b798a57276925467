"""Which words of one game stand for which of another: ground, hexsides, roads, kinds of units, sides.

A file of it is TOML; what it does not say is proposed: the same word where both games have it, else the one
most like it (`hexcore.lab.likeness`), none where nothing is like it. An empty word means: no counterpart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexcore.lab.likeness import KindSeen, Likeness
from hexcore.lab.named import Named
from hexcore.lab.toml_faults import FileFault, reading
from hexcore.toml_text import Fault, TomlText

TABLES = ("ground", "hexside", "road", "kind", "side")
MOST_APART = 4.0
"""Ground that is more unlike than this (points of movement and columns together) is no counterpart."""
NONE = ""


@dataclass(frozen=True)
class Match:
    """One word and its counterpart (empty: none); how it was found: `same word`, `nearest`, `stated`, `none`;
    and how unlike they are, where that was measured."""

    word: str
    counterpart: str
    how: str
    apart: float | None = None


@dataclass(frozen=True)
class Correspondence:
    """The words of one game in another, by table of `TABLES`. A word not in a table has no counterpart."""

    one: str
    other: str
    matches: Mapping[str, Mapping[str, Match]] = field(default_factory=dict)

    def of(self, table: str, word: str) -> str:
        """The counterpart of a word, empty where it has none."""
        match = self.matches.get(table, {}).get(word)
        return match.counterpart if match is not None else NONE

    @property
    def without(self) -> list[tuple[str, str]]:
        """(table, word) of everything that has no counterpart."""
        return [
            (table, word)
            for table, found in self.matches.items()
            for word, match in found.items()
            if not match.counterpart
        ]

    def text(self) -> str:
        """It as a file, to be edited; how a word was found stands behind it."""
        lines = ["# Which words of one game stand for which of the other; an empty word: no counterpart."]
        lines += [f'from = "{self.one}"', f'to = "{self.other}"']
        for table in TABLES:
            lines += ["", f"[{table}]"]
            for match in self.matches.get(table, {}).values():
                apart = f", {match.apart:.2g} apart" if match.apart is not None else ""
                lines.append(f'"{match.word}" = "{match.counterpart}"  # {match.how}{apart}')
        return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ proposed
def proposed(
    one: Likeness, other: Likeness, stated: Mapping[str, Mapping[str, str]] | None = None
) -> Correspondence:
    """The words of one game in another: as *stated*, the rest by likeness."""
    said = stated or {}
    matches = {
        **{table: _grounds(table, one, other) for table in ("ground", "hexside", "road")},
        "kind": _kinds(one.kinds, other.kinds),
        "side": _sides(one.sides_of_game, other.sides_of_game),
    }
    for table, words in said.items():
        own = dict(matches[table])
        own.update({word: Match(word, to, "stated") for word, to in words.items()})
        matches[table] = own
    return Correspondence(one.game.label, other.game.label, matches)


def _grounds(table: str, one: Likeness, other: Likeness) -> dict[str, Match]:
    """Words of hexes, or of hexsides; of several as near one that is not clear ground, and covers most of the
    other map. What does no more than clear ground, or nothing beside it, stands for none."""
    ours, theirs = one.effects(table), other.effects(table)
    plain = other.effects("ground").get(other.clear_word)
    idle = {near for near, seen in theirs.items() if seen.idle or (table == "ground" and seen == plain)}
    told = {near: seen for near, seen in theirs.items() if near not in idle - {other.clear_word}}
    known, found = set(other.words(table)), dict[str, Match]()
    for word in one.words(table):
        effect = ours.get(word)
        if word in known:
            apart = effect.apart(theirs[word]) if effect and word in theirs else None
            found[word] = Match(word, word, "same word", apart)
        elif effect is None:
            found[word] = Match(word, NONE, "none")
        elif effect.idle and table != "ground":
            found[word] = Match(word, NONE, "does nothing")
        else:
            ranked = sorted((effect.apart(seen), _rank(other, near), near) for near, seen in told.items())
            found[word] = _nearest(word, ranked)
    return found


def _rank(other: Likeness, word: str) -> int:
    return 0 if word == other.clear_word else -other.lies(word)


def _nearest(word: str, ranked: list[tuple[float, int, str]]) -> Match:
    if not ranked or ranked[0][0] > MOST_APART:
        return Match(word, NONE, "none", ranked[0][0] if ranked else None)
    return Match(word, ranked[0][2], "nearest", ranked[0][0])


def _kinds(ours: Mapping[str, KindSeen], theirs: Mapping[str, KindSeen]) -> dict[str, Match]:
    found = {}
    for kind, seen in ours.items():
        if kind in theirs and seen.apart(theirs[kind]) < float("inf"):
            found[kind] = Match(kind, kind, "same word", seen.apart(theirs[kind]))
            continue
        fighters = {k: o for k, o in theirs.items() if seen.strength or seen.commands}
        apart, near = min(((seen.apart(o), k) for k, o in fighters.items()), default=(float("inf"), NONE))
        close = apart < float("inf")
        found[kind] = Match(kind, near, "nearest", apart) if close else Match(kind, NONE, "none")
    return found


def _sides(ours: tuple[str, ...], theirs: tuple[str, ...]) -> dict[str, Match]:
    """The same names, or one after the other as the games name them."""
    if set(ours) == set(theirs):
        return {side: Match(side, side, "same word") for side in ours}
    return {one: Match(one, other, "in order") for one, other in zip(ours, theirs, strict=False)}


def between(
    home: Named, games: Sequence[Named], stated: Mapping[str, Mapping[str, Mapping[str, str]]]
) -> Iterator[tuple[Named, Correspondence]]:
    """Each game with the words of *home* in it: as *stated* (by label of the game), else by likeness."""
    own = Likeness(home)
    for game in games:
        other = own if game.ruleset.id == home.ruleset.id else Likeness(game)
        yield game, proposed(own, other, stated.get(game.label))


# ------------------------------------------------------------------ from a file
def read_stated(path: Path, one: str, other: str) -> dict[str, dict[str, str]]:
    """What a file of correspondences states between two games. FileFault where it is none, or is one between
    others."""
    with reading(path) as written:
        data = written.data()
        for key, game in (("from", one), ("to", other)):
            if data.get(key) != game:
                raise Fault(f"{key!r} is {data.get(key)!r}, and the words asked for are of {game!r}", key)
        return stated_in({k: v for k, v in data.items() if k not in ("from", "to")}, written)


def stated_in(data: Mapping[str, Any], _written: TomlText | None = None) -> dict[str, dict[str, str]]:
    """Tables of words and their counterparts. Fault at the first that is none."""
    for table, words in data.items():
        if table not in TABLES:
            raise Fault(f"no table {table!r}; it is one of {', '.join(TABLES)}", table)
        if not isinstance(words, dict):
            raise Fault(f"{table} is a table of words", table)
        for word, to in words.items():
            if not isinstance(to, str):
                raise Fault(f"the counterpart of {word!r} is a word, not {to!r}", word, table)
    return {table: dict(words) for table, words in data.items()}


__all__ = ["Correspondence", "FileFault", "Match", "proposed", "read_stated", "stated_in"]
