"""The Allied supply pipeline: its chain, active and inactive parts."""
