"""The verbs of the game: draw, pay, reveal, attack, wound ... one module for each, used by the steps and the cards."""
