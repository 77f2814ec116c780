"""Plot cards drawn, fetched, played and discarded (p. 13, p. 17)."""

from collections.abc import Callable

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import because, disclose
from engine.games.meq.cards.clauses import PlotEffect
from engine.games.meq.cards.registry import PLOT_EFFECTS
from engine.games.meq.components.box import PLOTS
from engine.games.meq.components.schema import Plot
from engine.games.meq.layout import IDS, LOC
from engine.games.meq.rules.knowledge import forget, reveal_to_heroes
from engine.games.meq.state import SAURON, GameState

PLOT_SLOTS = 3


def _pop_plot(s: GameState) -> int:
    """Take the top card of the plot deck."""
    card = s.plot_deck.pop()
    s.known_top = max(0, s.known_top - 1)
    s.known_bottom = min(s.known_bottom, len(s.plot_deck))
    return card


def refill_plots(s: GameState) -> None:
    """Make an empty plot deck anew of its discards (p. 35)."""
    if not s.plot_deck:
        s.plot_deck, s.plot_discard = s.plot_discard, []
        shuffle_plots(s)


def take_plots(s: GameState, amount: int) -> list[int]:
    """Take plot cards off the deck, mixing the discards back in when it is empty (p. 35)."""
    cards = []
    for _ in range(amount):
        refill_plots(s)
        if s.plot_deck:
            cards.append(_pop_plot(s))
    disclose(s)
    return cards


def draw_plot(s: GameState) -> None:
    """Draw a plot card for Sauron."""
    s.plot_hand += take_plots(s, 1)
    tell(s, "sauron-drew", ("plot", 1))


def draw_and_keep_plots(s: GameState, amount: int, keep: int) -> Flow[None]:
    """Draw plot cards, keep some, put the others under the deck in any order (p. 17)."""
    s.candidates, s.chooser = take_plots(s, amount), SAURON
    for _ in range(min(keep, len(s.candidates))):
        choice = yield Decision(SAURON, "keep-plot", [("keep", card) for card in s.candidates])
        s.candidates.remove(choice[1])
        s.plot_hand.append(choice[1])
    while s.candidates:
        choice = yield Decision(SAURON, "bottom", [("bottom", card) for card in s.candidates])
        s.candidates.remove(choice[1])
        s.plot_deck.insert(0, choice[1])
        s.known_bottom += 1
    tell(s, "sauron-drew", ("plot", keep))


def shuffle_plots(s: GameState) -> None:
    """Shuffle the plot deck; nobody knows its order any more."""
    s.known_top = s.known_bottom = 0
    shuffle(s, s.plot_deck, "plots")


def fetch_plot(s: GameState, fits: Callable[[Plot], bool]) -> Flow[int]:
    """Let Sauron take a plot that a card names from the deck or discards, and shuffle the deck; -1 if there is none.

    The heroes see it if it lay open; one from the deck they know only if no other it could be is hidden from them.
    """
    fitting = [card for card, plot in PLOTS.items() if fits(plot)]
    options = [("take", card) for card in fitting if card in s.plot_deck or card in s.plot_discard]
    if not options:
        shuffle_plots(s)
        return -1
    disclose(s)
    choice = yield Decision(SAURON, "retrieve", options)
    card: int = choice[1]
    if card in s.plot_discard:
        s.plot_discard.remove(card)
        reveal_to_heroes(s, card)
    else:
        hidden = [one for one in fitting if one in s.plot_deck or (one in s.plot_hand and one not in s.known_cards)]
        s.plot_deck.remove(card)
        if hidden == [card]:
            reveal_to_heroes(s, card)
    s.plot_hand.append(card)
    shuffle_plots(s)
    return card


def plot_places(s: GameState, card: int) -> list[int]:
    """The locations a plot could affect if it were played now; none if its requirements are not met (p. 13)."""
    plot = PLOTS[card]
    if s.pool < plot.influence or len(s.plots) >= PLOT_SLOTS:
        return []
    requires = PLOT_EFFECTS[card].requires
    if requires is None:
        return list(plot.affects)
    places = plot.affects if requires.places is None else requires.places(s)
    return [i for i in places if requires.met(s, i)]


def leave_plot_hand(s: GameState, card: int) -> None:
    """Take a plot card out of Sauron's hand, to lie open."""
    at = s.plot_hand.index(card)
    del s.plot_hand[at], s.plot_viewers[at : at + 1]
    forget(s, card)


def activate(s: GameState, card: int, place: int) -> Flow[None]:
    """Make a plot from Sauron's hand active, and mark its location (p. 13)."""
    leave_plot_hand(s, card)
    s.plots.append(card)
    s.plot_places.append(place)
    disclose(s)
    tell(s, "plot", (card, IDS[place]))
    yield from PLOT_EFFECTS[card].on_activation.run(s, place)


def play_plot(s: GameState, card: int) -> Flow[None]:
    """Play a plot whose requirements are met; that Sauron is asked for its location tells something of it."""
    disclose(s)
    options = [("affect", IDS[i]) for i in plot_places(s, card)]
    with because(s, "text", card):
        choice = yield Decision(SAURON, "plot-place", options)
        yield from activate(s, card, LOC[choice[1]])


def discard_plot(s: GameState, card: int) -> None:
    """Discard an active plot with its marker (p. 13)."""
    at = s.plots.index(card)
    del s.plots[at], s.plot_places[at]
    s.plot_discard.append(card)
    tell(s, "plot-discarded", (card,))


def discard_plot_from_hand(s: GameState) -> Flow[None]:
    """Let Sauron choose a plot card in hand to discard."""
    if s.plot_hand:
        choice = yield Decision(SAURON, "drop-plot", [("drop", card) for card in s.plot_hand])
        leave_plot_hand(s, choice[1])
        s.plot_discard.append(choice[1])
        disclose(s)
        tell(s, "sauron-discarded", (choice[1],))


def plot_active(s: GameState, key: str) -> bool:
    """Whether a plot of that name is active."""
    return any(PLOTS[plot].key == key for plot in s.plots)


def plots_at(s: GameState, place: int) -> list[PlotEffect]:
    """What the active plots do that affect a location."""
    if place not in s.plot_places:
        return []
    return [PLOT_EFFECTS[card] for card, at in zip(s.plots, s.plot_places, strict=True) if at == place]
