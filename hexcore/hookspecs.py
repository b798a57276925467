"""Every hook a ruleset can fill. Three shapes, the grammar of a rulebook, named in each doc string:

[answer]        a General Rule: the first function that does not return None answers;
[contribution]  a Case: every function's part counts (one value or a list of them; None adds nothing);
[refusal]       "may not": any one reason (a text, or a Refusal) forbids.

An exception to any of these is a wrapper. The core's general rules stand behind the ruleset's, the
ruleset's behind the scenario's. Hooks answer per unit, per combat or per phase, never per hexside.
"""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hexcore.result_hooks import ResultHooks, answer, contribution, refusal

if TYPE_CHECKING:
    from hexcore.actions import Action
    from hexcore.board import Board
    from hexcore.charts import CombatResultsTable, Costs
    from hexcore.decisions import Decision
    from hexcore.events import Event, Steps
    from hexcore.maps import HexMap
    from hexcore.rules import (
        DieModifier,
        DrawnLine,
        Due,
        Effects,
        Factor,
        Foretold,
        Mask,
        Objective,
        Refusal,
        Shift,
        SupplyBand,
        SupplySource,
        Told,
        VictoryPoints,
    )
    from hexcore.setup import Area
    from hexcore.state import Combat, GameState, Outcome
    from hexcore.supply import SupplyRule
    from hexcore.units import Counter, Side, Unit


