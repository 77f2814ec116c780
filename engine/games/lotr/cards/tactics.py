"""The Tactics sphere (cards 28-42)."""

from engine.core.flow import Flow
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.cards.registry import Card, action, adds_to, response
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.attacks import (
    current_attack,
    fighters,
    goes_on,
    strike,
    targets,
    yet_to_attack,
    yet_to_be_attacked,
)
from engine.games.lotr.rules.choosing import choose_card, choose_player
from engine.games.lotr.rules.constant_effects import has_trait
from engine.games.lotr.rules.damage import deal_damage, deal_damage_each
from engine.games.lotr.rules.in_play import all_characters, characters, engaged_enemies, player_order, ready
from engine.games.lotr.rules.lasting_effects import CANNOT_ATTACK, boost, boost_each
from engine.games.lotr.rules.progress import place_progress
from engine.games.lotr.state import Attack, GameState


class GondorianSpearman(Card, id="gondorian-spearman"):
    """Response: after he is declared as a defender, the attacking enemy takes 1 damage."""

    def _enemy_stands(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return not current_attack(s).enemy_left

    @response("defended", _enemy_stands)
    def strike_back(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        yield from deal_damage(s, current_attack(s).enemy, 1)


class Beorn(Card, id="beorn"):
    """Action, once each round: he has 5 more attack this phase; when it ends he is shuffled into the deck."""

    @action(limit=1)
    def turn_into_bear(self, s: GameState, seat: int, card: int) -> None:
        boost(s, card, "attack", 5)
        boost(s, card, "into-deck", 0)


class BladeMastery(Card, id="blade-mastery"):
    """Action: a character has 1 more attack and 1 more defense this phase."""

    def _characters(self, s: GameState, seat: int, card: int) -> list[int]:
        return all_characters(s)

    @action(_characters)
    def strengthen(self, s: GameState, seat: int, card: int) -> Flow[None]:
        target = yield from choose_card(s, seat, "strengthen", all_characters(s))
        boost(s, target, "attack", 1)
        boost(s, target, "defense", 1)


class RainOfArrows(Card, id="rain-of-arrows"):
    """Action: exhaust a ranged character of yours and choose a player; each enemy engaged with him takes 1 damage."""

    def _archers(self, s: GameState, seat: int) -> list[int]:
        return [card for card in ready(s, characters(s, seat)) if ENTRIES[card].ranged]

    def _enemies(self, s: GameState, seat: int, card: int) -> list[int]:
        return engaged_enemies(s) if self._archers(s, seat) else []

    @action(_enemies)
    def shoot(self, s: GameState, seat: int, card: int) -> Flow[None]:
        archer = yield from choose_card(s, seat, "exhaust", self._archers(s, seat))
        s.cards[archer].exhausted = True
        engaged = [one for one in player_order(s) if s.players[one].engaged]
        player = yield from choose_player(s, seat, "enemies-of", engaged)
        yield from deal_damage_each(s, s.players[player].engaged, 1)


class Feint(Card, id="feint"):
    """Combat action: an enemy engaged with a player cannot attack him this phase."""

    def _enemies(self, s: GameState, seat: int, card: int) -> list[int]:
        return yet_to_attack(s)

    @action(_enemies, phase="combat")
    def hold_back(self, s: GameState, seat: int, card: int) -> Flow[None]:
        enemy = yield from choose_card(s, seat, "hold-back", yet_to_attack(s))
        boost(s, enemy, CANNOT_ATTACK, s.cards[enemy].seat)


class QuickStrike(Card, id="quick-strike"):
    """Action: exhaust one of your characters; it attacks an eligible enemy at once."""

    def _attacks(self, s: GameState, seat: int, card: int) -> list[tuple[int, int]]:
        return [(one, enemy) for one in fighters(s, seat) for enemy in targets(s, seat, one)]

    @action(_attacks)
    def attack(self, s: GameState, seat: int, card: int) -> Flow[None]:
        able = list(dict(self._attacks(s, seat, card)))
        fighter = yield from choose_card(s, seat, "attack-with", able)
        enemy = yield from choose_card(s, seat, "attack-enemy", targets(s, seat, fighter))
        s.cards[fighter].exhausted = True
        s.attacks.append(Attack(enemy, seat, attackers=[fighter]))
        yield from strike(s)


class ThicketOfSpears(Card, id="thicket-of-spears"):
    """Paid by three different heroes. Combat action: enemies engaged with a player cannot attack him this phase."""

    paid_by_different_heroes = True

    def _enemies(self, s: GameState, seat: int, card: int) -> list[int]:
        return yet_to_attack(s)

    @action(_enemies, phase="combat")
    def protect(self, s: GameState, seat: int, card: int) -> Flow[None]:
        player = yield from choose_player(s, seat, "protect", yet_to_be_attacked(s))
        boost_each(s, s.players[player].engaged, CANNOT_ATTACK, player)


class SwiftStrike(Card, id="swift-strike"):
    """Response: after a character is declared as a defender, the attacking enemy takes 2 damage."""

    def _enemy_stands(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return not current_attack(s).enemy_left

    @response("defended", _enemy_stands)
    def strike_first(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        yield from deal_damage(s, current_attack(s).enemy, 2)


class StandTogether(Card, id="stand-together"):
    """Combat action: a player may declare any number of defenders against each enemy attacking him this phase."""

    def _players(self, s: GameState, seat: int, card: int) -> list[int]:
        """Who has still to declare a defender: before an enemy attacks, or just after it was chosen (p. 18)."""
        seats = yet_to_be_attacked(s)
        if s.next_step == "defend" and goes_on(s):
            seats.append(current_attack(s).seat)
        return [one for one in player_order(s) if one in seats]

    @action(_players, phase="combat")
    def allow(self, s: GameState, seat: int, card: int) -> Flow[None]:
        player = yield from choose_player(s, seat, "protect", self._players(s, seat, card))
        s.players[player].several_defenders = True


class BladeOfGondolin(Card, id="blade-of-gondolin"):
    """Attached hero has 1 more attack against Orcs. Response: after he attacks and destroys an enemy, place 1
    progress on the quest."""

    @adds_to("attack")
    def against_orcs(self, s: GameState, hero: int) -> int:
        if not s.attacks:
            return 0
        attack = current_attack(s)
        return int(hero in attack.attackers and "Orc" in ENTRIES[attack.enemy].traits)

    def _hero_attacked(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return s.cards[card].host in current_attack(s).attackers

    @response("attack-destroyed", _hero_attacked, itself=False)
    def make_progress(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        yield from place_progress(s, 1)


class CitadelPlate(Card, id="citadel-plate"):
    """Attached hero has 4 more hit points."""

    adds = {"hit-points": 4}


class DwarvenAxe(Card, id="dwarven-axe"):
    """Attached hero has 1 more attack, a Dwarf 2."""

    @adds_to("attack")
    def for_hero(self, s: GameState, hero: int) -> int:
        return 2 if has_trait(s, hero, "Dwarf") else 1


class HornOfGondor(Card, id="horn-of-gondor"):
    """Response: after a character is destroyed, the attached hero gains a resource."""

    @response("destroyed", itself=False)
    def gain_resource(self, s: GameState, seat: int, card: int, cue: Cue) -> None:
        s.cards[s.cards[card].host].resources += 1
