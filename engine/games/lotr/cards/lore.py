"""The Lore sphere (cards 58-72)."""

from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.lotr.cards.effects import VALUES, Cue
from engine.games.lotr.cards.registry import Card, action, response
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.attachments import detach_from_deck, discard_attachment
from engine.games.lotr.rules.choosing import choose_card, choose_player, first_copies
from engine.games.lotr.rules.damage import heal
from engine.games.lotr.rules.hand import able_to_draw, choose_discard, draw, put_into_hand, take_from_deck
from engine.games.lotr.rules.in_play import (
    all_characters,
    heroes,
    of_type,
    player_order,
    staged_enemies,
    staged_locations,
    wounded,
)
from engine.games.lotr.rules.knowledge import learn_all, learn_alone, look_at
from engine.games.lotr.rules.lasting_effects import boost
from engine.games.lotr.rules.payment import pay, purse
from engine.games.lotr.state import GameState


class DaughterOfTheNimrodel(Card, id="daughter-of-the-nimrodel"):
    """Action: exhaust this card to heal up to 2 damage on a hero."""

    def _heroes(self, s: GameState, seat: int, card: int) -> list[int]:
        return of_type(wounded(s, all_characters(s)), "hero")

    @action(_heroes, exhausts=True)
    def heal_hero(self, s: GameState, seat: int, card: int) -> Flow[None]:
        hero = yield from choose_card(s, seat, "heal", self._heroes(s, seat, card))
        heal(s, hero, 2)


