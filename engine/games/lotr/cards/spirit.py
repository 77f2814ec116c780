"""The Spirit sphere (cards 43-57)."""

from engine.core.flow import Decision, Flow, Option
from engine.games.lotr.cards.registry import REVEALED, Cue, action, adds, event, response
from engine.games.lotr.components.kinds import KIND, OWNER
from engine.games.lotr.rules.choosing import choose_among, choose_card, first_copies
from engine.games.lotr.rules.constant_effects import has_icon
from engine.games.lotr.rules.drawing import shuffle_deck, to_hand
from engine.games.lotr.rules.entering import give_control, may_enter, put_into_play, return_hero, return_to_staging
from engine.games.lotr.rules.in_play import (
    characters,
    each_player,
    engaged_enemies,
    of_type,
    order,
    players_left,
    ready,
    staged_locations,
)
from engine.games.lotr.rules.knowledge import learn_all
from engine.games.lotr.rules.payment import pay, purse
from engine.games.lotr.rules.progress import place_on_location
from engine.games.lotr.rules.threat import lower_threat, raise_threat
from engine.games.lotr.state import GameState


def _can_wander(s: GameState, seat: int, card: int) -> bool:
    return not s.cards[card].uses and players_left(s) > 1


@action("wandering-took", _can_wander)
def wandering_took(s: GameState, seat: int, card: int) -> Flow[None]:
    """Three threat and this ally go to another player."""
    s.cards[card].uses = 1
    other = yield from choose_among(s, seat, "give control", [one for one in order(s) if one != seat])
    lower_threat(s, seat, 3)
    give_control(s, card, other)
    raise_threat(s, other, 3)


