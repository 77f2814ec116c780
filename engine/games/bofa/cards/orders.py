"""Runs the program of a card or ability, one operation after the other (p. 15)."""

from collections.abc import Callable
from typing import Any

from engine.core.chance import below, roll
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa import vocabulary as v
from engine.games.bofa.armies import give_leader, open_pass, return_tokens
from engine.games.bofa.cards.where import COUNTERS, archers, armies_like, holds, regions_like
from engine.games.bofa.pack import Pack
from engine.games.bofa.pack.check import CHARACTERS
from engine.games.bofa.pack.program import Branch, Instruction, Jump, Pick, Program, Unless
from engine.games.bofa.pack.table import BEORN, FREE, PILES, SHADOW
from engine.games.bofa.state import (
    BATS,
    BODYGUARDS,
    GONE,
    MOST_WRATH,
    RINGS,
    WAITING,
    Field,
    Frame,
    pack_of,
    seat_of,
)
from engine.games.bofa.steps import fate
from engine.games.bofa.steps.battle import attack_options, begin_battle
from engine.games.bofa.steps.cards import discard, draw_event, draw_story, keep_hand_limit
from engine.games.bofa.steps.characters import generals_in_play
from engine.games.bofa.steps.damage import hurt
from engine.games.bofa.steps.dice import FACES
from engine.games.bofa.steps.movement import land, set_out, step_to, stopped, ways
from engine.games.bofa.steps.recruitment import (
    flip,
    lay_token,
    may_lay,
    muster_goblins,
    own_tokens,
    recruit_units,
    regroup,
)
from engine.games.bofa.steps.special import recruit_eagles

MOST = {"ring": RINGS, "wrath": MOST_WRATH, "bodyguard": BODYGUARDS, "concentration": 1}


def program_of(p: Pack, frame: Frame) -> Program:
    """The program a frame is running."""
    if frame.source == "general":
        return p.abilities[frame.id]
    if frame.source == "arrive":
        return p.arrivals[frame.id]
    return p.cards[frame.id].program


def run_effect(s: Field) -> Flow[None]:
    """Go on with the card or ability on top until it ends or starts a battle."""
    p = pack_of(s)
    frame = s.frames[-1]
    program = program_of(p, frame)
    while frame.at < len(program):
        op = program[frame.at]
        frame.at += 1
        yield from carry_out(s, p, frame, op)
        if s.battle is not None or s.frames[-1] is not frame:
            return
    s.frames.pop()
    if not s.frames:
        s.step = s.after


def carry_out(s: Field, p: Pack, frame: Frame, op: Instruction) -> Flow[None]:
    """One instruction of a program."""
    match op:
        case Jump(to=to):
            frame.at = to
        case Unless(when=when, to=to):
            if not holds(s, p, frame.seat, when):
                frame.at = to
        case Branch():
            yield from branch(s, p, frame, op)
        case Pick():
            yield from pick(s, p, frame, op)
        case _:
            yield from OPERATIONS[type(op)](s, p, frame, op)


def branch(s: Field, p: Pack, frame: Frame, op: Branch) -> Flow[None]:
    """The player takes one of the branches that can be taken."""
    options: list[Option] = [
        ("branch", at) for at, option in enumerate(op.options) if holds(s, p, frame.seat, option.when)
    ]
    if options:
        choice = yield Decision(frame.seat, "branch", options)
        frame.at = op.to[choice[1]]
    else:
        frame.at = op.end


def pick(s: Field, p: Pack, frame: Frame, op: Pick) -> Flow[None]:
    """The player picks the place the next operations act on."""
    seat = frame.seat
    if op.army:
        owner = seat if op.whose == "friend" else 1 - seat
        places = armies_like(s, p, seat, owner, op.where, frame.it)
    else:
        places = regions_like(s, p, seat, op.where, frame.it)
    if op.different:
        places = [place for place in places if place not in frame.picked]
    options: list[Option] = [("pick", place) for place in places]
    if op.optional or not options:
        options.append(("none",))
    choice = yield Decision(seat, "pick", options)
    if choice[0] == "none":
        frame.it = -1
        frame.at = op.skip
        return
    frame.it = choice[1]
    frame.picked.append(choice[1])


