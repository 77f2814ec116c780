"""Monster tokens in their pools and on the board (p. 18, p. 19)."""

from collections.abc import Iterable
from itertools import compress

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.meq.cards.registry import MINION_ABILITIES
from engine.games.meq.components.box import TOKENS
from engine.games.meq.layout import COLOUR_PAIRS, EVERYWHERE, IDS, IN_COLOUR_PAIR, LOC, WITHIN_1
from engine.games.meq.rules.heroes import heroes_at
from engine.games.meq.rules.options import DONE
from engine.games.meq.state import SAURON, GameState


def tokens_at(s: GameState, place: int) -> list[int]:
    """The monster tokens on a location."""
    return [token for token, at in zip(s.tokens, s.token_places, strict=True) if at == place]


def tokens_within(s: GameState, places: Iterable[int]) -> int:
    """How many monster tokens are on these locations."""
    inside = set(places)
    return sum(at in inside for at in s.token_places)


def put_token(s: GameState, token: int, place: int) -> None:
    """Put a monster token on the board, face down."""
    s.tokens.append(token)
    s.token_places.append(place)
    tell(s, "token", (IDS[place],))


def move_token(s: GameState, token: int, place: int) -> None:
    """Move a monster token on the board."""
    at = s.tokens.index(token)
    _tell_which(s, at)
    tell(s, "token-moved", (IDS[s.token_places[at]], IDS[place]))
    s.token_places[at] = place


def discard_token(s: GameState, token: int) -> None:
    """Take a monster token off the board and lay it face up beside its pool (p. 19)."""
    at = s.tokens.index(token)
    _tell_which(s, at)
    place = s.token_places[at]
    del s.tokens[at], s.token_places[at], s.token_viewers[at : at + 1]
    s.token_discards[TOKENS[token].pool].append(token)
    disclose(s)
    tell(s, "token-revealed", (token, IDS[place]))


def _tell_which(s: GameState, at: int) -> None:
    """Tell which of the tokens on a location is taken unless it is the first: all see it, and can follow each token."""
    place = s.token_places[at]
    number = s.token_places[:at].count(place)
    if number:
        tell(s, "token-taken", (number, IDS[place]))


def draw_token(s: GameState, pool: int) -> int:
    """Draw a token from a pool, mixing the discarded ones back in when it is empty (p. 18, p. 35)."""
    bag = s.token_pools[pool]
    if not bag:
        discards = s.token_discards[pool]
        s.returned_tokens = [token for token in s.returned_tokens if TOKENS[token].pool != pool] + discards
        bag += discards
        discards.clear()
        shuffle(s, bag, f"tokens:{pool}")
    disclose(s)
    return bag.pop()


def has_tokens(s: GameState, pool: int) -> bool:
    """Whether a token can be drawn from the pool."""
    return bool(s.token_pools[pool] or s.token_discards[pool])


def _open_places(s: GameState) -> set[int]:
    """Where tokens may be placed: with influence or near a minion that breeds, without a hero (p. 18)."""
    places = set(compress(EVERYWHERE, s.influence))
    for minion, at in enumerate(s.minions):
        if at >= 0 and MINION_ABILITIES[minion].breeds:
            places.update(WITHIN_1[at])
    return places.difference([hero.place for hero in s.heroes])


def places_for_token(s: GameState, pool: int) -> list[int]:
    """Where a token of the pool may be placed (p. 18)."""
    places = _open_places(s)
    return [i for i in IN_COLOUR_PAIR[pool] if i in places]


def summon_options(s: GameState) -> list[Option]:
    """The pools from which a token may be drawn and placed (p. 18)."""
    places = _open_places(s)
    pools = [pool for pool, where in enumerate(IN_COLOUR_PAIR) if has_tokens(s, pool) and not places.isdisjoint(where)]
    return [("summon", COLOUR_PAIRS[pool]) for pool in pools]


def place_token(s: GameState, pool: int, places: list[int]) -> Flow[None]:
    """Draw a token for Sauron, who looks at it and puts it face down on one of the locations (p. 18)."""
    token = draw_token(s, pool)
    s.candidates, s.chooser = [token], SAURON
    choice = yield Decision(SAURON, "lair", [("place", IDS[i]) for i in places])
    s.candidates = []
    put_token(s, token, LOC[choice[1]])


def offer_tokens(s: GameState, pool: int, amount: int, places: Iterable[int]) -> Flow[None]:
    """Let Sauron place tokens by a card on so many different locations, none with a hero (p. 18, p. 36)."""
    left = [i for i in places if not heroes_at(s, i)]
    for _ in range(amount):
        if not left or not has_tokens(s, pool):
            return
        choice = yield Decision(SAURON, "command", [("summon", COLOUR_PAIRS[pool]), DONE])
        if choice == DONE:
            return
        yield from place_token(s, pool, left)
        left.remove(s.token_places[-1])


def reveal_token(s: GameState, token: int) -> str:
    """Turn a monster token up and take it off the board; gives its monster, "" for a blank (p. 22, p. 29)."""
    discard_token(s, token)
    return TOKENS[token].monster
