"""Combat around its rounds: start, preparation, resolution (p. 28, p. 29, p. 32)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import because, disclose
from engine.games.meq.cards.registry import HERO_ABILITIES, MINION_ABILITIES, QUEST_EFFECTS
from engine.games.meq.components.box import ENEMIES, MINION, QUESTS
from engine.games.meq.components.schema import AGILITY
from engine.games.meq.layout import ADJACENT
from engine.games.meq.rules.corruption import corrupt
from engine.games.meq.rules.damage import is_defeated
from engine.games.meq.rules.defeat import defeat_hero
from engine.games.meq.rules.dominance import lead
from engine.games.meq.rules.fights import CAUSES, LAST_COMBAT, Cause, end_fight, enemy_damage, hero_strength, is_minion
from engine.games.meq.rules.hand import discard_random, draw, hand_room
from engine.games.meq.rules.heroes import corruption_of, move_hero, trait
from engine.games.meq.rules.influence import extend
from engine.games.meq.rules.minions import slay_minion
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.quests import complete_quest
from engine.games.meq.rules.shadow import offer_shadow_card
from engine.games.meq.rules.stage import stage
from engine.games.meq.rules.story import HERO_MARKER, advance
from engine.games.meq.state import Combat, GameState, TurnEnds, seat_of
from engine.games.meq.steps.turn import hero_step
from engine.games.meq.steps.victory import decide_by_last_combat


@hero_step
def combat(s: GameState) -> Flow[None]:
    """Start a fight: a shadow card before all else, then what the enemy and corruption do at once (p. 18, p. 28)."""
    c = s.combat
    hero = s.heroes[c.hero]
    s.step = "prepare"
    losses = sum(corruption.lost_in_fights for corruption in corruption_of(hero))
    yield from offer_shadow_card(s, c.hero, "combat", *(("minion",) if is_minion(s) else ()))
    if not is_defeated(hero):
        if is_minion(s) and MINION_ABILITIES[MINION[c.enemy]].corrupts:
            yield from corrupt(s, c.hero)
        discard_random(s, c.hero, losses)
    if is_defeated(hero):
        s.step = "resolution"


@hero_step
def prepare(s: GameState) -> Flow[None]:
    """Prepare: Sauron draws cards for fortitude, the hero splits agility between cards and strength (p. 28)."""
    c = s.combat
    hero = s.heroes[c.hero]
    deck = s.combat_decks[ENEMIES[c.enemy].deck]
    for _ in range(min(c.fortitude, len(deck))):
        c.hand.append(deck.pop())
    disclose(s)
    agility = max(0, trait(hero, AGILITY) - c.agility_loss - c.agility_strain * len(hero.corruption))
    most = min(agility, len(hero.life), hand_room(hero))
    choice = yield Decision(seat_of(c.hero), "agility", [("draw", n) for n in range(most + 1)])
    if choice[1]:
        draw(s, c.hero, choice[1])
    c.strength_bonus = agility - choice[1]
    tell(s, "prepared", (c.hero, hero_strength(s), len(c.hand)))
    s.step = "clash"


@hero_step
def resolution(s: GameState) -> Flow[None]:
    """Resolve a fight: cards go back, a defeated minion leaves, an undefeated enemy brings influence (p. 29)."""
    c = s.combat
    won = enemy_damage(s) >= c.health
    down = is_defeated(s.heroes[c.hero])
    tell(s, "fought", (c.hero, c.enemy, won))
    if c.cause == LAST_COMBAT:
        decide_by_last_combat(s)
    end_fight(s)
    with because(s, "fight", c.enemy):
        yield from _aftermath(s, c, won, down)
    if c.cut_short:
        raise TurnEnds


def _aftermath(s: GameState, c: Combat, won: bool, down: bool) -> Flow[None]:
    """What follows a fight that is over, and how the turn goes on (p. 29)."""
    if won and c.enemy in MINION:
        yield from _slay(s, MINION[c.enemy])
    if not won:
        with because(s, "undefeated", c.enemy):
            yield from extend(s, ENEMIES[c.enemy].wisdom, others=(DONE,))
    yield from _quests(s, c, won)
    cause = CAUSES[c.cause]
    for effect in (cause.on_victory if won else None, cause.in_any_case):
        if effect is not None:
            yield from effect.run(s, c.hero)
    if down:
        yield from defeat_hero(s, c.hero)
    if c.fled:
        yield from _flee(s, c.hero, cause)
    else:
        _go_on(s, c.hero, cause, won)


def _slay(s: GameState, minion: int) -> Flow[None]:
    """Defeat a minion; with high stakes that advances the heroes' marker (p. 32, p. 35)."""
    slay_minion(s, minion)
    if s.high_stakes and stage(s) == 3 and lead(s) < 0:
        yield from advance(s, HERO_MARKER)


def _quests(s: GameState, c: Combat, won: bool) -> Flow[None]:
    """Complete the quest that a fight was won for, and one that any fight with the enemy completes (p. 25)."""
    for quest in [card for card in s.heroes[c.hero].quests if card in QUESTS]:
        other = QUEST_EFFECTS[quest].other_goal
        met = other is not None and other.enemy == c.enemy
        if met or (won and c.cause == "quest" and QUESTS[quest].monster == c.enemy):
            yield from complete_quest(s, c.hero, quest)


def _flee(s: GameState, h: int, cause: Cause) -> Flow[None]:
    """Move a hero who retreats to an adjacent location, where the turn goes on (p. 18)."""
    yield from move_hero(s, h, seat_of(h), ADJACENT[s.heroes[h].place])
    if cause.onward:
        s.turn.onward = cause.onward
    s.step = "arrive"


def _go_on(s: GameState, h: int, cause: Cause, won: bool) -> None:
    """Go on with the turn, unless the hero failed to defeat an enemy and is not steadfast (p. 20, p. 22)."""
    if cause.ends_turn and not won and not HERO_ABILITIES[s.heroes[h].who].steadfast:
        raise TurnEnds
    s.step = cause.onward or s.turn.onward
