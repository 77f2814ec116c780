"""Estimates for bots of what the rest of a round will bring, in points of threat: the quest and the combat.

They count what lies open, and which cards may come; they never look where a face-down card lies.
"""

from typing import NamedTuple

from engine.games.lotr.cards.effects import VALUES
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.components.schema import CardEntry
from engine.games.lotr.judge.coming import Coming, what_may_come
from engine.games.lotr.rules.attacks import fighters
from engine.games.lotr.rules.in_play import (
    characters,
    committed,
    heroes,
    player_order,
    staged_enemies,
    staged_locations,
)
from engine.games.lotr.rules.stats import (
    attack_strength,
    defense_strength,
    health,
    staging_threat,
    threat_strength,
    willpower_strength,
)
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.victory import THREAT_LIMIT

SHADOW_ATTACK = 1.0
"""Attack that a shadow card adds on average."""
SHADOW_UNDEFENDED = 1.0
"""Attack, or as bad, that it adds more if nobody defends."""
PROGRESS = 1.5
FAILURE = 1.2
CLOSE = 8
"""Threat below the limit from which every point counts more."""
CLOSE_FAILURE = 1.5
"""What each point of threat counts more that close to the limit."""
DEFEAT = 60.0
"""What the loss of the match costs."""
HERO = 2.0
"""A hero's worth, in terms of his threat cost."""
ALLY = 2.0
"""An ally's worth, beside his cost."""
RESOURCE = 1.0
DEFENDER_ATTACK = 0.3
"""What it costs that a defender does not attack, for each point of his attack."""
ENEMY_LEFT = 3.0
"""What it costs that an enemy is left to attack again, beside its attack."""
ENEMY_DAMAGE = 0.7
"""What a point of damage on such an enemy is worth."""
ENEMY_ATTACK = 1.0
"""What each point of its attack costs then."""
KEY_ENEMY = 4.0
"""What it is worth more to destroy an enemy that must be."""
KEY_DAMAGE = 0.7
"""What a point of damage on such an enemy is worth more."""
STAGED_THREAT = 1.5
"""What a point of threat less in the staging area is worth."""
EXCESS = 1.2
"""What a point of damage beyond a defender's hit points costs, if it raises the threat."""


class Fighter(NamedTuple):
    """A character in combat."""

    card: int
    attack: int
    defense: int
    health: int
    hit_points: int
    worth: float

    def loss(self, damage: float) -> float:
        """What damage costs: the more, the fewer hit points are left."""
        if damage <= 0:
            return 0.0
        if damage >= self.health:
            return self.worth
        before = self.hit_points - self.health
        after = before + damage
        return self.worth * (after * after - before * before) / (self.hit_points * self.hit_points)


class Foe(NamedTuple):
    """An enemy in combat."""

    attack: float
    defense: float
    health: float
    attacks: bool = True
    """Whether the enemy has yet to attack this round."""
    key: bool = False
    """Whether the enemy must be destroyed before the quest can be completed."""
    excess: bool = False
    """Whether damage beyond a defender's hit points raises the threat."""

    @property
    def toughness(self) -> float:
        """The attack that destroys it at once."""
        return self.health + self.defense


def fighter(s: GameState, card: int) -> Fighter:
    """A character's numbers in combat."""
    left = health(s, card)
    return Fighter(
        card, attack_strength(s, card), defense_strength(s, card), left, left + s.cards[card].damage, worth(card)
    )


def worth(card: int) -> float:
    """What the loss of a character costs; nothing for Gandalf, who leaves anyway."""
    entry = ENTRIES[card]
    if entry.type == "hero":
        return HERO * entry.threat_cost
    return 0.0 if entry.id == "gandalf" else ALLY + entry.cost


def foe(s: GameState, card: int) -> Foe:
    """An enemy's numbers in combat; a Forest Spider that is yet to engage somebody will have 1 more attack."""
    entry, state = ENTRIES[card], s.cards[card]
    fury = entry.id == "forest-spider" and state.seat < 0
    return Foe(
        attack_strength(s, card) + fury,
        defense_strength(s, card),
        health(s, card),
        not state.has_attacked,
        is_key(s, entry),
        entry.id == "hill-troll",
    )


