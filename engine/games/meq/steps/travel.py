"""The Travel step: moving along paths, and combat or peril on arrival (p. 22, p. 23)."""

from functools import cache

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because, disclose
from engine.games.meq.cards.clauses import ItemEffect
from engine.games.meq.cards.registry import CORRUPTION_EFFECTS, PERIL_EFFECTS
from engine.games.meq.components.box import COMBAT, PERILS
from engine.games.meq.layout import IDS, LOC, PATHS, Way
from engine.games.meq.rules.attacks import attack
from engine.games.meq.rules.defeat import check_defeat
from engine.games.meq.rules.hand import discard, discard_chosen, one_of_each
from engine.games.meq.rules.heroes import corruption_with, in_haven, move_to
from engine.games.meq.rules.items import items_of
from engine.games.meq.rules.locations import has_enemies, is_perilous
from engine.games.meq.rules.options import DONE, DRAW_MORE
from engine.games.meq.rules.shadow import offer_shadow_card
from engine.games.meq.state import SAURON, GameState, Hero, seat_of
from engine.games.meq.steps.explore import explore, explore_options
from engine.games.meq.steps.turn import hero_step

PERILS_DRAWN = 3
SNOWBOUND_MOVES = 1
DRAW_PERILS: Option = ("draw-perils",)


@hero_step
def travel(s: GameState) -> Flow[None]:
    """Let the hero explore here, move on, or finish travelling, one thing at a time (p. 22)."""
    h = s.turn.hero
    hero = s.heroes[h]
    if hero.snowbound:
        hero.snowbound, s.turn.most_moves = False, SNOWBOUND_MOVES
    options = explore_options(s, h)
    if s.turn.moves < most_moves(s, h):
        if not options and all(way.cost > len(hero.hand) for way in ways(hero)):
            disclose(s)  # being asked or not tells which cards are in hand
        options += move_options(hero)
    options.append(("end",))
    choice = yield Decision(seat_of(h), "travel", options)
    match choice:
        case ("end",):
            s.step = "encounter"
        case ("go", where, card):
            discard(s, h, card)
            set_out(s, h, where)
        case ("pay", where, amount):
            with because(s, "travel", where):
                yield from discard_chosen(s, h, amount)
            set_out(s, h, where)
        case _:
            s.turn.explored_start |= not s.turn.moves and choice[0] != "scout"
            yield from explore(s, h, choice)


def most_moves(s: GameState, h: int) -> int:
    """How often the hero may move this turn: as he can pay, but for cards that limit it (p. 22).

    Exploring the start is a Travel step, too, in which he does not move (p. 24).
    """
    hero, most = s.heroes[h], s.turn.most_moves
    for card in hero.corruption:
        moves = CORRUPTION_EFFECTS[card].most_travel_steps - s.turn.explored_start
        if moves < most and card not in hero.new_corruption:
            most = moves
    return most


def ways(hero: Hero) -> tuple[Way, ...]:
    """The paths from here with what they cost this hero: items help (p. 22, p. 26)."""
    return _ways_with(items_of(hero), hero.place) if hero.items else PATHS[hero.place]


@cache
def _ways_with(items: tuple[ItemEffect, ...], place: int) -> tuple[Way, ...]:
    """The paths from a location as items make them."""
    routes = dict.fromkeys(way for item in items for way in _route(item, place))
    paths = [*PATHS[place], *routes]
    for item in items:
        if item.changes_path is not None:
            paths = [item.changes_path(way) for way in paths]
    return tuple(paths)


def _route(item: ItemEffect, place: int) -> list[Way]:
    """The path that an item opens from a location, if it does."""
    if item.route is None or place not in item.route[:2]:
        return []
    one, other, cost = item.route
    return [Way(other if place == one else one, "", cost, False)]


def move_options(hero: Hero) -> list[Option]:
    """For each path the single cards that take the hero along it, or the number of cards to pay (p. 22)."""
    if not hero.hand:
        return []
    cards = [(card, COMBAT[card].move) for card in one_of_each(hero.hand)]
    hand = len(hero.hand)
    options: list[Option] = []
    for way in ways(hero):
        where = IDS[way.to]
        if way.cost == 1:
            options += [("go", where, card) for card, _ in cards]
        else:
            terrain = way.terrain
            options += [("go", where, card) for card, move in cards if move == terrain]
            if hand >= way.cost:
                options.append(("pay", where, way.cost))
    return options


def set_out(s: GameState, h: int, where: str) -> None:
    """Move the figure; what awaits it there comes next."""
    move_to(s, h, LOC[where])
    s.turn.moves += 1
    s.step = "arrive"


@hero_step
def arrive(s: GameState) -> Flow[None]:
    """Enter a location: outside havens Sauron may play a shadow card (p. 18)."""
    h = s.turn.hero
    s.step = "danger"
    s.turn.trades = []
    yield from check_defeat(s, h)
    if not in_haven(s.heroes[h]):
        yield from offer_shadow_card(s, h, "entry")


@hero_step
def danger(s: GameState) -> Flow[None]:
    """Meet combat or peril in the location, as Sauron chooses (p. 22)."""
    h = s.turn.hero
    hero = s.heroes[h]
    s.step = s.turn.onward
    in_peril = is_perilous(s, h, hero.place)
    if has_enemies(s, hero.place):
        choice = yield from attack(s, h, "travel", (DRAW_PERILS,) if in_peril else ())
        if choice == DRAW_PERILS:
            yield from peril(s, h)
    elif in_peril:
        yield from peril(s, h)


def peril(s: GameState, h: int) -> Flow[None]:
    """Draw three peril cards for Sauron, who chooses one that fits the location (p. 22)."""
    yield from _draw_perils(s, h)
    fitting = [card for card in s.candidates if PERILS[card].fits >> s.heroes[h].place & 1]
    if not fitting:
        _discard_perils(s)
        return
    with because(s, "peril", h, IDS[s.heroes[h].place]):
        choice = yield Decision(SAURON, "peril", [("peril", card) for card in fitting])
    card = choice[1]
    s.candidates.remove(card)
    s.peril_discard.append(card)
    if PERILS[card].reshuffle:  # what was drawn with it is discarded after it
        s.peril_deck += s.peril_discard
        s.peril_discard = []
        shuffle(s, s.peril_deck, "perils")
    _discard_perils(s)
    tell(s, "peril", (h, card))
    with because(s, "text", card):
        yield from PERIL_EFFECTS[card].run(s, h)


def _draw_perils(s: GameState, h: int) -> Flow[None]:
    """Draw the peril cards that Sauron may choose from; corruption may bring him more."""
    amount = PERILS_DRAWN
    more = corruption_with(s.heroes[h], lambda effect: effect.more_perils)
    if more:
        with because(s, "text", next(iter(more))):
            choice = yield Decision(SAURON, "draw-more", [DRAW_MORE, DONE])
        amount += sum(more.values()) * (choice == DRAW_MORE)
    for _ in range(amount):
        if not s.peril_deck:
            s.peril_deck, s.peril_discard = s.peril_discard, []
            shuffle(s, s.peril_deck, "perils")
        if s.peril_deck:
            s.candidates.append(s.peril_deck.pop())
    s.chooser = SAURON
    disclose(s)


def _discard_perils(s: GameState) -> None:
    """Discard the peril cards that Sauron did not choose, face up."""
    s.peril_discard += s.candidates
    s.candidates = []
    disclose(s)
