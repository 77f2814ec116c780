"""Cards and groups of cards that several texts name."""

from engine.games.wotr.cards.phrases import Group
from engine.games.wotr.components.box import number
from engine.games.wotr.components.groups import characters, of_faction

STRIDER = number("strider")
ARAGORN = number("aragorn")
STRIDER_OR_ARAGORN = Group((STRIDER, ARAGORN), "Strider or Aragorn", "Obieżyświata lub Aragorna")
GANDALF = characters("Gandalf")
HOBBITS = characters("Hobbit")
ROHAN = Group(of_faction("Rohan"), "Rohan cards", "karty Rohanu")
SARUMAN = number("saruman")
NAZGUL = characters("Nazgûl")
