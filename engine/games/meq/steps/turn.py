"""A hero's turn: its start, rest, ambush, and whose turn is next (p. 20 to p. 22, p. 35)."""

from collections.abc import Callable

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because
from engine.games.meq.cards.registry import HERO_ABILITIES
from engine.games.meq.components.box import CORRUPTIONS
from engine.games.meq.rules.attacks import attack
from engine.games.meq.rules.corruption import discard_corruption
from engine.games.meq.rules.favor import lose_favor
from engine.games.meq.rules.heroes import in_haven, new_turn, spaces_for_sauron
from engine.games.meq.rules.locations import has_enemies, may_rest
from engine.games.meq.rules.options import DONE, PASS
from engine.games.meq.rules.pools import restore
from engine.games.meq.rules.shadow import offer_shadow_card
from engine.games.meq.rules.story import advance_last
from engine.games.meq.rules.training import train
from engine.games.meq.state import GameState, Turn, TurnEnds, seat_of
from engine.games.meq.steps.sauron import clear_hero_locations, hero_draws

Step = Callable[[GameState], Flow[None]]


def hero_step(step: Step) -> Step:
    """Let a step of a hero's turn end it in the middle; a fight under way is resolved first (p. 22, p. 29, p. 32)."""

    def run(s: GameState) -> Flow[None]:
        try:
            yield from step(s)
        except TurnEnds:
            s.step = "turn-end"
            if s.combat.hero >= 0:
                s.combat.cut_short = True
                s.step = "resolution"

    return run


@hero_step
def turn(s: GameState) -> Flow[None]:
    """Begin a hero's turn; Sauron may play a shadow card (p. 18)."""
    h = s.turn.hero
    new_turn(s)
    tell(s, "turn", (h,))
    s.step = "rest"
    yield from offer_shadow_card(s, h, "turn", *(() if in_haven(s.heroes[h]) else ("wild",)))


@hero_step
def rest(s: GameState) -> Flow[None]:
    """Let the hero rest, heal in a haven, and pay to discard a corruption card (p. 20)."""
    h = s.turn.hero
    hero = s.heroes[h]
    s.step = "ambush"
    s.turn.onward = "travel"
    if not may_rest(s, h):
        return
    options: list[Option] = [PASS, ("rest",)]
    if in_haven(hero):
        options.append(("rest", "heal"))
    else:
        options += HERO_ABILITIES[hero.who].rest_options
    choice = yield Decision(seat_of(h), "rest", options)
    if choice == PASS:
        return
    restore(s, h, damage=choice == ("rest", "heal"))
    with because(s, "rest", h):
        yield from advance_last(s, seat_of(h), spaces_for_sauron(hero))
        yield from pay_off_corruption(s, h)
        if choice == ("rest", "train"):
            yield from train(s, h)


def pay_off_corruption(s: GameState, h: int) -> Flow[None]:
    """Let a resting hero discard one corruption card for the favor printed on it (p. 20)."""
    hero = s.heroes[h]
    options: list[Option] = [("purge", card) for card in hero.corruption if CORRUPTIONS[card].favor <= hero.favor]
    if options:
        choice = yield Decision(seat_of(h), "purge", [*options, DONE])
        if choice != DONE:
            lose_favor(s, h, CORRUPTIONS[choice[1]].favor)
            discard_corruption(s, h, choice[1])


@hero_step
def ambush(s: GameState) -> Flow[None]:
    """Let a monster or minion in the hero's location attack (p. 22)."""
    h = s.turn.hero
    s.step = "travel"
    if not s.turn.skip_ambush and has_enemies(s, s.heroes[h].place):
        yield from attack(s, h, "ambush")


def turn_end(s: GameState) -> Flow[None]:
    """Go on to the next hero's turn, or to Sauron's; a lone hero takes two turns (p. 35)."""
    h = s.turn.hero
    if len(s.heroes) == 1 and not s.turn.second:
        clear_hero_locations(s)
        yield from hero_draws(s, h)
        s.turn = Turn(hero=h, second=True)
        s.step = "turn"
    elif h + 1 < len(s.heroes):
        s.turn = Turn(hero=h + 1)
        s.step = "turn"
    else:
        s.turn = Turn()
        s.round += 1
        s.step = "rally"
