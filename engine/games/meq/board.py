"""An observation drawn as text for a terminal."""

from collections.abc import Callable, Iterable
from typing import Any

from engine.core.words import BETWEEN, Lang, Words
from engine.games.meq.cards.registry import COMBAT_ABILITIES, MISSION_GOALS
from engine.games.meq.components.box import (
    CHARACTER,
    CHARACTERS,
    COMBAT,
    CORRUPTIONS,
    ENCOUNTERS,
    ENEMIES,
    EVENTS,
    FIRST_COPY,
    HEROES,
    PLOTS,
    QUESTS,
    SHADOWS,
    TOKENS,
)
from engine.games.meq.components.schema import MARKERS, TRAITS
from engine.games.meq.layout import IN_REGION, LOCATIONS, PLACE_NAMES, REGIONS, TRACKS
from engine.games.meq.rules.plots import PLOT_SLOTS
from engine.games.meq.rules.stage import POOL_PER_STAGE, STAGE_ENDS
from engine.games.meq.rules.story import FINALE, HERO_MARKER, SHADOW_FALLS
from engine.games.meq.words import captions
from engine.games.meq.words.names import CARD_NAMES
from engine.games.meq.words.terms import TERMS

Naming = Callable[[int, Lang], str]
"""How a card is named in a list."""


def draw_board(view: dict[str, Any], lang: Lang) -> str:
    """The match as one seat, or a spectator, sees it."""
    sections = [
        _story(view, lang),
        _plots(view, lang),
        _sauron(view, lang),
        _influence(view, lang),
        _places(view, lang),
    ]
    sections += [_hero(view, h, lang) for h in range(len(view["heroes"]))]
    sections += [_fight(view, lang), _secrets(view, lang)]
    return "\n\n".join("\n".join(lines) for lines in sections if lines)


# -- names


def _name(card: int, lang: Lang) -> str:
    return CARD_NAMES[card].say(lang)


def _names(cards: Iterable[int], lang: Lang, name: Naming = _name) -> str:
    """Cards by name, copies of one together."""
    copies: dict[int, list[int]] = {}
    for card in cards:
        copies.setdefault(FIRST_COPY[card], []).append(card)
    return BETWEEN.join(name(same[0], lang) + (f" x{len(same)}" if len(same) > 1 else "") for same in copies.values())


def _enemy(id: str, lang: Lang) -> str:
    return Words(ENEMIES[id].name, ENEMIES[id].name_pl).say(lang)


def _combat_card(card: int, lang: Lang) -> str:
    """A hero, skill or monster card with its type, attack/defense, cost, and the terrain it moves through."""
    spec = COMBAT[card]
    numbers = f"{TERMS[spec.type].say(lang)} {spec.attack}/{spec.defense}, {captions.COST.say(lang, cost=spec.cost)}"
    terrain = f", {TERMS[spec.move].say(lang)}" if spec.move else ""
    return f"{spec.name} [{numbers}{terrain}]"


def _shadow_card(card: int, lang: Lang) -> str:
    return captions.SHADOW_NEEDS.say(lang, name=_name(card, lang), pool=SHADOWS[card].influence)


def _plot_card(card: int, lang: Lang) -> str:
    plot = PLOTS[card]
    marker = TERMS[MARKERS[plot.marker]].say(lang)
    return captions.PLOT_NEEDS.say(
        lang, name=_name(card, lang), pool=plot.influence, marker=marker, advance=plot.advance
    )


def _corruption(card: int, lang: Lang) -> str:
    return captions.PRICE.say(lang, name=_name(card, lang), favor=CORRUPTIONS[card].favor)


def _quest(card: int, lang: Lang) -> str:
    """A quest and where it is completed (p. 25)."""
    name = _name(card, lang)
    if card in ENCOUNTERS:
        return captions.GOAL.say(lang, name=name, place=LOCATIONS[ENCOUNTERS[card].explore].name)
    quest = QUESTS[card]
    place = LOCATIONS[quest.place].name
    if quest.monster:
        return captions.FIGHT_GOAL.say(lang, name=name, place=place, monster=_enemy(quest.monster, lang))
    return captions.GOAL.say(lang, name=name, place=place)


