"""The encounter set Dol Guldur Orcs (cards 89-95)."""

from engine.core.flow import Flow
from engine.games.lotr.cards.registry import Cue, adds, flags, forced, revealed, shadow, travel
from engine.games.lotr.rules.attachments import discard_all_attachments, discard_attachment
from engine.games.lotr.rules.attacks import current, deal_shadow, undefended
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.damage import deal, deal_each
from engine.games.lotr.rules.drawing import discard_at_random
from engine.games.lotr.rules.in_play import (
    all_characters,
    committed,
    exhausted,
    staged_enemies,
    staged_locations,
)
from engine.games.lotr.rules.lasting_effects import boost_each
from engine.games.lotr.rules.revealing import surge
from engine.games.lotr.state import GameState


@revealed("dol-guldur-orcs")
def dol_guldur_orcs(s: GameState, card: int) -> Flow[None]:
    """Two damage to a questing character of the first player's choice."""
    able = committed(s)
    if able:
        target = yield from choose_card(s, s.first, "damage", able)
        yield from deal(s, target, 2)


@shadow("dol-guldur-orcs")
def dol_guldur_orcs_shadow(s: GameState, card: int) -> Flow[None]:
    """More attack."""
    current(s).bonus += 3 if undefended(s) else 1
    yield from ()


@adds("chieftan-ufthak", "attack")
def chieftan_ufthak(s: GameState, card: int) -> int:
    """Two for each token."""
    return 2 * s.cards[card].resources


@forced("chieftan-ufthak", "attacked")
def chieftan_ufthak_attacked(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """A token after each attack."""
    s.cards[card].resources += 1
    yield from ()


@forced("dol-guldur-beastmaster", "attacks")
def dol_guldur_beastmaster(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """One more shadow card."""
    yield from deal_shadow(s, card)


@revealed("driven-by-shadow")
def driven_by_shadow(s: GameState, card: int) -> Flow[None]:
    """More threat in the staging area; surge if it is empty."""
    boost_each(s, staged_enemies(s) + staged_locations(s), "threat", 1)
    if not s.staging and s.staging_step:
        yield from surge(s, card)


@shadow("driven-by-shadow")
def driven_by_shadow_shadow(s: GameState, card: int) -> Flow[None]:
    """An attachment of the defender is lost, or all that the player has."""
    if undefended(s):
        yield from discard_all_attachments(s, current(s).seat)
        return
    borne = [one for hero in current(s).defenders if hero in s.cards for one in s.cards[hero].attachments]
    if borne:
        seat = s.cards[borne[0]].seat
        yield from discard_attachment(s, (yield from choose_card(s, seat, "discard attachment", borne)))


@revealed("the-necromancers-reach")
def the_necromancers_reach(s: GameState, card: int) -> Flow[None]:
    """One damage to every exhausted character."""
    yield from deal_each(s, exhausted(s, all_characters(s)), 1)


@travel("necromancers-pass", lambda s: len(s.players[s.first].hand) > 1)
def necromancers_pass(s: GameState) -> Flow[None]:
    """The first player discards two random cards."""
    discard_at_random(s, s.first)
    discard_at_random(s, s.first)
    yield from ()


flags("enchanted-stream", "stops draws")
