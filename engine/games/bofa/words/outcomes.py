"""How a match ended, in words: who won, why, and what each side scored for (p. 31)."""

from engine.core.state import Outcome
from engine.core.words import Lang, Words
from engine.games.bofa.components.box import BOLG, FATE_SPACES, FREE, SHADOW, SIDES
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GameState
from engine.games.bofa.steps.victory import BEORN_TOO_LATE, SHADOW_NEEDS, scores, shadow_points
from engine.games.bofa.words.names import SIDES as SIDE_NAMES
from engine.games.bofa.words.names import character, place

REASONS = {
    "ten-points": Words(
        "settlements worth ten points at the end of a turn", "osady warte dziesięć punktów na koniec tury"
    ),
    "front-gate": Words("ten points and the Front Gate", "dziesięć punktów i Główna Brama"),
    "fate": Words("the end of the fate track", "koniec toru przeznaczenia"),
    "beorn": Words("Beorn came in time", "Beorn przybył na czas"),
    "bolg-slain": Words("Bolg is slain", "Bolg zgładzony"),
}
_WHY = {
    "ten-points": Words(
        "The Shadow won at the end of turn {turn}: it holds settlements worth {points} points, and {needs} are enough.",
        "Cień wygrywa na koniec tury {turn}: ma osady warte {points} pkt, a wystarczy {needs}.",
    ),
    "front-gate": Words(
        "The Shadow won in turn {turn}: it took {gate} and holds settlements worth {points} points, "
        "of which {needs} are enough.",
        "Cień wygrywa w turze {turn}: {gate} w jego rękach, a osady są warte {points} pkt; wystarczy {needs}.",
    ),
    "fate": Words(
        "The Free Peoples won in turn {turn}: the fate marker reached {last}, the last space of its track.",
        "Wolne Ludy wygrywają w turze {turn}: znacznik przeznaczenia dotarł na ostatnie pole, {last}.",
    ),
    "beorn": Words(
        "The Free Peoples won in turn {turn}: Beorn came while the Shadow had {points} points, fewer than {late}.",
        "Wolne Ludy wygrywają w turze {turn}: Beorn przybył, gdy Cień miał punktów {points}, mniej niż {late}.",
    ),
    "bolg-slain": Words(
        "The Free Peoples won in turn {turn}: {bolg} was slain.",
        "Wolne Ludy wygrywają w turze {turn}: {bolg} poległ.",
    ),
    "conceded": Words(
        "{winner} won in turn {turn}: the other side conceded.",
        "{winner}: zwycięstwo w turze {turn}; druga strona się poddała.",
    ),
}
_SCORE = Words("{side} {total}: {parts}.", "{side} {total}: {parts}.")
_SETTLEMENTS = Words("settlements {n} ({names})", "osady {n} ({names})")
_NO_SETTLEMENTS = Words("settlements 0", "osady 0")
_FATE = (
    Words("spaces of the fate marker {n}", "pola znacznika przeznaczenia {n}"),
    Words("spaces that the fate marker had to go {n}", "pola, które zostały znacznikowi przeznaczenia, {n}"),
)
_VICTORY = Words("victory {n}", "zwycięstwo {n}")


def explain(s: GameState, outcome: Outcome, lang: Lang) -> str:
    """Who won and why, and what each side scored for."""
    p = pack_of(s)
    return " ".join([_why(s, p, outcome, lang), *(_score(s, p, outcome, seat, lang) for seat in (FREE, SHADOW))])


def _why(s: GameState, p: Pack, outcome: Outcome, lang: Lang) -> str:
    return _WHY[outcome.reason].say(
        lang,
        winner=SIDE_NAMES[SIDES.index(outcome.side)].say(lang),
        turn=s.turn,
        points=shadow_points(s, p),
        needs=SHADOW_NEEDS,
        late=BEORN_TOO_LATE,
        last=FATE_SPACES,
        gate=place(p, p.layout.front_gate, lang),
        bolg=character(p, BOLG, lang),
    )


def _score(s: GameState, p: Pack, outcome: Outcome, seat: int, lang: Lang) -> str:
    """What a side scored for: settlements, the fate track, and victory."""
    side = SIDES[seat]
    held = {
        one: p.layout.points[one] for one in p.layout.settlements if (one in s.shadow_settlements) == (seat == SHADOW)
    }
    names = ", ".join(f"{place(p, one, lang)} {points}" for one, points in held.items())
    settlements = _SETTLEMENTS if held else _NO_SETTLEMENTS
    parts = [settlements.say(lang, n=sum(held.values()), names=names)]
    parts.append(_FATE[seat].say(lang, n=s.fate if seat == FREE else FATE_SPACES - s.fate))
    if victory := outcome.scores[side] - scores(s)[side]:
        parts.append(_VICTORY.say(lang, n=victory))
    return _SCORE.say(lang, side=SIDE_NAMES[seat].say(lang), total=outcome.scores[side], parts=", ".join(parts))
