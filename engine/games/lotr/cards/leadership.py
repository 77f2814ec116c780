"""The Leadership sphere (cards 13-27)."""

from engine.core.flow import Flow
from engine.core.state import disclose
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.cards.registry import Card, action, response
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.choosing import choose_card, choose_player, first_copies
from engine.games.lotr.rules.constant_effects import has_trait
from engine.games.lotr.rules.damage import deal_damage_each
from engine.games.lotr.rules.entering import engage, may_enter, put_into_play
from engine.games.lotr.rules.hand import able_to_draw, draw, take_from_hand
from engine.games.lotr.rules.in_play import (
    all_characters,
    characters,
    committed,
    enemies_in_play,
    exhausted,
    heroes,
    of_type,
    player_order,
    ready,
    staged_enemies,
    staged_locations,
    stays_in_play,
)
from engine.games.lotr.rules.lasting_effects import boost, boost_each
from engine.games.lotr.rules.progress import place_on_location
from engine.games.lotr.state import GameState


class Faramir(Card, id="faramir"):
    """Action: exhaust him and choose a player; that player's characters have 1 more willpower this phase."""

    def _committed(self, s: GameState, seat: int, card: int) -> list[int]:
        return committed(s) if s.questing else []

    @action(_committed, exhausts=True)
    def rally(self, s: GameState, seat: int, card: int) -> Flow[None]:
        questing = [one for one in player_order(s) if any(s.cards[who].committed for who in characters(s, one))]
        player = yield from choose_player(s, seat, "rally", questing)
        boost_each(s, characters(s, player), "willpower", 1)


class SonOfArnor(Card, id="son-of-arnor"):
    """Response: after he enters play, engage an enemy from the staging area or from another player."""

    def _enemies(self, s: GameState, seat: int, card: int, cue: Cue) -> list[int]:
        return staged_enemies(s) + [enemy for one in player_order(s) if one != seat for enemy in s.players[one].engaged]

    @response("entered", _enemies)
    def engage_enemy(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        enemy = yield from choose_card(s, seat, "engage-enemy", self._enemies(s, seat, card, cue))
        yield from engage(s, enemy, seat)


class SnowbournScout(Card, id="snowbourn-scout"):
    """Response: after he enters play, place 1 progress on a location."""

    def _locations(self, s: GameState, seat: int, card: int, cue: Cue) -> list[int]:
        return s.active + staged_locations(s)

    @response("entered", _locations)
    def explore(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        location = yield from choose_card(s, seat, "progress-on", self._locations(s, seat, card, cue))
        yield from place_on_location(s, location, 1)


class LongbeardOrcSlayer(Card, id="longbeard-orc-slayer"):
    """Response: after he enters play, each Orc enemy in play takes 1 damage."""

    def _orcs(self, s: GameState, seat: int, card: int, cue: Cue) -> list[int]:
        return [enemy for enemy in enemies_in_play(s) if "Orc" in ENTRIES[enemy].traits]

    @response("entered", _orcs)
    def wound_orcs(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        yield from deal_damage_each(s, self._orcs(s, seat, card, cue), 1)


class BrokIronfist(Card, id="brok-ironfist"):
    """Response: after a Dwarf hero of yours leaves play, put him into play from your hand."""

    def _can_avenge(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        hero = ENTRIES[cue.card]
        if hero.type != "hero" or "Dwarf" not in hero.traits or cue.seat != seat:
            return False
        return card in s.players[seat].hand and may_enter(s, card)

    @response("left", _can_avenge, from_hand=True)
    def enter(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        take_from_hand(s, seat, card)
        yield from put_into_play(s, seat, card)


class EverVigilant(Card, id="ever-vigilant"):
    """Action: ready an ally."""

    def _allies(self, s: GameState, seat: int, card: int) -> list[int]:
        return of_type(exhausted(s, all_characters(s)), "ally")

    @action(_allies)
    def ready_ally(self, s: GameState, seat: int, card: int) -> Flow[None]:
        ally = yield from choose_card(s, seat, "ready", self._allies(s, seat, card))
        s.cards[ally].exhausted = False


class CommonCause(Card, id="common-cause"):
    """Action: exhaust one of your heroes to ready a different hero."""

    def _heroes_to_ready(self, s: GameState, seat: int, card: int) -> list[int]:
        return of_type(exhausted(s, all_characters(s)), "hero") if ready(s, heroes(s, seat)) else []

    @action(_heroes_to_ready)
    def trade(self, s: GameState, seat: int, card: int) -> Flow[None]:
        able = self._heroes_to_ready(s, seat, card)
        giver = yield from choose_card(s, seat, "exhaust", ready(s, heroes(s, seat)))
        hero = yield from choose_card(s, seat, "ready", able)
        s.cards[giver].exhausted = True
        s.cards[hero].exhausted = False


class ForGondor(Card, id="for-gondor"):
    """Action: this phase all characters have 1 more attack, and Gondor characters 1 more defense as well."""

    def _characters(self, s: GameState, seat: int, card: int) -> list[int]:
        return all_characters(s)

    @action(_characters)
    def strengthen(self, s: GameState, seat: int, card: int) -> None:
        for one in all_characters(s):
            boost(s, one, "attack", 1)
            if has_trait(s, one, "Gondor"):
                boost(s, one, "defense", 1)


class SneakAttack(Card, id="sneak-attack"):
    """Action: put an ally from your hand into play; if it is still there when the phase ends, it returns to hand."""

    def _allies(self, s: GameState, seat: int, card: int) -> list[int]:
        return [one for one in first_copies(of_type(s.players[seat].hand, "ally")) if may_enter(s, one)]

    @action(_allies)
    def ambush(self, s: GameState, seat: int, card: int) -> Flow[None]:
        disclose(s)  # whether there is a choice at all tells of the hand
        ally = yield from choose_card(s, seat, "put-into-play", self._allies(s, seat, card))
        take_from_hand(s, seat, ally)
        entered = yield from put_into_play(s, seat, ally)
        if stays_in_play(s, ally, entered):
            boost(s, ally, "to-hand", 0)


class ValiantSacrifice(Card, id="valiant-sacrifice"):
    """Response: after an ally leaves play, its controller draws 2 cards."""

    def _ally_left(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return ENTRIES[cue.card].type == "ally" and cue.seat in able_to_draw(s)

    @response("left", _ally_left)
    def draw_two(self, s: GameState, seat: int, card: int, cue: Cue) -> None:
        draw(s, cue.seat, 2)


class GrimResolve(Card, id="grim-resolve"):
    """Action: ready every character in play."""

    def _exhausted(self, s: GameState, seat: int, card: int) -> list[int]:
        return exhausted(s, all_characters(s))

    @action(_exhausted)
    def ready_all(self, s: GameState, seat: int, card: int) -> None:
        for one in all_characters(s):
            s.cards[one].exhausted = False


class StewardOfGondor(Card, id="steward-of-gondor"):
    """Attached hero gains the Gondor trait. Action: exhaust this card; that hero gains 2 resources."""

    gives_trait = "Gondor"

    @action(exhausts=True)
    def gain_resources(self, s: GameState, seat: int, card: int) -> None:
        s.cards[s.cards[card].host].resources += 2


class CelebriansStone(Card, id="celebrians-stone"):
    """Attached hero has 2 more willpower. Aragorn also gains a Spirit icon."""

    adds = {"willpower": 2}
    gives_icon = {"aragorn": "spirit"}
