"""The encounter set Passage Through Mirkwood (cards 96-100)."""

from engine.core.flow import Flow
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.cards.registry import Card, forced, response, revealed, shadow
from engine.games.lotr.rules.attachments import discard_one_attachment
from engine.games.lotr.rules.attacks import current_attack, defending_player, undefended
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.hand import able_to_draw, draw
from engine.games.lotr.rules.in_play import characters, committed, each_player, exhausted
from engine.games.lotr.rules.lasting_effects import boost
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState


class ForestSpider(Card, id="forest-spider"):
    """Forced: after it engages a player, it has 1 more attack this round. Shadow: the defending player discards an
    attachment he controls."""

    @forced("engaged")
    def rage(self, s: GameState, card: int, cue: Cue) -> None:
        boost(s, card, "attack", 1, until="round")

    @shadow
    def tear_off(self, s: GameState, card: int) -> Flow[None]:
        yield from discard_one_attachment(s, defending_player(s))


class EastBightPatrol(Card, id="east-bight-patrol"):
    """Shadow: the attacking enemy has 1 more attack; if undefended, the defending player's threat rises by 3."""

    @shadow
    def strengthen(self, s: GameState, card: int) -> None:
        current_attack(s).bonus += 1
        if undefended(s):
            raise_threat(s, defending_player(s), 3)


class BlackForestBats(Card, id="black-forest-bats"):
    """When revealed: each player removes a character from the quest; it stays exhausted."""

    @revealed
    def distract(self, s: GameState, card: int) -> Flow[None]:
        for seat in each_player(s):
            able = committed(s)
            if able:
                target = yield from choose_card(s, seat, "leave-quest", able)
                s.cards[target].committed = False


class OldForestRoad(Card, id="old-forest-road"):
    """Response: after the players travel here, the first player may ready 1 of his characters."""

    def _characters(self, s: GameState, seat: int, card: int, cue: Cue) -> list[int]:
        return exhausted(s, characters(s, seat))

    @response("travelled", _characters)
    def rest(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        target = yield from choose_card(s, seat, "ready", self._characters(s, seat, card, cue))
        s.cards[target].exhausted = False


class ForestGate(Card, id="forest-gate"):
    """Response: after the players travel here, the first player may draw 2 cards."""

    def _can_draw(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return seat in able_to_draw(s)

    @response("travelled", _can_draw)
    def draw_two(self, s: GameState, seat: int, card: int, cue: Cue) -> None:
        draw(s, seat, 2)
