"""Chapter X, beginning a combat and its rounds up to the roll (p. 26-28)."""

from engine.core.chance import roll
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option, Together
from engine.core.state import disclose
from engine.games.bofa.cards.fights import (
    cancels,
    extra_dice,
    extra_rerolls,
    front_of,
    must_aim,
    shots,
    storms,
    target_shift,
)
from engine.games.bofa.cards.vocabulary import lasting
from engine.games.bofa.components.box import BEORN, FREE, SHADOW, THORIN
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import Battle, Field, Played, lasting_effects, leadership_of, pack_of
from engine.games.bofa.steps.cards import draw_event, drop_spent_cards, keep_hand_limit

MOST_DICE = 5
"""Dice a side may roll (p. 26)."""
BEORN_DICE = 4
STROKES = "strokes"


def attack_options(s: Field, p: Pack, seat: int, places: list[int], merged: int = -1) -> list[Option]:
    """Attacks that armies may make on regions beside them (p. 26); `merged` counts as manned."""
    options: list[Option] = []
    bear = s.people[BEORN] if seat == SHADOW else -9
    for place in places:
        army = s.armies[place]
        if place != merged and not (army and p.unit_side[army[0]] == seat):
            continue
        for target in p.neighbours[place]:
            there = s.armies[target]
            if (there and p.unit_side[there[0]] != seat) or target == bear:
                options.append(("attack", place, target))
    return options


def combined_options(s: Field, p: Pack, seat: int) -> list[Option]:
    """Regions that more than one army can attack at once; armies on a pass and Beorn cannot join (p. 25, 30)."""
    options: list[Option] = []
    bear = s.people[BEORN] if seat == SHADOW else -9
    for target in range(p.regions):
        there = s.armies[target]
        enemy = p.unit_side[there[0]] != seat if there else target == bear
        if enemy and len(attackers(s, p, seat, target)) > 1:
            options.append(("combined", target))
    return options


def attackers(s: Field, p: Pack, seat: int, target: int) -> list[int]:
    """The regions beside a target that hold an army of the seat."""
    beside = []
    for place in p.neighbours[target]:
        army = s.armies[place]
        if army and p.unit_side[army[0]] == seat:
            beside.append(place)
    return beside


def begin_battle(s: Field, p: Pack, seat: int, sources: list[int], target: int, beorn: bool = False) -> None:
    """An attack starts a combat (p. 26)."""
    bear = beorn or (seat == SHADOW and s.people[BEORN] == target)
    s.battle = Battle(seat, target, sources, sources[0], bear, 0, list(sources), [[], []])
    clear_round(s, p, s.battle)
    tell(s, "attacked", (seat, target, *sources))
    s.step = "battle"


def start_battle(s: Field) -> Flow[None]:
    """Before a combat: who fights first, and terrain advantage (p. 26)."""
    p, b = pack_of(s), fight(s)
    yield from choose_front(s, b)
    s.step = "round"
    if b.beorn:
        return
    at_home = p.at_home[p.terrain[b.target]]
    counts = [0, 0]
    counts[b.attacker] = sum([at_home[unit] for unit in s.armies[b.front]])
    counts[1 - b.attacker] = sum([at_home[unit] for unit in s.armies[b.target]])
    if counts[0] != counts[1]:
        seat = 0 if counts[0] > counts[1] else 1
        tell(s, "terrain", (seat,))
        draw_event(s, seat, 1)
        yield from keep_hand_limit(s, seat)


def fight(s: Field) -> Battle:
    """The combat in progress."""
    assert s.battle is not None
    return s.battle


def choose_front(s: Field, b: Battle) -> Flow[None]:
    """In a combined attack the attacker chooses each round who attacks (p. 30)."""
    if len(b.sources) > 1:
        options: list[Option] = [("front", place) for place in b.sources]
        choice = yield Decision(b.attacker, "front", options)
        if choice[1] != b.front:
            b.used[b.attacker] = []
        b.front = choice[1]


