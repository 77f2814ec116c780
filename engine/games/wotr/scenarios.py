"""The scenarios with their roles and options, and what each changes (pp. 20-22).

With "Against the Shadow" the Shadow's decks are played by the rules themselves; its pages are marked AtS.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from engine.core.game import GameOption, Role, Scenario
from engine.core.vocabulary import seat_references
from engine.core.words import Words
from engine.games.wotr.components.bot_versions import BOT_PRINTED
from engine.games.wotr.components.box import (
    BASE_CARDS,
    BATTLEGROUNDS,
    CARDS,
    FIRST_BATTLEGROUND,
    FREE,
    PATHS,
    SHADOW,
    SIDE,
    copies,
)
from engine.games.wotr.components.schema import CardEntry

ONCE_A_GAME = "game"
ONCE_A_ROUND = "round"
NO_RING = ""
VERSUS = "versus"
AGAINST_THE_SHADOW = "against-the-shadow"
STANDARD = "standard"
CHALLENGING = "challenging"


@dataclass(frozen=True)
class PlayerSetup:
    """What one player of a scenario has: role, deck, and how many cards it draws and discards."""

    role: Role
    cards: tuple[int, ...]
    promos: tuple[int, ...]
    opening: int
    discards: int
    draws: int
    ring: str


@dataclass(frozen=True)
class Variant:
    """A scenario as it is played: between people, or against bots of a level."""

    scenario: str
    title: Words
    players: tuple[PlayerSetup, ...]
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
            players = tuple(n for n, player in enumerate(self.players) if player.role.side == side)
            self._each[side] = players * 2 if side in self.each_twice else players

    def each(self, side: str) -> tuple[int, ...]:
        """The players of a side in their order, as "each player" means them; an only player may stand there twice."""
        return self._each[side]

    @cached_property
    def key(self) -> str:
        """The name of these rules in `VARIANTS`, and in every state and record."""
        return _against_key(self.scenario, self.level) if self.bots else self.scenario

    @cached_property
    def people(self) -> tuple[Role, ...]:
        """The roles that have a seat."""
        return tuple(player.role for n, player in enumerate(self.players) if n not in self.bots)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The side of every player."""
        return tuple(player.role.side for player in self.players)

    @cached_property
    def opponents(self) -> tuple[tuple[int, ...], ...]:
        """For every player the players of the other side."""
        return tuple(tuple(n for n, side in enumerate(self.sides) if side != own) for own in self.sides)

    @cached_property
    def references(self) -> tuple[str, ...]:
        """How every player is named outside."""
        return tuple(seat_references(player.role.id for player in self.players))

    @cached_property
    def printed(self) -> list[CardEntry]:
        """Every faction card as it is printed for these rules."""
        return BOT_PRINTED if self.bots else CARDS

    @cached_property
    def owner(self) -> tuple[int, ...]:
        """The player that owns each faction card; -1 for cards that are not used."""
        owners = [-1] * len(CARDS)
        for n, player in enumerate(self.players):
            for card in (*player.cards, *player.promos):
                owners[card] = n
        return tuple(owners)

    @cached_property
    def player_of(self) -> dict[str, int]:
        """The player meant by "the Hobbit player" and the like (p. 4)."""
        return {CARDS[card].faction: n for n, player in enumerate(self.players) for card in player.cards}


def _against_key(scenario: str, level: str) -> str:
    return f"{scenario}-{AGAINST_THE_SHADOW}-{level}"


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
TRILOGY = Variant(
    "trilogy",
    Words("Trilogy", "Trylogia"),
    (
        PlayerSetup(FRODO, _deck("frodo"), _promos("frodo"), 7, 2, 3, ONCE_A_GAME),
        PlayerSetup(WITCH_KING, _deck("witch-king"), _promos("witch-king"), 7, 2, 4, ONCE_A_GAME),
        PlayerSetup(ARAGORN, _deck("aragorn"), _promos("aragorn"), 7, 2, 3, ONCE_A_GAME),
        PlayerSetup(SARUMAN, _deck("saruman"), _promos("saruman"), 7, 2, 4, ONCE_A_GAME),
    ),
    order=(0, 1, 2, 3),
)
DUEL = Variant(
    "duel",
    Words("Two-player Duel", "Pojedynek dwóch graczy"),
    (
        PlayerSetup(GANDALF, _ALL_FREE, _promos("frodo", "aragorn"), 4, 0, 4, ONCE_A_ROUND),
        PlayerSetup(WITCH_KING, _ALL_SHADOW, _promos("witch-king", "saruman"), 6, 0, 6, ONCE_A_ROUND),
    ),
    order=(0, 1),
    outnumber_paths=True,
    each_twice=(FREE, SHADOW),
)
DUEL3 = Variant(
    "duel3",
    Words("Three-player Duel", "Pojedynek trzech graczy"),
    (
        PlayerSetup(GANDALF, _ALL_FREE, _promos("frodo", "aragorn"), 6, 0, 6, ONCE_A_ROUND),
        PlayerSetup(WITCH_KING, _deck("witch-king"), _promos("witch-king"), 7, 2, 4, ONCE_A_GAME),
        PlayerSetup(SARUMAN, _deck("saruman"), _promos("saruman"), 7, 2, 4, ONCE_A_GAME),
    ),
    order=(0, 1, 0, 2),
    outnumber_paths=True,
    each_twice=(FREE,),
)
_BALROG_DECK = (
    *_pick("balrog-of-moria", "barrow-wights", "caradhras-the-cruel", "cave-troll", "flocks-of-crebain", "hill-troll"),
    *_pick("goblins-of-the-misty-mountains", "black-breath", "black-riders-mount", "grishnakh", "morgul-blade"),
    *_pick("mordor-orcs", mordor_orcs=3),
    *_pick("nazguls-mantle", "the-ringwraiths-are-abroad", "the-beguiler", "the-black-easterling", "the-commander"),
    *_pick("the-destroyer", "the-hunter", "the-messenger", "the-reaver", "the-warrior", "the-witch-king"),
    *_pick("palantir-of-orthanc", "saruman", "sarumans-staff", "ugluk"),
)
_GANDALF_DECK = (
    *_pick("blade-of-westernesse", "boromir", "strider", "dwarven-axe", "gimli"),
    *(n for n in range(BASE_CARDS) if CARDS[n].faction == "Elf"),
    *_pick("bilbo-baggins", "fatty-bolger", "frodo-baggins", "merry-brandybuck", "mithril-coat", "pippin-took"),
    *_pick("sam-gamgee", "sting", "gandalf-the-grey", "narya-ring-of-fire", "gandalfs-staff", "glamdring"),
)
assert len(_BALROG_DECK) == len(_GANDALF_DECK) == 30

