"""Phase 4: leadership and Great Bats of the Shadow (p. 11, 34)."""

from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.components.box import BAT_FIGURES, SHADOW
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.rules.armies import army_places, give_leader
from engine.games.bofa.rules.bats import place_bat
from engine.games.bofa.state import GameState


def shadow_leaders(s: GameState) -> Flow[None]:
    """Phase 4: as many leadership tokens and Great Bats as the Shadow has dice (p. 11, 34)."""
    p = pack_of(s)
    places = army_places(s, p)[SHADOW]
    for _ in range(s.dice_pool[SHADOW]):
        options: list[Option] = [("leader", place) for place in places]
        if sum(s.bats) < BAT_FIGURES:
            options += [("bat", territory) for territory in range(len(s.bats))]
        if not options:
            break
        choice = yield Decision(SHADOW, "shadow-leaders", options)
        if choice[0] == "leader":
            places.remove(choice[1])
            give_leader(s, p, choice[1])
        else:
            place_bat(s, choice[1])
    s.step = "roll"
