"""Characters: their moves, the generals among them, and their end (p. 18-20, 29)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.lasting_effects import extra_movement
from engine.games.bofa.components.box import BILBO, BOLG, CHARACTERS, FREE, LORD, SHADOW
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.counters import change_counter
from engine.games.bofa.state import EYRIE, GONE, HIDDEN, GameState
from engine.games.bofa.steps.victory import win

MOST_ACTIVATIONS = 3
"""Activation tokens of the generals (p. 19)."""


def in_play(s: GameState, name: str) -> bool:
    """Whether a character is in play, on the board or beside it (p. 19)."""
    place = s.characters[CHARACTERS.index(name)]
    return place >= 0 or place in (HIDDEN, EYRIE)


def eliminate(s: GameState, p: Pack, who: int) -> None:
    """A character leaves the game for good; with Bolg the Shadow loses (p. 29, 31)."""
    s.characters[who] = GONE
    if who in s.active_generals:
        s.active_generals.remove(who)
    tell(s, "eliminated", (who,))
    discard_fate_cards(s, p, who)
    if who == BOLG:
        win(s, FREE, "bolg-slain")


def discard_fate_cards(s: GameState, p: Pack, who: int) -> None:
    """Fate cards of a character who is gone are discarded (p. 17)."""
    name = p.characters[who].id
    for card in [c for c in s.fate_cards if getattr(p.cards[c].row, "character", "") == name]:
        s.fate_cards.remove(card)
        s.fate_discard.append(card)
        tell(s, "left-play", (card,))


def generals_in_play(s: GameState, p: Pack) -> list[int]:
    """Generals that can be activated (p. 19)."""
    return [
        who
        for who, row in enumerate(p.characters)
        if row.general and (s.characters[who] >= 0 or s.characters[who] == EYRIE)
    ]


def movement_of(s: GameState, p: Pack, who: int) -> int:
    """A character's movement, with what cards in play add (p. 18)."""
    return p.movement[who] + extra_movement(s, p, who)


def reachable(s: GameState, p: Pack, who: int) -> list[int]:
    """Regions a lone character can walk to, past friend and enemy alike (p. 19)."""
    start = s.characters[who]
    reached, edge = {start}, [start]
    for _ in range(movement_of(s, p, who)):
        edge = [there for place in edge for there in p.layout.neighbours[place] if there not in reached]
        reached.update(edge)
    return sorted(reached - {start})


def movable_characters(s: GameState, p: Pack, seat: int) -> list[int]:
    """Characters on the board that a character move can move (p. 19); Beorn moves by his own rule (p. 33)."""
    side = [BOLG] if seat == SHADOW else list(range(LORD))
    return [who for who in side if 0 <= s.characters[who] < p.layout.regions]


def character_move(s: GameState, p: Pack, seat: int) -> Flow[None]:
    """Any number of a side's characters walk, each as far as it can (p. 13, 19)."""
    waiting = movable_characters(s, p, seat)
    while waiting:
        options: list[Option] = [("done",)]
        options += [("walk", who, place) for who in waiting for place in reachable(s, p, who)]
        choice = yield Decision(seat, "character-move", options)
        if choice[0] == "done":
            return
        _, who, place = choice
        waiting.remove(who)
        s.characters[who] = place
        tell(s, "placed", (who, place))


def use_ring(s: GameState) -> Flow[None]:
    """With a Character result a Ring token puts Bilbo in any region (p. 18)."""
    here = s.characters[BILBO]
    if not s.rings or (here < 0 and here != HIDDEN):
        return
    options: list[Option] = [("stay",)]
    options += [("bilbo", place) for place in range(pack_of(s).layout.regions) if place != here]
    choice = yield Decision(FREE, "bilbo", options)
    if choice[0] == "bilbo":
        change_counter(s, "ring", -1)
        s.characters[BILBO] = choice[1]
        tell(s, "placed", (BILBO, choice[1]))
