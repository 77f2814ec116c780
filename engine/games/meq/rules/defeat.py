"""Damage outside of combat and what happens to a defeated hero (p. 32)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because
from engine.games.meq.layout import IDS, LOC, NEAREST_HAVENS
from engine.games.meq.rules.damage import is_defeated, take_damage
from engine.games.meq.rules.dominance import lead
from engine.games.meq.rules.favor import lose_favor
from engine.games.meq.rules.heroes import move_to, spaces_for_sauron
from engine.games.meq.rules.items import lose_item
from engine.games.meq.rules.pools import restore
from engine.games.meq.rules.shadow import offer_shadow_card
from engine.games.meq.rules.stage import stage
from engine.games.meq.rules.story import SAURON_MARKERS, advance_last
from engine.games.meq.state import SAURON, GameState, TurnEnds, seat_of


def deal_damage(s: GameState, h: int, amount: int) -> Flow[None]:
    """Deal a hero damage outside of a fight (p. 32)."""
    yield from take_damage(s, h, amount)
    yield from check_defeat(s, h)


def check_defeat(s: GameState, h: int) -> Flow[None]:
    """Defeat a hero who has no cards left, unless in a fight (p. 36)."""
    if s.combat.hero != h and is_defeated(s.heroes[h]):
        yield from defeat_hero(s, h)


def defeat_hero(s: GameState, h: int) -> Flow[None]:
    """Move a defeated hero to the nearest haven, restored, and end the turn (p. 32)."""
    hero = s.heroes[h]
    tell(s, "fallen", (h,))
    with because(s, "defeat", h):
        spaces = spaces_for_sauron(hero)
        if s.high_stakes and stage(s) == 3 and lead(s) > 0:
            yield from advance_last(s, SAURON, spaces, list(SAURON_MARKERS))
        else:
            yield from advance_last(s, seat_of(h), spaces)
        yield from _forfeit(s, h)
        choice = yield Decision(SAURON, "haven", [("carry", h, IDS[i]) for i in NEAREST_HAVENS[hero.place]])
        move_to(s, h, LOC[choice[2]])
        restore(s, h, damage=True)
        yield from offer_shadow_card(s, h, "defeat")
    if s.turn.hero == h:
        raise TurnEnds


def _forfeit(s: GameState, h: int) -> Flow[None]:
    """Let the hero choose one favor or one item card to lose (p. 32)."""
    hero = s.heroes[h]
    options: list[Option] = [("lose-favor",)] if hero.favor else []
    options += [("lose-item", card) for card in hero.items]
    if options:
        choice = yield Decision(seat_of(h), "forfeit", options)
        if choice[0] == "lose-favor":
            lose_favor(s, h, 1)
        else:
            lose_item(s, h, choice[1])