Operation = Callable[[Field, Pack, Frame, Any], Flow[None]]
OPERATIONS: dict[type[v.Order], Operation] = {}


def operation(kind: type[v.Order]) -> Callable[[Operation], Operation]:
    """Register what an operation of the vocabulary does."""

    def remember(rule: Operation) -> Operation:
        OPERATIONS[kind] = rule
        return rule

    return remember


@operation(v.Move)
def move(s: Field, p: Pack, frame: Frame, op: v.Move) -> Flow[None]:
    """The picked army may move; the next operations follow it (p. 15, 23)."""
    place, seat = frame.it, frame.seat
    if place < 0 or seat_of(s, p, place) != seat:
        return
    options: list[Option] = [("halt",)]
    options += [("march", place, to) for to in ways(s, p, seat, place)]
    choice = yield Decision(seat, "card_move", options)
    if choice[0] == "halt":
        return
    column = yield from set_out(s, p, seat, place, choice[2], {"army"})
    step_to(s, p, seat, column, choice[2])
    for _ in range(op.regions - 1):
        if stopped(s, p, seat, column):
            break
        halt: list[Option] = [("halt",)]
        onward = halt + [("on", to) for to in ways(s, p, seat, column.place)]
        choice = yield Decision(seat, "card_move_on", onward)
        if choice[0] == "halt":
            break
        step_to(s, p, seat, column, choice[1])
    frame.it = column.place
    frame.picked.append(column.place)
    yield from land(s, p, seat)


@operation(v.Attack)
def attack(s: Field, p: Pack, frame: Frame, op: v.Attack) -> Flow[None]:
    """The picked army may attack (p. 15)."""
    if frame.it < 0:
        return
    halt: list[Option] = [("halt",)]
    options = halt + attack_options(s, p, frame.seat, [frame.it])
    choice = yield Decision(frame.seat, "card_attack", options)
    if choice[0] == "attack":
        begin_battle(s, p, frame.seat, [choice[1]], choice[2])


@operation(v.Recruit)
def recruit(s: Field, p: Pack, frame: Frame, op: v.Recruit) -> Flow[None]:
    """Units come straight from the supply (p. 25)."""
    if frame.it >= 0 and seat_of(s, p, frame.it) != 1 - frame.seat:
        yield from recruit_units(s, p, frame.it, p.unit_ids[op.unit], op.count)


@operation(v.Token)
def token(s: Field, p: Pack, frame: Frame, op: v.Token) -> Flow[None]:
    """Recruitment tokens are laid where their owner may lay them (p. 24)."""
    if frame.it < 0 or not may_lay(s, p, frame.seat, frame.it):
        return
    for _ in range(op.count):
        if op.pile != "own":
            pile = PILES.index(op.pile)
        else:
            own = (PILES.index("shadow"),) if frame.seat == SHADOW else (0, 1)
            options: list[Option] = [("pile", number) for number in own if s.piles[number]]
            if not options:
                return
            _, pile = yield Decision(frame.seat, "pile", options)
        lay_token(s, p, pile, frame.it)


@operation(v.Flip)
def turn_token(s: Field, p: Pack, frame: Frame, op: v.Flip) -> Flow[None]:
    """Recruitment tokens of the place are turned (p. 24)."""
    for _ in range(op.count):
        if frame.it >= 0 and frame.it != s.people[BEORN] and own_tokens(s, p, frame.seat, frame.it):
            yield from flip(s, p, frame.seat, frame.it)


@operation(v.Leader)
def leader(s: Field, p: Pack, frame: Frame, op: v.Leader) -> Flow[None]:
    """The army gains leadership tokens (p. 20)."""
    for _ in range(op.count if frame.it >= 0 else 0):
        give_leader(s, p, frame.it)
    return
    yield


