"""Battlegroups: what may be left of an eliminated unit."""
