"""What is told adds up: the events of a match lead to the board that everybody sees."""

from random import Random
from typing import Any

import msgspec
import pytest

from engine.core.events import Event
from engine.games.meq.components.box import NUMBERS
from engine.games.meq.components.schema import MARKERS
from engine.games.meq.game import GAME
from engine.games.meq.layout import IDS, LOC
from engine.games.meq.rules.tokens import discard_token, move_token
from engine.games.meq.view import MeqView
from tests.engine.games.meq.tabletop import Tabletop


class Log:
    """The open board as somebody would know it who only listens."""

    def __init__(self, view: MeqView) -> None:
        self.story = dict(zip(MARKERS, msgspec.structs.astuple(view.story), strict=True))
        self.pool = view.sauron.shadow_pool
        self.influence = {place: there.influence for place, there in view.places.items()}
        self.favor = {place: there.favor for place, there in view.places.items()}
        self.characters = {who: place for place, there in view.places.items() for who in there.characters}
        self.minions = {one.minion: {"place": one.place, "damage": one.damage} for one in view.minions}
        self.slain = {one.minion for one in view.minions if one.is_slain}
        self.places = [hero.place for hero in view.heroes]
        self.purses = [hero.favor for hero in view.heroes]
        self.plots = {NUMBERS[plot.plot]: plot.place for plot in view.plots}

    def listen(self, event: Event) -> None:
        """Follow one event."""
        match event.kind, *event.data:
            case "story", marker, at:
                self.story[marker] = at
            case "pool", amount:
                self.pool = amount
            case "influence", place, amount:
                self.influence[place] = amount
            case "favor-placed", place:
                self.favor[place] = self.favor.get(place, 0) + 1
            case "favor-removed", place:
                self.favor[place] -= 1
            case "character", who, place:
                self.characters[who] = place
            case "character-left", who:
                del self.characters[who]
            case "minion", who, place:
                self.minions[who]["place"] = place
                self.slain.discard(who)
            case "slain", who:
                self.minions[who] = {"place": None, "damage": 0}
                self.slain.add(who)
            case "healed", who, damage:
                self.minions[who]["damage"] = damage
            case "enemy-hurt", who, amount if who in self.minions:
                self.minions[who]["damage"] += amount
            case "moved", h, place:
                self.places[h] = place
            case "favor", h, amount:
                self.purses[h] = amount
            case "plot", card, place:
                self.plots[card] = place
            case "plot-discarded", card:
                del self.plots[card]

    def board(self) -> dict[str, Any]:
        """The board by what was told, without what holds nothing."""
        return {
            **vars(self),
            "influence": {place: amount for place, amount in self.influence.items() if amount},
            "favor": {place: amount for place, amount in self.favor.items() if amount},
        }


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_events_tell_all_that_changes_on_the_board(seats: int, seed: int) -> None:
    match = GAME.new_match(seats=seats, seed=seed)
    rng = Random(seed)
    while match.state.step == "choose-heroes":
        match.choose(match.pending[0].seat, 0)
    log = Log(match.observation(None))
    while not match.is_over:
        decision = match.pending[0]
        choice = rng.randrange(len(decision.options))
        for event in match.choose(decision.seat, choice):
            log.listen(event)
        assert log.board() == Log(match.observation(None)).board(), decision.options[choice]


class TokenLog:
    """The places of the monster tokens, in the order in which they came to the board, for who only listens."""

    def __init__(self) -> None:
        self.places: list[str] = []
        self._index = 0

    def listen(self, event: Event) -> None:
        """Follow one event."""
        match event.kind, *event.data:
            case "token", place:
                self.places.append(place)
            case "token-taken", index, _:
                self._index = index
            case "token-moved", origin, place:
                self.places[self._take(origin)] = place
            case "token-revealed", _, place:
                del self.places[self._take(place)]

    def _take(self, place: str) -> int:
        """Which token on a location is meant: the first, unless another was told of."""
        index, self._index = self._index, 0
        return [number for number, at in enumerate(self.places) if at == place][index]


@pytest.mark.parametrize("seed", [3, 14, 19])
def test_every_monster_token_can_be_followed(seed: int) -> None:
    """Where several lie on a location, events tell which of them moves or is revealed, as all see it at a table."""
    match = GAME.new_match(seats=2, seed=seed)
    rng = Random(seed)
    log = TokenLog()
    while not match.is_over:
        decision = match.pending[0]
        about_tokens = [n for n, option in enumerate(decision.options) if option[0] in ("summon", "drive", "token")]
        for event in match.choose(decision.seat, rng.choice(about_tokens or range(len(decision.options)))):
            log.listen(event)
        assert log.places == [IDS[at] for at in match.state.token_places]


def test_only_another_token_than_the_first_is_told_of() -> None:
    tabletop = Tabletop("beravor")
    tabletop.s.run.events = told = []  # type: list[Event]
    first, second, third = (tabletop.token(monster, "bree") for monster in ("orc", "blank", "crebain"))
    move_token(tabletop.s, second, LOC["weathertop"])
    move_token(tabletop.s, third, LOC["weathertop"])
    discard_token(tabletop.s, first)
    discard_token(tabletop.s, third)
    assert [event.data for event in told if event.kind == "token-taken"] == [
        (1, "bree"),
        (1, "bree"),
        (1, "weathertop"),
    ]
