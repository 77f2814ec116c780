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
from services.ladders.versions import new_entrant, state_of
from services.match import editions
from services.process.refusals import invalid
from services.rpc import requests

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._ -]{0,63}")
MOST_ENTRANTS = 1_000
DEFAULT_GAUNTLET = 20
MOST_GAUNTLET = 10_000
MOST_PAIRS = 10_000_000
LONGEST_LIMIT_MS = 60_000
MOST_ELO = 10_000.0
STATES = {
    RUNNING: pb.LADDER_STATE_RUNNING,
    PAUSED: pb.LADDER_STATE_PAUSED,
    FINISHED: pb.LADDER_STATE_FINISHED,
}


def new_ladder(
    name: str, asked: pb.LadderSetting, games: tuple[str, ...], *, paused: bool = False, is_test: bool = False
) -> LadderRow:
    """A ladder as it is stored when it begins; refused where the request makes no sense."""
    if not NAME.fullmatch(name):
        raise invalid("A ladder's name begins with a letter or digit; then 63 letters, digits, spaces, dots or dashes.")
    game = editions.find(asked.game, games)
    setting = requests.setting_of(game, asked.scenario, asked.seats, asked.options)
    try:
        holders(setting)
    except ValueError as error:
        raise invalid(f"This scenario cannot be played in pairs: {error}.") from error
    for field, most in (("limit_ms", LONGEST_LIMIT_MS), ("gauntlet_pairs", MOST_GAUNTLET), ("most_pairs", MOST_PAIRS)):
        if not 0 <= getattr(asked, field) <= most:
            raise invalid(f"{field} is between 0 and {most}, not {getattr(asked, field)}.")
    if not (math.isfinite(asked.target_error) and asked.target_error >= 0):
        raise invalid(f"target_error is 0 or more Elo, not {asked.target_error:g}.")
    kept = pb.LadderSetting()
    kept.CopyFrom(asked)
    kept.scenario, kept.seats = setting.scenario, setting.seats
    kept.options.clear()
    kept.options.update(_encoded(setting.options))
    kept.gauntlet_pairs = asked.gauntlet_pairs or DEFAULT_GAUNTLET
    return LadderRow(
        ladder_id=f"l-{secrets.token_urlsafe(9)}",
        name=name,
        game=game.id,
        rules_version=game.rules_version,
        setting=kept.SerializeToString(),
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
        entrants.append(new_entrant(game, entry.bot, anchor))
    if len({one.fingerprint for one in entrants}) < len(entrants):
        raise invalid("Each bot enters a ladder once.")
    return entrants


def setting_of(ladder: LadderRow) -> Setting:
    """The setting of a ladder's matches."""
    kept = ladder.read_setting()
    return requests.setting_of(engine.load(ladder.game), kept.scenario, kept.seats, kept.options)


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
