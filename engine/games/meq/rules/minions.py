"""Minions on the board: moved, healed, defeated (p. 18, p. 32)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.meq.cards.clauses import MinionAbility
from engine.games.meq.cards.registry import MINION_ABILITIES
from engine.games.meq.components.box import MINION, MINIONS
from engine.games.meq.layout import ADJACENT, IDS, LOC, WITHIN_1, WITHIN_2
from engine.games.meq.rules.heroes import heroes_at
from engine.games.meq.state import SAURON, SLAIN, GameState

HEALED = 4
"""The damage that a command heals (p. 18)."""


def minions_at(s: GameState, place: int) -> list[int]:
    """The minions on a location."""
    return [i for i, at in enumerate(s.minions) if at == place]


def move_minion(s: GameState, minion: int, place: int) -> None:
    """Put a minion on a location."""
    s.minions[minion] = place
    tell(s, "minion", (MINIONS[minion].id, IDS[place]))


def slay_minion(s: GameState, minion: int) -> None:
    """Take a defeated minion off the board, and its damage with it (p. 32)."""
    s.minions[minion] = SLAIN
    s.minion_damage[minion] = 0
    tell(s, "slain", (MINIONS[minion].id,))


def minions_near(s: GameState, place: int) -> list[MinionAbility]:
    """What the minions do that are on the location or next to it."""
    near = WITHIN_1[place]
    return [MINION_ABILITIES[i] for i, at in enumerate(s.minions) if at in near]


def minion_moves(s: GameState, minion: int) -> list[Option]:
    """Where a minion may be sent: anywhere adjacent, the swift ones two locations (p. 18)."""
    at = s.minions[minion]
    reach = WITHIN_2[at] if MINION_ABILITIES[minion].swift else ADJACENT[at]
    return [("send", MINIONS[minion].id, IDS[i]) for i in reach]


def can_heal(s: GameState, minion: int) -> bool:
    """Whether a minion is hurt and shares its location with no hero (p. 18)."""
    return s.minion_damage[minion] > 0 and not heroes_at(s, s.minions[minion])


def wound_minion(s: GameState, minion: int, amount: int) -> None:
    """Deal a minion damage, which stays on it (p. 32)."""
    s.minion_damage[minion] += amount
    tell(s, "enemy-hurt", (MINIONS[minion].id, amount))


def heal_minion(s: GameState, minion: int, amount: int) -> None:
    """Remove so much damage from a minion, as far as there is any."""
    if s.minion_damage[minion]:
        s.minion_damage[minion] = max(0, s.minion_damage[minion] - amount)
        tell(s, "healed", (MINIONS[minion].id, s.minion_damage[minion]))


def minion_commands(s: GameState, minion: int) -> list[Option]:
    """Every command a minion on the board could be given."""
    options = minion_moves(s, minion)
    if can_heal(s, minion):
        options.append(("heal", MINIONS[minion].id))
    return options


def command_minion(s: GameState, minion: int) -> Flow[None]:
    """Let Sauron command one minion."""
    choice = yield Decision(SAURON, "command", minion_commands(s, minion))
    obey(s, choice)


def obey(s: GameState, order: Option) -> None:
    """Carry out a command to a minion."""
    match order:
        case ("send", who, where):
            move_minion(s, MINION[who], LOC[where])
        case ("heal", who):
            heal_minion(s, MINION[who], HEALED)
