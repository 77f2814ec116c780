"""Words for how a match ended: why, and how the scores came about (p. 18)."""

from engine.core.state import Outcome
from engine.core.words import Lang, Words
from engine.games.wotr.components.box import BATTLEGROUNDS, FREE, OTHER_SIDE, PATHS, SHADOW, name
from engine.games.wotr.state import GameState
from engine.games.wotr.steps.victory import points
from engine.games.wotr.words.names import PLACES

REASONS = {
    "lead-of-ten": Words("a lead of ten points", "przewaga dziesięciu punktów"),
    "last-path": Words("more points after the last path", "więcej punktów po ostatniej ścieżce"),
}
_WHY = {
    "lead-of-ten": Words(
        "{winner} won {won} to {lost}: a lead of {lead}, and ten are enough.",
        "{winner}: zwycięstwo {won} do {lost}; przewaga {lead}, wystarczy dziesięć.",
    ),
    "last-path": Words(
        "{winner} won {won} to {lost} after the last path.",
        "{winner}: zwycięstwo {won} do {lost} po ostatniej ścieżce.",
    ),
    "tie": Words(
        "{winner} won at {won} to {lost} after the last path: a tie goes to that side.",
        "{winner}: zwycięstwo przy stanie {won} do {lost} po ostatniej ścieżce; remis należy do tej strony.",
    ),
    "conceded": Words(
        "{winner} won: the other side conceded at {won} to {lost}.",
        "{winner}: zwycięstwo; druga strona poddała się przy stanie {won} do {lost}.",
    ),
}
_SCORE = Words("{side} {total}: {parts}.", "{side} {total}: {parts}.")
_BATTLEGROUNDS = Words("battlegrounds {n} ({names})", "pola bitew {n} ({names})")
_PATHS = Words("paths {n} ({names})", "ścieżki {n} ({names})")
_CORRUPTION = Words("corruption {n}", "zepsucie {n}")
_RINGS = Words("unused Ring tokens {n}", "nieużyte żetony Pierścienia {n}")
_NOTHING = Words("nothing", "nic")


def explain(s: GameState, outcome: Outcome, lang: Lang) -> str:
    """Who won and why, and what each side scored for."""
    return " ".join([_why(outcome, lang), *(_score(s, side, outcome.scores[side], lang) for side in (FREE, SHADOW))])


def _why(outcome: Outcome, lang: Lang) -> str:
    """Who won and why."""
    won, lost = outcome.scores[outcome.side], outcome.scores[OTHER_SIDE[outcome.side]]
    why = "tie" if outcome.reason == "last-path" and won == lost else outcome.reason
    return _WHY[why].say(lang, winner=PLACES[outcome.side].say(lang), won=won, lost=lost, lead=won - lost)


def _score(s: GameState, side: str, total: int, lang: Lang) -> str:
    """What a side scored for."""
    scored = s.scoring_areas[side]
    grounds = {n: BATTLEGROUNDS[n].points for n in scored if n in BATTLEGROUNDS}
    parts = [_worth(_BATTLEGROUNDS, grounds, lang)] if grounds else []
    paths = {n: PATHS[n].points for n in scored if n in PATHS} if side == FREE else {}
    parts += [_worth(_PATHS, paths, lang)] if paths else []
    if side == SHADOW and s.corruption:
        parts.append(_CORRUPTION.say(lang, n=s.corruption))
    if rings := total - points(s, side):
        parts.append(_RINGS.say(lang, n=rings))
    sources = ", ".join(parts) or _NOTHING.say(lang)
    return _SCORE.say(lang, side=PLACES[side].say(lang), total=total, parts=sources)


def _worth(words: Words, locations: dict[int, int], lang: Lang) -> str:
    """What some locations are worth together, and each of them."""
    names = ", ".join(f"{name(location, lang)} {worth}" for location, worth in locations.items())
    return words.say(lang, n=sum(locations.values()), names=names)
