"""An observation drawn as text for a terminal."""

from collections.abc import Callable, Iterable

import msgspec

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
    NUMBERS,
    PLOTS,
    QUESTS,
    SHADOWS,
)
from engine.games.meq.components.schema import MARKERS, TRAITS
from engine.games.meq.layout import IN_REGION, LOCATIONS, PLACE_NAMES, REGIONS, TRACKS
from engine.games.meq.rules.plots import PLOT_SLOTS
from engine.games.meq.rules.stage import STAGE_ENDS
from engine.games.meq.rules.story import FINALE, HERO_MARKER, HERO_PACE, SHADOW_FALLS
from engine.games.meq.view.types import ActionTrackView, FighterView, MeqView, MonsterTokenView, PlaceView
from engine.games.meq.words import captions
from engine.games.meq.words.names import CARD_NAMES
from engine.games.meq.words.terms import TERMS

Naming = Callable[[int, Lang], str]
"""How a card is named in a list, by its number."""


def draw_board(view: MeqView, lang: Lang) -> str:
    """The match as one seat, or a spectator, sees it: what concerns a hero's player most stands first."""
    heroes = range(len(view.heroes))
    own = [h for h in heroes if view.heroes[h].player == view.viewer]
    sections = [_story(view, lang), _fight(view, lang), *(_hero(view, h, lang) for h in own), _secrets(view, lang)]
    sections += [_plots(view, lang), _sauron(view, lang), _influence(view, lang), _places(view, lang)]
    sections += [_hero(view, h, lang) for h in heroes if h not in own]
    return "\n\n".join("\n".join(lines) for lines in sections if lines)


# -- names


def _name(card: int, lang: Lang) -> str:
    return CARD_NAMES[card].say(lang)


def _names(references: Iterable[str], lang: Lang, name: Naming = _name) -> str:
    """Cards by name, copies of one together."""
    copies: dict[int, list[int]] = {}
    for card in map(NUMBERS.__getitem__, references):
        copies.setdefault(FIRST_COPY[card], []).append(card)
    return BETWEEN.join(name(same[0], lang) + (f" x{len(same)}" if len(same) > 1 else "") for same in copies.values())


def _enemy(id: str, lang: Lang) -> str:
    return ENEMIES[id].name.say(lang)


def _combat_card(card: int, lang: Lang) -> str:
    """A hero, skill or monster card with its type, attack/defense, cost, and the terrain it moves through."""
    spec = COMBAT[card]
    numbers = f"{TERMS[spec.type].say(lang)} {spec.attack}/{spec.defense}, {captions.COST.say(lang, cost=spec.cost)}"
    terrain = f", {TERMS[spec.move].say(lang)}" if spec.move else ""
    return f"{spec.name.say(lang)} [{numbers}{terrain}]"


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
        return captions.GOAL.say(lang, name=name, place=LOCATIONS[ENCOUNTERS[card].explore].name.say(lang))
    quest = QUESTS[card]
    place = LOCATIONS[quest.place].name.say(lang)
    if quest.monster:
        return captions.FIGHT_GOAL.say(lang, name=name, place=place, monster=_enemy(quest.monster, lang))
    return captions.GOAL.say(lang, name=name, place=place)


def _hero_name(view: MeqView, player: str) -> str:
    """The hero of a player, or the player's number while none is chosen."""
    n = [hero.player for hero in view.heroes].index(player)
    who = view.heroes[n].hero
    return HEROES[who].name if who else str(n + 1)


# -- sections


def _story(view: MeqView, lang: Lang) -> list[str]:
    """Round, turn and step, then a row of the Story Track for each marker (p. 12)."""
    head = captions.HEAD.say(
        lang,
        round=view.round,
        stage="I" * view.stage,
        moment=_moment(view, lang),
        dominant=captions.DOMINANT[view.dominant_side or ""].say(lang),
    )
    width = max(len(words.say(lang)) for words in captions.MARKERS.values())
    rows = [
        f"   {captions.MARKERS[marker].say(lang):{width}} {at:>3}  {_row(marker, at)}"
        for marker, at in zip(MARKERS, msgspec.structs.astuple(view.story), strict=True)
    ]
    if (delay := HERO_PACE - view.story_pace.heroes) > 0:
        rows.append(f"   {captions.DELAY.say(lang, n=delay)}")
    return [head, "", captions.STORY.say(lang), *rows]


