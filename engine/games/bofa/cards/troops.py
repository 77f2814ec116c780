"""Operations on armies and regions: moves, attacks, recruits, damage and walls."""

from engine.core.chance import roll
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.registry import operation, plain_operation
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.box import BEORN, PILES, SHADOW, SHADOW_PILE
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import give_leader, seat_of
from engine.games.bofa.rules.combat import attack_options, begin_battle
from engine.games.bofa.rules.damage import hurt
from engine.games.bofa.rules.movement import land, set_out, step_to, stopped, ways
from engine.games.bofa.rules.ranges import archers
from engine.games.bofa.rules.recruitment import ANY, flip, recruit_units
from engine.games.bofa.rules.regrouping import regroup
from engine.games.bofa.rules.tokens import lay_token, may_lay, own_tokens, return_tokens
from engine.games.bofa.state import Frame, GameState


@operation(orders.Move)
def move(s: GameState, p: Pack, frame: Frame, op: orders.Move) -> Flow[None]:
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
    frame.it, frame.laid = column.place, 0
    frame.picked.append(column.place)
    yield from land(s, p, seat)


@operation(orders.Attack)
def attack(s: GameState, p: Pack, frame: Frame, op: orders.Attack) -> Flow[None]:
    """The picked army may attack (p. 15)."""
    if frame.it < 0:
        return
    halt: list[Option] = [("halt",)]
    options = halt + attack_options(s, p, frame.seat, [frame.it])
    choice = yield Decision(frame.seat, "card_attack", options)
    if choice[0] == "attack":
        begin_battle(s, p, frame.seat, [choice[1]], choice[2])


@operation(orders.Recruit)
def recruit(s: GameState, p: Pack, frame: Frame, op: orders.Recruit) -> Flow[None]:
    """Units come straight from the supply (p. 25)."""
    if frame.it >= 0 and seat_of(s, p, frame.it) != 1 - frame.seat:
        yield from recruit_units(s, p, frame.it, p.unit_ids[op.unit], op.count)


@operation(orders.Token)
def token(s: GameState, p: Pack, frame: Frame, op: orders.Token) -> Flow[None]:
    """Recruitment tokens are laid where their owner may lay them (p. 24)."""
    if frame.it < 0 or not may_lay(s, p, frame.seat, frame.it):
        return
    for _ in range(op.count):
        if op.pile != "own":
            pile = PILES.index(op.pile)
        else:
            own = (SHADOW_PILE,) if frame.seat == SHADOW else (0, 1)
            options: list[Option] = [("pile", number) for number in own if s.piles[number]]
            if not options:
                return
            _, pile = yield Decision(frame.seat, "pile", options)
        frame.laid += lay_token(s, p, pile, frame.it)


@operation(orders.Flip)
def turn_token(s: GameState, p: Pack, frame: Frame, op: orders.Flip) -> Flow[None]:
    """Recruitment tokens of the place are turned, or only those that the card has laid there (p. 24)."""
    for _ in range(op.count):
        if frame.it < 0 or frame.it == s.people[BEORN] or not own_tokens(s, p, frame.seat, frame.it):
            return
        if op.laid and not frame.laid:
            return
        yield from flip(s, p, frame.seat, frame.it, frame.laid if op.laid else ANY)
        frame.laid -= op.laid


@plain_operation(orders.Leader)
def leader(s: GameState, p: Pack, frame: Frame, op: orders.Leader) -> None:
    """The army gains leadership tokens (p. 20)."""
    for _ in range(op.count if frame.it >= 0 else 0):
        give_leader(s, p, frame.it)


@plain_operation(orders.DropLeader)
def drop_leader(s: GameState, p: Pack, frame: Frame, op: orders.DropLeader) -> None:
    """The army loses leadership tokens."""
    if frame.it >= 0:
        s.leaders[frame.it] = max(0, s.leaders[frame.it] - op.count)


@operation(orders.Damage)
def damage(s: GameState, p: Pack, frame: Frame, op: orders.Damage) -> Flow[None]:
    """The army takes damage (p. 29)."""
    if frame.it >= 0:
        yield from hurt(s, p, frame.it, op.count)


@operation(orders.Volley)
def volley(s: GameState, p: Pack, frame: Frame, op: orders.Volley) -> Flow[None]:
    """Dice are rolled against the army (p. 29)."""
    if frame.it >= 0:
        yield from shoot(s, p, frame.it, op.dice, op.hit)


@operation(orders.Archery)
def archery(s: GameState, p: Pack, frame: Frame, op: orders.Archery) -> Flow[None]:
    """Every archer in range shoots (p. 20)."""
    if frame.it >= 0:
        dice = min(op.most, archers(s, p, frame.seat, frame.it, op.units, op.terrain))
        yield from shoot(s, p, frame.it, dice, op.hit)


def shoot(s: GameState, p: Pack, place: int, dice: int, hit: int) -> Flow[None]:
    """Roll against an army outside combat."""
    hits = sum([roll(s) >= hit for _ in range(dice)])
    tell(s, "shot", (place, dice, hits))
    yield from hurt(s, p, place, hits)


@plain_operation(orders.Heal)
def heal(s: GameState, p: Pack, frame: Frame, op: orders.Heal) -> None:
    """Damage is removed from the army."""
    if frame.it >= 0:
        s.damage[frame.it] = max(0, s.damage[frame.it] - op.count)


@operation(orders.Regroup)
def regroup_army(s: GameState, p: Pack, frame: Frame, op: orders.Regroup) -> Flow[None]:
    """The army regroups (p. 25)."""
    if frame.it >= 0 and s.armies[frame.it]:
        yield from regroup(s, p, frame.seat, frame.it, op.hit)


@plain_operation(orders.DropTokens)
def drop_tokens(s: GameState, p: Pack, frame: Frame, op: orders.DropTokens) -> None:
    """Enemy recruitment tokens go back to their pile unseen (p. 24)."""
    if frame.it >= 0:
        return_tokens(s, p, frame.it, op.count, 1 - frame.seat)


@plain_operation(orders.Repair)
def repair(s: GameState, p: Pack, frame: Frame, op: orders.Repair) -> None:
    """A fortification is mended, which only a card that says so can do (p. 28)."""
    if frame.it >= 0:
        s.walls[frame.it] = max(0, s.walls[frame.it] - op.count)


@plain_operation(orders.Breach)
def breach(s: GameState, p: Pack, frame: Frame, op: orders.Breach) -> None:
    """A fortification is damaged (p. 28)."""
    if frame.it >= 0:
        s.walls[frame.it] = min(p.walls[frame.it], s.walls[frame.it] + op.count)
