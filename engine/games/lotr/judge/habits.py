"""What a player of sound habits chooses in each kind of decision: a simple policy that bots play on with."""

from collections.abc import Callable

from engine.core.flow import Decision, Option
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.components.schema import CardEntry
from engine.games.lotr.judge.foresight import (
    SHADOW_ATTACK,
    Outlook,
    fighter,
    whom_to_commit,
    worth_engaging,
    worth_readying,
)
from engine.games.lotr.rules.attacks import combined_attack, current_attack, enemy_strength
from engine.games.lotr.rules.dol_guldur import claimed_objectives
from engine.games.lotr.rules.in_play import heroes
from engine.games.lotr.rules.stats import attack_strength, defense_strength, health, willpower_strength
from engine.games.lotr.state import GameState

AT_ONCE = (
    "steward-of-gondor",
    "beravor",
    "gleowine",
    "loriens-wealth",
    "the-galadhrims-greeting",
    "glorfindel",
    "self-preservation",
    "daughter-of-the-nimrodel",
    "lore-of-imladris",
    "radagasts-cunning",
    "secret-paths",
    "fortune-or-fate",
)
"""Cards to use as soon as possible."""
LATER = ("sneak-attack", "feint", "thicket-of-spears", "a-light-in-the-dark", "ever-vigilant", "unexpected-courage")
"""Cards to keep for later in the phase."""
BEST_CARDS = ("steward-of-gondor", "celebrians-stone", "unexpected-courage")
"""Cards to have in play as soon as possible, the best first."""
CHEAP_ALLY = 3
"""The most that an ally may cost to be played soon."""
GOOD_HAND = 3
"""Cheap allies that make an opening hand good."""
COMMON_DAMAGE = 2
"""Damage to expect outside of attacks."""
HIGH_THREAT = 38
"""Threat from which lowering it is worth most."""
OBJECTIVES = {1: 1, 2: 3}
"""How many objectives the stages of Dol Guldur ask for."""


def choose(s: GameState, decision: Decision) -> Option:
    """The option that a player of sound habits chooses."""
    options = decision.options
    if len(options) == 1:
        return options[0]
    habit = HABITS.get(decision.kind)
    return options[0] if habit is None else habit(s, decision)


def _last(s: GameState, decision: Decision) -> Option:
    return decision.options[-1]


def _mulligan(s: GameState, decision: Decision) -> Option:
    """Keep a hand that pays for itself or brings allies soon."""
    entries = [ENTRIES[card] for card in s.players[decision.seat].hand]
    cheap = sum(entry.type == "ally" and entry.cost <= CHEAP_ALLY for entry in entries)
    good = cheap >= GOOD_HAND or any(entry.id in BEST_CARDS for entry in entries)
    return decision.options[0 if good else 1]


def _action(s: GameState, decision: Decision) -> Option:
    """Use what is worth using now; else pass, in the quest and combat phases only for this window."""
    for option in decision.options[:-2]:
        if _worth_using(s, decision.seat, ENTRIES[option[1]]):
            return option
    waits = s.phase in ("quest", "combat") and any(ENTRIES[option[1]].id in LATER for option in decision.options[:-2])
    return decision.options[-2 if waits else -1]


def _worth_using(s: GameState, seat: int, entry: CardEntry) -> bool:
    """Whether a card is worth using now."""
    id = entry.id
    if id in AT_ONCE:
        return True
    if entry.type == "objective":
        stage = ENTRIES[s.quest[0]]
        return 2 * s.progress >= stage.quest_points and claimed_objectives(s) < OBJECTIVES.get(stage.stage, 0)
    fighting = s.phase == "combat" and any(not s.cards[enemy].has_attacked for enemy in s.players[seat].engaged)
    if id == "sneak-attack":
        gandalf = any(ENTRIES[card].id == "gandalf" for card in s.players[seat].hand)
        return gandalf and (fighting or (s.questing and s.next_step == "resolve-quest"))
    if id in ("feint", "thicket-of-spears", "a-light-in-the-dark"):
        return fighting
    if id in ("ever-vigilant", "unexpected-courage"):
        return bool(s.players[seat].engaged) and s.phase in ("encounter", "combat")
    return False


def _plan(s: GameState, decision: Decision) -> Option:
    """Actions that are worth it, then the best cards, then the dearest allies."""

    def rank(option: Option) -> tuple[int, bool, int]:
        entry = ENTRIES[option[1]]
        best = -BEST_CARDS.index(entry.id) if entry.id in BEST_CARDS else -len(BEST_CARDS)
        return best, entry.type == "ally", entry.cost

    cards, done = decision.options[:-1], decision.options[-1]
    plays = [option for option in cards if option[0] == "play" and ENTRIES[option[1]].type != "event"]
    for option in cards:
        if option not in plays and _worth_using(s, decision.seat, ENTRIES[option[1]]):
            return option
    return max(plays, key=rank, default=done)


def _commit(s: GameState, decision: Decision) -> Option:
    """The character that helps the quest more than he would help in combat."""
    card = whom_to_commit(s, decision.seat, [option[1] for option in decision.options[:-1]])
    return decision.options[-1] if card < 0 else ("commit", card)


