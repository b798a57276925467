"""A battle set up under one ruleset: counters found, a spot of its own map laid out, the attack made.

What the ruleset has no counterpart for, and what had to be stipulated, is listed with the set-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hexcore.game import TypedDice
from hexcore.ground_changes import words_of
from hexcore.lab.battle_begun import NoBattle, SetUp, attacked, strengths
from hexcore.lab.battle_file import ROLES, Battle, Force, SideOf
from hexcore.lab.correspondence import Correspondence
from hexcore.lab.named import Named
from hexcore.lab.position_writing import Laid, Placed, Written, cleared, whole_side
from hexcore.lab.recruits import Depot, Recruit, Wanted
from hexcore.lab.spots import NoSpot, combat_phase, spot, turn_of
from hexcore.lab.stipulations import SUPPLIED, stipulated
from hexcore.positions import PositionError, position_from
from hexcore.units import Side

MOST_FRONTS = 3
"""Units attack from so many hexes where a file does not say from how many."""
RADIUS = 2
"""The spot: hexes so far from the one attacked are laid out."""
WAYS_ROUND = (0, 3)
"""From which of the hexes around, clockwise, the attackers begin to stand: one way, then the other."""
CUT_OFF = ("unsupplied", "isolated")
"""The words for a unit that cannot trace supply, tried in this order."""


@dataclass
class _Plan:
    """What is found out while a battle is set up."""

    missing: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)
    stipulated: list[str] = field(default_factory=list)


def set_up(battle: Battle, game: Named, words: Correspondence) -> SetUp:
    """A battle under a ruleset, its words translated. NoBattle where it cannot be fought there."""
    return _Staging(battle, game, words).best()


class _Staging:
    """One battle on its way to one ruleset."""

    def __init__(self, battle: Battle, game: Named, words: Correspondence) -> None:
        self.battle, self.words, self.said = battle, words, battle.stated(game.ruleset.id)
        self.game = self._as_stated(game)
        self.plan = _Plan()
        self.board = self.game.board()
        self.sides = self._sides()
        self.phase = combat_phase(self.board, self.sides["attacker"])
        if not self.phase:
            raise NoBattle(f"{game.label}: {self.sides['attacker']} has no combat phase")
        try:
            self.middle = spot(self.board, RADIUS)
        except NoSpot as fault:
            raise NoBattle(str(fault)) from None
        depot = Depot(self.board, [id for ids in self.said.ids.values() for id in ids])
        self.recruits = {role: self._recruited(role, depot) for role in ROLES}
        self.hq = {role: self._headquarters(role, depot) for role in ROLES}
        self.given = {role: self._given(role) for role in ROLES}

    def _as_stated(self, game: Named) -> Named:
        scenario = game.ruleset.scenario(self.said.scenario or game.scenario.id)
        return replace(game, scenario=scenario, options={**self.said.options, **game.options})

    def _sides(self) -> dict[str, Side]:
        """Who attacks: the side named, its counterpart, or the first that has a combat phase."""
        sides, wanted = self.game.ruleset.sides, self.battle.attacker
        wanted = self.words.of("side", wanted) or wanted
        if wanted and wanted not in sides:
            raise NoBattle(f"{self.game.label}: no side {wanted!r}; it is one of {', '.join(sides)}")
        attacker = Side(wanted) if wanted else sides[0]
        other = next((side for side in sides if side != attacker), attacker)
        return {"attacker": attacker, "defender": other}

    # -------------------------------------------------------------- the units
    def _recruited(self, role: str, depot: Depot) -> list[tuple[Recruit, int, int]]:
        """The counters of a role, each with the steps it has lost and the front it attacks from."""
        found, forces = [], self.battle.forces(role)
        stated = self.said.ids.get(role)
        if stated:
            return [
                self._stated_unit(id, role, forces[min(n, len(forces) - 1)]) for n, id in enumerate(stated)
            ]
        for force in forces:
            wanted = Wanted(self.words.of("kind", force.kind), force.strength, force.steps, force.size)
            recruit, name = depot.recruit(self.sides[role], wanted), _called(role, force)
            if recruit.counter is None:
                self.plan.missing.append(name)
                continue
            losses = min(force.losses, len(recruit.counter.steps) - 1)
            if losses != force.losses:
                self.plan.differing.append(f"{name}: {losses} steps lost for {force.losses}")
            for difference in recruit.differences:
                self.plan.differing.append(f"{name}: {recruit.counter.id}, {difference}")
            found.append((recruit, losses, force.front))
        if not found:
            raise NoBattle(f"{self.game.label}: no counterpart at all for the {role}")
        return found

    def _stated_unit(self, id: str, role: str, force: Force) -> tuple[Recruit, int, int]:
        """A counter that the file names for this game: it stands for what it says, without loss where it has
        not the steps for one."""
        counter = self.board.counters.get(id)
        if counter is None or counter.side != self.sides[role] or not counter.steps:
            raise NoBattle(f"{self.game.label}: no unit {id!r} of {self.sides[role]}")
        first, steps = counter.steps[0], len(counter.steps)
        told = f"{counter.kind} {first.strength}, {steps} step{'s' * (steps > 1)}"
        self.plan.differing.append(f"{role}: {id} ({told}) as the file states for this game")
        wanted = Wanted(counter.kind, first.strength, steps, counter.size)
        return Recruit(wanted, counter), min(force.losses, steps - 1), force.front

    def _headquarters(self, role: str, depot: Depot) -> str:
        if not self.battle.of(role).headquarters:
            return ""
        counter = depot.headquarters(self.sides[role])
        if counter is None:
            self.plan.missing.append(f"{role}: a headquarters")
            return ""
        return counter.id

    def _given(self, role: str) -> dict[str, int]:
        """What a side commits, by the word of this game."""
        side: SideOf = self.battle.of(role)
        return dict(self.said.support.get(role, side.support))

    # -------------------------------------------------------------- where they stand
    def best(self) -> SetUp:
        """The first way round in which both sides have the supply they should have; else the first in which
        the attack may be made at all, supply stipulated."""
        failed, first = "", None
        for turn in WAYS_ROUND:
            try:
                made = self._turned(turn, {})
            except NoBattle as fault:
                failed = failed or str(fault)
                continue
            astray = self._astray(made)
            if not astray:
                return made
            first = first or (turn, made, astray)
        if first is None:
            raise NoBattle(failed)
        return self._stipulated(*first)

    def _astray(self, made: SetUp) -> list[tuple[str, bool]]:
        """The units whose supply is not as the file has it, and whether they should be supplied."""
        found = []
        for role in ROLES:
            wanted = self.battle.of(role).supplied
            for id in filter(None, (*made.ids[role], made.hq[role])):
                with made.board.reading():
                    state = made.board.rules.supply_state(made.start, made.start.units[id])
                if (state == SUPPLIED) != wanted:
                    found.append((id, wanted))
        return found

    def _stipulated(self, turn: int, made: SetUp, astray: list[tuple[str, bool]]) -> SetUp:
        """The set-up with supply as the file has it. Of the words for a unit that has none, the first by
        which somebody is weaker; the first of all where none makes a difference."""
        mended = {id: SUPPLIED for id, wanted in astray if wanted}
        cut_off = [id for id, wanted in astray if not wanted]
        if not cut_off:
            return self._turned(turn, mended)
        whole = strengths(self._turned(turn, mended)) if mended else strengths(made)
        found = [self._turned(turn, mended | dict.fromkeys(cut_off, word)) for word in CUT_OFF]
        return next((one for one in found if strengths(one) != whole), found[0])

    def _turned(self, turn: int, supply: Mapping[str, str]) -> SetUp:
        plan = _Plan(list(self.plan.missing), list(self.plan.differing), list(self.plan.stipulated))
        around = self._around(turn)
        fronts = self._fronts(around)
        laid = self._laid(fronts, plan)
        places = self._places(around, fronts, supply)
        written = self._written(places, laid)
        if supply:
            stated = ", ".join(f"{id} {word}" for id, word in supply.items())
            plan.stipulated.append(f"supply: {stated}")
        if self.battle.shift:
            plan.stipulated.append(f"{self.battle.shift:+d} columns")
        if self.battle.modifier:
            plan.stipulated.append(f"{self.battle.modifier:+d} on the die")
        ruleset = stipulated(self.game, shift=self.battle.shift, modifier=self.battle.modifier, supply=supply)
        return self._begun(written, ruleset, plan)

    def _around(self, turn: int) -> list[int]:
        """The hexes around the target, clockwise, the first of them so many further on."""
        game_map, middle = self.game.ruleset.map, self.middle
        near = list(game_map.neighbours[6 * middle : 6 * middle + 6])
        near = [n for n in near if n >= 0]
        return near[turn % len(near) :] + near[: turn % len(near)]

    def _fronts(self, around: list[int]) -> list[int]:
        """The hexes attacked from, where the file does not name them: as many as it says, neighbours."""
        count = self.battle.fronts or min(len(self.recruits["attacker"]), MOST_FRONTS)
        return around[: min(count, len(around))]

    def _laid(self, fronts: list[int], plan: _Plan) -> Laid:
        game_map, middle = self.game.ruleset.map, self.middle
        laid = cleared(self.game.ruleset, game_map.within(middle, RADIUS))
        self._cover(laid, middle, self.battle.ground.target, plan)
        used = dict.fromkeys([*fronts, *self._named_fronts()])
        for hex in used:
            self._cover(laid, hex, self.battle.ground.attackers, plan)
            for word in self.battle.ground.between:
                found = self.words.of("hexside", word)
                side = whole_side(game_map, game_map.side(hex, middle))
                if found:
                    laid.sides[side] = laid.sides.get(side, frozenset()) | {found}
                else:
                    plan.missing.append(f"hexside: {word}")
        plan.missing[:] = list(dict.fromkeys(plan.missing))
        plan.differing[:] = list(dict.fromkeys(plan.differing))
        return laid

    def _named_fronts(self) -> list[int]:
        around = self._around(0)
        return [around[(front - 1) % len(around)] for _, _, front in self.recruits["attacker"] if front]

    def _cover(self, laid: Laid, hex: int, said: tuple[str, ...], plan: _Plan) -> None:
        features = words_of(self.game.ruleset).features
        terrain = set[str]()
        for word in said:
            found = self.words.of("ground", word)
            if not found:
                plan.missing.append(f"ground: {word}")
                continue
            if found != word:
                plan.differing.append(f"ground: {found} for {word}")
            if found in features:
                laid.features[hex] = laid.features.get(hex, frozenset()) | {found}
            else:
                terrain.add(found)
        clear = self.game.ruleset.clear_ground
        if len(terrain) > 1:
            terrain.discard(clear)
        laid.terrain[hex] = frozenset(terrain or {clear})

    def _places(self, around: list[int], fronts: list[int], supply: Mapping[str, str]) -> tuple[Placed, ...]:
        middle, game_map = self.middle, self.game.ruleset.map
        found = []
        for recruit, losses, _ in self.recruits["defender"]:
            found.append(self._placed(recruit, middle, losses, supply))
        for n, (recruit, losses, front) in enumerate(self.recruits["attacker"]):
            hex = around[(front - 1) % len(around)] if front else fronts[n % len(fronts)]
            found.append(self._placed(recruit, hex, losses, supply))
        behind = {"attacker": fronts[0], "defender": around[len(around) // 2]}
        for role, id in self.hq.items():
            if id:
                away = [h for h in game_map.around(behind[role]) if game_map.distance(h, middle) == 2]
                found.append(Placed(id, away[0]))
        return tuple(found)

    def _placed(self, recruit: Recruit, hex: int, losses: int, supply: Mapping[str, str]) -> Placed:
        assert recruit.counter is not None
        word = supply.get(recruit.counter.id, "")
        marked = word in self.game.ruleset.presentation.get("markers", {})
        return Placed(recruit.counter.id, hex, losses, (word,) if marked else ())

    def _written(self, places: tuple[Placed, ...], laid: Laid) -> Written:
        scenario = self.game.scenario
        tracks: dict[str, int | str] = {
            track.id: track.high for track in scenario.tracks if not track.words and track.id != "turn"
        }
        tracks |= self.said.tracks
        turn = self.said.turn or turn_of(self.board, self.phase)
        return Written(self.game.ruleset, scenario.id, turn, self.phase, places, laid, tracks)

    # -------------------------------------------------------------- the attack
    def _begun(self, written: Written, ruleset: Any, plan: _Plan) -> SetUp:
        label, text = self.game.label, written.text()
        try:
            position = position_from(text, f"{label} (the battle set up)")
            board = position.board(ruleset, self.game.scenario.id, self.game.options)
            game = position.start(board, TypedDice())
        except PositionError as fault:
            raise NoBattle(f"{label}: {fault}") from None
        ids = {
            role: tuple(r.counter.id for r, _, _ in self.recruits[role] if r.counter is not None)
            for role in ROLES
        }
        made = SetUp(
            self.game,
            board,
            game.state,
            self.middle,
            self.sides,
            ids,
            self.hq,
            self.given,
            text,
            tuple(plan.missing),
            tuple(plan.differing),
            tuple(plan.stipulated),
        )
        start, before = attacked(made, game)
        return replace(made, start=start, before=before)


def _called(role: str, force: Force) -> str:
    return f"{role}: {force.kind} {force.strength}"
