"""The Allied Naval Supply unit."""
