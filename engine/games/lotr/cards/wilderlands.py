"""The encounter set Wilderlands (cards 81-88)."""

from engine.core.flow import Flow
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.cards.registry import Card, combat_over, excess_damage, forced, revealed, shadow
from engine.games.lotr.rules.attacks import attack_at_once, current_attack, defending_player, undefended
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.damage import deal_damage
from engine.games.lotr.rules.encounter_deck import put_on_encounter_deck
from engine.games.lotr.rules.entering import return_to_staging
from engine.games.lotr.rules.in_play import characters, each_player
from engine.games.lotr.rules.progress import place_on_location, remove_progress
from engine.games.lotr.rules.removal import take_out_of_play
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState, InPlay


class WolfRider(Card, id="wolf-rider"):
    """Shadow: it attacks the defending player itself, with a shadow card of its own; after combat it goes on top of
    the encounter deck."""

    @shadow
    def attack_too(self, s: GameState, card: int) -> Flow[None]:
        seat = defending_player(s)
        s.cards[current_attack(s).enemy].open_shadows.remove(card)
        s.riders.append(card)
        s.cards[card] = InPlay()
        yield from attack_at_once(s, card, seat)

    @combat_over
    def return_to_deck(self, s: GameState, card: int) -> None:
        take_out_of_play(s, card)
        put_on_encounter_deck(s, card)


class HillTroll(Card, id="hill-troll"):
    """Combat damage beyond the hit points of the damaged character raises the attacked player's threat."""

    @excess_damage
    def terrify(self, s: GameState, seat: int, excess: int) -> None:
        raise_threat(s, seat, excess)


class GoblinSniper(Card, id="goblin-sniper"):
    """Cannot be engaged by choice while other enemies are in the staging area. Forced: when the combat phase ends with
    it there, each player deals 1 damage to 1 of his characters."""

    hides_behind_others = True

    @forced("combat-ends")
    def snipe(self, s: GameState, card: int, cue: Cue) -> Flow[None]:
        for seat in each_player(s):
            able = characters(s, seat)
            if able:
                target = yield from choose_card(s, seat, "damage", able)
                yield from deal_damage(s, target, 1)


class MarshAdder(Card, id="marsh-adder"):
    """Forced: each time it attacks a player, his threat rises by 1."""

    @forced("attacks")
    def terrify(self, s: GameState, card: int, cue: Cue) -> None:
        raise_threat(s, cue.seat, 1)


class Wargs(Card, id="wargs"):
    """Forced: after attacking, it returns to the staging area if a shadow card without effect was dealt to it. Shadow:
    the attacking enemy has 1 more attack, 2 if undefended."""

    @forced("attacked")
    def retreat(self, s: GameState, card: int, cue: Cue) -> None:
        if current_attack(s).blank_shadow and s.cards[card].seat >= 0:
            return_to_staging(s, card)

    @shadow
    def strengthen(self, s: GameState, card: int) -> None:
        current_attack(s).bonus += 2 if undefended(s) else 1


class Despair(Card, id="despair"):
    """When revealed: remove 4 progress from the quest. Shadow: the defending character does not count its defense."""

    @revealed
    def lose_progress(self, s: GameState, card: int) -> None:
        remove_progress(s, 4)

    @shadow
    def ignore_defense(self, s: GameState, card: int) -> None:
        current_attack(s).ignores_defense = True


class TheBrownLands(Card, id="the-brown-lands"):
    """Forced: after the players travel here, place 1 progress on it."""

    @forced("travelled")
    def make_progress(self, s: GameState, card: int, cue: Cue) -> Flow[None]:
        yield from place_on_location(s, card, 1)


class TheEastBight(Card, id="the-east-bight"):
    """Players who may travel must travel here."""

    must_be_travelled_to = True
