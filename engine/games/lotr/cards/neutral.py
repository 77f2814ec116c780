"""The neutral card: Gandalf (card 73)."""

from engine.core.flow import Decision, Flow, Option
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.cards.registry import Card, forced, response
from engine.games.lotr.rules.damage import deal_damage
from engine.games.lotr.rules.hand import able_to_draw, draw
from engine.games.lotr.rules.in_play import enemies_in_play
from engine.games.lotr.rules.leaving import discard_character
from engine.games.lotr.rules.threat import lower_threat
from engine.games.lotr.state import GameState


class Gandalf(Card, id="gandalf"):
    """Leaves play when the round ends. Response: after he enters play, draw 3 cards, or deal 4 damage to an enemy, or
    lower your threat by 5."""

    @forced("round-ends", effect="constant")
    def leave(self, s: GameState, card: int, cue: Cue) -> Flow[None]:
        yield from discard_character(s, card)

    @response("entered")
    def help(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        options: list[Option] = [("draw-3",)] if seat in able_to_draw(s) else []
        options += [("damage-4", enemy) for enemy in enemies_in_play(s)]
        choice = yield Decision(seat, "gandalf", [*options, ("threat-5",)])
        if choice[0] == "draw-3":
            draw(s, seat, 3)
        elif choice[0] == "damage-4":
            yield from deal_damage(s, int(choice[1]), 4)
        else:
            lower_threat(s, seat, 5)
