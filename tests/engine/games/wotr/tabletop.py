"""Sets positions up and plays from them, in words: `tabletop.play("eowyn", to="helms-deep", pay="sting")`.

The position is edited only between turns; the kernel runs every step, and after every choice the cards are counted.
A card is called by its id, a further copy by `id/2`; a seat by its role; an option by its verb and ids.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import msgspec

from engine.core.events import Event
from engine.core.flow import Flow, Option, as_flow
from engine.core.match import Match
from engine.games.wotr.components.box import BATTLEGROUNDS, CARDS, ENTRIES, PATHS, copies
from engine.games.wotr.components.groups import ITEM
from engine.games.wotr.game import GAME
from engine.games.wotr.rules.activating import activate_battleground, activate_path
from engine.games.wotr.rules.fighting import battleground_combat, path_combat
from engine.games.wotr.rules.forsaking import forsake
from engine.games.wotr.scenarios import variant_of
from engine.games.wotr.state import GameState, Player, Site
from engine.games.wotr.steps import victory
from engine.testing import position

SPARES = (
    *("village-militia", "soldiers-of-gondor", "mordor-orcs/5", "haradrim-mumakil", "blade-of-westernesse"),
    *("riders-of-rohan/2", "high-elves/2", "mordor-orcs/4", "white-hand-orcs/2", "goblins-of-the-misty-mountains/2"),
)
"""Cards without text that pay for others when a test does not care what does."""
PILES = {
    "deck": "deck",
    "hand": "hand",
    "cycled": "cycle_pile",
    "eliminated": "eliminated_pile",
    "reserve": "reserve",
    "drawn": "drawn_apart",
}
"""What a test calls the piles of a player."""


def number(card: str) -> int:
    """The component called by an id, or by an id and the number of the copy."""
    id, _, copy = card.partition("/")
    return copies(id)[int(copy or 1) - 1]


def word(component: int) -> str:
    """What a component is called."""
    id = ENTRIES[component].id
    copy = copies(id).index(component) + 1
    return id if copy == 1 else f"{id}/{copy}"


def words(option: Option) -> str:
    """An option as a test writes it."""
    return " ".join(part if isinstance(part, str) else word(part) for part in option)


class Combat(NamedTuple):
    """What a combat came to: all attack, all defence, and the attack that was not cancelled."""

    attack: int
    defence: int
    left: int


class Tabletop:
    """An action phase with empty hands, full decks in a fixed order and an empty path, to begin with."""

    def __init__(self, scenario: str = "trilogy", *, path: str = "bucklebury-ferry", **options: object) -> None:
        self.variant = variant_of(scenario, options)
        self.seats = [seat.role.id for seat in self.variant.players]
        self.game = replace(GAME, steps={**GAME.steps, "scene": self._play_scene})
        self._setting = GAME.setting(scenario, None, options)
        self._draft: GameState = GAME.new_state(self._setting)
        self._draft.seed = bytes(16)
        self._draft.step = "action"
        self._draft.round = 1
        self._match: Match | None = None
        self._scene: Callable[[GameState], Flow[object] | object]
        self.log: list[Event] = []
        self.lay(path)

    # -- setting the position up

    def give(self, *cards: str) -> None:
        """Cards into their owners' hands."""
        for card in cards:
            self._put(card, self._player_of(card).hand)

    def top(self, *cards: str) -> None:
        """Cards onto their owners' draw decks, the first on top."""
        for card in reversed(cards):
            self._put(card, self._player_of(card).deck)

    def only(self, seat: str, *cards: str) -> None:
        """A draw deck of just these cards, the first on top; the rest of it goes back into the box."""
        self.edit().aside += self._player(seat).deck
        self._player(seat).deck.clear()
        self.top(*cards)

    def discard(self, *cards: str) -> None:
        """Cards onto their owners' cycle piles."""
        for card in cards:
            self._put(card, self._player_of(card).cycle_pile)

    def lose(self, *cards: str) -> None:
        """Cards onto their owners' eliminated piles."""
        for card in cards:
            self._put(card, self._player_of(card).eliminated_pile)

    def reserve(self, *cards: str) -> None:
        """Characters and armies into their owners' reserves, as if played in an earlier round."""
        for card in cards:
            self._put(card, self._player_of(card).reserve)

    def stand(self, location: str, *cards: str) -> None:
        """Characters and armies at an active location."""
        for card in cards:
            self._put(card, self.edit().sites[number(location)].cards)

    def wield(self, wielder: str, *items: str) -> None:
        """Items with a wielder in play."""
        for item in items:
            self._put(item, self.edit().items.setdefault(number(wielder), []))

    def lay(self, *locations: str) -> None:
        """Active locations, without their texts; a path takes the place of the one before."""
        for location in locations:
            s = self.edit()
            if number(location) in PATHS:
                self.clear_path()
                self._put(location, s.path)
                s.path_number = PATHS[number(location)].path
            else:
                self._put(location, s.battlegrounds)
            s.sites[number(location)] = Site()

    def score(self, side: str, *locations: str) -> None:
        """Locations into a scoring area."""
        for location in locations:
            self._put(location, self.edit().scoring_areas[side])

    def box(self, *cards: str) -> None:
        """Components out of the match."""
        for card in cards:
            self._put(card, self.edit().aside)

    def edit(self) -> GameState:
        """The position, to be changed; the match goes on from it. Only at the beginning of a step."""
        if self._match is not None:
            kinds = {decision.kind for decision in self._match.pending}
            assert kinds <= {"action", "combat"}, f"cannot change the position while asked to {self.awaits}"
            self._draft = self.game.decode(msgspec.msgpack.encode(self._match.state))
            self._match = None
        return self._draft

    def _put(self, card: str, there: list[int]) -> None:
        component, s = number(card), self.edit()
        for zone in self.game.zones(s):
            if component in zone:
                zone.remove(component)
        there.append(component)
        s.items = {wielder: items for wielder, items in s.items.items() if items}

    def clear_path(self) -> None:
        """No active path, as before a location phase."""
        s = self.edit()
        for path in s.path:
            assert not s.sites.pop(path).cards
        s.aside += s.path
        s.path.clear()

    # -- playing

    @property
    def match(self) -> Match:
        """The match, begun from the position."""
        if self._match is None:
            self._match = position(self.game, self._setting, self._draft)
            self._note_events()
        return self._match

    @property
    def state(self) -> GameState:
        """The state as it is; to be looked at only."""
        state: GameState = self.match.state
        return state

    @property
    def awaits(self) -> tuple[str, str]:
        """Who is asked, and what kind of decision it is."""
        (decision,) = self.match.pending
        return self.seats[decision.seat], decision.kind

    @property
    def options(self) -> list[str]:
        """The open options in words."""
        (decision,) = self.match.pending
        return [words(option) for option in decision.options]

    def choose(self, *choices: str) -> None:
        """Answer the open decisions one after the other; the beginning of an option is enough if it is the only one."""
        for choice in choices:
            fitting = [one for one in self.options if one == choice or one.startswith(f"{choice} ")]
            option = choice if choice in fitting or len(fitting) != 1 else fitting[0]
            assert option in fitting, f"{choice!r} is not one option of {self.awaits}: {self.options}"
            (decision,) = self.match.pending
            self.match.choose(decision.seat, self.options.index(option))
            self._note_events()

    def turn(self, seat: str) -> None:
        """It is this seat's turn in the action phase, and nobody has passed."""
        if self._match is None or self.awaits != (seat, "action"):
            s = self.edit()
            s.turn = self.variant.order.index(self.seats.index(seat))
            s.passes = []

    def act(self, seat: str, choice: str) -> None:
        """Take the seat's turn with an action."""
        self.turn(seat)
        self.choose(choice)

    def play(self, card: str, to: str = "", pay: str = "") -> None:
        """Play a card from hand and pay for it. What is not in hand is given first; a spare card pays by default."""
        seat = self.owner(card)
        if self.where(card) != "hand":
            self.give(card)
        others = [one for one in self.hand(seat) if one != card]
        if pay and pay not in others:
            self.give(pay)
        elif not pay and not others:
            pay = self._spare(seat)
            self.give(pay)
        self.act(seat, f"play {card} {to or self._usual_place(card)}")
        if pay and f"cycle {pay}" in self.options:
            self.choose(f"cycle {pay}")

    def move(self, card: str, to: str) -> None:
        """Move a card from reserve."""
        self.act(self.owner(card), f"move {card} {to}")

    def use(self, card: str, by: str = "") -> None:
        """Use the action text of a card in play."""
        self.act(by or self.owner(card), f"use {card}")

    def can(self, seat: str, choice: str) -> bool:
        """Whether a seat may do this with its turn."""
        self.turn(seat)
        return any(one == choice or one.startswith(f"{choice} ") for one in self.options)

    def activate(self, location: str, by: str = "") -> None:
        """Activate or reactivate a location and resolve its text, as the location phase does."""
        seat, there = self.seats.index(by) if by else self.variant.order[0], number(location)
        if there in BATTLEGROUNDS:
            self.direct(lambda s: activate_battleground(s, seat, there))
        else:
            self.clear_path()
            self._put(location, self.edit().path_deck)
            self.direct(lambda s: activate_path(s, seat, there))

    def fight(self, location: str, *choices: str) -> Combat:
        """Resolve the combat at one location with these choices; what it came to."""
        there = number(location)
        self.direct(lambda s: battleground_combat(s, there) if there in BATTLEGROUNDS else path_combat(s, there))
        self.choose(*choices)
        assert self.awaits[1] == "action", f"the combat still asks {self.awaits}: {self.options}"
        return self.combat

    def forsake(self, seat: str, choice: str = "") -> None:
        """A seat must forsake a card; without a choice only where there is just one."""
        who = self.seats.index(seat)
        self.direct(lambda s: forsake(s, who))
        self.choose(*([choice] if choice else []))

    def direct(self, scene: Callable[[GameState], Flow[object] | object]) -> None:
        """Play a part of the rules by itself; the action phase follows."""
        self.edit().step = "scene"
        self._scene = as_flow(scene)
        assert self.match is not None

    def begin(self, step: str) -> None:
        """Let the rules go on from a step of the round."""
        self.edit().step = step
        assert self.match is not None

    def _play_scene(self, s: GameState) -> Flow[None]:
        yield from self._scene(s)
        s.step = "action"

    def _note_events(self) -> None:
        self.log += self.match.events
        counted = Counter(component for zone in self.game.zones(self.match.state) for component in zone)
        assert counted == Counter(range(len(ENTRIES))), "a component is lost or stands in two places"

    # -- looking

    def owner(self, card: str) -> str:
        """The seat a card belongs to."""
        return self.seats[self.variant.owner[number(card)]]

    def hand(self, seat: str) -> list[str]:
        """The cards in hand."""
        return [word(card) for card in self._player(seat).hand]

    def deck(self, seat: str) -> list[str]:
        """The draw deck, its top first."""
        return [word(card) for card in reversed(self._player(seat).deck)]

    def cycle_pile(self, seat: str) -> list[str]:
        """The cycle pile."""
        return [word(card) for card in self._player(seat).cycle_pile]

    def eliminated_pile(self, seat: str) -> list[str]:
        """The eliminated pile."""
        return [word(card) for card in self._player(seat).eliminated_pile]

    def where(self, card: str) -> str:
        """Where a component is: its owner's pile, its wielder, its location; a location's side, `active` or `deck`."""
        s, component = self._now(), number(card)
        for player in s.players:
            for name, pile in PILES.items():
                if component in getattr(player, pile):
                    return name
        for place, site in s.sites.items():
            if component in site.cards:
                return word(place)
        for wielder, items in s.items.items():
            if component in items:
                return word(wielder)
        if component in (*s.path, *s.battlegrounds):
            return "active"
        for side, scored in s.scoring_areas.items():
            if component in scored:
                return side
        return "box" if component in s.aside else "deck"

    @property
    def path(self) -> str:
        """The active path."""
        (path,) = self._now().path
        return word(path)

    @property
    def corruption(self) -> int:
        """The Shadow's corruption tokens."""
        return self._now().corruption

    def points(self, side: str) -> int:
        """A side's score."""
        return victory.points(self._now(), side)

    def site(self, location: str) -> Site:
        """An active location."""
        return self._now().sites[number(location)]

    @property
    def combat(self) -> Combat:
        """The last combat."""
        return Combat(*[event for event in self.log if event.kind == "combat"][-1].data[1:])

    def count(self, kind: str) -> int:
        """How often something of a kind has happened."""
        return sum(event.kind == kind for event in self.log)

    def _now(self) -> GameState:
        return self._draft if self._match is None else self._match.state

    def _player(self, seat: str) -> Player:
        return self._now().players[self.seats.index(seat)]

    def _player_of(self, card: str) -> Player:
        self.edit()
        return self._player(self.owner(card))

    def _spare(self, seat: str) -> str:
        fitting = [card for card in SPARES if self.owner(card) == seat and self.where(card) == "deck"]
        return fitting[0]

    def _usual_place(self, card: str) -> str:
        if number(card) in ITEM:
            raise AssertionError(f"say who is to wield {card}")
        return "event" if CARDS[number(card)].kind == "event" else "reserve"
