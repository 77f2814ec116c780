"""What bots know of the game: how good a position looks. Never for rules."""
