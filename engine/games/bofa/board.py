"""An observation drawn as text for a terminal."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from engine.core.words import BETWEEN, Lang, Words
from engine.games.bofa.components.box import CHARACTERS, FATE_SPACES, FREE, PILE_REFERENCES, PILES, SIDES
from engine.games.bofa.components.library import load
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.steps.victory import SHADOW_NEEDS
from engine.games.bofa.view.types import BofaView, CombatCardView, CombatSideView, PlaceView, PlayerView, TerritoryView
from engine.games.bofa.words.names import EYRIE_TITLE, FACES, TERRAINS
from engine.games.bofa.words.names import SIDES as SIDE_NAMES
from engine.games.bofa.words.options import in_words

_HEAD = Words(
    "Turn {turn}   Shadow points {points} of {needs}   fate {fate} of {last}",
    "Tura {turn}   punkty Cienia {points} z {needs}   przeznaczenie {fate} z {last}",
)
_LISTS = {
    "track": Words("On the fate track", "Na torze przeznaczenia"),
    "drawn": Words("Fate tokens drawn", "Wylosowane żetony przeznaczenia"),
    "cards": Words("Fate cards in play", "Karty Przeznaczenia w grze"),
    "eyrie": EYRIE_TITLE,
    "gone": Words("Eliminated", "Wyeliminowani"),
    "hidden": Words("Vanished", "Zniknęli z oczu"),
    "counters": Words("Counters", "Żetony"),
    "dice": Words("   dice", "   kości"),
    "activated": Words("   activated", "   aktywowani"),
    "table": Words("   on the table", "   na stole"),
    "hand": Words("   your hand", "   twoja ręka"),
    "known": Words("   known of the hand", "   znane karty na ręce"),
}
_COUNTERS = {
    "ring_tokens": Words("Ring", "Pierścień"),
    "wrath_tokens": Words("Beorn's wrath", "gniew Beorna"),
    "bodyguard_tokens": Words("bodyguards", "przyboczni"),
    "concentration_tokens": Words("concentration", "koncentracja"),
}
_PASSES = {"open": Words("pass open", "przełęcz otwarta"), "closed": Words("pass closed", "przełęcz zamknięta")}
_EAGLES = Words("Eagles", "orły")
_BATS = Words("Great Bats", "wielkie nietoperze")
_SETTLEMENT = Words("{side}, points {points}", "{side}, punkty {points}")
_WALLS = Words("defence {left} of {value}", "obrona {left} z {value}")
_DAMAGE = Words("damage {n}", "obrażenia {n}")
_LEADERSHIP = Words("leadership {n}", "przywództwo {n}")
_TOKENS = Words("tokens: {tokens}", "żetony: {tokens}")
_MOUNTAIN = Words("The Mountain", "Samotna Góra")
_MOVING = Words("On the move, {way}: {army}", "W ruchu, {way}: {army}")
_BATTLE = Words(
    "Combat in {target}, round {round}; attackers: {side} from {start}",
    "Walka: {target}, runda {round}; atakujący: {side} z: {start}",
)
_SHOWN = Words("   {side}: {card}, damage taken {n}", "   {side}: {card}, otrzymane obrażenia {n}")
_WALLS_HIT = Words(", damage to the walls {n}", ", obrażenia murów {n}")
_ROLLED = Words("; {dice}; {needed} needed", "; {dice}; trzeba {needed}")
_DICE = {"black": Words("black dice", "czarne kości"), "white": Words("white dice", "białe kości")}
_NO_CARD = Words("no card", "bez karty")
_PLAYER = Words(
    "{side}: Event cards {event}, Story cards {story}", "{side}: karty Wydarzeń {event}, karty Opowieści {story}"
)


class Named(Protocol):
    """Anything of the pack that has a name in both languages."""

    @property
    def name(self) -> str:
        """In English."""

    @property
    def name_pl(self) -> str:
        """In Polish."""


class Board:
    """An observation as lines of text, in one language, with the names of its pack."""

    def __init__(self, view: BofaView, lang: Lang) -> None:
        self.view, self.lang = view, lang
        self.p: Pack = load(view.pack)
        board = self.p.contents.board
        piles = {row.id: row for row in self.p.contents.tokens.pile}
        self.characters = dict(zip(CHARACTERS, self.p.characters, strict=True))
        self.units = {row.id: row for row in self.p.units}
        self.piles = {reference: piles[id] for reference, id in zip(PILE_REFERENCES, PILES, strict=True)}
        self.places = {reference: number for number, reference in enumerate(self.p.layout.references)}
        self.territories = dict(zip(self.p.territory_references, board.territory, strict=True))
        self.numbers = {reference: number for number, reference in self.p.component_references.items()}
        self.numbers |= self.p.unit_numbers

    def lines(self) -> list[str]:
        """The whole board: the race, what is going on, dice and cards, then the field, which may be longer than what a
        terminal shows at once."""
        lines = [*self.head(), *self.combat(), *self.moving(), ""]
        for player in sorted(self.view.players, key=lambda player: player.player != self.view.viewer):
            lines += [*self.player(player), *self.known_cards(player)]
        for territory in self.view.territories:
            lines += ["", *self.territory(territory)]
        return [*lines, "", *self.mountain()]

    # -- small pieces ------------------------------------------------------------------------------------------

    def say(self, words: Words, **values: object) -> str:
        """A phrase in the language of the board."""
        return words.say(self.lang, **values)

    def name(self, row: Named) -> str:
        """The name of a row of the pack."""
        return self.say(Words(row.name, row.name_pl))

    def place(self, reference: str) -> str:
        """The name of a place."""
        return self.say(self.p.layout.names[self.places[reference]])

    def side(self, id: str) -> str:
        """The name of a side."""
        return self.say(SIDE_NAMES[SIDES.index(id)])

    def card(self, reference: str) -> str:
        """The name of a card."""
        return self.name(self.p.cards[self.numbers[reference]].row)

    def hand_card(self, reference: str) -> str:
        """A card in hand with the die that plays it."""
        return f"{self.card(reference)} ({self.say(FACES[self.p.cards[self.numbers[reference]].type])})"

    def list_line(self, title: str, items: Iterable[str]) -> list[str]:
        """A line that lists something, if there is anything to list."""
        text = BETWEEN.join(items)
        return [f"{self.say(_LISTS[title])}: {text}"] if text else []

    def counts(self, counts: Mapping[str, int], rows: Mapping[str, Named]) -> str:
        """`Orcs 2, Wargs 1`."""
        return ", ".join(f"{self.name(rows[one])} {count}" for one, count in counts.items())

    def names(self, characters: Iterable[str]) -> list[str]:
        """The names of characters."""
        return [self.name(self.characters[who]) for who in characters]

    def eagles(self, count: int) -> list[str]:
        """How many Eagles there are, if any."""
        return [f"{self.say(_EAGLES)} {count}"] if count else []

    # -- the race ----------------------------------------------------------------------------------------------

    def head(self) -> list[str]:
        """Turn, points and fate, and who and what is not on the field."""
        view = self.view
        head = self.say(
            _HEAD,
            turn=view.turn,
            points=view.shadow_points,
            needs=SHADOW_NEEDS,
            fate=view.fate_marker,
            last=FATE_SPACES,
        )
        waiting = [self.characters[who] for who in view.waiting_characters]
        drawn = [self.p.fate_tokens[self.numbers[token]].value for token in view.fate_tokens_drawn]
        counters = [
            f"{self.say(words)} {getattr(view, name)}" for name, words in _COUNTERS.items() if getattr(view, name)
        ]
        return [
            head,
            *self.list_line("track", (f"{self.name(row)} {row.fate}" for row in waiting if row.fate is not None)),
            *self.list_line("drawn", map(str, drawn)),
            *self.list_line("cards", map(self.card, view.fate_cards_in_play)),
            *self.list_line("eyrie", [*self.names(view.eyrie.characters), *self.eagles(view.eyrie.eagles)]),
            *self.list_line("hidden", self.names(view.hidden_characters)),
            *self.list_line("gone", self.names(view.eliminated_characters)),
            *self.list_line("counters", counters),
        ]

    # -- what is going on --------------------------------------------------------------------------------------

    def combat(self) -> list[str]:
        """The combat in progress, with the cards of this round."""
        combat = self.view.combat
        if combat is None:
            return []
        start = ", ".join(map(self.place, combat.attacking_places))
        side = next(self.side(player.side) for player in self.view.players if player.player == combat.attacker)
        lines = ["", self.say(_BATTLE, side=side, target=self.place(combat.target), start=start, round=combat.round)]
        for one, side in zip(combat.sides if combat.round else [], SIDES, strict=False):
            line = self.say(_SHOWN, side=self.side(side), card=self.combat_card(one.card), n=one.damage_taken)
            walls = combat.fortification_damage_taken if one.player != combat.attacker else 0
            lines.append(line + (self.say(_WALLS_HIT, n=walls) if walls else "") + self.dice(one))
        return lines

    def combat_card(self, shown: CombatCardView | None) -> str:
        """The card a side shows."""
        if shown is None:
            return self.say(_NO_CARD)
        number = None if shown.card is None else self.numbers.get(shown.card)
        return in_words(self.p, (shown.kind,) if number is None else (shown.kind, number), self.lang)

    def dice(self, side: CombatSideView) -> str:
        """What the dice of a side show while leaders may roll them again."""
        if not side.dice:
            return ""
        black, white = side.dice[: side.black_dice], side.dice[side.black_dice :]
        shown = {"black": black, "white": white}
        dice = ", ".join(
            f"{self.say(_DICE[colour])} {' '.join(map(str, values))}" for colour, values in shown.items() if values
        )
        return self.say(_ROLLED, dice=dice, needed=side.needed_to_hit)

    def moving(self) -> list[str]:
        """Armies on their way, and those that wait for another of the same action."""
        lines = []
        for one in self.view.moving_armies:
            way = " → ".join(self.place(place) for place in dict.fromkeys((one.place, one.to)))
            lines.append(self.say(_MOVING, way=way, army=self.counts(one.units, self.units)))
        return lines

    # -- the field ---------------------------------------------------------------------------------------------

    def territory(self, territory: TerritoryView) -> list[str]:
        """A territory with its settlements and every region where something stands."""
        row = self.territories[territory.territory]
        bats = [f"{self.say(_BATS)} {territory.great_bats}"] if territory.great_bats else []
        above = [*self.names(territory.characters), *self.eagles(territory.eagles), *bats]
        lines = ["   ".join([self.name(row), *above])]
        for place, region in zip(self.view.places, self.p.contents.board.region, strict=False):
            contents = self.contents(place)
            if region.territory == row.id and (contents or place.settlement_held_by is not None):
                marks = "; ".join([self.say(TERRAINS[region.terrain]), *self.settlement(place)])
                lines.append(f"   {self.name(region)} ({marks})" + (f": {contents}" if contents else ""))
        return lines

    def settlement(self, place: PlaceView) -> list[str]:
        """Who holds a settlement, what it is worth, and what is left of its walls."""
        if place.settlement_held_by is None:
            return []
        points = self.p.layout.points[self.places[place.place]]
        marks = [self.say(_SETTLEMENT, side=self.side(place.settlement_held_by), points=points)]
        if place.fortification is not None:
            value = place.fortification.defence
            marks.append(self.say(_WALLS, left=value - place.fortification.damage, value=value))
        return marks

    def contents(self, place: PlaceView) -> str:
        """The army, characters and recruitment tokens in a place."""
        parts = [self.counts(place.units, self.units), *self.names(place.characters)]
        if place.damage:
            parts.append(self.say(_DAMAGE, n=place.damage))
        if place.leadership:
            parts.append(self.say(_LEADERSHIP, n=place.leadership))
        if place.recruitment_tokens:
            parts.append(self.say(_TOKENS, tokens=self.counts(place.recruitment_tokens, self.piles)))
        return ", ".join(part for part in parts if part)

    def mountain(self) -> list[str]:
        """The goblins' mustering points and passes."""
        lines = [self.say(_MOUNTAIN)]
        areas = self.view.places[self.p.layout.regions :]
        for point, way in zip(areas[::2], areas[1::2], strict=True):
            state = "closed" if way.place in self.view.closed_passes else "open"
            lines.append(self.area(point, f" ({self.say(_PASSES[state])})"))
            if self.contents(way):
                lines.append(self.area(way))
        return lines

    def area(self, place: PlaceView, mark: str = "") -> str:
        """A mustering point or a pass with what stands there."""
        contents = self.contents(place)
        return f"   {self.place(place.place)}{mark}" + (f": {contents}" if contents else "")

    # -- the players -------------------------------------------------------------------------------------------

    def player(self, player: PlayerView) -> list[str]:
        """A side's dice and cards, and its generals."""
        events = player.hand_event_count
        activated = self.view.activated_generals if player.side == SIDES[FREE] else []
        return [
            self.say(_PLAYER, side=self.side(player.side), event=events, story=player.hand_count - events),
            *self.list_line("dice", (self.say(FACES[face]) for face in player.unused_dice)),
            *self.list_line("activated", self.names(activated)),
            *self.list_line("table", map(self.card, player.cards_in_play)),
        ]

    def known_cards(self, player: PlayerView) -> list[str]:
        """The cards of a hand that the viewer knows: its own with the dice that play them."""
        if player.player == self.view.viewer:
            return self.list_line("hand", map(self.hand_card, player.hand))
        return self.list_line("known", map(self.card, player.hand))


def draw_board(view: BofaView, lang: Lang) -> str:
    """The board as one seat, or a spectator, sees it, as text."""
    return "\n".join(Board(view, lang).lines())


def draw_place(view: BofaView, place: str, lang: Lang) -> str:
    """What stands in a place, and whose settlement it is."""
    board = Board(view, lang)
    if place not in board.places or board.places[place] >= len(view.places):
        return ""
    there = view.places[board.places[place]]
    return "; ".join(filter(None, [*board.settlement(there), board.contents(there)]))