def _moment(view: MeqView, lang: Lang) -> str:
    """Whose turn it is, and the step of it."""
    if view.step in captions.COMMON_STEPS:
        return captions.COMMON_STEPS[view.step].say(lang)
    player = view.turn.player
    name = "Sauron" if player == view.sauron.player else _hero_name(view, player)
    return f"{name}, {captions.STEPS[view.step].say(lang)}"


def _row(marker: str, at: int) -> str:
    """The spaces of the Story Track with a marker on one of them, stages apart."""
    row = ""
    for space in range(FINALE + 1):
        empty = "*" if space == FINALE else "+" if space == SHADOW_FALLS and marker != MARKERS[HERO_MARKER] else "."
        row += "O" if space == at else empty
        row += "|" if space in STAGE_ENDS else ""
    return row


def _plots(view: MeqView, lang: Lang) -> list[str]:
    """The three slots of active plots, and the event that stays in play (p. 13, p. 14)."""
    slots = [_plot(NUMBERS[one.plot], one.place, lang) for one in view.plots]
    slots += ["-"] * (PLOT_SLOTS - len(slots))
    lines = [captions.PLOTS.say(lang), *(f"   {n}  {slot}" for n, slot in enumerate(slots, start=1))]
    if view.event_in_play is not None:
        card = NUMBERS[view.event_in_play]
        place = LOCATIONS[EVENTS[card].affects].name.say(lang)
        lines.append(captions.EVENT.say(lang, name=_name(card, lang), place=place))
    return lines


def _plot(card: int, place: str, lang: Lang) -> str:
    plot = PLOTS[card]
    marker = TERMS[MARKERS[plot.marker]].say(lang)
    numbers = {"marker": marker, "advance": plot.advance, "favor": plot.favor}
    return captions.PLOT.say(lang, name=_name(card, lang), place=PLACE_NAMES[place].say(lang), **numbers)


def _sauron(view: MeqView, lang: Lang) -> list[str]:
    """The Shadow Pool, the action tracks, and Sauron's cards as far as the reader sees them (p. 15)."""
    sauron, piles = view.sauron, view.piles
    counts = {"shadow": sauron.shadow_hand_count, "plot": sauron.plot_hand_count}
    pool = {"pool": sauron.shadow_pool, "most": sauron.shadow_pool_limit}
    lines = [captions.SAURON.say(lang, **pool, actions=sauron.actions_left, **counts)]
    markers = sauron.action_tracks
    tracks = {"influence": markers.influence, "cards": markers.cards, "command": markers.command}
    drawn = ", ".join(f"{captions.TRACK[name].say(lang)} {_track(name, track)}" for name, track in tracks.items())
    lines.append(f"   {drawn} ({captions.TRACKS.say(lang)})")
    if sauron.influence_to_place:
        left = {"influence": sauron.influence_to_place, "to_pool": sauron.influence_to_pool}
        lines.append(f"   {captions.INFLUENCE_LEFT.say(lang, **left)}")
    if sauron.commands_left:
        lines.append(f"   {captions.COMMANDS_LEFT.say(lang, commands=sauron.commands_left)}")
    lines += _pile(captions.PILES["shadow_hand"], sauron.shadow_hand, lang, _shadow_card)
    lines += _pile(captions.PILES["plot_hand"], sauron.plot_hand, lang, _plot_card)
    lines += _pile(captions.PILES["plot_top"], piles.plot_deck_top, lang, _plot_card)
    lines += _pile(captions.PILES["plot_bottom"], piles.plot_deck_bottom, lang, _plot_card)
    lines += _pile(captions.PILES["shadow"], piles.shadow_discard, lang)
    lines += _pile(captions.PILES["plot"], piles.plot_discard, lang)
    return lines


