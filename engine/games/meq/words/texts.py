"""The text of every card and token, read off its behaviour and its numbers."""

from engine.core.words import Words
from engine.games.meq.cards.clauses import QuestEffect
from engine.games.meq.cards.parts.combine import sentence
from engine.games.meq.cards.parts.polish import favor_pl, influence_pl
from engine.games.meq.cards.registry import (
    CHARACTER_EFFECTS,
    COMBAT_ABILITIES,
    CORRUPTION_EFFECTS,
    ENCOUNTER_EFFECTS,
    EVENT_EFFECTS,
    HERO_ABILITIES,
    ITEM_EFFECTS,
    MINION_ABILITIES,
    MISSION_GOALS,
    MONSTER_ABILITIES,
    PERIL_EFFECTS,
    PLOT_EFFECTS,
    QUEST_EFFECTS,
    SHADOW_EFFECTS,
)
from engine.games.meq.components.box import CHARACTERS, MONSTERS
from engine.games.meq.components.schema import (
    COMBAT_DECKS,
    MARKERS,
    TRAITS,
    Character,
    CombatCard,
    Corruption,
    Encounter,
    Enemy,
    EventCard,
    HeroSheet,
    Mission,
    Peril,
    Plot,
    PlotSetup,
    Quest,
    Shadow,
    Spec,
    Token,
)
from engine.games.meq.layout import COLOUR_PAIRS, HAVEN_DECK, LOCATIONS
from engine.games.meq.words.terms import COLOUR_PAIR_NAMES, TERMS

_TIMINGS = {
    "action": Words("during the Action step", "w kroku Akcji"),
    "combat": Words("at the start of a fight", "na początku walki"),
    "minion": Words("at the start of a fight with a minion", "na początku walki ze sługą"),
    "turn": Words("at the start of a hero's turn", "na początku rundy bohatera"),
    "wild": Words("at the start of the turn of a hero outside Havens", "na początku rundy bohatera poza Przystanią"),
    "entry": Words("after a hero enters a location that is no Haven", "po wejściu bohatera na lokację poza Przystanią"),
    "defeat": Words("after a hero is defeated", "po pokonaniu bohatera"),
}
_ANYWHERE = Words("any location", "dowolna lokacja")
_ANY_HAVEN = Words("any Haven", "dowolna Przystań")
RESHUFFLE = Words(
    "shuffle this card and the discards into the deck", "wtasuj tę kartę i stos kart odrzuconych do talii"
)


def join(*parts: Words) -> Words:
    """Phrases as sentences; empty ones are left out."""
    en = " ".join(f"{sentence(one.en)}." for one in parts if one.en)
    return Words(en, " ".join(f"{sentence(one.pl)}." for one in parts if one.pl))


def text_of(spec: Spec) -> Words:
    """The text of a card or token."""
    match spec:
        case CombatCard():
            return join(_numbers(spec), COMBAT_ABILITIES.by_key[spec.key].words)
        case Token():
            return _token(spec)
        case Quest():
            return _quest(spec)
        case Mission():
            return join(MISSION_GOALS.by_key[spec.key].words)
        case Encounter():
            return _encounter(spec)
        case EventCard():
            return _event(spec)
        case Plot():
            return _plot(spec)
        case Shadow():
            return _shadow(spec)
        case Peril():
            place = Words(spec.where, spec.where) if spec.where else _ANYWHERE
            return join(place, PERIL_EFFECTS.by_key[spec.key].words, RESHUFFLE if spec.reshuffle else Words(""))
        case Corruption():
            return _corruption(spec)
    return join(ITEM_EFFECTS.by_key[spec.key].words)


def _numbers(spec: CombatCard) -> Words:
    """What is printed around the ability of a combat card (p. 28)."""
    kind, terrain = TERMS[spec.type], TERMS[spec.move] if spec.move else None
    en = f"{kind.en}, attack {spec.attack}, defense {spec.defense}, cost {spec.cost}"
    pl = f"{kind.pl}, atak {spec.attack}, obrona {spec.defense}, koszt {spec.cost}"
    return Words(f"{en}, movement {terrain.en}", f"{pl}, ruch {terrain.pl}") if terrain else Words(en, pl)


def _token(spec: Token) -> Words:
    """A monster token: where it belongs, and the ability of the monster on it (p. 19)."""
    power = MONSTER_ABILITIES[spec.monster].words if spec.monster else None
    pool = COLOUR_PAIR_NAMES[COLOUR_PAIRS[spec.pool]]
    return join(pool, power or Words("a rumour of monsters", "fałszywa pogłoska"))


