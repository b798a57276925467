"""What is known of a unit or a hex, as lines with their rules and where the values come from."""

from __future__ import annotations

from dataclasses import dataclass

from hexcore.maps import HexMap
from hexcore.movement import passage_of, points_left
from hexcore.provenance import CERTAINTY
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore.zoc import controllers, zone
from hexcore_gui.hex_markers import lying_at
from hexcore_gui.presentation import titled
from hexcore_gui.stage import Stage
from hexcore_gui.supply_words import supply_words
from hexcore_gui.wording import count, lower_first, points, titled_first


@dataclass(frozen=True)
class Fact:
    """One line: what it is about, what is known, its rule, and where the value comes from."""

    name: str
    value: str
    rule: str = ""
    mark: str = ""


# ------------------------------------------------------------------ units
def unit_facts(stage: Stage, state: GameState, unit: Unit) -> list[Fact]:
    """Everything about a unit that a player asks for, most wanted first."""
    if not unit.counter.steps:
        return []
    figures = any(step != (0, 0) for step in unit.counter.steps)
    found = [_strength(unit), _movement(state, unit)] if figures else []
    if unit.counter.radius:
        radius = count(unit.counter.radius, "hex", "hexes")
        found.append(Fact("Command", f"Radius {radius}", mark=_mark(unit, "movement")))
    if unit.hex >= 0:
        found += [*supply_facts(stage, state, unit), *zone_facts(stage, state, unit)]
    found += _markers(stage, state, unit)
    return found + _notes(state, unit)


def _mark(unit: Unit, what: str) -> str:
    return str(unit.counter.provenance.get(what, ""))


def _strength(unit: Unit) -> Fact:
    steps = [step.strength for step in unit.counter.steps]
    now = unit.step.strength
    if len(steps) == 1:
        text = str(now)
    elif len(steps) == 2:
        text = f"{now}, {'front' if unit.losses else 'reverse'} {steps[0] if unit.losses else steps[1]}"
    else:
        text = f"{now} of {' · '.join(map(str, steps))}"
    return Fact("Strength", text, mark=_mark(unit, "strength"))


def _movement(state: GameState, unit: Unit) -> Fact:
    printed = unit.step.movement
    if state.phase >= 0 and state.board.sequence.phases[state.phase].side != unit.side:
        return Fact("Movement", str(printed), mark=_mark(unit, "movement"))  # it does not move now
    allowance = state.board.rules.movement_allowance(state, unit)
    left, rule = points_left(state, unit), str(state.board.scenario.tags.get("movement_points_rule", ""))
    if left != allowance:
        text = f"{points(max(left, 0))} left of {points(allowance)}"
    elif allowance == 2 * printed:
        text = str(printed)
    else:
        text = f"{points(allowance) if allowance else 'None'} in this phase, {printed} printed"
    return Fact("Movement", text, rule, _mark(unit, "movement"))


def supply_facts(stage: Stage, state: GameState, unit: Unit) -> list[Fact]:
    """A unit's supply: the state in force, how far it is to which source, or what cuts it off."""
    if not state.board.rules.supply_sources(state, unit.side):
        return []
    return [Fact(*word) for word in supply_words(state, unit)]


def zone_facts(stage: Stage, state: GameState, unit: Unit) -> list[Fact]:
    """Whose zones a unit stands in, with the rule by which they act on its movement."""
    text = zone_text(stage, state, unit.hex, state.enemy(unit.side))
    masks = passage_of(state, unit).masks if text else ()
    effects = ("stop", "held", "leave", "zone-to-zone")
    rule = next((m.rule for m in masks if m.effect in effects and m.hexes and m.hexes[unit.hex]), "")
    return [Fact("Zone", text, rule)] if text else []


def zone_text(stage: Stage, state: GameState, hex: int, side: str) -> str:
    """Whose zones of control a hex lies in."""
    if not zone(state, side)[hex]:  # type: ignore[arg-type]
        return ""
    units = controllers(state, side, hex)  # type: ignore[arg-type]
    if not units:
        return f"In the {stage.side_adjective(side)} zone"
    named = f"{stage.unit_name(units[0])} ({stage.number(units[0].hex)})"
    return f"In the zone of {named}" + (f" and {len(units) - 1} more" if len(units) > 1 else "")


def _markers(stage: Stage, state: GameState, unit: Unit) -> list[Fact]:
    found = []
    for (kind, subject), number in state.markers.items():
        if subject == unit.id and number:
            look = stage.presentation.marker_look(kind)
            found.append(Fact("Marker", look.told(number)))
    return found


