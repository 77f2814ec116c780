"""Sauron attacks a hero with a monster or minion in the same location (p. 22)."""

from engine.core.flow import Decision, Flow, Option
from engine.games.meq.components.figures import MINIONS
from engine.games.meq.layout import LOCATIONS
from engine.games.meq.rules.fights import engage, may_be_uruk_hai
from engine.games.meq.rules.minions import minions_at
from engine.games.meq.rules.options import PASS
from engine.games.meq.rules.tokens import reveal, tokens_at
from engine.games.meq.state import SAURON, GameState, seat_of


def attackers(s: GameState, place: int) -> list[Option]:
    """The monsters and minions that could attack here."""
    options: list[Option] = [("token", token) for token in tokens_at(s, place)]
    return options + [("minion", MINIONS[i].id) for i in minions_at(s, place)]


def attack(s: GameState, h: int, cause: str, others: tuple[Option, ...] = ()) -> Flow[Option]:
    """Sauron chooses an attacker, or something else he may do; in a haven the hero must agree (p. 18, p. 22)."""
    place = s.heroes[h].place
    options = [*attackers(s, place), *others]
    if LOCATIONS[place].haven:
        options.append(PASS)
    choice: Option = yield Decision(SAURON, "attack", options)
    if choice in others or choice == PASS:
        return choice
    if LOCATIONS[place].haven:
        answer = yield Decision(seat_of(h), "consent", [("refuse",), ("accept",)])
        if answer == ("refuse",):
            return PASS
    match choice:
        case ("minion", who):
            engage(s, h, who, cause)
        case ("token", token):
            yield from unmask(s, h, token, place, cause)
    return choice


def unmask(s: GameState, h: int, token: int, place: int, cause: str) -> Flow[None]:
    """A token is turned up: a blank is a rumour, a monster fights (p. 22)."""
    monster = reveal(s, token)
    if may_be_uruk_hai(s, monster, place):
        choice = yield Decision(SAURON, "uruk_hai", [("as", monster), ("as", "uruk_hai")])
        monster = choice[1]
    if monster:
        engage(s, h, monster, cause)