def is_beorn(b: Battle, seat: int) -> bool:
    """Whether that side is Beorn alone."""
    return b.beorn and seat == FREE


def manoeuvre_options(s: Field, p: Pack, b: Battle, seat: int) -> list[Option]:
    """The hand of cards for a round: units, special manoeuvres, Regroup and Event cards (p. 26-27)."""
    if is_beorn(b, seat):
        return [("nothing",)]
    used = b.used[seat]
    place = front_of(b, seat)
    options: list[Option] = [("regroup",)]
    options += [("unit", unit) for unit in dict.fromkeys(s.armies[place]) if str(unit) not in used]
    if seat == FREE and s.people[THORIN] == place and STROKES not in used:
        options.append(("strokes",))
    if seat == SHADOW and s.bats[p.territory[b.target]]:
        options.append(("bite",))
    cards = p.cards
    options += [("event", card) for card in s.hands[seat] if cards[card].deck == "event"]
    return options


def fight_round(s: Field) -> Flow[None]:
    """Steps 1 and 2 of a round: both show a card, then roll (p. 26-27)."""
    p, b = pack_of(s), fight(s)
    if b.round:
        yield from choose_front(s, b)
    drop_spent_cards(s, p)
    first, second = b.attacker, 1 - b.attacker
    chosen = yield Together(
        (
            Decision(first, "manoeuvre", manoeuvre_options(s, p, b, first)),
            Decision(second, "manoeuvre", manoeuvre_options(s, p, b, second)),
        )
    )
    b.round += 1
    clear_round(s, p, b)
    for seat, option in zip((first, second), chosen, strict=True):
        reveal(s, p, b, seat, option)
    prepare(s, p, b)
    yield from take_aim(s, p, b)
    for seat in (first, second):
        b.shots[seat] = shots(s, p, b, seat)
        count = dice_count(s, p, b, seat)
        b.black[seat] = min(count, black_dice(s, b, seat))
        b.dice[seat] = [roll(s) for _ in range(count)]
        tell(s, "fought", (seat, b.black[seat], *b.dice[seat]))
    s.step = "reroll"


def reveal(s: Field, p: Pack, b: Battle, seat: int, option: Option) -> None:
    """A side's card is turned up; event cards are used up, the others lie on the table (p. 27)."""
    kind = option[0]
    if kind == "nothing":
        return
    b.cards[seat] = Played(kind, option[1] if len(option) > 1 else 0)
    if kind == "event":
        s.hands[seat].remove(option[1])
        s.event_discard.append(option[1])
    elif kind == "unit":
        b.used[seat].append(str(option[1]))
    elif kind == STROKES:
        b.used[seat].append(STROKES)
    disclose(s)
    tell(s, "showed", (seat, *option))


def clear_round(s: Field, p: Pack, b: Battle) -> None:
    """Nothing of an earlier round is left; a fortification that is broken now no longer protects (p. 28)."""
    b.cards = [Played(), Played()]
    b.aim = ["", ""]
    b.void, b.withdraw, b.pinned = [False, False], [False, False], [False, False]
    b.pursued, b.dealt, b.shots, b.black = [0, 0], [0, 0], [0, 0], [0, 0]
    b.dice = [[], []]
    b.walled = 0
    b.breached = s.walls[b.target] >= p.walls[b.target]


def prepare(s: Field, p: Pack, b: Battle) -> None:
    """Whose card is void, the defender's first; then what Regroup brings: cards back and a way out (p. 27)."""
    for seat in (1 - b.attacker, b.attacker):
        if cancels(s, p, b, seat):
            b.void[1 - seat] = True
            break
    for seat, card in enumerate(b.cards):
        regroups = card.kind == "regroup" and not b.void[seat]
        b.withdraw[seat] = regroups or is_beorn(b, seat)
        if regroups:
            b.used[seat] = []


