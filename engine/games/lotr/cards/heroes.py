"""The twelve heroes (cards 1-12)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import disclose
from engine.games.lotr.cards.registry import Cue, action, adds, flags, response
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.rules.attacks import current
from engine.games.lotr.rules.choosing import choose_among, choose_card
from engine.games.lotr.rules.damage import heal
from engine.games.lotr.rules.drawing import choose_discard, draw, drawers
from engine.games.lotr.rules.in_play import all_characters, committed, of_type, wounded
from engine.games.lotr.rules.knowledge import learn
from engine.games.lotr.rules.lasting_effects import boost
from engine.games.lotr.rules.progress import place_progress
from engine.games.lotr.rules.revealing import reveal
from engine.games.lotr.state import GameState


def _can_ready(s: GameState, seat: int, card: int, cue: Cue) -> bool:
    return cue.card == card and s.cards[card].resources > 0 and s.cards[card].exhausted


@response("aragorn", "committed", _can_ready)
def aragorn(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Spend a resource to ready; he stays committed."""
    s.cards[card].resources -= 1
    s.cards[card].exhausted = False
    yield from ()


@response("theodred", "committed")
def theodred(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """A resource for a questing hero."""
    hero = yield from choose_card(s, seat, "give resource", of_type(committed(s), "hero"))
    s.cards[hero].resources += 1


@response("gloin", "damaged")
def gloin(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """A resource for each point of damage."""
    s.cards[card].resources += cue.amount
    yield from ()


@adds("gimli", "attack")
def gimli(s: GameState, card: int) -> int:
    """One for each damage token."""
    return s.cards[card].damage


def took_part(s: GameState, seat: int, card: int, cue: Cue) -> bool:
    """Whether the character was in the attack that destroyed the enemy."""
    return card in current(s).attackers


@response("legolas", "attack destroyed", took_part)
def legolas(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Two progress on the quest."""
    yield from place_progress(s, 2)


flags("thalin", "wounds revealed enemies")


def _can_inspire(s: GameState, seat: int, card: int) -> bool:
    return bool(s.players[seat].hand) and not s.cards[card].uses >> seat & 1


@action("eowyn", _can_inspire, anyone=True)
def eowyn(s: GameState, seat: int, card: int) -> Flow[None]:
    """Any player discards a card for her willpower."""
    s.cards[card].uses |= 1 << seat
    yield from choose_discard(s, seat)
    boost(s, card, "willpower", 1)


def _can_avert(s: GameState, seat: int, card: int, cue: Cue) -> bool:
    return KIND[cue.card].type == "treachery" and not s.cards[card].exhausted and not s.cancelled


@response("eleanor", "revealed", _can_avert)
def eleanor(s: GameState, seat: int, card: int, cue: Cue) -> Flow[None]:
    """Cancel a treachery, discard it and reveal the next card in its place."""
    s.cards[card].exhausted = True
    s.resolving.remove(cue.card)
    s.encounter_discard.append(cue.card)
    yield from reveal(s, cue.amount)
    s.cancelled = True


flags("dunhere", "attacks staging area")


@adds("dunhere", "attack")
def dunhere(s: GameState, card: int) -> int:
    """One more when he attacks an enemy in the staging area alone."""
    if not s.attacks:
        return 0
    one = current(s)
    return int(one.attackers == [card] and one.enemy in s.staging)


def can_look(s: GameState, seat: int, card: int) -> bool:
    """Ready, with a card to look at that the player does not know yet."""
    if s.cards[card].exhausted or not s.encounter_deck:
        return False
    return s.encounter_deck[-1] not in s.players[seat].known


def _can_steer(s: GameState, seat: int, card: int) -> bool:
    return not s.cards[card].exhausted and bool(s.encounter_deck)


@action("denethor", _can_steer)
def denethor(s: GameState, seat: int, card: int) -> Flow[None]:
    """Look at the top encounter card and leave it or put it on the bottom."""
    s.cards[card].exhausted = True
    top = s.encounter_deck[-1]
    learn(s, seat, [top])
    disclose(s)
    tell(s, "looked", (seat, top), only=(seat,))
    choice = yield Decision(seat, "denethor", [("leave", top), ("bottom", top)])
    if choice[0] == "bottom":
        s.encounter_deck.insert(0, s.encounter_deck.pop())
        tell(s, "buried", (seat,))


def _can_mend(s: GameState, seat: int, card: int) -> bool:
    state = s.cards[card]
    return not state.uses and state.resources > 0 and bool(wounded(s, all_characters(s)))


@action("glorfindel", _can_mend)
def glorfindel(s: GameState, seat: int, card: int) -> Flow[None]:
    """Heal one damage for a resource."""
    s.cards[card].uses = 1
    s.cards[card].resources -= 1
    target = yield from choose_card(s, seat, "heal", wounded(s, all_characters(s)))
    heal(s, target, 1)


def _can_scout(s: GameState, seat: int, card: int) -> bool:
    state = s.cards[card]
    return not state.exhausted and not state.uses and bool(drawers(s))


@action("beravor", _can_scout)
def beravor(s: GameState, seat: int, card: int) -> Flow[None]:
    """A player draws two cards."""
    s.cards[card].exhausted = True
    s.cards[card].uses = 1
    player = yield from choose_among(s, seat, "draw for", drawers(s))
    draw(s, player, 2)
