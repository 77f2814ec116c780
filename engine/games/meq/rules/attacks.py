"""Attacks on a hero by a monster or minion in the same location (p. 22)."""

from engine.core.flow import Decision, Flow, Option
from engine.games.meq.cards.registry import PLOT_EFFECTS
from engine.games.meq.components.box import MINIONS
from engine.games.meq.layout import LOCATIONS
from engine.games.meq.rules.fights import engage
from engine.games.meq.rules.minions import minions_at
from engine.games.meq.rules.options import PASS
from engine.games.meq.rules.tokens import reveal_token, tokens_at
from engine.games.meq.state import SAURON, GameState, seat_of


def attackers(s: GameState, place: int) -> list[Option]:
    """The monsters and minions that could attack here."""
    options: list[Option] = [("token", token) for token in tokens_at(s, place)]
    return options + [("minion", MINIONS[i].id) for i in minions_at(s, place)]


def attack(s: GameState, h: int, cause: str, others: tuple[Option, ...] = ()) -> Flow[Option]:
    """Let Sauron choose an attacker, or one of the other options; in a haven the hero must agree (p. 18, p. 22)."""
    place = s.heroes[h].place
    choice: Option = yield Decision(SAURON, "attack", [*attackers(s, place), *others])
    if choice in others:
        return choice
    if LOCATIONS[place].haven:
        answer = yield Decision(seat_of(h), "consent", [("refuse",), ("accept",)])
        if answer == ("refuse",):
            return PASS
    match choice:
        case ("minion", who):
            engage(s, h, who, cause)
        case ("token", token):
            yield from attack_with_token(s, h, token, place, cause)
    return choice


def attack_with_token(s: GameState, h: int, token: int, place: int, cause: str) -> Flow[None]:
    """Turn a token up: a monster fights, a blank does not (p. 22)."""
    monster = reveal_token(s, token)
    if not monster:
        return
    others = disguises(s, place)
    if others:
        choice = yield Decision(SAURON, "uruk-hai", [("as", one) for one in (monster, *others)])
        monster = choice[1]
    engage(s, h, monster, cause)


def disguises(s: GameState, place: int) -> list[str]:
    """The monsters that an active plot lets others in this location fight as."""
    plots = (PLOT_EFFECTS[card].fights_as for card in s.plots)
    return [monster for region, monster in filter(None, plots) if region == LOCATIONS[place].region]
