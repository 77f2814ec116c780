"""The Travel step: moving along paths, and combat or peril on arrival (p. 22, p. 23)."""

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option, as_flow
from engine.core.state import disclose
from engine.games.meq.cards.registry import PERIL
from engine.games.meq.components.cards import COMBAT, PERILS
from engine.games.meq.layout import BOAT_LINK, IDS, LOC, PATHS, Way
from engine.games.meq.rules.attacks import attack
from engine.games.meq.rules.defeat import check_defeat
from engine.games.meq.rules.favor import gain_favor
from engine.games.meq.rules.fights import after, spoils
from engine.games.meq.rules.hand import discard, discard_chosen, kinds_of
from engine.games.meq.rules.heroes import in_haven, long_suffers, move_to, sheet, suffers
from engine.games.meq.rules.items import has_item
from engine.games.meq.rules.locations import perilous
from engine.games.meq.rules.minions import threatened
from engine.games.meq.rules.options import DONE, DRAW_MORE
from engine.games.meq.rules.shadow import offer_shadow_card
from engine.games.meq.rules.training import train
from engine.games.meq.state import SAURON, GameState, Hero, TurnEnds, seat_of
from engine.games.meq.steps.explore import explore, explore_options
from engine.games.meq.steps.turn import hero_step

PERILS_DRAWN = 3
HOPELESS_MOVES = 3
SNOWBOUND_MOVES = 1
DRAW_PERILS: Option = ("draw_perils",)


@hero_step
def travel(s: GameState) -> Flow[None]:
    """One thing at a time: explore here, move on, or finish travelling (p. 22)."""
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
            yield from discard_chosen(s, h, amount)
            set_out(s, h, where)
        case _:
            yield from explore(s, h, choice)


def most_moves(s: GameState, h: int) -> int:
    """How often the hero may move this turn: as he can pay, but for a Winter Storm or being Hopeless (p. 22)."""
    if long_suffers(s.heroes[h], "hopeless"):
        return min(s.turn.most_moves, HOPELESS_MOVES)
    return s.turn.most_moves


def ways(hero: Hero) -> list[Way]:
    """The paths from here with what they cost this hero: items help (p. 22, p. 26)."""
    found = list(PATHS[hero.place])
    if not hero.items:
        return found
    if has_item(hero, "boat"):
        found = [Way(way.to, "any", 1, True) if way.water else way for way in found]
        if hero.place in BOAT_LINK:
            found.append(Way(BOAT_LINK[hero.place == BOAT_LINK[0]], "", 3, False))
    if has_item(hero, "horse"):
        found = [Way(way.to, way.terrain, max(1, way.cost - 1), way.water) for way in found]
    return found


def move_options(hero: Hero) -> list[Option]:
    """For each path the single cards that take the hero along it, or the number of cards to pay (p. 22)."""
    if not hero.hand:
        return []
    cards = [(card, COMBAT[card].move) for card in kinds_of(hero.hand)]
    held = len(hero.hand)
    options: list[Option] = []
    for way in ways(hero):
        where = IDS[way.to]
        if way.cost == 1:
            options += [("go", where, card) for card, _ in cards]
        else:
            terrain = way.terrain
            options += [("go", where, card) for card, move in cards if move == terrain]
            if held >= way.cost:
                options.append(("pay", where, way.cost))
    return options


def set_out(s: GameState, h: int, where: str) -> None:
    """The figure moves; what awaits it there comes next."""
    move_to(s, h, LOC[where])
    s.turn.moves += 1
    s.step = "arrive"


@hero_step
def arrive(s: GameState) -> Flow[None]:
    """On entering a location out of havens Sauron may play a shadow card (p. 18)."""
    h = s.turn.hero
    s.step = "danger"
    s.turn.traded = []
    yield from check_defeat(s, h)
    if not in_haven(s.heroes[h]):
        yield from offer_shadow_card(s, h, "entry")


@hero_step
def danger(s: GameState) -> Flow[None]:
    """Combat or peril, as Sauron chooses (p. 22)."""
    h = s.turn.hero
    hero = s.heroes[h]
    s.step = s.turn.onward
    is_perilous = perilous(s, h, hero.place)
    if threatened(s, hero.place):
        choice = yield from attack(s, h, "travel", (DRAW_PERILS,) if is_perilous else ())
        if choice == DRAW_PERILS:
            yield from peril(s, h)
    elif is_perilous:
        yield from peril(s, h)


def peril(s: GameState, h: int) -> Flow[None]:
    """Sauron draws three peril cards and picks one that fits the location (p. 22)."""
    amount = PERILS_DRAWN
    if suffers(s.heroes[h], "reckless"):
        choice = yield Decision(SAURON, "draw_more", [DRAW_MORE, DONE])
        amount += choice == DRAW_MORE
    for _ in range(amount):
        if not s.peril_deck:
            s.peril_deck, s.peril_discard = s.peril_discard, []
            shuffle(s, s.peril_deck)
        if s.peril_deck:
            s.looking.append(s.peril_deck.pop())
    s.looker = SAURON
    disclose(s)
    fitting = [card for card in s.looking if PERILS[card].fits >> s.heroes[h].place & 1]
    choice = ("peril", -1)
    if fitting:
        choice = yield Decision(SAURON, "peril", [("peril", card) for card in fitting])
    s.peril_discard += s.looking
    s.looking = []
    disclose(s)
    if fitting:
        tell(s, "peril", (h, choice[1]))
        yield from PERIL[PERILS[choice[1]].key].run(s, h)


@after("travel")
@as_flow
def after_travel(s: GameState, h: int, won: bool) -> None:
    """Who does not defeat the enemy while travelling has no more turn, but for Iron Will (p. 22)."""
    if not won and sheet(s.heroes[h]) != "iron_will":
        raise TurnEnds
    s.step = s.turn.onward


after("peril")(after_travel)


after("khazad_dum")(after_travel)


@after("nine_for_mortal_men")
@as_flow
def after_nine(s: GameState, _h: int, _won: bool) -> None:
    """The turn goes on either way."""
    s.step = s.turn.onward


after("the_dark_tower")(after_nine)


@spoils("khazad_dum")
def balrog_spoils(s: GameState, h: int, won: bool) -> Flow[None]:
    """Who defeats the Balrog is rewarded."""
    if won:
        gain_favor(s, h, 2)
        yield from train(s, h)


@spoils("the_dark_tower")
@as_flow
def dark_tower_spoils(s: GameState, h: int, won: bool) -> None:
    """Who defeats the minion is rewarded."""
    if won:
        gain_favor(s, h, 2)