def _track(name: str, track: ActionTrackView) -> str:
    spaces = enumerate(TRACKS[name], start=1)
    return " ".join(f"[{worth}]" if n in track.marked_spaces else str(worth) for n, worth in spaces)


def _pile(label: Words, cards: list[str], lang: Lang, name: Naming = _name, indent: str = "   ") -> list[str]:
    """A line for a pile of cards, none if it is empty."""
    return [f"{indent}{label.say(lang)}: {_names(cards, lang, name)}"] if cards else []


def _influence(view: MeqView, lang: Lang) -> list[str]:
    """Influence on the board, a line for each region."""
    lines = []
    for region, places in zip(REGIONS, IN_REGION, strict=True):
        amounts = {LOCATIONS[i].name.say(lang): view.places[LOCATIONS[i].id].influence for i in places}
        here = [f"{name} {amount}" for name, amount in amounts.items() if amount]
        if here:
            lines.append(f"   {region.name.say(lang)}: {', '.join(here)}")
    return [captions.INFLUENCE.say(lang), *lines] if lines else []


def _places(view: MeqView, lang: Lang) -> list[str]:
    """Who stands where: heroes, characters, minions and monster tokens; and favor to be found."""
    there = {PLACE_NAMES[id].say(lang): _figures(view, place, lang) for id, place in view.places.items()}
    lines = [f"   {name}: {', '.join(figures)}" for name, figures in there.items() if figures]
    favor = [f"{PLACE_NAMES[id].say(lang)} {place.favor}" for id, place in view.places.items() if place.favor]
    if favor:
        lines.append(f"   {captions.FAVOR.say(lang)}: {', '.join(favor)}")
    return [captions.BOARD.say(lang), *lines] if lines else []


def draw_place(view: MeqView, place: str, lang: Lang) -> str:
    """What stands in a place: figures, influence and favor."""
    there = view.places[place]
    figures = _figures(view, there, lang)
    figures += [captions.INFLUENCE_HERE.say(lang, n=there.influence)] if there.influence else []
    figures += [captions.FAVOR_HERE.say(lang, n=there.favor)] if there.favor else []
    return ", ".join(figures)


def _figures(view: MeqView, place: PlaceView, lang: Lang) -> list[str]:
    """Heroes, characters, minions and monster tokens of a location."""
    damage = {one.minion: one.damage for one in view.minions}
    names = [_hero_name(view, player) for player in place.heroes]
    names += [CHARACTERS[CHARACTER[who]].name for who in place.characters]
    names += [
        captions.MINION.say(lang, name=_enemy(who, lang), damage=damage[who], health=ENEMIES[who].health)
        for who in place.minions
    ]
    return names + [_token(one, lang) for one in place.monster_tokens]


def _token(one: MonsterTokenView, lang: Lang) -> str:
    if one.token is None:
        return captions.TOKEN.say(lang)
    return captions.FACE.say(lang, name=_name(NUMBERS[one.token], lang))


