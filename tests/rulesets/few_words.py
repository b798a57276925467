"""Actions in few words, as a player would write them in JSON: what tables of attempts are made of."""

from __future__ import annotations

from typing import Any

Words = dict[str, Any]
DONE: Words = {"kind": "done"}


def take(*units: str) -> Words:
    return {"kind": "take", "units": list(units)}


def go(unit: str, *path: str) -> Words:
    return {"kind": "move", "units": [unit], "path": list(path)}


def put(unit: str, hex: str) -> Words:
    return {"kind": "place", "unit": unit, "hex": hex}


def give(what: str, **words: Any) -> Words:
    return {"kind": "commit", "what": what, **words}


def declare(*hexes: str) -> Words:
    return {"kind": "declare", "targets": list(hexes)}


def join(unit: str) -> Words:
    return {"kind": "add-attacker", "unit": unit}


def attack(target: str, *units: str, **support: Any) -> Words:
    words: Words = {"kind": "attack", "targets": [target], "attackers": list(units)}
    return {**words, "with": support} if support else words


def back(unit: str, *path: str) -> Words:
    return {"kind": "retreat", "units": [unit], "path": list(path)}


def onward(unit: str, *path: str) -> Words:
    return {"kind": "advance", "units": [unit], "path": list(path)}


def lose(unit: str) -> Words:
    return {"kind": "lose", "unit": unit}


def choose(option: str) -> Words:
    return {"kind": "choose", "option": option}
