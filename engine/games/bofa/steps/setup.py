"""The setup: everything in its place, decks and tokens shuffled (p. 6-7)."""

from engine.core.chance import shuffle
from engine.core.game import Setting
from engine.games.bofa.components.box import CHARACTERS, FREE, PILES, SHADOW, STARTING
from engine.games.bofa.components.library import load, pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.tokens import lay_token
from engine.games.bofa.state import WAITING, GameState


def new_state(setting: Setting) -> GameState:
    """The state before anything is shuffled: figures in their places, cards and tokens in decks (p. 6-7)."""
    p = load(str(setting.options["pack"]))
    places, territories = p.layout.places, p.layout.territories
    state = GameState(
        step="set-up",
        pack=p.key,
        armies=[[] for _ in range(places)],
        damage=[0] * places,
        leaders=[0] * places,
        wall_damage=[0] * places,
        characters=[WAITING] * len(CHARACTERS),
        eagles=[0] * territories,
        bats=[0] * territories,
        pass_closed=[True] * len(p.layout.passes),
        dice_pool=[5, 6],
        dice=[[], []],
        hands=[[], []],
        face_down=[[], []],
        known_cards=[[], []],
        lasting_cards=[[], []],
        event_deck=p.deck("event"),
        story_decks=[p.deck("story", FREE), p.deck("story", SHADOW)],
        fate_deck=p.deck("fate"),
        piles=[p.pile(pile) for pile in range(len(PILES))],
        tokens=[[] for _ in range(places)],
        fate_pool=[number for number, token in p.fate_tokens.items() if not token.colour],
        fate_tokens_aside=[number for number, token in p.fate_tokens.items() if token.colour],
    )
    place_groups(state, p)
    return state


def place_groups(s: GameState, p: Pack) -> None:
    """The figures of the setup take their places (p. 7)."""
    for group in p.contents.setup.group:
        place = p.layout.numbers[group.region]
        for name, count in group.units.items():
            s.armies[place] += [p.unit_numbers[name]] * count
        s.armies[place].sort()
        for name in group.characters:
            s.characters[STARTING.index(name)] = place


def set_up(s: GameState) -> None:
    """Shuffle decks and tokens, and lay out the recruitment tokens of the setup (p. 6-7)."""
    p = pack_of(s)
    shuffle(s, s.event_deck, "events")
    shuffle(s, s.fate_deck, "fate")
    for seat, deck in enumerate(s.story_decks):
        shuffle(s, deck, f"story:{seat}")
    for number, pile in enumerate(s.piles):
        shuffle(s, pile, f"tokens:{number}")
    for group in p.contents.setup.group:
        for name, count in group.tokens.items():
            for _ in range(count):
                lay_token(s, p, PILES.index(name), p.layout.numbers[group.region])
    s.step = "reorganise"