def _pay(s: GameState, decision: Decision) -> Option:
    """The payment that leaves the most even resources, from the last hero first."""

    def uneven(option: Option) -> int:
        spent = dict(zip(option[1::2], option[2::2], strict=True))
        return sum((s.cards[hero].resources - spent.get(hero, 0)) ** 2 for hero in heroes(s, decision.seat))

    return min(reversed(decision.options), key=uneven)


def _engage(s: GameState, decision: Decision) -> Option:
    """An enemy that is worth fighting now rather than later."""
    dial = s.players[decision.seat].threat
    able = [option for option in decision.options[:-1] if ENTRIES[option[1]].engagement_cost > dial]
    able = [option for option in able if ENTRIES[option[1]].id != "hummerhorns"]
    best = max(able, key=lambda option: worth_engaging(s, decision.seat, option[1]), default=None)
    return decision.options[-1] if best is None or worth_engaging(s, decision.seat, best[1]) <= 0 else best


def _respond(s: GameState, decision: Decision) -> Option:
    """The first response; but Aragorn is readied only if that is worth a resource."""
    first = decision.options[0]
    if ENTRIES[first[1]].id == "aragorn" and not worth_readying(s, decision.seat, first[1]):
        return decision.options[1]
    return first


def _strongest(s: GameState, decision: Decision) -> Option:
    return max(decision.options, key=lambda option: attack_strength(s, option[1]))


def _gandalf(s: GameState, decision: Decision) -> Option:
    """Less threat if it is high; else damage to an engaged enemy."""
    engaged = [option for option in decision.options if option[0] == "damage-4" and s.cards[option[1]].seat >= 0]
    if s.players[decision.seat].threat > HIGH_THREAT or not engaged:
        return decision.options[-1]
    return max(engaged, key=lambda option: attack_strength(s, option[1]))


def _spider(s: GameState, decision: Decision) -> Option:
    """The Spider with the most hit points: the one that must be defeated in the end."""
    return max(decision.options, key=lambda option: ENTRIES[option[1]].hit_points)


def _travel(s: GameState, decision: Decision) -> Option:
    """The location with the most threat for the least progress, but not one that reveals an encounter card."""
    goals = [
        option
        for option in decision.options
        if option[0] == "travel" and ENTRIES[option[1]].id != "mountains-of-mirkwood"
    ]
    best = max(goals, key=lambda option: 2 * ENTRIES[option[1]].threat - ENTRIES[option[1]].quest_points, default=None)
    return decision.options[-1] if best is None else best


def _defend(s: GameState, decision: Decision) -> Option:
    """The defender who loses least by the attack."""
    attack = current_attack(s)
    if attack.defenders:
        return decision.options[-1]
    able = [fighter(s, option[1]) for option in decision.options[:-1]]
    defender, _ = Outlook(s, attack.seat).best_defense(able, enemy_strength(s, attack) + SHADOW_ATTACK)
    return decision.options[-1] if defender is None else ("defend", defender.card)


def _attack(s: GameState, decision: Decision) -> Option:
    """The enemy that takes the least attack to destroy."""
    enemies = [option for option in decision.options if option[0] == "attack"]
    return min(enemies, key=lambda option: health(s, option[1]) + defense_strength(s, option[1]))


def _join(s: GameState, decision: Decision) -> Option:
    """The strongest attacker, until there are enough to destroy the enemy."""
    attack = current_attack(s)
    able = [option for option in decision.options if option[0] == "join"]
    strength = combined_attack(s, attack)
    if not able or (attack.attackers and strength >= health(s, attack.enemy) + defense_strength(s, attack.enemy)):
        return decision.options[-1]
    return max(able, key=lambda option: attack_strength(s, option[1]))


def _least_hurt(s: GameState, decision: Decision) -> Option:
    """The character who loses least by the damage."""
    damage = COMMON_DAMAGE
    if s.attacks and not current_attack(s).enemy_left:
        damage = enemy_strength(s, current_attack(s))
    return min(decision.options, key=lambda option: fighter(s, option[1]).loss(damage))


def _most_hurt(s: GameState, decision: Decision) -> Option:
    return max(decision.options, key=lambda option: s.cards[option[1]].damage)


def _least_willing(s: GameState, decision: Decision) -> Option:
    return min(decision.options, key=lambda option: willpower_strength(s, option[1]))


def _weakest(s: GameState, decision: Decision) -> Option:
    return min(decision.options, key=lambda option: attack_strength(s, option[1]) + defense_strength(s, option[1]))


HABITS: dict[str, Callable[[GameState, Decision], Option]] = {
    "action": _action,
    "plan": _plan,
    "add-spider": _spider,
    "engage": _engage,
    "gandalf": _gandalf,
    "commit": _commit,
    "pay": _pay,
    "response": _respond,
    "enemy-attack": _strongest,
    "ready": _strongest,
    "travel": _travel,
    "defend": _defend,
    "attack": _attack,
    "attackers": _join,
    "damage": _least_hurt,
    "undefended-damage": _least_hurt,
    "defender-damage": _least_hurt,
    "heal": _most_hurt,
    "leave-quest": _least_willing,
    "mulligan": _mulligan,
    "exhaust": _weakest,
    "caught": _last,
}
"""What to choose in each kind of decision; in all others, the first option."""
