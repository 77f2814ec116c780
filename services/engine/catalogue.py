"""Games as the API describes them."""

from typing import Any

from engine import Game, GameOption, Lang, Scenario, Setting
from engine.core.schema import layout_schema, observation_schema, typescript_of, vocabulary_of
from services.api import engine_pb2 as pb
from services.match.wire import to_json


def game_info(game: "Game[Any]", lang: Lang) -> pb.GameInfo:
    """A game with its scenarios."""
    return pb.GameInfo(
        id=game.id,
        title=game.title.say(lang),
        rules_version=game.rules_version,
        scenarios=[_scenario(game, scenario, lang) for scenario in game.scenarios],
    )


def components(game: "Game[Any]", setting: Setting, lang: Lang) -> list[pb.Component]:
    """Every card and token that a match of a setting is played with."""
    return [
        pb.Component(
            id=one.id,
            name=one.name.say(lang),
            kind=one.kind,
            copies=one.copies,
            text=one.text.say(lang),
            implemented=one.implemented,
            values=one.values.say(lang),
        )
        for one in game.components(setting)
    ]


def layout(game: "Game[Any]", setting: Setting) -> str:
    """What a board of a setting is drawn from, as JSON; empty while the game has no layout."""
    return "" if game.layout is None else to_json(game.layout(setting))


def schema(game: "Game[Any]") -> pb.GetSchemaResponse:
    """The types of a game's observations and of layouts, and its verbs."""
    observations, layouts, vocabulary = observation_schema(game), layout_schema(), vocabulary_of(game)
    return pb.GetSchemaResponse(
        observation_schema="" if observations is None else to_json(observations),
        observation_types="" if observations is None else typescript_of(observations),
        layout_schema=to_json(layouts),
        layout_types=typescript_of(layouts),
        vocabulary="" if vocabulary is None else to_json(vocabulary),
    )


def _scenario(game: "Game[Any]", scenario: Scenario, lang: Lang) -> pb.Scenario:
    options = game.options_of(scenario.id)
    seatings = scenario.roles({option.name: option.default for option in options})
    return pb.Scenario(
        id=scenario.id,
        title=scenario.title.say(lang),
        seatings=[
            pb.Seating(roles=[pb.Role(role=role.id, name=role.name.say(lang), side=role.side) for role in roles])
            for roles in seatings.values()
        ],
        options=[_option(option, lang) for option in options],
    )


def _option(option: GameOption, lang: Lang) -> pb.GameOption:
    allowed = () if callable(option.allowed) else option.allowed
    return pb.GameOption(
        name=option.name,
        default_value=to_json(option.default),
        allowed=[to_json(value) for value in allowed],
        about=option.about.say(lang),
    )
