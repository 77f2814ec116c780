"""The text of every card and token, read off its behaviour and its numbers."""

from engine.core.words import Words
from engine.games.meq.cards.abilities import ABILITIES
from engine.games.meq.cards.effect import (
    CORRUPTION,
    ENCOUNTER,
    EVENT,
    ITEM,
    PERIL,
    PLOT,
    QUEST_FOUND,
    QUEST_REWARD,
    SHADOW,
    sentence,
)
from engine.games.meq.cards.missions import MISSION
from engine.games.meq.cards.monsters import POWERS
from engine.games.meq.cards.plots import REQUIRES
from engine.games.meq.components import (
    CHARACTERS,
    MONSTERS,
    CombatCard,
    Corruption,
    Encounter,
    EventCard,
    Mission,
    Peril,
    Plot,
    PlotSetup,
    Quest,
    Shadow,
    Spec,
    Token,
)
from engine.games.meq.map import LOCATIONS

_MARKERS = (
    Words("the heroes' marker", "znacznik bohaterów"),
    Words("the yellow marker", "żółty znacznik"),
    Words("the red marker", "czerwony znacznik"),
    Words("the black marker", "czarny znacznik"),
)
_TIMINGS = {
    "action": Words("during the Action step", "w kroku Akcji"),
    "combat": Words("at the start of a fight", "na początku walki"),
    "minion": Words("at the start of a fight with a minion", "na początku walki ze sługą"),
    "turn": Words("at the start of a hero's turn", "na początku rundy bohatera"),
    "wild": Words("at the start of the turn of a hero outside Havens", "na początku rundy bohatera poza Przystanią"),
    "entry": Words("after a hero enters a location that is no Haven", "gdy bohater wejdzie na lokację poza Przystanią"),
    "defeat": Words("after a hero is defeated", "po pokonaniu bohatera"),
}
RESHUFFLE = Words("shuffle this card and the discards into the deck", "wtasuj tę kartę i odrzucone do talii")


def join(*parts: Words) -> Words:
    """Phrases as sentences; empty ones are left out."""
    en = " ".join(f"{sentence(one.en)}." for one in parts if one.en)
    return Words(en, " ".join(f"{sentence(one.pl)}." for one in parts if one.pl))


def text_of(spec: Spec) -> Words:
    """The text of a card or token; a KeyError where there is no behaviour."""
    match spec:
        case CombatCard():
            return join(ABILITIES[spec.key].words)
        case Token():
            power = POWERS[MONSTERS[spec.monster].ability].words if spec.monster else None
            return join(power or Words("a rumour of monsters", "fałszywa pogłoska"))
        case Quest():
            return _quest(spec)
        case Mission():
            return join(MISSION[spec.key].words)
        case Encounter():
            return _encounter(spec)
        case EventCard():
            return _event(spec)
        case Plot():
            return _plot(spec)
        case Shadow():
            return _shadow(spec)
        case Peril():
            return join(Words(spec.where, spec.where), PERIL[spec.key].words)
        case Corruption():
            return _corruption(spec)
    return join(ITEM[spec.key])


def _shadow(spec: Shadow) -> Words:
    """A shadow card: when, and with how much influence in the pool (p. 18)."""
    needs = Words(f"{spec.influence} influence in the Shadow Pool", f"wpływ w Puli Cienia: {spec.influence}")
    return join(_TIMINGS[spec.timing], needs, SHADOW[spec.key].words)


def _corruption(spec: Corruption) -> Words:
    """A corruption card and what it costs to be rid of it (p. 20)."""
    price = Words(f"{spec.favor} favor to discard at rest", f"koszt odrzucenia podczas odpoczynku: {spec.favor}")
    return join(CORRUPTION[spec.key].words, price if spec.favor >= 0 else Words(""))


def _reward(key: str) -> Words:
    reward = QUEST_REWARD[key].words
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
    if spec.key == "where_the_stars_are_strange":
        goal = Words(f"{goal.en} or fight the Black Serpent", f"{goal.pl} lub walcz z Czarnym Wężem")
    return join(QUEST_FOUND[spec.key].words, goal, _reward(spec.key))


def _encounter(spec: Encounter) -> Words:
    """An encounter, a quest among them with its goal (p. 25)."""
    effect, where = ENCOUNTER[spec.key].words, Words(spec.where, spec.where)
    if spec.explore >= 0:
        name = LOCATIONS[spec.explore].name
        return join(where, effect, Words(f"explore {name}", f"odkryj {name}"), _reward(spec.key))
    return join(where, effect, RESHUFFLE if spec.reshuffle else Words(""))


def _event(spec: EventCard) -> Words:
    """An event: what it does, where, and what it places (p. 14)."""
    effect = EVENT[spec.key].words
    lasting = Words("")
    if spec.affects >= 0:
        name = LOCATIONS[spec.affects].name
        effect = Words(
            f"a hero who explores {name} may discard this card" + (f" to: {effect.en}" if effect.en else ""),
            f"bohater, który odkrywa {name}, może odrzucić tę kartę" + (f", by: {effect.pl}" if effect.pl else ""),
        )
    if spec.marker >= 0:
        marker = _MARKERS[spec.marker]
        lasting = Words(
            f"while in play, {marker.en} advances 1 in each Story step",
            f"dopóki jest w grze, {marker.pl} przesuwa się o 1 w każdym kroku Opowieści",
        )
    favor = ", ".join(LOCATIONS[i].name for i in spec.favor)
    placed = Words(f"favor in {favor}", f"przysługa: {favor}")
    if spec.character >= 0:
        who, at = CHARACTERS[spec.character].name, LOCATIONS[spec.character_at].name
        placed = Words(f"{who} in {at}, {placed.en}", f"{who}: {at}, {placed.pl}")
    return join(effect, lasting, placed)


def _plot(spec: Plot) -> Words:
    """A plot: what it needs, moves and costs to discard (p. 13)."""
    parts = []
    if spec.key in REQUIRES:
        parts.append(Words(f"requires {REQUIRES[spec.key].en}", f"wymaga: {REQUIRES[spec.key].pl}"))
    if spec.influence:
        parts.append(
            Words(
                f"requires {spec.influence} influence in the Shadow Pool",
                f"wymaga wpływu w Puli Cienia: {spec.influence}",
            )
        )
    if spec.setup is not None:
        parts.append(_setup(spec.setup))
    marker = _MARKERS[spec.marker]
    moves = Words(
        f"{marker.en} advances {spec.advance} in each Story step",
        f"{marker.pl} przesuwa się o {spec.advance} w każdym kroku Opowieści",
    )
    price = Words(f"{spec.favor} favor to discard", f"koszt odrzucenia w przysługach: {spec.favor}")
    return join(*parts, PLOT[spec.key].words, moves, price)


def _setup(gift: PlotSetup) -> Words:
    """What a starting plot gives Sauron (p. 8)."""
    (drawn, kept), (plots, plots_kept) = gift.shadow, gift.plot
    return Words(
        f"setup: {gift.strongholds} influence in each Shadow Stronghold, {gift.extension} in extension, {gift.pool} in "
        f"the Shadow Pool; keep {kept} of {drawn} Shadow cards and {plots_kept} of {plots} Plot cards",
        f"przygotowanie: wpływ w każdej Twierdzy Cienia {gift.strongholds}, w otoczeniu {gift.extension}, w Puli "
        f"Cienia {gift.pool}; zatrzymaj karty Cienia {kept} z {drawn} i karty Intrygi {plots_kept} z {plots}",
    )
