"""Movement: who moves when and how far."""
