"""The Lore sphere (cards 58-72)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.lotr.cards.heroes import can_look
from engine.games.lotr.cards.registry import Cue, action, adds, event, flags, response
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.rules.attachments import discard_attachment
from engine.games.lotr.rules.choosing import choose_among, choose_card, first_copies
from engine.games.lotr.rules.constant_effects import has_flag
from engine.games.lotr.rules.damage import heal
from engine.games.lotr.rules.drawing import choose_discard, draw, drawers, take_from_deck, to_hand
from engine.games.lotr.rules.in_play import (
    all_characters,
    heroes,
    of_type,
    order,
    staged_enemies,
    staged_locations,
    wounded,
)
from engine.games.lotr.rules.knowledge import learn, learn_all, others_forget
from engine.games.lotr.rules.lasting_effects import boost
from engine.games.lotr.rules.payment import pay, purse
from engine.games.lotr.state import GameState


def _wounded_heroes(s: GameState) -> list[int]:
    return of_type(wounded(s, all_characters(s)), "hero")


def _can_tend(s: GameState, seat: int, card: int) -> bool:
    return not s.cards[card].exhausted and bool(_wounded_heroes(s))


@action("daughter-of-the-nimrodel", _can_tend)
def daughter_of_the_nimrodel(s: GameState, seat: int, card: int) -> Flow[None]:
    """Heal two damage on a hero."""
    s.cards[card].exhausted = True
    hero = yield from choose_card(s, seat, "heal", _wounded_heroes(s))
    heal(s, hero, 2)


def _smiths(s: GameState) -> list[int]:
    """Players with an attachment in the discard pile."""
    return [seat for seat in order(s) if of_type(s.players[seat].discard, "attachment")]


@response("erebor-hammersmith", "played", lambda s, seat, card, cue: cue.card == card and bool(_smiths(s)))
def erebor_hammersmith(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """The topmost attachment of a discard pile returns to hand."""
    one = yield from choose_among(s, seat, "reforge for", _smiths(s))
    pile = s.players[one].discard
    found = of_type(pile, "attachment")[-1]
    pile.remove(found)
    to_hand(s, found)
    learn_all(s, [found])


@action("henamarth-riversong", can_look)
def henamarth_riversong(s: GameState, seat: int, card: int) -> Flow[None]:
    """Look at the top encounter card."""
    s.cards[card].exhausted = True
    learn(s, seat, s.encounter_deck[-1:])
    disclose(s)
    tell(s, "looked", (seat, s.encounter_deck[-1]), only=(seat,))
    yield from ()


def _conditions(s: GameState) -> list[int]:
    """Condition attachments in play, on cards and on decks."""
    found = [card for card, state in s.cards.items() if state.host >= 0]
    found += [card for player in s.players for card in player.shackles]
    return [card for card in found if "Condition" in KIND[card].traits or has_flag(card, "condition")]


@response("miner-of-the-iron-hills", "entered", lambda s, seat, card, cue: cue.card == card and bool(_conditions(s)))
def miner_of_the_iron_hills(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Discard a Condition."""
    found = yield from choose_card(s, seat, "discard attachment", _conditions(s))
    if found in s.cards:
        yield from discard_attachment(s, found)
        return
    for player in s.players:
        if found in player.shackles:
            player.shackles.remove(found)
            s.encounter_discard.append(found)


@action("gleowine", lambda s, seat, card: not s.cards[card].exhausted and bool(drawers(s)))
def gleowine(s: GameState, seat: int, card: int) -> Flow[None]:
    """A player draws a card."""
    s.cards[card].exhausted = True
    player = yield from choose_among(s, seat, "draw for", drawers(s))
    draw(s, player, 1)


@event("lore-of-imladris", lambda s, seat, card: bool(wounded(s, all_characters(s))))
def lore_of_imladris(s: GameState, seat: int, card: int) -> Flow[None]:
    """Heal a character fully."""
    target = yield from choose_card(s, seat, "heal", wounded(s, all_characters(s)))
    heal(s, target, s.cards[target].damage)


@event("loriens-wealth", lambda s, seat, card: bool(drawers(s)))
def loriens_wealth(s: GameState, seat: int, card: int) -> Flow[None]:
    """A player draws three cards."""
    player = yield from choose_among(s, seat, "draw for", drawers(s))
    draw(s, player, 3)


