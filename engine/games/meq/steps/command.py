"""Commands to monsters and minions: move, place, heal (p. 18)."""

from engine.core.flow import Decision, Flow, Option
from engine.core.state import because
from engine.games.meq.components.box import MINION
from engine.games.meq.layout import ADJACENT, COLOUR_PAIRS, IDS, LOC
from engine.games.meq.rules.minions import minion_commands, obey
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.tokens import move_token, place_token, places_for_token, summon_options
from engine.games.meq.state import SAURON, GameState


def begin_commands(s: GameState, amount: int) -> None:
    """Begin a command action: so many commands, each to another monster or minion (p. 18)."""
    s.commands_left, s.may_summon = amount, True
    s.commanded_minions, s.commanded_tokens = 0, []
    s.step = "command"


def command_options(s: GameState) -> list[Option]:
    """Every command that could be given now (p. 18)."""
    options: list[Option] = [
        ("drive", token, IDS[i])
        for n, (token, at) in enumerate(zip(s.tokens, s.token_places, strict=True))
        if n not in s.commanded_tokens
        for i in ADJACENT[at]
        if s.influence[i]
    ]
    for minion, at in enumerate(s.minions):
        if at >= 0 and not s.commanded_minions >> minion & 1:
            options += minion_commands(s, minion)
    if s.may_summon:
        options += summon_options(s)
    return options


def command(s: GameState) -> Flow[None]:
    """Let Sauron give one command; one of an action's may place a token (p. 18)."""
    with because(s, "action", "command"):
        yield from _give_command(s)
    if not s.commands_left:
        s.step = "action"


def _give_command(s: GameState) -> Flow[None]:
    choice = yield Decision(SAURON, "command", [*command_options(s), DONE])
    s.commands_left -= 1
    match choice:
        case ("drive", token, where):
            s.commanded_tokens.append(s.tokens.index(token))
            move_token(s, token, LOC[where])
        case ("summon", deck):
            pool = COLOUR_PAIRS.index(deck)
            s.may_summon = False
            s.commanded_tokens.append(len(s.tokens))
            yield from place_token(s, pool, places_for_token(s, pool))
        case ("done",):
            s.commands_left = 0
        case (_, who, *_):
            obey(s, choice)
            s.commanded_minions |= 1 << MINION[who]
