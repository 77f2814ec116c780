"""What combat effects do once damage is dealt: more of it, less of it, and who may leave (p. 28-29)."""

from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.vocabulary import combat
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import characters_with, remove_leaders
from engine.games.bofa.rules.characters import eliminate
from engine.games.bofa.rules.combat import front_of, is_beorn
from engine.games.bofa.rules.damage import deal_in_combat, remove_damage
from engine.games.bofa.rules.fortifications import mend_walls
from engine.games.bofa.rules.hand import draw_event, keep_hand_limit
from engine.games.bofa.state import Battle, GameState


def hit(s: GameState, p: Pack, b: Battle, seat: int, effect: combat.Hit) -> None:
    """The enemy takes more damage."""
    deal_in_combat(s, p, b, 1 - seat, effect.count)


def prevent(s: GameState, p: Pack, b: Battle, seat: int, effect: combat.Prevent) -> Flow[None]:
    """Damage of this round is cancelled, of the army or of its walls as the player chooses (p. 28)."""
    place = front_of(b, seat)
    army = min(b.new_damage[seat], s.damage[place])
    walls = b.new_wall_damage if seat != b.attacker else 0
    count = min(effect.count, army + walls)
    if not count:
        return
    options: list[Option] = [
        ("cancel", of_army, count - of_army) for of_army in range(min(count, army), max(0, count - walls) - 1, -1)
    ]
    _, of_army, of_walls = yield Decision(seat, "cancel", options)
    b.new_damage[seat] -= of_army
    remove_damage(s, place, of_army)
    if of_walls:
        b.new_wall_damage -= of_walls
        mend_walls(s, p, place, of_walls)


def heal(s: GameState, p: Pack, b: Battle, seat: int, effect: combat.Heal) -> None:
    """Damage is removed from the army, whenever it was dealt; Beorn has none (p. 33)."""
    if not is_beorn(b, seat):
        remove_damage(s, front_of(b, seat), effect.count)


def sacrifice(s: GameState, p: Pack, b: Battle, seat: int, effect: combat.Sacrifice) -> Flow[None]:
    """A character or leadership token is given up to remove damage (p. 14)."""
    place = front_of(b, seat)
    if not s.damage[place]:
        return
    options: list[Option] = [("decline",)]
    if s.leaders[place]:
        options.append(("give-leader",))
    options += [("give", who) for who in characters_with(s, seat, place)]
    choice = yield Decision(seat, "sacrifice", options)
    if choice[0] == "decline":
        return
    if choice[0] == "give-leader":
        remove_leaders(s, place, 1)
    else:
        eliminate(s, p, choice[1])
    remove_damage(s, place, effect.heal)


def pin(s: GameState, p: Pack, b: Battle, seat: int, effect: combat.Pin) -> None:
    """The enemy may not leave this round."""
    b.may_not_leave[1 - seat] = True


def pursue(s: GameState, p: Pack, b: Battle, seat: int, effect: combat.Pursue) -> None:
    """The enemy takes damage if it leaves this round."""
    b.pursuit[1 - seat] += effect.count


def withdraw(s: GameState, p: Pack, b: Battle, seat: int, effect: combat.Withdraw) -> None:
    """The army may retreat this round."""
    b.may_retreat[seat] = True


def drop_leader(s: GameState, p: Pack, b: Battle, seat: int, effect: combat.DropLeader) -> None:
    """The enemy army loses leadership tokens."""
    if not is_beorn(b, 1 - seat):
        remove_leaders(s, front_of(b, 1 - seat), effect.count)


def draw(s: GameState, p: Pack, b: Battle, seat: int, effect: combat.Draw) -> Flow[None]:
    """Event cards are drawn."""
    draw_event(s, seat, effect.count)
    yield from keep_hand_limit(s, seat)


def take_back(s: GameState, p: Pack, b: Battle, seat: int, effect: combat.TakeBack) -> None:
    """Unit and manoeuvre cards that were played come back to hand."""
    b.used_cards[seat] = []
