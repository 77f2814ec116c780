"""Parts of cards that change the board: influence, monster tokens, favor and characters."""

from engine.core.words import Words
from engine.games.meq.cards.clauses import Effect
from engine.games.meq.cards.parts.combine import effect
from engine.games.meq.cards.parts.polish import influence_pl
from engine.games.meq.components.box import CHARACTER, CHARACTERS
from engine.games.meq.layout import ADJACENT, LOC, PLACE_NAMES
from engine.games.meq.rules import favor as favor_rules
from engine.games.meq.rules.characters import put_character
from engine.games.meq.rules.clearing import clear_some
from engine.games.meq.rules.deciding import HEROES
from engine.games.meq.rules.influence import place_influence, remove_influence_each
from engine.games.meq.state import AWAY, GameState


def put_influence(place: str, amount: int = 1) -> Effect:
    """Influence on a location."""
    name = PLACE_NAMES[place]
    return effect(
        f"place {amount} influence in {name.en}",
        f"umieść {influence_pl(amount)} w lokacji {name.pl}",
        lambda s, _h: place_influence(s, LOC[place], amount),
    )


def put_favor(place: str) -> Effect:
    """A favor token on a location."""
    return effect(
        f"place 1 favor in {PLACE_NAMES[place].en}",
        f"umieść 1 przysługę w lokacji {PLACE_NAMES[place].pl}",
        lambda s, _h: favor_rules.put_favor(s, LOC[place]),
    )


def place_character(character: str, place: str) -> Effect:
    """Put a character on the board, unless it is there already (p. 14)."""
    who = CHARACTER[character]
    name, where = CHARACTERS[who].name, PLACE_NAMES[place]

    def put(s: GameState, _h: int) -> None:
        if s.characters[who] == AWAY:
            put_character(s, who, LOC[place])

    return effect(f"place {name} in {where.en}", f"umieść postać {name} w lokacji {where.pl}", put)


def place_or_move_character(character: str, place: str) -> Effect:
    """Put a character on a location, wherever it was."""
    who = CHARACTER[character]
    name, where = CHARACTERS[who].name, PLACE_NAMES[place]
    return effect(
        f"place or move {name} to {where.en}",
        f"umieść lub przenieś postać {name} do lokacji {where.pl}",
        lambda s, _h: put_character(s, who, LOC[place]),
    )


def heroes_clear(amount: int, places: tuple[int, ...], where: Words) -> Effect:
    """The heroes remove influence or monster tokens, so many of both, from some locations."""
    return effect(
        f"remove up to {amount} influence or monster tokens {where.en}",
        f"usuń do {amount} wpływów lub żetonów potworów {where.pl}",
        lambda s, _h: clear_some(s, HEROES, places, influence=amount, tokens=amount, total=amount),
    )


def remove_one_around(place: str) -> Effect:
    """One influence leaves each location adjacent to a place."""
    name = PLACE_NAMES[place]
    return effect(
        f"remove 1 influence from each location adjacent to {name.en}",
        f"usuń 1 wpływ z każdej lokacji sąsiadującej z lokacją {name.pl}",
        lambda s, _h: remove_influence_each(s, ADJACENT[LOC[place]], 1),
    )
