"""Sauron's turn: rally, story, plot, event, actions, hero draw (p. 10 to p. 19)."""

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because, checkpoint, disclose
from engine.games.meq.cards.registry import EVENT_EFFECTS, MINION_ABILITIES
from engine.games.meq.components.box import EVENTS
from engine.games.meq.components.schema import FORTITUDE, MARKERS
from engine.games.meq.layout import LOCATIONS, TRACKS
from engine.games.meq.rules.characters import put_character
from engine.games.meq.rules.dominance import lead
from engine.games.meq.rules.favor import put_favor
from engine.games.meq.rules.hand import draw, hand_room
from engine.games.meq.rules.heroes import new_turn, trait
from engine.games.meq.rules.influence import TO_POOL, extend_by_one, remove_influence
from engine.games.meq.rules.minions import move_minion
from engine.games.meq.rules.options import DONE, PASS
from engine.games.meq.rules.plots import discard_plot, draw_and_keep_plots, play_plot, plot_places
from engine.games.meq.rules.shadow import draw_shadow, play_shadow, playable_shadow_cards
from engine.games.meq.rules.stage import stage
from engine.games.meq.rules.story import bring_in_minions, finale_begins, move_marker, pace
from engine.games.meq.state import AWAY, SAURON, SLAIN, GameState, Turn, seat_of
from engine.games.meq.steps.command import begin_commands

ACTION_MARKERS = 4
EVENTS_DRAWN = 3
POOL_SHARE = 2
"""Influence of one action that may go to the Shadow Pool (p. 15)."""
NOBODY = -1


def rally(s: GameState) -> None:
    """Rally: the heroes remove the influence where they are (p. 11)."""
    s.turn = Turn()
    new_turn(s)
    clear_hero_locations(s)
    tell(s, "round", (s.round,))
    s.step = "story" if s.round > 1 else "event"


def clear_hero_locations(s: GameState) -> None:
    """Remove the influence from the heroes' locations, but for strongholds (p. 11)."""
    for hero in s.heroes:
        if s.influence[hero.place] and not LOCATIONS[hero.place].stronghold:
            remove_influence(s, hero.place, s.influence[hero.place])


def story(s: GameState) -> Flow[None]:
    """Advance the markers; the Finale may begin (p. 12, p. 33)."""
    spaces = pace(s)
    spaces[0] = max(0, spaces[0] - s.hero_delay)
    s.hero_delay = 0
    for marker in range(len(MARKERS)):
        if spaces[marker]:
            move_marker(s, marker, spaces[marker])
    yield from bring_in_minions(s)
    s.step = "finale" if finale_begins(s) else "plot"


def plot(s: GameState) -> Flow[None]:
    """Let Sauron play a plot, discard an active one, or pass (p. 13)."""
    options: list[Option] = [("play", card) for card in s.plot_hand if plot_places(s, card)]
    options += [("scrap", card) for card in s.plots]
    disclose(s)  # being asked, or not, tells of his hand
    checkpoint(s)
    choice = yield Decision(SAURON, "plot", [*options, PASS])
    match choice:
        case ("play", card):
            yield from play_plot(s, card)
        case ("scrap", card):
            discard_plot(s, card)
    s.step = "event"


def event(s: GameState) -> Flow[None]:
    """Draw three event cards of the stage, one of which counts by dominance; one card if nobody is dominant (p. 14).

    In the first turn it is always one card (p. 10).
    """
    number = stage(s) - 1
    ahead = lead(s) if s.round > 1 else 0
    cards = [_draw_event(s, number) for _ in range(EVENTS_DRAWN if ahead else 1)]
    card = (min if ahead > 0 else max)(cards, key=lambda one: EVENTS[one].priority)
    s.event_discards[number] += cards
    disclose(s)
    tell(s, "event", (card,))
    if EVENTS[card].affects == AWAY:
        with because(s, "text", card):
            yield from EVENT_EFFECTS[card].effect.run(s, 0)
        _place_event_tokens(s, card)
    else:
        _place_event_tokens(s, card)
        _keep_event(s, card)
    s.step = "actions"


