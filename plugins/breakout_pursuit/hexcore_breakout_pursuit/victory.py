"""How the game ends, and the points ratio."""
