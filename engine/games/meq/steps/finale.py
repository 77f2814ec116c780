"""The Finale: missions, and if they do not decide, a champion against the Ringwraiths (p. 33, p. 34)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.state import disclose
from engine.games.meq.components.box import MINION, MINIONS
from engine.games.meq.components.schema import FORTITUDE
from engine.games.meq.rules.deciding import HEROES, decide
from engine.games.meq.rules.dominance import hero_distance, lead, sauron_distance
from engine.games.meq.rules.fights import LAST_COMBAT, engage
from engine.games.meq.rules.hand import draw
from engine.games.meq.rules.heroes import trait
from engine.games.meq.rules.minions import heal_minion
from engine.games.meq.rules.pools import restore, shuffle_hand_into_life
from engine.games.meq.rules.story import HERO_MARKER, SAURON_MARKERS, move_marker
from engine.games.meq.state import GameState, Turn
from engine.games.meq.steps.victory import decide_by_missions, missions_met

RINGWRAITHS = MINION["ringwraiths"]


def reveal(s: GameState, card: int) -> None:
    """Show a side's mission to all (p. 34)."""
    if card not in s.revealed_missions:
        s.revealed_missions.append(card)
        disclose(s)
        tell(s, "mission", (card,))


def finale(s: GameState) -> None:
    """Begin the Finale: missions decide at once, or move the markers; then every hero is restored (p. 34)."""
    s.finale = True
    s.turn = Turn()
    ours, theirs = missions_met(s)
    ahead = lead(s)
    tell(s, "finale")
    if ahead >= 0:
        reveal(s, s.hero_mission[0])
    if ahead <= 0:
        reveal(s, s.sauron_mission[0])
    decide_by_missions(s, ahead, ours, theirs)
    for card, met in ((s.hero_mission[0], ours), (s.sauron_mission[0], theirs)):
        if met:
            reveal(s, card)
    push_markers(s, ours, theirs)
    heal_minion(s, RINGWRAITHS, s.minion_damage[RINGWRAITHS])
    for h, hero in enumerate(s.heroes):
        shuffle_hand_into_life(s, h)
        restore(s, h, damage=True)
        draw(s, h, trait(hero, FORTITUDE))
    s.step = "champion"


def push_markers(s: GameState, ours: bool, theirs: bool) -> None:
    """Move the markers of each side whose mission is fulfilled one space, never past the Finale (p. 34)."""
    markers = [HERO_MARKER] if ours else []
    if theirs:
        markers += SAURON_MARKERS
    for marker in markers:
        move_marker(s, marker, 1)


def ringwraiths_bonus(s: GameState) -> int:
    """What dominance adds to, or takes from, the Ringwraiths' health and fortitude (p. 34)."""
    ahead = lead(s)
    if ahead < 0:
        return hero_distance(s)
    return -sauron_distance(s) if ahead > 0 else 0


def champion(s: GameState) -> Flow[None]:
    """Let the heroes choose who fights the Ringwraiths (p. 34)."""
    choice = yield from decide(s, HEROES, "champion", [("champion", h) for h in range(len(s.heroes))])
    bonus = ringwraiths_bonus(s)
    s.turn = Turn(hero=choice[1])
    engage(s, choice[1], MINIONS[RINGWRAITHS].id, LAST_COMBAT)
    s.combat.health += bonus
    s.combat.fortitude = max(0, s.combat.fortitude + bonus)
