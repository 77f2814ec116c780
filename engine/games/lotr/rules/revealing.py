"""Revealing encounter cards: staging, keywords, when-revealed effects and guarded objectives (p. 14, 23-24)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.state import because, disclose
from engine.games.lotr.cards.effects import ENEMY_REVEALED, REVEALED, Cue
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.encounter_deck import next_encounter_card
from engine.games.lotr.rules.entering import enter_staging
from engine.games.lotr.rules.in_play import committed, each_player, stays_in_play
from engine.games.lotr.rules.knowledge import forget
from engine.games.lotr.rules.responses import respond
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState


def reveal(s: GameState, guarding: int = -1) -> Flow[None]:
    """Reveal the top encounter card and resolve it; it may be put on guard of an objective (p. 14, 24)."""
    card = next_encounter_card(s)
    if card < 0:
        return
    disclose(s)
    tell(s, "revealed", (card,))
    entry = ENTRIES[card]
    if entry.type == "treachery":
        forget(s, [card])
        s.resolving.append(card)
    else:
        enter_staging(s, card)
    if entry.guarded:
        if guarding >= 0:
            yield from reveal(s, guarding)
        yield from reveal(s, card)
    elif entry.type != "treachery":
        s.cards[card].guards = guarding
    entered = s.cards.get(card)
    yield from _wound_enemy(s, card)
    if entered is not None and not stays_in_play(s, card, entered):
        return
    if s.staging_step and entry.doomed:
        for seat in each_player(s):
            raise_threat(s, seat, entry.doomed)
    yield from _when_revealed(s, card, guarding)
    if s.staging_step and entry.surge:
        yield from surge(s, card)


def _wound_enemy(s: GameState, card: int) -> Flow[None]:
    """Let characters on the quest wound an enemy as it is revealed; if that destroys it, it does nothing more."""
    if ENTRIES[card].type == "enemy":
        for one in committed(s):
            if one in ENEMY_REVEALED:
                yield from ENEMY_REVEALED[one](s, one, card)


def _when_revealed(s: GameState, card: int, guarding: int) -> Flow[None]:
    """Ask for responses to a card, then resolve its effect; a treachery is discarded afterwards (p. 14, 23)."""
    if card in REVEALED:
        s.cancelled = False
        yield from respond(s, "revealed", Cue(card, other=guarding))
        cancelled, s.cancelled = s.cancelled, False
        if cancelled:
            tell(s, "cancelled", (card,))
        else:
            with because(s, "revealed", card):
                yield from REVEALED[card](s, card)
    if card in s.resolving:
        s.resolving.remove(card)
        s.encounter_discard.append(card)


def surge(s: GameState, card: int) -> Flow[None]:
    """Reveal one more card, after the effects of the card with the keyword (p. 24)."""
    tell(s, "surge", (card,))
    yield from reveal(s)
