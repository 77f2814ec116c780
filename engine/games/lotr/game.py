"""The Lord of the Rings: The Card Game as the engine plays it: scenarios, options and the table of steps."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from engine.core.flow import Flow
from engine.core.game import Component, Game, GameOption, Habits, Role, Scenario
from engine.core.words import Words
from engine.games.lotr import cards, habits, judge, view, words
from engine.games.lotr.board import draw_board
from engine.games.lotr.components import KINDS, MOST_SEATS, SCENARIOS
from engine.games.lotr.decks import check_decks
from engine.games.lotr.printed import values_of
from engine.games.lotr.state import Play
from engine.games.lotr.steps import (
    encounter,
    enemy_attacks,
    planning,
    player_attacks,
    quest,
    refresh,
    resource,
    setup,
    travel,
    windows,
)
from engine.games.lotr.victory import SIDE, ScenarioWon
from engine.games.lotr.zones import unseen, zones

Step = Callable[[Play], Flow[None]]


def campaigning(step: Step) -> Step:
    """A step out of which a campaign may go on to its next scenario (p. 27)."""

    @wraps(step)
    def run(s: Play) -> Flow[None]:
        try:
            yield from step(s)
        except ScenarioWon:
            s.step = "next scenario"

    return run


STEPS: dict[str, Step] = {
    "lay out": setup.lay_out,
    "mulligan": setup.mulligan,
    "set up quest": setup.set_up_quest,
    "first stage": campaigning(setup.first_stage),
    "next scenario": setup.next_scenario,
    "window": windows.window,
    "act": campaigning(windows.act),
    "resource": resource.resources,
    "planning": planning.planning,
    "plan": planning.plan,
    "play": campaigning(planning.play),
    "quest": campaigning(quest.quest),
    "commit": campaigning(quest.commit),
    "staging": quest.staging,
    "stage card": campaigning(quest.stage_card),
    "resolve quest": campaigning(quest.resolve_quest),
    "travel": campaigning(travel.travel),
    "encounter": encounter.encounter,
    "engage": campaigning(encounter.optional_engagement),
    "check": campaigning(encounter.engagement_check),
    "after checks": encounter.after_checks,
    "combat": campaigning(enemy_attacks.combat),
    "enemy attack": campaigning(enemy_attacks.enemy_attack),
    "defend": campaigning(enemy_attacks.defend),
    "shadows": campaigning(enemy_attacks.shadows),
    "enemy damage": campaigning(enemy_attacks.damage),
    "player attack": player_attacks.player_attack,
    "declare attackers": player_attacks.declare_attackers,
    "strike": campaigning(player_attacks.resolve_strike),
    "end combat": campaigning(player_attacks.end_combat),
    "refresh": refresh.refresh,
    "end phase": campaigning(refresh.end_phase),
    "end round": campaigning(refresh.end_round),
}
"""Every step by name, in the order of a round (p. 12, 30-31)."""


def _roles(_options: Mapping[str, Any]) -> dict[int, tuple[Role, ...]]:
    """One to four players, all on one side (p. 2)."""
    roles = tuple(
        Role(f"player-{seat + 1}", Words(f"Player {seat + 1}", f"Gracz {seat + 1}"), SIDE) for seat in range(MOST_SEATS)
    )
    return {seats: roles[:seats] for seats in range(1, MOST_SEATS + 1)}


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
        "first_player",
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
NIGHTMARE = GameOption(
    "nightmare",
    False,
    (True, False),
    Words(
        "Threat, damage and decks carry over to the next scenario",
        "Zagrożenie, obrażenia i talie przechodzą do następnego scenariusza",
    ),
)


def _components() -> list[Component]:
    """Every card of the box; all are implemented, or the package would not load."""
    return [
        Component(
            kind.id,
            Words(kind.name, kind.name_pl),
            kind.type,
            kind.copies,
            kind.words(),
            values=values_of(kind),
        )
        for kind in KINDS
    ]


GAME: Game[Play] = Game(
    id="lotr",
    title=Words("The Lord of the Rings: The Card Game", "Władca Pierścieni: Gra karciana"),
    rules_version=2,
    scenarios=(
        *(Scenario(one.id, Words(one.title, one.title_pl), _roles) for one in SCENARIOS.values()),
        Scenario(
            setup.CAMPAIGN, Words("Campaign of three scenarios", "Kampania trzech scenariuszy"), _roles, (NIGHTMARE,)
        ),
    ),
    options=OPTIONS,
    state=Play,
    new_state=setup.new_state,
    steps=STEPS,
    observe=view.observe,
    describe=view.describe,
    prompt=view.prompt,
    narrate=view.narrate,
    reasons=words.REASONS,
    zones=zones,
    unseen=unseen,
    components=_components,
    draw_board=draw_board,
    evaluate=judge.evaluate,
    habits=Habits(habits.choose, moment=lambda s: s.round, doubt=8.0),
)

__all__ = ["GAME", "STEPS", "cards"]
