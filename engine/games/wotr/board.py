"""An observation drawn as text for a terminal."""

from collections.abc import Callable

from engine.core.words import BETWEEN, Lang, Words
from engine.games.wotr.components.box import BATTLEGROUNDS, FREE, NUMBERS, PATHS, SHADOW, SIDE, name
from engine.games.wotr.components.schema import CardEntry
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.view import LocationView, PlayerView, WotrView
from engine.games.wotr.words.printed import SIDES
from engine.games.wotr.words.titles import PHASES

_HEAD = Words(
    "Round {round}, {phase}   {free} : {shadow}   corruption {corruption}",
    "Runda {round}, {phase}   {free} : {shadow}   zepsucie {corruption}",
)
_PATH = Words("Path {number}: {name}", "Ścieżka {number}: {name}")
_GROUND = Words("{name} ({side} defend)", "{name} (broni: {side})")
_WORTH = Words("points {points}, defence {defence}", "punkty {points}, obrona {defence}")
_ATTACK_TOKENS = Words(", attack tokens {n}", ", żetony ataku {n}")
_IN_ALL = Words("; in all: attack {attack}, defence {defence}", "; razem: atak {attack}, obrona {defence}")
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
_TO_PLAY = ("hand", "drawn")
"""Piles whose cards are shown with their icons, for they may be played."""
_RING = Words(", Ring token", ", żeton Pierścienia")
_FIRST = Words(", first player", ", pierwszy gracz")
_SCORED = Words("{side} scored: {cards}", "Obszar punktacji, {side}: {cards}")
LEGEND = Words(
    "Frodo [1/2 (3/4) ·5]: attack 1, defence 2, leadership attack 3 and defence 4, path icons 5; + joins an item. "
    "In all: what a combat there would count as things stand, with texts, leadership and tokens.",
    "Frodo [1/2 (3/4) ·5]: atak 1, obrona 2, przywództwo: atak 3 i obrona 4, symbole na ścieżce 5; po + przedmiot. "
    "Razem: ile teraz liczyłoby się tam w walce, z tekstami, przywództwem i żetonami.",
)


def draw_board(view: WotrView, lang: Lang) -> str:
    """Draw an observation: what one seat, or a spectator, sees of the match."""
    printed = VARIANTS[view.variant].printed

    def draw_cards(cards: list[str]) -> str:
        """Cards in play with their icons and the items they wield."""
        groups = [(card, *view.items.get(card, ())) for card in cards]
        return BETWEEN.join(
            " + ".join(f"{_name(one, lang)}{_icons(printed[NUMBERS[one]])}" for one in group) for group in groups
        )

    lines = [_head(view, lang)]
    for site in (*view.path, *view.battlegrounds):
        lines += ["", *_site(site, draw_cards, lang)]
    for number, player in enumerate(view.players):
        lines += ["", *_player(view, number, player, draw_cards, lang)]
    scored = [
        _SCORED.say(lang, side=SIDES[side].say(lang), cards=_names(cards, lang))
        for side, cards in view.scoring_areas.items()
        if cards
    ]
    return "\n".join([*lines, *([""] if scored else []), *scored])


def _head(view: WotrView, lang: Lang) -> str:
    points = {side: f"{SIDES[side].say(lang)} {n}" for side, n in view.points.items()}
    return _HEAD.say(
        lang,
        round=view.round,
        phase=PHASES[view.phase].say(lang),
        free=points[FREE],
        shadow=points[SHADOW],
        corruption=view.corruption,
    )


def _site(site: LocationView, draw_cards: Callable[[list[str]], str], lang: Lang) -> list[str]:
    """A location, and under it the cards of each side."""
    number = NUMBERS[site.location]
    if number in PATHS:
        title = _PATH.say(lang, number=PATHS[number].path, name=name(number, lang))
        points = PATHS[number].points
    else:
        side = SIDES[BATTLEGROUNDS[number].side].say(lang)
        title, points = _GROUND.say(lang, name=name(number, lang), side=side), BATTLEGROUNDS[number].points
    worth = _WORTH.say(lang, points=points, defence=site.defence)
    tokens = _ATTACK_TOKENS.say(lang, n=site.attack_tokens) if site.attack_tokens else ""
    lines = [f"{title}: {worth}{tokens}{_in_all(site, lang)}"]
    for side in (FREE, SHADOW):
        cards = [card for card in site.cards if SIDE[NUMBERS[card]] == side]
        if cards:
            lines.append(f"   {SIDES[side].say(lang)}: {draw_cards(cards)}")
    return lines


def _in_all(site: LocationView, lang: Lang) -> str:
    """What a combat there would count now; empty while nothing adds to the location itself."""
    if (site.attack_total, site.defence_total) == (0, site.defence):
        return ""
    return _IN_ALL.say(lang, attack=site.attack_total, defence=site.defence_total)


def _player(
    view: WotrView, number: int, player: PlayerView, draw_cards: Callable[[list[str]], str], lang: Lang
) -> list[str]:
    """A player's area, with what of its hidden cards the reader knows."""
    role = VARIANTS[view.variant].players[number].role
    counted = _PILES.say(
        lang,
        hand=player.hand_count,
        deck=player.deck_count,
        cycled=player.cycle_pile_count,
        eliminated=player.eliminated_pile_count,
    )
    is_first = view.first_player == player.player
    marks = (_RING.say(lang) if player.ring_available else "") + (_FIRST.say(lang) if is_first else "")
    lines = [f"{role.name.say(lang)} ({SIDES[role.side].say(lang)}): {counted}{marks}"]
    if player.reserve:
        lines.append(f"   {_ZONES['reserve'].say(lang)}: {draw_cards(player.reserve)}")
    piles = {
        "drawn": player.drawn_apart,
        "hand": player.hand,
        "cycled": player.cycle_pile,
        "eliminated": player.eliminated_pile,
        "top": [] if player.deck_top is None else [player.deck_top],
    }
    for pile, cards in piles.items():
        if cards:
            drawn = draw_cards(cards) if pile in _TO_PLAY else _names(cards, lang)
            lines.append(f"   {_ZONES[pile].say(lang)}: {drawn}")
    return lines


def _name(card: str, lang: Lang) -> str:
    return name(NUMBERS[card], lang)


def _names(cards: list[str], lang: Lang) -> str:
    return BETWEEN.join(_name(card, lang) for card in cards)


def _icons(entry: CardEntry) -> str:
    """Printed icons: attack/defence, leadership in brackets, path after a dot."""
    shown = [f"{entry.attack}/{entry.defence}"] if entry.attack or entry.defence else []
    if entry.lead_attack or entry.lead_defence:
        shown.append(f"({entry.lead_attack}/{entry.lead_defence})")
    if entry.path:
        shown.append(f"·{entry.path}")
    return f" [{' '.join(shown)}]" if shown else ""