KEYS = {"to-the-river": "hill-troll", "dont-leave-the-path": "ungoliants-spawn", "beorns-path": "ungoliants-spawn"}
"""By stage: the enemy that must be destroyed."""


def is_key(s: GameState, enemy: CardEntry) -> bool:
    """Whether an enemy must be destroyed before the stage can be completed."""
    for card in s.quest:
        stage = ENTRIES[card].id
        return stage == "ambush-on-the-shore" or KEYS.get(stage) == enemy.id or enemy.id == "nazgul-of-dol-guldur"
    return False


def at_home(s: GameState, seat: int) -> list[Fighter]:
    """A player's characters that could fight now."""
    return [fighter(s, card) for card in fighters(s, seat)]


class Outlook:
    """The combat that a player has to expect this round."""

    def __init__(self, s: GameState, seat: int) -> None:
        players = player_order(s)
        self.dial = s.players[seat].threat
        near: list[int] = []
        if s.phase not in ("combat", "refresh") and not any(VALUES[card].skips_engagement_checks for card in s.quest):
            near = [card for card in staged_enemies(s) if ENTRIES[card].engagement_cost <= self.dial]
            near = near[players.index(seat) :: len(players)]
        self.foes = [foe(s, card) for card in s.players[seat].engaged + near]
        self.heroes = [fighter(s, card) for card in heroes(s, seat)]

    def fight(self, able: list[Fighter], *more: Foe) -> float:
        """What combat would bring: wounds and deaths, and enemies left to attack again."""
        total, left = 0.0, list(able)
        foes = sorted((*self.foes, *more), reverse=True)
        for one in foes:
            if one.attacks:
                defender, cost = self.best_defense(left, one)
                total -= cost
                if defender is not None:
                    left.remove(defender)
        return total + strikes(foes, sum([one.attack for one in left]))

    def expected(self, able: list[Fighter], coming: Coming) -> float:
        """What combat would bring on average, with an enemy that may yet be revealed."""
        comes, enemy = coming.enemy(self.dial)
        value = self.fight(able)
        return value if not comes else (1 - comes) * value + comes * self.fight(able, Foe(*enemy))

    def best_defense(self, able: list[Fighter], enemy: Foe) -> tuple[Fighter | None, float]:
        """The defender who loses least by an attack, or None for none at all, and the loss."""
        hit = enemy.attack + SHADOW_ATTACK
        undefended = hit + SHADOW_UNDEFENDED
        best, cost = None, min([hero.loss(undefended) for hero in self.heroes], default=0.0)
        if enemy.excess and self.heroes:
            cost += EXCESS * max(undefended - max([hero.health for hero in self.heroes]), 0)
        for one in able:
            loss = one.loss(hit - one.defense) + DEFENDER_ATTACK * one.attack
            if enemy.excess:
                loss += EXCESS * max(hit - one.defense - one.health, 0)
            if loss < cost:
                best, cost = one, loss
        return best, cost


def value_of(one: Foe) -> float:
    """What it costs that an enemy is left to attack again."""
    return ENEMY_LEFT + ENEMY_ATTACK * one.attack + KEY_ENEMY * one.key


def strikes(foes: list[Foe], strength: float) -> float:
    """What attacks with that much strength would leave: enemies that attack again, one of them wounded."""
    total = -sum([value_of(one) for one in foes])
    struck = whom_to_strike(foes, strength)
    for at in struck:
        strength -= foes[at].toughness
        total += value_of(foes[at])
    left = [one for at, one in enumerate(foes) if at not in struck]
    wounds = [(ENEMY_DAMAGE + KEY_DAMAGE * one.key) * (strength - one.defense) for one in left]
    return total + max(0.0, *wounds) if wounds else total


