"""The values printed on a card beside its text (p. 6-9), in words."""

from engine.core.words import Words, listed
from engine.games.lotr.components import STARTER_DECKS, Kind

_SPHERES = {deck.id: Words(deck.title, deck.title_pl) for deck in STARTER_DECKS.values()} | {
    "neutral": Words("Neutral", "neutralna")
}
_LABELS = {
    "threat_cost": Words("threat cost {n}", "koszt zagrożenia {n}"),
    "cost": Words("cost {n}", "koszt {n}"),
    "engagement_cost": Words("engagement cost {n}", "koszt zwarcia {n}"),
    "threat": Words("threat {n}", "zagrożenie {n}"),
    "willpower": Words("willpower {n}", "siła woli {n}"),
    "attack": Words("attack {n}", "atak {n}"),
    "defense": Words("defense {n}", "obrona {n}"),
    "hit_points": Words("hit points {n}", "punkty wytrzymałości {n}"),
    "stage": Words("stage {n}", "etap {n}"),
    "quest_points": Words("quest points {n}", "punkty wyprawy {n}"),
}
_CHARACTER = ("willpower", "attack", "defense", "hit_points")
_PRINTED = {
    "hero": ("threat_cost", *_CHARACTER),
    "ally": ("cost", *_CHARACTER),
    "attachment": ("cost",),
    "event": ("cost",),
    "enemy": ("engagement_cost", "threat", "attack", "defense", "hit_points"),
    "location": ("threat", "quest_points"),
    "quest": ("stage", "quest_points"),
}
"""What each type of card has room for."""


def values_of(kind: Kind) -> Words:
    """The sphere, the numbers and the traits of a card."""
    parts = [_SPHERES[kind.sphere]] if kind.sphere else []
    for name in _PRINTED.get(kind.type, ()):
        n = "X" if name == "cost" and kind.cost_is_x else getattr(kind, name)
        parts.append(_LABELS[name].filled(n=n))
    return listed(*parts, *(Words(trait) for trait in kind.traits))
