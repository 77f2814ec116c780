"""Ladders on the wire: what a request asks for, checked, and a ladder as the API gives it."""

import math
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

import engine
from engine.bots.pairs import holders
from engine.core.game import Game, Setting
from services.api import ladders_pb2 as pb
from services.ladders.model import FINISHED, PAUSED, RUNNING, EntrantRow, LadderRow, MeetingRow, NewEntrant, now_ms
from services.ladders.versions import new_entrant, outside_entrant, state_of
from services.match import editions
from services.process.ids import fresh_id
from services.process.refusals import invalid
from services.rpc import requests

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._ -]{0,63}")
MOST_ENTRANTS = 1_000
DEFAULT_GAUNTLET = 20
MOST_GAUNTLET = 10_000
MOST_PAIRS = 10_000_000
LONGEST_LIMIT_MS = 60_000
"""The longest time for a decision, and what a ladder has that names none."""
MOST_VERSIONS = 20
"""Versions of one outside bot in a ladder."""
MOST_ELO = 10_000.0
STATES = {
    RUNNING: pb.LADDER_STATE_RUNNING,
    PAUSED: pb.LADDER_STATE_PAUSED,
    FINISHED: pb.LADDER_STATE_FINISHED,
}


def new_ladder(
    name: str, request: pb.LadderSetting, games: tuple[str, ...], *, paused: bool = False, is_test: bool = False
) -> LadderRow:
    """A ladder as it is stored when it begins; refused where the request makes no sense."""
    if not NAME.fullmatch(name):
        raise invalid("A ladder's name begins with a letter or digit; then 63 letters, digits, spaces, dots or dashes.")
    game = editions.find(request.game, games)
    setting = requests.setting_of(game, request.scenario, request.seats, request.options)
    try:
        holders(setting)
    except ValueError as error:
        raise invalid(f"This scenario cannot be played in pairs: {error}.") from error
    for field, most in (("limit_ms", LONGEST_LIMIT_MS), ("gauntlet_pairs", MOST_GAUNTLET), ("most_pairs", MOST_PAIRS)):
        if not 0 <= getattr(request, field) <= most:
            raise invalid(f"{field} is between 0 and {most}, not {getattr(request, field)}.")
    if request.scheduler not in pb.Scheduler.values():
        raise invalid(f"There is no scheduler {request.scheduler}.", allowed=tuple(pb.Scheduler.keys()[1:]))
    if not (math.isfinite(request.target_error) and request.target_error >= 0):
        raise invalid(f"target_error is 0 or more Elo, not {request.target_error:g}.")
    whole = pb.LadderSetting()
    whole.CopyFrom(request)
    whole.scenario, whole.seats = setting.scenario, setting.seats
    whole.options.clear()
    whole.options.update(_encoded(setting.options))
    whole.scheduler = request.scheduler or pb.SCHEDULER_ADAPTIVE
    whole.gauntlet_pairs = request.gauntlet_pairs or DEFAULT_GAUNTLET
    return LadderRow(
        ladder_id=fresh_id("l-"),
        name=name,
        game=game.id,
        rules_version=game.rules_version,
        setting=whole.SerializeToString(),
        seed=secrets.randbits(63),
        state=PAUSED if paused else RUNNING,
        next_number=0,
        pairs=0,
        void_pairs=0,
        created_ms=now_ms(),
        is_test=is_test,
    )


def _encoded(options: Mapping[str, Any]) -> dict[str, str]:
    return {name: msgspec.json.encode(value).decode() for name, value in options.items()}


def new_entrants(game: "Game[Any]", entries: Sequence[pb.Entry], present: int = 0) -> list[NewEntrant]:
    """Bots at their present versions; refused where one is not there, or named twice."""
    if present + len(entries) > MOST_ENTRANTS:
        raise invalid(f"A ladder has at most {MOST_ENTRANTS} entrants.")
    entrants = []
    for entry in entries:
        anchor = entry.anchor_elo if entry.HasField("anchor_elo") else None
        if anchor is not None and not (math.isfinite(anchor) and abs(anchor) <= MOST_ELO):
            raise invalid(f"An anchor's rating is between -{MOST_ELO:g} and {MOST_ELO:g} Elo.")
        if entry.version:
            raise invalid(
                "Only an outside bot, which enters itself, says its version; the server knows those of its own."
            )
        entrants.append(new_entrant(game, entry.bot, anchor))
    if len({one.fingerprint for one in entrants}) < len(entrants):
        raise invalid("Each bot enters a ladder once.")
    return entrants


def new_outside_entrant(name: str, entries: Sequence[pb.Entry], present: Sequence[EntrantRow]) -> NewEntrant:
    """The outside bot that enters itself; refused where it names another, or has entered too often."""
    if len(entries) > 1 or any(entry.bot not in ("", name) or entry.HasField("anchor_elo") for entry in entries):
        raise invalid("A player token enters the outside bot that it is of, alone and not as an anchor.")
    new = outside_entrant(name, entries[0].version if entries else "")
    known = [row.fingerprint for row in present if row.outside and row.bot == name]
    if new.fingerprint not in known and len(known) >= MOST_VERSIONS:
        raise invalid(f"An outside bot enters a ladder at {MOST_VERSIONS} versions at most.")
    if new.fingerprint not in known and len(present) >= MOST_ENTRANTS:
        raise invalid(f"A ladder has at most {MOST_ENTRANTS} entrants.")
    return new


def setting_of(ladder: LadderRow) -> Setting:
    """The setting of a ladder's matches."""
    setting = ladder.read_setting()
    return requests.setting_of(engine.load(ladder.game), setting.scenario, setting.seats, setting.options)


def sides_of(ladder: LadderRow) -> list[str]:
    """The sides of a ladder's matches in seat order; one where everybody plays together."""
    return list(dict.fromkeys(role.side for role in setting_of(ladder).roles))


def to_ladder(ladder: LadderRow, entrants: Sequence[EntrantRow]) -> pb.Ladder:
    """A ladder as the API gives it."""
    return pb.Ladder(
        ladder_id=ladder.ladder_id,
        name=ladder.name,
        setting=ladder.read_setting(),
        rules_version=ladder.rules_version,
        state=STATES[ladder.state],
        pairs=ladder.pairs,
        void_pairs=ladder.void_pairs,
        created_ms=ladder.created_ms,
        sides=sides_of(ladder),
        entrants=[to_entrant(row, ladder.game) for row in entrants],
    )


def to_entrant(row: EntrantRow, game: str) -> pb.Entrant:
    """An entrant as the API gives it."""
    return pb.Entrant(
        entrant=row.entrant,
        bot=row.bot,
        fingerprint=row.fingerprint,
        anchor_elo=row.anchor_elo,
        state=state_of(row, game),
        entered_ms=row.entered_ms,
        outside=row.outside,
    )


def to_meeting(row: MeetingRow) -> pb.Meeting:
    """All pairs of two entrants as the API gives them."""
    results = row.pentanomial
    return pb.Meeting(
        first=row.first,
        second=row.second,
        pairs=results.pairs,
        pentanomial=results.counts,
        score=results.score,
        los=results.superiority(),
    )
