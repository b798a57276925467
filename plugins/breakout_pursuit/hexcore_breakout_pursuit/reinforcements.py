"""Reinforcements: who arrives where and when, and the Staging Area."""