def _hero_name(view: dict[str, Any], h: int) -> str:
    who = view["heroes"][h]["hero"]
    return HEROES[who].name if who else str(h + 1)


def _count(pile: list[int] | int) -> int:
    """How many cards a pile holds; one that is hidden from the reader comes as a number."""
    return pile if isinstance(pile, int) else len(pile)


def _open(pile: list[int] | int) -> list[int]:
    """The cards of a pile that the reader may see."""
    return [] if isinstance(pile, int) else pile


# -- sections


def _story(view: dict[str, Any], lang: Lang) -> list[str]:
    """Round, turn and step, then a row of the Story Track for each marker (p. 12)."""
    head = captions.HEAD.say(
        lang,
        round=view["round"],
        stage="I" * view["stage"],
        moment=_moment(view, lang),
        dominant=captions.DOMINANT[view["dominant"]].say(lang),
    )
    width = max(len(words.say(lang)) for words in captions.MARKERS.values())
    rows = [
        f"   {captions.MARKERS[marker].say(lang):{width}} {at:>3}  {_row(marker, at)}"
        for marker, at in view["story"].items()
    ]
    if view["hero_delay"]:
        rows.append(f"   {captions.DELAY.say(lang, n=view['hero_delay'])}")
    return [head, "", captions.STORY.say(lang), *rows]


def _moment(view: dict[str, Any], lang: Lang) -> str:
    """Whose turn it is, and the step of it."""
    if view["step"] in captions.COMMON_STEPS:
        return captions.COMMON_STEPS[view["step"]].say(lang)
    hero = view["turn"]["hero"]
    return f"{'Sauron' if hero < 0 else _hero_name(view, hero)}, {captions.STEPS[view['step']].say(lang)}"


def _row(marker: str, at: int) -> str:
    """The spaces of the Story Track with a marker on one of them, stages apart."""
    row = ""
    for space in range(FINALE + 1):
        empty = "*" if space == FINALE else "+" if space == SHADOW_FALLS and marker != MARKERS[HERO_MARKER] else "."
        row += "O" if space == at else empty
        row += "|" if space in STAGE_ENDS else ""
    return row


def _plots(view: dict[str, Any], lang: Lang) -> list[str]:
    """The three slots of active plots, and the event that stays in play (p. 13, p. 14)."""
    slots = [_plot(plot["card"], plot["place"], lang) for plot in view["plots"]]
    slots += ["-"] * (PLOT_SLOTS - len(slots))
    lines = [captions.PLOTS.say(lang), *(f"   {n}  {slot}" for n, slot in enumerate(slots, start=1))]
    for card in view["event"]:
        place = LOCATIONS[EVENTS[card].affects].name
        lines.append(captions.EVENT.say(lang, name=_name(card, lang), place=place))
    return lines


def _plot(card: int, place: str, lang: Lang) -> str:
    plot = PLOTS[card]
    marker = TERMS[MARKERS[plot.marker]].say(lang)
    numbers = {"marker": marker, "advance": plot.advance, "favor": plot.favor}
    return captions.PLOT.say(lang, name=_name(card, lang), place=PLACE_NAMES[place], **numbers)


