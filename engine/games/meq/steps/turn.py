"""A hero's turn: its start, rest, ambush, and whose turn is next (p. 20 to p. 22, p. 35)."""

from collections.abc import Callable

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option, as_flow
from engine.games.meq.components.cards import CORRUPTIONS, PLOTS
from engine.games.meq.components.figures import MINIONS
from engine.games.meq.enemies import WITCH_KING, minions_at, threatened, tokens_at, within_1
from engine.games.meq.fights import after, engage, may_be_uruk_hai, reveal, spoils
from engine.games.meq.heroes import in_haven, lose_favor, new_turn, purge, restore, seat, sheet, suffers, train
from engine.games.meq.influence import DONE
from engine.games.meq.layout import LOCATIONS
from engine.games.meq.sauron import draw_plot
from engine.games.meq.state import SAURON, GameState, Turn, TurnEnds
from engine.games.meq.steps.sauron import clear_heroes, draw_up_to
from engine.games.meq.steps.shadow import PASS, window
from engine.games.meq.story import advance_last

Step = Callable[[GameState], Flow[None]]


def hero_step(step: Step) -> Step:
    """A step of a hero's turn, which may end in the middle of it; a fight is resolved first (p. 22, p. 29, p. 32)."""

    def run(s: GameState) -> Flow[None]:
        try:
            yield from step(s)
        except TurnEnds:
            s.step = "turn_end"
            if s.combat.hero >= 0:
                s.combat.cut_short = True
                s.step = "resolution"

    return run


@hero_step
def turn(s: GameState) -> Flow[None]:
    """The turn begins; Sauron may interfere (p. 18)."""
    h = s.turn.hero
    new_turn(s)
    tell(s, "turn", (h,))
    s.step = "rest"
    yield from window(s, h, "turn", *(() if in_haven(s.heroes[h]) else ("wild",)))


def broken_line(s: GameState, place: int) -> bool:
    """Whether A Broken Line of Kings keeps heroes from rest and encounters here."""
    return any(
        at == place and PLOTS[card].key == "a_broken_line_of_kings"
        for card, at in zip(s.plots, s.plot_places, strict=True)
    )


def may_rest(s: GameState, h: int) -> bool:
    """No rest beside enemies, in a stronghold, near the Witch-king, or where a plot forbids it (p. 20)."""
    place = s.heroes[h].place
    return not (
        threatened(s, place)
        or LOCATIONS[place].stronghold
        or broken_line(s, place)
        or (not LOCATIONS[place].haven and within_1(s, WITCH_KING, place))
    )


@hero_step
def rest(s: GameState) -> Flow[None]:
    """The hero may rest, heal in a haven, and pay for the end of a corruption (p. 20)."""
    h = s.turn.hero
    hero = s.heroes[h]
    s.step = "ambush"
    s.turn.onward = "travel"
    if not may_rest(s, h):
        return
    options: list[Option] = [PASS, ("rest",)]
    if in_haven(hero):
        options.append(("rest", "heal"))
    elif sheet(hero) == "survivalist":
        options += [("rest", "heal"), ("rest", "train")]
    choice = yield Decision(seat(h), "rest", options)
    if choice == PASS:
        return
    restore(s, h, damage=choice == ("rest", "heal"))
    yield from advance_last(s, seat(h), 2 if suffers(hero, "despondent") else 1)
    yield from atone(s, h)
    if choice == ("rest", "train"):
        yield from train(s, h)


def atone(s: GameState, h: int) -> Flow[None]:
    """A resting hero may discard one corruption card for the favor printed on it (p. 20)."""
    hero = s.heroes[h]
    options: list[Option] = [("purge", card) for card in hero.corruption if CORRUPTIONS[card].favor <= hero.favor]
    if options:
        choice = yield Decision(seat(h), "purge", [*options, DONE])
        if choice != DONE:
            lose_favor(s, h, CORRUPTIONS[choice[1]].favor)
            purge(s, h, choice[1])


@hero_step
def ambush(s: GameState) -> Flow[None]:
    """Sauron must attack with one monster or minion in the hero's location (p. 22)."""
    h = s.turn.hero
    s.step = "travel"
    if not s.turn.skip_ambush and threatened(s, s.heroes[h].place):
        yield from attack(s, h, "ambush")


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
        answer = yield Decision(seat(h), "consent", [("refuse",), ("accept",)])
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


@after("ambush")
@as_flow
def after_ambush(s: GameState, _h: int, _won: bool) -> None:
    """The turn goes on (p. 22)."""
    s.step = "travel"


@after("start_of_turn")
@as_flow
def after_start(s: GameState, _h: int, _won: bool) -> None:
    """The turn goes on with the Rest step."""
    s.step = "rest"


after("seem_fairer_feel_fouler")(after_start)


@spoils("seem_fairer_feel_fouler")
@as_flow
def agents_report(s: GameState, h: int, _won: bool) -> None:
    """Sauron draws a plot if the hero is corrupted."""
    if s.heroes[h].corruption:
        draw_plot(s)


def turn_end(s: GameState) -> Flow[None]:
    """The next hero's turn, or Sauron's; a lone hero takes two turns (p. 35)."""
    h = s.turn.hero
    if len(s.heroes) == 1 and not s.turn.second:
        clear_heroes(s)
        yield from draw_up_to(s, h)
        s.turn = Turn(hero=h, second=True)
        s.step = "turn"
    elif h + 1 < len(s.heroes):
        s.turn = Turn(hero=h + 1)
        s.step = "turn"
    else:
        s.turn = Turn()
        s.round += 1
        s.step = "rally"
