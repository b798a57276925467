"""Victory points: units destroyed, areas held, special points."""
