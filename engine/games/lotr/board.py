"""An observation drawn as text for a terminal."""

from typing import Any

from engine.core.words import BETWEEN, Lang, Words
from engine.games.lotr.components.kinds import name_of
from engine.games.lotr.scenarios import SCENARIO_KINDS

_HEAD = Words("{scenario}, round {round}, {phase}", "{scenario}, runda {round}, {phase}")
_PHASES = {
    "setup": Words("setup", "przygotowanie"),
    "resource": Words("resource phase", "faza Zasobów"),
    "planning": Words("planning phase", "faza Planowania"),
    "quest": Words("quest phase", "faza Wyprawy"),
    "travel": Words("travel phase", "faza Podróży"),
    "encounter": Words("encounter phase", "faza Spotkań"),
    "combat": Words("combat phase", "faza Walki"),
    "refresh": Words("refresh phase", "faza Odpoczynku"),
}
_STAGE = Words("Stage {stage}: {name}: progress {progress}", "Etap {stage}: {name}: postęp {progress}")
_STAGING = Words(
    "Staging area, threat {n} (encounter deck {deck}, discards {discards}):",
    "Strefa przeciwności, zagrożenie {n} (talia Spotkań {deck}, odrzucone {discards}):",
)
_ACTIVE = Words("Active location", "Aktywny obszar")
_RIDERS = Words("Attacking out of the shadows", "Atakują z cienia")
_PILES = {
    "resolving": Words("Being resolved", "Rozpatrywane"),
    "victory": Words("Victory cards", "Karty zwycięstwa"),
    "aside": Words("Set aside", "Odłożone na bok"),
}
_SCORES = Words("Scores of the campaign: {scores}", "Punkty kampanii: {scores}")
_KNOWN = Words("You know: {cards}", "Wiesz: {cards}")
_PLACES = {
    "encounter deck": Words("encounter deck", "talia Spotkań"),
    "shadow of": Words("shadow card of {name}", "karta cienia: {name}"),
    "deck of player": Words("deck of player {name}", "talia gracza {name}"),
    "hand of player": Words("hand of player {name}", "ręka gracza {name}"),
}

_PLAYER = Words(
    "Player {n}: threat {threat}, hand {hand}, deck {deck}, discards {discards}",
    "Gracz {n}: zagrożenie {threat}, ręka {hand}, talia {deck}, odrzucone {discards}",
)
_FIRST = Words(", first player", ", pierwszy gracz")
_OUT = Words(", eliminated", ", poza grą")
_ROWS = {
    "heroes": Words("heroes", "bohaterowie"),
    "allies": Words("allies", "sprzymierzeńcy"),
    "engaged": Words("engaged", "w zwarciu"),
}
_HAND = Words("hand: {cards}", "ręka: {cards}")
_ON_DECK = Words("on the deck: {cards}", "na talii: {cards}")

_NUMBERS = {
    "threat": Words("threat {n}", "zagrożenie {n}"),
    "engagement_cost": Words("engagement {n}", "zwarcie {n}"),
    "willpower": Words("willpower {n}", "siła woli {n}"),
    "attack": Words("attack {n}", "atak {n}"),
    "defense": Words("defense {n}", "obrona {n}"),
    "hit_points": Words("damage {n}", "obrażenia {n}"),
    "quest_points": Words("progress {n}", "postęp {n}"),
}
_COUNTED_ON = {"hit_points": "damage", "quest_points": "progress"}
"""What lies on a card, out of how much."""
_MARKS = {
    "exhausted": Words("exhausted", "wyczerpanie"),
    "committed": Words("questing", "na wyprawie"),
    "facedown": Words("prisoner", "w niewoli"),
    "resources": Words("resources {n}", "zasoby {n}"),
    "shadow_cards": Words("shadow cards {n}", "karty cienia {n}"),
}
_SHADOWS = Words("shadow: {cards}", "cień: {cards}")
_GUARDS = Words("guards {name}", "strzeże: {name}")


