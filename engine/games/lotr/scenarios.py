"""The scenarios, and the seats and options that a match of each can be set up with."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.game import GameOption, Role, Scenario
from engine.core.vocabulary import seat_references
from engine.core.words import Words
from engine.games.lotr.components.box import MOST_SEATS, read_data
from engine.games.lotr.components.deck_lists import check_decks
from engine.games.lotr.components.schema import ScenarioEntry

SIDE = "players"
"""All players are on one side (p. 2)."""
CAMPAIGN = "campaign"
"""The scenario that is the other three, one after the other (p. 27)."""


SCENARIO_KINDS = {one["id"]: msgspec.convert(one, ScenarioEntry) for one in read_data("scenarios")["scenario"]}
"""The printed scenarios by id, in the order of a campaign."""


def scenario_path(id: str) -> list[ScenarioEntry]:
    """The printed scenarios that are played in a match, in their order."""
    return list(SCENARIO_KINDS.values()) if id == CAMPAIGN else [SCENARIO_KINDS[id]]


ROLES = tuple(
    Role(f"player-{seat + 1}", Words(f"Player {seat + 1}", f"Gracz {seat + 1}"), SIDE) for seat in range(MOST_SEATS)
)
SEATS = tuple(seat_references(role.id for role in ROLES))
"""The references of the seats."""


def _roles(_options: Mapping[str, Any]) -> dict[int, tuple[Role, ...]]:
    """One to four players, all on one side (p. 2)."""
    return {seats: ROLES[:seats] for seats in range(1, MOST_SEATS + 1)}


OPTIONS = (
    GameOption(
        "decks",
        [],
        check_decks,
        Words(
            "One deck per seat: a starter deck's name, lines such as `3x Gandalf`, or JSON; "
            "seats without one get a starter deck",
            "Po jednej talii na miejsce: nazwa talii startowej, wiersze takie jak `3x Gandalf` albo JSON; "
            "pozostałe miejsca dostają talie startowe",
        ),
    ),
    GameOption(
        "first-player",
        0,
        (0, 1, 2, 3, "random"),
        Words("The seat that is first player in the first round", "Miejsce pierwszego gracza w pierwszej rundzie"),
    ),
    GameOption(
        "mulligan",
        True,
        (True, False),
        Words("Each player may draw a new opening hand once", "Każdy gracz może raz wymienić startową rękę"),
    ),
    GameOption("basic", False, (True, False), Words("Basic game: no shadow cards", "Gra podstawowa: bez kart cienia")),
    GameOption(
        "easy",
        False,
        (True, False),
        Words("Easy mode: the hardest encounter cards in fewer copies", "Tryb łatwy: mniej najgroźniejszych spotkań"),
    ),
)
"""The options of every scenario."""

NIGHTMARE = GameOption(
    "nightmare",
    False,
    (True, False),
    Words(
        "Threat, damage and decks carry over to the next scenario",
        "Zagrożenie, obrażenia i talie przechodzą do następnego scenariusza",
    ),
)
"""The option that a campaign has besides."""

SCENARIOS = (
    *(Scenario(one.id, one.name, _roles) for one in SCENARIO_KINDS.values()),
    Scenario(CAMPAIGN, Words("Campaign of three scenarios", "Kampania trzech scenariuszy"), _roles, (NIGHTMARE,)),
)
