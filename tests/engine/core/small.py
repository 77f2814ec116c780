"""Games of a few lines, to look at one thing of the kernel at a time."""

from collections.abc import Callable
from typing import Any

from engine.core.flow import Decision, Flow
from engine.core.game import Component, Game, Role, Scenario
from engine.core.state import State
from engine.core.words import Words

Step = Callable[["Small"], Flow[None]]


class Small(State, kw_only=True):
    """A count, a list of notes, some cards, and which of them somebody knows."""

    count: int = 0
    notes: list[str] = []
    cards: list[int] = []
    known: list[int] = []


def small(seats: int = 2, **changes: Any) -> Game[Small]:
    """A game whose first step is `first`; other arguments replace parts of the game or name more steps."""
    steps = {name: changes.pop(name) for name in list(changes) if callable(changes[name]) and name.startswith("step_")}
    named: dict[str, Any] = {name.removeprefix("step_"): step for name, step in steps.items()}
    roles = tuple(Role(f"role{n}", Words(f"Role {n}"), f"side{n}") for n in range(seats))
    return Game(
        **{
            "id": "small",
            "title": Words("Small"),
            "rules_version": 1,
            "scenarios": (Scenario("only", Words("Only"), lambda options: {seats: roles}),),
            "state": Small,
            "new_state": lambda table: Small(step="first"),
            "steps": named,
            "observe": lambda s, seat: {"count": s.count, "notes": list(s.notes)},
            "describe": lambda s, option, lang: f"{lang} {option}",
            "prompt": lambda s, decision, lang: f"{lang} {decision.kind}",
            "narrate": lambda s, event, lang: f"{lang} {event.kind}",
            "scores": lambda s: {f"side{n}": s.count for n in range(seats)},
            "reasons": {},
            "zones": lambda s: [s.cards],
            "components": lambda setting: [Component("card", Words("Card"), "card", 1)],
            **changes,
        }
    )


def ask(seat: int, *words: str, kind: str = "word") -> Decision:
    """A decision between words."""
    return Decision(seat, kind, [(word,) for word in words])


def ask_forever(s: Small) -> Flow[None]:
    """Notes one of two words after another."""
    (word,) = yield ask(s.count % 2, "left", "right")
    s.notes.append(word)
    s.count += 1
