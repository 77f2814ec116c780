"""Games: which there are, with their scenarios, and the cards of a setting."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, get
from litestar.params import FromQuery, PathParameter, QueryParameter

from services.api import engine_pb2 as pb
from services.gateway.calls import Calls
from services.gateway.shapes import IndexQuery, Language, language_of, raw_json
from services.process.refusals import invalid

OptionsText = Annotated[
    str | None,
    QueryParameter(name="options", description="Options of the setting: a JSON object."),
]
GameId = Annotated[str, PathParameter(description="The id of a game, such as wotr.", max_length=64)]


class Role(msgspec.Struct):
    """What a seat plays."""

    role: str
    """Its id."""
    name: str
    """Its name in the language that was asked for."""
    side: str
    """The side that it fights for."""


class GameOption(msgspec.Struct):
    """What can be chosen for a match of the scenario."""

    name: str
    """By which it is chosen."""
    default: Any
    """What it is where nothing is chosen."""
    allowed: list[Any]
    """The values it may take; empty where the game checks them by itself."""
    about: str
    """What it means."""


class Scenario(msgspec.Struct):
    """One of the set-ups of a game."""

    id: str
    """Its id."""
    title: str
    """Its title."""
    seatings: list[list[Role]]
    """The roles, one list for each number of seats that the scenario can be played with."""
    options: list[GameOption]
    """What can be chosen for it."""


class Game(msgspec.Struct):
    """A game with its scenarios."""

    id: str
    """Its id."""
    title: str
    """Its title."""
    rules_version: int
    """The version of its rules."""
    scenarios: list[Scenario]
    """Its set-ups; the first is taken where none is named."""


class Games(msgspec.Struct):
    """All games of the server."""

    games: list[Game]
    """Each with its scenarios."""


class Card(msgspec.Struct):
    """A card or token that a match is played with."""

    id: str
    """Its id; the layout has the references of its copies."""
    name: str
    """Its name."""
    kind: str
    """What kind of thing it is."""
    copies: int
    """How many there are."""
    text: str
    """What it does."""
    values: str
    """What is printed beside the text: costs, strengths, icons."""


class Cards(msgspec.Struct):
    """All cards and tokens of a setting."""

    cards: list[Card]
    """In the order of the box."""


class GameLayout(msgspec.Struct):
    """What a board of a setting is drawn from."""

    layout: dict[str, Any] | None
    """As the layout's schema has it, in all languages; null where the game has none."""


class GameSchema(msgspec.Struct):
    """The types of what a game sends."""

    observation: dict[str, Any] | None
    """JSON Schema of the observations; null where they have no type."""
    observation_types: str
    """Their types in TypeScript."""
    layout: dict[str, Any]
    """JSON Schema of layouts."""
    layout_types: str
    """Their types in TypeScript."""
    vocabulary: dict[str, Any] | None
    """Every verb of options, events and causes with its arguments; null where the game has no list."""


def options_of(options: dict[str, Any]) -> dict[str, str]:
    """Options of a game as the services have them: values as JSON."""
    return {name: msgspec.json.encode(value).decode() for name, value in options.items()}


def options_of_text(text: str | None) -> dict[str, str]:
    """Options of a game from a query; refused where they are no JSON object."""
    try:
        return options_of(msgspec.json.decode(text or "{}", type=dict[str, Any]))
    except (msgspec.MsgspecError, RecursionError):
        raise invalid('Options are a JSON object, such as {"rounds":2}.') from None


def _json_or_null(text: str) -> Any:
    return raw_json(text) if text else None


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

    @get("/{game:str}/layout", operation_id="getLayout")
    async def get_layout(
        self,
        calls: Calls,
        game: GameId,
        scenario: FromQuery[str] = "",
        seats: IndexQuery = 0,
        options: OptionsText = None,
    ) -> GameLayout:
        """What a board of a setting is drawn from: seats, zones, map, tracks and components, in every language. Without
        a scenario it is the first, without a number of seats the most that the scenario allows."""
        request = pb.GetLayoutRequest(game=game, scenario=scenario, seats=seats, options=options_of_text(options))
        answer = await calls.make(calls.upstream.engine(game).GetLayout, request)
        return GameLayout(_json_or_null(answer.layout))

    @get("/{game:str}/schema", operation_id="getSchema")
    async def get_schema(self, calls: Calls, game: GameId) -> GameSchema:
        """The types of a game's observations and of layouts, as JSON Schema and as TypeScript, and all its verbs."""
        answer = await calls.make(calls.upstream.engine(game).GetSchema, pb.GetSchemaRequest(game=game))
        return GameSchema(
            _json_or_null(answer.observation_schema),
            answer.observation_types,
            raw_json(answer.layout_schema),
            answer.layout_types,
            _json_or_null(answer.vocabulary),
        )

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