def _hero(view: MeqView, h: int, lang: Lang) -> list[str]:
    """A hero's sheet, pools and play area (p. 20, p. 21)."""
    hero = view.heroes[h]
    if hero.place is None or hero.traits is None:
        return [captions.UNCHOSEN.say(lang, n=h + 1)]
    traits = zip(TRAITS, msgspec.structs.astuple(hero.traits), strict=True)
    said = ", ".join(f"{TERMS[name].say(lang)} {value}" for name, value in traits)
    where = {"place": PLACE_NAMES[hero.place].say(lang), "favor": hero.favor, "traits": said}
    counts = {"life": hero.life_pool_count, "hand": hero.hand_count}
    counts |= {"rest": len(hero.rest_pool), "damage": hero.damage_pool_count}
    lines = [
        captions.HERO.say(lang, name=_hero_name(view, hero.player), **where),
        f"   {captions.POOLS.say(lang, **counts)}",
    ]
    lines += _pile(captions.AREAS["hand"], hero.hand, lang, _combat_card)
    lines += _pile(captions.AREAS["rest"], hero.rest_pool, lang)
    lines += _pile(captions.AREAS["damage_known"], hero.damage_pool, lang)
    lines += _pile(captions.AREAS["corruption"], hero.corruption, lang, _corruption)
    lines += _pile(captions.AREAS["items"], hero.items, lang)
    lines += _pile(captions.AREAS["quests"], hero.quests, lang, _quest)
    if hero.quests_completed:
        lines.append(f"   {captions.COMPLETED.say(lang, n=hero.quests_completed)}")
    if hero.kept_events:
        lines.append(f"   {captions.PLEDGE.say(lang, n=view.favor_on_kept_event)}")
    return lines


def _fight(view: MeqView, lang: Lang) -> list[str]:
    """The fight under way: both fighters with what they have played and what still works (p. 27)."""
    fight = view.combat
    if fight.hero.player is None or fight.enemy.enemy is None:
        return []
    hero, enemy = _hero_name(view, fight.hero.player), _enemy(fight.enemy.enemy, lang)
    numbers = {"damage": fight.enemy.damage, "health": fight.enemy.health, "strength": fight.enemy.strength}
    lines = [captions.FIGHT.say(lang, hero=hero, enemy=enemy)]
    lines += [
        f"   {captions.ENEMY.say(lang, name=enemy, hand=fight.enemy.hand_count, **numbers)}",
        *_fighter(fight.enemy, lang),
    ]
    lines += _pile(captions.AREAS["hand"], fight.enemy.hand, lang, _combat_card, "      ")
    fighter = captions.PREPARING if view.step in ("combat", "prepare") else captions.FIGHTER
    lines += [f"   {fighter.say(lang, name=hero, strength=fight.hero.strength)}", *_fighter(fight.hero, lang)]
    if fight.face_up_card is not None:
        lines.append(f"   {captions.FACE_UP.say(lang)}: {_combat_card(NUMBERS[fight.face_up_card], lang)}")
    if fight.hero.plays_at_random:
        lines.append(f"   {captions.PLAYS_AT_RANDOM.say(lang)}")
    counts = (fighter.ranged_in_hand for fighter in (fight.enemy, fight.hero))
    return lines + [f"   {captions.OTHER_HAND.say(lang, n=n)}" for n in counts if n is not None]


def _fighter(fighter: FighterView, lang: Lang) -> list[str]:
    """A fighter's combat stack, the bottom card first, an ability of the last round, and exhaustion."""
    lines = []
    if fighter.stack:
        stack = ", ".join(_combat_card(NUMBERS[card], lang) for card in fighter.stack)
        lines.append(f"      {captions.STACK.say(lang)}: {stack}")
    if fighter.lasting_card is not None:
        ability = COMBAT_ABILITIES[NUMBERS[fighter.lasting_card]]
        lines.append(f"      {captions.LASTING.say(lang)}: {ability.words.say(lang)}")
    if fighter.is_exhausted:
        lines.append(f"      {captions.EXHAUSTED.say(lang)}")
    return lines


def _secrets(view: MeqView, lang: Lang) -> list[str]:
    """What only the reader knows: missions, and cards being chosen from."""
    missions = {"heroes": view.missions.heroes, "sauron": view.missions.sauron}
    lines = [
        f"{captions.MISSION[side].say(lang)}: {_mission(NUMBERS[card], lang)}"
        for side, card in missions.items()
        if card is not None
    ]
    return lines + _pile(captions.TO_CHOOSE_FROM, view.drawn_apart, lang, indent="")


def _mission(card: int, lang: Lang) -> str:
    return f"{_name(card, lang)} ({MISSION_GOALS[card].words.say(lang)})"
