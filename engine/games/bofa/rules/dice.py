"""Dice: the faces of action dice, what each counts as, spending one (p. 12-13), and rolls for damage (p. 25, 32)."""

from engine.core.chance import roll
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.bofa.components.box import FREE
from engine.games.bofa.rules.characters import use_ring
from engine.games.bofa.state import GameState

FACES = (
    ("character", "character", "army-muster", "muster", "event", "will"),
    ("character", "army", "muster", "event", "army-muster", "eye"),
)
"""The six faces of each side's die (p. 12)."""
COUNTS_AS: dict[str, tuple[str, ...]] = {
    "army": ("army",),
    "character": ("character",),
    "muster": ("muster",),
    "event": ("event",),
    "army-muster": ("army", "muster"),
    "eye": ("eye",),
    "will": ("army", "character", "muster", "event", "will"),
}
"""Which results a face counts as (p. 13)."""


def roll_dice(s: GameState) -> None:
    """Both players roll their action dice (p. 11)."""
    for seat in (0, 1):
        s.dice[seat] = sorted(FACES[seat][roll(s, f"dice:action:{seat}") - 1] for _ in range(s.dice_pool[seat]))
        tell(s, "rolled", (seat, *s.dice[seat]))


def count_successes(s: GameState, stream: str, dice: int, again: int, target: int) -> int:
    """Roll dice, and up to `again` of those that fail once more; how many succeed.

    All of these are rolled, needed or not: only successes are told, so how many failed at first must leave no trace.
    """
    successes = sum([roll(s, stream) >= target for _ in range(dice)])
    second_rolls = [roll(s, stream) >= target for _ in range(min(dice, again))]
    return successes + sum(second_rolls[: dice - successes])


def available_results(s: GameState, seat: int) -> set[str]:
    """Every result the unused dice of a seat can stand for."""
    return {result for face in s.dice[seat] for result in COUNTS_AS[face]}


def spend(s: GameState, seat: int, results: tuple[str, ...]) -> Flow[str]:
    """Choose the die that pays for an action, with one of these results, and use it up; the result (p. 12-13)."""
    options: list[Option] = []
    for face in dict.fromkeys(s.dice[seat]):
        options += [("spend", face, result) for result in COUNTS_AS[face] if result in results]
    _, face, result = yield Decision(seat, "die", options)
    s.dice[seat].remove(face)
    tell(s, "spent", (seat, face, result))
    if s.plan[:1] == ["card"]:
        disclose(s)  # the die tells of the card, which is not shown yet
    if result == "character" and seat == FREE:
        yield from use_ring(s)
    return str(result)


def forgo(s: GameState, seat: int) -> Flow[None]:
    """A die is discarded without effect (p. 12)."""
    options: list[Option] = [("spend", face, "nothing") for face in dict.fromkeys(s.dice[seat])]
    choice = yield Decision(seat, "die", options)
    s.dice[seat].remove(choice[1])
    tell(s, "spent", (seat, choice[1], "nothing"))
