"""The Finale: missions, and if they do not decide, a champion against the Ringwraiths (p. 33, p. 34)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import Outcome, disclose, end_match
from engine.games.meq.cards.missions import MISSION
from engine.games.meq.components.cards import MISSIONS
from engine.games.meq.components.figures import MINIONS
from engine.games.meq.components.specs import FORTITUDE
from engine.games.meq.rules.dominance import hero_distance, lead, sauron_distance
from engine.games.meq.rules.fights import engage
from engine.games.meq.rules.hand import draw
from engine.games.meq.rules.heroes import trait
from engine.games.meq.rules.minions import RINGWRAITHS
from engine.games.meq.rules.pools import restore, shuffle_hand_away
from engine.games.meq.rules.story import FINALE, HERO_MARKER, SAURON_MARKERS
from engine.games.meq.state import FIRST_HERO, SAURON, GameState, Turn


def missions_met(s: GameState) -> tuple[bool, bool]:
    """Whether the heroes and Sauron fulfil their mission cards."""
    heroes, dark = MISSIONS[s.hero_mission[0]].key, MISSIONS[s.sauron_mission[0]].key
    return MISSION[heroes].met(s), MISSION[dark].met(s)


def reveal(s: GameState, card: int) -> None:
    """A side shows its mission: the dominant one, both if none is, and who fulfils it (p. 34)."""
    if card not in s.revealed:
        s.revealed.append(card)
        disclose(s)
        tell(s, "mission", (card,))


def finale(s: GameState) -> None:
    """Missions decide at once, or move the markers; then everybody gathers strength (p. 34)."""
    s.finale = True
    s.turn = Turn()
    ours, theirs = missions_met(s)
    ahead = lead(s)
    tell(s, "finale")
    if ahead >= 0:
        reveal(s, s.hero_mission[0])
    if ahead <= 0:
        reveal(s, s.sauron_mission[0])
    if ours and (ahead > 0 or (ahead == 0 and not theirs)):
        end_match(s, Outcome(list(range(1, len(s.heroes) + 1)), "heroes", "mission"))
    if theirs and (ahead < 0 or (ahead == 0 and not ours)):
        end_match(s, Outcome([SAURON], "sauron", "mission"))
    for card, met in ((s.hero_mission[0], ours), (s.sauron_mission[0], theirs)):
        if met:
            reveal(s, card)
    push_markers(s, ours, theirs)
    s.wounds[RINGWRAITHS] = 0
    for h, hero in enumerate(s.heroes):
        shuffle_hand_away(s, h)
        restore(s, h, damage=True)
        draw(s, h, trait(hero, FORTITUDE))
    s.step = "champion"


def push_markers(s: GameState, ours: bool, theirs: bool) -> None:
    """A side whose mission is fulfilled moves its markers one space, never past the Finale (p. 34)."""
    moved = [HERO_MARKER] if ours else []
    if theirs:
        moved += SAURON_MARKERS
    for marker in moved:
        s.story[marker] = min(FINALE, s.story[marker] + 1)


def ringwraiths_bonus(s: GameState) -> int:
    """What dominance adds to, or takes from, the Ringwraiths' health and fortitude (p. 34)."""
    ahead = lead(s)
    if ahead < 0:
        return hero_distance(s)
    return -sauron_distance(s) if ahead > 0 else 0


def champion(s: GameState) -> Flow[None]:
    """The heroes choose who fights the Ringwraiths (p. 34)."""
    choice = yield Decision(FIRST_HERO, "champion", [("champion", h) for h in range(len(s.heroes))])
    bonus = ringwraiths_bonus(s)
    s.turn = Turn(hero=choice[1])
    engage(s, choice[1], MINIONS[RINGWRAITHS].id, "finale")
    s.combat.health += bonus
    s.combat.fortitude = max(0, s.combat.fortitude + bonus)
