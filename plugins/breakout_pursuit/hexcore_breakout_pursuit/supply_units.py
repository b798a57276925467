"""Allied Supply units: placing, moving, spending and losing them."""
