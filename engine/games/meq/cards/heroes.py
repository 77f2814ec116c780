"""The special abilities of heroes (p. 20)."""

from engine.core.words import Words
from engine.games.meq.cards.clauses import HeroAbility
from engine.games.meq.cards.registry import HERO_ABILITIES

ability = HERO_ABILITIES.card

ability(
    "iron-will",
    HeroAbility(
        Words(
            "your turn does not end when you fail to defeat an enemy in combat",
            "twoja runda nie kończy się, gdy nie pokonasz wroga w walce",
        ),
        steadfast=True,
    ),
)
ability(
    "scout",
    HeroAbility(
        Words(
            "once per turn look at all monster tokens in an adjacent location",
            "raz na rundę obejrzyj wszystkie żetony potworów na sąsiedniej lokacji",
        ),
        scouts=True,
    ),
)
ability(
    "noble-bloodline",
    HeroAbility(
        Words(
            "once per turn gain 1 favor when you complete a quest or consult a character",
            "raz na rundę zyskaj 1 przysługę, gdy ukończysz wyprawę lub skonsultujesz się z postacią",
        ),
        favor_for_deeds=1,
    ),
)
# The Horse is one of the items that the data gives its hero.
ability("expert-rider", HeroAbility(Words("you start with a Horse", "zaczynasz z przedmiotem Koń")))
ability(
    "survivalist",
    HeroAbility(
        Words(
            "when you rest outside a Haven you may heal or receive training",
            "gdy odpoczywasz poza Przystanią, możesz się leczyć lub odbyć trening",
        ),
        rest_options=(("rest", "heal"), ("rest", "train")),
    ),
)
