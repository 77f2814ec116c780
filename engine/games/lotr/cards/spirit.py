"""The Spirit sphere (cards 43-57)."""

from engine.core.flow import Decision, Flow, Option
from engine.games.lotr.cards.effects import REVEALED, Cue
from engine.games.lotr.cards.registry import Card, action, response
from engine.games.lotr.components.box import ENTRIES, OWNER
from engine.games.lotr.rules.choosing import choose_card, choose_player, first_copies
from engine.games.lotr.rules.constant_effects import has_icon
from engine.games.lotr.rules.entering import give_control, may_enter, put_into_play, return_hero, return_to_staging
from engine.games.lotr.rules.hand import put_into_hand, shuffle_deck
from engine.games.lotr.rules.in_play import (
    characters,
    each_player,
    engaged_enemies,
    of_type,
    player_order,
    ready,
    staged_locations,
    stays_in_play,
)
from engine.games.lotr.rules.knowledge import learn_all
from engine.games.lotr.rules.payment import pay, purse
from engine.games.lotr.rules.progress import place_on_location
from engine.games.lotr.rules.threat import lower_threat, raise_threat
from engine.games.lotr.state import GameState


class WanderingTook(Card, id="wandering-took"):
    """Action, once each round: lower your threat by 3 and give him to another player, whose threat rises by 3."""

    def _others(self, s: GameState, seat: int, card: int) -> list[int]:
        return [one for one in player_order(s) if one != seat]

    @action(_others, limit=1)
    def wander(self, s: GameState, seat: int, card: int) -> Flow[None]:
        other = yield from choose_player(s, seat, "give-control", self._others(s, seat, card))
        lower_threat(s, seat, 3)
        give_control(s, card, other)
        raise_threat(s, other, 3)