def _place_event_tokens(s: GameState, card: int) -> None:
    """Place the character and the favor that an event names (p. 14)."""
    event = EVENTS[card]
    if event.character >= 0 and s.characters[event.character] == AWAY:
        put_character(s, event.character, event.character_at)
    for where in event.favor:
        put_favor(s, where)


def _keep_event(s: GameState, card: int) -> None:
    """Leave an event in play that affects a location, in the place of the last one (p. 14)."""
    for old in s.event:
        s.event_discards[EVENTS[old].stage - 1].append(old)
    s.event_discards[EVENTS[card].stage - 1].remove(card)
    s.event = [card]


def _draw_event(s: GameState, number: int) -> int:
    """Draw the top event card of a stage, mixing the discards back in when the deck is empty (p. 35)."""
    deck = s.event_decks[number]
    if not deck:
        deck += s.event_discards[number]
        s.event_discards[number].clear()
        shuffle(s, deck, f"events:{number}")
    return deck.pop()


def actions(s: GameState) -> None:
    """Begin the Action step: two actions, or three against three heroes; some minions return (p. 15, p. 18)."""
    for minion, ability in MINION_ABILITIES.items():
        if s.minions[minion] == SLAIN and ability.returns_to != AWAY:
            move_minion(s, minion, ability.returns_to)
    s.actions_left = 3 if len(s.heroes) == 3 else 2
    s.step = "action"


def action(s: GameState) -> Flow[None]:
    """Let Sauron take an action, play a shadow card, or be done (p. 15)."""
    options: list[Option] = []
    if s.actions_left:
        options += [("act", name) for i, name in enumerate(TRACKS) if s.tracks[i] != 7]
    options += [("shadow", card) for card in playable_shadow_cards(s, NOBODY, ("action",))]
    disclose(s)
    choice = yield Decision(SAURON, "action", [*options, ("done",)])
    match choice:
        case ("act", name):
            s.actions_left -= 1
            yield from take_action(s, name, place_action_marker(s, name))
        case ("shadow", card):
            yield from play_shadow(s, NOBODY, card)
        case _:
            s.step = "hero-draw"


def place_action_marker(s: GameState, name: str) -> int:
    """Put a marker on the leftmost free space; the fourth sends the others back (p. 15). Gives the space's worth."""
    track = list(TRACKS).index(name)
    space = next(n for n in range(3) if not s.tracks[track] >> n & 1)
    if sum(mask.bit_count() for mask in s.tracks) + 1 == ACTION_MARKERS:
        s.tracks = [0, 0, 0]
    s.tracks[track] |= 1 << space
    tell(s, "action", (name, TRACKS[name][space]))
    return TRACKS[name][space]


def take_action(s: GameState, name: str, worth: int) -> Flow[None]:
    """Carry out an action: influence, cards or commands (p. 15, p. 17, p. 18)."""
    match name:
        case "influence":
            s.influence_left, s.pool_left = worth, POOL_SHARE
            s.step = "strengthen"
        case "cards":
            draw_shadow(s, worth)
            with because(s, "action", name):
                yield from draw_and_keep_plots(s, worth, 1)
        case "command":
            begin_commands(s, worth)


def strengthen(s: GameState) -> Flow[None]:
    """Place one influence of an action (p. 15)."""
    with because(s, "action", "influence"):
        choice = yield from extend_by_one(s, s.pool_left > 0, (DONE,))
    s.pool_left -= choice == TO_POOL
    s.influence_left = 0 if choice == DONE else s.influence_left - 1
    if not s.influence_left:
        s.step = "action"


def hero_draw(s: GameState) -> Flow[None]:
    """Let each hero draw up to as many cards as his fortitude (p. 19)."""
    for h in range(len(s.heroes)):
        yield from hero_draws(s, h)
    s.turn = Turn(hero=0)
    s.step = "turn"


def hero_draws(s: GameState, h: int) -> Flow[None]:
    """Let a hero draw cards, fewer than he may if he wants (p. 19)."""
    hero = s.heroes[h]
    most = min(trait(hero, FORTITUDE), len(hero.life), hand_room(hero))
    choice = yield Decision(seat_of(h), "draw", [("draw", n) for n in range(most, -1, -1)])
    if choice[1]:
        draw(s, h, choice[1])
