"""Supply points: what each side gains, and what it sets aside and pays for attacks (SPI 4.0.B, 11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from hexcore.actions import Action, Choose, Commit, Done
from hexcore.attacks import targets_of
from hexcore.combat import UNSUPPLIED
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Asked, Event, Noted, Steps, TrackSet
from hexcore.rules import Factor, Refusal, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore_cobra.charts import TurnRow, turn_record
from hexcore_cobra.combat import BRITISH, GERMAN as GERMANS, US, army
from hexcore_cobra.editions import also, cite, expanded, game_turn, numbers, plays
from hexcore_cobra.opening import begins_on_6_june
from hexcore_cobra.supply import half_strength

MARKERS = {US: "us_supply", BRITISH: "british_supply"}
GERMAN_MARKER = "german_supply"
START, GERMAN_START = {US: 3, BRITISH: 4}, 4
GERMAN_START_IN_JUNE = 6
FIRST_PAID_TURN = 3
"""Before this Game-Turn no Allied attack asks for points (11.1.3)."""
MOST, MOST_GERMAN = 99, 12
PRICE = {US: 1, BRITISH: 1, GERMANS: 2}
GERMAN_GAIN = {"clear": 1, "overcast": 2, "storms": 3}
ARMIES = {"german-combat": (GERMANS,), "allied-combat": (US, BRITISH)}
ASIDE, PAID = "attack supply", "attack paid"
"""Notes of a phase: the attacks an army may still pay for with points set aside, and the combats paid for."""


def points(state: GameState, of: str) -> int:
    """The supply points an army can pay with now."""
    return int(state.tracks[marker(state, of)])


@rule(numbers("11.1.1"))
def marker(state: GameState, of: str) -> str:
    """US and British points are counted apart, each with its own marker; without the case on one."""
    if of == GERMANS:
        return GERMAN_MARKER
    return MARKERS[of] if plays(state.board, "11.1.1") else MARKERS[US]


@rule(numbers("11.2.1"))
def payers(state: GameState, of: str) -> list[str]:
    """US points pay for US attacks and British ones for British; neither is lent or exchanged."""
    others = [] if plays(state.board, "11.2.1") or of == GERMANS else [a for a in MARKERS if a != of]
    return [of, *others]


def purse(state: GameState, of: str) -> int:
    """All points an army may pay with."""
    return sum(int(state.tracks[track]) for track in {marker(state, payer) for payer in payers(state, of)})


@rule({"cobra": "8.1.1"})
def price(state: GameState, of: str) -> int:
    """A supplied attack costs the Allies one point and the Germans two; by choice the Germans pay nothing."""
    board = state.board
    if not expanded(board):
        return PRICE[of] if of != GERMANS else 0
    if of != GERMANS and asks_nothing(state):
        return 0
    free = of == GERMANS and board.option("german-supply-points") == "none"
    return 0 if free or not plays(board, "8.1.1") else PRICE[of]


# ------------------------------------------------------------------ what is gained
@rule(numbers("19.1.1"), hook="begin_game")
def points_at_the_start(state: GameState) -> list[Event]:
    """The US begins with three supply points and the British with four, the Germans of the later game too."""
    start: list[Event] = [TrackSet(marker(state, of), START[of]) for of in MARKERS]
    return [*start, TrackSet(GERMAN_MARKER, GERMAN_START)] if expanded(state.board) else start


@rule({"cobra": "19.2.1"}, hook="begin_game")
def points_on_6_june(state: GameState) -> list[Event] | None:
    """On 6 June both Allied armies begin with no supply points, and the Germans with six."""
    if not begins_on_6_june(state.board):
        return None
    empty = [TrackSet(marker(state, of), 0) for of in MARKERS]
    return [*empty, TrackSet(GERMAN_MARKER, GERMAN_START_IN_JUNE)]


@rule({"cobra": "11.1.3"})
def asks_nothing(state: GameState) -> bool:
    """On Game-Turns 1 and 2 the Allies get no points and need none, and attack as often as they like."""
    return game_turn(state) < FIRST_PAID_TURN and plays(state.board, "11.1.3")


def record(state: GameState) -> TurnRow:
    """The line of the turn record that holds: without case 11.1.3 the first turns are like the third."""
    first = 0 if asks_nothing(state) else FIRST_PAID_TURN
    return turn_record()[max(game_turn(state), first)]


@rule(numbers("11.1.2"), hook="begin_phase", also={"cobra-1977": ("SPI 4.0.B2",)})
def points_gained(state: GameState, phase: str) -> list[Event] | None:
    """In each supply phase the US and the British gain three points each, from Game-Turn 11 four; from
    Game-Turn 24 the US gain is five."""
    if phase != "allied-supply":
        return None
    row = record(state)
    held = dict(state.tracks)
    for of, gain in ((US, row.us_sp_gain), (BRITISH, row.br_sp_gain)):
        held[marker(state, of)] = min(int(held[marker(state, of)]) + in_storms(state, gain), MOST)
    return [TrackSet(track, held[track]) for track in MARKERS.values() if held[track] != state.tracks[track]]


def in_storms(state: GameState, gain: int) -> int:
    """What storms leave of a gain: nothing in the first storm turn of the game, half of it in later ones."""
    if state.tracks["weather"] != "storms" or not plays(state.board, "11.1.4"):
        return gain
    return -(-gain // 2) if state.note("stormed") else 0


@rule(numbers("11.1.4"), hook="end_phase")
def storm_turns_are_remembered(state: GameState, phase: str) -> list[Event] | None:
    """Storms halve the Allied gain, rounded up; the first storm turn brings nothing."""
    first = phase == "allied-supply" and state.tracks["weather"] == "storms" and not state.note("stormed")
    return [Noted("game", "stormed")] if first else None


@rule({"cobra": "11.1.6"}, hook="end_phase")
def german_points_gained(state: GameState, phase: str) -> list[Event] | None:
    """The Germans gain a point when it is clear, two when overcast and three in storms."""
    if phase != "german-weather":
        return None
    gain = GERMAN_GAIN[str(state.tracks["weather"])]
    return [TrackSet(GERMAN_MARKER, min(points(state, GERMANS) + gain, most_german_points(state)))]


@rule({"cobra": "11.0"})
def most_german_points(state: GameState) -> int:
    """Points are saved from turn to turn, but the Germans never have more than twelve."""
    return MOST_GERMAN if plays(state.board, "11.0") else MOST


# ------------------------------------------------------------------ set aside as the phase begins
@rule({"cobra": "8.1.1"}, hook="begin_phase")
def attack_supply_is_declared(state: GameState, phase: str) -> list[Event] | None:
    """As his combat phase begins a player says how many attacks he will supply, each Allied army apart."""
    armies = [of for of in ARMIES.get(phase, ()) if price(state, of)]
    side = state.board.sequence.phases[state.phase].side
    return [Asked(tuple(AttackSupply(side, of, "8.1.1") for of in armies))] if armies else None


@dataclass(frozen=True, slots=True)
class AttackSupply:
    """Say for how many attacks of an army supply points are spent in this phase."""

    side: Side
    army: str
    rule: str = ""
    kind: Literal["attack-supply"] = "attack-supply"

    def prompt(self, state: GameState) -> str:
        cost, held = price(state, self.army), purse(state, self.army)
        each = f"{cost} point{'s' if cost > 1 else ''} each"
        return f"Supply how many {self.army} attacks? {each}, {held} held."

    def most(self, state: GameState) -> int:
        """As many as the points pay for."""
        return purse(state, self.army) // price(state, self.army)

    def forced(self, state: GameState) -> Action | None:
        """Nothing is set aside where there are no points, or nobody to attack."""
        idle = not self.most(state) or not targets_of(state, self.side)
        return Choose("0") if idle else None

    def options(self, state: GameState) -> Iterator[Action]:
        yield from (Choose(str(number)) for number in range(self.most(state), -1, -1))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        """`done` stands for as many attacks as the points pay for."""
        if isinstance(action, Done):
            return None
        if not isinstance(action, Choose) or not action.option.isdecimal():
            return not_an_answer(self, action, "choose", "done")
        if int(action.option) <= self.most(state):
            return None
        held = f"{purse(state, self.army)} {self.army} supply points"
        reason = f"{held} pay for {self.most(state)} attacks"
        lent = self.army in MARKERS and any(points(state, other) for other in MARKERS if other != self.army)
        number = "11.2.1" if lent and plays(state.board, "11.2.1") else self.rule
        return Refusal(number, f"{reason}, and the other army's may not be used" if lent else reason)

    def answer(self, state: GameState, action: Action) -> Steps:
        number = int(action.option) if isinstance(action, Choose) else self.most(state)
        state = yield Answered()
        for event in taken(state, self.army, number * price(state, self.army)):
            state = yield event
        return (yield Noted("phase", ASIDE, self.army, number))


def taken(state: GameState, of: str, amount: int) -> list[Event]:
    """So many points leave the markers that may pay for an army, its own first."""
    held = {marker(state, payer): points(state, payer) for payer in payers(state, of)}
    for track, there in held.items():
        held[track] = there - min(there, amount)
        amount -= there - held[track]
    return [TrackSet(track, left) for track, left in held.items() if left != state.tracks[track]]


@rule({"cobra": "8.1.1"}, hook="end_phase")
def points_left_over(state: GameState, phase: str) -> list[Event] | None:
    """Points set aside for attacks that were not made are kept; by choice they are spent all the same."""
    if state.board.option("points-of-attacks-not-made") == "spent":
        return None
    left = {of: state.note(ASIDE, of, 0) * price(state, of) for of in ARMIES.get(phase, ())}
    return [TrackSet(marker(state, of), points(state, of) + back) for of, back in left.items() if back]


# ------------------------------------------------------------------ paid attack by attack
def paid(state: GameState, combat: Combat) -> bool:
    """Whether an attack is supplied with points: as made, or as it would be if it were made now."""
    of = army(state.units[combat.attackers[0]].counter)
    if not price(state, of) or (combat.kind != "attack" and plays(state.board, "11.2.2")):
        return True
    if combat.stage != "declared":
        return bool(state.note(PAID, str(combat.id)))
    return to_be_paid(state, combat)


def to_be_paid(state: GameState, combat: Combat) -> bool:
    """Whether points, if it takes any, are spent for an attack as it is made."""
    of = army(state.units[combat.attackers[0]].counter)
    return not price(state, of) or (not combat.pledged(UNSUPPLIED) and affordable(state, of))


def affordable(state: GameState, of: str) -> bool:
    """Whether an army can pay for one more attack: from what it set aside, before that from the track."""
    aside: int | None = state.note(ASIDE, of)
    return aside > 0 if aside is not None else purse(state, of) >= price(state, of)


def unaffordable(state: GameState, of: str) -> Refusal | str | None:
    """Why an army cannot pay for one more attack."""
    if affordable(state, of):
        return None
    if of in MARKERS and any(points(state, other) for other in MARKERS):
        reason = f"no {of} supply point is left, and the other army's may not be used"
        return Refusal(cite(state.board, "11.2.1"), reason)
    return "no supply point is left to attack with"


@rule({"cobra": "8.1.1", "cobra-1977": "SPI 4.0.B5"}, hook="may_attack")
def an_attack_needs_a_point(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> Refusal | str | None:
    """Where no attack is made without points, there is none when they are gone."""
    of = army(unit.counter)
    if not price(state, of) or plays(state.board, "11.1.5"):
        return None
    return unaffordable(state, of)


@rule({"cobra": "8.1.1", "cobra-1977": "SPI 4.0.B5"}, hook="combat_opens", also=also("11.2.2"))
def an_attack_is_paid_for(state: GameState, combat: Combat) -> list[Event] | None:
    """The points are spent when the attack is made; an overrun costs none."""
    if not combat.attackers:
        return None
    of = army(state.units[combat.attackers[0]].counter)
    cost, aside = price(state, of), state.note(ASIDE, of)
    if not cost or (combat.kind != "attack" and plays(state.board, "11.2.2")):
        return None
    if not to_be_paid(state, combat):
        return None
    spent: list[Event] = taken(state, of, cost) if aside is None else [Noted("phase", ASIDE, of, aside - 1)]
    known = plays(state.board, "11.1.5") or expanded(state.board)
    return [*spent, Noted("phase", PAID, str(combat.id))] if known else spent


@rule(numbers("11.1.5"), hook="strength_factors")
def unpaid_attacks_are_halved(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """An attack that its owner cannot or will not pay for has half its strength, once with lack of supply."""
    if unit.side != combat.side or paid(state, combat) or _halved_already(state, combat, unit):
        return None
    return Factor(Fraction(1, 2), "no supply points for the attack", stage=0)


def _halved_already(state: GameState, combat: Combat, unit: Unit) -> bool:
    return plays(state.board, "10.6.1") and half_strength(state, combat, unit) is not None


@rule({"cobra": "10.0"})
def counts_as_cut_off(state: GameState, combat: Combat, unit: Unit) -> bool:
    """The attackers in an attack without points count as out of supply, and so are no whole division."""
    if not expanded(state.board) or unit.side != combat.side or not plays(state.board, "10.0"):
        return False
    return not paid(state, combat)


@rule(numbers("11.1.5"), hook="declaration")
def an_attack_may_go_unpaid(state: GameState, combat: Combat) -> list[Action] | None:
    """The attacker may choose not to pay for an attack."""
    of = army(state.units[combat.attackers[0]].counter)
    return [Commit(UNSUPPLIED)] if price(state, of) and paid(state, combat) else None


@rule(numbers("11.1.5"), hook="support_refusal")
def nothing_to_withhold(state: GameState, combat: Combat, side: Side, action: Commit) -> Refusal | None:
    """Why an attack is not declared without points: none would be paid, or it is made already."""
    if action.what != UNSUPPLIED:
        return None
    return Refusal(cite(state.board, "11.1.5"), "no supply points are spent for this combat")
