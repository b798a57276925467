"""Orr Gap: whose turn it is, a cup says. A folder of data, and the cup in a few lines of Python."""

from pathlib import Path

from hexcore.ruleset_folder import read_ruleset

RULESET = read_ruleset(Path(__file__).parent)
