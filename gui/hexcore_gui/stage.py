"""The game on the screen: its board, looks and theme together, and what things are called in them."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from hexcore.board import Board
from hexcore.results import loss_word
from hexcore.ruleset import RuleText
from hexcore.state import GameState
from hexcore.units import Aboard, Box, Counter, Place, Side, Unit
from hexcore_gui.counter_face import CounterFace, face_of
from hexcore_gui.counter_painter import CounterPainter
from hexcore_gui.faults import Fault, rule_fault
from hexcore_gui.list_looks import commands_of
from hexcore_gui.presentation import Presentation, SideLook, titled
from hexcore_gui.theme import Theme

PLAIN = "It is drawn in plain looks."
SIZES = {
    "XXXX": "Army",
    "XXX": "Corps",
    "XX": "Division",
    "X": "Brigade",
    "III": "Regiment",
    "II": "Battalion",
    "I": "Company",
    "BG": "Battlegroup",
}
"""What the size marks of military symbols are called."""


@dataclass(frozen=True)
class Stage:
    """What every panel shows a game with."""

    board: Board
    presentation: Presentation
    theme: Theme
    counters: CounterPainter
    signs: dict[str, str] = field(default_factory=dict)
    """What a unit's supply stands at now, as the marker that shows it, by unit: see `signs_of`."""
    unread: Fault | None = None
    """Why the ruleset's looks could not be read."""

    @classmethod
    def of(cls, board: Board, theme: Theme) -> Stage:
        """The stage of a board; looks that cannot be read are left out, and the stage says why."""
        looks, unread = Presentation(), None
        try:
            looks = Presentation.from_mapping(board.ruleset.presentation)
        except Exception as fault:  # a plugin's data can be broken in any way
            unread = rule_fault(fault, "reading its looks", board.ruleset, PLAIN)
        nations = [c.nation or c.side for c in board.counters.values()]
        return cls(board, looks.completed(nations), theme, CounterPainter(theme), unread=unread)

    def px(self, size: float) -> int:
        """A length of the window at the chosen scale."""
        return round(size * self.theme.ui_scale)

    @property
    def title(self) -> str:
        ruleset = self.board.ruleset
        corrected = ruleset.corrections.told if ruleset.corrections is not None else ""
        parts = (ruleset.title, ruleset.edition, self.board.scenario.title, corrected)
        return " · ".join(part for part in parts if part)

    @cached_property
    def commands(self) -> dict[str, str]:
        """Which command of the order of battle a unit or a formation of a side stands under."""
        return commands_of(self.presentation.commands)

    @cached_property
    def loss_word(self) -> str:
        """What a loss in this game is: a step, or a unit where none has more than one step."""
        return loss_word(self.board)

    # ---------------------------------------------------------------- counters
    def face(
        self, state: GameState, unit: Unit, *, in_hand: bool = False, plain: bool = False
    ) -> CounterFace:
        """A unit's counter as it lies there now; *plain* without the signs of what it has done."""
        if plain or not unit.counter.steps:
            return self.plain_face(unit, in_hand=in_hand)
        return face_of(
            self.presentation,
            unit.counter,
            unit.losses,
            moved=self.has_moved(state, unit),
            fought=bool(state.note("fought", unit.id)),
            in_hand=in_hand,
            markers=self.markers(state, unit.id),
        )

    def markers(self, state: GameState, unit: str) -> list[str]:
        """The markers that lie on a unit, and how its supply stands."""
        found = [kind for (kind, subject), n in state.markers.items() if subject == unit and n]
        sign = self.signs.get(unit)
        return found if sign is None or sign in found else [*found, sign]

    def signs_of(self, state: GameState, foretold: Mapping[str, str] = {}) -> dict[str, str]:
        """Of every unit whose state of supply is shown on its counter, the marker that shows it: as things
        stand, or (by unit) as it is *foretold*."""
        rules, markers = state.board.rules, self.presentation.markers
        by_word = {look.supply: name for name, look in markers.items() if look.supply}
        if foretold:
            by_word = {name: name for name in markers} | by_word
            return {id: by_word[word] for id, word in foretold.items() if word in by_word}
        fed = [side for side in state.board.sides if by_word and rules.supply_sources(state, side)]
        units = [u for u in state.units.values() if u.hex >= 0 and u.counter.steps and u.side in fed]
        words = {unit.id: rules.supply_state(state, unit) for unit in units}
        return {id: by_word[word] for id, word in words.items() if word in by_word}

    def plain_face(self, unit: Unit, *, in_hand: bool = False) -> CounterFace:
        """A unit's counter as printed; one that is seen from behind shows whose it is and no more."""
        if unit.counter.steps:
            return face_of(self.presentation, unit.counter, unit.losses, in_hand=in_hand)
        look = self.presentation.nation_look(unit.side)
        return CounterFace(letters="?", body=look.body, ink=look.ink, edge=look.edge, in_hand=in_hand)

    def has_moved(self, state: GameState, unit: Unit) -> bool:
        """Whether a unit has moved in this phase, as the core notes it."""
        return ("phase", "from", unit.id) in state.notes

    # ---------------------------------------------------------------- names
    def side(self, side: str) -> SideLook:
        return self.presentation.side_look(side)

    def side_adjective(self, side: str) -> str:
        """A side's name before a noun: `Red` combat."""
        return self.side(side).adjective or self.side_name(side)

    def side_name(self, side: str) -> str:
        return self.side(side).name or titled(side)

    def lying(self, state: GameState, hex: int) -> list[Unit]:
        """The units of a hex as they lie, bottom first: assets such as supplies undermost."""
        looks = self.presentation.kind_look
        return sorted(state.at(hex), key=lambda unit: looks(unit.counter.kind).card != "asset")

    def unit_name(self, unit: Unit | Counter | str) -> str:
        """What a unit is called in full: number, kind and size; or the name its looks give it."""
        counter = self._counter(unit)
        return self._names.get(counter.id) or self._named(counter)

    def short_name(self, unit: Unit | Counter | str) -> str:
        """A unit's name as the counter has it."""
        return self._counter(unit).name

    def units_name(self, ids: tuple[str, ...]) -> str:
        """Several units in few words: the formation where it is one, else the first and how many more."""
        if len(ids) == 1:
            return self.unit_name(ids[0])
        formations = {self._counter(i).formation for i in ids}
        if len(formations) == 1 and (only := formations.pop()):
            return f"{self.formation_name(only)} ({len(ids)} units)"
        if len(ids) == 2:
            return f"{self.unit_name(ids[0])} and {self.unit_name(ids[1])}"
        return f"{self.unit_name(ids[0])} and {len(ids) - 1} more"

    def nation_key(self, counter: Counter) -> str:
        """The nation whose body a counter wears, as the looks call it."""
        printed = counter.nation or counter.side
        return self.presentation.nation_of(counter.id, printed, counter.kind, counter.formation)

    def nation_name(self, nation: str) -> str:
        look = self.presentation.nations.get(nation)
        return (look.label if look else "") or titled(nation)

    @cached_property
    def nations_of(self) -> dict[str, frozenset[str]]:
        """By side, the nations of its counters that fight."""
        found: dict[str, set[str]] = {}
        for counter in self.board.counters.values():
            if counter.steps and any(step.strength for step in counter.steps):
                found.setdefault(counter.side, set()).add(self.nation_key(counter))
        return {side: frozenset(nations) for side, nations in found.items()}

    def formation_name(self, formation: str) -> str:
        return self.presentation.formation_look(formation).name or formation

    def kind_name(self, kind: str) -> str:
        return self.presentation.kind_look(kind).label or titled(kind)

    def number(self, hex: int) -> str:
        return self.board.map.numbers[hex] if hex >= 0 else "off the map"

    def hex_name(self, hex: int) -> str:
        """A hex with the name of its place: `A2308 Caumont`."""
        place = self.board.map.place_at.get(hex)
        if place is None:
            return self.number(hex)
        label = self.presentation.labels.get(place.name)
        name = label.text if label and label.text is not None else place.name
        return f"{self.number(hex)} {name}".strip()

    def box_name(self, box: str) -> str:
        look = self.presentation.boxes.get(box)
        return look.title if look and look.title else titled(box)

    def place_name(self, place: Place) -> str:
        if isinstance(place, int):
            return self.number(place)
        if isinstance(place, Box):
            return self.box_name(place.name)
        if isinstance(place, Aboard):
            return f"aboard {self.unit_name(place.carrier)}"
        return "not in this game"

    def phase_title(self, state: GameState) -> str:
        return self.board.sequence.phases[state.phase].title if state.phase >= 0 else "Set-up"

    def rule_text(self, number: str) -> RuleText | None:
        """Our text of a rule; a rule without its own takes that of the longest number before it."""
        texts = self.board.ruleset.rule_texts
        while number and number not in texts:
            number = number.rpartition(".")[0]
        return texts.get(number)

    def cited(self, number: str) -> str:
        """A rule as it is cited beside a text: `§ 8.3`, `§ Supply (A)`; empty without a rule."""
        return f"§ {self.board.ruleset.spelled(number)}" if number else ""

    def first_sentence(self, number: str) -> str:
        text = self.rule_text(number)
        if text is None:
            return ""
        sentence = re.split(r"(?<=[.;:])\s", text.text, maxsplit=1)[0].rstrip(";:")
        return f"{text.title}. {sentence}" if len(text.title) < 28 else f"{text.title}."

    def readable(self, text: str, *ids: str) -> str:
        """A text of the core with the short names of some counters written out in full."""
        for id in ids:
            short = self.short_name(id)
            if short.strip() and short in text and short != (full := self.unit_name(id)):
                text = re.sub(
                    rf"(?<![\w/]){re.escape(short)}(?![\w/])", full.replace("\\", ""), text, count=1
                )
        return text

    # ---------------------------------------------------------------- inside
    def _counter(self, unit: Unit | Counter | str) -> Counter:
        if isinstance(unit, Unit):
            return unit.counter
        if isinstance(unit, Counter):
            return unit
        known = self.board.counters.get(unit)
        return known or Counter(unit, Side(""), "hidden", (), designation="Unknown unit")

    @cached_property
    def _names(self) -> dict[str, str]:
        """What each counter is called; of several called alike each with its nation before the name."""
        named = {id: self._named(counter) for id, counter in self.board.counters.items()}
        alike = Tally(named.values())
        return {
            id: name if alike[name] < 2 else self._with_nation(self.board.counters[id], name)
            for id, name in named.items()
        }

    def _with_nation(self, counter: Counter, name: str) -> str:
        nation = self.nation_name(self.nation_key(counter))
        return name if nation.lower() in name.lower() else f"{nation} {name}"

    def _named(self, counter: Counter) -> str:
        look = self.presentation.units.get(counter.id)
        if look and look.name:
            return look.name
        number = (look.number if look else "") or counter.designation
        kind = self.presentation.kind_look(counter.kind)
        size = SIZES.get(counter.size, counter.size if len(counter.size) > 2 else "")
        if counter.formation and counter.formation == counter.designation and size:
            return self.formation_name(counter.formation)
        if kind.card == "hq":
            return " ".join(p for p in (number, size, "HQ") if p)
        if not size or len(number.split()) > 1:
            return number or counter.id
        return f"{number} {self.kind_name(counter.kind)} {size}"
