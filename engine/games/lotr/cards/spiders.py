"""The encounter set Spiders of Mirkwood (cards 74-80)."""

from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.lotr.cards.registry import Cue, flags, forced, response, revealed, shadow, travel
from engine.games.lotr.rules.attachments import attach
from engine.games.lotr.rules.attacks import defending_player, undefended
from engine.games.lotr.rules.choosing import choose_among, choose_card, first_copies
from engine.games.lotr.rules.damage import deal, deal_each
from engine.games.lotr.rules.drawing import discard_from_hand, shuffle_deck, take_from_deck
from engine.games.lotr.rules.in_play import characters, committed, each_player, heroes, of_type, order, ready
from engine.games.lotr.rules.knowledge import learn, others_forget
from engine.games.lotr.rules.lasting_effects import boost_each
from engine.games.lotr.rules.revealing import reveal
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState

SEARCHED = 5
"""How deep Mountains of Mirkwood lets players search."""


def exhaust_one(s: GameState, seat: int, cards: list[int]) -> Flow[None]:
    """A player exhausts one of his ready cards, if he has any."""
    able = ready(s, cards)
    if able:
        card = yield from choose_card(s, seat, "exhaust", able)
        s.cards[card].exhausted = True


@revealed("king-spider")
def king_spider(s: GameState, card: int) -> Flow[None]:
    """Each player exhausts a character."""
    for seat in each_player(s):
        yield from exhaust_one(s, seat, characters(s, seat))


@shadow("king-spider")
def king_spider_shadow(s: GameState, card: int) -> Flow[None]:
    """The defending player exhausts one or two characters."""
    seat = defending_player(s)
    for _ in range(2 if undefended(s) else 1):
        yield from exhaust_one(s, seat, characters(s, seat))


@forced("hummerhorns", "engaged")
def hummerhorns(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """Five damage to one hero."""
    able = heroes(s, cue.seat)
    if able:
        hero = yield from choose_card(s, cue.seat, "damage", able)
        yield from deal(s, hero, 5)


@shadow("hummerhorns")
def hummerhorns_shadow(s: GameState, card: int) -> Flow[None]:
    """Damage to every character of the defending player."""
    yield from deal_each(s, characters(s, defending_player(s)), 2 if undefended(s) else 1)


@revealed("ungoliants-spawn")
def ungoliants_spawn(s: GameState, card: int) -> Flow[None]:
    """Questing characters lose willpower."""
    boost_each(s, committed(s), "willpower", -1)
    yield from ()


@shadow("ungoliants-spawn")
def ungoliants_spawn_shadow(s: GameState, card: int) -> Flow[None]:
    """Threat for the defending player."""
    raise_threat(s, defending_player(s), 8 if undefended(s) else 4)
    yield from ()


def _all_have_ready_heroes(s: GameState) -> bool:
    return all(ready(s, heroes(s, seat)) for seat in order(s))


@travel("great-forest-web", _all_have_ready_heroes)
def great_forest_web(s: GameState) -> Flow[None]:
    """Each player exhausts a hero."""
    for seat in each_player(s):
        yield from exhaust_one(s, seat, heroes(s, seat))


@travel("mountains-of-mirkwood", lambda s: bool(s.encounter_deck))
def mountains_of_mirkwood(s: GameState) -> Flow[None]:
    """Reveal an encounter card."""
    yield from reveal(s)


@response("mountains-of-mirkwood", "explored")
def mountains_of_mirkwood_explored(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Each player may take one of his top five cards."""
    for one in each_player(s):
        yield from _search(s, one)


def _search(s: GameState, seat: int) -> Flow[None]:
    seen = s.players[seat].deck[-SEARCHED:]
    if not seen:
        return
    learn(s, seat, seen)
    others_forget(s, seat, seen)
    disclose(s)
    options: list[Option] = [("choose", card) for card in first_copies(seen)]
    choice = yield Decision(seat, "take card", [*options, ("none",)])
    if choice[0] == "choose":
        take_from_deck(s, seat, int(choice[1]))
    shuffle_deck(s, seat)


@revealed("eyes-of-the-forest")
def eyes_of_the_forest(s: GameState, card: int) -> Flow[None]:
    """Events are discarded from every hand."""
    for seat in each_player(s):
        for one in of_type(s.players[seat].hand, "event"):
            discard_from_hand(s, seat, one)
    yield from ()


flags("caught-in-a-web", "condition", "caught", effect="revealed")


@revealed("caught-in-a-web")
def caught_in_a_web(s: GameState, card: int) -> Flow[None]:
    """Attach to a hero of the player with the highest threat; the first player decides a tie."""
    highest = max(s.players[seat].threat for seat in order(s))
    most = [seat for seat in order(s) if s.players[seat].threat == highest]
    seat = yield from choose_among(s, s.first, "caught", most)
    able = heroes(s, seat)
    if able:
        hero = yield from choose_card(s, seat, "caught", able)
        s.resolving.remove(card)
        yield from attach(s, seat, card, hero)