@operation(v.DropLeader)
def drop_leader(s: Field, p: Pack, frame: Frame, op: v.DropLeader) -> Flow[None]:
    """The army loses leadership tokens."""
    if frame.it >= 0:
        s.leaders[frame.it] = max(0, s.leaders[frame.it] - op.count)
    return
    yield


@operation(v.Damage)
def damage(s: Field, p: Pack, frame: Frame, op: v.Damage) -> Flow[None]:
    """The army takes damage (p. 29)."""
    if frame.it >= 0:
        yield from hurt(s, p, frame.it, op.count)


@operation(v.Volley)
def volley(s: Field, p: Pack, frame: Frame, op: v.Volley) -> Flow[None]:
    """Dice are rolled against the army (p. 29)."""
    if frame.it >= 0:
        yield from shoot(s, p, frame.it, op.dice, op.hit)


@operation(v.Archery)
def archery(s: Field, p: Pack, frame: Frame, op: v.Archery) -> Flow[None]:
    """Every archer in range shoots (p. 20)."""
    if frame.it >= 0:
        dice = min(op.most, archers(s, p, frame.seat, frame.it, op.units, op.terrain))
        yield from shoot(s, p, frame.it, dice, op.hit)


def shoot(s: Field, p: Pack, place: int, dice: int, hit: int) -> Flow[None]:
    """Roll against an army outside combat."""
    hits = sum([roll(s) >= hit for _ in range(dice)])
    tell(s, "shot", (place, dice, hits))
    yield from hurt(s, p, place, hits)


@operation(v.Heal)
def heal(s: Field, p: Pack, frame: Frame, op: v.Heal) -> Flow[None]:
    """Damage is removed from the army."""
    if frame.it >= 0:
        s.damage[frame.it] = max(0, s.damage[frame.it] - op.count)
    return
    yield


@operation(v.Regroup)
def regroup_army(s: Field, p: Pack, frame: Frame, op: v.Regroup) -> Flow[None]:
    """The army regroups (p. 25)."""
    if frame.it >= 0 and s.armies[frame.it]:
        yield from regroup(s, p, frame.seat, frame.it, op.hit)


@operation(v.Draw)
def draw(s: Field, p: Pack, frame: Frame, op: v.Draw) -> Flow[None]:
    """Cards are drawn (p. 15)."""
    if op.deck == "event":
        draw_event(s, frame.seat, op.count)
    else:
        draw_story(s, frame.seat, op.count)
    yield from keep_hand_limit(s, frame.seat)


@operation(v.Discard)
def lose_cards(s: Field, p: Pack, frame: Frame, op: v.Discard) -> Flow[None]:
    """Cards leave a hand: an enemy's at random, one's own by choice."""
    seat = frame.seat if op.whose == "friend" else 1 - frame.seat
    for _ in range(op.count):
        hand = s.hands[seat]
        if not hand:
            return
        if op.whose == "enemy":
            discard(s, seat, hand[below(s, len(hand))])
        else:
            options: list[Option] = [("discard", card) for card in hand]
            choice = yield Decision(seat, "discard", options)
            discard(s, seat, choice[1])


@operation(v.Fate)
def move_fate(s: Field, p: Pack, frame: Frame, op: v.Fate) -> Flow[None]:
    """The fate marker moves (p. 17)."""
    fate.move_marker(s, p, op.by)
    return
    yield


@operation(v.FateToken)
def fate_token(s: Field, p: Pack, frame: Frame, op: v.FateToken) -> Flow[None]:
    """A special token joins the pool (p. 16)."""
    for number in [n for n in s.fate_aside if p.fates[n].colour == op.colour]:
        s.fate_aside.remove(number)
        s.fate_pool.append(number)
        tell(s, "fate_token", (op.colour,))
    return
    yield


@operation(v.FateCard)
def fate_card(s: Field, p: Pack, frame: Frame, op: v.FateCard) -> Flow[None]:
    """A Fate card is drawn and played (p. 17)."""
    fate.draw_card(s, p)
    return
    yield


