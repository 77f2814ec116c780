"""Messages of other services as JSON has them: a type is filled from the fields of a message that have the same names.

An enum's value is its word in small letters with dashes, bytes are hexadecimal, JSON texts are the JSON itself, what is
absent is null, and a choice among messages is the one that is set, under its tag."""

import types
from collections.abc import Callable
from functools import cache, partial
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor

from services.gateway.shapes import raw_json

T = TypeVar("T", bound=msgspec.Struct)
Read = Callable[[Any], Any]


def translate(kind: type[T], message: Any) -> T:
    """A message as a type of ours."""
    return kind(*[read(message) for read in _readers(kind, message.DESCRIPTOR)])


def translate_all(kind: type[T], messages: Any) -> list[T]:
    """Messages as a type of ours."""
    return [translate(kind, message) for message in messages]


@cache
def words_of(enum: EnumDescriptor) -> dict[int, str]:
    """What the values of an enum are called, without the prefix that all of them share."""
    prefix = len(enum.values_by_number[0].name) - len("UNSPECIFIED")
    return {number: value.name[prefix:].lower().replace("_", "-") for number, value in enum.values_by_number.items()}


def number_of(enum: EnumDescriptor, word: str) -> int:
    """The value of an enum that a word stands for."""
    return next(number for number, name in words_of(enum).items() if name == word)


@cache
def _readers(kind: type[msgspec.Struct], descriptor: Any) -> list[Read]:
    """What reads each field of a type from a message."""
    hints = get_type_hints(kind)
    return [_reader(hints[name], descriptor.fields_by_name[name]) for name in kind.__struct_fields__]


def _reader(hint: Any, field: FieldDescriptor) -> Read:
    """What reads one field."""
    name = field.name
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        return lambda message: {key: raw_json(text) for key, text in sorted(getattr(message, name).items())}
    if field.is_repeated:
        (item,) = get_args(hint)
        each = _value_reader(item, field)
        return lambda message: [each(one) for one in getattr(message, name)]
    kinds = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    whole = _value_reader(kinds[0], field)
    if type(None) in kinds:
        return lambda message: whole(getattr(message, name)) if message.HasField(name) else None
    return lambda message: whole(getattr(message, name))


def _value_reader(hint: Any, field: FieldDescriptor) -> Read:
    """What makes one value of a field."""
    if field.message_type is not None:
        return partial(translate, hint) if isinstance(hint, type) else partial(_chosen, get_args(hint))
    if field.enum_type is not None:
        return words_of(field.enum_type).__getitem__
    if field.type == FieldDescriptor.TYPE_BYTES:
        return bytes.hex
    if get_origin(hint) is dict:
        return lambda text: raw_json(text or "{}")
    return lambda value: value


def _chosen(kinds: tuple[type[msgspec.Struct], ...], message: Any) -> msgspec.Struct:
    """The one of several messages that is set."""
    name = message.WhichOneof(message.DESCRIPTOR.oneofs[0].name)
    kind = next(one for one in kinds if one.__struct_config__.tag == name.replace("_", "-"))
    return translate(kind, getattr(message, name))
