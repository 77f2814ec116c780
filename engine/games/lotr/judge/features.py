"""What bots weigh at a decision: the quest and the combat as they stand and as an option would leave them.

All of it lies open, or is in the hand of the seat that decides.
"""

from engine.core.features import Features, Key
from engine.core.flow import Decision, Option
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.in_play import characters, committed, heroes, player_order, ready, staged_enemies
from engine.games.lotr.rules.stats import (
    attack_strength,
    defense_strength,
    health,
    staging_threat,
    threat_strength,
    willpower_strength,
)
from engine.games.lotr.state import GameState

FEATURE_VERSION = 1
REVEALED_THREAT = 2
"""Threat that an encounter card brings, roughly."""
MOST = 6
"""Counts above that are taken for this."""
FARTHEST = 8
THREAT_IN_A_STEP = 5
PROGRESS_IN_A_STEP = 3
UNHURT, HURT, KILLED = range(3)


def features(s: GameState, seat: int, decision: Decision) -> Features:
    """What a seat weighs at a decision."""
    outlook = _Outlook(s, seat)
    return Features(outlook.situation(), [outlook.of_option(decision.kind, option) for option in decision.options])


class _Outlook:
    """The quest and the combat to come as one seat sees them."""

    def __init__(self, s: GameState, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.player = s.players[seat]
        self.players = len(player_order(s))
        self.own = characters(s, seat)
        self.ready = ready(s, self.own)
        near = [card for card in staged_enemies(s) if ENTRIES[card].engagement_cost <= self.player.threat]
        waiting = [card for card in self.player.engaged if not s.cards[card].has_attacked]
        self.foes = len(waiting) + (len(near) if s.phase in ("planning", "quest", "travel", "encounter") else 0)
        self.margin = self._margin()
        """By how much the quest would succeed now, with what is yet to be revealed."""

    def _margin(self) -> int:
        s = self.s
        will = sum([willpower_strength(s, card) for card in committed(s)])
        coming = REVEALED_THREAT * (s.to_reveal or self.players) if s.phase in ("quest", "planning") else 0
        return will - staging_threat(s) - coming

    def situation(self) -> list[Key]:
        """What holds whichever option is chosen."""
        s, player = self.s, self.player
        spare = _clip(len(self.ready) - self.foes, FARTHEST)
        stage = ENTRIES[s.quest[0]] if s.quest else None
        lacking = max(stage.quest_points - s.progress, 0) if stage else 0
        keys: list[Key] = [
            ("phase", s.phase, s.next_step),
            ("margin", _clip(self.margin, FARTHEST)),
            ("threat", player.threat // THREAT_IN_A_STEP),
            ("engaged", min(len(player.engaged), MOST)),
            ("spare", spare),
            ("spare", spare, _clip(self.margin, FARTHEST)),
            ("hand", min(len(player.hand), MOST)),
            ("resources", min(sum([s.cards[hero].resources for hero in player.heroes]), FARTHEST)),
            ("players", self.players),
            ("scenario", s.scenario),
            ("staged", min(len(s.staging), MOST)),
            ("travelled", len(s.active)),
        ]
        if stage:
            keys.append(("stage", s.scenario, stage.stage, min(lacking // PROGRESS_IN_A_STEP, MOST)))
        if s.attacks:
            keys += self._attack()
        return keys

    def _attack(self) -> list[Key]:
        """The attack under way."""
        s, attack = self.s, self.s.attacks[-1]
        if attack.enemy_left or attack.enemy not in s.cards:
            return []
        hit = attack_strength(s, attack.enemy) + attack.bonus
        least = min([health(s, hero) for hero in heroes(s, self.seat)], default=0)
        strength = sum([attack_strength(s, card) for card in attack.attackers if card in s.cards])
        need = health(s, attack.enemy) + defense_strength(s, attack.enemy)
        return [
            ("hit", min(hit, FARTHEST), min(least, MOST)),
            ("hit", min(hit, FARTHEST), len(attack.defenders)),
            ("strikes", _clip(strength - need, FARTHEST)),
        ]

    def of_option(self, kind: str, option: Option) -> list[Key]:
        """What one option touches."""
        if len(option) == 1 or type(option[1]) is not int:
            return []
        verb, card = option[0], option[1]
        if verb == "pay":
            return self._of_payment(option)
        if verb == "player" or verb == "pay-x":
            return [(kind, "whose", int(card == self.seat))] if verb == "player" else []
        if card not in self.s.cards:
            return self._of_hand_card(kind, verb, card)
        entry = ENTRIES[card]
        if entry.type in ("hero", "ally"):
            return self._of_character(kind, verb, card)
        if entry.type == "enemy":
            return self._of_enemy(kind, verb, card)
        if entry.type == "location":
            lacking = entry.quest_points - self.s.cards[card].progress
            return [
                (kind, "location", threat_strength(self.s, card), min(lacking, MOST)),
                (kind, "location-threat", threat_strength(self.s, card)),
            ]
        return []

    def _of_payment(self, option: Option) -> list[Key]:
        """Resources that would be paid: what they leave, and how evenly."""
        spent = dict(zip(option[1::2], option[2::2], strict=True))
        left = [self.s.cards[hero].resources - spent.get(hero, 0) for hero in heroes(self.s, self.seat)]
        return [("uneven", min(max(left) - min(left), MOST)), ("emptied", sum([not one for one in left]))]

    def _of_hand_card(self, kind: str, verb: str, card: int) -> list[Key]:
        """A card that is not in play."""
        entry = ENTRIES[card]
        left = sum([self.s.cards[hero].resources for hero in self.player.heroes]) - entry.cost
        return [
            (kind, verb, entry.type, entry.cost),
            (kind, verb, entry.type, "left", _clip(left, MOST)),
            (kind, verb, entry.type, entry.willpower, entry.attack, entry.defense),
            (kind, verb, entry.type, "spare", _clip(len(self.ready) - self.foes, MOST)),
        ]

    def _of_character(self, kind: str, verb: str, card: int) -> list[Key]:
        s, who = self.s, ENTRIES[card].type
        will, attack, defense = willpower_strength(s, card), attack_strength(s, card), defense_strength(s, card)
        left = health(s, card)
        keys: list[Key] = [
            (kind, who, "health", min(left, MOST), min(s.cards[card].damage, MOST)),
            (kind, who, "numbers", will, attack, defense),
            (kind, who, "ready", int(s.cards[card].exhausted), s.phase),
            (kind, who, "own", int(s.cards[card].seat == self.seat)),
        ]
        if verb == "commit":
            spare = _clip(len(self.ready) - 1 - self.foes, MOST)
            before, after = _clip(self.margin, FARTHEST), _clip(self.margin + will, FARTHEST)
            keys += [
                ("commit", before, after),
                ("commit-spare", spare, will),
                ("commit-spare", spare, before),
                ("commit-fighter", will - attack, will - defense, spare),
            ]
        if s.attacks and not s.attacks[-1].enemy_left and s.attacks[-1].enemy in s.cards:
            keys += self._in_attack(kind, card, attack, defense, left)
        return keys

    def _in_attack(self, kind: str, card: int, attack: int, defense: int, left: int) -> list[Key]:
        """What a character would do in the attack under way."""
        s, now = self.s, self.s.attacks[-1]
        hit = attack_strength(s, now.enemy) + now.bonus
        strength = sum([attack_strength(s, one) for one in now.attackers if one in s.cards])
        need = health(s, now.enemy) + defense_strength(s, now.enemy) - strength
        who = ENTRIES[card].type
        through = _fate(hit - defense, left)
        return [
            (kind, who, "fate", through, _fate(hit + 1 - defense, left)),
            (kind, who, "fate", through, attack),
            (kind, who, "direct", _fate(hit, left)),
            (kind, "need", _clip(need, MOST), min(attack, MOST)),
        ]

    def _of_enemy(self, kind: str, verb: str, card: int) -> list[Key]:
        s = self.s
        attack, tough = attack_strength(s, card), health(s, card) + defense_strength(s, card)
        able = sum([attack_strength(s, one) for one in self.ready])
        spare = _clip(len(self.ready) - self.foes, MOST)
        return [
            (kind, "enemy", min(attack, MOST), spare),
            (kind, "tough", min(tough, FARTHEST)),
            (kind, "able", _clip(able - tough, FARTHEST)),
            (kind, "enemy-threat", threat_strength(s, card), int(s.cards[card].seat >= 0)),
            (kind, "comes", int(ENTRIES[card].engagement_cost <= self.player.threat), spare),
        ]


def _fate(damage: int, left: int) -> int:
    """What damage does to a character."""
    return UNHURT if damage <= 0 else KILLED if damage >= left else HURT


def _clip(number: int, most: int) -> int:
    return max(-most, min(most, number))
