"""Whether the Shadow wins a combat now, and whether it could ("Potential win", AtS p. 4)."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from engine.games.wotr.cards.registry import FORESEEN_BY_BOT
from engine.games.wotr.components.box import BATTLEGROUNDS, FIRST_PATH, OTHER_SIDE, PATHS, SHADOW, SIDE
from engine.games.wotr.rules.entering import may_enter
from engine.games.wotr.rules.icons import attack_at, defence_of, location_defence, path_icons
from engine.games.wotr.rules.places import in_play
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState, Site

NOBODY = -1


def lead(s: GameState, location: int, more: Sequence[int] = (), without: int = NOBODY) -> int:
    """By how much the Shadow wins a combat, with more of its cards there or without one; it wins above zero.

    The cards are laid there while icons are counted: what stands at a location may change what others count.
    """
    site = s.sites[location]
    present, site.cards = site.cards, [card for card in (*site.cards, *more) if card != without]
    icons = _lead_of_present(s, location)
    site.cards = present
    return icons + sum(FORESEEN_BY_BOT[c](s, c, location) for c in more if c in FORESEEN_BY_BOT and c != without)


def _lead_of_present(s: GameState, location: int) -> int:
    """By how much the Shadow wins a combat with the cards that lie there."""
    site = s.sites[location]
    shadow = [card for card in site.cards if SIDE[card] == SHADOW]
    free = [card for card in site.cards if SIDE[card] != SHADOW]
    own_defence = location_defence(s, location)
    if location >= FIRST_PATH:
        attack = site.attack + sum(path_icons(s, card, location) for card in shadow)
        return attack - own_defence - sum(path_icons(s, card, location) for card in free)
    if BATTLEGROUNDS[location].side == SHADOW:
        attack = site.attack + attack_at(s, location, free)
        return own_defence + _defence(s, location, shadow) - attack + 1
    return site.attack + attack_at(s, location, shadow) - own_defence - _defence(s, location, free)


def _defence(s: GameState, ground: int, cards: list[int]) -> int:
    return sum(next(iter(defence_of(s, ground, cards).values())).values())


def is_winning(s: GameState, location: int, without: int = NOBODY) -> bool:
    """Whether the Shadow would win the combat if it were resolved now."""
    return lead(s, location, without=without) > 0


def could_move_to(s: GameState, location: int) -> list[int]:
    """Every Shadow card in reserve that could move to a location (AtS p. 4)."""
    bots = VARIANTS[s.variant].bots
    return [card for bot in bots for card in s.players[bot].reserve if may_enter(s, card, location)]


def could_win(s: GameState, location: int, more: Sequence[int] = (), tokens: int = 0, without: int = NOBODY) -> bool:
    """Whether the Shadow would win if all that could move there did, and with more cards or tokens of its own."""
    return lead(s, location, [*could_move_to(s, location), *more], without) + tokens > 0


def is_last_path(s: GameState, location: int) -> bool:
    """Whether a location is a path of the highest number of the scenario."""
    return location >= FIRST_PATH and PATHS[location].path == VARIANTS[s.variant].last_path


def icons_are_useful(
    s: GameState, location: int, more: Sequence[int] = (), tokens: int = 0, without: int = NOBODY
) -> bool:
    """Whether more icons are useful: a combat that is being lost but could be won, or the last path (AtS p. 5).

    What the icons cost is left out of the count: `without` names the card that would be gone.
    """
    if is_last_path(s, location):
        return True
    return not is_winning(s, location, without) and could_win(s, location, more, tokens, without)


def adds_icons(s: GameState, card: int, location: int) -> bool:
    """Whether a card would add icons there; leadership alone does not without an army to support it (AtS p. 5)."""
    return lead(s, location, [card]) > lead(s, location)


def could_win_if_active(s: GameState, ground: int, without: int = NOBODY) -> bool:
    """Whether a battleground that is not active is worth activating (AtS p. 5)."""
    with _as_if_active(s, ground):
        return could_win(s, ground, without=without)


def attack_if_active(s: GameState, ground: int, without: int = NOBODY) -> int:
    """The attack that the Shadow could move to a battleground of the Free Peoples that is not active."""
    with _as_if_active(s, ground):
        return attack_at(s, ground, [card for card in could_move_to(s, ground) if card != without])


@contextmanager
def _as_if_active(s: GameState, ground: int) -> Iterator[None]:
    """For a while, an empty battleground lies there as it would be after activation or reactivation."""
    s.sites[ground] = Site(own_defence_ignored=ground in s.scoring_areas[OTHER_SIDE[BATTLEGROUNDS[ground].side]])
    yield
    del s.sites[ground]


def worth_winning(s: GameState, grounds: list[int], without: int = NOBODY) -> list[int]:
    """The battlegrounds among some inactive ones that the Shadow could win."""
    return [ground for ground in grounds if could_win_if_active(s, ground, without)]


def might_be_in(s: GameState, pile: list[int], cards: Iterable[int]) -> bool:
    """Whether, as far as everybody knows, one of the cards may lie in a bot's deck or cycle pile (AtS p. 5)."""
    return bool(pile) and any(card in pile if card in s.known_to_all else not in_play(s, card) for card in cards)
