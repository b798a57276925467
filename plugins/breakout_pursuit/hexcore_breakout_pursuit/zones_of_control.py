"""Zones of control: who has one, where it ends, and what it costs."""
