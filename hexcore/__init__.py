"""An engine that plays the hex wargames of the SPI era by their real rules."""

API = (1, 0)
"""The version of what rulesets build on: hooks, events, decisions, tables. See docs/hooks."""
