"""Phase 6, combat, first half: shadow cards and the attacks of engaged enemies (p. 18)."""

from engine.core.flow import Flow
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.attacks import (
    begin_enemy_attack,
    deal_shadow,
    declare_defenders,
    end_enemy_attack,
    goes_on,
    resolve_shadows,
)
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.constant_effects import may_attack_player
from engine.games.lotr.rules.in_play import each_player, player_order
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.action_windows import open_window


def combat(s: GameState) -> Flow[None]:
    """Deal each engaged enemy a shadow card, by player and falling engagement cost (p. 18)."""
    s.phase = "combat"
    for seat in each_player(s):
        for enemy in sorted(s.players[seat].engaged, key=lambda card: -ENTRIES[card].engagement_cost):
            yield from deal_shadow(s, enemy)
    s.queue = player_order(s)
    open_window(s, "enemy-attack")


def enemy_attack(s: GameState) -> Flow[None]:
    """Let the player choose which of his enemies attacks next (p. 18, step 1)."""
    seat = s.queue[0]
    engaged = s.players[seat].engaged
    able = [card for card in engaged if not s.cards[card].has_attacked and may_attack_player(s, card, seat)]
    if able:
        enemy = yield from choose_card(s, seat, "enemy-attack", able)
        yield from begin_enemy_attack(s, enemy, seat)
        open_window(s, "defend")
        return
    s.queue.pop(0)
    if not s.queue:
        s.queue = player_order(s)
        s.step = "player-attack"


def defend(s: GameState) -> Flow[None]:
    """Declare a defender, or leave the attack undefended (p. 18, step 2)."""
    if goes_on(s):
        yield from declare_defenders(s)
    open_window(s, "shadows")


def shadows(s: GameState) -> Flow[None]:
    """Resolve the shadow effect (p. 18, step 3)."""
    if goes_on(s):
        yield from resolve_shadows(s)
    open_window(s, "enemy-damage")


def damage(s: GameState) -> Flow[None]:
    """Determine combat damage; then the next attack (p. 18, step 4)."""
    yield from end_enemy_attack(s)
    open_window(s, "enemy-attack")
