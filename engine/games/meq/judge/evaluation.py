"""How a position looks to a side, in spaces of the Story Track, for bots that look one choice ahead.

Used on worlds that a bot imagines; no rule depends on it. Positive is good for the heroes.
"""

from engine.games.meq.cards.registry import MISSION_GOALS
from engine.games.meq.components.box import ENCOUNTERS, EVENTS, PLOTS, QUESTS
from engine.games.meq.layout import DISTANCE
from engine.games.meq.rules.dominance import hero_distance, sauron_distance, steps_left
from engine.games.meq.rules.fights import enemy_damage, hero_strength, is_minion
from engine.games.meq.rules.plots import PLOT_SLOTS, plot_places
from engine.games.meq.rules.story import FINALE, HERO_MARKER, SAURON_MARKERS, SHADOW_FALLS, pace
from engine.games.meq.state import SAURON, GameState, Hero

SPACE_SHORT = 0.9
"""A space Sauron would lack when the heroes arrive, if all went on as it goes now."""
STEP_BEHIND = 4.0
"""A story step by which Sauron would arrive before the heroes."""
SPACE_AHEAD = 0.35
"""A space of the lead as it stands."""
SAURON_SPACE = 0.25
"""A space of Sauron's markers."""
HERO_SPACE = 0.8
"""A space of the heroes' marker."""
FAVOR = (0.0, 1.2, 2.2, 3.0, 3.7, 4.3, 4.7, 5.0)
LEVEL = 1.0
ITEM = 0.6
COMPLETED = 1.0
CORRUPTION = 1.1
CARD = 0.16
"""A card that a hero can still draw or play."""
RESTING_CARD = 0.07
"""A card in the rest pool."""
IN_HAND = 0.12
MISSING_CARD = 0.5
"""Each card short of a handful between a hero and defeat."""
SAFE_CARDS = 8
POOL = 0.55
INFLUENCE = 0.09
"""Influence on the board."""
TOKEN = 0.2
MINION = 0.7
MINION_DAMAGE = 0.12
HIDDEN_CARDS = (0.0, 0.8, 1.4, 1.8, 2.1, 2.3, 2.4)
"""Plot or shadow cards in Sauron's hand."""
PLAYABLE_PLOT = 0.7
"""A plot that Sauron could play now, for each space it advances."""
INFLUENCE_LEFT = 0.35
"""Influence that an action under way has yet to place."""
COMMAND_LEFT = 0.4
"""A command that an action under way has yet to give."""
NEAR_PLOT = 0.4
"""A plot that lacks little, for each space it advances."""
LACK_FACTOR = 0.85
"""What is left of that for each influence or step of a minion it lacks."""
MISSION_MET = 1.5
"""A mission fulfilled so far."""
NEARNESS = tuple(tuple(0.8**spaces for spaces in row) for row in DISTANCE)
"""What is left of the worth of every place, seen from each place."""
QUEST_PLACE = {card: quest.place for card, quest in QUESTS.items()} | {
    card: encounter.explore for card, encounter in ENCOUNTERS.items()
}
"""Where each quest leads."""


def evaluate(s: GameState, seat: int) -> float:
    """The position as the seat's side sees it."""
    worth = _story(s) + _missions(s) + _sauron(s) + _combat(s)
    aims = common_aims(s)
    for hero in s.heroes:
        worth += _hero(hero) + _prospects(s, hero, aims)
    return -worth if seat == SAURON else worth


def _story(s: GameState) -> float:
    """The race to the Finale as it stands and as it would go on."""
    speed = pace(s)
    ours, theirs = steps_left(s, speed)
    later = [min(FINALE, s.story[m] + speed[m] * ours) for m in SAURON_MARKERS]
    short = min(FINALE - max(later), sum(max(0, SHADOW_FALLS - at) for at in later))
    worth = SPACE_SHORT * short - STEP_BEHIND * max(0, ours - theirs)
    worth += SPACE_AHEAD * (sauron_distance(s) - hero_distance(s)) - SAURON_SPACE * sum(
        s.story[m] for m in SAURON_MARKERS
    )
    return worth + HERO_SPACE * s.story[HERO_MARKER] - s.hero_delay