FELLOWSHIP = Variant(
    "fellowship",
    Words("The Fellowship of the Ring", "Drużyna Pierścienia"),
    (
        PlayerSetup(BALROG, _BALROG_DECK, (), 7, 2, 4, NO_RING),
        PlayerSetup(GANDALF, _GANDALF_DECK, (), 7, 2, 3, NO_RING),
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
        *_pick("bucklebury-ferry", "gildors-encampment", "inn-of-the-prancing-pony", "the-old-forest"),
        *_pick("fords-of-bruinen", "imladris", "caradhras", "khazad-dum", "the-doors-of-durin"),
        *_pick("egladil", "dimrill-dale", "lothlorien", "amon-hen"),
    ),
)


def _against(variant: Variant, level: str) -> Variant:
    """A scenario in which bots play the Shadow: no Ring tokens, fewer cards on the standard level (AtS pp. 2, 7)."""
    people = [n for n, side in enumerate(variant.sides) if side == FREE]
    order = people + [n for n, side in enumerate(variant.sides) if side == SHADOW]
    fewer = {STANDARD: len(variant.each(SHADOW)) // len(set(variant.each(SHADOW))), CHALLENGING: 0}[level]
    players = tuple(
        player if player.role.side == FREE else replace(player, ring=NO_RING, draws=player.draws - fewer)
        for player in (variant.players[n] for n in order)
    )
    return replace(
        variant,
        players=players,
        order=tuple(order.index(n) for n in variant.order),
        bots=tuple(range(len(people), len(order))),
        level=level,
    )


BETWEEN_PEOPLE: tuple[Variant, ...] = (TRILOGY, DUEL, DUEL3, FELLOWSHIP)
AGAINST_BOTS: tuple[Variant, ...] = tuple(
    _against(variant, level) for variant in BETWEEN_PEOPLE for level in (STANDARD, CHALLENGING)
)
"""Every scenario as it is played against the Shadow (AtS p. 1)."""

VARIANTS: dict[str, Variant] = {variant.key: variant for variant in (*BETWEEN_PEOPLE, *AGAINST_BOTS)}


def variant_of(scenario: str, options: Mapping[str, Any]) -> Variant:
    """The rules a match of these options is played by."""
    if options.get(MODE.name, VERSUS) == VERSUS:
        return VARIANTS[scenario]
    return VARIANTS[_against_key(scenario, options.get(LEVEL.name, STANDARD))]


# -- what the game registers

PROMOS = GameOption(
    "promos",
    False,
    (False, True),
    Words("Play with the four promotional cards", "Graj z czterema kartami promocyjnymi"),
)

MODE = GameOption(
    "mode",
    VERSUS,
    (VERSUS, AGAINST_THE_SHADOW),
    Words("People on both sides, or the rules play the Shadow", "Ludzie po obu stronach albo Cień gra sam"),
)

LEVEL = GameOption(
    "level",
    STANDARD,
    (STANDARD, CHALLENGING),
    Words("How many cards the Shadow's bots draw", "Ile kart dobierają boty Cienia"),
    needs=(MODE.name, AGAINST_THE_SHADOW),
)


def _scenario(variant: Variant) -> Scenario:
    """A scenario with its options; they decide which of its players are people."""

    def roles(options: Mapping[str, Any]) -> Mapping[int, tuple[Role, ...]]:
        people = variant_of(variant.scenario, options).people
        return {len(people): people}

    promos = (PROMOS,) if any(player.promos for player in variant.players) else ()
    return Scenario(variant.scenario, variant.title, roles, (*promos, MODE, LEVEL))


SCENARIOS = tuple(_scenario(variant) for variant in BETWEEN_PEOPLE)
