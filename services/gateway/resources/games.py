"""Games: which there are, with their scenarios, and the cards of a setting."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, get
from litestar.params import FromQuery, PathParameter, QueryParameter

from services.api import engine_pb2 as pb
from services.gateway.calls import Calls
from services.gateway.updates import Language, language_of, raw_json
from services.process.refusals import invalid

OptionsText = Annotated[
    str | None,
    QueryParameter(name="options", description="Options of the setting: a JSON object."),
]
GameId = Annotated[str, PathParameter(description="The id of a game, such as wotr.", max_length=64)]


class Role(msgspec.Struct):
    """What a seat plays."""

    role: str
    name: str
    side: str


class GameOption(msgspec.Struct):
    """What can be chosen for a match of the scenario."""

    name: str
    default: Any
    allowed: list[Any]
    """The values it may take; empty where the game checks them by itself."""
    about: str


class Scenario(msgspec.Struct):
    """One of the set-ups of a game."""

    id: str
    title: str
    seatings: list[list[Role]]
    """The roles, one list for each number of seats that the scenario can be played with."""
    options: list[GameOption]


class Game(msgspec.Struct):
    """A game with its scenarios."""

    id: str
    title: str
    rules_version: int
    scenarios: list[Scenario]


class Games(msgspec.Struct):
    """All games of the server."""

    games: list[Game]


class Card(msgspec.Struct):
    """A card or token that a match is played with."""

    id: str
    name: str
    kind: str
    copies: int
    text: str
    values: str
    """What is printed beside the text: costs, strengths, icons."""


class Cards(msgspec.Struct):
    """All cards and tokens of a setting."""

    cards: list[Card]


def options_of(options: dict[str, Any]) -> dict[str, str]:
    """Options of a game as the services have them: values as JSON."""
    return {name: msgspec.json.encode(value).decode() for name, value in options.items()}


def options_of_text(text: str | None) -> dict[str, str]:
    """Options of a game from a query; refused where they are no JSON object."""
    try:
        return options_of(msgspec.json.decode(text or "{}", type=dict[str, Any]))
    except (msgspec.MsgspecError, RecursionError):
        raise invalid('Options are a JSON object, such as {"rounds":2}.') from None


def _game(game: pb.GameInfo) -> Game:
    return Game(game.id, game.title, game.rules_version, [_scenario(scenario) for scenario in game.scenarios])


def _scenario(scenario: pb.Scenario) -> Scenario:
    return Scenario(
        scenario.id,
        scenario.title,
        [[Role(role.role, role.name, role.side) for role in seating.roles] for seating in scenario.seatings],
        [
            GameOption(one.name, raw_json(one.default_value), [raw_json(value) for value in one.allowed], one.about)
            for one in scenario.options
        ],
    )


class GamesController(Controller):
    """Operations on games and their cards."""

    path = "/games"
    tags = ("games",)

    @get("/", operation_id="listGames")
    async def list_games(self, calls: Calls, language: FromQuery[Language] = "en") -> Games:
        """All games of the server, with their scenarios."""
        request = pb.ListGamesRequest(language=language_of(language))
        answers = await asyncio.gather(*(calls.make(stub.ListGames, request) for stub in calls.upstream.engines()))
        return Games([_game(game) for answer in answers for game in answer.games])

    @get("/{game:str}", operation_id="getGame")
    async def get_game(
        self,
        calls: Calls,
        game: GameId,
        language: FromQuery[Language] = "en",
    ) -> Game:
        """One game with its scenarios."""
        request = pb.GetGameRequest(game=game, language=language_of(language))
        return _game((await calls.make(calls.upstream.engine(game).GetGame, request)).game)

    @get("/{game:str}/cards", operation_id="listCards")
    async def list_cards(
        self,
        calls: Calls,
        game: GameId,
        scenario: FromQuery[str] = "",
        options: OptionsText = None,
        language: FromQuery[Language] = "en",
    ) -> Cards:
        """Every card and token of a setting; without a scenario, of the first."""
        request = pb.GetGameRequest(
            game=game, scenario=scenario, options=options_of_text(options), language=language_of(language)
        )
        answer = await calls.make(calls.upstream.engine(game).GetGame, request)
        return Cards([Card(one.id, one.name, one.kind, one.copies, one.text, one.values) for one in answer.components])
