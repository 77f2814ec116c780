"""Cards and groups of cards that several texts name."""

from engine.games.wotr.components.box import number
from engine.games.wotr.components.groups import characters, of_faction

STRIDER = number("strider")
ARAGORN = number("aragorn")
STRIDER_OR_ARAGORN = (STRIDER, ARAGORN)
GANDALF = characters("Gandalf")
HOBBITS = characters("Hobbit")
ROHAN = of_faction("Rohan")
SARUMAN = number("saruman")
THE_WITCH_KING = number("the-witch-king")
NAZGUL = characters("Nazgûl")
