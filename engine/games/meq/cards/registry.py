"""Tables."""

from engine.core.words import Words
from engine.games.meq.cards.clauses import Effect

# -- every card by its kind and key

ENCOUNTER: dict[str, Effect] = {}
"""What an encounter does at once; for a quest, what happens when it is found."""
QUEST_FOUND: dict[str, Effect] = {}
"""What happens when a starting or advanced quest comes into play."""
QUEST_REWARD: dict[str, Effect] = {}
"""The reward of every quest, encounter quests included."""
EVENT: dict[str, Effect] = {}
"""What an event does: at once, or when a hero explores its location."""
PERIL: dict[str, Effect] = {}
SHADOW: dict[str, Effect] = {}
PLOT: dict[str, Effect] = {}
"""What a plot does when it becomes active."""
CORRUPTION: dict[str, Effect] = {}
"""What a corruption card does when it is drawn."""
CHARACTER: dict[str, Effect] = {}
ITEM: dict[str, Words] = {}