class EreborHammersmith(Card, id="erebor-hammersmith"):
    """Response: after you play this card, the topmost attachment of a player's discard pile returns to his hand."""

    def _players(self, s: GameState, seat: int, card: int, cue: Cue) -> list[int]:
        return [one for one in player_order(s) if of_type(s.players[one].discard, "attachment")]

    @response("played", _players)
    def reforge(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        one = yield from choose_player(s, seat, "reforge-for", self._players(s, seat, card, cue))
        pile = s.players[one].discard
        attachment = of_type(pile, "attachment")[-1]
        pile.remove(attachment)
        put_into_hand(s, attachment)
        learn_all(s, [attachment])


class HenamarthRiversong(Card, id="henamarth-riversong"):
    """Action: exhaust this card to look at the top encounter card."""

    def _can_look(self, s: GameState, seat: int, card: int) -> bool:
        return bool(s.encounter_deck)

    @action(_can_look, exhausts=True)
    def look(self, s: GameState, seat: int, card: int) -> None:
        look_at(s, seat, s.encounter_deck[-1])


class MinerOfTheIronHills(Card, id="miner-of-the-iron-hills"):
    """Response: after this card enters play, discard a Condition attachment from play."""

    def _conditions(self, s: GameState, seat: int, card: int, cue: Cue) -> list[int]:
        attachments = [one for one, state in s.cards.items() if state.host >= 0]
        attachments += [one for player in s.players for one in player.on_deck]
        return [one for one in attachments if "Condition" in ENTRIES[one].traits or VALUES[one].is_condition]

    @response("entered", _conditions)
    def discard_condition(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        condition = yield from choose_card(s, seat, "discard-attachment", self._conditions(s, seat, card, cue))
        if condition in s.cards:
            yield from discard_attachment(s, condition)
        else:
            detach_from_deck(s, condition)


class Gleowine(Card, id="gleowine"):
    """Action: exhaust him; a player draws a card."""

    def _drawers(self, s: GameState, seat: int, card: int) -> list[int]:
        return able_to_draw(s)

    @action(_drawers, exhausts=True)
    def draw_one(self, s: GameState, seat: int, card: int) -> Flow[None]:
        player = yield from choose_player(s, seat, "draw-for", able_to_draw(s))
        draw(s, player, 1)


class LoreOfImladris(Card, id="lore-of-imladris"):
    """Action: heal all damage on a character."""

    def _characters(self, s: GameState, seat: int, card: int) -> list[int]:
        return wounded(s, all_characters(s))

    @action(_characters)
    def heal_fully(self, s: GameState, seat: int, card: int) -> Flow[None]:
        target = yield from choose_card(s, seat, "heal", self._characters(s, seat, card))
        heal(s, target, s.cards[target].damage)


class LoriensWealth(Card, id="loriens-wealth"):
    """Action: a player draws 3 cards."""

    def _drawers(self, s: GameState, seat: int, card: int) -> list[int]:
        return able_to_draw(s)

    @action(_drawers)
    def draw_three(self, s: GameState, seat: int, card: int) -> Flow[None]:
        player = yield from choose_player(s, seat, "draw-for", able_to_draw(s))
        draw(s, player, 3)


class RadagastsCunning(Card, id="radagasts-cunning"):
    """Quest action: an enemy in the staging area adds no threat this phase."""

    def _enemies(self, s: GameState, seat: int, card: int) -> list[int]:
        return staged_enemies(s) if s.questing else []

    @action(_enemies, phase="quest")
    def ignore_enemy(self, s: GameState, seat: int, card: int) -> Flow[None]:
        enemy = yield from choose_card(s, seat, "ignore-threat", staged_enemies(s))
        boost(s, enemy, "no-threat", 0)


class SecretPaths(Card, id="secret-paths"):
    """Quest action: a location in the staging area adds no threat this phase."""

    def _locations(self, s: GameState, seat: int, card: int) -> list[int]:
        return staged_locations(s) if s.questing else []

    @action(_locations, phase="quest")
    def ignore_location(self, s: GameState, seat: int, card: int) -> Flow[None]:
        location = yield from choose_card(s, seat, "ignore-threat", staged_locations(s))
        boost(s, location, "no-threat", 0)


class GandalfsSearch(Card, id="gandalfs-search"):
    """Action: look at the top X cards of a player's deck, put one in his hand and the rest back on top in any order."""

    def _players(self, s: GameState, seat: int, card: int) -> list[int]:
        return [one for one in player_order(s) if s.players[one].deck] if purse(s, seat, "lore") > 0 else []

    @action(_players)
    def search(self, s: GameState, seat: int, card: int) -> Flow[None]:
        one = yield from choose_player(s, seat, "search-deck-of", self._players(s, seat, card))
        deck = s.players[one].deck
        most = min(purse(s, seat, "lore"), len(deck))
        options: list[Option] = [("pay-x", x) for x in range(1, most + 1)]
        choice = yield Decision(seat, "choose-x", options)
        yield from pay(s, seat, card, int(choice[1]))
        bottom = len(deck) - int(choice[1])
        learn_alone(s, seat, deck[bottom:])
        disclose(s)
        taken = yield from choose_card(s, seat, "take-card", first_copies(deck[bottom:]))
        take_from_deck(s, one, taken)
        disclose(s)
        yield from self._put_back(s, seat, deck, bottom)

    def _put_back(self, s: GameState, seat: int, deck: list[int], bottom: int) -> Flow[None]:
        """Order the cards from a place of the deck up to its top, the lowest first."""
        for place in range(bottom, len(deck) - 1):
            disclose(s)  # being asked, or not, tells whether the cards are copies
            lowest = yield from choose_card(s, seat, "put-back-next-lowest", first_copies(deck[place:]))
            deck.remove(lowest)
            deck.insert(place, lowest)


class BeornsHospitality(Card, id="beorns-hospitality"):
    """Action: heal all damage on every hero of a player."""

    def _players(self, s: GameState, seat: int, card: int) -> list[int]:
        return [one for one in player_order(s) if wounded(s, heroes(s, one))]

    @action(_players)
    def heal_heroes(self, s: GameState, seat: int, card: int) -> Flow[None]:
        player = yield from choose_player(s, seat, "heal-heroes-of", self._players(s, seat, card))
        for hero in heroes(s, player):
            heal(s, hero, s.cards[hero].damage)


class ForestSnare(Card, id="forest-snare"):
    """Attached enemy cannot attack."""

    cannot_attack = True


class ProtectorOfLorien(Card, id="protector-of-lorien"):
    """Action, up to 3 times each phase: discard a card from hand; attached hero has 1 more defense or willpower."""

    def _hand(self, s: GameState, seat: int, card: int) -> list[int]:
        return s.players[seat].hand

    @action(_hand, limit=3, limit_per="phase")
    def protect(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from choose_discard(s, seat)
        choice = yield Decision(seat, "defense-or-willpower", [("defense",), ("willpower",)])
        boost(s, s.cards[card].host, str(choice[0]), 1)


class DarkKnowledge(Card, id="dark-knowledge"):
    """Attached hero has 1 less willpower. Response: exhaust this card to look at a shadow card just dealt to an enemy
    attacking you."""

    adds = {"willpower": -1}

    def _dealt_to_own_enemy(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return cue.seat == seat

    @response("shadow-dealt", _dealt_to_own_enemy, itself=False, exhausts=True)
    def look(self, s: GameState, seat: int, card: int, cue: Cue) -> None:
        look_at(s, seat, cue.other)


class SelfPreservation(Card, id="self-preservation"):
    """Action: exhaust this card to heal 2 damage on the attached character."""

    def _is_wounded(self, s: GameState, seat: int, card: int) -> bool:
        return s.cards[s.cards[card].host].damage > 0

    @action(_is_wounded, exhausts=True)
    def recover(self, s: GameState, seat: int, card: int) -> None:
        heal(s, s.cards[card].host, 2)
