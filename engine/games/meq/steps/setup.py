"""The set-up of both sides (p. 8)."""

from collections.abc import Sequence

from engine.core.chance import below, pick, shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option, Together
from engine.core.game import Setting
from engine.core.state import because, disclose
from engine.games.meq.cards.registry import QUEST_EFFECTS
from engine.games.meq.components.box import (
    CHARACTERS,
    CORRUPTIONS,
    ENCOUNTERS,
    EVENTS,
    HEROES,
    ITEMS,
    MINIONS,
    MISSIONS,
    PERILS,
    PLOTS,
    QUESTS,
    SHADOWS,
    TOKENS,
    cards_of,
    ids,
)
from engine.games.meq.components.schema import COMBAT_DECKS
from engine.games.meq.layout import COLOUR_PAIRS, HAVEN_DECK, IDS, SIZE, STRONGHOLDS
from engine.games.meq.rules.influence import extend_by_one, place_influence_each
from engine.games.meq.rules.items import gain_item
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.plots import draw_and_keep_plots
from engine.games.meq.rules.shadow import draw_shadow
from engine.games.meq.rules.shadow_pool import add_to_pool
from engine.games.meq.state import AWAY, SAURON, GameState, Hero, seat_of

_PLOTS, _STARTING = tuple(ids("plot")), tuple(ids("starting-plot"))
_SKILLS, _HERO_CARDS = tuple(ids("skill")), tuple(ids("hero-card"))
_DECKS = {deck: tuple(cards_of(deck)) for deck in (*COMBAT_DECKS, *HEROES)}
_EVENT_DECKS = [[i for i, card in EVENTS.items() if card.stage == stage] for stage in (1, 2, 3)]
_ENCOUNTER_DECKS = [[i for i, card in ENCOUNTERS.items() if card.deck == deck] for deck in range(HAVEN_DECK + 1)]
_TOKEN_POOLS = [[i for i, token in TOKENS.items() if token.pool == pool] for pool in range(len(COLOUR_PAIRS))]


def new_state(setting: Setting) -> GameState:
    """The state before anything is shuffled: decks sorted, heroes not yet chosen."""
    return GameState(
        step="setup",
        heroes=[Hero("", AWAY) for _ in range(setting.seats - 1)],
        choose_heroes=setting.options["heroes"] == "choose",
        advanced_dominance=setting.options["advanced-dominance"],
        high_stakes=setting.options["high-stakes"],
        together=setting.options["common-choices"] == "together",
        influence=[0] * SIZE,
        favor=[0] * SIZE,
        minions=[minion.start[0] if minion.stage == 1 else AWAY for minion in MINIONS],
        minion_damage=[0] * len(MINIONS),
        characters=[AWAY] * len(CHARACTERS),
        token_discards=[[] for _ in COLOUR_PAIRS],
        event_discards=[[], [], []],
        encounter_discards=[[] for _ in range(HAVEN_DECK + 1)],
        shadow_deck=list(SHADOWS),
        plot_deck=list(_PLOTS),
        peril_deck=list(PERILS),
        corruption_deck=list(CORRUPTIONS),
        skill_deck=list(_SKILLS),
        items=list(ITEMS),
        box=[*_STARTING, *QUESTS, *MISSIONS, *_HERO_CARDS],
        event_decks=[list(deck) for deck in _EVENT_DECKS],
        encounter_decks=[list(deck) for deck in _ENCOUNTER_DECKS],
        token_pools=[list(pool) for pool in _TOKEN_POOLS],
        combat_decks=[list(_DECKS[deck]) for deck in COMBAT_DECKS],
    )


def setup(s: GameState) -> None:
    """Shuffle every deck and pool apart (p. 8)."""
    shuffle(s, s.shadow_deck, "shadow")
    shuffle(s, s.plot_deck, "plots")
    shuffle(s, s.peril_deck, "perils")
    shuffle(s, s.corruption_deck, "corruption")
    shuffle(s, s.skill_deck, "skills")
    several = {
        "events": s.event_decks,
        "encounters": s.encounter_decks,
        "tokens": s.token_pools,
        "combat": s.combat_decks,
    }
    for name, decks in several.items():
        for number, deck in enumerate(decks):
            shuffle(s, deck, f"{name}:{number}")
    s.step = "choose-heroes"


def choose_heroes(s: GameState) -> Flow[None]:
    """Let the players choose their heroes, or draw them by lot (p. 8)."""
    if not s.choose_heroes:
        _cast_by_lot(s)
    elif s.together and len(s.heroes) > 1:
        yield from _choose_at_once(s)
    else:
        yield from _choose_in_seat_order(s)
    s.step = "hero-setup"


