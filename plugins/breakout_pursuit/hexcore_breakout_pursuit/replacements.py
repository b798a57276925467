"""German replacements: destroyed units that come back by points."""
