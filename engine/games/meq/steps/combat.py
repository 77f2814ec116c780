"""Combat around its rounds: start, preparation, resolution (p. 28, p. 29, p. 32)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import disclose
from engine.games.meq.components.cards import QUESTS
from engine.games.meq.components.figures import ENEMIES, MINION
from engine.games.meq.components.specs import AGILITY
from engine.games.meq.layout import ADJACENT
from engine.games.meq.rules.corruption import corrupt
from engine.games.meq.rules.damage import fallen
from engine.games.meq.rules.defeat import fall
from engine.games.meq.rules.dominance import lead
from engine.games.meq.rules.fights import AFTER, SPOILS, clean_up, enemy_damage, hero_strength, is_minion
from engine.games.meq.rules.hand import discard_random, draw, hand_room
from engine.games.meq.rules.heroes import move_hero, suffers, trait
from engine.games.meq.rules.influence import extend
from engine.games.meq.rules.minions import slay_minion
from engine.games.meq.rules.quests import complete
from engine.games.meq.rules.shadow import offer_shadow_card
from engine.games.meq.rules.stage import stage
from engine.games.meq.rules.story import HERO_MARKER, advance
from engine.games.meq.state import Combat, GameState, TurnEnds, seat_of
from engine.games.meq.steps.turn import hero_step
from engine.games.meq.steps.victory import decide_by_last_combat


@hero_step
def combat(s: GameState) -> Flow[None]:
    """The start of a fight: what an enemy or corruption does at once, then a shadow card (p. 18, p. 28)."""
    c = s.combat
    s.step = "prepare"
    cowardly = suffers(s.heroes[c.hero], "cowardly")
    if c.enemy == "mouth_of_sauron":
        yield from corrupt(s, c.hero)
    if cowardly:
        discard_random(s, c.hero, 1)
    yield from offer_shadow_card(s, c.hero, "combat", *(("minion",) if is_minion(s) else ()))
    if fallen(s.heroes[c.hero]):
        s.step = "resolution"


@hero_step
def prepare(s: GameState) -> Flow[None]:
    """Sauron draws cards for fortitude; the hero splits agility between cards and strength (p. 28)."""
    c = s.combat
    hero = s.heroes[c.hero]
    deck = s.combat_decks[ENEMIES[c.enemy].deck]
    for _ in range(min(c.fortitude, len(deck))):
        c.hand.append(deck.pop())
    disclose(s)
    agility = max(0, trait(hero, AGILITY) - c.clumsiness)
    most = min(agility, len(hero.life), hand_room(hero))
    choice = yield Decision(seat_of(c.hero), "agility", [("draw", n) for n in range(most + 1)])
    if choice[1]:
        draw(s, c.hero, choice[1])
    c.effort = agility - choice[1]
    tell(s, "prepared", (c.hero, hero_strength(s), len(c.hand)))
    s.step = "clash"


@hero_step
def resolution(s: GameState) -> Flow[None]:
    """Cards go back, a defeated minion leaves, an undefeated enemy spreads influence (p. 29)."""
    c = s.combat
    won = enemy_damage(s) >= c.health
    down = fallen(s.heroes[c.hero])
    clean_up(s)
    tell(s, "fought", (c.hero, c.enemy, won))
    if c.cause == "finale":
        decide_by_last_combat(s, won)
    if won and c.enemy in MINION:
        yield from _slay(s, MINION[c.enemy])
    if not won:
        yield from extend(s, ENEMIES[c.enemy].wisdom)
    yield from _quests(s, c, won)
    if c.cause in SPOILS:
        yield from SPOILS[c.cause](s, c.hero, won)
    if down:
        yield from fall(s, c.hero)
    if c.fled:
        yield from _flee(s, c)
    else:
        yield from AFTER[c.cause](s, c.hero, won)
    if c.cut_short:
        raise TurnEnds


def _slay(s: GameState, minion: int) -> Flow[None]:
    """A minion is defeated; with high stakes that gives the heroes hope (p. 32, p. 35)."""
    slay_minion(s, minion)
    if s.high_stakes and stage(s) == 3 and lead(s) < 0:
        yield from advance(s, HERO_MARKER)


def _quests(s: GameState, c: Combat, won: bool) -> Flow[None]:
    """A fight completes quests: any with the Black Serpent one, defeating the monster of a quest another (p. 25)."""
    for quest in [card for card in s.heroes[c.hero].quests if card in QUESTS]:
        task = QUESTS[quest]
        strange = c.enemy == "black_serpent" and task.key == "where_the_stars_are_strange"
        if strange or (won and c.cause == "quest" and task.monster == c.enemy):
            yield from complete(s, c.hero, quest)


def _flee(s: GameState, c: Combat) -> Flow[None]:
    """A hero who retreats arrives at an adjacent location and goes on with the turn from there (Retreat; p. 18)."""
    yield from move_hero(s, c.hero, seat_of(c.hero), ADJACENT[s.heroes[c.hero].place])
    match c.cause:
        case "start_of_turn" | "seem_fairer_feel_fouler":
            s.turn.onward = "rest"
        case "quest":
            s.turn.onward = "turn_end"
    s.step = "arrive"
