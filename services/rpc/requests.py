"""Checks of what requests say, each with a refusal that says what is allowed."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from engine import Game
from engine.bots import BOTS, BotSpec, parse_spec
from engine.core.errors import BadOption, BadSeats, UnknownBot, UnknownScenario
from engine.core.game import Setting
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import ClockRules
from services.process.names import name_fault
from services.process.refusals import Refused, invalid

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{8,40}")
LABEL_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
LABEL_VALUE = re.compile(r"[A-Za-z0-9._-]{1,64}")
MOST_LABELS = 8
LONGEST_REQUEST_ID = 64
LONGEST_BOT = 64
"""Characters of a bot with its parameters, as records name it."""
LONGEST_CLOCK_MS = 30 * 24 * 3600 * 1000
SHORTEST_ABSENCE_MS = 1_000


def setting_of(game: "Game[Any]", scenario: str, seats: int, options: Mapping[str, str]) -> Setting:
    """The setting that a request names: options are JSON; an empty scenario is the first, no seats are the most."""
    try:
        return game.setting(scenario or None, seats or None, decode_options(options))
    except UnknownScenario as error:
        scenarios = tuple(scenario.id for scenario in game.scenarios)
        raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_SCENARIO, str(error), allowed=scenarios) from error
    except BadOption as error:
        raise Refused(ErrorReason.ERROR_REASON_BAD_OPTION, str(error)) from error
    except BadSeats as error:
        raise invalid(str(error)) from error


def decode_options(options: Mapping[str, str]) -> dict[str, Any]:
    """The values of options, which are JSON."""
    values = {}
    for name, text in options.items():
        try:
            values[name] = msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            message = f"Option {name!r} is not JSON: {text[:200]!r}."
            raise Refused(ErrorReason.ERROR_REASON_BAD_OPTION, message) from error
    return values


def check_bot(name: str) -> None:
    """Refuse the name of a bot that does not exist."""
    if name not in BOTS:
        raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_BOT, f"There is no bot {name!r}.", allowed=tuple(BOTS))


def bot_spec(text: str) -> BotSpec:
    """The bot with parameters that a request names; refused where there is none such."""
    if "://" in text:
        message = f"{text[:100]!r} is an address; a bot that runs elsewhere plays here by an account of its own."
        raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_BOT, message, allowed=tuple(BOTS))
    try:
        spec = parse_spec(text, BOTS)
    except UnknownBot as error:
        message = f"The bot {text[:100]!r}: {error}."
        raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_BOT, message, allowed=tuple(BOTS)) from error
    if len(str(spec)) > LONGEST_BOT:
        raise invalid(f"A bot with its parameters has at most {LONGEST_BOT} characters.")
    return spec


def check_player_name(player: str) -> None:
    """Refuse what cannot be the name of a player."""
    if fault := name_fault(player):
        raise invalid(fault)


def check_request_id(text: str) -> None:
    """Refuse an id of a request that is too long to be kept."""
    if len(text) > LONGEST_REQUEST_ID:
        raise invalid(f"A request_id has at most {LONGEST_REQUEST_ID} characters, not {len(text)}.")


def is_match_id(text: str) -> bool:
    """Whether the text can be the id of a match."""
    return MATCH_ID.fullmatch(text) is not None


def check_match_id(text: str) -> None:
    """Refuse what cannot be the id of a match."""
    if not is_match_id(text):
        raise invalid("A match id is 8 to 40 letters, digits, dashes or underscores.")


def check_labels(labels: Mapping[str, str]) -> None:
    """Refuse labels that are too many or too long."""
    if len(labels) > MOST_LABELS:
        raise invalid(f"A match has at most {MOST_LABELS} labels, not {len(labels)}.")
    for name, value in labels.items():
        if not LABEL_NAME.fullmatch(name):
            raise invalid("The name of a label is a small letter, and then 31 small letters, digits or underscores.")
        if not LABEL_VALUE.fullmatch(value):
            raise invalid(f"The label {name!r} is 1 to 64 letters, digits, dots, dashes or underscores.")


def check_join_within(milliseconds: int) -> None:
    """Refuse a time to join that is negative or too long."""
    if not 0 <= milliseconds <= LONGEST_CLOCK_MS:
        raise invalid(f"A match waits for its people between 0 and {LONGEST_CLOCK_MS} milliseconds; 0 is for ever.")


def check_clock(clock: ClockRules) -> None:
    """Refuse times that are negative or too long, and absences that are too short."""
    for value in (clock.bank_ms, clock.increment_ms, clock.absence_ms):
        if not 0 <= value <= LONGEST_CLOCK_MS:
            raise invalid(f"Clocks are between 0 and {LONGEST_CLOCK_MS} milliseconds.")
    if 0 < clock.absence_ms < SHORTEST_ABSENCE_MS:
        raise invalid(f"An absence is at least {SHORTEST_ABSENCE_MS} milliseconds; 0 is what the server allows.")