def _sauron(view: dict[str, Any], lang: Lang) -> list[str]:
    """The Shadow Pool, the action tracks, and Sauron's cards as far as the reader sees them (p. 15)."""
    counts = {name: _count(view[f"{name}_hand"]) for name in ("shadow", "plot")}
    most = POOL_PER_STAGE * view["stage"]
    lines = [captions.SAURON.say(lang, pool=view["pool"], most=most, actions=view["actions"], **counts)]
    tracks = ", ".join(
        f"{captions.TRACK[name].say(lang)} {_track(name, markers)}" for name, markers in view["tracks"].items()
    )
    lines.append(f"   {tracks} ({captions.TRACKS.say(lang)})")
    if view["action"]["influence"]:
        lines.append(f"   {captions.INFLUENCE_LEFT.say(lang, **view['action'])}")
    if view["action"]["commands"]:
        lines.append(f"   {captions.COMMANDS_LEFT.say(lang, **view['action'])}")
    lines += _pile(captions.PILES["shadow_hand"], _open(view["shadow_hand"]), lang, _shadow_card)
    for pile in ("plot_hand", "plot_top", "plot_bottom"):
        lines += _pile(captions.PILES[pile], _open(view[pile]), lang, _plot_card)
    for pile in ("shadow", "plot"):
        lines += _pile(captions.PILES[pile], view["discards"][pile], lang)
    return lines


def _track(name: str, markers: list[int]) -> str:
    return " ".join(f"[{worth}]" if full else str(worth) for worth, full in zip(TRACKS[name], markers, strict=True))


def _pile(label: Words, cards: list[int], lang: Lang, name: Naming = _name, indent: str = "   ") -> list[str]:
    """A line for a pile of cards, none if it is empty."""
    return [f"{indent}{label.say(lang)}: {_names(cards, lang, name)}"] if cards else []


def _influence(view: dict[str, Any], lang: Lang) -> list[str]:
    """Influence on the board, a line for each region."""
    influence = view["board"]["influence"]
    lines = []
    for region, places in zip(REGIONS, IN_REGION, strict=True):
        here = [f"{LOCATIONS[i].name} {influence[LOCATIONS[i].id]}" for i in places if LOCATIONS[i].id in influence]
        if here:
            lines.append(f"   {region.name}: {', '.join(here)}")
    return [captions.INFLUENCE.say(lang), *lines] if lines else []


def _places(view: dict[str, Any], lang: Lang) -> list[str]:
    """Who stands where: heroes, characters, minions and monster tokens; and favor to be found."""
    names: dict[str, list[str]] = {place.id: [] for place in LOCATIONS}
    for h, hero in enumerate(view["heroes"]):
        if hero["hero"]:
            names[hero["place"]].append(_hero_name(view, h))
    for who, place in view["characters"].items():
        names[place].append(CHARACTERS[CHARACTER[who]].name)
    for who, minion in view["minions"].items():
        if minion["place"] in names:
            numbers = {"damage": minion["damage"], "health": ENEMIES[who].health}
            names[minion["place"]].append(captions.MINION.say(lang, name=_enemy(who, lang), **numbers))
    for token in view["board"]["tokens"]:
        names[token["place"]].append(_token(token["token"], lang))
    lines = [f"   {PLACE_NAMES[place]}: {', '.join(there)}" for place, there in names.items() if there]
    favor = [f"{PLACE_NAMES[place]} {amount}" for place, amount in view["board"]["favor"].items()]
    if favor:
        lines.append(f"   {captions.FAVOR.say(lang)}: {', '.join(favor)}")
    return [captions.BOARD.say(lang), *lines] if lines else []


def _token(token: int, lang: Lang) -> str:
    return captions.TOKEN.say(lang) if token < 0 else captions.FACE.say(lang, name=_name(token, lang))


