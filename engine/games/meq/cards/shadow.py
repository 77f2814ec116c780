"""Shadow cards: Sauron's interventions, each at the moment it names (p. 18)."""

from engine.core.flow import Decision, Flow
from engine.core.state import disclose
from engine.games.meq.cards.clauses import Effect
from engine.games.meq.cards.parts.board import put_influence
from engine.games.meq.cards.parts.combine import as_effect, effect, either, reworded, sauron_either, then, when
from engine.games.meq.cards.parts.conditions import CORRUPTED
from engine.games.meq.cards.parts.hero import CORRUPTION, DISCARD_PER_CORRUPTION, damage
from engine.games.meq.cards.parts.sauron import SAURON_DRAWS_PLOT, pool_gains
from engine.games.meq.cards.registry import SHADOW_EFFECTS
from engine.games.meq.components.box import MINION, MINIONS, PLOTS, SHADOWS
from engine.games.meq.components.schema import WISDOM
from engine.games.meq.layout import ADJACENT, COLOUR_PAIRS, EVERYWHERE, IDS, LOC, in_region
from engine.games.meq.rules.corruption import corrupt, keep_limits
from engine.games.meq.rules.defeat import check_defeat, deal_damage
from engine.games.meq.rules.favor import lose_favor
from engine.games.meq.rules.fights import CAUSES, Cause, engage
from engine.games.meq.rules.hand import discard_chosen, discard_random
from engine.games.meq.rules.heroes import choose_hero, move_hero, trait
from engine.games.meq.rules.influence import extend, place_influence_each, place_one_each
from engine.games.meq.rules.knowledge import reveal_to_heroes
from engine.games.meq.rules.minions import heal_minion, move_minion
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.plots import fetch_plot, play_plot, plot_active, plot_places, refill_plots
from engine.games.meq.rules.story import CORRUPTION_MARKER, RING_MARKER, advance
from engine.games.meq.rules.tokens import place_token, places_for_token, summon_options
from engine.games.meq.state import AWAY, SAURON, GameState

shadow_card = SHADOW_EFFECTS.card


def ambushed_by(enemy: str, cause: str, en: str, pl: str, agility_loss: int = 0) -> Effect:
    """The hero fights at once and skips the Ambush step."""

    def do(s: GameState, h: int) -> None:
        s.turn.skip_ambush = True
        engage(s, h, enemy, cause, agility_loss=agility_loss)

    return effect(en, pl, do)


def _strain(s: GameState, _h: int) -> None:
    s.combat.strength_strain += 1


STRAIN = effect(
    "until the end of the fight his strength is 1 lower for each of his Corruption cards",
    "do końca walki jego siła jest niższa o 1 za każdą jego kartę Korupcji",
    _strain,
)
LOSE_TWO = effect(
    "the hero discards 2 random cards", "bohater odrzuca 2 losowe karty", lambda s, h: discard_random(s, h, 2)
)
shadow_card("betrayed", then(LOSE_TWO, STRAIN))


@as_effect(
    "choose a hero; you may move him to an adjacent location. He discards a random card for each Corruption card",
    "wybierz bohatera; możesz przesunąć go na sąsiednią lokację. Za każdą swoją kartę Korupcji odrzuca on losową kartę",
)
def evil_fog(s: GameState, _h: int) -> Flow[None]:
    h = yield from choose_hero(s)
    at = s.heroes[h].place
    yield from move_hero(s, h, SAURON, (at, *ADJACENT[at]))
    yield from DISCARD_PER_CORRUPTION.run(s, h)


shadow_card("an-evil-fog", evil_fog)

shadow_card(
    "flocks-of-crebain",
    ambushed_by(
        "crebain",
        "start-of-turn",
        "the hero fights a Crebain without agility and skips the Ambush step",
        "bohater walczy z Krebainami bez zręczności i pomija krok Zasadzki",
        agility_loss=99,
    ),
)


def _imperil(s: GameState, h: int) -> None:
    s.turn.perilous = s.heroes[h].place


shadow_card(
    "his-arm-has-grown-long",
    effect("the location is perilous until the end of the turn", "lokacja jest zagrażająca do końca rundy", _imperil),
)

