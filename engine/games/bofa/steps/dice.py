"""Chapter V: what each face of the action dice can be used for."""

from engine.core.chance import roll
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.components.box import BILBO, FREE
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import HIDDEN, Field, pack_of

FACES = (
    ("character", "character", "army_muster", "muster", "event", "will"),
    ("character", "army", "muster", "event", "army_muster", "eye"),
)
"""The six faces of each side's die (p. 12)."""

AS: dict[str, tuple[str, ...]] = {
    "army": ("army",),
    "character": ("character",),
    "muster": ("muster",),
    "event": ("event",),
    "army_muster": ("army", "muster"),
    "eye": ("eye",),
    "will": ("army", "character", "muster", "event", "will"),
}
"""Which results a face counts as (p. 13)."""


def roll_dice(s: Field) -> None:
    """Both players roll their action dice (p. 11)."""
    for seat in (0, 1):
        s.dice[seat] = sorted(FACES[seat][roll(s) - 1] for _ in range(s.pool[seat]))
        tell(s, "rolled", (seat, *s.dice[seat]))


def results(s: Field, seat: int) -> set[str]:
    """Every result the unused dice of a seat can stand for."""
    return {result for face in s.dice[seat] for result in AS[face]}


def spend(s: Field, seat: int, allowed: tuple[str, ...]) -> Flow[str]:
    """Choose the die that pays for an action and use it up; what it counts as (p. 12-13)."""
    options: list[Option] = []
    for face in dict.fromkeys(s.dice[seat]):
        options += [("spend", face, result) for result in AS[face] if result in allowed]
    _, face, result = yield Decision(seat, "die", options)
    s.dice[seat].remove(face)
    tell(s, "spent", (seat, face, result))
    if result == "character" and seat == FREE:
        yield from slip_away(s)
    return str(result)


def slip_away(s: Field) -> Flow[None]:
    """With a Character result a Ring token puts Bilbo in any region (p. 18)."""
    p: Pack = pack_of(s)
    where = s.people[BILBO]
    if not s.rings or (where < 0 and where != HIDDEN):
        return
    stay: list[Option] = [("stay",)]
    options = stay + [("bilbo", place) for place in range(p.regions) if place != where]
    choice = yield Decision(FREE, "bilbo", options)
    if choice[0] == "bilbo":
        s.rings -= 1
        s.people[BILBO] = choice[1]
        tell(s, "placed", (BILBO, choice[1]))
