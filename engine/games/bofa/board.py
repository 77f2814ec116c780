"""An observation drawn as text for a terminal."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from engine.core.words import BETWEEN, Lang, Words
from engine.games.bofa.components.box import CHARACTERS, FATE_SPACES, FREE, PILES, SHADOW, SIDES
from engine.games.bofa.components.library import load
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.steps.victory import SHADOW_NEEDS
from engine.games.bofa.words.names import FACES, TERRAINS
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
    "eyrie": Words("Eyrie", "Gniazdo Orłów"),
    "gone": Words("Eliminated", "Wyeliminowani"),
    "hidden": Words("Vanished", "Zniknęli z oczu"),
    "counters": Words("Counters", "Żetony"),
    "dice": Words("   dice", "   kości"),
    "activated": Words("   activated", "   aktywowani"),
    "table": Words("   on the table", "   na stole"),
    "hand": Words("Your hand", "Twoja ręka"),
    "known": Words("Known of the enemy's hand", "Znane karty przeciwnika"),
}
_COUNTERS = {
    "rings": Words("Ring", "Pierścień"),
    "wrath": Words("Beorn's wrath", "gniew Beorna"),
    "bodyguards": Words("bodyguards", "przyboczni"),
    "concentration": Words("concentration", "koncentracja"),
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

    def __init__(self, observation: dict[str, Any], lang: Lang) -> None:
        self.view, self.lang = observation, lang
        self.p: Pack = load("{name}@{hash}".format(**observation["pack"]))
        board = self.p.contents.board
        self.characters = dict(zip(CHARACTERS, self.p.characters, strict=True))
        self.units = {row.id: row for row in self.p.units}
        self.piles = {row.id: row for row in self.p.contents.tokens.pile}
        self.places = {one["id"]: number for number, one in enumerate(observation["regions"])}
        self.territories = {row.id: row for row in board.territory}

    def lines(self) -> list[str]:
        """The whole board, from the race to the cards."""
        lines = [*self.head(), *self.battle(), *self.moving()]
        for territory in self.territories:
            lines += ["", *self.territory(territory)]
        lines += ["", *self.mountain(), ""]
        for seat in (FREE, SHADOW):
            lines += self.player(seat)
        known = self.view.get("known", {"hand": []})["hand"]
        lines += self.list_line("hand", map(self.hand_card, self.view["hand"]))
        return lines + self.list_line("known", map(self.card, known))

    # -- small pieces ------------------------------------------------------------------------------------------

    def say(self, words: Words, **values: object) -> str:
        """A phrase in the language of the board."""
        return words.say(self.lang, **values)

    def name(self, row: Named) -> str:
        """The name of a row of the pack."""
        return self.say(Words(row.name, row.name_pl))

    def place(self, id: str) -> str:
        """The name of a place."""
        return self.say(self.p.layout.names[self.places[id]])

    def side(self, id: str) -> str:
        """The name of a side."""
        return self.say(SIDE_NAMES[SIDES.index(id)])

    def card(self, number: int) -> str:
        """The name of a card."""
        return self.name(self.p.cards[number].row)

    def hand_card(self, number: int) -> str:
        """A card in hand with the die that plays it."""
        return f"{self.card(number)} ({self.say(FACES[self.p.cards[number].type])})"

    def list_line(self, title: str, items: Iterable[str]) -> list[str]:
        """A line that lists something, if there is anything to list."""
        text = BETWEEN.join(items)
        return [f"{self.say(_LISTS[title])}: {text}"] if text else []

    def counts(self, counts: Mapping[str, int], rows: Mapping[str, Named]) -> str:
        """`Orcs 2, Wargs 1`."""
        return ", ".join(f"{self.name(rows[one])} {count}" for one, count in counts.items())

    def characters_at(self, where: str) -> list[str]:
        """The names of the characters who are there."""
        return [self.name(self.characters[who]) for who, one in self.view["characters"].items() if one["at"] == where]

    # -- the race ----------------------------------------------------------------------------------------------

    def head(self) -> list[str]:
        """Turn, points and fate, and who and what is not on the field."""
        view = self.view
        head = self.say(
            _HEAD,
            turn=view["turn"],
            points=view["points"],
            needs=SHADOW_NEEDS,
            fate=view["fate"],
            last=FATE_SPACES,
        )
        waiting = [
            f"{self.name(self.characters[who])} {one['fate']}"
            for who, one in view["characters"].items()
            if one["at"] == "waiting" and one["fate"] is not None
        ]
        counters = [f"{self.say(_COUNTERS[name])} {n}" for name, n in view["counters"].items() if n]
        eagles = [f"{self.say(_EAGLES)} {view['eagles']['eyrie']}"] if view["eagles"]["eyrie"] else []
        return [
            head,
            *self.list_line("track", waiting),
            *self.list_line("drawn", map(str, view["fate_tokens"]["drawn"])),
            *self.list_line("cards", map(self.card, view["fate_cards"])),
            *self.list_line("eyrie", [*self.characters_at("eyrie"), *eagles]),
            *self.list_line("hidden", self.characters_at("hidden")),
            *self.list_line("gone", self.characters_at("gone")),
            *self.list_line("counters", counters),
        ]

    # -- what is going on --------------------------------------------------------------------------------------

    def battle(self) -> list[str]:
        """The combat in progress, with the cards of this round."""
        b = self.view["battle"]
        if b is None:
            return []
        start = ", ".join(self.place(place) for place in b["from"])
        lines = [
            "",
            self.say(
                _BATTLE,
                side=self.side(SIDES[b["attacker"]]),
                target=self.place(b["target"]),
                start=start,
                round=b["round"],
            ),
        ]
        for seat, (kind, number) in enumerate(b["shown"]):
            if b["round"]:
                card = self.combat_card(kind, number)
                line = self.say(_SHOWN, side=self.side(SIDES[seat]), card=card, n=b["dealt"][seat])
                walls = b["walls"] if seat != b["attacker"] else 0
                lines.append(line + (self.say(_WALLS_HIT, n=walls) if walls else ""))
        return lines

    def combat_card(self, kind: str, number: int) -> str:
        """The card a side shows."""
        if not kind:
            return self.say(_NO_CARD)
        return in_words(self.p, (kind, number) if kind in ("unit", "event") else (kind,), self.lang)

    def moving(self) -> list[str]:
        """Armies on their way, and those that wait for another of the same action."""
        lines = []
        for one in self.view["moving"]:
            way = " → ".join(self.place(place) for place in dict.fromkeys((one["at"], one["to"])))
            lines.append(self.say(_MOVING, way=way, army=self.counts(one["units"], self.units)))
        return lines

    # -- the field ---------------------------------------------------------------------------------------------

    def territory(self, id: str) -> list[str]:
        """A territory with its settlements and every region where something stands."""
        flying = {_EAGLES: self.view["eagles"]["field"][id], _BATS: self.view["bats"][id]}
        above = "".join(f"   {self.say(words)} {n}" for words, n in flying.items() if n)
        lines = [f"{self.name(self.territories[id])}{above}"]
        for place, row in zip(self.view["regions"], self.p.contents.board.region, strict=False):
            contents = self.contents(place)
            if row.territory == id and (contents or "held_by" in place):
                marks = "; ".join([self.say(TERRAINS[row.terrain]), *self.settlement(place)])
                lines.append(f"   {self.name(row)} ({marks})" + (f": {contents}" if contents else ""))
        return lines

    def settlement(self, place: dict[str, Any]) -> list[str]:
        """Who holds a settlement, what it is worth, and what is left of its walls."""
        if "held_by" not in place:
            return []
        points = self.p.layout.points[self.places[place["id"]]]
        marks = [self.say(_SETTLEMENT, side=self.side(place["held_by"]), points=points)]
        if "walls" in place:
            value, damage = place["walls"]["value"], place["walls"]["damage"]
            marks.append(self.say(_WALLS, left=value - damage, value=value))
        return marks

    def contents(self, place: dict[str, Any]) -> str:
        """The army, characters and recruitment tokens in a place."""
        parts = [self.counts(place["units"], self.units), *self.characters_at(place["id"])]
        if place["damage"]:
            parts.append(self.say(_DAMAGE, n=place["damage"]))
        if place["leadership"]:
            parts.append(self.say(_LEADERSHIP, n=place["leadership"]))
        if place["tokens"]:
            piles = Counter(sorted(place["tokens"], key=PILES.index))
            parts.append(self.say(_TOKENS, tokens=self.counts(piles, self.piles)))
        return ", ".join(part for part in parts if part)

    def mountain(self) -> list[str]:
        """The goblins' mustering points and passes."""
        lines = [self.say(_MOUNTAIN)]
        places = self.view["regions"][self.p.layout.regions :]
        for number, place in enumerate(places):
            contents = self.contents(place)
            at_pass = number % 2
            if contents or not at_pass:
                mark = "" if at_pass else f" ({self.say(_PASSES[self.view['passes'][number // 2]])})"
                lines.append(f"   {self.place(place['id'])}{mark}" + (f": {contents}" if contents else ""))
        return lines

    # -- the players -------------------------------------------------------------------------------------------

    def player(self, seat: int) -> list[str]:
        """A side's dice and cards, and its generals."""
        view, side = self.view, SIDES[seat]
        activated = [self.name(self.characters[who]) for who in view["activated"]] if seat == FREE else []
        return [
            self.say(_PLAYER, side=self.side(side), **view["hands"][seat]),
            *self.list_line("dice", (self.say(FACES[face]) for face in view["dice"][side])),
            *self.list_line("activated", activated),
            *self.list_line("table", map(self.card, view["tables"][seat])),
        ]


def draw_board(observation: dict[str, Any], lang: Lang) -> str:
    """The board as one seat, or a spectator, sees it, as text."""
    return "\n".join(Board(observation, lang).lines())
