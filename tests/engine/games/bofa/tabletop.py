"""A tabletop to set up a position on and play from it, in the words of the game."""

from typing import Any

from engine.core.match import Match
from engine.games.bofa.components.box import CHARACTERS
from engine.games.bofa.components.library import load_pack, pack_of
from engine.games.bofa.game import GAME
from engine.games.bofa.layout import zones
from engine.games.bofa.state import GameState

FREE, SHADOW = 0, 1


class Tabletop:
    """An empty board: armies, cards and dice are put on it, then the match goes on from any step."""

    def __init__(self, pack: str = "reconstruction") -> None:
        self.match: Match = GAME.new_match(seed=7, pack=load_pack(pack))
        self.s: GameState = self.match.state
        self.p = pack_of(self.s)
        places = len(self.s.armies)
        self.s.armies = [[] for _ in range(places)]
        self.s.characters = [-1] * len(CHARACTERS)
        self.s.active_generals = []
        for place in range(places):
            for token in list(self.s.tokens[place]):
                self.put(token, self.s.piles[self.p.recruitment_tokens[token].pile])
        for seat in (FREE, SHADOW):
            for card in list(self.s.hands[seat]):
                deck = self.s.event_deck if self.p.cards[card].deck == "event" else self.s.story_decks[seat]
                self.put(card, deck)

    # -- setting up --------------------------------------------------------------------------------------------

    def at(self, name: str) -> int:
        """The number of a place; `-pass` after a goblin area's name is its pass."""
        return self.p.layout.numbers[name] if name in self.p.layout.numbers else self.p.layout.numbers[name[:-5]] + 1

    def army(self, place: str, *characters: str, leaders: int = 0, damage: int = 0, **units: int) -> None:
        """An army, with characters by name, and units by theirs with `_` for `-`."""
        number = self.at(place)
        kinds = {self.p.unit_numbers[name.replace("_", "-")]: n for name, n in units.items()}
        self.s.armies[number] = sorted(kind for kind, n in kinds.items() for _ in range(n))
        self.s.leaders[number] = leaders
        self.s.damage[number] = damage
        for name in characters:
            self.character(name, place)

    def character(self, name: str, place: str) -> None:
        """A character on the board."""
        self.s.characters[CHARACTERS.index(name)] = self.at(place)

    def card(self, name: str) -> int:
        """The number of a card."""
        return next(number for number, info in self.p.cards.items() if info.id == name)

    def give(self, seat: int, *names: str) -> None:
        """Cards from wherever they are come to a hand."""
        for name in names:
            self.put(self.card(name), self.s.hands[seat])

    def put(self, component: int, zone: list[int]) -> None:
        """A card or token changes its zone."""
        for one in zones(self.s):
            if component in one:
                one.remove(component)
        zone.append(component)

    def token(self, place: str, *units: str) -> int:
        """A recruitment token with these units on its front lies in a place."""
        wanted = tuple(self.p.unit_numbers[name] for name in units)
        number = next(
            n
            for n, info in self.p.recruitment_tokens.items()
            if info.units == wanted and any(n in pile for pile in self.s.piles)
        )
        self.put(number, self.s.tokens[self.at(place)])
        return number

    def fate_token(self, value: int, symbol: bool = False) -> int:
        """A fate token of the pool with that value."""
        return next(
            n
            for n in self.s.fate_pool
            if self.p.fate_tokens[n].value == value and self.p.fate_tokens[n].symbol == symbol
        )

    # -- playing -----------------------------------------------------------------------------------------------

    def begin(self, step: str = "turn", seat: int = FREE, dice: tuple[int, ...] = ()) -> "Tabletop":
        """Play on from a step; `dice` are the first numbers that chance will bring."""
        self.s.step, self.s.active_seat = step, seat
        match = Match(GAME, self.match.setting)
        match._start(self.s, [value - 1 for value in dice])
        self.match = match
        return self

    def action(self, seat: int, *faces: str, others: tuple[str, ...] = ("event",)) -> "Tabletop":
        """The seat is about to act with these dice."""
        self.s.dice[seat] = sorted(faces)
        self.s.dice[1 - seat] = list(others)
        return self.begin("turn", seat)

    def next_rolls(self, *values: int) -> None:
        """The next dice show these values."""
        self.match.state.run.past = [value - 1 for value in values][::-1]

    @property
    def kind(self) -> str:
        """What is asked now."""
        return self.match.pending[0].kind if self.match.pending else ""

    def options(self, verb: str | None = None, seat: int | None = None) -> list[tuple[Any, ...]]:
        """The open options, all or of one verb."""
        who = self.match.pending[0].seat if seat is None else seat
        return [option for option in self.match.options(who) if verb is None or option[0] == verb]

    def choose(self, *option: Any, seat: int | None = None) -> "Tabletop":
        """Take an option, written with names."""
        who = self.match.pending[0].seat if seat is None else seat
        wanted = (option[0], *[self._number(option[0], part) for part in option[1:]])
        options = self.match.options(who)
        assert wanted in options, f"{wanted} is not among the options of {self.kind}: {options}"
        self.match.choose(who, options.index(wanted))
        return self

    def _number(self, verb: str, part: Any) -> Any:
        if not isinstance(part, str) or verb in ("spend", "aim"):
            return part
        if part in CHARACTERS:
            return CHARACTERS.index(part)
        if part in self.p.unit_numbers:
            return self.p.unit_numbers[part]
        if part in self.p.layout.territory_numbers:
            return self.p.layout.territory_numbers[part]
        return self.card(part) if verb in ("card", "event", "discard", "take") else self.at(part)

    # -- looking -----------------------------------------------------------------------------------------------

    def units(self, place: str) -> dict[str, int]:
        """The army in a place."""
        army = self.s.armies[self.at(place)]
        return {self.p.units[unit].id: army.count(unit) for unit in dict.fromkeys(army)}

    def damage(self, place: str) -> int:
        """The damage of the army in a place."""
        return self.s.damage[self.at(place)]
