"""The contract in OpenAPI: what Litestar makes of the handlers, with what it does not know of them."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import Litestar

from engine.core.schema import field_texts
from services.gateway.problems import MEDIA_TYPE, Problem

REFERENCE = "#/components/schemas/"
PACKAGES = ("services.gateway.", "services.match.")
"""Where the types of the contract are."""
WITHOUT_BODY = ("204", "302")
"""Statuses of answers that hold nothing, whatever the type of the handler's answer says."""
PARAMETERS = {
    "after": "The number of the last event that is known; 0: from the first on.",
    "after_version": "The last version that is known; without it, everything since the setup.",
    "before_ms": "Only what was made before this time, in milliseconds since 1970; 0: any time.",
    "bot": "A bot by its name, as `/bots` lists them; empty: the server's default, or in a search any.",
    "code": "What the provider gave for the sign-in.",
    "entrant": "Only what has to do with this entrant, by name; empty: all.",
    "everybody": "Whether the answer has what every seat saw, too.",
    "format": "The form of the file.",
    "game": "The id of a game, such as wotr; empty: all games.",
    "host": "Only what this player holds; empty: all.",
    "language": "The language of the words. Where it is left out and there is no default, there are none.",
    "limit": "How many at most.",
    "name": "The name that a new account is to have; empty: as the provider calls the person.",
    "observations": "Whether the whole observation comes with every update.",
    "older_than_ms": "Only those whose last entry is as old as that, in milliseconds.",
    "only_decisions": "Whether updates are left out in which the seat has nothing to decide.",
    "page_size": "How many at most.",
    "page_token": "The `next_page_token` of the page before; empty: the first page.",
    "player": "Only what this player takes part in, by name; empty: all.",
    "scenario": "The id of a scenario of the game; empty: the first, or in a search any.",
    "seat": "The number of a seat that the token is good for; without it, what a spectator sees.",
    "seats": "The number of seats of the match; 0: the most that the scenario allows.",
    "side": "Only what this side has won; `-`: what nobody won; empty: all.",
    "state": "The state with which the sign-in was begun.",
    "states": "Only those in one of these states; without any, all.",
    "tournament_id": "The id of a tournament; empty: all.",
    "version": "An earlier version of the match; without it, the match as it stands.",
    "wait": "Whether the answer may take up to 15 seconds, until the ticket waits no longer.",
    "waiting_for": "Only those that wait for a person, or for a bot.",
}
"""What parameters mean that mean the same wherever they stand."""


def contract(app: Litestar) -> dict[str, Any]:
    """The OpenAPI document: as Litestar has it, with our types as msgspec knows them, what is said of every field and
    parameter, and the problem that any operation may answer."""
    document: dict[str, Any] = app.openapi_schema.to_schema()
    document["components"]["schemas"] = schemas = _type_schemas(document["components"]["schemas"])
    refused = {"description": "Refused.", "content": {MEDIA_TYPE: {"schema": {"$ref": REFERENCE + Problem.__name__}}}}
    for path in document["paths"].values():
        for operation in path.values():
            operation["summary"] = re.sub(r"(?=[A-Z])", " ", operation["operationId"]).capitalize()
            for parameter in operation.get("parameters", []):
                _complete(parameter)
            operation["responses"].pop("400", None)
            for status, answer in operation["responses"].items():
                if status in WITHOUT_BODY:
                    answer.pop("content", None)
                for content in answer.get("content", {}).values():
                    name = content["schema"].get("$ref", "").removeprefix(REFERENCE)
                    answer["description"] = schemas[name]["description"] if name else answer["description"]
            operation["responses"]["default"] = refused
    return document


def _complete(parameter: dict[str, Any]) -> None:
    """Say what a parameter means, and that it has no negative values where it has a largest one."""
    schema = parameter["schema"]
    if not parameter.get("description"):
        parameter["description"] = PARAMETERS[parameter["name"]]
    if "maximum" in schema:
        schema.setdefault("minimum", 0)


def _type_schemas(named: dict[str, Any]) -> dict[str, Any]:
    """The schemas of the types that are named, and of the problem, with what stands under each field."""
    structs = {
        struct.__name__: struct for struct in _subclasses(msgspec.Struct) if struct.__module__.startswith(PACKAGES)
    }
    wanted = [structs[name] for name in (*named, Problem.__name__)]
    _, schemas = msgspec.json.schema_components(wanted, ref_template=REFERENCE + "{name}")
    for name, schema in schemas.items():
        for field, text in field_texts(structs[name]).items():
            schema["properties"][field]["description"] = text
        if (tag := structs[name].__struct_config__.tag_field) is not None:
            schema["properties"][tag]["description"] = "Which of several types this is."
    return schemas


def _subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _subclasses(one)
