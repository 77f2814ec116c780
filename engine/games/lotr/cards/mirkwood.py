"""The encounter set Passage Through Mirkwood (cards 96-100)."""

from engine.core.flow import Flow
from engine.games.lotr.cards.registry import Cue, forced, response, revealed, shadow
from engine.games.lotr.rules.attachments import discard_one_attachment
from engine.games.lotr.rules.attacks import current, defending_player, undefended
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.drawing import draw, drawers
from engine.games.lotr.rules.in_play import characters, committed, each_player, exhausted
from engine.games.lotr.rules.lasting_effects import boost
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState


@forced("forest-spider", "engaged")
def forest_spider(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """One more attack this round."""
    boost(s, card, "attack", 1, until="round")
    yield from ()


@shadow("forest-spider")
def forest_spider_shadow(s: GameState, card: int) -> Flow[None]:
    """The defending player loses an attachment."""
    yield from discard_one_attachment(s, defending_player(s))


@shadow("east-bight-patrol")
def east_bight_patrol_shadow(s: GameState, card: int) -> Flow[None]:
    """More attack, and threat if nobody defends."""
    current(s).bonus += 1
    if undefended(s):
        raise_threat(s, current(s).seat, 3)
    yield from ()


@revealed("black-forest-bats")
def black_forest_bats(s: GameState, card: int) -> Flow[None]:
    """Each player takes a character off the quest."""
    for seat in each_player(s):
        able = committed(s)
        if able:
            target = yield from choose_card(s, seat, "leave quest", able)
            s.cards[target].committed = False


def _can_rest(s: GameState, seat: int, card: int, cue: Cue) -> bool:
    return cue.card == card and bool(exhausted(s, characters(s, seat)))


@response("old-forest-road", "travelled", _can_rest)
def old_forest_road(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """The first player readies a character."""
    target = yield from choose_card(s, seat, "ready", exhausted(s, characters(s, seat)))
    s.cards[target].exhausted = False


@response("forest-gate", "travelled", lambda s, seat, card, cue: cue.card == card and seat in drawers(s))
def forest_gate(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """The first player draws two cards."""
    draw(s, seat, 2)
    yield from ()