def _cast(s: GameState, h: int, who: str) -> None:
    """Give a player a hero."""
    s.heroes[h].who = who
    tell(s, "hero", (h, who))


def _cast_by_lot(s: GameState) -> None:
    """Draw a hero for each player."""
    left = list(HEROES)
    for h in range(len(s.heroes)):
        _cast(s, h, left.pop(below(s, len(left), "heroes")))


def _choose_in_seat_order(s: GameState) -> Flow[None]:
    """Let one player after the other choose a hero."""
    left = list(HEROES)
    for h in range(len(s.heroes)):
        choice = yield Decision(seat_of(h), "choose-hero", [("be", who) for who in left])
        left.remove(choice[1])
        _cast(s, h, choice[1])


def _choose_at_once(s: GameState) -> Flow[None]:
    """Let all players ask for a hero; if two want the same one, all heroes are drawn by lot (p. 8)."""
    options: list[Option] = [("be", who) for who in HEROES]
    choices = yield Together(tuple(Decision(seat_of(h), "choose-hero", options) for h in range(len(s.heroes))))
    disclose(s)
    if len(set(choices)) < len(choices):
        _cast_by_lot(s)
        return
    for h, choice in enumerate(choices):
        _cast(s, h, choice[1])


def hero_setup(s: GameState) -> Flow[None]:
    """Give each hero figure, deck, items and quests (p. 8)."""
    for h, hero in enumerate(s.heroes):
        sheet = HEROES[hero.who]
        hero.place = sheet.start
        _unbox(s, hero.life, _DECKS[hero.who])
        shuffle(s, hero.life, f"life:{h}")
        for item in sheet.items:
            gain_item(s, h, item)
        mine = [card for card, quest in QUESTS.items() if quest.hero == hero.who]
        _unbox(s, hero.advanced_quest, [card for card in mine if QUESTS[card].advanced])
        starting = [card for card in mine if not QUESTS[card].advanced]
        quest = pick(s, starting, f"quest:{h}")
        _unbox(s, hero.quests, [quest])
        tell(s, "quest", (h, quest))
        with because(s, "text", quest):
            yield from QUEST_EFFECTS[quest].setup.run(s, h)
    s.step = "starting-plot"


def starting_plot(s: GameState) -> None:
    """Choose one of the three starting plots at random (p. 8)."""
    begin_plot(s, pick(s, _STARTING, "starting-plot"))
    s.step = "sauron-setup"


def begin_plot(s: GameState, card: int) -> None:
    """Make a starting plot active, with influence for the strongholds and the Shadow Pool (p. 8)."""
    plot = PLOTS[card]
    assert plot.setup is not None
    _unbox(s, s.plots, [card])
    s.plot_places.append(plot.affects[0])
    tell(s, "plot", (card, IDS[plot.affects[0]]))
    place_influence_each(s, STRONGHOLDS, plot.setup.strongholds)
    add_to_pool(s, plot.setup.pool)
    s.influence_left = plot.setup.extension


def sauron_setup(s: GameState) -> Flow[None]:
    """Let Sauron place one more influence of his starting plot (p. 8)."""
    with because(s, "text", s.plots[0]):
        choice = yield from extend_by_one(s, to_pool=False)
    s.influence_left = 0 if choice == DONE else s.influence_left - 1
    if not s.influence_left:
        s.step = "sauron-cards"


def sauron_cards(s: GameState) -> Flow[None]:
    """Draw Sauron's first shadow and plot cards, as his starting plot says (p. 8)."""
    first_cards = PLOTS[s.plots[0]].setup
    assert first_cards is not None
    draw, keep = first_cards.shadow
    draw_shadow(s, draw)
    with because(s, "text", s.plots[0]):
        for _ in range(draw - keep):
            choice = yield Decision(SAURON, "drop-shadow", [("drop", card) for card in s.shadow_hand])
            s.shadow_hand.remove(choice[1])
            s.shadow_discard.append(choice[1])
            disclose(s)
        yield from draw_and_keep_plots(s, *first_cards.plot)
    s.step = "missions"


def missions(s: GameState) -> None:
    """Draw a mission in secret for each side, once both have set up (p. 8)."""
    for side, zone in (("heroes", s.hero_mission), ("sauron", s.sauron_mission)):
        cards = [card for card, mission in MISSIONS.items() if mission.side == side]
        _unbox(s, zone, [pick(s, cards, f"mission:{side}")])
    disclose(s)
    s.step = "rally"


def _unbox(s: GameState, zone: list[int], cards: Sequence[int]) -> None:
    """Move cards from the box into play."""
    for card in cards:
        s.box.remove(card)
        zone.append(card)
