"""Exploring a location: favor, characters, dark path, quests, plots, events and trade, in any order (p. 24)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because
from engine.games.meq.cards.clauses import Effect
from engine.games.meq.cards.registry import CHARACTER_EFFECTS, EVENT_EFFECTS, HERO_ABILITIES, PLOT_EFFECTS
from engine.games.meq.components.box import CHARACTER, CHARACTERS, ENCOUNTERS, EVENTS, PLOTS, QUESTS
from engine.games.meq.layout import ADJACENT, IDS, LOC
from engine.games.meq.rules.characters import remove_character
from engine.games.meq.rules.corruption import corrupt
from engine.games.meq.rules.favor import favor_room, gain_favor, lose_favor, remove_favor
from engine.games.meq.rules.heroes import heroes_at, is_isolated
from engine.games.meq.rules.knowledge import look_at_tokens
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.plots import discard_plot
from engine.games.meq.rules.quests import complete_quest, reward_deed
from engine.games.meq.rules.tokens import tokens_at
from engine.games.meq.state import AWAY, GameState, Hero, seat_of

DARK_PATH_MOST = 3


def explore_options(s: GameState, h: int) -> list[Option]:
    """The options of exploring here and now (p. 24)."""
    hero = s.heroes[h]
    here = hero.place
    options: list[Option] = []
    if s.favor[here] and favor_room(s, h):
        options.append(("favor",))
    if here in s.characters and not is_isolated(hero):
        options += _consult_options(s, h)
    if not s.turn.dark_path and len(hero.corruption) <= DARK_PATH_MOST:
        options.append(("dark-path",))
    for quest in hero.quests:
        if _goal(quest) == here:
            options.append(("quest", quest))
    for plot, place in zip(s.plots, s.plot_places, strict=True):
        if place == here and PLOTS[plot].favor <= hero.favor:
            options.append(("thwart", plot))
    for card in s.event:
        if EVENTS[card].affects == here and EVENT_EFFECTS[card].effect.can(s, h):
            options.append(("event", card))
    if hero.kept_events and any(effect.can(s, h) for _, effect in _kept_effects(hero)):
        options.append(("pledge",))
    company = [other for other in heroes_at(s, here) if other != h]
    if company:
        options += _trade_options(s, [h, *company])
    if not s.turn.scouted and HERO_ABILITIES[hero.who].scouts:
        options += [("scout", IDS[i]) for i in ADJACENT[here] if tokens_at(s, i)]
    return options


def _kept_effects(hero: Hero) -> list[tuple[int, Effect]]:
    """The event cards that were given to the hero, with what he may do with each."""
    effects = ((card, EVENT_EFFECTS[card].when_kept) for card in hero.kept_events)
    return [(card, effect) for card, effect in effects if effect is not None]


def _trade_options(s: GameState, company: list[int]) -> list[Option]:
    """The pairs of heroes that may trade: not again before the active one has done something else (p. 24)."""
    free = [h for h in company if not is_isolated(s.heroes[h])]
    pairs = ((a, b) for i, a in enumerate(free) for b in free[i + 1 :])
    return [("trade", a, b) for a, b in pairs if [a, b] not in s.turn.trades]


def _consult_options(s: GameState, h: int) -> list[Option]:
    """The options of consulting the characters here, for favor or an ability (p. 24)."""
    options: list[Option] = []
    for i, at in enumerate(s.characters):
        if at == s.heroes[h].place:
            who = CHARACTERS[i].id
            options.append(("consult", who, "favor"))
            if CHARACTER_EFFECTS[who].can(s, h):
                options.append(("consult", who, "ability"))
    return options


def _goal(quest: int) -> int:
    """Where a quest is completed by exploring; nowhere if it asks for a fight (p. 25)."""
    if quest in ENCOUNTERS:
        return ENCOUNTERS[quest].explore
    return AWAY if QUESTS[quest].monster else QUESTS[quest].place


def explore(s: GameState, h: int, choice: Option) -> Flow[None]:
    """Carry out an option of exploring (p. 24)."""
    if choice[0] != "trade":
        s.turn.trades = []
    match choice:
        case ("favor",):
            remove_favor(s, s.heroes[h].place)
            gain_favor(s, h, 1)
        case ("consult", who, what):
            yield from consult(s, h, who, what)
        case ("dark-path",):
            s.turn.dark_path = True
            gain_favor(s, h, 1)
            yield from corrupt(s, h)
        case ("quest", quest):
            yield from complete_quest(s, h, quest)
        case ("thwart", plot):
            lose_favor(s, h, PLOTS[plot].favor)
            discard_plot(s, plot)
        case ("event", card):
            s.event.remove(card)
            s.event_discards[EVENTS[card].stage - 1].append(card)
            with because(s, "text", card):
                yield from EVENT_EFFECTS[card].effect.run(s, h)
        case ("pledge",):
            for card, effect in _kept_effects(s.heroes[h]):
                with because(s, "text", card):
                    yield from effect.run(s, h)
        case ("trade", one, other):
            s.turn.trades.append([one, other])
            with because(s, "trade", one, other):
                yield from give(s, one, other)
                yield from give(s, other, one)
        case ("scout", where):
            s.turn.scouted = True
            look_at_tokens(s, h, (LOC[where],))


def consult(s: GameState, h: int, who: str, what: str) -> Flow[None]:
    """Consult a character, who then leaves the board (p. 24)."""
    i = CHARACTER[who]
    tell(s, "consulted", (h, who, what))
    remove_character(s, i)
    if what == "favor":
        gain_favor(s, h, CHARACTERS[i].favor)
    else:
        with because(s, "character", who):
            yield from CHARACTER_EFFECTS[who].run(s, h)
    reward_deed(s, h)
    for plot in list(s.plots):
        if PLOT_EFFECTS[plot].corrupts == who:
            yield from corrupt(s, h)


def give(s: GameState, h: int, other: int) -> Flow[None]:
    """Let a hero give another favor, items and quests, but for starting and advanced ones (p. 24)."""
    giver, taker = s.heroes[h], s.heroes[other]
    while True:
        options: list[Option] = [("give-favor", other)] if giver.favor and favor_room(s, other) else []
        options += [("give", card, other) for card in (*giver.items, *giver.quests) if card not in QUESTS]
        choice = yield Decision(seat_of(h), "trade", [*options, DONE])
        match choice:
            case ("give-favor", _):
                lose_favor(s, h, 1)
                gain_favor(s, other, 1)
            case ("give", card, _):
                for mine, theirs in ((giver.items, taker.items), (giver.quests, taker.quests)):
                    if card in mine:
                        mine.remove(card)
                        theirs.append(card)
                tell(s, "gave", (h, other, card))
            case _:
                return