@operation(v.Counters)
def counters(s: Field, p: Pack, frame: Frame, op: v.Counters) -> Flow[None]:
    """Counters come to a character card or leave it."""
    name = COUNTERS[op.of]
    setattr(s, name, max(0, min(MOST[op.of], getattr(s, name) + op.count)))
    return
    yield


@operation(v.Bats)
def bats(s: Field, p: Pack, frame: Frame, op: v.Bats) -> Flow[None]:
    """Great Bats gather over a territory (p. 34)."""
    if frame.it >= 0 and p.territory[frame.it] >= 0:
        s.bats[p.territory[frame.it]] += min(op.count, BATS - sum(s.bats))
    return
    yield


@operation(v.Eagles)
def eagles(s: Field, p: Pack, frame: Frame, op: v.Eagles) -> Flow[None]:
    """Eagles come to the Eyrie (p. 32)."""
    recruit_eagles(s, op.count)
    return
    yield


@operation(v.Goblins)
def goblins(s: Field, p: Pack, frame: Frame, op: v.Goblins) -> Flow[None]:
    """Goblins gather (p. 24)."""
    muster_goblins(s, p, op.count)
    return
    yield


@operation(v.OpenPass)
def open_one_pass(s: Field, p: Pack, frame: Frame, op: v.OpenPass) -> Flow[None]:
    """A closed pass with enough units before it opens."""
    options: list[Option] = [
        ("open", at) for at, point in enumerate(p.muster_points) if s.closed[at] and len(s.armies[point]) >= op.units
    ]
    if options:
        choice = yield Decision(frame.seat, "open_pass", options)
        open_pass(s, choice[1])


@operation(v.Place)
def place_character(s: Field, p: Pack, frame: Frame, op: v.Place) -> Flow[None]:
    """A character in play is put into the picked region."""
    who = CHARACTERS.index(op.character)
    if frame.it >= 0 and s.people[who] not in (WAITING, GONE):
        s.people[who] = frame.it
        tell(s, "placed", (who, frame.it))
    return
    yield


@operation(v.Activate)
def activate(s: Field, p: Pack, frame: Frame, op: v.Activate) -> Flow[None]:
    """A general without a token gets one (p. 19)."""
    options: list[Option] = [("activate", who) for who in generals_in_play(s, p) if who not in s.active_generals]
    if options:
        choice = yield Decision(FREE, "activate", options)
        s.active_generals.append(choice[1])
        tell(s, "activated", (choice[1],))


@operation(v.TurnDie)
def turn_die(s: Field, p: Pack, frame: Frame, op: v.TurnDie) -> Flow[None]:
    """An unused die is turned to another face."""
    dice = s.dice[frame.seat]
    faces = dict.fromkeys(FACES[frame.seat])
    options: list[Option] = [("turn", old, new) for old in dict.fromkeys(dice) for new in faces if new != old]
    if options:
        _, old, new = yield Decision(frame.seat, "turn_die", options)
        dice.remove(old)
        dice.append(new)
        dice.sort()


@operation(v.DropTokens)
def drop_tokens(s: Field, p: Pack, frame: Frame, op: v.DropTokens) -> Flow[None]:
    """Enemy recruitment tokens go back to their pile unseen (p. 24)."""
    if frame.it >= 0:
        return_tokens(s, p, frame.it, op.count, 1 - frame.seat)
    return
    yield


@operation(v.Repair)
def repair(s: Field, p: Pack, frame: Frame, op: v.Repair) -> Flow[None]:
    """A fortification is mended, which only a card that says so can do (p. 28)."""
    if frame.it >= 0:
        s.walls[frame.it] = max(0, s.walls[frame.it] - op.count)
    return
    yield


@operation(v.Breach)
def breach(s: Field, p: Pack, frame: Frame, op: v.Breach) -> Flow[None]:
    """A fortification is damaged (p. 28)."""
    if frame.it >= 0:
        s.walls[frame.it] = min(p.walls[frame.it], s.walls[frame.it] + op.count)
    return
    yield
