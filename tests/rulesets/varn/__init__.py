"""Varn: a ruleset for hexcore. Everything it says stands in the files beside this one."""

from pathlib import Path

from hexcore.ruleset_folder import read_ruleset

RULESET = read_ruleset(Path(__file__).parent)
