"""Combat: who attacks whom, strengths, odds, and the river."""