class LorienGuide(Card, id="lorien-guide"):
    """Response: after this card commits to the quest, place 1 progress on the active location."""

    def _active_location(self, s: GameState, seat: int, card: int, cue: Cue) -> list[int]:
        return s.active

    @response("committed", _active_location)
    def guide(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        yield from place_on_location(s, s.active[0], 1)


class NorthernTracker(Card, id="northern-tracker"):
    """Response: after this card commits to the quest, place 1 progress on each location in the staging area."""

    def _locations(self, s: GameState, seat: int, card: int, cue: Cue) -> list[int]:
        return staged_locations(s)

    @response("committed", _locations)
    def explore_all(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        locations = {location: s.cards[location] for location in staged_locations(s)}
        for location, state in locations.items():
            if stays_in_play(s, location, state):
                yield from place_on_location(s, location, 1)


class TheGaladhrimsGreeting(Card, id="the-galadhrims-greeting"):
    """Action: lower one player's threat by 6, or each player's threat by 2."""

    @action()
    def lower(self, s: GameState, seat: int, card: int) -> Flow[None]:
        options: list[Option] = [("player", one) for one in player_order(s)]
        choice = yield Decision(seat, "greeting", [*options, ("each",)])
        if choice[0] == "each":
            for one in each_player(s):
                lower_threat(s, one, 2)
        else:
            lower_threat(s, int(choice[1]), 6)


class StrengthOfWill(Card, id="strength-of-will"):
    """Response: after the players travel to a location, exhaust a Spirit character to place 2 progress there."""

    def _characters(self, s: GameState, seat: int) -> list[int]:
        return [card for card in ready(s, characters(s, seat)) if self._is_spirit(s, card)]

    def _is_spirit(self, s: GameState, card: int) -> bool:
        return has_icon(s, card, "spirit") if ENTRIES[card].type == "hero" else ENTRIES[card].sphere == "spirit"

    def _can_explore(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return cue.card in s.active and bool(self._characters(s, seat))

    @response("travelled", _can_explore)
    def explore(self, s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
        one = yield from choose_card(s, seat, "exhaust", self._characters(s, seat))
        s.cards[one].exhausted = True
        yield from place_on_location(s, cue.card, 2)


class HastyStroke(Card, id="hasty-stroke"):
    """Response: cancel a shadow effect that was just triggered."""

    def _not_cancelled(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return not s.cancelled

    @response("shadow", _not_cancelled)
    def cancel(self, s: GameState, seat: int, card: int, cue: Cue) -> None:
        s.cancelled = True


class WillOfTheWest(Card, id="will-of-the-west"):
    """Action: a player shuffles his discard pile into his deck. This card is removed from the game."""

    def _players(self, s: GameState, seat: int, card: int) -> list[int]:
        return [one for one in player_order(s) if any(ENTRIES[gone].type != "hero" for gone in s.players[one].discard)]

    @action(_players)
    def shuffle_back(self, s: GameState, seat: int, card: int) -> Flow[None]:
        one = yield from choose_player(s, seat, "shuffle-back", self._players(s, seat, card))
        player = s.players[one]
        player.deck += [gone for gone in player.discard if ENTRIES[gone].type != "hero"]
        player.discard = of_type(player.discard, "hero")
        shuffle_deck(s, one)
        s.resolving.remove(card)
        s.removed.append(card)


class ATestOfWill(Card, id="a-test-of-will"):
    """Response: cancel what a card does when revealed from the encounter deck."""

    def _has_effect(self, s: GameState, seat: int, card: int, cue: Cue) -> bool:
        return not s.cancelled and cue.card in REVEALED

    @response("revealed", _has_effect)
    def cancel(self, s: GameState, seat: int, card: int, cue: Cue) -> None:
        s.cancelled = True


class StandAndFight(Card, id="stand-and-fight"):
    """Action: put an ally of printed cost X from any player's discard pile into play under your control.

    A neutral ally belongs to no sphere and stays where it is.
    """

    def _allies(self, s: GameState, seat: int, card: int) -> list[int]:
        most = purse(s, seat, "spirit")
        allies = [ally for one in player_order(s) for ally in first_copies(of_type(s.players[one].discard, "ally"))]
        of_spheres = [ally for ally in allies if ENTRIES[ally].sphere != "neutral"]
        return [ally for ally in of_spheres if ENTRIES[ally].cost <= most and may_enter(s, ally)]

    @action(_allies)
    def return_ally(self, s: GameState, seat: int, card: int) -> Flow[None]:
        ally = yield from choose_card(s, seat, "put-into-play", self._allies(s, seat, card))
        yield from pay(s, seat, card, ENTRIES[ally].cost)
        s.players[OWNER[ally]].discard.remove(ally)
        yield from put_into_play(s, seat, ally)


class ALightInTheDark(Card, id="a-light-in-the-dark"):
    """Action: return an enemy engaged with a player to the staging area."""

    def _enemies(self, s: GameState, seat: int, card: int) -> list[int]:
        return engaged_enemies(s)

    @action(_enemies)
    def drive_off(self, s: GameState, seat: int, card: int) -> Flow[None]:
        enemy = yield from choose_card(s, seat, "drive-off", engaged_enemies(s))
        return_to_staging(s, enemy)


class DwarvenTomb(Card, id="dwarven-tomb"):
    """Action: return a Spirit card from your discard pile to your hand."""

    def _cards(self, s: GameState, seat: int, card: int) -> list[int]:
        discard = s.players[seat].discard
        return first_copies([one for one in discard if ENTRIES[one].sphere == "spirit" and ENTRIES[one].type != "hero"])

    @action(_cards)
    def take_back(self, s: GameState, seat: int, card: int) -> Flow[None]:
        one = yield from choose_card(s, seat, "take-back", self._cards(s, seat, card))
        s.players[seat].discard.remove(one)
        put_into_hand(s, one)
        learn_all(s, [one])


class FortuneOrFate(Card, id="fortune-or-fate"):
    """Action: put a hero from any player's discard pile into play under its owner's control."""

    def _heroes(self, s: GameState, seat: int, card: int) -> list[int]:
        return [
            hero for one in player_order(s) for hero in of_type(s.players[one].discard, "hero") if may_enter(s, hero)
        ]

    @action(_heroes)
    def return_fallen_hero(self, s: GameState, seat: int, card: int) -> Flow[None]:
        hero = yield from choose_card(s, seat, "put-into-play", self._heroes(s, seat, card))
        return_hero(s, hero)


class TheFavorOfTheLady(Card, id="the-favor-of-the-lady"):
    """Attached hero has 1 more willpower."""

    adds = {"willpower": 1}


class PowerInTheEarth(Card, id="power-in-the-earth"):
    """Attached location has 1 less threat."""

    adds = {"threat": -1}


class UnexpectedCourage(Card, id="unexpected-courage"):
    """Action: exhaust this card to ready the attached hero."""

    def _hero_exhausted(self, s: GameState, seat: int, card: int) -> bool:
        return s.cards[s.cards[card].host].exhausted

    @action(_hero_exhausted, exhausts=True)
    def ready_hero(self, s: GameState, seat: int, card: int) -> None:
        s.cards[s.cards[card].host].exhausted = False
