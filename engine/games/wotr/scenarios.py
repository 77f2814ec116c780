"""What the scenarios change: decks, order, draws, Ring tokens and locations (pp. 20-22).

With "Against the Shadow" the Shadow's decks are played by the rules themselves; its pages are marked AtS.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.core.game import Role
from engine.core.words import Words
from engine.games.wotr.components import (
    BASE_CARDS,
    BATTLEGROUNDS,
    BOT_CARDS,
    BOT_PRINTED,
    CARDS,
    FIRST_BATTLEGROUND,
    FREE,
    OPEN_TO,
    PATHS,
    SHADOW,
    SIDE,
    CardEntry,
    copies,
    open_to,
)

ONCE_A_GAME = "game"
ONCE_A_ROUND = "round"
NO_RING = ""

VERSUS = "versus"
AGAINST_THE_SHADOW = "against-the-shadow"
STANDARD = "standard"
CHALLENGING = "challenging"


@dataclass(frozen=True)
class Seat:
    """One deck of a scenario: who plays it, from what, and how many cards it draws."""

    role: Role
    cards: tuple[int, ...]
    promos: tuple[int, ...]
    opening: int
    discards: int
    draws: int
    ring: str


@dataclass(frozen=True)
class War:
    """A scenario of the card game."""

    scenario: str
    title: Words
    seats: tuple[Seat, ...]
    """The players: people in seat order, then the bots of "Against the Shadow"."""
    order: tuple[int, ...]
    """Players in turn order; one may stand in it twice."""
    last_path: int = 9
    outnumber_paths: bool = False
    """Free Peoples score a path only with more defence than attack ("Path points", p. 21)."""
    each_twice: tuple[str, ...] = ()
    """Sides whose only player does twice what "each player" does (p. 22)."""
    schedule: tuple[tuple[int, ...], ...] = ()
    """Battlegrounds by round; empty means drawn at random."""
    battlegrounds: tuple[int, ...] = tuple(BATTLEGROUNDS)
    paths: tuple[int, ...] = tuple(PATHS)
    bots: tuple[int, ...] = ()
    """Players without a seat, who follow the flowchart (AtS)."""
    level: str = ""
    _each: dict[str, tuple[int, ...]] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        for side in (FREE, SHADOW):
            seats = tuple(n for n, seat in enumerate(self.seats) if seat.role.side == side)
            self._each[side] = seats * 2 if side in self.each_twice else seats

    def each(self, side: str) -> tuple[int, ...]:
        """The seats that do what "each player" of a side does, in seat order."""
        return self._each[side]

    @cached_property
    def key(self) -> str:
        """The name of these rules in `WARS`."""
        return f"{self.scenario} {AGAINST_THE_SHADOW} {self.level}" if self.bots else self.scenario

    @cached_property
    def people(self) -> tuple[Role, ...]:
        """The roles that have a seat."""
        return tuple(seat.role for n, seat in enumerate(self.seats) if n not in self.bots)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The side of every seat."""
        return tuple(seat.role.side for seat in self.seats)

    @cached_property
    def cards(self) -> list[CardEntry]:
        """Every faction card as it is printed for these rules."""
        return BOT_PRINTED if self.bots else CARDS

    @cached_property
    def open_to(self) -> list[frozenset[int]]:
        """For every faction card the locations that are open to it."""
        return [open_to(self.cards[n]) if self.bots and n in BOT_CARDS else OPEN_TO[n] for n in range(len(CARDS))]

    @cached_property
    def owner(self) -> tuple[int, ...]:
        """The seat that owns each faction card; -1 for cards that are not used."""
        owners = [-1] * len(CARDS)
        for n, seat in enumerate(self.seats):
            for card in (*seat.cards, *seat.promos):
                owners[card] = n
        return tuple(owners)

    @cached_property
    def player_of(self) -> dict[str, int]:
        """The seat meant by "the Hobbit player" and the like (p. 4)."""
        return {CARDS[card].faction: n for n, seat in enumerate(self.seats) for card in seat.cards}


def _deck(*decks: str) -> tuple[int, ...]:
    return tuple(n for n, card in enumerate(CARDS[:BASE_CARDS]) if card.deck in decks)


def _promos(*decks: str) -> tuple[int, ...]:
    return tuple(n for n in range(BASE_CARDS, FIRST_BATTLEGROUND) if CARDS[n].deck in decks)


def _pick(*ids: str, **few: int) -> tuple[int, ...]:
    """All copies of these cards, or as many as `few` says."""
    return tuple(n for id in ids for n in copies(id)[: few.get(id.replace("-", "_"))])


FRODO = Role("frodo", Words("Frodo"), FREE)
ARAGORN = Role("aragorn", Words("Aragorn"), FREE)
GANDALF = Role("gandalf", Words("Gandalf"), FREE)
WITCH_KING = Role("witch-king", Words("The Witch-king", "Czarnoksiężnik z Angmaru"), SHADOW)
SARUMAN = Role("saruman", Words("Saruman"), SHADOW)
BALROG = Role("balrog", Words("Balrog of Moria", "Balrog z Morii"), SHADOW)

_ALL_FREE = tuple(n for n in range(BASE_CARDS) if SIDE[n] == FREE)
_ALL_SHADOW = tuple(n for n in range(BASE_CARDS) if SIDE[n] == SHADOW)

