"""Whether plain data fits a JSON Schema, as far as the schemas of `engine.core.schema` go."""

from collections.abc import Iterator, Mapping
from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}


def misfits(value: Any, schema: Mapping[str, Any], definitions: Mapping[str, Any], at: str = "") -> Iterator[str]:
    """Every place in a value that does not fit a schema, as a JSON pointer, and what is wrong there."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rsplit("/", 1)[-1]]
    if "anyOf" in schema:
        if all(any(misfits(value, one, definitions)) for one in schema["anyOf"]):
            yield f"{at} fits none of {len(schema['anyOf'])} types"
    elif "enum" in schema:
        if value not in schema["enum"]:
            yield f"{at} is {value!r}, none of {schema['enum']}"
    elif type(value) not in _TYPES[schema["type"]]:
        yield f"{at} is no {schema['type']} but {value!r}"
    elif type(value) is list:
        for number, one in enumerate(value):
            yield from misfits(one, schema["items"], definitions, f"{at}/{number}")
    elif type(value) is dict:
        yield from _misfits_inside(value, schema, definitions, at)


def _misfits_inside(
    value: dict[str, Any], schema: Mapping[str, Any], definitions: Mapping[str, Any], at: str
) -> Iterator[str]:
    fields = schema.get("properties", {})
    yield from (f"{at}/{name} is missing" for name in schema.get("required", ()) if name not in value)
    for name, one in value.items():
        field = fields.get(name, schema.get("additionalProperties"))
        if field is None:
            yield f"{at}/{name} is in no schema"
        else:
            yield from misfits(one, field, definitions, f"{at}/{name}")
