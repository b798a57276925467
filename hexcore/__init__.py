"""An engine that plays the hex wargames of the SPI era by their real rules."""