def _hero(view: dict[str, Any], h: int, lang: Lang) -> list[str]:
    """A hero's sheet, pools and play area (p. 20, p. 21)."""
    hero = view["heroes"][h]
    if not hero["hero"]:
        return [captions.UNCHOSEN.say(lang, n=h + 1)]
    traits = ", ".join(f"{TERMS[name].say(lang)} {hero['traits'][name]}" for name in TRAITS)
    where = {"place": PLACE_NAMES[hero["place"]], "favor": hero["favor"], "traits": traits}
    counts = {"life": hero["life"], "hand": _count(hero["hand"]), "rest": len(hero["rest"]), "damage": hero["damage"]}
    lines = [
        captions.HERO.say(lang, name=_hero_name(view, h), **where),
        f"   {captions.POOLS.say(lang, **counts)}",
    ]
    lines += _pile(captions.AREAS["hand"], _open(hero["hand"]), lang, _combat_card)
    lines += _pile(captions.AREAS["rest"], hero["rest"], lang)
    lines += _pile(captions.AREAS["damage_known"], hero.get("damage_known", []), lang)
    lines += _pile(captions.AREAS["corruption"], hero["corruption"], lang, _corruption)
    lines += _pile(captions.AREAS["items"], hero["items"], lang)
    lines += _pile(captions.AREAS["quests"], hero["quests"], lang, _quest)
    if hero["completed"]:
        lines.append(f"   {captions.COMPLETED.say(lang, n=hero['completed'])}")
    if hero["pledge"]:
        lines.append(f"   {captions.PLEDGE.say(lang, n=view['pledged'])}")
    return lines


def _fight(view: dict[str, Any], lang: Lang) -> list[str]:
    """The fight under way: both fighters with what they have played and what still works (p. 27)."""
    fight = view["combat"]
    if not fight:
        return []
    hero, enemy = _hero_name(view, fight["hero"]), _enemy(fight["enemy"], lang)
    numbers = {"damage": fight["damage"], "health": fight["health"], "strength": ENEMIES[fight["enemy"]].strength}
    lines = [captions.FIGHT.say(lang, hero=hero, enemy=enemy)]
    lines += [
        f"   {captions.ENEMY.say(lang, name=enemy, hand=_count(fight['hand']), **numbers)}",
        *_fighter(fight, 1, "enemy_stack", lang),
    ]
    lines += _pile(captions.AREAS["hand"], _open(fight["hand"]), lang, _combat_card, "      ")
    fighter = captions.PREPARING if view["step"] in ("combat", "prepare") else captions.FIGHTER
    lines += [f"   {fighter.say(lang, name=hero, strength=fight['strength'])}", *_fighter(fight, 0, "hero_stack", lang)]
    if fight["first"] >= 0:
        lines.append(f"   {captions.FACE_UP.say(lang)}: {_combat_card(fight['first'], lang)}")
    if fight["afraid"]:
        lines.append(f"   {captions.AFRAID.say(lang)}")
    lines += [
        f"   {captions.OTHER_HAND.say(lang, n=fight[hand])}"
        for hand in ("enemy_ranged", "hero_ranged")
        if hand in fight
    ]
    return lines


def _fighter(fight: dict[str, Any], side: int, stack: str, lang: Lang) -> list[str]:
    """A fighter's combat stack, the bottom card first, an ability of the last round, and exhaustion."""
    lines = []
    if fight[stack]:
        lines.append(
            f"      {captions.STACK.say(lang)}: {', '.join(_combat_card(card, lang) for card in fight[stack])}"
        )
    if fight["next"][side]:
        lines.append(
            f"      {captions.LASTING.say(lang)}: {COMBAT_ABILITIES.by_key[fight['next'][side]].words.say(lang)}"
        )
    if fight["exhausted"][side]:
        lines.append(f"      {captions.EXHAUSTED.say(lang)}")
    return lines


def _secrets(view: dict[str, Any], lang: Lang) -> list[str]:
    """What only the reader knows: missions, cards being chosen from, cards seen in other hands."""
    lines = []
    for side, cards in view["mission"].items():
        lines += [f"{captions.MISSION[side].say(lang)}: {_mission(card, lang)}" for card in cards]
    lines += _pile(captions.LOOKING, _open(view["looking"]), lang, indent="")
    lines += _pile(captions.KNOWN, [card for card in view["known"] if card not in TOKENS], lang, indent="")
    return lines


def _mission(card: int, lang: Lang) -> str:
    return f"{_name(card, lang)} ({MISSION_GOALS[card].words.say(lang)})"
