"""Parts of cards that help or hinder Sauron: his pool, his cards, the Story Track."""

from engine.games.meq.cards.clauses import Effect
from engine.games.meq.cards.parts.combine import effect
from engine.games.meq.cards.parts.polish import cards_pl, influence_pl
from engine.games.meq.layout import LOC, PLACE_NAMES
from engine.games.meq.rules.influence import extend
from engine.games.meq.rules.plots import discard_plot_from_hand, draw_plot
from engine.games.meq.rules.shadow import discard_random_shadow, draw_shadow
from engine.games.meq.rules.shadow_pool import add_to_pool, drain_pool
from engine.games.meq.rules.story import HERO_MARKER, advance, move_marker

_MARKERS_EN = ("the heroes'", "the yellow", "the red", "the black")
_MARKERS_PL = ("znacznik bohaterów", "żółty znacznik", "czerwony znacznik", "czarny znacznik")


def pool_loses(amount: int) -> Effect:
    """Influence leaves the Shadow Pool."""
    return effect(
        f"remove {amount} influence from the Shadow Pool",
        f"usuń {influence_pl(amount)} z Puli Cienia",
        lambda s, _h: drain_pool(s, amount),
    )


def pool_gains(amount: int) -> Effect:
    """Influence enters the Shadow Pool."""
    return effect(
        f"place {amount} influence in the Shadow Pool",
        f"umieść {influence_pl(amount)} w Puli Cienia",
        lambda s, _h: add_to_pool(s, amount),
    )


SAURON_DRAWS_PLOT = effect("Sauron draws 1 Plot card", "Sauron dobiera 1 kartę Intrygi", lambda s, _h: draw_plot(s))
SAURON_DRAWS_SHADOW = effect(
    "Sauron draws 1 Shadow card", "Sauron dobiera 1 kartę Cienia", lambda s, _h: draw_shadow(s, 1)
)


def sauron_discards_shadow(amount: int) -> Effect:
    """Sauron discards random shadow cards."""
    return effect(
        f"Sauron discards {amount} random Shadow card{'s' * (amount > 1)}",
        f"Sauron odrzuca losowo {cards_pl(amount)} Cienia",
        lambda s, _h: discard_random_shadow(s, amount),
    )


SAURON_DISCARDS_PLOT = effect(
    "Sauron discards a Plot card of his choice from hand",
    "Sauron odrzuca wybraną kartę Intrygi z ręki",
    lambda s, _h: discard_plot_from_hand(s),
)


def advance_marker(marker: int, spaces: int = 1) -> Effect:
    """A story marker moves."""
    return effect(
        f"advance {_MARKERS_EN[marker]} story marker {spaces}",
        f"przesuń {_MARKERS_PL[marker]} o {spaces}",
        lambda s, _h: advance(s, marker, spaces),
    )


def move_marker_back(marker: int) -> Effect:
    """A story marker moves one space back."""
    return effect(
        f"move {_MARKERS_EN[marker]} story marker 1 space back",
        f"cofnij {_MARKERS_PL[marker]} o 1 pole",
        lambda s, _h: move_marker(s, marker, -1),
    )


ADVANCE_HEROES = advance_marker(HERO_MARKER)


def extension(amount: int, stronghold: str) -> Effect:
    """Sauron places influence in extension of a stronghold."""
    name = PLACE_NAMES[stronghold]
    return effect(
        f"Sauron places {amount} influence in extension of {name.en}",
        f"Sauron umieszcza {influence_pl(amount)} w otoczeniu lokacji {name.pl}",
        lambda s, _h: extend(s, amount, strongholds=(LOC[stronghold],)),
    )
