"""Phase 6, combat, second half: the players strike back (p. 20)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.lotr.cards.effects import COMBAT_OVER, VALUES, Cue
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.rules.attacks import current_attack, fighters, strike, targets
from engine.games.lotr.rules.in_play import each_player
from engine.games.lotr.rules.removal import discard_shadows
from engine.games.lotr.rules.responses import force
from engine.games.lotr.state import Attack, GameState
from engine.games.lotr.steps.action_windows import open_window
from engine.games.lotr.steps.victory import may_win


def player_attack(s: GameState) -> Flow[None]:
    """The player declares an attack on an enemy he has not yet attacked this round, or ends his attacks (p. 20)."""
    seat = s.queue[0]
    enemies = [] if s.players[seat].eliminated else _enemies(s, seat)
    options: list[Option] = [("attack", card) for card in enemies]
    choice = yield Decision(seat, "attack", [*options, ("done",)])
    if choice[0] == "attack":
        s.cards[choice[1]].attacked_by |= 1 << seat
        s.attacks.append(Attack(choice[1], seat))
        s.step = "declare attackers"
        return
    s.queue.pop(0)
    if not s.queue:
        open_window(s, "end combat")


def _enemies(s: GameState, seat: int) -> list[int]:
    """What some ready character of the player may attack, once per enemy and round (p. 20)."""
    found: list[int] = []
    for card in fighters(s, seat):
        for enemy in targets(s, seat, card):
            if enemy not in found and not s.cards[enemy].attacked_by >> seat & 1:
                found.append(enemy)
    return found


def declare_attackers(s: GameState) -> Flow[None]:
    """Exhaust attackers; other players' ranged characters may join (p. 20, 24)."""
    one = current_attack(s)
    yield from _join(s, one, one.seat)
    if s.cards[one.enemy].seat >= 0:
        for seat in each_player(s):
            if seat != one.seat:
                yield from _join(s, one, seat)
    tell(s, "attacked", (one.enemy, *one.attackers))
    open_window(s, "strike")


def _join(s: GameState, one: Attack, seat: int) -> Flow[None]:
    """One player adds attackers, one at a time; the declaring player at least one."""
    while True:
        options: list[Option] = [("join", card) for card in fighters(s, seat) if _may_join(s, one, seat, card)]
        done: list[Option] = [("done",)] if one.attackers else []
        choice = yield Decision(seat, "attackers", options + done)
        if choice[0] == "done":
            return
        s.cards[choice[1]].exhausted = True
        one.attackers.append(choice[1])


def _may_join(s: GameState, one: Attack, seat: int, card: int) -> bool:
    """Into the staging area only one attacks, and alone (Dúnhere); at others' enemies, or with others, only ranged."""
    engaged = s.cards[one.enemy].seat
    if engaged < 0:
        return not one.attackers and VALUES[card].attacks_staging_area
    return KIND[card].ranged or engaged == seat == one.seat


@may_win
def resolve_strike(s: GameState) -> Flow[None]:
    """Determine attack strength and combat damage (p. 20, steps 2 and 3)."""
    yield from strike(s)
    open_window(s, "player attack")


@may_win
def end_combat(s: GameState) -> Flow[None]:
    """What happens as the phase ends; then all shadow cards are discarded (p. 20)."""
    for card in list(s.staging):
        if card in s.cards:
            yield from force(s, "combat ends", card, Cue(card))
    for state in s.cards.values():
        discard_shadows(s, state)
        state.has_attacked, state.attacked_by = False, 0
    for card in list(s.riders):
        COMBAT_OVER[card](s, card)
    s.step = "end phase"