def draw_board(seen: dict[str, Any], lang: Lang) -> str:
    """The whole table as one seat, or a spectator, sees it."""
    lines = [_head(seen, lang)]
    lines += [_stage(stage, lang) for stage in seen["quest"]]
    if seen["scores"]:
        lines.append(_SCORES.say(lang, scores=", ".join(map(str, seen["scores"]))))
    lines += _area(_ACTIVE.say(lang), seen["active_location"], lang)
    lines += ["", _staging(seen, lang), *_cards(seen["staging"], lang)]
    lines += _area(_RIDERS.say(lang), seen["riders"], lang)
    for seat, player in enumerate(seen["players"]):
        lines += ["", *_player(player, seat == seen["first_player"], lang)]
    piles = [f"{words.say(lang)}: {_names(seen[pile], lang)}" for pile, words in _PILES.items() if seen[pile]]
    if seen["known"]:
        piles.append(_KNOWN.say(lang, cards=BETWEEN.join(_known(one, lang) for one in seen["known"])))
    return "\n".join([*lines, *([""] if piles else []), *piles])


def _head(seen: dict[str, Any], lang: Lang) -> str:
    return _HEAD.say(
        lang,
        scenario=SCENARIO_KINDS[seen["scenario"]].name.say(lang),
        round=seen["round"],
        phase=_PHASES[seen["phase"]].say(lang),
    )


def _staging(seen: dict[str, Any], lang: Lang) -> str:
    """The head of the staging area, with the piles that feed it."""
    discards = len(seen["encounter_discard"])
    return _STAGING.say(lang, n=seen["staging_threat"], deck=seen["encounter_deck"], discards=discards)


def _stage(stage: dict[str, Any], lang: Lang) -> str:
    """The quest card; some stages end otherwise than by progress."""
    wanted = stage["quest_points"]
    progress = f"{stage['progress']}/{wanted}" if wanted else str(stage["progress"])
    return _STAGE.say(lang, stage=stage["stage"], name=name_of(stage["card"], lang), progress=progress)


def _area(title: str, cards: list[dict[str, Any]], lang: Lang) -> list[str]:
    """A part of the table that is seldom in use."""
    return ["", f"{title}:", *_cards(cards, lang)] if cards else []


def _player(player: dict[str, Any], first: bool, lang: Lang) -> list[str]:
    """A player's side of the table; the hand only if it is the viewer's."""
    hand = player["hand"]
    own = isinstance(hand, list)
    title = _PLAYER.say(
        lang,
        n=player["seat"] + 1,
        threat=player["threat"],
        hand=len(hand) if own else hand,
        deck=player["deck"],
        discards=len(player["discard"]),
    )
    lines = [title + (_FIRST.say(lang) if first else "") + (_OUT.say(lang) if player["eliminated"] else "")]
    for row, words in _ROWS.items():
        if player[row]:
            lines += [f"   {words.say(lang)}:", *_cards(player[row], lang, indent=6)]
    if player["on_deck"]:
        lines.append("   " + _ON_DECK.say(lang, cards=_names(player["on_deck"], lang)))
    if own and hand:
        lines.append("   " + _HAND.say(lang, cards=_names(hand, lang)))
    return lines


def _cards(cards: list[dict[str, Any]], lang: Lang, indent: int = 3) -> list[str]:
    """Cards in play, one a line, with their attachments below."""
    lines = []
    for card in cards:
        lines.append(" " * indent + _in_play(card, lang))
        lines += [" " * indent + f"+ {_in_play(one, lang)}" for one in card.get("attachments", ())]
    return lines


def _in_play(card: dict[str, Any], lang: Lang) -> str:
    """A card with the numbers that count now and what lies on it."""
    parts = []
    for number, words in _NUMBERS.items():
        if number in card:
            laid = _COUNTED_ON.get(number)
            parts.append(words.say(lang, n=f"{card.get(laid, 0)}/{card[number]}" if laid else card[number]))
    parts += [words.say(lang, n=card[mark]) for mark, words in _MARKS.items() if mark in card]
    if "shadows" in card:
        parts.append(_SHADOWS.say(lang, cards=_names(card["shadows"], lang)))
    if "guards" in card:
        parts.append(_GUARDS.say(lang, name=name_of(card["guards"], lang)))
    name = name_of(card["card"], lang)
    return f"{name} [{', '.join(parts)}]" if parts else name


def _names(cards: list[dict[str, Any]], lang: Lang) -> str:
    return BETWEEN.join(name_of(card["card"], lang) for card in cards)


def _known(one: dict[str, Any], lang: Lang) -> str:
    """A face-down card that the viewer knows, and where it lies."""
    place = one["place"]
    if place in _PLACES:
        where = _PLACES[place].say(lang)
    else:
        kind, _, which = place.rpartition(" ")
        where = _PLACES[kind].say(lang, name=name_of(int(which), lang) if kind == "shadow of" else which)
    return f"{name_of(one['card'], lang)} ({where}, {one['at'] + 1})"
