"""Supply: paths, sources, states, and when they are judged."""
