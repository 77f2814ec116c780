"""Estimates for bots of what the rest of a round will bring, in points of threat: the quest and the combat.

They count what lies open and know averages; they never look at a face-down card.
"""

from typing import NamedTuple

from engine.games.lotr.components.box import ENTRIES
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

REVEALED_THREAT = 1.8
"""Threat that an encounter card brings on average."""
SHADOW_ATTACK = 1.0
"""Attack that a shadow card adds on average."""
SHADOW_UNDEFENDED = 1.0
"""Attack, or as bad, that it adds more if nobody defends."""
ENEMY_COMES = 0.45
"""How often an encounter card is an enemy that engages at once."""
PROGRESS = 1.5
FAILURE = 1.2
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
STAGED_THREAT = 1.5
"""What a point of threat less in the staging area is worth."""


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

    attack: int
    defense: int
    health: int

    @property
    def toughness(self) -> int:
        """The attack that destroys it at once."""
        return self.health + self.defense


UNKNOWN_ENEMY = Foe(3, 1, 3)
"""An enemy that may yet be revealed."""


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
    fury = ENTRIES[card].id == "forest-spider" and s.cards[card].seat < 0
    return Foe(attack_strength(s, card) + fury, defense_strength(s, card), health(s, card))


def at_home(s: GameState, seat: int) -> list[Fighter]:
    """A player's characters that could fight now."""
    return [fighter(s, card) for card in fighters(s, seat)]


class Outlook:
    """The combat that a player has to expect this round."""

    def __init__(self, s: GameState, seat: int) -> None:
        players = player_order(s)
        dial = s.players[seat].threat
        near = [card for card in staged_enemies(s) if ENTRIES[card].engagement_cost <= dial]
        share = near[players.index(seat) :: len(players)]
        self.foes = [foe(s, card) for card in s.players[seat].engaged + share]
        self.heroes = [fighter(s, card) for card in heroes(s, seat)]

    def fight(self, able: list[Fighter], *more: Foe) -> float:
        """What combat would bring: wounds and deaths, and enemies left to attack again."""
        total, left = 0.0, list(able)
        foes = sorted((*self.foes, *more), reverse=True)
        for one in foes:
            defender, cost = self.best_defense(left, one.attack + SHADOW_ATTACK)
            total -= cost
            if defender is not None:
                left.remove(defender)
        strength = sum(one.attack for one in left)
        for one in sorted(foes, key=lambda one: one.toughness):
            if strength >= one.toughness:
                strength -= one.toughness
            else:
                total -= ENEMY_LEFT + one.attack - ENEMY_DAMAGE * max(strength - one.defense, 0)
                strength = 0
        return total

    def expected(self, able: list[Fighter]) -> float:
        """What combat would bring on average, with an enemy that may yet be revealed."""
        return (1 - ENEMY_COMES) * self.fight(able) + ENEMY_COMES * self.fight(able, UNKNOWN_ENEMY)

    def best_defense(self, able: list[Fighter], hit: float) -> tuple[Fighter | None, float]:
        """The defender who loses least by an attack, or None for none at all, and the loss."""
        best, cost = None, min((hero.loss(hit + SHADOW_UNDEFENDED) for hero in self.heroes), default=0.0)
        for one in able:
            loss = one.loss(hit - one.defense) + DEFENDER_ATTACK * one.attack
            if loss < cost:
                best, cost = one, loss
        return best, cost


def quest_worth(s: GameState, will: int) -> float:
    """What the quest would bring with that much willpower."""
    players = len(player_order(s))
    margin = will - staging_threat(s) - REVEALED_THREAT * players
    if margin < 0:
        return FAILURE * margin * players
    return PROGRESS * min(margin, progress_missing(s))


def progress_missing(s: GameState) -> int:
    """How much progress the location and the stage can still take."""
    on_location = sum(ENTRIES[card].quest_points - s.cards[card].progress for card in s.active)
    return on_location + sum(max(ENTRIES[card].quest_points - s.progress, 0) for card in s.quest)


def whom_to_commit(s: GameState, seat: int, able: list[int]) -> int:
    """The character whose willpower helps more than he would in combat; -1 for none."""
    outlook = Outlook(s, seat)
    will = sum(willpower_strength(s, card) for card in committed(s))
    home = at_home(s, seat)
    home += [fighter(s, card) for card in characters(s, seat) if s.cards[card].committed and can_ready_again(s, card)]
    best, choice = quest_worth(s, will) + outlook.expected(home), -1
    for card in able:
        more = willpower_strength(s, card)
        if not more:
            continue
        stay = home if can_ready_again(s, card) else [one for one in home if one.card != card]
        value = quest_worth(s, will + more) + outlook.expected(stay) + _worth_besides(s, card)
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
    outlook, home = Outlook(s, seat), at_home(s, seat)
    return outlook.expected([*home, fighter(s, hero)]) > outlook.expected(home) + RESOURCE


def worth_engaging(s: GameState, seat: int, enemy: int) -> float:
    """What a player gains by engaging an enemy that would stay in the staging area."""
    outlook, home = Outlook(s, seat), at_home(s, seat)
    return outlook.fight(home, foe(s, enemy)) - outlook.fight(home) + STAGED_THREAT * threat_strength(s, enemy)
