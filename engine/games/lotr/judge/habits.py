"""What a player of sound habits chooses in each kind of decision: a simple policy that bots play on with."""

from collections.abc import Callable

from engine.core.flow import Decision, Option
from engine.games.lotr.cards.effects import VALUES
from engine.games.lotr.components.box import ENTRIES, OWNER
from engine.games.lotr.judge.foresight import (
    EXCESS,
    SHADOW_ATTACK,
    SHADOW_UNDEFENDED,
    Fighter,
    Outlook,
    fighter,
    foe,
    is_key,
    strikes,
    value_of,
    whom_to_commit,
    whom_to_strike,
    worth_engaging,
    worth_readying,
)
from engine.games.lotr.judge.uses import LATER, worth_using
from engine.games.lotr.rules.attacks import combined_attack, current_attack, enemy_strength, fighters
from engine.games.lotr.rules.in_play import heroes, staged_enemies
from engine.games.lotr.rules.payment import purse
from engine.games.lotr.rules.stats import (
    attack_strength,
    defense_strength,
    health,
    threat_strength,
    willpower_strength,
)
from engine.games.lotr.state import GameState

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
GANDALF_DAMAGE = 4
BAD_TREACHERIES = ("the-necromancers-reach", "caught-in-a-web", "evil-storm", "massing-at-night", "pursued-by-shadow")
"""Treacheries that are worse than another encounter card."""
TRAVEL_COSTS = {"mountains-of-mirkwood": 4, "great-forest-web": 1, "tower-gate": 1, "gladden-fields": 1}
"""What it costs, in threat, to travel to a location, beside its progress."""
TRAVEL_THREAT = 2.0
"""What a point of threat of a location is worth, in progress."""
WORTH_TRAVELLING = -2.0
"""The least gain for which to travel."""


def choose(s: GameState, decision: Decision) -> Option:
    """The option that a player of sound habits chooses."""
    options = decision.options
    if len(options) == 1:
        return options[0]
    habit = HABITS.get(decision.kind)
    return options[0] if habit is None else habit(s, decision)


def _mulligan(s: GameState, decision: Decision) -> Option:
    """Keep a hand that pays for itself or brings allies soon."""
    entries = [ENTRIES[card] for card in s.players[decision.seat].hand]
    cheap = sum(entry.type == "ally" and entry.cost <= CHEAP_ALLY for entry in entries)
    good = cheap >= GOOD_HAND or any(entry.id in BEST_CARDS for entry in entries)
    return decision.options[0 if good else 1]


def _action(s: GameState, decision: Decision) -> Option:
    """Use what is worth using now; else pass, in the quest and combat phases only for this window."""
    able = decision.options[:-2]
    for option in able:
        if worth_using(s, decision.seat, option[1]):
            return option
    waits = s.phase in ("quest", "combat") and any(ENTRIES[option[1]].id in LATER for option in able)
    return decision.options[-2 if waits else -1]


def _plan(s: GameState, decision: Decision) -> Option:
    """Actions that are worth it, then the best cards, then the dearest allies."""

    def rank(option: Option) -> tuple[int, bool, int]:
        entry = ENTRIES[option[1]]
        best = -BEST_CARDS.index(entry.id) if entry.id in BEST_CARDS else -len(BEST_CARDS)
        return best, entry.type == "ally", entry.cost

    cards, done = decision.options[:-1], decision.options[-1]
    plays = [option for option in cards if option[0] == "play" and ENTRIES[option[1]].type != "event"]
    for option in cards:
        if option not in plays and worth_using(s, decision.seat, option[1]):
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
        return sum([(s.cards[hero].resources - spent.get(hero, 0)) ** 2 for hero in heroes(s, decision.seat)])

    return min(reversed(decision.options), key=uneven)