CAUSES["seem-fairer-feel-fouler"] = Cause(onward="rest", in_any_case=when(CORRUPTED, SAURON_DRAWS_PLOT))
shadow_card(
    "seem-fairer-feel-fouler",
    ambushed_by(
        "agent",
        "seem-fairer-feel-fouler",
        "the hero fights an Agent and skips the Ambush step. Then, if he is corrupted, draw 1 Plot card",
        "bohater walczy z Agentem i pomija krok Zasadzki. Potem, jeśli ma kartę Korupcji, dobierz 1 kartę Intrygi",
    ),
)
shadow_card(
    "dark-promises",
    reworded(
        either(CORRUPTION, damage(5)),
        "the hero receives 1 Corruption card or is dealt 5 damage, as he chooses",
        "bohater wybiera: otrzymuje 1 kartę Korupcji albo 5 ran",
    ),
)


@as_effect(
    "choose a hero; you may place 1 influence in his location. He loses 1 favor for each of his Corruption cards",
    "wybierz bohatera; możesz umieścić 1 wpływ w jego lokacji. Za każdą swoją kartę Korupcji traci on 1 przysługę",
)
def do_not_tempt_me(s: GameState, _h: int) -> Flow[None]:
    h = yield from choose_hero(s)
    yield from place_one_each(s, (s.heroes[h].place,), 1, (DONE,))
    lose_favor(s, h, len(s.heroes[h].corruption))


shadow_card("do-not-tempt-me", do_not_tempt_me)


def _mordor_rises(s: GameState, _h: int) -> None:
    place_influence_each(s, in_region("mordor"), 2)


@as_effect("place up to 2 monster tokens", "umieść do 2 żetonów potworów")
def monsters_rise(s: GameState, _h: int) -> Flow[None]:
    for _ in range(2):
        choice = yield Decision(SAURON, "command", [*summon_options(s), DONE])
        if choice == DONE:
            return
        pool = COLOUR_PAIRS.index(choice[1])
        yield from place_token(s, pool, places_for_token(s, pool))


shadow_card(
    "a-new-power-is-rising",
    sauron_either(
        effect(
            "place 2 influence in each location of Mordor",
            "umieść po 2 wpływy na każdej lokacji Mordoru",
            _mordor_rises,
        ),
        monsters_rise,
    ),
)


@as_effect(
    "each hero discards down to 5 cards, then a random card for each of his Corruption cards",
    "każdy bohater odrzuca karty do 5, a potem losową kartę za każdą swoją kartę Korupcji",
)
def storms(s: GameState, _h: int) -> Flow[None]:
    for h, hero in enumerate(s.heroes):
        yield from discard_chosen(s, h, max(0, len(hero.hand) - 5))
    for h, hero in enumerate(s.heroes):
        discard_random(s, h, len(hero.corruption))
        yield from check_defeat(s, h)


shadow_card("storms-of-mordor", storms)


@as_effect(
    "look at the top Plot card and leave it or put it under the deck. If a hero has at least as many Corruption "
    "cards as wisdom, the black story marker advances 1",
    "obejrzyj wierzchnią kartę Intrygi i zostaw ją lub włóż pod spód talii. Jeśli bohater ma co najmniej tyle kart "
    "Korupcji, ile wynosi jego wiedza, czarny znacznik przesuwa się o 1",
)
def sarumans_lies(s: GameState, _h: int) -> Flow[None]:
    refill_plots(s)
    if s.plot_deck:
        card = s.plot_deck[-1]
        s.known_top = max(1, s.known_top)
        disclose(s)
        choice = yield Decision(SAURON, "bottom", [("leave", card), ("bottom", card)])
        if choice[0] == "bottom":
            s.plot_deck.insert(0, s.plot_deck.pop())
            s.known_top -= 1
            s.known_bottom = min(s.known_bottom + 1, len(s.plot_deck))
    if any(len(hero.corruption) >= trait(hero, WISDOM) for hero in s.heroes):
        yield from advance(s, CORRUPTION_MARKER)


