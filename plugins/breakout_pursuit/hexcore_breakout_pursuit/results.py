"""Combat results: elimination, exchange, retreats moved by the opponent, disruption, advance."""