def of_enemy(enemy: Enemy) -> Words:
    """The numbers of a monster or minion, when a minion comes, and what is special about it (p. 12, p. 27)."""
    deck = COMBAT_DECKS[enemy.deck].capitalize()
    numbers = Words(
        f"health {enemy.health}, fortitude {enemy.fortitude}, strength {enemy.strength}, wisdom {enemy.wisdom}, "
        f"combat deck {deck}",
        f"zdrowotność {enemy.health}, męstwo {enemy.fortitude}, siła {enemy.strength}, wiedza {enemy.wisdom}, "
        f"talia Walki {deck}",
    )
    if not enemy.stage:
        return join(numbers, MONSTER_ABILITIES[enemy.id].words)
    en, pl = (joint.join(LOCATIONS[i].name for i in enemy.start) for joint in (" or ", " lub "))
    stage = "I" * enemy.stage
    enters = Words(f"enters in stage {stage} in {en}", f"pojawia się w etapie {stage}: {pl}")
    return join(numbers, enters, MINION_ABILITIES.by_key[enemy.id].words)


def of_hero(sheet: HeroSheet) -> Words:
    """A hero's traits, starting location and special ability (p. 20)."""
    names = [TERMS[name] for name in TRAITS]
    en = ", ".join(f"{name.en} {value}" for name, value in zip(names, sheet.traits, strict=True))
    pl = ", ".join(f"{name.pl} {value}" for name, value in zip(names, sheet.traits, strict=True))
    start = LOCATIONS[sheet.start].name
    return join(Words(en, pl), Words(f"starts in {start}", f"zaczyna w {start}"), HERO_ABILITIES[sheet.id].words)


def of_character(character: Character) -> Words:
    """The favor or the ability a character gives (p. 24)."""
    words = CHARACTER_EFFECTS[character.id].words
    return join(
        Words(f"gain {character.favor} favor, or {words.en}", f"zyskaj {favor_pl(character.favor)} albo {words.pl}")
    )


def _shadow(spec: Shadow) -> Words:
    """A shadow card: when, and with how much influence in the pool (p. 18)."""
    timing, n = _TIMINGS[spec.timing], spec.influence
    when = Words(
        f"play {timing.en}, with at least {n} influence in the Shadow Pool",
        f"zagraj {timing.pl}, mając w Puli Cienia co najmniej {influence_pl(n)}",
    )
    return join(when, SHADOW_EFFECTS.by_key[spec.key].words)


def _corruption(spec: Corruption) -> Words:
    """A corruption card and what it costs to be rid of it (p. 20)."""
    price = Words(
        f"a resting hero may spend {spec.favor} favor to discard it",
        f"odpoczywający bohater może ją odrzucić, wydając {favor_pl(spec.favor)}",
    )
    return join(CORRUPTION_EFFECTS.by_key[spec.key].words, price if spec.favor >= 0 else Words(""))


def _reward(effect: QuestEffect) -> Words:
    reward = effect.reward.words
    return Words(f"reward: {reward.en}", f"nagroda: {reward.pl}")


def _quest(spec: Quest) -> Words:
    """A starting or advanced quest (p. 25)."""
    name = LOCATIONS[spec.place].name
    goal = Words(f"explore {name}", f"odkryj {name}")
    if spec.monster:
        monster = MONSTERS[spec.monster].name
        goal = Words(
            f"instead of an encounter in {name} fight a monster ({monster}) and defeat it",
            f"zamiast spotkania w {name} walcz z potworem ({monster}) i pokonaj go",
        )
    effect = QUEST_EFFECTS.by_key[spec.key]
    if effect.other_goal is not None:
        other = effect.other_goal.words
        goal = Words(f"{goal.en} or {other.en}", f"{goal.pl} lub {other.pl}")
    return join(effect.setup.words, goal, _reward(effect))


def _encounter(spec: Encounter) -> Words:
    """An encounter, a quest among them with its goal (p. 25)."""
    anywhere = _ANY_HAVEN if spec.deck == HAVEN_DECK else COLOUR_PAIR_NAMES[COLOUR_PAIRS[spec.deck]]
    place = Words(spec.where) if spec.where else anywhere
    where = Words(f"{place.en}, priority {spec.priority}", f"{place.pl or place.en}, priorytet {spec.priority}")
    if spec.explore >= 0:
        name = LOCATIONS[spec.explore].name
        quest = QUEST_EFFECTS.by_key[spec.key]
        return join(where, quest.setup.words, Words(f"explore {name}", f"odkryj {name}"), _reward(quest))
    return join(where, ENCOUNTER_EFFECTS.by_key[spec.key].words, RESHUFFLE if spec.reshuffle else Words(""))


