"""Attacks from afar as a ruleset folder chooses them: [combat.range]."""

from __future__ import annotations

from hexcore.customs import Custom
from hexcore.folder_models import Range
from hexcore.rule_sheet import RuleSheet
from hexcore.rules import Refusal
from hexcore.state import Combat, GameState
from hexcore.units import Unit


def add_range(sheet: RuleSheet, said: Range) -> None:
    """Kinds that attack over several hexes; out of force, everybody attacks what he stands next to."""
    number = said.rule

    def away(state: GameState, unit: Unit, hex: int) -> int:
        at = state.board.map.coords
        return at[unit.hex].distance(at[hex])

    def in_range(
        state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
    ) -> Refusal | None:
        in_force = state.board.rules.active(number)
        reach = said.hexes.get(unit.counter.kind, 1) if in_force else 1
        far = next((hex for hex in targets if away(state, unit, hex) > reach), None)
        if far is None:
            return None
        hexes = f"{reach} hex{'' if reach == 1 else 'es'}"
        text = f"{unit.counter.name} attacks over {hexes}; {state.board.map.numbers[far]} is farther off"
        return Refusal(number if in_force else "", text)

    def from_afar(state: GameState, combat: Combat, unit: Unit) -> bool | None:
        if unit.id not in combat.attackers:
            return None
        return all(away(state, unit, hex) > 1 for hex in combat.targets) or None

    sheet.state(Custom.ADJACENT, "", holds=False)
    sheet.add("combat.range", "may_attack", in_range, also=(number,))
    if said.unharmed:
        sheet.add("combat.range", "spared", from_afar, number)