shadow_card("sarumans-lies", sarumans_lies)


CURSED_WOUND = reworded(
    then(damage(3), CORRUPTION),
    "deal the hero 3 damage and give him 1 Corruption card",
    "zadaj bohaterowi 3 rany i daj mu 1 kartę Korupcji",
)


@as_effect(
    "deal the hero 5 damage for each of his Corruption cards", "zadaj bohaterowi 5 ran za każdą jego kartę Korupcji"
)
def morgul_wound(s: GameState, h: int) -> Flow[None]:
    yield from deal_damage(s, h, 5 * len(s.heroes[h].corruption))


shadow_card("morgul-blade", sauron_either(morgul_wound, CURSED_WOUND))


@as_effect(
    "show a discarded Plot or Shadow card to the heroes and take it to hand. If A Dark Messenger is active, the yellow "
    "story marker advances 1",
    "pokaż bohaterom odrzuconą kartę Intrygi lub Cienia i weź ją na rękę. Jeśli aktywna jest Intryga Mroczny "
    "Posłaniec, żółty znacznik przesuwa się o 1",
)
def lord_of_the_rings(s: GameState, _h: int) -> Flow[None]:
    """This card is not discarded before it is resolved (p. 18)."""
    piles = (*s.plot_discard, *(card for card in s.shadow_discard if SHADOWS[card].key != "lord-of-the-rings"))
    discards = [("take", card) for card in piles]
    if discards:
        choice = yield Decision(SAURON, "retrieve", discards)
        card = choice[1]
        pile, hand = (s.plot_discard, s.plot_hand) if card in s.plot_discard else (s.shadow_discard, s.shadow_hand)
        pile.remove(card)
        hand.append(card)
        reveal_to_heroes(s, card)
    if plot_active(s, "a-dark-messenger"):
        yield from advance(s, RING_MARKER)


shadow_card("lord-of-the-rings", lord_of_the_rings)


@as_effect(
    "deal the hero 4 damage, and 2 more for each of his Corruption cards",
    "zadaj bohaterowi 4 rany i po 2 więcej za każdą jego kartę Korupcji",
)
def evil_wound(s: GameState, h: int) -> Flow[None]:
    yield from deal_damage(s, h, 4 + 2 * len(s.heroes[h].corruption))


shadow_card("evil-wound", evil_wound)


@as_effect(
    "then, if there are 3 influence or a minion in The Shire, the yellow story marker advances 2",
    "potem, jeśli w lokacji Shire są 3 wpływy lub sługa, żółty znacznik przesuwa się o 2",
)
def baggins(s: GameState, _h: int) -> Flow[None]:
    shire = LOC["the-shire"]
    if s.influence[shire] >= 3 or shire in s.minions:
        yield from advance(s, RING_MARKER, 2)


shadow_card("shire-baggins", then(pool_gains(1), put_influence("the-shire"), baggins))


def _creatures(s: GameState, h: int) -> None:
    s.turn.skip_ambush = True
    engage(s, h, "cave-troll" if len(s.heroes[h].corruption) >= 2 else "giant-spider", "start-of-turn")


shadow_card(
    "creatures-of-the-wild",
    effect(
        "the hero fights a Giant Spider (a Cave Troll if he has 2 or more Corruption cards) and skips the Ambush step",
        "bohater walczy z Olbrzymim Pająkiem (a mając co najmniej 2 karty Korupcji, z Jaskiniowym Trollem) "
        "i pomija krok Zasadzki",
        _creatures,
    ),
)


STONES = ("denethor-falls-into-madness", "saruman-falls-to-corruption")
"""The plots that The Ithil-stone finds."""


def _stones(s: GameState) -> bool:
    return any(PLOTS[card].key in STONES for card in (*s.plot_deck, *s.plot_discard))


