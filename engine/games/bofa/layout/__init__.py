"""Where things lie: the places of the board, the zones of cards and tokens, and the drawing of the board."""
