"""Stacking: three combat units to a hex."""