@as_effect(
    "take Denethor Falls into Madness or Saruman Falls to Corruption from the Plot deck or discards; you may play it",
    "weź Intrygę Denethor Popada w Szaleństwo lub Upadek Sarumana z talii lub odrzuconych kart Intrygi; "
    "możesz ją zagrać",
    lambda s, _h: _stones(s),
)
def ithil_stone(s: GameState, _h: int) -> Flow[None]:
    card = yield from fetch_plot(s, lambda plot: plot.key in STONES)
    if plot_places(s, card):
        choice = yield Decision(SAURON, "play-now", [("play", card), DONE])
        if choice != DONE:
            yield from play_plot(s, card)


shadow_card("the-ithil-stone", ithil_stone)


def _minions_to_call(s: GameState) -> list[int]:
    return [i for i, at in enumerate(s.minions) if at != AWAY]


@as_effect(
    "heal a minion, or bring back a defeated one, and place it on any location with influence",
    "ulecz sługę lub przywróć pokonanego i umieść go na dowolnej lokacji z wpływem",
    lambda s, _h: bool(_minions_to_call(s)) and any(s.influence),
)
def they_are_terrible(s: GameState, _h: int) -> Flow[None]:
    choice = yield Decision(SAURON, "minion", [("call", MINIONS[i].id) for i in _minions_to_call(s)])
    minion = MINION[choice[1]]
    heal_minion(s, minion, s.minion_damage[minion])
    options = [("send", choice[1], IDS[i]) for i in EVERYWHERE if s.influence[i]]
    choice = yield Decision(SAURON, "minion", options)
    move_minion(s, minion, LOC[choice[2]])


shadow_card("they-are-terrible", they_are_terrible)


@as_effect(
    "choose two heroes and redistribute their Corruption cards, then give a hero 1 Corruption card",
    "wybierz dwóch bohaterów i rozdziel na nowo ich karty Korupcji, potem daj bohaterowi 1 kartę Korupcji",
)
def lidless_eye(s: GameState, _h: int) -> Flow[None]:
    if len(s.heroes) > 1:
        pairs = [("pair", a, b) for a in range(len(s.heroes)) for b in range(a + 1, len(s.heroes))]
        choice = yield Decision(SAURON, "pair", pairs)
        pair = choice[1:]
        cards = [card for h in pair for card in s.heroes[h].corruption]
        for h in pair:
            s.heroes[h].corruption = []
        s.candidates, s.chooser = cards, -1
        while s.candidates:
            card = s.candidates[0]
            choice = yield Decision(SAURON, "burden", [("burden", card, h) for h in pair])
            s.candidates.pop(0)
            s.heroes[choice[2]].corruption.append(card)
        for h in pair:
            yield from keep_limits(s, h)
    h = yield from choose_hero(s)
    yield from corrupt(s, h)


shadow_card("the-lidless-eye", lidless_eye)


def _burden(s: GameState, _h: int) -> None:
    s.combat.strength_strain += 1
    s.combat.agility_strain += 1


BURDEN = effect(
    "until the end of the fight his strength and agility are 1 lower for each of his Corruption cards",
    "do końca walki jego siła i zręczność są niższe o 1 za każdą jego kartę Korupcji",
    _burden,
)
CURSE = reworded(CORRUPTION, "the hero receives 1 Corruption card", "bohater otrzymuje 1 kartę Korupcji")
shadow_card("the-black-breath", then(CURSE, BURDEN))


def _snowbound(s: GameState, h: int) -> None:
    s.heroes[h].snowbound = True


shadow_card(
    "winter-storm",
    effect(
        "the hero moves at most once in his next Travel step",
        "bohater porusza się najwyżej raz w swoim następnym kroku Podróży",
        _snowbound,
    ),
)


@as_effect(
    "for each Corruption card of the hero place 1 influence in extension of strongholds or in the Shadow Pool. The "
    "heroes' story marker advances 1 less in the next Story step",
    "za każdą kartę Korupcji bohatera umieść 1 wpływ w otoczeniu Twierdz lub w Puli Cienia. W następnym kroku "
    "Opowieści znacznik bohaterów przesuwa się o 1 mniej",
)
def grievous_loss(s: GameState, h: int) -> Flow[None]:
    amount = len(s.heroes[h].corruption)
    yield from extend(s, amount, pool=amount)
    s.hero_delay += 1


shadow_card("grievous-loss", grievous_loss)
