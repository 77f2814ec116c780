"""Event cards (p. 14), a module per stage: what they do at once, or for the hero who explores the location they mark.

Common choices of the heroes are theirs as a side (p. 13).
"""

from engine.games.meq.cards.events import stage_1, stage_2, stage_3

__all__ = ["stage_1", "stage_2", "stage_3"]
