"""Phase 5, encounters: optional engagement and engagement checks (p. 16)."""

from engine.core.flow import Decision, Flow, Option
from engine.games.lotr.cards.effects import VALUES
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.entering import engage
from engine.games.lotr.rules.in_play import player_order, staged_enemies
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.action_windows import open_window


def encounter(s: GameState) -> None:
    """Begin the encounter phase (p. 16)."""
    s.phase = "encounter"
    s.queue = player_order(s)
    s.step = "engage"


def optional_engagement(s: GameState) -> Flow[None]:
    """Let the next player engage one enemy of his choice, whatever its engagement cost (p. 16, step 1)."""
    seat = s.queue[0]
    if not s.players[seat].eliminated:
        enemies = staged_enemies(s)
        if len(enemies) > 1:
            enemies = [card for card in enemies if not VALUES[card].hides_behind_others]
        options: list[Option] = [("engage", card) for card in enemies]
        choice = yield Decision(seat, "engage", [*options, ("decline",)])
        if choice[0] == "engage":
            yield from engage(s, int(choice[1]), seat)
    s.queue.pop(0)
    if not s.queue:
        s.engaged_any = False
        s.queue = player_order(s)
        open_window(s, "check")


def engagement_check(s: GameState) -> Flow[None]:
    """Engage the next player with the enemy of the highest cost within his threat; repeat while any engages (p. 16).

    At a stage without checks the phase is over.
    """
    if VALUES[s.quest[0]].skips_engagement_checks:
        s.step = "end-phase"
        return
    seat = s.queue[0]
    if not s.players[seat].eliminated:
        enemies = next_to_engage(s, seat)
        if enemies:
            s.engaged_any = True
            enemy = yield from choose_card(s, seat, "engagement-check", enemies)
            yield from engage(s, enemy, seat)
    s.queue.pop(0)
    if not s.queue:
        s.queue = player_order(s)
        if not s.engaged_any:
            s.step = "after-checks"
        s.engaged_any = False


def next_to_engage(s: GameState, seat: int) -> list[int]:
    """The enemies that would engage the player next: one, unless different ones share the same cost (p. 16)."""
    threat = s.players[seat].threat
    near = [card for card in staged_enemies(s) if ENTRIES[card].engagement_cost <= threat]
    highest = max((ENTRIES[card].engagement_cost for card in near), default=0)
    enemies: list[int] = []
    for card in near:
        if ENTRIES[card].engagement_cost == highest and not any(_alike(s, card, other) for other in enemies):
            enemies.append(card)
    return enemies


def _alike(s: GameState, one: int, other: int) -> bool:
    """Whether two enemies are copies of one card with the same tokens, attachments and effects on them."""
    return ENTRIES[one].id == ENTRIES[other].id and s.cards[one] == s.cards[other]


def after_checks(s: GameState) -> None:
    """End the phase with an action window (p. 31)."""
    open_window(s, "end-phase")
