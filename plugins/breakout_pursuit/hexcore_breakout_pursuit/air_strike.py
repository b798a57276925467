"""The Allied air strike of the first turn."""