def _engage(s: GameState, decision: Decision) -> Option:
    """An enemy that is worth fighting now rather than later."""
    seat = decision.seat
    dial = Outlook(s, seat).dial if not _unchecked(s) else -1
    able = [option for option in decision.options[:-1] if ENTRIES[option[1]].engagement_cost > dial]
    able = [option for option in able if ENTRIES[option[1]].id != "hummerhorns"]
    best = max(able, key=lambda option: worth_engaging(s, seat, option[1]), default=None)
    return decision.options[-1] if best is None or worth_engaging(s, seat, best[1]) <= 0 else best


def _respond(s: GameState, decision: Decision) -> Option:
    """The first response that is worth it."""
    for option in decision.options[:-1]:
        if _worth_responding(s, decision.seat, option[1]):
            return option
    return decision.options[-1]


def _worth_responding(s: GameState, seat: int, card: int) -> bool:
    match ENTRIES[card].id:
        case "aragorn":
            return worth_readying(s, seat, card)
        case "eleanor":
            return any(ENTRIES[one].id in BAD_TREACHERIES for one in s.resolving)
        case "son-of-arnor":
            return any(worth_engaging(s, seat, enemy) > 0 for enemy in staged_enemies(s))
    return True


def _unchecked(s: GameState) -> bool:
    """Whether the stage has no engagement checks."""
    return any(VALUES[card].skips_engagement_checks for card in s.quest)


def _fetched(s: GameState, decision: Decision) -> Option:
    """The enemy that is best fought now."""
    return max(decision.options, key=lambda option: worth_engaging(s, decision.seat, option[1]))


def _strongest(s: GameState, decision: Decision) -> Option:
    return max(decision.options, key=lambda option: attack_strength(s, option[1]))


def _gandalf(s: GameState, decision: Decision) -> Option:
    """Less threat if it is high or no enemy is worth the damage; else damage to an engaged enemy."""
    seat = decision.seat
    hits = [option for option in decision.options if option[0] == "damage-4" and s.cards[option[1]].seat >= 0]
    if s.players[seat].threat > HIGH_THREAT or not hits:
        return decision.options[-1]

    def gain(option: Option) -> tuple[bool, int]:
        enemy = option[1]
        falls = health(s, enemy) <= GANDALF_DAMAGE
        return is_key(s, ENTRIES[enemy]) or falls, attack_strength(s, enemy)

    return max(hits, key=gain)


def _spider(s: GameState, decision: Decision) -> Option:
    """The Spider with the most hit points: the one that must be defeated in the end."""
    return max(decision.options, key=lambda option: ENTRIES[option[1]].hit_points)


def _travel(s: GameState, decision: Decision) -> Option:
    """The location with the most threat for the least progress, if the way there is not too dear."""

    def gain(option: Option) -> float:
        entry, state = ENTRIES[option[1]], s.cards[option[1]]
        lacking = entry.quest_points - state.progress
        return TRAVEL_THREAT * threat_strength(s, option[1]) - lacking - TRAVEL_COSTS.get(entry.id, 0)

    goals = [option for option in decision.options if option[0] == "travel"]
    best = max(goals, key=gain, default=None)
    stay = decision.options[-1]
    return stay if stay[0] == "stay" and (best is None or gain(best) < WORTH_TRAVELLING) else best or stay


def _defend(s: GameState, decision: Decision) -> Option:
    """The defender by whom the player loses least by this attack and all that follows."""
    attack = current_attack(s)
    if attack.defenders:
        return decision.options[-1]
    seat, enemy = attack.seat, foe(s, attack.enemy)
    outlook = Outlook(s, seat)
    hit = enemy_strength(s, attack) + SHADOW_ATTACK
    able = [fighter(s, option[1]) for option in decision.options[:-1]]
    others = [one for one in outlook.foes if one.attacks]
    struck = [foe(s, card) for card in s.players[seat].engaged]

    def value(defender: Fighter | None) -> float:
        left = [one for one in able if one is not defender]
        if defender is None:
            loss = min([hero.loss(hit + SHADOW_UNDEFENDED) for hero in outlook.heroes], default=0.0)
        else:
            loss = defender.loss(hit - defender.defense)
            if enemy.excess:
                loss += EXCESS * max(hit - defender.defense - defender.health, 0)
        total = -loss
        for one in others:
            who, cost = outlook.best_defense(left, one)
            total -= cost
            if who is not None:
                left.remove(who)
        return total + strikes(struck, sum([one.attack for one in left]))

    best = max([*able, None], key=value)
    return decision.options[-1] if best is None else ("defend", best.card)


