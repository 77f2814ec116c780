"""The API: generated code is current, the lint rules of buf STANDARD hold, and every reason has a status."""

import re
import subprocess
import sys
from pathlib import Path

from services.api import (
    archive_pb2,
    bots_pb2,
    engine_pb2,
    errors_pb2,
    ladders_pb2,
    match_pb2,
    matchmaking_pb2,
    outside_bot_pb2,
    players_pb2,
    tournaments_pb2,
)
from services.process.refusals import STATUS_CODES

ROOT = Path(__file__).parents[3]
FILES = (
    archive_pb2,
    bots_pb2,
    engine_pb2,
    errors_pb2,
    ladders_pb2,
    match_pb2,
    matchmaking_pb2,
    outside_bot_pb2,
    players_pb2,
    tournaments_pb2,
)


def test_generated_code_is_current() -> None:
    process = subprocess.run(
        [sys.executable, ROOT / "protos" / "generate.py", "--check"], capture_output=True, text=True
    )
    assert process.returncode == 0, process.stdout


def test_every_reason_has_a_status() -> None:
    assert set(STATUS_CODES) == set(errors_pb2.ErrorReason.values()) - {errors_pb2.ERROR_REASON_UNSPECIFIED}


def test_services_and_methods_are_named_as_buf_wants_them() -> None:
    requests: set[str] = set()
    for file in FILES:
        assert file.DESCRIPTOR.package == "westmarch.v1"
        for service in file.DESCRIPTOR.services_by_name.values():
            assert service.name.endswith("Service")
            for method in service.methods:
                assert method.input_type.name == f"{method.name}Request"
                assert method.output_type.name == f"{method.name}Response"
                assert method.input_type.name not in requests
                requests.add(method.input_type.name)


def test_every_call_says_what_it_does() -> None:
    calls = (ROOT / "docs" / "calls.md").read_text()
    methods = {
        method.name
        for file in FILES
        for service in file.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    }
    assert [name for name in sorted(methods) if f"| `{name}`" not in calls] == []
    assert [line for line in calls.splitlines() if line.startswith("|") and line.endswith("|  |")] == []


def test_enums_and_fields_are_named_as_buf_wants_them() -> None:
    for file in FILES:
        for enum in file.DESCRIPTOR.enum_types_by_name.values():
            prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", enum.name).upper()
            assert enum.values_by_number[0].name == f"{prefix}_UNSPECIFIED"
            assert all(value.name.startswith(f"{prefix}_") for value in enum.values)
        for message in file.DESCRIPTOR.message_types_by_name.values():
            assert all(re.fullmatch(r"[a-z][a-z0-9_]*", field.name) for field in message.fields)
