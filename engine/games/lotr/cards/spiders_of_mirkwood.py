"""The encounter set Spiders of Mirkwood (cards 74-80)."""

from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.cards.registry import Card, forced, response, revealed, shadow, travel
from engine.games.lotr.rules.attachments import attach
from engine.games.lotr.rules.attacks import defending_player, undefended
from engine.games.lotr.rules.choosing import choose_card, choose_player, first_copies
from engine.games.lotr.rules.damage import deal_damage, deal_damage_each
from engine.games.lotr.rules.hand import discard_from_hand, shuffle_deck, take_from_deck
from engine.games.lotr.rules.in_play import characters, committed, each_player, heroes, of_type, player_order, ready
from engine.games.lotr.rules.knowledge import learn_alone
from engine.games.lotr.rules.lasting_effects import boost_each
from engine.games.lotr.rules.revealing import reveal
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState


def _exhaust_one(s: GameState, seat: int, cards: list[int]) -> Flow[None]:
    """A player exhausts one of his ready cards, if he has any."""
    able = ready(s, cards)
    if able:
        card = yield from choose_card(s, seat, "exhaust", able)
        s.cards[card].exhausted = True


class KingSpider(Card, id="king-spider"):
    """When revealed: each player exhausts 1 of his characters. Shadow: the defending player exhausts 1 of his
    characters, 2 if undefended."""

    @revealed
    def exhaust_each(self, s: GameState, card: int) -> Flow[None]:
        for seat in each_player(s):
            yield from _exhaust_one(s, seat, characters(s, seat))

    @shadow
    def exhaust_defender(self, s: GameState, card: int) -> Flow[None]:
        seat = defending_player(s)
        for _ in range(2 if undefended(s) else 1):
            yield from _exhaust_one(s, seat, characters(s, seat))


class Hummerhorns(Card, id="hummerhorns"):
    """Forced: after engaging a player, deal 5 damage to one of his heroes. Shadow: each character of the defending
    player takes 1 damage, 2 if undefended."""

    @forced("engaged")
    def sting_hero(self, s: GameState, card: int, cue: Cue) -> Flow[None]:
        able = heroes(s, cue.seat)
        if able:
            hero = yield from choose_card(s, cue.seat, "damage", able)
            yield from deal_damage(s, hero, 5)

    @shadow
    def sting_all(self, s: GameState, card: int) -> Flow[None]:
        yield from deal_damage_each(s, characters(s, defending_player(s)), 2 if undefended(s) else 1)


class UngoliantsSpawn(Card, id="ungoliants-spawn"):
    """When revealed: each character on the quest has 1 less willpower this phase. Shadow: the defending player's
    threat rises by 4, by 8 if undefended."""

    @revealed
    def weaken(self, s: GameState, card: int) -> None:
        boost_each(s, committed(s), "willpower", -1)

    @shadow
    def terrify(self, s: GameState, card: int) -> None:
        raise_threat(s, defending_player(s), 8 if undefended(s) else 4)


class GreatForestWeb(Card, id="great-forest-web"):
    """Travel: each player exhausts 1 of his heroes."""

    def _all_have_ready_heroes(self, s: GameState) -> bool:
        return all(ready(s, heroes(s, seat)) for seat in player_order(s))

    @travel(_all_have_ready_heroes)
    def exhaust_heroes(self, s: GameState) -> Flow[None]:
        for seat in each_player(s):
            yield from _exhaust_one(s, seat, heroes(s, seat))


class MountainsOfMirkwood(Card, id="mountains-of-mirkwood"):
    """Travel: reveal the top encounter card and add it to the staging area. Response: after it is explored, each
    player may take 1 of the top 5 cards of his deck into hand and shuffles the rest back."""

    _DEPTH = 5

    def _deck(self, s: GameState) -> list[int]:
        return s.encounter_deck

    @travel(_deck)
    def meet(self, s: GameState) -> Flow[None]:
        yield from reveal(s)

    @response("explored")
    def search_decks(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        for one in each_player(s):
            yield from self._search(s, one)

    def _search(self, s: GameState, seat: int) -> Flow[None]:
        top = s.players[seat].deck[-self._DEPTH :]
        if not top:
            return
        learn_alone(s, seat, top)
        disclose(s)
        options: list[Option] = [("choose", card) for card in first_copies(top)]
        choice = yield Decision(seat, "take-card", [*options, ("none",)])
        if choice[0] == "choose":
            take_from_deck(s, seat, int(choice[1]))
        shuffle_deck(s, seat)


class EyesOfTheForest(Card, id="eyes-of-the-forest"):
    """When revealed: each player discards all events from his hand."""

    @revealed
    def discard_events(self, s: GameState, card: int) -> None:
        for seat in each_player(s):
            for event in of_type(s.players[seat].hand, "event"):
                discard_from_hand(s, seat, event)


class CaughtInAWeb(Card, id="caught-in-a-web"):
    """When revealed: the player with the highest threat attaches this card to one of his heroes as a Condition: that
    hero readies in the refresh phase only for 2 resources from his pool.

    The first player decides a tie.
    """

    is_condition = True
    cost_to_ready = 2

    @revealed
    def catch(self, s: GameState, card: int) -> Flow[None]:
        highest = max(s.players[seat].threat for seat in player_order(s))
        tied = [seat for seat in player_order(s) if s.players[seat].threat == highest]
        seat = yield from choose_player(s, s.first_player, "caught", tied)
        able = heroes(s, seat)
        if able:
            hero = yield from choose_card(s, seat, "caught", able)
            s.resolving.remove(card)
            yield from attach(s, seat, card, hero)
