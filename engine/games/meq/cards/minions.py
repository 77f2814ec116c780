"""What is special about each minion (p. 18, p. 23)."""

from engine.core.words import Words
from engine.games.meq.cards.clauses import MinionAbility
from engine.games.meq.cards.registry import MINION_ABILITIES
from engine.games.meq.layout import LOC

minion = MINION_ABILITIES.card

minion(
    "black-serpent",
    MinionAbility(
        Words(
            "moves up to 2 locations; monster tokens may be placed within 1 space even without influence",
            "porusza się o 2 lokacje; w odległości 1 pola można umieszczać żetony potworów także bez wpływu",
        ),
        swift=True,
        breeds=True,
    ),
)
minion(
    "mouth-of-sauron",
    MinionAbility(
        Words(
            "at the start of a fight the hero receives 1 Corruption card",
            "na początku walki bohater otrzymuje 1 kartę Korupcji",
        ),
        corrupts=True,
    ),
)
minion(
    "gothmog",
    MinionAbility(
        Words(
            "all locations within 1 space but Havens are perilous",
            "wszystkie lokacje w odległości 1 pola poza Przystaniami są zagrażające",
        ),
        perilous=True,
    ),
)
minion(
    "ringwraiths",
    MinionAbility(
        Words(
            "move up to 2 locations; when defeated they return to Minas Morgul at the start of Sauron's Action step",
            "poruszają się o 2 lokacje; pokonane wracają do lokacji Minas Morgul na początku kroku Akcji Saurona",
        ),
        swift=True,
        returns_to=LOC["minas-morgul"],
    ),
)
minion(
    "witch-king",
    MinionAbility(
        Words(
            "heroes within 1 space may rest and heal only in Havens",
            "bohaterowie w odległości 1 pola mogą odpoczywać i leczyć się tylko w Przystaniach",
        ),
        forbids_rest=True,
    ),
)
