"""Phase 2: generals are activated and armies get captains (p. 11, 19)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.components.box import FREE
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.rules.armies import army_places, give_leader
from engine.games.bofa.rules.characters import MOST_ACTIVATIONS, generals_in_play
from engine.games.bofa.state import GameState


def activate_generals(s: GameState) -> Flow[None]:
    """Phase 2: up to three generals, and as many leadership tokens for different armies (p. 11, 19)."""
    p = pack_of(s)
    while len(s.active_generals) < MOST_ACTIVATIONS:
        options: list[Option] = [("done",)]
        options += [("activate", who) for who in generals_in_play(s, p) if who not in s.active_generals]
        choice = yield Decision(FREE, "activate", options)
        if choice[0] == "done":
            break
        s.active_generals.append(choice[1])
        tell(s, "activated", (choice[1],))
    s.step = "captains"


def place_captains(s: GameState) -> Flow[None]:
    """Each leadership token of the Free Peoples goes to an army of its own (p. 11, 20)."""
    p = pack_of(s)
    places = army_places(s, p)[FREE]
    for _ in range(len(s.active_generals)):
        options: list[Option] = [("leader", place) for place in places]
        if not options:
            break
        choice = yield Decision(FREE, "place-leader", options)
        places.remove(choice[1])
        give_leader(s, p, choice[1])
    s.step = "fate"