TRILOGY = War(
    "trilogy",
    Words("Trilogy", "Trylogia"),
    (
        Seat(FRODO, _deck("frodo"), _promos("frodo"), 7, 2, 3, ONCE_A_GAME),
        Seat(WITCH_KING, _deck("witch-king"), _promos("witch-king"), 7, 2, 4, ONCE_A_GAME),
        Seat(ARAGORN, _deck("aragorn"), _promos("aragorn"), 7, 2, 3, ONCE_A_GAME),
        Seat(SARUMAN, _deck("saruman"), _promos("saruman"), 7, 2, 4, ONCE_A_GAME),
    ),
    order=(0, 1, 2, 3),
)

DUEL = War(
    "duel",
    Words("Two-player Duel", "Pojedynek dwóch graczy"),
    (
        Seat(GANDALF, _ALL_FREE, _promos("frodo", "aragorn"), 4, 0, 4, ONCE_A_ROUND),
        Seat(WITCH_KING, _ALL_SHADOW, _promos("witch-king", "saruman"), 6, 0, 6, ONCE_A_ROUND),
    ),
    order=(0, 1),
    outnumber_paths=True,
    each_twice=(FREE, SHADOW),
)

DUEL3 = War(
    "duel3",
    Words("Three-player Duel", "Pojedynek trzech graczy"),
    (
        Seat(GANDALF, _ALL_FREE, _promos("frodo", "aragorn"), 6, 0, 6, ONCE_A_ROUND),
        Seat(WITCH_KING, _deck("witch-king"), _promos("witch-king"), 7, 2, 4, ONCE_A_GAME),
        Seat(SARUMAN, _deck("saruman"), _promos("saruman"), 7, 2, 4, ONCE_A_GAME),
    ),
    order=(0, 1, 0, 2),
    outnumber_paths=True,
    each_twice=(FREE,),
)

_BALROG_DECK = (
    *_pick("balrog-of-moria", "barrow-wights", "caradhras-the-cruel", "cave-troll", "flocks-of-crebain", "hill-troll"),
    *_pick("goblins-of-the-misty-mountains", "black-breath", "black-rider-s-mount", "grishnakh", "morgul-blade"),
    *_pick("mordor-orcs", mordor_orcs=3),
    *_pick("nazgul-s-mantle", "the-ringwraiths-are-abroad", "the-beguiler", "the-black-easterling", "the-commander"),
    *_pick("the-destroyer", "the-hunter", "the-messenger", "the-reaver", "the-warrior", "the-witch-king"),
    *_pick("palantir-of-orthanc", "saruman", "saruman-s-staff", "ugluk"),
)
_GANDALF_DECK = (
    *_pick("blade-of-westernesse", "boromir", "strider", "dwarven-axe", "gimli"),
    *(n for n in range(BASE_CARDS) if CARDS[n].faction == "Elf"),
    *_pick("bilbo-baggins", "fatty-bolger", "frodo-baggins", "merry-brandybuck", "mithril-coat", "pippin-took"),
    *_pick("sam-gamgee", "sting", "gandalf-the-grey", "narya-ring-of-fire", "gandalf-s-staff", "glamdring"),
)

FELLOWSHIP = War(
    "fellowship",
    Words("The Fellowship of the Ring", "Drużyna Pierścienia"),
    (
        Seat(BALROG, _BALROG_DECK, (), 7, 2, 4, NO_RING),
        Seat(GANDALF, _GANDALF_DECK, (), 7, 2, 3, NO_RING),
    ),
    order=(0, 1),
    last_path=6,
    schedule=(
        _pick("minas-morgul"),
        _pick("rivendell"),
        _pick("moria"),
        _pick("lorien", "dol-guldur"),
        _pick("orthanc"),
        _pick("morannon"),
    ),
    battlegrounds=_pick("minas-morgul", "rivendell", "moria", "lorien", "dol-guldur", "orthanc", "morannon"),
    paths=(
        *_pick("bucklebury-ferry", "gildor-s-encampment", "inn-of-the-prancing-pony", "the-old-forest"),
        *_pick("fords-of-bruinen", "imladris", "caradhras", "khazad-dum", "the-doors-of-durin"),
        *_pick("egladil", "dimrill-dale", "lothlorien", "amon-hen"),
    ),
)


def _against(war: War, level: str) -> War:
    """A scenario in which bots play the Shadow: no Ring tokens, fewer cards on the standard level (AtS pp. 2, 7)."""
    people = [n for n, side in enumerate(war.sides) if side == FREE]
    order = people + [n for n, side in enumerate(war.sides) if side == SHADOW]
    fewer = {STANDARD: len(war.each(SHADOW)) // len(set(war.each(SHADOW))), CHALLENGING: 0}[level]
    seats = tuple(
        seat if seat.role.side == FREE else replace(seat, ring=NO_RING, draws=seat.draws - fewer)
        for seat in (war.seats[n] for n in order)
    )
    return replace(
        war,
        seats=seats,
        order=tuple(order.index(n) for n in war.order),
        bots=tuple(range(len(people), len(order))),
        level=level,
    )


SCENARIOS: tuple[War, ...] = (TRILOGY, DUEL, DUEL3, FELLOWSHIP)
ALONE: tuple[War, ...] = (TRILOGY, DUEL, FELLOWSHIP)
"""The scenarios that can be played against the Shadow (AtS p. 1)."""

WARS: dict[str, War] = {
    war.key: war for war in (*SCENARIOS, *(_against(war, level) for war in ALONE for level in (STANDARD, CHALLENGING)))
}


def war_of(scenario: str, mode: str = VERSUS, level: str = STANDARD) -> War:
    """The rules a match is played by."""
    return WARS[scenario if mode == VERSUS else f"{scenario} {mode} {level}"]


assert len(_BALROG_DECK) == len(_GANDALF_DECK) == 30
