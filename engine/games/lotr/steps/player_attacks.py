"""Phase 6, combat, second half: the attacks of the players (p. 20)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because
from engine.games.lotr.cards.effects import COMBAT_OVER, FORCED, VALUES, Cue
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.attacks import current_attack, fighters, strike, targets
from engine.games.lotr.rules.in_play import each_player, stays_in_play
from engine.games.lotr.rules.removal import discard_shadows
from engine.games.lotr.rules.responses import force
from engine.games.lotr.state import Attack, GameState
from engine.games.lotr.steps.action_windows import open_window


def player_attack(s: GameState) -> Flow[None]:
    """Ask a player for an attack on an enemy he has not attacked this round, or for the end of his attacks (p. 20)."""
    seat = s.queue[0]
    enemies = [] if s.players[seat].eliminated else _enemies(s, seat)
    options: list[Option] = [("attack", card) for card in enemies]
    choice = yield Decision(seat, "attack", [*options, ("done",)])
    if choice[0] == "attack":
        s.cards[choice[1]].attacked_by |= 1 << seat
        s.attacks.append(Attack(choice[1], seat))
        s.step = "declare-attackers"
        return
    s.queue.pop(0)
    if not s.queue:
        open_window(s, "end-combat")


def _enemies(s: GameState, seat: int) -> list[int]:
    """The enemies that some ready character of the player may attack, each once a round (p. 20)."""
    enemies: list[int] = []
    for card in fighters(s, seat):
        for enemy in targets(s, seat, card):
            if enemy not in enemies and not s.cards[enemy].attacked_by >> seat & 1:
                enemies.append(enemy)
    return enemies


def declare_attackers(s: GameState) -> Flow[None]:
    """Exhaust attackers; other players' ranged characters may join (p. 20, 24)."""
    attack = current_attack(s)
    yield from _join(s, attack, attack.seat)
    if s.cards[attack.enemy].seat >= 0:
        for seat in each_player(s):
            if seat != attack.seat:
                yield from _join(s, attack, seat)
    tell(s, "attacked", (attack.enemy, *attack.attackers))
    open_window(s, "strike")


def _join(s: GameState, attack: Attack, seat: int) -> Flow[None]:
    """Ask a player for attackers, one at a time; who declared the attack adds at least one."""
    while True:
        options: list[Option] = [("join", card) for card in fighters(s, seat) if _may_join(s, attack, seat, card)]
        done: list[Option] = [("done",)] if attack.attackers else []
        with because(s, "attack", attack.enemy):
            choice = yield Decision(seat, "attackers", options + done)
        if choice[0] == "done":
            return
        s.cards[choice[1]].exhausted = True
        attack.attackers.append(choice[1])


def _may_join(s: GameState, attack: Attack, seat: int, card: int) -> bool:
    """Whether a character may join an attack: one alone into the staging area; ranged ones join other players'."""
    engaged = s.cards[attack.enemy].seat
    if engaged < 0:
        return not attack.attackers and VALUES[card].attacks_staging_area
    return ENTRIES[card].ranged or engaged == seat == attack.seat


def resolve_strike(s: GameState) -> Flow[None]:
    """Determine attack strength and combat damage (p. 20, steps 2 and 3)."""
    yield from strike(s)
    open_window(s, "player-attack")


def end_combat(s: GameState) -> Flow[None]:
    """Carry out what happens when the phase ends; then discard all shadow cards (p. 20)."""
    ending = {card: s.cards[card] for card in s.staging if card in FORCED["combat-ends"]}
    for card, state in ending.items():
        if stays_in_play(s, card, state):
            yield from force(s, "combat-ends", card, Cue(card))
    for state in s.cards.values():
        discard_shadows(s, state)
        state.has_attacked, state.attacked_by = False, 0
    for card in list(s.riders):
        COMBAT_OVER[card](s, card)
    s.step = "end-phase"
