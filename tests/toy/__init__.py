"""Barrow, a toy game with everything a real one has: hidden cards, chance, secret bids, private events."""

from tests.toy.game import GAME

__all__ = ["GAME"]