def whom_to_strike(foes: list[Foe], strength: float) -> list[int]:
    """The places of the enemies that so much attack destroys at the greatest gain."""
    if sum([one.toughness for one in foes]) <= strength:
        return list(range(len(foes)))
    best, gain = list[int](), 0.0
    for at, one in enumerate(foes):
        if one.toughness <= strength:
            after = whom_to_strike(foes[at + 1 :], strength - one.toughness)
            value = value_of(one) + sum([value_of(foes[at + 1 + other]) for other in after])
            if value > gain:
                best, gain = [at, *(at + 1 + other for other in after)], value
    return best


def quest_worth(s: GameState, will: int, coming: Coming) -> float:
    """What the quest would bring with that much willpower, on average over what may be revealed."""
    margin = will - staging_threat(s) - coming.certain
    missing = progress_missing(s)
    total = 0.0
    for threat, chance in coming.threats.items():
        left = margin - threat
        total += chance * (PROGRESS * min(left, missing) if left >= 0 else -rise_costs(s, -left))
    return total


def rise_costs(s: GameState, rise: float) -> float:
    """What it costs that every player's threat rises."""
    total = 0.0
    for seat in player_order(s):
        after = s.players[seat].threat + rise
        close = after - (THREAT_LIMIT - CLOSE)
        total += FAILURE * rise + (CLOSE_FAILURE * min(close, rise) if close > 0 else 0.0)
        if after >= THREAT_LIMIT - 1:
            total += DEFEAT
    return total


def progress_missing(s: GameState) -> int:
    """How much progress the location and the stage can still take."""
    on_location = sum([ENTRIES[card].quest_points - s.cards[card].progress for card in s.active])
    return on_location + sum([max(ENTRIES[card].quest_points - s.progress, 0) for card in s.quest])


def quest_margin(s: GameState) -> int:
    """By how much the quest would succeed if it were resolved now."""
    return sum([willpower_strength(s, card) for card in committed(s)]) - staging_threat(s)


def whom_to_commit(s: GameState, seat: int, able: list[int]) -> int:
    """The character whose willpower helps more than he would in combat; -1 for none."""
    outlook, coming = Outlook(s, seat), what_may_come(s)
    will = sum([willpower_strength(s, card) for card in committed(s)])
    home = at_home(s, seat)
    home += [fighter(s, card) for card in characters(s, seat) if s.cards[card].committed and can_ready_again(s, card)]
    best, choice = quest_worth(s, will, coming) + outlook.expected(home, coming), -1
    for card in able:
        more = willpower_strength(s, card)
        if not more:
            continue
        stay = home if can_ready_again(s, card) else [one for one in home if one.card != card]
        value = quest_worth(s, will + more, coming) + outlook.expected(stay, coming) + _worth_besides(s, card)
        if value > best:
            best, choice = value, card
    return choice


def can_ready_again(s: GameState, card: int) -> bool:
    """Whether a hero on the quest can be readied again for combat."""
    if ENTRIES[card].id == "aragorn" and s.cards[card].resources:
        return True
    return any(
        ENTRIES[one].id == "unexpected-courage" and not s.cards[one].exhausted for one in s.cards[card].attachments
    )


def _worth_besides(s: GameState, card: int) -> float:
    """What committing a character brings besides willpower."""
    match ENTRIES[card].id:
        case "theodred":
            return RESOURCE
        case "lorien-guide":
            return PROGRESS * len(s.active)
        case "northern-tracker":
            return PROGRESS * len(staged_locations(s))
    return 0.0


def worth_readying(s: GameState, seat: int, hero: int) -> bool:
    """Whether a resource is well spent on readying a hero for combat."""
    outlook, home, coming = Outlook(s, seat), at_home(s, seat), what_may_come(s)
    return outlook.expected([*home, fighter(s, hero)], coming) > outlook.expected(home, coming) + RESOURCE


def worth_engaging(s: GameState, seat: int, enemy: int) -> float:
    """What a player gains by engaging an enemy that would stay in the staging area."""
    outlook, home, one = Outlook(s, seat), at_home(s, seat), foe(s, enemy)
    gain = STAGED_THREAT * threat_strength(s, enemy) + KEY_ENEMY * one.key
    return outlook.fight(home, one) - outlook.fight(home) + gain