@event("radagasts-cunning", lambda s, seat, card: s.questing and bool(staged_enemies(s)), phase="quest")
def radagasts_cunning(s: GameState, seat: int, card: int) -> Flow[None]:
    """An enemy adds no threat."""
    enemy = yield from choose_card(s, seat, "ignore threat", staged_enemies(s))
    boost(s, enemy, "no threat", 0)


@event("secret-paths", lambda s, seat, card: s.questing and bool(staged_locations(s)), phase="quest")
def secret_paths(s: GameState, seat: int, card: int) -> Flow[None]:
    """A location adds no threat."""
    location = yield from choose_card(s, seat, "ignore threat", staged_locations(s))
    boost(s, location, "no threat", 0)


def _can_search(s: GameState, seat: int, card: int) -> bool:
    return purse(s, seat, "lore") > 0 and any(s.players[one].deck for one in order(s))


@event("gandalfs-search", _can_search)
def gandalfs_search(s: GameState, seat: int, card: int) -> Flow[None]:
    """Look at X cards of a deck, one goes to hand, the rest back on top in any order."""
    one = yield from choose_among(s, seat, "search deck of", [one for one in order(s) if s.players[one].deck])
    deck = s.players[one].deck
    most = min(purse(s, seat, "lore"), len(deck))
    options: list[Option] = [("pay x", x) for x in range(1, most + 1)]
    choice = yield Decision(seat, "choose x", options)
    yield from pay(s, seat, KIND[card], int(choice[1]))
    bottom = len(deck) - int(choice[1])
    learn(s, seat, deck[bottom:])
    others_forget(s, seat, deck[bottom:])
    disclose(s)
    found = yield from choose_card(s, seat, "take card", first_copies(deck[bottom:]))
    take_from_deck(s, one, found)
    learn(s, one, [found])
    disclose(s)
    for place in range(bottom, len(deck) - 1):
        disclose(s)  # being asked, or not, tells whether the cards are copies
        lowest = yield from choose_card(s, seat, "put back next lowest", first_copies(deck[place:]))
        deck.remove(lowest)
        deck.insert(place, lowest)


@event("beorns-hospitality", lambda s, seat, card: bool(_wounded_heroes(s)))
def beorns_hospitality(s: GameState, seat: int, card: int) -> Flow[None]:
    """Heal all heroes of a player."""
    hurt = [one for one in order(s) if wounded(s, heroes(s, one))]
    player = yield from choose_among(s, seat, "heal heroes of", hurt)
    for hero in heroes(s, player):
        heal(s, hero, s.cards[hero].damage)


flags("forest-snare", "cannot attack")
flags("protector-of-lorien", "limited each phase", effect="action")

PROTECTIONS = 3
"""How often it may be used in a phase."""


def _can_protect(s: GameState, seat: int, card: int) -> bool:
    return s.cards[card].uses < PROTECTIONS and bool(s.players[seat].hand)


@action("protector-of-lorien", _can_protect)
def protector_of_lorien(s: GameState, seat: int, card: int) -> Flow[None]:
    """Discard a card for the hero's defense or willpower, as the player likes."""
    s.cards[card].uses += 1
    yield from choose_discard(s, seat)
    choice = yield Decision(seat, "defense or willpower", [("defense",), ("willpower",)])
    boost(s, s.cards[card].host, str(choice[0]), 1)


@adds("dark-knowledge", "willpower")
def dark_knowledge(s: GameState, host: int) -> int:
    """One willpower less."""
    return -1


def _can_peer(s: GameState, seat: int, card: int, cue: Cue) -> bool:
    return cue.seat == seat and not s.cards[card].exhausted


@response("dark-knowledge", "shadow dealt", _can_peer)
def dark_knowledge_peers(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Look at a shadow card just dealt."""
    s.cards[card].exhausted = True
    learn(s, seat, [cue.amount])
    disclose(s)
    tell(s, "looked", (seat, cue.amount), only=(seat,))
    yield from ()


def _can_recover(s: GameState, seat: int, card: int) -> bool:
    state = s.cards[card]
    return not state.exhausted and s.cards[state.host].damage > 0


@action("self-preservation", _can_recover)
def self_preservation(s: GameState, seat: int, card: int) -> Flow[None]:
    """Heal two damage on the bearer."""
    s.cards[card].exhausted = True
    heal(s, s.cards[card].host, 2)
    yield from ()
