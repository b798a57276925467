"""Setting up: the free and the historical set-ups of both sides (Order of Battle and Set-Ups)."""
