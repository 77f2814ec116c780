"""What bots know of the game: how good a position looks, what a round will bring, sound habits."""