def take_aim(s: Field, p: Pack, b: Battle) -> Flow[None]:
    """Who shows a card that helps one roll or the other says which, the defender first (p. 27)."""
    for seat in (1 - b.attacker, b.attacker):
        if must_aim(s, p, b, seat):
            choice = yield Decision(seat, "aim", [("aim", "roll"), ("aim", "reroll")])
            b.aim[seat] = choice[1]


def black_dice(s: Field, b: Battle, seat: int) -> int:
    """Black dice: one per unit of the type whose card was played (p. 27)."""
    card = b.cards[seat]
    return s.armies[front_of(b, seat)].count(card.id) if card.kind == "unit" else 0


def dice_count(s: Field, p: Pack, b: Battle, seat: int) -> int:
    """Dice of the combat roll: the army's strength, at most five (p. 27); Beorn has his own (p. 33)."""
    if is_beorn(b, seat):
        dice = beorn_dice(s, p)
    else:
        strength = p.strength
        dice = min(MOST_DICE, sum([strength[unit] for unit in s.armies[front_of(b, seat)]]))
    return max(0, min(MOST_DICE, dice + extra_dice(s, p, b, seat)))


def beorn_dice(s: Field, p: Pack) -> int:
    """How many dice Beorn rolls, with his Fate cards (p. 17, 33)."""
    cards = [effect.dice for effect in lasting_effects(s, p, FREE) if type(effect) is lasting.BeornDice]
    return max([BEORN_DICE, *cards])


def target_number(s: Field, p: Pack, b: Battle, seat: int, reroll: bool) -> int:
    """What a die must show to hit (p. 27-28)."""
    target = 5
    if seat == b.attacker and not storms(s, p, b, seat):
        walls = p.walls[b.target]
        if (walls and not b.breached) or (b.front in b.fresh and (b.front, b.target) in p.uphill):
            target = 6
    if is_beorn(b, seat):
        target -= beorn_bonus(s, p)
    target -= target_shift(s, p, b, seat, reroll)
    return max(2, min(6, target))


def beorn_bonus(s: Field, p: Pack) -> int:
    """What Fate cards add to Beorn's results."""
    return sum([effect.amount for effect in lasting_effects(s, p, FREE) if type(effect) is lasting.BeornAdd])


def reroll_limit(s: Field, p: Pack, b: Battle, seat: int) -> int:
    """How many missed dice a side may roll again: its leadership (p. 28), for Beorn as many as he rolled (p. 33)."""
    own = len(b.dice[seat]) if is_beorn(b, seat) else leadership_of(s, p, front_of(b, seat))
    return max(0, own + extra_rerolls(s, p, b, seat))


def leader_reroll(s: Field) -> Flow[None]:
    """Step 3: leaders roll missed dice again; the player splits them between black and white (p. 28)."""
    p, b = pack_of(s), fight(s)
    for seat in (b.attacker, 1 - b.attacker):
        dice, black = b.dice[seat], b.black[seat]
        target = target_number(s, p, b, seat, False)
        missed = [at for at, die in enumerate(dice) if die < target]
        allowed = min(len(missed), reroll_limit(s, p, b, seat))
        if not allowed:
            score(s, p, b, seat, target, target, [])
            continue
        missed_black = [at for at in missed if at < black]
        missed_white = [at for at in missed if at >= black]
        least = max(0, allowed - len(missed_white))
        most = min(allowed, len(missed_black))
        choice = yield Decision(seat, "reroll", [("reroll", n, allowed - n) for n in range(most, least - 1, -1)])
        again = missed_black[: choice[1]] + missed_white[: choice[2]]
        for at in again:
            dice[at] = roll(s)
        tell(s, "rerolled", (seat, *[dice[at] for at in again]))
        score(s, p, b, seat, target, target_number(s, p, b, seat, True), again)
    s.step = "assign"


def score(s: Field, p: Pack, b: Battle, seat: int, first: int, second: int, again: list[int]) -> None:
    """Turn dice into hits: 1 for a hit, 0 for a miss, kept in place of the results."""
    b.dice[seat] = [int(die >= (second if at in again else first)) for at, die in enumerate(b.dice[seat])]
