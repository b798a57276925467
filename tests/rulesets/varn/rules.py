"""What the tables of this game cannot say."""

from fractions import Fraction

from hexcore.actions import Action, Commit
from hexcore.events import Event, TrackSet
from hexcore.rules import Factor, Shift, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit

FAST = {"armour", "recon"}


@rule({"varn": "4.3"}, hook="may_take")
def only_the_fast_exploit(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """Armour and reconnaissance alone move in the exploitation phase."""
    exploiting = state.board.phase(state.phase).id == "ostrand-exploitation"
    slow = exploiting and any(unit.counter.kind not in FAST for unit in units)
    return "only armour and reconnaissance exploit" if slow else None


@rule({"varn": "7.10"}, hook="strength_factors")
def forts(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """The forts double whoever of Vell defends them; they are open to the rear for Ostrand."""
    sheltered = unit.side == "vell" and unit.id in combat.defenders
    if sheltered and "fort" in state.board.map.terrain[unit.hex]:
        return Factor(Fraction(2), "in a fort")
    return None


@rule({"varn": "7.11"}, hook="combat_shifts")
def engineers(state: GameState, combat: Combat) -> Shift | None:
    """One column right when engineers attack across the river."""
    ground = state.board.map
    for unit in (state.units[id] for id in combat.attackers):
        across = any("river" in ground.sides[ground.side(unit.hex, hex)] for hex in combat.targets)
        if unit.counter.kind == "engineers" and across:
            return Shift(1, "engineers at the river")
    return None


@rule({"varn": "11.1"}, hook="combat_support")
def air_support(state: GameState, combat: Combat, side: Side) -> list[Action]:
    """Each side may give an air point to a combat, while it has any."""
    air = f"{side}-air"
    return [Commit(air)] if int(state.tracks[air]) and not combat.pledged(air) else []


@rule({"varn": "11.1"}, hook="pledged")
def air_points_fly_once(state: GameState, combat: Combat, action: Action) -> list[Event]:
    return [TrackSet(action.what, int(state.tracks[action.what]) - 1)] if isinstance(action, Commit) else []


@rule({"varn": "11.1"}, hook="combat_shifts")
def air_shifts(state: GameState, combat: Combat) -> list[Shift]:
    """A column to the side that flies."""
    return [
        Shift(1 if side == combat.side else -1, f"air support of {side}")
        for side in state.board.sides
        if combat.pledged(f"{side}-air")
    ]


@general("worth")
def the_towns(state: GameState, side: Side) -> dict[int, float]:
    """Each town for its points."""
    at = state.board.map.hex
    return {at("0904"): 3.0, at("1010"): 3.0, at("1303"): 5.0, at("1407"): 5.0}
