"""The box of the game in names and numbers: sides, characters, figures, tokens and decks that every pack has.

What a pack may choose for itself (names, texts, the board, what cards do) is not here.
"""

from engine.core.vocabulary import seat_references

FREE, SHADOW = 0, 1
SIDES = ("free-peoples", "shadow")
"""The side of each seat."""
SEAT_REFERENCES = seat_references(SIDES)
"""How each seat is named outside; its role is called as its side."""

STARTING = ("bard", "dain", "gandalf", "thranduil")
ON_FATE_TRACK = ("bilbo", "thorin", "lord-of-the-eagles", "beorn")
GENERALS = ("bard", "dain", "gandalf", "lord-of-the-eagles", "thranduil")
CHARACTERS = (*STARTING, *ON_FATE_TRACK, "bolg")
BARD, DAIN, GANDALF, THRANDUIL, BILBO, THORIN, LORD, BEORN, BOLG = range(len(CHARACTERS))
"""The number of each character, by which the state knows it."""

FIGURES = {
    "free-peoples": {
        "dwarf-warriors": 5,
        "dwarf-veterans": 5,
        "elf-archers": 10,
        "elf-spearmen": 10,
        "lake-town-men": 10,
    },
    "shadow": {"goblins": 12, "orcs": 36, "great-orcs": 6, "wargs": 12},
}
"""The figures of each type of unit (p. 5)."""
ARMY_LIMIT = 5
"""Units an army may have in a region (p. 21)."""
BAT_FIGURES, EAGLE_FIGURES = 6, 5
"""The figures of Great Bats and Eagles."""

TERRAINS = ("hills", "mountains", "plains", "ruins", "marsh")
FORTIFICATIONS = ("eastern-spur", "front-gate", "ravenhill")
SETTLEMENTS = ("camp", "collapsed-bridge", *FORTIFICATIONS, "lower-slopes", "ruins-of-dale")
MUSTERING_TERRITORY = "open-fields"
EYRIE_REFERENCE = "place:eyrie"
"""How the Eyrie is named outside; it is no region."""
FATE_SPACES = 15
"""The last space of the fate track."""

PILES = ("dwarf-men", "elf", "shadow")
SHADOW_PILE = PILES.index("shadow")
PILE_REFERENCES = tuple(f"pile:{pile}" for pile in PILES)
"""How each pile of recruitment tokens is named outside."""
RECRUITMENT_TOKENS = {"shadow": 27, "dwarf-men": 17, "elf": 20}
"""The recruitment tokens of each pile (p. 24)."""
REGULAR_FATE_TOKENS = 12
LEADERSHIP_TOKENS = (6, 14)
"""The leadership tokens of each seat."""
RING_TOKENS, WRATH_TOKENS, BODYGUARD_TOKENS, CONCENTRATION_TOKENS = 5, 16, 3, 1
"""The tokens of Bilbo, Beorn, Bolg and Gandalf; wrath is the most Beorn may have (p. 33)."""

MIGHTY_STROKES = "mighty-strokes"
"""The card of Thorin's special manoeuvre (p. 27)."""

DECKS = {"events": 30, "story_free_peoples": 20, "story_shadow": 20, "fate": 9}
"""The cards of each deck (p. 3)."""
