"""The messages of the WebSocket as JSON Schema and TypeScript, from the types themselves."""

from functools import cache
from typing import Any, get_args

import msgspec

from engine.core.schema import field_texts, structs_of, typescript_of
from services.gateway.socket import Answer, Message

_ROOTS = {"ClientMessage": Message, "ServerMessage": Answer}
"""What is sent by the client, and what by the server."""


@cache
def socket_schema() -> dict[str, Any]:
    """The JSON Schema of all messages: an object has the client's under `ClientMessage`, the server's under
    `ServerMessage`."""
    roots, definitions = msgspec.json.schema_components(_ROOTS.values(), ref_template="#/$defs/{name}")
    structs = {one.__name__: one for root in _ROOTS.values() for kind in get_args(root) for one in structs_of(kind)}
    for name, definition in definitions.items():
        texts = {"type": "Which message it is.", **field_texts(structs[name])}
        definition["required"] = definition.get("required", [])
        for field, part in definition["properties"].items():
            part["description"] = texts[field]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of the WebSocket",
        "type": "object",
        "properties": dict(zip(_ROOTS, roots, strict=True)),
        "$defs": definitions,
    }


def socket_types() -> str:
    """TypeScript of all messages."""
    unions = [
        f"\nexport type {name} = {' | '.join(kind.__name__ for kind in get_args(root))};\n"
        for name, root in _ROOTS.items()
    ]
    return typescript_of(socket_schema()) + "".join(unions)
