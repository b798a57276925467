"""German fortresses."""
