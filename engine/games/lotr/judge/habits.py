"""What a player of sound habits answers to each kind of question: a simple policy for bots to play on with."""

from collections.abc import Callable

from engine.core.flow import Decision, Option
from engine.games.lotr.components.kinds import KIND, Kind
from engine.games.lotr.judge.foresight import (
    SHADOW_ATTACK,
    Outlook,
    fighter,
    whom_to_commit,
    worth_engaging,
    worth_readying,
)
from engine.games.lotr.rules.attacks import current_attack
from engine.games.lotr.rules.dol_guldur import claimed_objectives
from engine.games.lotr.rules.in_play import heroes
from engine.games.lotr.rules.stats import attack_strength, defense_strength, health, willpower_strength
from engine.games.lotr.state import GameState

ALWAYS = (
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
"""Cards that are as good now as later."""
TIMELY = ("sneak-attack", "feint", "thicket-of-spears", "a-light-in-the-dark", "ever-vigilant", "unexpected-courage")
"""Cards that are better later in the phase."""
TREASURES = ("steward-of-gondor", "celebrians-stone", "unexpected-courage")
"""What one wants in play as soon as possible, the best first."""
CHEAP = 3
ALLIES = 3
COMMON_DAMAGE = 2
CALM = 38
OBJECTIVES = {1: 1, 2: 3}
"""How many objectives the stages of Dol Guldur ask for."""


def choose(s: GameState, asked: Decision) -> Option:
    """What a player of sound habits answers."""
    options = asked.options
    if len(options) == 1:
        return options[0]
    habit = HABITS.get(asked.kind)
    return options[0] if habit is None else habit(s, asked)


def _last(s: GameState, asked: Decision) -> Option:
    return asked.options[-1]


def _mulligan(s: GameState, asked: Decision) -> Option:
    """Keep a hand that pays for itself or brings allies soon."""
    kinds = [KIND[card] for card in s.players[asked.seat].hand]
    cheap = sum(kind.type == "ally" and kind.cost <= CHEAP for kind in kinds)
    good = cheap >= ALLIES or any(kind.id in TREASURES for kind in kinds)
    return asked.options[0 if good else 1]


def _act(s: GameState, asked: Decision) -> Option:
    """Take what is always worth it, leave the rest; only in the quest and in combat does waiting help."""
    for option in asked.options[:-2]:
        if _worth_using(s, asked.seat, KIND[option[1]]):
            return option
    waits = s.phase in ("quest", "combat") and any(KIND[option[1]].id in TIMELY for option in asked.options[:-2])
    return asked.options[-2 if waits else -1]


def _worth_using(s: GameState, seat: int, kind: Kind) -> bool:
    """Resources and cards at any time, help from the hand when it tells."""
    id = kind.id
    if id in ALWAYS:
        return True
    if kind.type == "objective":
        stage = KIND[s.quest[0]]
        return 2 * s.progress >= stage.quest_points and claimed_objectives(s) < OBJECTIVES.get(stage.stage, 0)
    fighting = s.phase == "combat" and any(not s.cards[enemy].has_attacked for enemy in s.players[seat].engaged)
    if id == "sneak-attack":
        gandalf = any(KIND[card].id == "gandalf" for card in s.players[seat].hand)
        return gandalf and (fighting or (s.questing and s.next_step == "resolve quest"))
    if id in ("feint", "thicket-of-spears", "a-light-in-the-dark"):
        return fighting
    if id in ("ever-vigilant", "unexpected-courage"):
        return bool(s.players[seat].engaged) and s.phase in ("encounter", "combat")
    return False


def _plan(s: GameState, asked: Decision) -> Option:
    """What pays for other cards first, then the dearest allies."""

    def rank(option: Option) -> tuple[int, bool, int]:
        kind = KIND[option[1]]
        treasure = -TREASURES.index(kind.id) if kind.id in TREASURES else -len(TREASURES)
        return treasure, kind.type == "ally", kind.cost

    return max(asked.options[:-1], key=rank)


def _commit(s: GameState, asked: Decision) -> Option:
    """Whoever helps the quest more than he would help at home."""
    card = whom_to_commit(s, asked.seat, [option[1] for option in asked.options[:-1]])
    return asked.options[-1] if card < 0 else ("commit", card)


def _pay(s: GameState, asked: Decision) -> Option:
    """So that what is left is spread evenly, from the last hero first."""

    def uneven(option: Option) -> int:
        spent = dict(zip(option[1::2], option[2::2], strict=True))
        return sum((s.cards[hero].resources - spent.get(hero, 0)) ** 2 for hero in heroes(s, asked.seat))

    return min(reversed(asked.options), key=uneven)


def _engage(s: GameState, asked: Decision) -> Option:
    """An enemy that is worth fighting now rather than later."""
    dial = s.players[asked.seat].threat
    able = [option for option in asked.options[:-1] if KIND[option[1]].engagement_cost > dial]
    able = [option for option in able if KIND[option[1]].id != "hummerhorns"]
    best = max(able, key=lambda option: worth_engaging(s, asked.seat, option[1]), default=None)
    return asked.options[-1] if best is None or worth_engaging(s, asked.seat, best[1]) <= 0 else best


def _respond(s: GameState, asked: Decision) -> Option:
    """Whatever can be done, but Aragorn is not readied for nothing."""
    first = asked.options[0]
    if KIND[first[1]].id == "aragorn" and not worth_readying(s, asked.seat, first[1]):
        return asked.options[1]
    return first


def _strongest(s: GameState, asked: Decision) -> Option:
    return max(asked.options, key=lambda option: attack_strength(s, option[1]))


def _gandalf(s: GameState, asked: Decision) -> Option:
    """Wounds for an engaged enemy, or less threat when there is much of it, or cards."""
    struck = [option for option in asked.options if option[0] == "damage 4" and s.cards[option[1]].seat >= 0]
    if s.players[asked.seat].threat > CALM or not struck:
        return asked.options[-1]
    return max(struck, key=lambda option: attack_strength(s, option[1]))


def _spider(s: GameState, asked: Decision) -> Option:
    """The one that must be defeated in the end."""
    return max(asked.options, key=lambda option: KIND[option[1]].hit_points)


def _travel(s: GameState, asked: Decision) -> Option:
    """Where the most threat for the least progress is, but not where another encounter waits."""
    goals = [
        option for option in asked.options if option[0] == "travel" and KIND[option[1]].id != "mountains-of-mirkwood"
    ]
    best = max(goals, key=lambda option: 2 * KIND[option[1]].threat - KIND[option[1]].quest_points, default=None)
    return asked.options[-1] if best is None else best


def _defend(s: GameState, asked: Decision) -> Option:
    """Who takes the attack with the least loss."""
    one = current_attack(s)
    if one.defenders:
        return asked.options[-1]
    able = [fighter(s, option[1]) for option in asked.options[:-1]]
    defender, _ = Outlook(s, one.seat).best_defense(able, attack_strength(s, one.enemy) + one.bonus + SHADOW_ATTACK)
    return asked.options[-1] if defender is None else ("defend", defender.card)


def _attack(s: GameState, asked: Decision) -> Option:
    """The enemy that is nearest to its end."""
    enemies = [option for option in asked.options if option[0] == "attack"]
    return min(enemies, key=lambda option: health(s, option[1]) + defense_strength(s, option[1]))


def _join(s: GameState, asked: Decision) -> Option:
    """As many as it takes, the strongest first."""
    one = current_attack(s)
    able = [option for option in asked.options if option[0] == "join"]
    strength = sum(attack_strength(s, card) for card in one.attackers)
    if not able or (one.attackers and strength >= health(s, one.enemy) + defense_strength(s, one.enemy)):
        return asked.options[-1]
    return max(able, key=lambda option: attack_strength(s, option[1]))


def _least_hurt(s: GameState, asked: Decision) -> Option:
    """Who suffers least by the damage."""
    damage = attack_strength(s, current_attack(s).enemy) + current_attack(s).bonus if s.attacks else COMMON_DAMAGE
    return min(asked.options, key=lambda option: fighter(s, option[1]).loss(damage))


def _most_hurt(s: GameState, asked: Decision) -> Option:
    return max(asked.options, key=lambda option: s.cards[option[1]].damage)


def _least_willing(s: GameState, asked: Decision) -> Option:
    return min(asked.options, key=lambda option: willpower_strength(s, option[1]))


def _weakest(s: GameState, asked: Decision) -> Option:
    return min(asked.options, key=lambda option: attack_strength(s, option[1]) + defense_strength(s, option[1]))


HABITS: dict[str, Callable[[GameState, Decision], Option]] = {
    "action": _act,
    "plan": _plan,
    "add spider": _spider,
    "engage": _engage,
    "gandalf": _gandalf,
    "commit": _commit,
    "pay": _pay,
    "response": _respond,
    "enemy attack": _strongest,
    "ready": _strongest,
    "travel": _travel,
    "defend": _defend,
    "attack": _attack,
    "attackers": _join,
    "damage": _least_hurt,
    "undefended damage": _least_hurt,
    "defender damage": _least_hurt,
    "heal": _most_hurt,
    "leave quest": _least_willing,
    "mulligan": _mulligan,
    "exhaust": _weakest,
    "caught": _last,
}
"""What to answer to a kind of question; to all others, the first option."""
