"""Printed values and icons of cards, tokens and the board, one by one, for frontends that draw them.

Values are numbers, references, or the words of the data files.
"""

from engine.core.game import Printed
from engine.core.words import Words, listed
from engine.games.bofa.components.box import PILE_REFERENCES, SIDES
from engine.games.bofa.components.pack import BOTH, Card, FateToken, Pack, RecruitmentToken
from engine.games.bofa.components.schema import CharacterEntry, FateEntry, TerritoryEntry, UnitEntry
from engine.games.bofa.words.names import FACES, TERRAINS
from engine.games.bofa.words.names import SIDES as SIDE_NAMES
from engine.games.bofa.words.printed import COLOURS, GENERAL, MUSTERING, SYMBOL

_NAMES = {
    "deck": Words("deck", "talia"),
    "side": Words("side", "strona"),
    "type": Words("die result that plays it", "wynik kości, za który się ją zagrywa"),
    "character": Words("character it is about", "postać, której dotyczy"),
    "in-play-until": Words("stays in play until", "pozostaje w grze do"),
    "people": Words("people", "lud"),
    "strength": Words("strength", "siła"),
    "terrain": Words("preferred terrain", "preferowany teren"),
    "figures": Words("figures in the box", "figurki w pudełku"),
    "movement": Words("movement", "ruch"),
    "leadership": Words("leadership", "przywództwo"),
    "general": GENERAL,
    "fate": Words("space on the fate track", "pole na torze przeznaczenia"),
    "die": Words("die result that brings it into play", "wynik kości, który wprowadza do gry"),
    "wrath": Words("wrath tokens on entering", "żetony gniewu przy wejściu do gry"),
    "pile": Words("pile", "stos"),
    "units": Words("units", "jednostki"),
    "value": Words("value", "wartość"),
    "symbol": SYMBOL,
    "colour": Words("colour", "kolor"),
    "points": Words("points of the settlement", "punkty osady"),
    "defence": Words("defence of the fortification", "obrona fortyfikacji"),
    "mustering": MUSTERING,
    "bow": Words("in bow range", "w zasięgu łuku"),
    "magic": Words("in magic range", "w zasięgu magii"),
    "river": Words("beyond the river", "za rzeką"),
    "impassable": Words("beyond an impassable border", "za nieprzekraczalną granicą"),
}
"""What the values and icons are called."""
_WORDS: dict[str, dict[str, Words]] = {
    "deck": {
        "event": Words("Event", "Wydarzenie"),
        "story": Words("Story", "Opowieść"),
        "fate": Words("Fate", "Przeznaczenie"),
    },
    "side": dict(zip(SIDES, SIDE_NAMES, strict=True)),
    "type": FACES,
    "die": FACES,
    "character": {
        "beorn": Words("Beorn"),
        "thorin": Words("Thorin"),
        "eagles": Words("the Eagles", "Orły"),
    },
    "in-play-until": {
        "end-of-turn": Words("the end of the turn", "końca tury"),
        "first-battle": Words("the end of the first combat", "końca pierwszej walki"),
        "never": Words("the end of the match", "końca gry"),
    },
    "people": {
        "dwarves": Words("Dwarves", "krasnoludy"),
        "elves": Words("Elves", "elfy"),
        "men": Words("Men", "ludzie"),
        "goblins": Words("Goblins", "gobliny"),
        "orcs": Words("Orcs", "orki"),
        "wargs": Words("Wargs", "wargowie"),
    },
    "terrain": TERRAINS,
    "colour": {**COLOURS, "yellow": Words("yellow", "żółty"), "green": Words("green", "zielony")},
}
"""By value: what the words are called that it can be; a pack may have other colours for its territories."""

Value = int | str | tuple[str, ...] | None


def _printed(**values: Value) -> tuple[Printed, ...]:
    """Values by name; None and an empty list are not printed, and an icon that is there counts 1."""
    named = {id.replace("_", "-"): value for id, value in values.items() if value is not None and value != ()}
    return tuple(Printed(id, _NAMES[id], value, _said(id, value)) for id, value in named.items())


def _said(id: str, value: Value) -> Words | None:
    """A value that is a word of the game, or several of them, in words."""
    if (words := _WORDS.get(id)) is None or isinstance(value, int | None):
        return None
    return words.get(value) if isinstance(value, str) else listed(*(words[one] for one in value))


def printed_on_card(card: Card) -> tuple[Printed, ...]:
    """The die result that plays a card, whose it is, and how long it stays in play (p. 14-17)."""
    row = card.row
    return _printed(
        deck=card.deck,
        side=None if card.side == BOTH else SIDES[card.side],
        type=card.type or None,
        character=(row.character or None) if isinstance(row, FateEntry) else None,
        in_play_until=card.lasting.until if card.stays_in_play else None,
    )


def printed_on_unit(row: UnitEntry) -> tuple[Printed, ...]:
    """The strength and preferred terrain of a type of unit (p. 21)."""
    return _printed(
        side=row.side, people=row.people, strength=row.strength, terrain=tuple(row.terrain), figures=row.figures
    )


def printed_on_character(row: CharacterEntry) -> tuple[Printed, ...]:
    """The movement and leadership of a character, and how it enters play (p. 18-19)."""
    return _printed(
        side=row.side,
        movement=row.movement,
        leadership=row.leadership,
        general=1 if row.general else None,
        fate=row.fate,
        die=row.die,
        wrath=row.wrath,
    )


def printed_on_recruitment_token(p: Pack, token: RecruitmentToken) -> tuple[Printed, ...]:
    """The back and the front of a recruitment token (p. 24)."""
    return _printed(pile=PILE_REFERENCES[token.pile], units=tuple(p.unit_references[unit] for unit in token.units))


def printed_on_fate_token(token: FateToken) -> tuple[Printed, ...]:
    """How far a fate token moves the marker, and whether it brings a Fate card (p. 16)."""
    return _printed(value=token.value, symbol=1 if token.symbol else None, colour=token.colour or None)


def printed_on_region(p: Pack, place: int) -> tuple[Printed, ...]:
    """What is built in a region, what the ruler reaches from it, and borders that nobody crosses (p. 8-10, 20)."""
    board = p.layout

    def beyond(barrier: str) -> tuple[str, ...]:
        pairs = sorted(pair for pair, kind in board.barriers.items() if pair[0] == place and kind == barrier)
        return tuple(board.references[there] for _, there in pairs)

    def reached(ruler: str) -> tuple[str, ...]:
        return tuple(board.references[there] for there in sorted(board.reach[ruler][place]))

    return _printed(
        points=board.points[place] or None,
        defence=board.defence[place] or None,
        mustering=1 if place in board.mustering else None,
        bow=reached("bow"),
        magic=reached("magic"),
        river=beyond("river"),
        impassable=beyond("impassable"),
    )


def printed_on_territory(row: TerritoryEntry) -> tuple[Printed, ...]:
    """The colour of a territory (p. 8)."""
    return _printed(colour=row.colour)
