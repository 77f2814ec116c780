"""Attachments: putting them on cards, and losing them (p. 9, 24-25)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.state import because
from engine.games.lotr.components.box import ENTRIES, OWNER
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.damage import destroy
from engine.games.lotr.rules.in_play import attachments, is_character, stays_in_play
from engine.games.lotr.rules.removal import discard_from_play
from engine.games.lotr.rules.stats import health
from engine.games.lotr.state import GameState, InPlay

MOST_RESTRICTED = 2
"""Restricted attachments a character may bear (p. 24)."""


def attach(s: GameState, seat: int, card: int, host: int) -> Flow[None]:
    """Attach a card. Of three Restricted ones, one is discarded (p. 24)."""
    bearer = s.cards[host]
    s.cards[card] = InPlay(seat=controller_of_attachment(s, seat, card, host), host=host)
    bearer.attachments.append(card)
    tell(s, "attached", (card, host))
    restricted = [one for one in bearer.attachments if ENTRIES[one].restricted]
    if len(restricted) > MOST_RESTRICTED:
        with because(s, "restricted", host):
            excess = yield from choose_card(s, bearer.seat, "too-many-restricted", restricted)
        yield from discard_attachment(s, excess)


def controller_of_attachment(s: GameState, seat: int, card: int, host: int) -> int:
    """Who will control an attachment: on a character the character's controller, on an enemy or location the player who
    attaches it (p. 25); nobody, if it is an encounter card and no objective (FAQ 1.06)."""
    if OWNER[card] < 0 and ENTRIES[card].type != "objective":
        return -1
    return s.cards[host].seat if is_character(host) else seat


def discard_attachment(s: GameState, card: int) -> Flow[None]:
    """Discard an attachment; a character that is left without hit points is destroyed."""
    host = s.cards[card].host
    discard_from_play(s, card)
    if host in s.cards and is_character(host) and health(s, host) <= 0:
        yield from destroy(s, host)


def discard_one_attachment(s: GameState, seat: int) -> Flow[None]:
    """Let a player choose one of his attachments to discard, if he has any."""
    able = attachments(s, seat)
    if able:
        yield from discard_attachment(s, (yield from choose_card(s, seat, "discard-attachment", able)))


def discard_all_attachments(s: GameState, seat: int) -> Flow[None]:
    """Discard every attachment a player controls."""
    controlled = {card: s.cards[card] for card in attachments(s, seat)}
    for card, state in controlled.items():
        if stays_in_play(s, card, state):
            yield from discard_attachment(s, card)


def detach_from_deck(s: GameState, card: int) -> None:
    """Discard an encounter card that is attached to a player's deck."""
    for player in s.players:
        if card in player.on_deck:
            player.on_deck.remove(card)
            s.encounter_discard.append(card)