def _event(spec: EventCard) -> Words:
    """An event: what it does, where, and what it places (p. 14)."""
    effect = EVENT_EFFECTS.by_key[spec.key].effect.words
    lasting = Words("")
    if spec.affects >= 0:
        name = LOCATIONS[spec.affects].name
        effect = Words(
            f"when you explore {name}, you may discard this card" + (f": {effect.en}" if effect.en else ""),
            f"odkrywając {name}, możesz odrzucić tę kartę" + (f": {effect.pl}" if effect.pl else ""),
        )
    if spec.marker >= 0:
        marker = TERMS[MARKERS[spec.marker]]
        lasting = Words(
            f"while in play, {marker.en} advances 1 in each Story step",
            f"dopóki jest w grze, {marker.pl} przesuwa się o 1 w każdym kroku Opowieści",
        )
    stage = "I" * spec.stage
    rank = Words(f"stage {stage}, priority {spec.priority}", f"etap {stage}, priorytet {spec.priority}")
    return join(rank, effect, lasting, _placement(spec))


def _placement(spec: EventCard) -> Words:
    """The character and the favor that an event brings onto the board (p. 14)."""
    en, pl = [], []
    if spec.character >= 0:
        who, at = CHARACTERS[spec.character].name, LOCATIONS[spec.character_at].name
        en, pl = [f"{who} in {at}"], [f"postać {who} w {at}"]
    en += [f"1 favor in {LOCATIONS[i].name}" for i in spec.favor]
    pl += [f"1 przysługę w {LOCATIONS[i].name}" for i in spec.favor]
    return Words(f"place {' and '.join(en)}", f"umieść {' i '.join(pl)}")


def _plot(spec: Plot) -> Words:
    """A plot: what it needs, moves and costs to discard (p. 13)."""
    effect = PLOT_EFFECTS.by_key[spec.key]
    parts = []
    if effect.requires is not None:
        needs = effect.requires.words
        parts.append(Words(f"requires {needs.en}", f"wymaga: {needs.pl}"))
    if spec.influence:
        parts.append(
            Words(
                f"requires {spec.influence} influence in the Shadow Pool",
                f"wymaga w Puli Cienia: {influence_pl(spec.influence)}",
            )
        )
    if spec.setup is not None:
        parts.append(_setup(spec.setup))
    marker = TERMS[MARKERS[spec.marker]]
    moves = Words(
        f"{marker.en} advances {spec.advance} in each Story step",
        f"{marker.pl} przesuwa się o {spec.advance} w każdym kroku Opowieści",
    )
    price = Words(
        f"a hero who explores the location may spend {spec.favor} favor to discard the plot",
        f"bohater, który odkrywa tę lokację, może wydać {favor_pl(spec.favor)}, by odrzucić Intrygę",
    )
    return join(*parts, _affects(spec), effect.on_activation.words, effect.while_active, moves, price)


def _affects(spec: Plot) -> Words:
    """The location that a plot marks (p. 13)."""
    if not spec.affects:
        return Words("affects that location", "dotyczy tej lokacji")
    en, pl = (joint.join(LOCATIONS[i].name for i in spec.affects) for joint in (" or ", " lub "))
    return Words(f"affects {en}", f"dotyczy lokacji {pl}")


def _setup(setup: PlotSetup) -> Words:
    """What a starting plot gives Sauron (p. 8)."""
    (draw, keep), (plots, plots_keep) = setup.shadow, setup.plot
    return Words(
        f"setup: {setup.strongholds} influence in each Shadow Stronghold, {setup.extension} in extension, {setup.pool} "
        f"in the Shadow Pool; keep {keep} of {draw} Shadow cards and {plots_keep} of {plots} Plot cards",
        f"przygotowanie: po {influence_pl(setup.strongholds)} w każdej Twierdzy Cienia, {setup.extension} w otoczeniu, "
        f"{setup.pool} w Puli Cienia; zatrzymaj {keep} z {draw} kart Cienia i {plots_keep} z {plots} kart Intrygi",
    )
