"""The text of every card and token, read off its behaviour and its numbers."""

from engine.core.words import LANGS, Words
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
    Entry,
    EventCard,
    HeroSheet,
    Mission,
    Peril,
    Plot,
    PlotSetup,
    Quest,
    Shadow,
    Token,
)
from engine.games.meq.layout import COLOUR_PAIRS, HAVEN_DECK, LOCATIONS
from engine.games.meq.words.terms import COLOUR_PAIR_NAMES, TERMS, TIMINGS

_ANYWHERE = Words("any location", "dowolna lokacja")
_ANY_HAVEN = Words("any Haven", "dowolna Przystań")
_JOINTS = Words(" or ", " lub ")
RESHUFFLE = Words(
    "shuffle this card and the discards into the deck", "wtasuj tę kartę i stos kart odrzuconych do talii"
)


def join(*parts: Words) -> Words:
    """Phrases as sentences; empty ones are left out."""
    en = " ".join(f"{sentence(one.en)}." for one in parts if one.en)
    return Words(en, " ".join(f"{sentence(one.pl)}." for one in parts if one.pl))


def text_of(entry: Entry) -> Words:
    """The text of a card or token."""
    match entry:
        case CombatCard():
            return join(_numbers(entry), COMBAT_ABILITIES.by_key[entry.key].words)
        case Token():
            return _token(entry)
        case Quest():
            return _quest(entry)
        case Mission():
            return join(MISSION_GOALS.by_key[entry.key].words)
        case Encounter():
            return _encounter(entry)
        case EventCard():
            return _event(entry)
        case Plot():
            return _plot(entry)
        case Shadow():
            return _shadow(entry)
        case Peril():
            place = entry.where if entry.where.en else _ANYWHERE
            return join(place, PERIL_EFFECTS.by_key[entry.key].words, RESHUFFLE if entry.reshuffle else Words(""))
        case Corruption():
            return _corruption(entry)
    return join(ITEM_EFFECTS.by_key[entry.key].words)


def _numbers(entry: CombatCard) -> Words:
    """What is printed around the ability of a combat card (p. 28)."""
    kind, terrain = TERMS[entry.type], TERMS[entry.move] if entry.move else None
    en = f"{kind.en}, attack {entry.attack}, defense {entry.defense}, cost {entry.cost}"
    pl = f"{kind.pl}, atak {entry.attack}, obrona {entry.defense}, koszt {entry.cost}"
    return Words(f"{en}, movement {terrain.en}", f"{pl}, ruch {terrain.pl}") if terrain else Words(en, pl)


def _token(entry: Token) -> Words:
    """A monster token: where it belongs, and the ability of the monster on it (p. 19)."""
    power = MONSTER_ABILITIES[entry.monster].words if entry.monster else None
    pool = COLOUR_PAIR_NAMES[COLOUR_PAIRS[entry.pool]]
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
    start = Words(*(_JOINTS.say(lang).join(LOCATIONS[i].name.say(lang) for i in enemy.start) for lang in LANGS))
    stage = "I" * enemy.stage
    enters = Words(f"enters in stage {stage} in {start.en}", f"pojawia się w etapie {stage}: {start.pl}")
    return join(numbers, enters, MINION_ABILITIES.by_key[enemy.id].words)


def of_hero(sheet: HeroSheet) -> Words:
    """A hero's traits, starting location and special ability (p. 20)."""
    names = [TERMS[name] for name in TRAITS]
    en = ", ".join(f"{name.en} {value}" for name, value in zip(names, sheet.traits, strict=True))
    pl = ", ".join(f"{name.pl} {value}" for name, value in zip(names, sheet.traits, strict=True))
    start = LOCATIONS[sheet.start].name
    return join(
        Words(en, pl), Words(f"starts in {start.en}", f"zaczyna w lokacji {start.pl}"), HERO_ABILITIES[sheet.id].words
    )


def of_character(character: Character) -> Words:
    """The favor or the ability a character gives (p. 24)."""
    words = CHARACTER_EFFECTS[character.id].words
    return join(
        Words(f"gain {character.favor} favor, or {words.en}", f"zyskaj {favor_pl(character.favor)} albo {words.pl}")
    )


def _shadow(entry: Shadow) -> Words:
    """A shadow card: when, and with how much influence in the pool (p. 18)."""
    timing, n = TIMINGS[entry.timing], entry.influence
    when = Words(
        f"play {timing.en}, with at least {n} influence in the Shadow Pool",
        f"zagraj {timing.pl}, mając w Puli Cienia co najmniej {influence_pl(n)}",
    )
    return join(when, SHADOW_EFFECTS.by_key[entry.key].words)


def _corruption(entry: Corruption) -> Words:
    """A corruption card and what it costs to be rid of it (p. 20)."""
    price = Words(
        f"a resting hero may spend {entry.favor} favor to discard it",
        f"odpoczywający bohater może ją odrzucić, wydając {favor_pl(entry.favor)}",
    )
    return join(CORRUPTION_EFFECTS.by_key[entry.key].words, price if entry.favor >= 0 else Words(""))