def _attack(s: GameState, decision: Decision) -> Option:
    """One of the enemies that can be destroyed at the greatest gain; else the one that is worth most, wounded."""
    strength = sum([attack_strength(s, card) for card in fighters(s, decision.seat)])
    enemies = [option for option in decision.options if option[0] == "attack"]
    foes = [foe(s, option[1]) for option in enemies]
    struck = whom_to_strike(foes, strength)
    if struck:
        return enemies[max(struck, key=lambda at: value_of(foes[at]))]
    return enemies[
        max(range(len(foes)), key=lambda at: (strength > foes[at].defense, foes[at].key, -foes[at].toughness))
    ]


def _join(s: GameState, decision: Decision) -> Option:
    """The strongest attacker, until there are enough to destroy the enemy; in the end one who is just enough."""
    attack = current_attack(s)
    able = [option for option in decision.options if option[0] == "join"]
    missing = health(s, attack.enemy) + defense_strength(s, attack.enemy) - combined_attack(s, attack)
    if not able or (attack.attackers and missing <= 0):
        return decision.options[-1]
    enough = [option for option in able if attack_strength(s, option[1]) >= missing]
    if enough:
        return min(enough, key=lambda option: attack_strength(s, option[1]))
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


def _least_useful(s: GameState, decision: Decision) -> Option:
    """Whoever is missed least: by his numbers, heroes last."""

    def use(option: Option) -> tuple[bool, int]:
        card = option[1]
        numbers = willpower_strength(s, card) + attack_strength(s, card) + defense_strength(s, card)
        return ENTRIES[card].type == "hero", numbers

    return min(decision.options, key=use)


def _caught(s: GameState, decision: Decision) -> Option:
    """The hero who is missed least; between players, the last."""
    return decision.options[-1] if decision.options[0][0] == "player" else _least_useful(s, decision)


def _map_bearer(s: GameState, decision: Decision) -> Option:
    """For an objective: a hero who fights little and is unhurt."""
    return max(
        decision.options,
        key=lambda option: health(s, option[1]) - attack_strength(s, option[1]) - defense_strength(s, option[1]),
    )


def _resourceless(s: GameState, decision: Decision) -> Option:
    """Aragorn, if he cannot be readied; else the hero whose sphere is wanted."""

    def need(option: Option) -> tuple[bool, float]:
        hero = option[1]
        return _stays_ready(s, hero) == 1 and not s.cards[hero].resources, _needy(s, hero)

    return max(decision.options, key=need)


def _most_threatening(s: GameState, decision: Decision) -> Option:
    return max(decision.options, key=lambda option: threat_strength(s, option[1]))


def _dearest(s: GameState, decision: Decision) -> Option:
    return max(decision.options, key=lambda option: ENTRIES[option[1]].cost)


def _cheapest_attachment(s: GameState, decision: Decision) -> Option:
    """An attachment that harms, or is worth least."""

    def value(option: Option) -> tuple[bool, bool, int]:
        entry = ENTRIES[option[1]]
        return OWNER[option[1]] >= 0, entry.id in BEST_CARDS, entry.cost

    return min(decision.options, key=value)


def _least_card(s: GameState, decision: Decision) -> Option:
    """The card in hand that is worth least: what cannot be paid for, then the cheapest."""
    held = [ENTRIES[card].id for card in s.players[decision.seat].hand]

    def value(option: Option) -> tuple[bool, bool, int]:
        entry = ENTRIES[option[1]]
        again = held.count(entry.id) > 1 or (entry.unique and any(ENTRIES[card].id == entry.id for card in s.cards))
        payable = purse(s, decision.seat, entry.sphere) >= 0
        return payable, not (again and entry.unique), entry.cost + 2 * (entry.id in BEST_CARDS or entry.id == "gandalf")

    return min(decision.options, key=value)


