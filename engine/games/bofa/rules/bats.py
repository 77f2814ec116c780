"""The Great Bats (p. 34)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.components.box import FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.combat import has_hit
from engine.games.bofa.rules.damage import deal_in_combat
from engine.games.bofa.rules.movement import march_options
from engine.games.bofa.state import Battle, GameState


def place_bat(s: GameState, territory: int) -> None:
    """A Great Bats figure is placed over a territory (p. 34)."""
    s.bats[territory] += 1
    tell(s, "bat", (territory,))


def remove_bat(s: GameState, territory: int) -> None:
    """A Great Bats figure is given up (p. 34)."""
    s.bats[territory] -= 1
    tell(s, "bat-gone", (territory,))


def bat_options(s: GameState, p: Pack) -> list[Option]:
    """Armies that a Cloud of Bats can move: one over their territory is given up (p. 34)."""
    if not any(s.bats):
        return []
    bats, territory = s.bats, p.layout.territory
    marches = march_options(s, p, SHADOW, {"army"})
    below: list[Option] = [
        ("bats", place, to) for _, place, to in marches if territory[place] >= 0 and bats[territory[place]]
    ]
    return sorted(below, key=lambda option: territory[option[1]])


def bite(s: GameState, p: Pack, b: Battle) -> Flow[None]:
    """Great Bats deal one damage more, if the Shadow dealt any (p. 34)."""
    territory = p.layout.territory[b.target]
    if b.cards[SHADOW].kind != "bite" or b.void[SHADOW] or not s.bats[territory] or not has_hit(b, SHADOW):
        return
    choice = yield Decision(SHADOW, "bite", [("bite",), ("decline",)])
    if choice[0] == "bite":
        remove_bat(s, territory)
        deal_in_combat(s, p, b, FREE, 1)
