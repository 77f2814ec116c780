"""Play cards: put them down, pay for them, resolve their texts (pp. 10-12)."""

from collections.abc import Sequence
from functools import lru_cache

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.memo import Memo
from engine.core.state import because, disclose
from engine.games.wotr.cards.registry import ONLY_WEAPON, OPENS_THIS_ROUND, PLAYED, SHOWS_TOP, SUPPORTS_THIS_ROUND
from engine.games.wotr.components.box import CARDS
from engine.games.wotr.components.groups import EVENT, ITEM, WEAPON, WIELDERS
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_drawn
from engine.games.wotr.rules.drawing import draw_apart, look_at_top
from engine.games.wotr.rules.entering import REMEMBERED, steady_ways, ways_to_enter
from engine.games.wotr.rules.hand import cycle_from_hand
from engine.games.wotr.rules.moving import resolve_arrival
from engine.games.wotr.rules.places import cards_in_play
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

IN_RESERVE = "reserve"
AS_EVENT = "event"
_AS_EVENT: list[tuple[Option, ...]] = [(("play", card, AS_EVENT),) for card in range(len(CARDS))]
_IN_RESERVE: list[Option] = [("play", card, IN_RESERVE) for card in range(len(CARDS))]
_ON_WIELDER: dict[int, dict[int, Option]] = {
    item: {character: ("play", item, character) for character in wielders} for item, wielders in WIELDERS.items()
}


def may_wield(s: GameState, character: int, item: int) -> bool:
    """Whether a character in play may be given an item: some weapons must be its only one."""
    if item not in WEAPON:
        return True
    weapons = [other for other in s.items.get(character, ()) if other in WEAPON]
    return not weapons or not any(weapon in ONLY_WEAPON for weapon in (item, *weapons))


def hand_options(s: GameState, hand: list[int]) -> list[Option]:
    """The ways to play each card of a hand."""
    if s.events_this_round or not set(hand).isdisjoint(s.played_this_round):
        return [option for card in hand for option in play_options(s, card)]
    plays = _steady_plays(s.variant, (*s.path, *s.battlegrounds))
    options: list[Option] = []
    for card in hand:
        options += plays[card] or play_options(s, card)
    return options


@lru_cache(maxsize=REMEMBERED)
def _steady_plays(variant: str, active: tuple[int, ...]) -> Memo[int, Sequence[Option]]:
    """Each card's ways to be played where no event opens locations; none for one whose ways hang on more than these."""
    entries = steady_ways(variant, active, "play")

    def plays_of(card: int) -> Sequence[Option]:
        if card in EVENT:
            return _AS_EVENT[card]
        ways = None if card in ITEM else entries[card]
        return () if ways is None else (*ways, _IN_RESERVE[card])

    return Memo(plays_of)


def play_options(s: GameState, card: int) -> Sequence[Option]:
    """The ways to play a card: as an event, on a wielder, to a location or to reserve (pp. 10-11)."""
    if card in EVENT:
        return _AS_EVENT[card]
    if card in s.played_this_round:
        return ()
    if card in ITEM:
        in_play = cards_in_play(s)
        wielders = _ON_WIELDER[card].items()
        return [way for character, way in wielders if character in in_play and may_wield(s, character, card)]
    return [*ways_to_enter(s, "play", card), _IN_RESERVE[card]]


def play_from_hand(s: GameState, seat: int, card: int, where: int | str) -> Flow[None]:
    """Play a card: put it down, cycle another to pay for it, then resolve its text (p. 10)."""
    s.players[seat].hand.remove(card)
    put_down(s, seat, card, where)
    with because(s, "pay", card):
        yield from cycle_from_hand(s, seat, but=card)
    yield from resolve_text(s, seat, card, where)


def put_down(s: GameState, seat: int, card: int, where: int | str) -> None:
    """Put a played card into play, or an event on the eliminated pile."""
    tell(s, "played", (seat, card, where))
    disclose(s)
    if card in s.known_to_all:
        s.known_to_all.remove(card)
    if where == AS_EVENT:
        s.players[seat].eliminated_pile.append(card)
        s.known_to_all.append(card)
        return
    if CARDS[card].kind != "army":
        s.played_this_round.append(card)
    if where == IN_RESERVE:
        s.players[seat].reserve.append(card)
        s.new_in_reserve.append(card)
    elif card in ITEM:
        assert isinstance(where, int)
        s.items.setdefault(where, []).append(card)
    else:
        assert isinstance(where, int)
        s.sites[where].cards.append(card)


def resolve_text(s: GameState, seat: int, card: int, where: int | str) -> Flow[None]:
    """Resolve the text of a card that was just played."""
    if card in SHOWS_TOP:
        look_at_top(s, seat)
    if card in OPENS_THIS_ROUND or card in SUPPORTS_THIS_ROUND:
        s.events_this_round.append(CARDS[card].id)
    if card in PLAYED:
        with because(s, "text", card):
            yield from PLAYED[card](s, seat, card)
    if isinstance(where, int) and card not in ITEM:
        yield from resolve_arrival(s, seat, card, where)


def play_drawn(
    s: GameState, seat: int, cards: frozenset[int], most: int = 1, only: tuple[int | str, ...] = ()
) -> Flow[None]:
    """Play up to `most` of the cards drawn apart, cycle the rest, which pays for them, then their texts (p. 12).

    What the rest does not pay for is paid from hand; a bot pays nothing (AtS p. 4).
    """
    player = s.players[seat]
    played: list[Option] = []
    disclose(s)  # whether there was anything to play
    while len(played) < most:
        options: list[Option] = [
            option
            for card in player.drawn_apart
            if card in cards
            for option in play_options(s, card)
            if not only or option[2] in only
        ]
        if not options:
            break
        choice: Option = yield from ask(s, seat, "play-drawn", [*options, ("done",)])
        if choice[0] == "done":
            break
        player.drawn_apart.remove(choice[1])
        put_down(s, seat, choice[1], choice[2])
        played.append(choice)
    unpaid = [] if seat in VARIANTS[s.variant].bots else played[len(player.drawn_apart) :]
    cycle_drawn(s, seat)
    for _, card, _ in unpaid:
        with because(s, "pay", card):
            yield from cycle_from_hand(s, seat, but=card)
    for _, card, where in played:
        yield from resolve_text(s, seat, card, where)


def draw_and_play(
    s: GameState, seat: int, n: int, cards: frozenset[int], only: tuple[int | str, ...] = ()
) -> Flow[None]:
    """Draw cards, play up to one that is among `cards` and cycle the rest (p. 12)."""
    draw_apart(s, seat, n)
    yield from play_drawn(s, seat, cards, 1, only)
