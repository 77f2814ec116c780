"""What combat effects do once damage is dealt (p. 28)."""

from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.vocabulary import combat
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import friends_at
from engine.games.bofa.rules.characters import eliminate
from engine.games.bofa.rules.combat import front_of, is_beorn
from engine.games.bofa.rules.hand import draw_event, keep_hand_limit
from engine.games.bofa.state import Battle, GameState


def use_effect(s: GameState, p: Pack, b: Battle, seat: int, effect: combat.Effect) -> Flow[None]:
    """An effect that works once damage is dealt; those on the roll have done their part."""
    place = front_of(b, seat)
    match effect:
        case combat.Prevent(count=count):
            prevent(s, b, seat, count)
        case combat.Heal(count=count):
            if not is_beorn(b, seat):
                s.damage[place] = max(0, s.damage[place] - count)
        case combat.Sacrifice(heal=heal):
            yield from sacrifice(s, p, seat, place, heal)
        case combat.Pin():
            b.pinned[1 - seat] = True
        case combat.Pursue(count=count):
            b.pursued[1 - seat] += count
        case combat.Withdraw():
            b.withdraw[seat] = True
        case combat.DropLeader(count=count):
            if not is_beorn(b, 1 - seat):
                there = front_of(b, 1 - seat)
                s.leaders[there] = max(0, s.leaders[there] - count)
        case combat.Draw(count=count):
            draw_event(s, seat, count)
            yield from keep_hand_limit(s, seat)
        case combat.TakeBack():
            b.used[seat] = []


def prevent(s: GameState, b: Battle, seat: int, count: int) -> None:
    """Cancel damage of this round, on the army first and then on its walls (p. 28)."""
    place = front_of(b, seat)
    saved = min(count, b.dealt[seat])
    b.dealt[seat] -= saved
    s.damage[place] = max(0, s.damage[place] - saved)
    if seat != b.attacker:
        walls = min(count - saved, b.walled)
        b.walled -= walls
        s.walls[b.target] -= walls


def sacrifice(s: GameState, p: Pack, seat: int, place: int, heal: int) -> Flow[None]:
    """A character or leadership token is given up to remove damage (p. 14)."""
    if not s.damage[place]:
        return
    options: list[Option] = [("decline",)]
    if s.leaders[place]:
        options.append(("give_leader",))
    options += [("give", who) for who in friends_at(s, seat, place)]
    choice = yield Decision(seat, "sacrifice", options)
    if choice[0] == "decline":
        return
    if choice[0] == "give_leader":
        s.leaders[place] -= 1
    else:
        eliminate(s, p, choice[1])
    s.damage[place] = max(0, s.damage[place] - heal)
