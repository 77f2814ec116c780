"""Attachments: putting them on cards, and losing them (p. 9, 24-25)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.damage import destroy
from engine.games.lotr.rules.in_play import attachments, is_character
from engine.games.lotr.rules.leaving import discard_quietly
from engine.games.lotr.rules.stats import health
from engine.games.lotr.state import GameState, InPlay


def discard_attachment(s: GameState, card: int) -> Flow[None]:
    """An attachment leaves play; a host it kept alive is destroyed."""
    host = s.cards[card].host
    discard_quietly(s, card)
    if host in s.cards and is_character(host) and health(s, host) <= 0:
        yield from destroy(s, host)


MOST_RESTRICTED = 2
"""Restricted attachments a character may bear (p. 24)."""


def attach(s: GameState, seat: int, card: int, host: int) -> Flow[None]:
    """A player attaches a card. On a character it is its controller's, on an enemy or location it stays the
    player's own (p. 25). A third Restricted one is too many (p. 24)."""
    bearer = s.cards[host]
    s.cards[card] = InPlay(seat=bearer.seat if is_character(host) else seat, host=host)
    bearer.attachments.append(card)
    tell(s, "attached", (card, host))
    restricted = [one for one in bearer.attachments if KIND[one].restricted]
    if len(restricted) > MOST_RESTRICTED:
        excess = yield from choose_card(s, bearer.seat, "too many restricted", restricted)
        yield from discard_attachment(s, excess)


def discard_one_attachment(s: GameState, seat: int) -> Flow[None]:
    """A player chooses one of his attachments to lose, if he has any."""
    able = attachments(s, seat)
    if able:
        yield from discard_attachment(s, (yield from choose_card(s, seat, "discard attachment", able)))


def discard_all_attachments(s: GameState, seat: int) -> Flow[None]:
    """A player loses every attachment he controls."""
    for card in attachments(s, seat):
        if card in s.cards:
            yield from discard_attachment(s, card)


def detach_from_deck(s: GameState, card: int) -> None:
    """An encounter card attached to a player's deck is discarded."""
    for player in s.players:
        if card in player.on_deck:
            player.on_deck.remove(card)
            s.encounter_discard.append(card)