def _missions(s: GameState) -> float:
    """Missions, once they are dealt, weigh more as the Finale comes near."""
    if not s.hero_mission:
        return 0.0
    near = 1.0 + 2.0 * max(s.story) / FINALE
    ours = MISSION_GOALS[s.hero_mission[0]].met(s)
    theirs = MISSION_GOALS[s.sauron_mission[0]].met(s)
    return MISSION_MET * near * (ours - theirs)


def _sauron(s: GameState) -> float:
    """Influence, enemies on the board, cards and what an action still promises, all against the heroes."""
    worth = POOL * s.pool + INFLUENCE * sum(s.influence) + TOKEN * len(s.tokens)
    worth += sum(MINION - MINION_DAMAGE * hurt for at, hurt in zip(s.minions, s.minion_damage, strict=True) if at >= 0)
    for cards in (len(s.plot_hand) + bool(s.candidates), len(s.shadow_hand)):
        worth += HIDDEN_CARDS[min(cards, len(HIDDEN_CARDS) - 1)]
    worth += INFLUENCE_LEFT * s.influence_left + COMMAND_LEFT * s.commands_left
    if len(s.plots) < PLOT_SLOTS:
        worth += max((plot_worth(s, card) for card in s.plot_hand), default=0.0)
    return -worth


def plot_worth(s: GameState, card: int) -> float:
    """How near Sauron is to playing a plot from hand."""
    plot = PLOTS[card]
    lacking = plot.influence - s.pool
    if lacking <= 0:
        if plot_places(s, card):
            return PLAYABLE_PLOT * plot.advance
        lacking = min((DISTANCE[at][place] for at in s.minions if at >= 0 for place in plot.affects), default=9)
    return float(NEAR_PLOT * plot.advance * LACK_FACTOR**lacking)


def _hero(hero: Hero) -> float:
    """A hero's means and health."""
    alive = len(hero.life) + len(hero.hand)
    worth = FAVOR[min(hero.favor, len(FAVOR) - 1)] + LEVEL * sum(hero.levels) + ITEM * len(hero.items)
    worth += COMPLETED * hero.completed - CORRUPTION * len(hero.corruption)
    worth += CARD * alive + RESTING_CARD * len(hero.rest) + IN_HAND * len(hero.hand)
    return worth - MISSING_CARD * max(0, SAFE_CARDS - alive)


def _prospects(s: GameState, hero: Hero, aims: list[tuple[float, int]]) -> float:
    """The best thing a hero could explore, less the further away it is."""
    close = NEARNESS[hero.place]
    return max([worth * close[place] for worth, place in aims + own_aims(s, hero)], default=0.0)


def common_aims(s: GameState) -> list[tuple[float, int]]:
    """Places that are worth exploring for anybody."""
    aims = [(0.9 * amount, place) for place, amount in enumerate(s.favor) if amount]
    aims += [(1.6, place) for place in s.characters if place >= 0]
    return aims + [(1.8, EVENTS[card].affects) for card in s.event]


def own_aims(s: GameState, hero: Hero) -> list[tuple[float, int]]:
    """Quests of the hero, and plots he could pay to discard."""
    aims = [(2.2, QUEST_PLACE[card]) for card in hero.quests]
    for card, place in zip(s.plots, s.plot_places, strict=True):
        if hero.favor >= PLOTS[card].favor:
            aims.append((2.0 + 1.5 * PLOTS[card].advance, place))
    return aims


def _combat(s: GameState) -> float:
    """A fight under way: how close the enemy is to defeat, and who is out of breath."""
    c = s.combat
    if c.hero < 0:
        return 0.0
    stakes = 12.0 if s.finale else 2.5 if is_minion(s) else 1.5
    worth = stakes * min(1.0, enemy_damage(s) / max(1, c.health))
    worth -= 0.4 * stakes * (c.hero_exhausted - c.enemy_exhausted)
    return worth + 0.1 * (hero_strength(s) - len(c.hand))
