"""Tournaments: a database with everything that happened, a director for each, and a thin servicer."""
