"""The encounter set Dol Guldur Orcs (cards 89-95)."""

from engine.core.flow import Flow
from engine.games.lotr.abilities import Cue, adds, flags, forced, revealed, shadow, travel
from engine.games.lotr.attacks import current, deal_shadow, undefended
from engine.games.lotr.damage import deal, deal_each, discard_attachment
from engine.games.lotr.drawing import discard_at_random
from engine.games.lotr.lasting import boost_each
from engine.games.lotr.reveal import surge
from engine.games.lotr.state import Play
from engine.games.lotr.table import (
    all_characters,
    attachments,
    choose_card,
    committed,
    exhausted,
    staged_enemies,
    staged_locations,
)


@revealed("dol-guldur-orcs")
def dol_guldur_orcs(s: Play, card: int) -> Flow[None]:
    """Two damage to a questing character of the first player's choice."""
    able = committed(s)
    if able:
        target = yield from choose_card(s, s.first, "damage", able)
        yield from deal(s, target, 2)


@shadow("dol-guldur-orcs")
def dol_guldur_orcs_shadow(s: Play, card: int) -> Flow[None]:
    """More attack."""
    current(s).bonus += 3 if undefended(s) else 1
    yield from ()


@adds("chieftan-ufthak", "attack")
def chieftan_ufthak(s: Play, card: int) -> int:
    """Two for each token."""
    return 2 * s.cards[card].resources


@forced("chieftan-ufthak", "attacked")
def chieftan_ufthak_attacked(s: Play, card: int, cue: Cue) -> Flow[None]:
    """A token after each attack."""
    s.cards[card].resources += 1
    yield from ()


@forced("dol-guldur-beastmaster", "attacks")
def dol_guldur_beastmaster(s: Play, card: int, cue: Cue) -> Flow[None]:
    """One more shadow card."""
    yield from deal_shadow(s, card)


@revealed("driven-by-shadow")
def driven_by_shadow(s: Play, card: int) -> Flow[None]:
    """More threat in the staging area; surge if it is empty."""
    boost_each(s, staged_enemies(s) + staged_locations(s), "threat", 1)
    if not s.staging and s.staging_step:
        yield from surge(s, card)


@shadow("driven-by-shadow")
def driven_by_shadow_shadow(s: Play, card: int) -> Flow[None]:
    """An attachment of the defender is lost, or all that the player has."""
    if undefended(s):
        yield from discard_all_attachments(s, current(s).seat)
        return
    borne = [one for hero in current(s).defenders if hero in s.cards for one in s.cards[hero].attachments]
    if borne:
        seat = s.cards[borne[0]].seat
        yield from discard_attachment(s, (yield from choose_card(s, seat, "discard attachment", borne)))


def discard_all_attachments(s: Play, seat: int) -> Flow[None]:
    """A player loses every attachment he controls."""
    for card in attachments(s, seat):
        if card in s.cards:
            yield from discard_attachment(s, card)


def discard_one_attachment(s: Play, seat: int) -> Flow[None]:
    """A player chooses one of his attachments to lose, if he has any."""
    able = attachments(s, seat)
    if able:
        yield from discard_attachment(s, (yield from choose_card(s, seat, "discard attachment", able)))


@revealed("the-necromancers-reach")
def the_necromancers_reach(s: Play, card: int) -> Flow[None]:
    """One damage to every exhausted character."""
    yield from deal_each(s, exhausted(s, all_characters(s)), 1)


@travel("necromancers-pass", lambda s: len(s.players[s.first].hand) > 1)
def necromancers_pass(s: Play) -> Flow[None]:
    """The first player discards two random cards."""
    discard_at_random(s, s.first)
    discard_at_random(s, s.first)
    yield from ()


flags("enchanted-stream", "stops draws")
