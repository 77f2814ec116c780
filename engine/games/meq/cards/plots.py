"""What plots do when they become active (p. 13); here h is the location that the plot affects."""

from engine.core.flow import Flow
from engine.core.words import Words
from engine.games.meq.cards.clauses import Effect
from engine.games.meq.cards.parts.combine import as_effect, effect
from engine.games.meq.cards.registry import PLOT
from engine.games.meq.components.cards import PLOTS
from engine.games.meq.rules.plots import discard_plot, fetch_plot
from engine.games.meq.state import AWAY, GameState

CORRUPTING = {
    "a_dark_messenger": "dain",
    "saruman_falls_to_corruption": "saruman",
    "wormtongue_taints_theoden": "theoden",
    "denethor_falls_into_madness": "denethor",
}
"""While the plot is active, whoever consults this character receives a corruption card."""
ONLY_STORY = effect("", "", lambda _s, _h: None)
REQUIRES = {
    "a_dark_messenger": Words("a minion in Erebor", "sługa w Erebor"),
    "osgiliath_invaded": Words("a monster token in Osgiliath", "żeton potwora w Osgiliath"),
    "wormtongue_taints_theoden": Words(
        "6 influence within 1 space of Edoras or the active plot Saruman Falls to Corruption",
        "6 wpływów w odległości 1 pola od Edoras lub aktywna Intryga Saruman Falls to Corruption",
    ),
    "orcs_in_the_mountains": Words(
        "8 influence within 1 space of Mount Gundabad", "8 wpływów w odległości 1 pola od Mount Gundabad"
    ),
    "a_broken_line_of_kings": Words(
        "a Haven without another plot and with 6 influence adjacent",
        "Przystań bez innej Intrygi, z 6 wpływami na sąsiednich lokacjach",
    ),
    "smeagol_escapes": Words(
        "a monster token or minion within 1 space of Woodland Realm",
        "żeton potwora lub sługa w odległości 1 pola od Woodland Realm",
    ),
    "loss_of_an_heir": Words(
        "a monster token or minion within 1 space of the location",
        "żeton potwora lub sługa w odległości 1 pola od lokacji",
    ),
    "a_promise_of_rings": Words(
        "a location with a character and a monster token or minion",
        "lokacja z postacią oraz żetonem potwora lub sługą",
    ),
    "rise_of_the_uruk_hai": Words(
        "3 influence in Isengard or the active plot Saruman Falls to Corruption",
        "3 wpływy w Isengard lub aktywna Intryga Saruman Falls to Corruption",
    ),
    "urgent_summons": Words(
        "a location with a character and without another plot", "lokacja z postacią i bez innej Intrygi"
    ),
}
"""What a plot asks for besides influence, in words."""


def _lies_there(en: str, pl: str) -> Effect:
    """A plot that changes a rule while it is active."""
    return effect(en, pl, lambda _s, _h: None)


def _one_gollum(s: GameState, _place: int) -> None:
    for card in s.plots[:-1]:
        if PLOTS[card].gollum:
            discard_plot(s, card)


ONE_GOLLUM = effect("discard all other active Gollum plots", "odrzuć inne aktywne Intrygi o Gollumie", _one_gollum)


@as_effect(
    "take a Gollum plot from the Plot deck or discards and shuffle the deck",
    "weź Intrygę o Gollumie z talii lub odrzuconych kart i potasuj talię",
)
def smeagol(s: GameState, _place: int) -> Flow[None]:
    """Gollum's trail is found."""
    yield from fetch_plot(s, lambda plot: plot.gollum)


def _summoned(s: GameState, place: int) -> None:
    s.characters = [AWAY if at == place else at for at in s.characters]


PLOT |= {
    "sauron_hunts_for_the_ring": ONLY_STORY,
    "monsters_in_the_east": ONLY_STORY,
    "saruman_hungry_for_power": ONLY_STORY,
    "a_dark_messenger": _lies_there(
        "whoever consults Dáin II receives 1 Corruption card",
        "kto konsultuje się z Dáinem II, otrzymuje 1 kartę Korupcji",
    ),
    "osgiliath_invaded": ONLY_STORY,
    "gollum_is_captured": ONE_GOLLUM,
    "saruman_falls_to_corruption": _lies_there(
        "Isengard is perilous; whoever consults Saruman receives 1 Corruption card",
        "Isengard jest lokacją zagrażającą; kto konsultuje się z Sarumanem, otrzymuje 1 kartę Korupcji",
    ),
    "wormtongue_taints_theoden": _lies_there(
        "whoever consults Théoden receives 1 Corruption card",
        "kto konsultuje się z Théodenem, otrzymuje 1 kartę Korupcji",
    ),
    "denethor_falls_into_madness": _lies_there(
        "whoever consults Denethor receives 1 Corruption card",
        "kto konsultuje się z Denethorem, otrzymuje 1 kartę Korupcji",
    ),
    "orcs_in_the_mountains": ONLY_STORY,
    "a_broken_line_of_kings": _lies_there(
        "heroes may not rest or draw Encounter cards in this Haven",
        "bohaterowie nie mogą odpoczywać ani losować kart Spotkań w tej Przystani",
    ),
    "gollum_is_tortured": ONE_GOLLUM,
    "smeagol_escapes": smeagol,
    "loss_of_an_heir": ONLY_STORY,
    "a_promise_of_rings": ONLY_STORY,
    "rise_of_the_uruk_hai": _lies_there(
        "Sauron may treat monsters in Rohan as Uruk-hai", "Sauron może traktować potwory w Rohanie jako Uruk-hai"
    ),
    "urgent_summons": effect(
        "all characters in this location leave the board",
        "wszystkie postaci z tej lokacji opuszczają planszę",
        _summoned,
    ),
}
