"""More of the vocabulary: what may happen on the board, to influence, tokens, favor and characters."""

from collections.abc import Iterable

from engine.core.flow import Decision, Flow, Option
from engine.games.meq.cards.effect import Effect, act, flow
from engine.games.meq.cards.grammar import influence_pl
from engine.games.meq.components.figures import CHARACTER, CHARACTERS
from engine.games.meq.layout import ADJACENT, IDS, LOC, LOCATIONS, NAMES, WITHIN_1
from engine.games.meq.rules import influence
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.tokens import discard_token, tokens_at
from engine.games.meq.state import AWAY, FIRST_HERO, SAURON, GameState


def put_influence(place: str, amount: int = 1) -> Effect:
    """Influence on a location."""
    return act(
        f"place {amount} influence in {NAMES[place]}",
        f"umieść {influence_pl(amount)} w {NAMES[place]}",
        lambda s, _h: influence.place(s, LOC[place], amount),
    )


def scatter_influence(s: GameState, places: Iterable[int], amount: int) -> Flow[None]:
    """Sauron places one influence on each of some different locations."""
    left = [i for i in places if not LOCATIONS[i].haven]
    for _ in range(amount):
        options: list[Option] = [("place", IDS[i]) for i in left]
        choice = yield Decision(SAURON, "influence", [*options, DONE])
        if choice == DONE:
            return
        influence.place(s, LOC[choice[1]])
        left.remove(LOC[choice[1]])


def put_favor(place: str) -> Effect:
    """A favor token on a location."""

    def do(s: GameState, _h: int) -> None:
        s.favor[LOC[place]] += 1

    return act(f"place 1 favor in {NAMES[place]}", f"umieść 1 przysługę w {NAMES[place]}", do)


def place(character: str, where: str) -> Effect:
    """Put a character on the board, unless it is there already (p. 14)."""
    who, name = CHARACTER[character], CHARACTERS[CHARACTER[character]].name

    def do(s: GameState, _h: int) -> None:
        if s.characters[who] == AWAY:
            s.characters[who] = LOC[where]

    return act(f"place {name} in {NAMES[where]}", f"umieść postać {name} w {NAMES[where]}", do)


def bring(character: str, where: str) -> Effect:
    """Put or move a character to a location."""
    who, name = CHARACTER[character], CHARACTERS[CHARACTER[character]].name

    def do(s: GameState, _h: int) -> None:
        s.characters[who] = LOC[where]

    return act(f"place or move {name} to {NAMES[where]}", f"umieść lub przenieś postać {name} do {NAMES[where]}", do)


def bring_anywhere(
    s: GameState, by: int, character: str, places: Iterable[int], *, may_stay: bool = False
) -> Flow[int]:
    """A seat puts a character on one of these locations, or leaves it; gives its location."""
    options: list[Option] = [("bring", character, IDS[i]) for i in places]
    choice = yield Decision(by, "character_place", [*options, DONE] if may_stay else options)
    if choice != DONE:
        s.characters[CHARACTER[character]] = LOC[choice[2]]
    return s.characters[CHARACTER[character]]


def clear_some(s: GameState, by: int, places: Iterable[int], amount: int, tokens: int | None = None) -> Flow[None]:
    """A hero removes up to some influence and monster tokens from locations; `tokens` limits the latter."""
    spots = list(places)
    most_tokens = amount if tokens is None else tokens
    most_influence = amount if tokens is None else amount - tokens
    while amount:
        options: list[Option] = []
        if most_influence:
            options += [("clear", IDS[i]) for i in spots if s.influence[i]]
        if most_tokens:
            options += [("banish", IDS[i], n) for i in spots for n in range(len(tokens_at(s, i)))]
        choice = yield Decision(by, "remove", [*options, DONE])
        match choice:
            case ("clear", where):
                influence.remove(s, LOC[where], 1)
                most_influence -= 1
            case ("banish", where, n):
                discard_token(s, tokens_at(s, LOC[where])[n])
                most_tokens -= 1
            case _:
                return
        amount -= 1


def drive_out(amount: int, tokens: int | None, places: tuple[int, ...], en: str, pl: str) -> Effect:
    """The heroes remove influence and monster tokens from some locations."""

    def run(s: GameState, _h: int) -> Flow[None]:
        yield from clear_some(s, FIRST_HERO, places, amount, tokens)

    return flow(en, pl)(run)


def thin_out(place: int) -> Effect:
    """One influence leaves each location around a place."""

    def do(s: GameState, _h: int) -> None:
        influence.remove_each(s, ADJACENT[place], 1)

    name = LOCATIONS[place].name
    return act(
        f"remove 1 influence from each location adjacent to {name}",
        f"usuń 1 wpływ z każdej lokacji sąsiadującej z {name}",
        do,
    )


def banish_all(s: GameState, places: Iterable[int]) -> None:
    """Remove all monster tokens from these locations."""
    for i in places:
        for token in tokens_at(s, i):
            discard_token(s, token)


def sweep(s: GameState, places: Iterable[int]) -> None:
    """Remove all influence and monster tokens from these locations."""
    spots = list(places)
    banish_all(s, spots)
    for i in spots:
        influence.remove(s, i, s.influence[i])


def within(place: str) -> tuple[int, ...]:
    """A location and those adjacent to it."""
    return WITHIN_1[LOC[place]]


def choose_hero(s: GameState) -> Flow[int]:
    """Sauron chooses a hero."""
    choice = yield Decision(SAURON, "hero", [("hero", h) for h in range(len(s.heroes))])
    return int(choice[1])
