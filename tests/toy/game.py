"""Barrow registered as a game, with two scenarios and every kind of option."""

from collections.abc import Mapping
from typing import Any

from engine.core.game import Component, Game, GameOption, Role, Scenario, Setting
from engine.core.words import Words
from tests.toy import view
from tests.toy.rules import STEPS, scores
from tests.toy.state import CARDS, Barrow, value

RED = Role("red", Words("Red burglar", "Czerwony włamywacz"), "red")
BLUE = Role("blue", Words("Blue burglar", "Niebieski włamywacz"), "blue")
GREEN = Role("green", Words("Green burglar", "Zielony włamywacz"), "green")
FRIEND = Role("friend", Words("Friend of Red", "Druh Czerwonego"), "red")


def duel_roles(options: Mapping[str, Any]) -> Mapping[int, tuple[Role, ...]]:
    """Two burglars."""
    return {2: (RED, BLUE)}


def company_roles(options: Mapping[str, Any]) -> Mapping[int, tuple[Role, ...]]:
    """Two or three, or two against one."""
    if options["allies"]:
        return {3: (RED, BLUE, FRIEND)}
    return {2: (RED, BLUE), 3: (RED, BLUE, GREEN)}


def check_coins(coins: Any) -> None:
    """From none to nine."""
    if type(coins) is not int or not 0 <= coins <= 9:
        raise ValueError(f"{coins!r} is not a number of coins from 0 to 9")


def new_state(setting: Setting) -> Barrow:
    """The table before the shuffle."""
    seats = setting.seats
    return Barrow(
        step="deal",
        seats=seats,
        sides=[role.side for role in setting.roles],
        rounds=setting.options["rounds"],
        coins=[setting.options["coins"]] * seats,
        deck=list(range(CARDS)),
        hands=[[] for _ in range(seats)],
        table=[[] for _ in range(seats)],
        stash=[[] for _ in range(seats)],
        guards=[0] * seats,
        peeked=[],
    )


def components(_setting: Setting) -> list[Component]:
    """Twelve treasures of four values."""
    return [
        Component(f"treasure-{n}", Words(f"Treasure worth {n}", f"Skarb wart {n}"), "treasure", CARDS // 4)
        for n in sorted({value(card) for card in range(CARDS)})
    ]


GAME = Game(
    id="barrow",
    title=Words("Barrow", "Kurhan"),
    rules_version=1,
    scenarios=(
        Scenario("duel", Words("Duel", "Pojedynek"), duel_roles),
        Scenario(
            "company",
            Words("Company", "Kompania"),
            company_roles,
            (GameOption("allies", False, (False, True), Words("Two against one", "Dwóch na jednego")),),
        ),
    ),
    options=(
        GameOption("rounds", 2, (1, 2, 3), Words("Rounds", "Rundy")),
        GameOption("coins", 2, check_coins, Words("Coins at the start", "Monety na początku")),
    ),
    state=Barrow,
    new_state=new_state,
    steps=STEPS,
    observe=view.observe,
    describe=view.describe,
    prompt=view.prompt,
    narrate=view.narrate,
    scores=scores,
    reasons=view.REASONS,
    zones=view.zones,
    unseen=view.unseen,
    components=components,
    evaluate=view.evaluate,
)
