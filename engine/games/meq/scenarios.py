"""The one scenario of Middle-earth Quest, its roles and its options."""

from collections.abc import Mapping
from typing import Any

from engine.core.game import GameOption, Role, Scenario
from engine.core.words import Words

_HEROES = (
    Words("First hero", "Pierwszy bohater"),
    Words("Second hero", "Drugi bohater"),
    Words("Third hero", "Trzeci bohater"),
)


def roles(_options: Mapping[str, Any]) -> Mapping[int, tuple[Role, ...]]:
    """Sauron and one to three heroes, who win or lose together (p. 7)."""
    dark = Role("sauron", Words("Sauron", "Sauron"), "sauron")
    heroes = [Role(f"hero-{n}", name, "heroes") for n, name in enumerate(_HEROES, 1)]
    return {n + 1: (dark, *heroes[:n]) for n in (1, 2, 3)}


SCENARIOS = (Scenario("quest", Words("Middle-earth Quest", "Wyprawa do Śródziemia"), roles),)

OPTIONS = (
    GameOption(
        "heroes",
        "choose",
        ("choose", "random"),
        Words("Whether players choose their heroes or draw them by lot", "Czy gracze wybierają bohaterów, czy losują"),
    ),
    GameOption(
        "common-choices",
        "first-hero",
        ("first-hero", "together"),
        Words(
            "Whether the first hero answers for the side, or all propose and the lot decides when they disagree",
            "Czy za stronę odpowiada pierwszy bohater, czy wszyscy proponują, a spory rozstrzyga los",
        ),
    ),
    GameOption(
        "advanced-dominance",
        False,
        (False, True),
        Words("Dominance by story steps still needed", "Dominacja według brakujących kroków Opowieści"),
    ),
    GameOption(
        "high-stakes",
        False,
        (False, True),
        Words("Stage III for high stakes", "Etap III o wysoką stawkę"),
    ),
)
