"""The Crossing's ground and units under rules that are data alone: the earlier family, without Python.

Row-numbered, pointed hexes; results in words; retreats moved by the opponent; zones that cost armour points,
that a unit on foot does not pass through, that trucks do not enter; a free set-up.
"""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

CROSSING = Path(__file__).parent / "crossing"
MAP = ("map.toml", "hexes.csv", "hexsides.csv", "roads.csv", "places.csv", "groups.csv", "crt.csv")

RULESET = """id = "ford"
title = "The Ford"
sides = ["grey", "green"]
controls = ["armour", "foot"]

[movement]
rule = "5.1"
terrain_rule = "5.2"
minimum = "one-hex"

[zones]
kind = "zone-to-zone"
rule = "6.3"
units = ["armour", "foot"]
exerts_rule = "6.1"

[[zones.except]]
units = ["armour"]
kind = "cost"
enter = 2
leave = 1
rule = "6.2"

[[zones.except]]
units = ["truck"]
kind = "closed"
rule = "6.4"

[stacking]
limit = 3
rule = "9.1"
free = ["truck"]

[combat]
results = "words"
rule = "7.1"
result_rule = "7.4"
attackers = ["armour", "foot"]
attackers_rule = "7.3"

[combat.words]
Ae = { attacker_loses = "all" }
De = { defender_loses = "all" }
Ar = { attacker_retreats = 1 }
Dr = { defender_retreats = 1 }
Ex = { exchange = true }
"-" = {}

[retreat]
by = "opponent"
rule = "7.5"
zones = "closed"
zones_rule = "7.6"
toward = { grey = "S", green = "N" }
toward_rule = "7.7"
blocked = "eliminated"

[advance]
who = "attacker"
length = 1
rule = "7.9"

[victory]
rule = "11.4"

[[victory.hexes]]
side = "green"
hexes = ["town"]
points = 5
rule = "11.1"

[[victory.losses]]
side = "either"
points = 1
rule = "11.3"

[customs]
odds-down = "7.1"
halting = false
"""
COSTS = """on,word,armour,foot,truck,die,rule
hex,clear,1,1,1,,
hex,town,1,1,1,,
hex,woods,2,2,2,,
hex,sea,no,no,no,,
side,river,+2,+1,+2,-1,7.2
road,road,.5,½,0.5,,
"""
SCENARIOS = """[[scenario]]
id = "ford"
title = "The ford"
last_turn = 4
"""


def _phase(side: str, kind: str, rule: str, turns: str = "") -> str:
    more = f"turns = {turns}\n" if turns else ""
    name = f"{side}-{kind}"
    head = f'[[phase]]\nid = "{name}"\nside = "{side}"\nkind = "{kind}"\n'
    return f'{head}rule = "{rule}"\ntitle = "{name}"\n{more}\n'


SEQUENCE = "".join(
    [
        _phase("grey", "set-up", "4.1", "[1]"),
        _phase("green", "set-up", "4.2", "[1]"),
        _phase("green", "movement", "4.3"),
        _phase("green", "combat", "4.4"),
        _phase("grey", "movement", "4.5"),
        _phase("grey", "combat", "4.6"),
    ]
)


def write_ford(folder: Path) -> Path:
    """The folder of that ruleset, complete."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in MAP:
        shutil.copy(CROSSING / name, folder / name)
    with (CROSSING / "counters.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["kind"] != "ambush"]
    lines = [",".join(rows[0]), *(",".join(row.values()) for row in rows)]
    (folder / "counters.csv").write_text("\n".join(lines) + "\n")
    homes = {"grey": "rear", "green": "north-bank"}
    placed = [f"*,{row['id']},{homes[row['side']]}" for row in rows]
    (folder / "set-up.csv").write_text("\n".join(["scenario,unit,group", *placed]) + "\n")
    texts = {"ruleset": RULESET, "sequence": SEQUENCE, "scenarios": SCENARIOS}
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text)
    (folder / "costs.csv").write_text(COSTS, encoding="utf-8")
    return folder
