"""The Lord of the Rings: The Card Game, for one to four seats."""
