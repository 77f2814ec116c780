"""An observation drawn as text for a terminal."""

from typing import Any

from engine.core.words import BETWEEN, Lang, Words
from engine.games.lotr.components.box import name_of
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
_SCORES = Words(
    "Scores by the book, the lower the better: {scores}",
    "Wyniki z instrukcji, im niższe, tym lepsze: {scores}",
)
_KNOWN = Words("You know: {cards}", "Wiesz: {cards}")
_PLACES = {
    "encounter-deck": Words("encounter deck", "talia Spotkań"),
    "shadows": Words("shadow card of {name}", "karta cienia: {name}"),
    "deck": Words("deck of player {name}", "talia gracza {name}"),
    "hand": Words("hand of player {name}", "ręka gracza {name}"),
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
_TOKENS = {"hit_points": "damage", "quest_points": "progress"}
"""The tokens that are shown out of a number."""
_MARKS = {
    "exhausted": Words("exhausted", "wyczerpanie"),
    "committed": Words("questing", "na wyprawie"),
    "facedown": Words("prisoner", "w niewoli"),
    "resources": Words("resources {n}", "zasoby {n}"),
    "shadow_cards": Words("shadow cards {n}", "karty cienia {n}"),
}
_SHADOWS = Words("shadow: {cards}", "cień: {cards}")
_GUARDS = Words("guards {name}", "strzeże: {name}")


def draw_board(observation: dict[str, Any], lang: Lang) -> str:
    """The state of the match as one seat, or a spectator, sees it."""
    lines = [_head(observation, lang)]
    lines += [_stage(stage, lang) for stage in observation["quest"]]
    if observation["scores"]:
        lines.append(_SCORES.say(lang, scores=", ".join(map(str, observation["scores"]))))
    lines += _area(_ACTIVE.say(lang), observation["active_location"], lang)
    lines += ["", _staging(observation, lang), *_cards(observation["staging"], lang)]
    lines += _area(_RIDERS.say(lang), observation["riders"], lang)
    for seat, player in enumerate(observation["players"]):
        lines += ["", *_player(player, seat == observation["first_player"], lang)]
    piles = [
        f"{words.say(lang)}: {_names(observation[pile], lang)}" for pile, words in _PILES.items() if observation[pile]
    ]
    if observation["known"]:
        piles.append(_KNOWN.say(lang, cards=BETWEEN.join(_known(one, lang) for one in observation["known"])))
    return "\n".join([*lines, *([""] if piles else []), *piles])


def _head(observation: dict[str, Any], lang: Lang) -> str:
    return _HEAD.say(
        lang,
        scenario=SCENARIO_KINDS[observation["scenario"]].name.say(lang),
        round=observation["round"],
        phase=_PHASES[observation["phase"]].say(lang),
    )


def _staging(observation: dict[str, Any], lang: Lang) -> str:
    """The head of the staging area, with the piles that feed it."""
    discards = len(observation["encounter_discard"])
    return _STAGING.say(lang, n=observation["staging_threat"], deck=observation["encounter_deck"], discards=discards)


def _stage(stage: dict[str, Any], lang: Lang) -> str:
    """The quest card; some stages end otherwise than by progress."""
    goal = stage["quest_points"]
    progress = f"{stage['progress']}/{goal}" if goal else str(stage["progress"])
    return _STAGE.say(lang, stage=stage["stage"], name=name_of(stage["card"], lang), progress=progress)


def _area(title: str, cards: list[dict[str, Any]], lang: Lang) -> list[str]:
    """An area that is shown only if there are cards in it."""
    return ["", f"{title}:", *_cards(cards, lang)] if cards else []


def _player(player: dict[str, Any], first: bool, lang: Lang) -> list[str]:
    """A player with his cards; the hand only if it is the viewer's."""
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
    """A card in play with its current numbers and what lies on it."""
    parts = []
    for number, words in _NUMBERS.items():
        if number in card:
            token = _TOKENS.get(number)
            parts.append(words.say(lang, n=f"{card.get(token, 0)}/{card[number]}" if token else card[number]))
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
    name = name_of(one["of"], lang) if one["place"] == "shadows" else str(one["of"] + 1)
    where = _PLACES[one["place"]].say(lang, name=name)
    return f"{name_of(one['card'], lang)} ({where}, {one['at'] + 1})"
