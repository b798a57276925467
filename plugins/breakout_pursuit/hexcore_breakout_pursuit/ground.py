"""The ground: what each hex and hexside costs, and where nobody goes (Terrain Effects Chart)."""