@response("lorien-guide", "committed", lambda s, seat, card, cue: cue.card == card and bool(s.active))
def lorien_guide(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """One progress on the active location."""
    yield from place_on_location(s, s.active[0], 1)


@response("northern-tracker", "committed", lambda s, seat, card, cue: cue.card == card and bool(staged_locations(s)))
def northern_tracker(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """One progress on every location in the staging area."""
    for location in staged_locations(s):
        if location in s.cards:
            yield from place_on_location(s, location, 1)


@event("the-galadhrims-greeting")
def the_galadhrims_greeting(s: GameState, seat: int, card: int) -> Flow[None]:
    """Six threat less for one player or two for each."""
    options: list[Option] = [("player", one) for one in order(s)]
    choice = yield Decision(seat, "greeting", [*options, ("each",)])
    if choice[0] == "each":
        for one in each_player(s):
            lower_threat(s, one, 2)
    else:
        lower_threat(s, int(choice[1]), 6)


def _willing(s: GameState, seat: int) -> list[int]:
    """Ready Spirit characters of a player."""
    found = []
    for card in ready(s, characters(s, seat)):
        hero = KIND[card].type == "hero"
        if has_icon(s, card, "spirit") if hero else KIND[card].sphere == "spirit":
            found.append(card)
    return found


@response("strength-of-will", "travelled", lambda s, seat, card, cue: cue.card in s.active and bool(_willing(s, seat)))
def strength_of_will(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Exhaust a Spirit character for two progress on the location."""
    one = yield from choose_card(s, seat, "exhaust", _willing(s, seat))
    s.cards[one].exhausted = True
    yield from place_on_location(s, cue.card, 2)


@response("hasty-stroke", "shadow", lambda s, seat, card, cue: not s.cancelled)
def hasty_stroke(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Cancel a shadow effect."""
    s.cancelled = True
    yield from ()


def _mourners(s: GameState) -> list[int]:
    """Players with cards, other than heroes, in the discard pile."""
    return [seat for seat in order(s) if any(KIND[card].type != "hero" for card in s.players[seat].discard)]


@event("will-of-the-west", lambda s, seat, card: bool(_mourners(s)))
def will_of_the_west(s: GameState, seat: int, card: int) -> Flow[None]:
    """A discard pile goes back into its deck; this card is gone for good."""
    one = yield from choose_among(s, seat, "shuffle back", _mourners(s))
    player = s.players[one]
    player.deck += [card for card in player.discard if KIND[card].type != "hero"]
    player.discard = of_type(player.discard, "hero")
    shuffle_deck(s, one)
    s.resolving.remove(card)
    s.removed.append(card)


@response("a-test-of-will", "revealed", lambda s, seat, card, cue: not s.cancelled and KIND[cue.card].id in REVEALED)
def a_test_of_will(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Cancel what a card does when revealed."""
    s.cancelled = True
    yield from ()


def _fallen_allies(s: GameState, seat: int) -> list[int]:
    """Allies in discard piles that the player can pay for; a neutral one belongs to no sphere and stays there."""
    most = purse(s, seat, "spirit")
    fallen = [card for one in order(s) for card in first_copies(of_type(s.players[one].discard, "ally"))]
    spheres = [card for card in fallen if KIND[card].sphere != "neutral"]
    return [card for card in spheres if KIND[card].cost <= most and may_enter(s, card)]


@event("stand-and-fight", lambda s, seat, card: bool(_fallen_allies(s, seat)))
def stand_and_fight(s: GameState, seat: int, card: int) -> Flow[None]:
    """An ally from a discard pile, for its printed cost."""
    ally = yield from choose_card(s, seat, "put into play", _fallen_allies(s, seat))
    yield from pay(s, seat, KIND[card], KIND[ally].cost)
    s.players[OWNER[ally]].discard.remove(ally)
    yield from put_into_play(s, seat, ally)


@event("a-light-in-the-dark", lambda s, seat, card: bool(engaged_enemies(s)))
def a_light_in_the_dark(s: GameState, seat: int, card: int) -> Flow[None]:
    """An engaged enemy returns to the staging area."""
    enemy = yield from choose_card(s, seat, "drive off", engaged_enemies(s))
    return_to_staging(s, enemy)


def _spirit_discards(s: GameState, seat: int) -> list[int]:
    found = [card for card in s.players[seat].discard if KIND[card].sphere == "spirit" and KIND[card].type != "hero"]
    return first_copies(found)


@event("dwarven-tomb", lambda s, seat, card: bool(_spirit_discards(s, seat)))
def dwarven_tomb(s: GameState, seat: int, card: int) -> Flow[None]:
    """A Spirit card comes back to hand."""
    found = yield from choose_card(s, seat, "take back", _spirit_discards(s, seat))
    s.players[seat].discard.remove(found)
    to_hand(s, found)
    learn_all(s, [found])


def _fallen_heroes(s: GameState) -> list[int]:
    return [card for seat in order(s) for card in of_type(s.players[seat].discard, "hero") if may_enter(s, card)]


@event("fortune-or-fate", lambda s, seat, card: bool(_fallen_heroes(s)))
def fortune_or_fate(s: GameState, seat: int, card: int) -> Flow[None]:
    """A fallen hero returns."""
    hero = yield from choose_card(s, seat, "put into play", _fallen_heroes(s))
    return_hero(s, hero)


@adds("the-favor-of-the-lady", "willpower")
def the_favor_of_the_lady(s: GameState, host: int) -> int:
    """One willpower."""
    return 1


@adds("power-in-the-earth", "threat")
def power_in_the_earth(s: GameState, host: int) -> int:
    """One threat less."""
    return -1


def _can_rouse(s: GameState, seat: int, card: int) -> bool:
    state = s.cards[card]
    return not state.exhausted and s.cards[state.host].exhausted


@action("unexpected-courage", _can_rouse)
def unexpected_courage(s: GameState, seat: int, card: int) -> Flow[None]:
    """Ready the hero."""
    s.cards[card].exhausted = True
    s.cards[s.cards[card].host].exhausted = False
    yield from ()
