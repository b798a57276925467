"""Allied truck units: carrying, boarding and setting down."""
