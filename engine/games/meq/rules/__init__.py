"""The verbs of the game: what happens to heroes, to Sauron and on the board."""
