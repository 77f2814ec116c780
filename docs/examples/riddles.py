"""Riddles: a whole game for the kernel in one file, to start your own from.

Two players hold five of twelve riddles each; two stay unknown. Five times both ask one in secret, and the harder one
wins the round.
"""

from typing import Any

from engine import (
    Component,
    Decision,
    Event,
    Flow,
    Game,
    Lang,
    Option,
    Outcome,
    Role,
    Scenario,
    Setting,
    State,
    Together,
    Words,
    disclose,
    end_match,
    register,
    shuffle,
    tell,
)

RIDDLES = 12
HAND = 5
SEATS = (0, 1)
ROLES = (Role("burglar", Words("Burglar", "Włamywacz"), "burglar"), Role("cave", Words("Cave", "Jaskinia"), "cave"))

OPTIONS = {"ask": Words("Ask riddle {riddle}", "Zadaj zagadkę {riddle}")}
PROMPTS = {"ask": Words("Ask a riddle", "Zadaj zagadkę")}
EVENTS = {
    "dealt": Words("{name} takes five riddles", "{name} bierze pięć zagadek"),
    "asked": Words("Riddle {one} against {other}: {name} wins", "Zagadka {one} przeciw {other}: wygrywa {name}"),
}


class Riddles(State, kw_only=True):
    """A riddle is its number; the higher, the harder."""

    deck: list[int]
    hands: list[list[int]]
    history: list[list[int]]
    won: list[int]


def deal(s: Riddles) -> None:
    """Five riddles each: nobody is asked, so it is a plain function."""
    shuffle(s, s.deck, "deck")
    for seat in SEATS:
        s.hands[seat] = sorted(s.deck.pop() for _ in range(HAND))
        tell(s, "dealt", (seat, *s.hands[seat]), only=(seat,), others=(seat,))
    s.step = "ask"


def ask(s: Riddles) -> Flow[None]:
    """Both ask at once; the harder riddle wins."""
    answers = yield Together(tuple(Decision(seat, "ask", [("ask", card) for card in s.hands[seat]]) for seat in SEATS))
    for seat, (_, card) in zip(SEATS, answers, strict=True):
        s.hands[seat].remove(card)
        s.history[seat].append(card)
    winner = max(SEATS, key=lambda seat: s.history[seat][-1])
    s.won[winner] += 1
    disclose(s)
    tell(s, "asked", (s.history[0][-1], s.history[1][-1], winner))
    if not s.hands[0]:
        best = max(SEATS, key=lambda seat: s.won[seat])
        end_match(s, Outcome([best], ROLES[best].side, "riddles", scores(s)))


def scores(s: Riddles) -> dict[str, int]:
    """The rounds each side has won."""
    return {role.side: s.won[seat] for seat, role in enumerate(ROLES)}


def new_state(setting: Setting) -> Riddles:
    """Before anything random."""
    return Riddles(step="deal", deck=list(range(RIDDLES)), hands=[[], []], history=[[], []], won=[0, 0])


def observe(s: Riddles, seat: int | None) -> dict[str, Any]:
    """What was asked, the score, and the own hand."""
    return {
        "hand": [] if seat is None else list(s.hands[seat]),
        "history": [list(row) for row in s.history],
        "won": s.won[:],
    }


def unseen(s: Riddles, seat: int | None) -> list[list[int]]:
    """The deck and other hands: nobody else can tell which riddle lies where among them."""
    return [[*s.deck, *(card for other in SEATS if other != seat for card in s.hands[other])]]


def describe(s: Riddles, option: Option, lang: Lang) -> str:
    """An option in words."""
    return OPTIONS[option[0]].say(lang, riddle=option[1])


def prompt(s: Riddles, decision: Decision, lang: Lang) -> str:
    """What a decision asks, in words."""
    return PROMPTS[decision.kind].say(lang)


def narrate(s: Riddles, event: Event, lang: Lang) -> str:
    """An event in words, as its reader may see it."""
    if event.kind == "dealt":
        return EVENTS["dealt"].say(lang, name=ROLES[event.data[0]].name.say(lang))
    one, other, winner = event.data
    return EVENTS["asked"].say(lang, one=one, other=other, name=ROLES[winner].name.say(lang))


GAME = register(
    Game(
        id="riddles",
        title=Words("Riddles", "Zagadki"),
        rules_version=1,
        scenarios=(Scenario("dark", Words("In the dark", "W ciemności"), lambda options: {2: ROLES}),),
        state=Riddles,
        new_state=new_state,
        steps={"deal": deal, "ask": ask},
        observe=observe,
        describe=describe,
        prompt=prompt,
        narrate=narrate,
        scores=scores,
        reasons={"riddles": Words("more riddles won", "więcej wygranych zagadek")},
        zones=lambda s: [s.deck, *s.hands, *s.history],
        unseen=unseen,
        components=lambda setting: [Component("riddle", Words("Riddle", "Zagadka"), "card", RIDDLES)],
        evaluate=lambda s, seat: float(s.won[seat] - s.won[1 - seat]),
    )
)
