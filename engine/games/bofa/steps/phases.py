"""Chapter IV: setting up, and the six phases of a turn around the action round (p. 6, 11)."""

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.armies import give_leader
from engine.games.bofa.components.box import BAT_FIGURES, BEORN, FREE, PILES, SHADOW, THORIN
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import Field, pack_of
from engine.games.bofa.steps.cards import clear_table, draw_event, draw_story, keep_hand_limit
from engine.games.bofa.steps.dice import roll_dice
from engine.games.bofa.steps.recruitment import lay_token
from engine.games.bofa.steps.special import eagles_home
from engine.games.bofa.victory import check_end_of_turn


def set_up(s: Field) -> None:
    """Shuffle decks and tokens, and lay out the recruitment tokens of the setup (p. 6-7)."""
    p = pack_of(s)
    for cards in (s.event_deck, *s.story_decks, s.fate_deck, *s.piles):
        shuffle(s, cards)
    for group in p.contents.setup.group:
        for name, count in group.tokens.items():
            for _ in range(count):
                lay_token(s, p, PILES.index(name), p.place_ids[group.region])
    s.step = "reorganise"


def reorganise(s: Field) -> None:
    """Phase 1: dice are taken back, and each player draws an Event and a Story card (p. 11)."""
    p = pack_of(s)
    s.turn += 1
    s.pool = [5 + any(s.people[who] >= 0 for who in (THORIN, BEORN)), 6 + two_settlements(s, p)]
    tell(s, "turn", (s.turn,))
    for seat in (FREE, SHADOW):
        draw_event(s, seat, 1)
        draw_story(s, seat, 1)
    s.step = "hand_limit"


def two_settlements(s: Field, p: Pack) -> bool:
    """The Shadow has one more die while it holds two settlements of one territory (p. 12)."""
    territories = [p.territory[place] for place in s.held]
    return len(set(territories)) < len(territories)


def trim_hands(s: Field) -> Flow[None]:
    """The end of phase 1: no hand has more than six cards (p. 11)."""
    for seat in (FREE, SHADOW):
        yield from keep_hand_limit(s, seat)
    s.step = "activate"


def shadow_leaders(s: Field) -> Flow[None]:
    """Phase 4: as many leadership tokens and Great Bats as the Shadow has dice (p. 11, 34)."""
    p = pack_of(s)
    given = [0] * len(s.armies)
    for _ in range(s.pool[SHADOW]):
        options: list[Option] = [
            ("leader", place)
            for place, army in enumerate(s.armies)
            if army and not given[place] and p.unit_side[army[0]] == SHADOW
        ]
        if sum(s.bats) < BAT_FIGURES:
            options += [("bat", territory) for territory in range(len(s.bats))]
        if not options:
            break
        choice = yield Decision(SHADOW, "shadow_leaders", options)
        if choice[0] == "leader":
            given[choice[1]] = 1
            give_leader(s, p, choice[1])
        else:
            s.bats[choice[1]] += 1
            tell(s, "bat", (choice[1],))
    s.step = "roll"


def action_roll(s: Field) -> None:
    """Phase 5 begins: both players roll their action dice; the Free Peoples act first (p. 11)."""
    roll_dice(s)
    s.active = FREE
    s.step = "turn"


def end_turn(s: Field) -> None:
    """Phase 6: victory, then leadership, Eagles, Bats and unused activation tokens go (p. 11)."""
    p = pack_of(s)
    check_end_of_turn(s, p)
    s.leaders = [0] * len(s.leaders)
    s.bats = [0] * len(s.bats)
    eagles_home(s)
    s.active_generals = []
    clear_table(s, p, "end_of_turn")
    s.step = "reorganise"
