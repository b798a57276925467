"""Breakout & Pursuit: from Normandy to the Rhine, 1944."""
