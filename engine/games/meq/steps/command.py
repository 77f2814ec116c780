"""Commands to monsters and minions: move, place, heal (p. 18)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.meq.components.figures import MINION, MINIONS
from engine.games.meq.enemies import (
    RINGWRAITHS,
    SERPENT,
    has_tokens,
    heroes_at,
    lairs,
    move_minion,
    move_token,
    place_token,
)
from engine.games.meq.influence import DONE
from engine.games.meq.layout import ADJACENT, DECKS, IDS, LOC, WITHIN_2
from engine.games.meq.state import SAURON, GameState

HEALED = 4
SWIFT = (SERPENT, RINGWRAITHS)
"""Minions that may move two locations when commanded to move."""


def minion_moves(s: GameState, minion: int) -> list[Option]:
    """Where a minion may be sent: anywhere adjacent, the swift ones two locations (p. 18)."""
    at = s.minions[minion]
    reach = WITHIN_2[at] if minion in SWIFT else ADJACENT[at]
    return [("send", MINIONS[minion].id, IDS[i]) for i in reach]


def can_heal(s: GameState, minion: int) -> bool:
    """A hurt minion that shares its location with no hero may be healed (p. 18)."""
    return s.wounds[minion] > 0 and not heroes_at(s, s.minions[minion])


def heal_minion(s: GameState, minion: int) -> None:
    """Remove up to four damage (p. 18)."""
    s.wounds[minion] = max(0, s.wounds[minion] - HEALED)
    tell(s, "healed", (MINIONS[minion].id, s.wounds[minion]))


def minion_commands(s: GameState, minion: int) -> list[Option]:
    """Every command a minion on the board could be given."""
    options = minion_moves(s, minion)
    if can_heal(s, minion):
        options.append(("heal", MINIONS[minion].id))
    return options


def command_minion(s: GameState, minion: int) -> Flow[None]:
    """Sauron commands one minion."""
    choice = yield Decision(SAURON, "command", minion_commands(s, minion))
    _obey(s, choice)


def _obey(s: GameState, order: Option) -> None:
    match order:
        case ("send", who, where):
            move_minion(s, MINION[who], LOC[where])
        case ("heal", who):
            heal_minion(s, MINION[who])


def muster(s: GameState, amount: int) -> None:
    """A command action begins: so many commands, each to another monster or minion (p. 18)."""
    s.commands, s.may_summon = amount, True
    s.obeyed_minions, s.obeyed_tokens = 0, []
    s.step = "command"


def orders(s: GameState) -> list[Option]:
    """Every command that could be given now (p. 18)."""
    options: list[Option] = [
        ("drive", token, IDS[i])
        for n, (token, at) in enumerate(zip(s.tokens, s.token_places, strict=True))
        if n not in s.obeyed_tokens
        for i in ADJACENT[at]
        if s.influence[i]
    ]
    for minion, at in enumerate(s.minions):
        if at >= 0 and not s.obeyed_minions >> minion & 1:
            options += minion_commands(s, minion)
    if s.may_summon:
        options += [("summon", deck) for n, deck in enumerate(DECKS) if has_tokens(s, n) and lairs(s, n)]
    return options


def command(s: GameState) -> Flow[None]:
    """One command; one of an action's may place a token (p. 18)."""
    choice = yield Decision(SAURON, "command", [*orders(s), DONE])
    s.commands -= 1
    match choice:
        case ("drive", token, where):
            s.obeyed_tokens.append(s.tokens.index(token))
            move_token(s, token, LOC[where])
        case ("summon", deck):
            pool = DECKS.index(deck)
            s.may_summon = False
            s.obeyed_tokens.append(len(s.tokens))
            yield from place_token(s, pool, lairs(s, pool))
        case ("done",):
            s.commands = 0
        case (_, who, *_):
            _obey(s, choice)
            s.obeyed_minions |= 1 << MINION[who]
    if not s.commands:
        s.step = "action"