def _attach(s: GameState, decision: Decision) -> Option:
    """The host to whom an attachment helps most."""
    rank = HOSTS.get(ENTRIES[s.resolving[-1]].id) if s.resolving else None
    if rank is None:
        return decision.options[0]
    return max(decision.options, key=lambda option: rank(s, option[1]))


def _willing(s: GameState, hero: int) -> float:
    return willpower_strength(s, hero) + _stays_ready(s, hero)


def _able(s: GameState, hero: int) -> float:
    """A hero who is good at everything."""
    entry = ENTRIES[hero]
    again = sum([ENTRIES[one].id == "unexpected-courage" for one in s.cards[hero].attachments])
    return entry.willpower + entry.attack + entry.defense + entry.hit_points / 2 - 4 * again


def _stays_ready(s: GameState, hero: int) -> int:
    """Aragorn quests and fights."""
    return int(ENTRIES[hero].id == "aragorn")


def _needy(s: GameState, hero: int) -> float:
    """A hero of the sphere that most cards in hand and deck belong to; of equals, Aragorn pays for himself."""
    entry, player = ENTRIES[hero], s.players[s.cards[hero].seat]
    wanted = sum([ENTRIES[card].cost for card in player.hand if ENTRIES[card].sphere == entry.sphere])
    others = sum([ENTRIES[one].sphere == entry.sphere for one in player.heroes])
    return wanted / others + 3 * _stays_ready(s, hero) + entry.hit_points / 10


def _strong(s: GameState, hero: int) -> float:
    dwarf = "Dwarf" in ENTRIES[hero].traits
    return attack_strength(s, hero) + dwarf


def _sturdy(s: GameState, hero: int) -> float:
    return defense_strength(s, hero) + ENTRIES[hero].hit_points / 4 + (ENTRIES[hero].type == "hero")


def _threatening(s: GameState, card: int) -> float:
    return threat_strength(s, card) if card in s.staging else -1.0


def _fierce(s: GameState, enemy: int) -> float:
    return attack_strength(s, enemy)


HOSTS: dict[str, Callable[[GameState, int], float]] = {
    "steward-of-gondor": _needy,
    "celebrians-stone": _willing,
    "the-favor-of-the-lady": _willing,
    "unexpected-courage": _able,
    "protector-of-lorien": _willing,
    "dwarven-axe": _strong,
    "blade-of-gondolin": _strong,
    "citadel-plate": _sturdy,
    "self-preservation": _sturdy,
    "power-in-the-earth": _threatening,
    "forest-snare": _fierce,
}
"""By attachment: how much it helps whom."""

HABITS: dict[str, Callable[[GameState, Decision], Option]] = {
    "action": _action,
    "plan": _plan,
    "add-spider": _spider,
    "attach": _attach,
    "engage": _engage,
    "engage-enemy": _fetched,
    "gandalf": _gandalf,
    "commit": _commit,
    "pay": _pay,
    "response": _respond,
    "enemy-attack": _strongest,
    "hold-back": _strongest,
    "drive-off": _strongest,
    "ready": _strongest,
    "travel": _travel,
    "defend": _defend,
    "attack": _attack,
    "attackers": _join,
    "attack-with": _strongest,
    "damage": _least_hurt,
    "undefended-damage": _least_hurt,
    "defender-damage": _least_hurt,
    "heal": _most_hurt,
    "leave-quest": _least_willing,
    "mulligan": _mulligan,
    "exhaust": _weakest,
    "caught": _caught,
    "discard-character": _least_useful,
    "claim-for": _map_bearer,
    "put-into-play": _dearest,
    "discard-attachment": _cheapest_attachment,
    "discard-from-hand": _least_card,
    "give-resource": _resourceless,
    "ignore-threat": _most_threatening,
}
"""What to choose in each kind of decision; in all others, the first option."""
