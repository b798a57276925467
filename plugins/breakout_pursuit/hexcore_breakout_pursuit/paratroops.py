"""Allied paratroops: the airdrop cycle, its markers and its landings."""
