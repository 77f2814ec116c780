"""Plans as messages of the API, and back."""

import datetime
from collections.abc import Mapping
from typing import Any

import msgspec
from google.protobuf.json_format import MessageToDict, ParseDict

from services.api import tournaments_pb2 as pb
from services.competition.plan import BadPlan, Plan

_FORMATS = {"round_robin": "round-robin"}
"""Formats whose names differ in messages."""
_FIELDS = {name: field for field, name in _FORMATS.items()}


def message_of(plan: Plan) -> pb.TournamentPlan:
    """A plan as a message."""
    data: dict[str, Any] = msgspec.to_builtins(plan)
    data["setting"]["options"] = {
        name: msgspec.json.encode(value).decode() for name, value in plan.setting.options.items()
    }
    if plan.starts_at is not None:
        data["starts_ms"] = round(plan.starts_at * 1000)
        del data["starts"]
    data["stages"] = [_stage_message(stage) for stage in data["stages"]]
    return ParseDict(data, pb.TournamentPlan())


def _stage_message(stage: dict[str, Any]) -> dict[str, Any]:
    name = stage.pop("format")
    return {_FIELDS.get(name, name): stage}


def data_of(message: pb.TournamentPlan, options: Mapping[str, Any]) -> dict[str, Any]:
    """The plan of a message as plain data, with its options decoded; BadPlan where it has none such."""
    data: dict[str, Any] = MessageToDict(message, preserving_proto_field_name=True)
    data.setdefault("setting", {})["options"] = dict(options)
    if data.pop("starts_ms", None) is not None:
        data["starts"] = _time_of(message.starts_ms)
    data["stages"] = [_stage_data(stage) for stage in data.get("stages", [])]
    return data


def _time_of(milliseconds: int) -> datetime.datetime:
    try:
        return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.UTC)
    except (OverflowError, ValueError, OSError):
        raise BadPlan("starts_ms is a time in milliseconds since 1970") from None


def _stage_data(stage: Mapping[str, Any]) -> dict[str, Any]:
    for name, fields in stage.items():
        return {"format": _FORMATS.get(name, name), **fields}
    raise BadPlan(f"a stage has a format: {', '.join(one.name for one in pb.Stage.DESCRIPTOR.fields)}")
