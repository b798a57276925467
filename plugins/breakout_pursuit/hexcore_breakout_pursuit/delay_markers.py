"""German delay markers and their zones."""
