"""What became of a combat: who lost what, who went back where, who advanced, and whether the hex is taken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hexcore.events import Event, Fought, Moved, PhaseBegan, Placed, Removed, StepsLost
from hexcore.foresight import on_the_table
from hexcore.rules import Refusal
from hexcore.stacking import stack_refusal
from hexcore.state import Combat, GameState
from hexcore.units import ELIMINATED, Side
from hexcore_gui.naming import listed
from hexcore_gui.stage import Stage
from hexcore_gui.wording import count, result_text


@dataclass(frozen=True)
class StoryLine:
    """One line of what became of a combat, and the rule beside it, if one says why."""

    text: str
    rule: str = ""


@dataclass
class Story:
    """One combat as its events have told it so far."""

    combat: Combat
    losses: dict[str, int] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    back: dict[tuple[str, ...], list[int]] = field(default_factory=dict)
    onward: dict[tuple[str, ...], list[int]] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    offered: bool = False

    @property
    def over(self) -> bool:
        return self.combat.stage == "over"

    def hear(self, event: Event) -> None:
        """Something that happened while this combat was fought."""
        match event:
            case Fought(combat):
                self.combat = combat
            case StepsLost(unit, now):
                self.losses[unit] = now
            case Removed(unit, box, _):
                self.gone[unit] = box
                self.left.pop(unit, None)
            case Placed(unit, hex, _):
                self.left[unit] = hex
            case Moved(units, to, how):
                ways = self.onward if how in ("advance", "overrun") else self.back
                ways.setdefault(tuple(units), []).append(to)


class CombatStories:
    """The stories of the combats of a phase, until there is one in another; the last may still go on."""

    def __init__(self) -> None:
        self.told: list[Story] = []
        self._past = False

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, PhaseBegan):
                self._past = True
            elif isinstance(event, Fought):
                self._fought(event)
            elif self.told and not self.told[-1].over:
                self.told[-1].hear(event)

    def _fought(self, event: Fought) -> None:
        found = next((s for s in self.told if s.combat.id == event.combat.id), None)
        if found is not None:
            self.told.remove(found)
        elif self._past:
            self.told, self._past = [], False
        found = found or Story(event.combat)
        found.hear(event)
        self.told.append(found)

    def of(self, combat: Combat) -> Story | None:
        return next((story for story in self.told if story.combat.id == combat.id), None)

    def forget(self) -> None:
        """Answers were taken back: what followed from them is no longer so."""
        self.told = []


# ------------------------------------------------------------------ in words
def told_lines(stage: Stage, state: GameState, story: Story) -> list[StoryLine]:
    """What became of a combat, the defender first."""
    combat, enemy = story.combat, state.enemy(story.combat.side)
    lines = [StoryLine(text) for side in (enemy, combat.side) if (text := _losses(stage, story, side))]
    lines += [StoryLine(_stands(stage, id, hex)) for id, hex in story.left.items()]
    lines += [StoryLine(_went(stage, units, way, "goes back")) for units, way in story.back.items()]
    lines += [StoryLine(_went(stage, units, way, "advances")) for units, way in story.onward.items()]
    if story.over:
        lines += _hexes(stage, state, story)
    return lines


def _losses(stage: Stage, story: Story, side: Side) -> str:
    """`Red lose: 16 Guards Division, eliminated`."""
    counters = stage.board.counters
    found = []
    for id in dict.fromkeys((*story.losses, *story.gone)):
        if id not in counters or counters[id].side != side:
            continue
        steps = counters[id].steps[story.losses.get(id, 0) :]
        if id in story.gone:
            box = story.gone[id]
            how = "eliminated" if box == ELIMINATED.name else f"off the map, {stage.box_name(box).lower()}"
        else:
            face = f"{steps[0].strength}-{steps[0].movement}" if steps else ""
            how = f"down to {face}, {count(len(steps), 'step')} left"
        called = stage.unit_name(id).removeprefix(f"{stage.side_adjective(side)} ")
        found.append(f"{called} {how}")
    verb, name = ("lose" if stage.side(side).verb == "decide" else "loses"), stage.side_name(side)
    return f"{name} {verb}: {'; '.join(found)}." if found else f"{name} {verb} nothing." if story.over else ""


def _stands(stage: Stage, unit: str, hex: int) -> str:
    """`The battlegroup 2-6 is left in 0843.`"""
    face = stage.board.counters[unit].steps[0]
    return f"{stage.unit_name(unit)} {face.strength}-{face.movement} is left in {stage.hex_name(hex)}."


def _went(stage: Stage, units: tuple[str, ...], way: list[int], verb: str) -> str:
    """`988 Infantry Regiment goes back 2 hexes to A2908.`"""
    who = listed([stage.unit_name(id) for id in units if id in stage.board.counters])
    if len(units) > 1:
        verb = verb.replace("goes", "go").replace("advances", "advance")
    far = f" {count(len(way), 'hex', 'hexes')}" if len(way) > 1 else ""
    return f"{who} {verb}{far} to {stage.hex_name(way[-1])}."


def _hexes(stage: Stage, state: GameState, story: Story) -> list[StoryLine]:
    """Each hex attacked: taken, held, or empty and why nobody went in."""
    found = []
    for hex in story.combat.targets:
        holders = {unit.side for unit in state.at(hex)}
        where = stage.hex_name(hex)
        if _taken(state, story, hex):
            found.append(StoryLine(f"{where} is taken."))
        elif holders:
            found.append(StoryLine(f"{where} is not taken."))
        else:
            why = _nobody_went(stage, state, story, hex)
            text = f"{where} stands empty: {why.reason}."
            found.append(StoryLine(text, why.rule))
    return found


def _taken(state: GameState, story: Story, hex: int) -> bool:
    """Whether the attacker stands in a hex, or has advanced through it and left it empty."""
    holders = {unit.side for unit in state.at(hex)}
    passed = any(hex in way for way in story.onward.values())
    return story.combat.side in holders or (not holders and passed)


def _nobody_went(stage: Stage, state: GameState, story: Story, hex: int) -> Refusal:
    """Why an empty hex was not advanced into."""
    combat = story.combat
    if story.offered:
        return Refusal("", "nobody advanced")
    units = [state.units[id] for id in combat.attackers if id in state.units and state.units[id].hex >= 0]
    if not units:
        return Refusal("", "no attacker is left to advance")
    fought = on_the_table(state, combat)
    for unit in units:
        stopped = state.note("stopped", unit.id)
        if combat.kind != "attack" and isinstance(stopped, tuple) and len(stopped) == 2:
            return Refusal(*map(str, stopped))
        refusals = fought.board.rules.may_advance(fought, (unit,), (hex,), combat)
        full = None if refusals else stack_refusal(fought, (unit,), hex)
        why = refusals[0] if refusals else full
        if why is not None:
            return Refusal(why.rule, stage.readable(why.reason, unit.id))
    return Refusal("", "nobody advanced")


def in_short(stage: Stage, state: GameState, story: Story) -> str:
    """One line of a combat fought earlier: `A2806 at 4-1, 1/2: taken`."""
    combat = story.combat
    where = ", ".join(stage.number(hex) for hex in combat.targets)
    taken = any(_taken(state, story, hex) for hex in combat.targets)
    return f"{where} at {combat.column}, {result_text(combat.result)}: {'taken' if taken else 'not taken'}"
