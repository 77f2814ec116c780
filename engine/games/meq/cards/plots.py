"""Plots: what they require, what they do when they become active, and what changes while they are (p. 13).

The number that their rules are given is the location that the plot affects.
"""

from collections.abc import Iterable

from engine.core.flow import Flow
from engine.core.words import Words
from engine.games.meq.cards.clauses import PlotEffect, Requirement
from engine.games.meq.cards.parts.combine import effect
from engine.games.meq.cards.registry import PLOT_EFFECTS
from engine.games.meq.components.box import PLOTS
from engine.games.meq.layout import ADJACENT, HAVENS, REGION, WITHIN_1
from engine.games.meq.rules.characters import remove_character
from engine.games.meq.rules.locations import has_enemies
from engine.games.meq.rules.plots import discard_plot, fetch_plot, plot_active
from engine.games.meq.rules.tokens import tokens_at
from engine.games.meq.state import GameState

plot = PLOT_EFFECTS.card


def _influence(s: GameState, places: Iterable[int]) -> int:
    return sum(s.influence[i] for i in places)


def _enemies_near(s: GameState, place: int) -> bool:
    return any(has_enemies(s, i) for i in WITHIN_1[place])


def _with_characters(s: GameState) -> list[int]:
    """The locations with a character."""
    return sorted({at for at in s.characters if at >= 0})


def _one_gollum(s: GameState, _place: int) -> None:
    for card in s.plots[:-1]:
        if PLOTS[card].gollum:
            discard_plot(s, card)


ONE_GOLLUM = effect("discard all other active Gollum plots", "odrzuć inne aktywne Intrygi o Gollumie", _one_gollum)

# -- starting plots

plot("sauron-hunts-for-the-ring", PlotEffect())
plot("monsters-in-the-east", PlotEffect())
plot("saruman-hungry-for-power", PlotEffect())

# -- the deck

plot(
    "a-dark-messenger",
    PlotEffect(
        requires=Requirement(
            Words("a minion in Erebor", "sługa w lokacji Erebor"), lambda s, place: place in s.minions
        ),
        while_active=Words(
            "whoever consults Dáin II receives 1 Corruption card",
            "kto konsultuje się z Dáinem II, otrzymuje 1 kartę Korupcji",
        ),
        corrupts="dain",
    ),
)
plot(
    "osgiliath-invaded",
    PlotEffect(
        requires=Requirement(
            Words("a monster token in Osgiliath", "żeton potwora w lokacji Osgiliath"),
            lambda s, place: bool(tokens_at(s, place)),
        )
    ),
)
plot("gollum-is-captured", PlotEffect(on_activation=ONE_GOLLUM))
plot(
    "saruman-falls-to-corruption",
    PlotEffect(
        while_active=Words(
            "Isengard is perilous; whoever consults Saruman receives 1 Corruption card",
            "Isengard jest lokacją zagrażającą; kto konsultuje się z Sarumanem, otrzymuje 1 kartę Korupcji",
        ),
        corrupts="saruman",
        perilous=True,
    ),
)
plot(
    "wormtongue-taints-theoden",
    PlotEffect(
        requires=Requirement(
            Words(
                "6 influence within 1 space of Edoras or the active plot Saruman Falls to Corruption",
                "6 wpływów w odległości 1 pola od lokacji Edoras lub aktywna Intryga Upadek Sarumana",
            ),
            lambda s, place: _influence(s, WITHIN_1[place]) >= 6 or plot_active(s, "saruman-falls-to-corruption"),
        ),
        while_active=Words(
            "whoever consults Théoden receives 1 Corruption card",
            "kto konsultuje się z Théodenem, otrzymuje 1 kartę Korupcji",
        ),
        corrupts="theoden",
    ),
)
plot(
    "denethor-falls-into-madness",
    PlotEffect(
        while_active=Words(
            "whoever consults Denethor receives 1 Corruption card",
            "kto konsultuje się z Denethorem, otrzymuje 1 kartę Korupcji",
        ),
        corrupts="denethor",
    ),
)
plot(
    "orcs-in-the-mountains",
    PlotEffect(
        requires=Requirement(
            Words(
                "8 influence within 1 space of Mount Gundabad", "8 wpływów w odległości 1 pola od lokacji Góra Gundabad"
            ),
            lambda s, place: _influence(s, WITHIN_1[place]) >= 8,
        )
    ),
)
plot(
    "a-broken-line-of-kings",
    PlotEffect(
        requires=Requirement(
            Words(
                "a Haven without another plot and with 6 influence adjacent",
                "Przystań bez innej Intrygi, z 6 wpływami na sąsiednich lokacjach",
            ),
            lambda s, place: place not in s.plot_places and _influence(s, ADJACENT[place]) >= 6,
            places=lambda _s: HAVENS,
        ),
        while_active=Words(
            "heroes may not rest or draw Encounter cards in this Haven",
            "bohaterowie nie mogą odpoczywać ani losować kart Spotkań w tej Przystani",
        ),
        closed=True,
    ),
)
plot("gollum-is-tortured", PlotEffect(on_activation=ONE_GOLLUM))


def _gollums_trail(s: GameState, _place: int) -> Flow[None]:
    yield from fetch_plot(s, lambda plot: plot.gollum)


plot(
    "smeagol-escapes",
    PlotEffect(
        requires=Requirement(
            Words(
                "a monster token or minion within 1 space of Woodland Realm",
                "żeton potwora lub sługa w odległości 1 pola od lokacji Leśne Królestwo",
            ),
            _enemies_near,
        ),
        on_activation=effect(
            "take a Gollum plot from the Plot deck or discards and shuffle the deck",
            "weź Intrygę o Gollumie z talii lub odrzuconych kart i potasuj talię",
            _gollums_trail,
        ),
    ),
)
plot(
    "loss-of-an-heir",
    PlotEffect(
        requires=Requirement(
            Words(
                "a monster token or minion within 1 space of the location",
                "żeton potwora lub sługa w odległości 1 pola od lokacji",
            ),
            _enemies_near,
        )
    ),
)
plot(
    "a-promise-of-rings",
    PlotEffect(
        requires=Requirement(
            Words(
                "a location with a character and a monster token or minion",
                "lokacja z postacią oraz żetonem potwora lub sługą",
            ),
            has_enemies,
            places=_with_characters,
        )
    ),
)
plot(
    "rise-of-the-uruk-hai",
    PlotEffect(
        requires=Requirement(
            Words(
                "3 influence in Isengard or the active plot Saruman Falls to Corruption",
                "3 wpływy w lokacji Isengard lub aktywna Intryga Upadek Sarumana",
            ),
            lambda s, place: s.influence[place] >= 3 or plot_active(s, "saruman-falls-to-corruption"),
        ),
        while_active=Words(
            "Sauron may treat monsters in Rohan as Uruk-hai", "Sauron może traktować potwory w Rohanie jako Uruk-hai"
        ),
        fights_as=(REGION["rohan"], "uruk-hai"),
    ),
)


def _call_away(s: GameState, place: int) -> None:
    for who, at in enumerate(s.characters):
        if at == place:
            remove_character(s, who)


plot(
    "urgent-summons",
    PlotEffect(
        requires=Requirement(
            Words("a location with a character and without another plot", "lokacja z postacią i bez innej Intrygi"),
            lambda s, place: place not in s.plot_places,
            places=_with_characters,
        ),
        on_activation=effect(
            "all characters in this location leave the board",
            "wszystkie postaci z tej lokacji opuszczają planszę",
            _call_away,
        ),
    ),
)
