"""An observation drawn as text for a terminal."""

from collections.abc import Callable
from typing import Any

from engine.core.words import BETWEEN, Lang, Words
from engine.games.wotr.components.box import BATTLEGROUNDS, FREE, PATHS, SHADOW, SIDE, name
from engine.games.wotr.components.schema import CardEntry
from engine.games.wotr.scenarios import VARIANTS

_SIDES = {FREE: Words("Free Peoples", "Wolne Ludy"), SHADOW: Words("Shadow", "Cień")}
_HEAD = Words(
    "Round {round}, {phase}   {free} : {shadow}   corruption {corruption}",
    "Runda {round}, {phase}   {free} : {shadow}   zepsucie {corruption}",
)
_PHASES = {
    "discard": Words("setup", "przygotowanie"),
    "battleground": Words("location phase", "faza lokalizacji"),
    "path": Words("location phase", "faza lokalizacji"),
    "action": Words("action phase", "faza akcji"),
    "combat": Words("combat phase", "faza walki"),
    "victory": Words("victory check", "sprawdzenie zwycięstwa"),
    "draw": Words("draw phase", "faza dobierania"),
}
_PATH = Words("Path {number}: {name}", "Ścieżka {number}: {name}")
_GROUND = Words("{name} ({side} defend)", "{name} (broni: {side})")
_WORTH = Words("points {points}, defence {defence}", "punkty {points}, obrona {defence}")
_ATTACK_TOKENS = Words(", attack tokens {n}", ", żetony ataku {n}")
_PILES = Words(
    "hand {hand}, deck {deck}, cycled {cycled}, eliminated {eliminated}",
    "ręka {hand}, talia {deck}, zrzucone {cycled}, wykluczone {eliminated}",
)
_ZONES = {
    "reserve": Words("reserve", "rezerwa"),
    "hand": Words("hand", "ręka"),
    "drawn": Words("drawn", "dobrane"),
    "cycled": Words("cycled", "zrzucone"),
    "eliminated": Words("eliminated", "wykluczone"),
    "top": Words("top of the deck", "wierzch talii"),
}
_RING = Words(", Ring token", ", żeton Pierścienia")
_FIRST = Words(", first player", ", pierwszy gracz")
_SCORED = Words("Scored: {side}: {cards}", "Obszar punktacji, {side}: {cards}")
LEGEND = Words(
    "Frodo [1/2 (3/4) ·5]: attack 1, defence 2, leadership attack 3 and defence 4, path icons 5; + joins an item.",
    "Frodo [1/2 (3/4) ·5]: atak 1, obrona 2, przywództwo: atak 3 i obrona 4, symbole na ścieżce 5; po + przedmiot.",
)


def draw_board(observation: dict[str, Any], lang: Lang) -> str:
    """Draw an observation: what one seat, or a spectator, sees of the match."""
    items = {one["wielder"]: one["items"] for one in observation["items"]}
    printed = VARIANTS[observation["war"]].printed

    def draw_cards(cards: list[int]) -> str:
        """Cards in play with their icons and the items they wield."""
        groups = [(card, *items.get(card, ())) for card in cards]
        return BETWEEN.join(" + ".join(f"{name(one, lang)}{_icons(printed[one])}" for one in group) for group in groups)

    lines = [_head(observation, lang)]
    for site in (*observation["path"], *observation["battlegrounds"]):
        lines += ["", *_site(site, draw_cards, lang)]
    for seat, player in enumerate(observation["players"]):
        lines += ["", *_player(observation, seat, player, draw_cards, lang)]
    scored = [
        _SCORED.say(lang, side=_SIDES[side].say(lang), cards=_names(cards, lang))
        for side, cards in observation["scored"].items()
        if cards
    ]
    return "\n".join([*lines, *([""] if scored else []), *scored])


def _head(observation: dict[str, Any], lang: Lang) -> str:
    points = {side: f"{_SIDES[side].say(lang)} {n}" for side, n in observation["points"].items()}
    return _HEAD.say(
        lang,
        round=observation["round"],
        phase=_PHASES[observation["phase"]].say(lang),
        free=points[FREE],
        shadow=points[SHADOW],
        corruption=observation["corruption"],
    )


def _site(site: dict[str, Any], draw_cards: Callable[[list[int]], str], lang: Lang) -> list[str]:
    """A location, and under it the cards of each side."""
    number = site["location"]
    if number in PATHS:
        title = _PATH.say(lang, number=PATHS[number].path, name=name(number, lang))
        points = PATHS[number].points
    else:
        side = _SIDES[BATTLEGROUNDS[number].side].say(lang)
        title, points = _GROUND.say(lang, name=name(number, lang), side=side), BATTLEGROUNDS[number].points
    worth = _WORTH.say(lang, points=points, defence=site["defence"])
    tokens = _ATTACK_TOKENS.say(lang, n=site["attack"]) if site["attack"] else ""
    lines = [f"{title}: {worth}{tokens}"]
    for side in (FREE, SHADOW):
        cards = [card for card in site["cards"] if SIDE[card] == side]
        if cards:
            lines.append(f"   {_SIDES[side].say(lang)}: {draw_cards(cards)}")
    return lines


def _player(
    observation: dict[str, Any], seat: int, player: dict[str, Any], draw_cards: Callable[[list[int]], str], lang: Lang
) -> list[str]:
    """A seat's area, with what of its hidden cards the reader knows."""
    role = VARIANTS[observation["war"]].players[seat].role
    counts = {pile: player[f"{pile}_count"] for pile in ("hand", "cycled", "eliminated")}
    counted = _PILES.say(lang, deck=player["deck"], **counts)
    marks = (_RING.say(lang) if player["ring"] else "") + (_FIRST.say(lang) if observation["first"] == seat else "")
    lines = [f"{role.name.say(lang)} ({_SIDES[role.side].say(lang)}): {counted}{marks}"]
    if player["reserve"]:
        lines.append(f"   {_ZONES['reserve'].say(lang)}: {draw_cards(player['reserve'])}")
    piles = [zone for zone in ("drawn", "hand", "cycled", "eliminated") if player[zone]]
    lines += [f"   {_ZONES[zone].say(lang)}: {_names(player[zone], lang)}" for zone in piles]
    if player["top"] is not None:
        lines.append(f"   {_ZONES['top'].say(lang)}: {name(player['top'], lang)}")
    return lines


def _names(cards: list[int], lang: Lang) -> str:
    return BETWEEN.join(name(card, lang) for card in cards)


def _icons(entry: CardEntry) -> str:
    """Printed icons: attack/defence, leadership in brackets, path after a dot."""
    shown = [f"{entry.attack}/{entry.defence}"] if entry.attack or entry.defence else []
    if entry.lead_attack or entry.lead_defence:
        shown.append(f"({entry.lead_attack}/{entry.lead_defence})")
    if entry.path:
        shown.append(f"·{entry.path}")
    return f" [{' '.join(shown)}]" if shown else ""