def _notes(state: GameState, unit: Unit) -> list[Fact]:
    stopped = state.note("stopped", unit.id)
    found = []
    if stopped:
        found.append(Fact("Stopped", stopped[1][:1].upper() + stopped[1][1:], stopped[0]))
    done = [
        word
        for key, word in (("fought", "has attacked"), ("attacked", "was attacked"))
        if state.note(key, unit.id)
    ]
    if done:
        found.append(Fact("Phase", " and ".join(done).capitalize()))
    return found


# ------------------------------------------------------------------ ground
def ground_text(stage: Stage, hex: int) -> str:
    """What the ground of a hex is: its terrain, then its features."""
    hex_map, looks = stage.board.map, stage.presentation
    words = [
        looks.terrain[w].label if w in looks.terrain else titled(w) for w in sorted(hex_map.terrain[hex])
    ]
    for word in sorted(hex_map.features[hex]):
        words.append(looks.features[word].label if word in looks.features else titled(word))
    if len(words) > 1 and hex_map.features[hex] and words[0] == "Clear":
        words = words[1:]
    return ", ".join(word for word in words if word) or "Open ground"


def sides_text(stage: Stage, hex: int) -> str:
    """Rivers and other hexsides of a hex in words: `minor river on two sides`."""
    hex_map, looks = stage.board.map, stage.presentation
    tally: dict[str, int] = {}
    for side in range(6 * hex, 6 * hex + 6):
        for word in hex_map.sides[side]:
            tally[word] = tally.get(word, 0) + 1
    numbers = ("", "one side", "two sides", "three sides", "four sides", "five sides", "all sides")
    return ", ".join(
        f"{lower_first(looks.hexsides[w].label if w in looks.hexsides else titled(w))} on {numbers[n]}"
        for w, n in sorted(tally.items())
    )


def roads_text(stage: Stage, hex: int) -> str:
    hex_map, looks = stage.board.map, stage.presentation
    words = {hex_map.roads[s] for s in range(6 * hex, 6 * hex + 6) if hex_map.roads[s]}
    named = [looks.roads[w].label if w in looks.roads else titled(w) for w in sorted(words)]
    return ", ".join(map(lower_first, named))


def side_names(hex_map: HexMap, hex: int) -> str:
    names = {hex_map.side_names[s] for s in range(6 * hex, 6 * hex + 6) if s in hex_map.side_names}
    return ", ".join(sorted(names))


def hex_facts(stage: Stage, state: GameState, hex: int) -> list[Fact]:
    """The ground of a hex, whose it is, and where its values come from."""
    hex_map = stage.board.map
    found = [Fact("Ground", ground_text(stage, hex), mark=str(hex_map.provenance.get(("hex", hex), "")))]
    place = hex_map.place_at.get(hex)
    if place is not None:
        look = stage.presentation.place_look(place.kind)
        found.append(
            Fact(
                "Place",
                f"{stage.hex_name(hex).split(' ', 1)[-1]}, {lower_first(look.label or titled(place.kind))}",
                place.rule,
                place.provenance,
            )
        )
    if sides := sides_text(stage, hex):
        names = side_names(hex_map, hex)
        marks = {str(hex_map.provenance.get(("side", s), "")) for s in range(6 * hex, 6 * hex + 6)} - {""}
        found.append(
            Fact(
                "Hexsides",
                sides[0].upper() + sides[1:] + (f" ({names})" if names else ""),
                mark=_weakest(marks),
            )
        )
    if roads := roads_text(stage, hex):
        marks = {str(hex_map.provenance.get(("road", s), "")) for s in range(6 * hex, 6 * hex + 6)} - {""}
        found.append(Fact("Roads", titled_first(roads), mark=_weakest(marks)))
    if hex in state.control:
        found.append(Fact("Control", stage.side_name(state.control[hex])))
    found += [Fact("Marker", look.told(number)) for look, number in lying_at(stage, state, hex)]
    return found


def _weakest(marks: set[str]) -> str:
    return next((mark for mark in reversed(CERTAINTY) if mark in marks), "")


def hex_line(stage: Stage, state: GameState, hex: int) -> list[str]:
    """A hex for the status line: number, ground, whose, in whose zone."""
    ground = ground_text(stage, hex)
    sides = sides_text(stage, hex)
    words = [stage.hex_name(hex), f"{ground} · {sides}" if sides else ground]
    if hex in state.control:
        words.append(f"{stage.side_adjective(state.control[hex])} control")
    owners = [s for s in stage.board.sides if zone(state, s)[hex]]
    if owners:
        named = " and ".join(stage.side_adjective(s) for s in owners)
        words.append(f"In the {named} {'zones' if len(owners) > 1 else 'zone'}")
    return words + [look.told(number) for look, number in lying_at(stage, state, hex)]