class HookSpecs(ResultHooks):
    """The hooks, in the order of a game turn; those after a combat's result are in `result_hooks`."""

    # ---------------------------------------------------------------- the sequence of play
    @contribution
    def begin_game(self, state: GameState) -> list[Event] | None:
        """Events before the first phase: tracks, markers, first notes. [contribution]"""

    @contribution
    def begin_phase(self, state: GameState, phase: str) -> list[Event] | None:
        """Events at the start of a phase, questions (`Asked`) among them; `phase` is its id. [contribution]"""

    @contribution
    def end_phase(self, state: GameState, phase: str) -> list[Event] | None:
        """Events when a phase's questions are answered; they may ask more before the next begins. [contribution]"""

    @refusal
    def may_end_phase(self, state: GameState, side: Side) -> str | Refusal | None:
        """What is still owed before the side may end its phase. [refusal]"""

    @answer
    def outcome(self, state: GameState) -> Outcome | None:
        """How the game has ended, asked whenever a phase has ended; None while it goes on. [answer]"""

    @answer
    def standing(self, state: GameState) -> Outcome | None:
        """How the game would be decided if it ended now; None where that says nothing. [answer]"""

    @contribution
    def victory_points(self, state: GameState) -> VictoryPoints | list[VictoryPoints] | None:
        """Points as they stand, each with its rule. [contribution]"""

    # ---------------------------------------------------------------- setting up
    @contribution
    def set_up_areas(self, state: GameState, side: Side) -> list[Area] | None:
        """Where a side sets up which of its units, and how many of them stand where. [contribution]"""

    @answer
    def set_up_room(self, state: GameState, side: Side, hex: int) -> int | None:
        """How many of the units a side is setting up have room in a hex. [answer]"""

    # ---------------------------------------------------------------- units and the ground
    @answer
    def mobility(self, state: GameState, unit: Unit) -> str | None:
        """The mobility class of a unit: a word of the terrain effects chart. [answer]"""

    @answer
    def terrain_costs(self, board: Board, hex_map: HexMap, mobility: str) -> Costs | None:
        """What every hexside costs a mobility class, compiled once per board. [answer]"""

    @answer
    def exerts_zoc(self, state: GameState, unit: Unit) -> bool | None:
        """Whether a unit on the map exerts a zone of control. [answer]"""

    @contribution
    def zone_barriers(self, board: Board, hex_map: HexMap) -> list[int] | None:
        """Hexsides (6 * hex + direction, outward) no zone of control crosses, compiled once. [contribution]"""

    @contribution
    def zone_walls(self, state: GameState) -> list[int] | None:
        """Hexsides no zone of control crosses as markers and tracks now stand (see `zone_barriers`). [contribution]"""

    @contribution
    def ties_zones(self, board: Board) -> list[str] | None:
        """Units (ids) on whose place the other side's zones of control depend, compiled once. [contribution]

        `exerts_zoc` may depend on where such a unit stands: when it moves, the zones of both sides are found
        anew.
        """

    @answer
    def negates_zone(self, state: GameState, unit: Unit) -> bool | None:
        """Whether a unit cancels an enemy zone in its own hex for supply, command and retreat. [answer]

        The answer is kept for the phase: it may depend on the unit, tracks, markers and lasting notes, not on
        where it or others stand.
        """

    @answer
    def bars_entry(self, state: GameState, unit: Unit) -> bool | None:
        """Whether a unit keeps enemies out of its hex in movement (True by default). [answer]"""

    @refusal
    def may_stack(self, state: GameState, units: tuple[Unit, ...], hex: int) -> str | Refusal | None:
        """Why these friendly units may not end together in a hex. [refusal]

        For units in hand the answer is kept for the phase, by who stands in the hex: it may depend on the
        units, the hex, tracks, markers and lasting notes, not on where others stand.
        """

    @answer
    def counts_in_stack(self, state: GameState, unit: Unit) -> bool | None:
        """Whether a unit counts for stacking (True by default): only such units are lost to excess. [answer]"""

    # ---------------------------------------------------------------- movement
    @answer
    def movement_allowance(self, state: GameState, unit: Unit) -> int | None:
        """Half-points a unit has in the current phase, 0 when it may not move in it. [answer]"""

    @refusal
    def may_take(self, state: GameState, units: tuple[Unit, ...]) -> str | Refusal | None:
        """Why units may not be taken in hand (together) in this phase. [refusal]"""

    @contribution
    def movement_groups(self, state: GameState, side: Side) -> list[tuple[str, ...]] | None:
        """Stacks and divisions listed for taking in hand as one. [contribution]"""

    @contribution
    def movement_masks(self, state: GameState, unit: Unit) -> Mask | list[Mask] | None:
        """What the rules do to a unit's movement now, by hex and hexside. [contribution]"""

    @answer
    def minimum_move(self, state: GameState, unit: Unit) -> bool | None:
        """Whether a unit that has not moved may go one hex beyond its points. [answer]"""

    @refusal
    def may_move_at_least(self, state: GameState, unit: Unit, hex: int) -> str | Refusal | None:
        """Why a unit without the points may not make its minimum move into this neighbouring hex. [refusal]"""

    @contribution
    def ordered(self, state: GameState, units: tuple[Unit, ...], action: Action) -> list[Event] | None:
        """What follows when units in hand are given an order, before it is carried out. [contribution]"""

    @contribution
    def entered(self, state: GameState, units: tuple[Unit, ...], hex: int, how: str) -> list[Event] | None:
        """What follows when units enter a watched hex. [contribution]"""

    @contribution
    def owed_moves(self, state: GameState, side: Side) -> list[Action] | None:
        """Moves and exits, with their units, of which a side owes one before its phase ends: `may_end_phase` says why. [contribution]"""

    @contribution
    def watched_hexes(self, state: GameState, side: Side) -> list[int] | None:
        """Hexes whose entry by a side `entered` must hear of; a listed path stops in them. [contribution]"""

    @contribution
    def hand_options(self, state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
        """Further answers for units in hand: overruns, exits, embarking ... [contribution]"""

    @answer
    def hand_refusal(self, state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
        """Why such a further answer is refused. Only asked for an action not among `hand_options`. [answer]"""

    @answer
    def hand_answer(self, state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
        """What follows from such a further answer. [answer]"""

    @contribution
    def put_down(self, state: GameState, units: tuple[Unit, ...]) -> list[Event] | None:
        """What follows when units are put down. [contribution]"""

    @contribution
    def arrivals(self, state: GameState, side: Side) -> list[Action] | None:
        """Units that may be placed now, as `Place` actions. [contribution]"""

    @answer
    def arrival_refusal(self, state: GameState, action: Action) -> Refusal | None:
        """Why a `Place` that is not listed is refused. [answer]"""

    @answer
    def arrival_answer(self, state: GameState, action: Action) -> Steps | None:
        """What follows from placing an arrival (points spent, what it owes). [answer]"""

    # ---------------------------------------------------------------- combat
    @refusal
    def may_attack(
        self, state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
    ) -> str | Refusal | None:
        """Why a unit may not attack these hexes (in this combat, when one is declared). [refusal]"""

    @refusal
    def may_be_attacked(self, state: GameState, hex: int) -> str | Refusal | None:
        """Why a hex may not be attacked now. [refusal]"""

    @answer
    def defends(self, state: GameState, unit: Unit) -> bool | None:
        """Whether a unit in a hex attacked takes part in its defence (True by default). [answer]"""

    @contribution
    def defended_hexes(self, state: GameState, side: Side) -> list[int] | None:
        """Hexes a side defends though none of its units need stand there: works that fight by themselves. [contribution]"""

    @refusal
    def may_overrun(self, state: GameState, units: tuple[Unit, ...], target: int) -> str | Refusal | None:
        """Why units in hand may not overrun a hex. [refusal]"""

    @answer
    def overrun_cost(self, state: GameState, units: tuple[Unit, ...], target: int) -> int | None:
        """Half-points an overrun costs; None in a game without overruns. [answer]"""

    @contribution
    def declaration(self, state: GameState, combat: Combat) -> list[Action] | None:
        """What an attacker may add as he declares an attack, as `Commit` actions; nobody asks him for it. [contribution]"""

    @contribution
    def combat_support(self, state: GameState, combat: Combat, side: Side) -> list[Action] | None:
        """What a side may commit to this combat now, as `Commit` actions. [contribution]"""

    @contribution
    def support_known(self, state: GameState, combat: Combat, side: Side) -> list[Action] | None:
        """What else a side may think of committing to this combat, as `Commit` actions, whether or not it may: players are told what each would change, or why it stays away. [contribution]"""

    @answer
    def support_refusal(self, state: GameState, combat: Combat, side: Side, action: Action) -> Refusal | None:
        """Why a `Commit` that is not listed is refused. [answer]"""

    @refusal
    def owes_support(self, state: GameState, combat: Combat, side: Side) -> str | Refusal | None:
        """What a side must still commit to this combat before it may go on. [refusal]"""

    @contribution
    def pledged(self, state: GameState, combat: Combat, action: Action) -> list[Event] | None:
        """What committing something costs: notes, tracks. [contribution]"""

    @contribution
    def combat_opens(self, state: GameState, combat: Combat) -> list[Event] | None:
        """What an attack costs when it is made, before the dice: supply points, notes. [contribution]"""

    @contribution
    def strength_factors(self, state: GameState, combat: Combat, unit: Unit) -> Factor | list[Factor] | None:
        """What changes a unit's strength in a combat. [contribution]"""

    @answer
    def combined_strength(
        self, state: GameState, combat: Combat, strengths: Mapping[str, Fraction], attacking: bool
    ) -> Fraction | int | None:
        """The strength of one side in a combat, from its units' strengths as used. [answer]"""

    @contribution
    def combat_shifts(self, state: GameState, combat: Combat) -> Shift | list[Shift] | None:
        """Column shifts; positive favours the attacker. [contribution]"""

    @answer
    def shifts_that_count(self, state: GameState, combat: Combat, shifts: list[Shift]) -> list[Shift] | None:
        """Which of the shifts counted hex by hex decide for the whole attack. [answer]"""

    @contribution
    def die_modifiers(self, state: GameState, combat: Combat) -> DieModifier | list[DieModifier] | None:
        """What is added to the die. [contribution]"""

    @answer
    def combat_table(self, state: GameState, combat: Combat) -> CombatResultsTable | None:
        """The table a combat is resolved on. [answer]"""

    @answer
    def fixed_column(self, state: GameState, combat: Combat) -> str | None:
        """A column fixed by rule, whatever the odds and shifts. [answer]"""

    @answer
    def result_effects(self, state: GameState, combat: Combat, result: tuple[str, ...]) -> Effects | None:
        """What a result in words will do to either side, foretold for the odds; None for a result in numbers. [answer]"""

    @answer
    def combat_results(self, state: GameState, combat: Combat) -> tuple[Decision, ...] | None:
        """The questions that follow a combat's result, in order. [answer]"""

    # ---------------------------------------------------------------- supply, hidden things
    @answer
    def supply_rule(self, state: GameState, side: Side) -> SupplyRule | None:
        """How a side traces supply now: limit, costs by hexside, what blocks. [answer]"""

    @contribution
    def supply_sources(self, state: GameState, side: Side) -> list[SupplySource] | None:
        """Where a side's supply comes from now. [contribution]"""

    @answer
    def supply_part(self, board: Board, counter: Counter) -> str | None:
        """The part of its side whose sources a unit draws on besides those of all, where some sources serve a part only; empty by default. Asked once. [answer]"""

    @answer
    def supply_state(self, state: GameState, unit: Unit) -> str | None:
        """A unit's supply state in the ruleset's words; `supplied` by default when a line can be traced. [answer]"""

    @answer
    def supply_told(self, state: GameState, unit: Unit) -> dict[str, Any] | None:
        """What `ask supply` says of a unit, as plain data with printed numbers; None where its side's net says it. [answer]"""

    @answer
    def supply_bands(self, state: GameState, side: Side) -> tuple[SupplyBand, ...] | None:
        """The ground where a side's supply gives a state now, the best state first: for the map. [answer]"""

    @answer
    def foretold(self, state: GameState, decision: Decision, action: Action) -> Foretold | None:
        """What an answer would bring, told before it is given. [answer]"""

    @answer
    def visibility(self, state: GameState, unit: Unit, viewer: Side) -> str | None:
        """What a side sees of a unit: `open`, `back` (a counter face down) or `absent`. [answer]"""

    @contribution
    def drawn_lines(self, state: GameState) -> DrawnLine | list[DrawnLine] | None:
        """Lines that run over the map now and may run elsewhere later: a boundary. [contribution]"""

    @contribution
    def unit_told(self, state: GameState, unit: Unit) -> Told | list[Told] | None:
        """What else a player asks of a unit on the map as it stands: whether its formation is whole. [contribution]"""

    @contribution
    def due_units(self, state: GameState) -> Due | list[Due] | None:
        """Which units come in which turn, and which have to go: for the turn track and its lists. [contribution]"""

    @contribution
    def objectives(self, state: GameState) -> Objective | list[Objective] | None:
        """The ground that victory asks for, and who holds it: for the map. [contribution]"""

    @contribution
    def revealed(self, state: GameState, what: str, choice: str) -> list[Event] | None:
        """What follows when a secret is opened. [contribution]"""

    # ---------------------------------------------------------------- computer players
    @answer
    def worth(self, state: GameState, side: Side) -> dict[int, float] | None:
        """How much a side wants to hold each hex now, in steps: objectives, a line to keep. Asked once a phase. [answer]"""

    @answer
    def unit_worth(self, state: GameState, unit: Unit) -> float | None:
        """What the loss of a unit would cost its side now, in steps (its steps and strength by default). [answer]"""

    @answer
    def threatened(self, state: GameState, side: Side) -> dict[int, float] | None:
        """The strength the enemy could bring against each hex in his next turn. Asked once a phase. [answer]"""

    @answer
    def result_toll(
        self, state: GameState, combat: Combat, result: tuple[str, ...]
    ) -> tuple[float, float] | None:
        """What a combat result costs attacker and defender, in steps or hexes gone back. [answer]"""

    @answer
    def hoped_shift(self, state: GameState, combat: Combat) -> int | None:
        """Columns that support not yet committed will probably give the attacker, asked while an attack is only thought of (0 by default). [answer]"""

    @answer
    def answer_worth(self, state: GameState, decision: Decision, action: Action) -> float | None:
        """What giving an answer is worth to the side asked, in steps; None where a player must see for himself. [answer]"""


HOOKS: dict[str, Any] = {
    name: f for part in (HookSpecs, ResultHooks) for name, f in vars(part).items() if not name.startswith("_")
}


def shape(name: str) -> str:
    """`answer`, `contribution` or `refusal`: the shape of a hook."""
    doc = HOOKS[name].__doc__ or ""
    return doc.rsplit("[", 1)[1].split("]", 1)[0]
