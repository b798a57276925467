"""The breach of the Rhine: bridgeheads and communication hexes."""