def _reward(effect: QuestEffect) -> Words:
    reward = effect.reward.words
    return Words(f"reward: {reward.en}", f"nagroda: {reward.pl}")


def _quest(entry: Quest) -> Words:
    """A starting or advanced quest (p. 25)."""
    name = LOCATIONS[entry.place].name
    goal = Words(f"explore {name.en}", f"odkryj lokację {name.pl}")
    if entry.monster:
        monster = MONSTERS[entry.monster].name
        goal = Words(
            f"instead of an encounter in {name.en} fight a monster ({monster.en}) and defeat it",
            f"zamiast spotkania w lokacji {name.pl} walcz z potworem ({monster.pl}) i pokonaj go",
        )
    effect = QUEST_EFFECTS.by_key[entry.key]
    if effect.other_goal is not None:
        other = effect.other_goal.words
        goal = Words(f"{goal.en} or {other.en}", f"{goal.pl} lub {other.pl}")
    return join(effect.setup.words, goal, _reward(effect))


def _encounter(entry: Encounter) -> Words:
    """An encounter, a quest among them with its goal (p. 25)."""
    anywhere = _ANY_HAVEN if entry.deck == HAVEN_DECK else COLOUR_PAIR_NAMES[COLOUR_PAIRS[entry.deck]]
    place = entry.where if entry.where.en else anywhere
    where = Words(f"{place.en}, priority {entry.priority}", f"{place.pl}, priorytet {entry.priority}")
    if entry.explore >= 0:
        name = LOCATIONS[entry.explore].name
        quest = QUEST_EFFECTS.by_key[entry.key]
        return join(where, quest.setup.words, Words(f"explore {name.en}", f"odkryj lokację {name.pl}"), _reward(quest))
    return join(where, ENCOUNTER_EFFECTS.by_key[entry.key].words, RESHUFFLE if entry.reshuffle else Words(""))


def _event(entry: EventCard) -> Words:
    """An event: what it does, where, and what it places (p. 14)."""
    effect = EVENT_EFFECTS.by_key[entry.key].effect.words
    lasting = Words("")
    if entry.affects >= 0:
        name = LOCATIONS[entry.affects].name
        effect = Words(
            f"when you explore {name.en}, you may discard this card" + (f": {effect.en}" if effect.en else ""),
            f"odkrywając lokację {name.pl}, możesz odrzucić tę kartę" + (f": {effect.pl}" if effect.pl else ""),
        )
    if entry.marker >= 0:
        marker = TERMS[MARKERS[entry.marker]]
        lasting = Words(
            f"while in play, {marker.en} advances 1 in each Story step",
            f"dopóki jest w grze, {marker.pl} przesuwa się o 1 w każdym kroku Opowieści",
        )
    stage = "I" * entry.stage
    rank = Words(f"stage {stage}, priority {entry.priority}", f"etap {stage}, priorytet {entry.priority}")
    return join(rank, effect, lasting, _placement(entry))


def _placement(entry: EventCard) -> Words:
    """The character and the favor that an event brings onto the board (p. 14)."""
    en, pl = [], []
    if entry.character >= 0:
        who, at = CHARACTERS[entry.character].name, LOCATIONS[entry.character_at].name
        en, pl = [f"{who} in {at.en}"], [f"postać {who} w lokacji {at.pl}"]
    en += [f"1 favor in {LOCATIONS[i].name.en}" for i in entry.favor]
    pl += [f"1 przysługę w lokacji {LOCATIONS[i].name.pl}" for i in entry.favor]
    return Words(f"place {' and '.join(en)}", f"umieść {' i '.join(pl)}")


def _plot(entry: Plot) -> Words:
    """A plot: what it needs, moves and costs to discard (p. 13)."""
    effect = PLOT_EFFECTS.by_key[entry.key]
    parts = []
    if effect.requires is not None:
        needs = effect.requires.words
        parts.append(Words(f"requires {needs.en}", f"wymaga: {needs.pl}"))
    if entry.influence:
        parts.append(
            Words(
                f"requires {entry.influence} influence in the Shadow Pool",
                f"wymaga w Puli Cienia: {influence_pl(entry.influence)}",
            )
        )
    if entry.setup is not None:
        parts.append(_setup(entry.setup))
    marker = TERMS[MARKERS[entry.marker]]
    moves = Words(
        f"{marker.en} advances {entry.advance} in each Story step",
        f"{marker.pl} przesuwa się o {entry.advance} w każdym kroku Opowieści",
    )
    price = Words(
        f"a hero who explores the location may spend {entry.favor} favor to discard the plot",
        f"bohater, który odkrywa tę lokację, może wydać {favor_pl(entry.favor)}, by odrzucić Intrygę",
    )
    return join(*parts, _affects(entry), effect.on_activation.words, effect.while_active, moves, price)


def _affects(entry: Plot) -> Words:
    """The location that a plot marks (p. 13)."""
    if not entry.affects:
        return Words("affects that location", "dotyczy tej lokacji")
    en, pl = (_JOINTS.say(lang).join(LOCATIONS[i].name.say(lang) for i in entry.affects) for lang in LANGS)
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
