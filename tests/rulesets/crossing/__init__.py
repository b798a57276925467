"""The Crossing: a small ruleset of the earlier family. No steps, words for results, a river to force.

Pointed hexes counted from right to left, the other side first, a free set-up, zones of control that cost
points, retreats moved by the opponent, an ambush whose place is a secret, and a truck.
"""

from __future__ import annotations

from crossing import ambush, combat, movement, setting_up, truck, victory
from crossing.pieces import FOLDER, GREEN, GREY, counters
from hexcore.maps import read_map
from hexcore.ruleset import Option, Ruleset, Scenario, Track, rule_texts
from hexcore.sequence import Phase, SequenceOfPlay

SEQUENCE = SequenceOfPlay(
    (
        Phase("grey-setup", GREY, "", "4.1", "Grey sets up", turns=(1,)),
        Phase("green-setup", GREEN, "", "4.2", "Green sets up", turns=(1,)),
        Phase("green-movement", GREEN, "movement", "4.3", "Green movement", GREEN),
        Phase("green-combat", GREEN, "combat", "4.4", "Green combat", GREEN),
        Phase("grey-movement", GREY, "movement", "4.5", "Grey movement", GREY),
        Phase("grey-combat", GREY, "combat", "4.6", "Grey combat", GREY),
    )
)

FORD = Scenario(
    "ford",
    "The ford at Wendham",
    1,
    victory.LAST_TURN,
    tracks=(Track("turn", 1, victory.LAST_TURN, start=1),),
    options=(
        Option("river", "on", ("on", "off"), "7.2", "The river helps the defender.", {"off": ("7.2",)}),
    ),
    set_up=setting_up.everything_waits,
    tags={"movement_points_rule": "4.3", "terrain_rule": "5.1"},
)

RULESET = Ruleset(
    id="crossing",
    title="The Crossing",
    edition="Test",
    version="1",
    folder=FOLDER,
    sides=(GREY, GREEN),
    load_map=lambda: read_map(FOLDER),
    load_counters=counters,
    load_sequence=lambda: SEQUENCE,
    load_scenarios=lambda: [FORD],
    load_modules=lambda: [setting_up, movement, combat, ambush, truck, victory],
    load_rules=lambda: rule_texts(FOLDER / "rules.toml"),
    decisions=(combat.MakeRoom, combat.Exchange),
    controls=lambda counter: counter.kind in ("armour", "foot"),
)
