"""Parts of cards that change the board: influence, monster tokens, favor and characters."""

from engine.games.meq.cards.clauses import Effect
from engine.games.meq.cards.parts.combine import effect
from engine.games.meq.cards.parts.polish import influence_pl
from engine.games.meq.components.figures import CHARACTER, CHARACTERS
from engine.games.meq.layout import ADJACENT, LOC, LOCATIONS, NAMES
from engine.games.meq.rules import influence
from engine.games.meq.rules.clearing import clear_some
from engine.games.meq.state import AWAY, FIRST_HERO, GameState


def put_influence(place: str, amount: int = 1) -> Effect:
    """Influence on a location."""
    return effect(
        f"place {amount} influence in {NAMES[place]}",
        f"umieść {influence_pl(amount)} w {NAMES[place]}",
        lambda s, _h: influence.place(s, LOC[place], amount),
    )


def put_favor(place: str) -> Effect:
    """A favor token on a location."""

    def do(s: GameState, _h: int) -> None:
        s.favor[LOC[place]] += 1

    return effect(f"place 1 favor in {NAMES[place]}", f"umieść 1 przysługę w {NAMES[place]}", do)


def place(character: str, where: str) -> Effect:
    """Put a character on the board, unless it is there already (p. 14)."""
    who, name = CHARACTER[character], CHARACTERS[CHARACTER[character]].name

    def do(s: GameState, _h: int) -> None:
        if s.characters[who] == AWAY:
            s.characters[who] = LOC[where]

    return effect(f"place {name} in {NAMES[where]}", f"umieść postać {name} w {NAMES[where]}", do)


def bring(character: str, where: str) -> Effect:
    """Put or move a character to a location."""
    who, name = CHARACTER[character], CHARACTERS[CHARACTER[character]].name

    def do(s: GameState, _h: int) -> None:
        s.characters[who] = LOC[where]

    return effect(f"place or move {name} to {NAMES[where]}", f"umieść lub przenieś postać {name} do {NAMES[where]}", do)


def drive_out(amount: int, tokens: int | None, places: tuple[int, ...], en: str, pl: str) -> Effect:
    """The heroes remove influence and monster tokens from some locations."""
    return effect(en, pl, lambda s, _h: clear_some(s, FIRST_HERO, places, amount, tokens))


def thin_out(place: int) -> Effect:
    """One influence leaves each location around a place."""
    name = LOCATIONS[place].name
    return effect(
        f"remove 1 influence from each location adjacent to {name}",
        f"usuń 1 wpływ z każdej lokacji sąsiadującej z {name}",
        lambda s, _h: influence.remove_each(s, ADJACENT[place], 1),
    )
