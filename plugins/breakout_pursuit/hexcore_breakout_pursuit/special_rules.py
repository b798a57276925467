"""Special rules A and G of the July set-ups."""
