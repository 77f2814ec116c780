"""What callers ask of a tournament: who may ask it, and which events it brings about."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.bots import present_version
from services.api import tournaments_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.competition import commands, events
from services.competition.commands import Application, NotAllowed
from services.competition.competition import Competition
from services.competition.events import AnyEvent, Kind
from services.competition.plan import Registration
from services.process.refusals import Refused, invalid
from services.rpc import requests
from services.rpc.tokens import Caller
from services.tournaments.database import Conflict
from services.tournaments.replica import Change, Replica, Replicas

LONGEST_REASON = 200
MOST_BOTS = 1_000
"""Bots that are entered in one call."""
CONTRIBUTION_BYTES = 16
"""What is drawn for a bot of ours, which gives nothing to the deals itself."""
ATTEMPTS = 20
"""How often a command is tried again because another was first."""


def require_entrant(who: Caller) -> None:
    """Refuse who has no name of their own to play under."""
    who.require("player")
    who.require_scope("play", "bot")


def require_host(replica: Replica, who: Caller) -> None:
    """Refuse whoever is neither the host nor an operator."""
    who.require_scope("host")
    if who.kind == "admin" or (who.kind == "player" and who.name == replica.host):
        return
    who.require("player")
    raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, "Only the host of the tournament may do that.")


def check_reason(reason: str, *, is_needed: bool = True) -> None:
    """Refuse a reason that cannot be shown to players."""
    if not reason and not is_needed:
        return
    if not (0 < len(reason) <= LONGEST_REASON and reason.isprintable() and reason == reason.strip()):
        raise invalid(f"A reason has 1 to {LONGEST_REASON} printable characters, in one line.")


async def change(
    replicas: Replicas, tournament_id: str, actor: str, command: Callable[[Replica], Sequence[AnyEvent]], why: str = ""
) -> Replica:
    """Carry a command out; the tournament after it. Refused where its rules do not allow that."""
    for _ in range(ATTEMPTS):
        async with replicas.current(tournament_id) as replica:
            try:
                wanted = await asyncio.to_thread(command, replica)
            except NotAllowed as error:
                text = _sentence(str(error), replica.competition)
                raise Refused(ErrorReason.ERROR_REASON_AGAINST_TOURNAMENT_RULES, text) from None
            try:
                await replica.append([Change(actor, event, why) for event in wanted])
            except Conflict:
                continue
            return replica
    raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "Too much happens to this tournament; try again.")


def _sentence(text: str, competition: Competition) -> str:
    """What is not allowed as a sentence; a name with which it begins stays as it is."""
    has_name = text.endswith(" has not entered") or any(text.startswith(f"{name} ") for name in competition.by_name)
    return f"{text if has_name else text[:1].upper() + text[1:]}."


# -- entering


class Entering(NamedTuple):
    """What a request to enter brings about: the names of the entrants, and the events."""

    names: list[str]
    events: list[AnyEvent]


def enter(
    request: pb.RegisterRequest, replica: Replica, who: Caller, rating: float | None, proved: str = ""
) -> Entering:
    """Enter whom a request names, or agree to play in a team; refused where the caller may not. `proved` is the digest
    of the password that they know."""
    competition = replica.competition
    if request.team and _is_asked(competition, request.team, who):
        _require_free(competition, who.name)
        return Entering([request.team], commands.agree(competition, request.team, who.name, request.contribution))
    wanted = _applications(request, replica, who, rating, proved)
    entered = commands.enter_all(competition, wanted, request.contribution)
    if request.bots:
        entered = _checked_in(entered)
    return Entering([one.name for one in wanted], entered)


def _checked_in(entered: Sequence[AnyEvent]) -> list[AnyEvent]:
    """Bots of ours as they enter, checked in: they are always here."""
    here = {one.entrant for one in entered if isinstance(one, events.CheckedIn)}
    result: list[AnyEvent] = []
    for one in entered:
        result.append(one)
        if isinstance(one, events.Entered) and one.entrant not in here:
            result.append(events.CheckedIn(entrant=one.entrant, contribution=secrets.token_bytes(CONTRIBUTION_BYTES)))
    return result


def _is_asked(competition: Competition, team: str, who: Caller) -> bool:
    """Whether a team waits for the caller to agree."""
    entry = competition.by_name.get(team)
    return entry is not None and who.kind == "player" and who.name in entry.pending


def _applications(
    request: pb.RegisterRequest, replica: Replica, who: Caller, rating: float | None, proved: str
) -> list[Application]:
    """Who is to enter by a request; refused where the caller may not enter them."""
    if request.bots:
        require_host(replica, who)
        return _bots(request.bots, replica.competition)
    members = members_of(request, who)
    for name in members:
        _require_free(replica.competition, name)
    rules = replica.competition.rules.registration
    if rules.password and not request.password:
        raise NotAllowed("a password is needed to enter")
    _require_rating(rules, members, rating)
    if request.team:
        pending = () if who.name == replica.host else tuple(name for name in members if name != who.name)
        return [
            Application(
                name=request.team,
                kind="team",
                rating=rating,
                members=tuple(members),
                pending=pending,
                proved=proved,
            )
        ]
    is_bot = request.is_bot or who.scopes.split() == ["bot"]
    kind: Kind = "bot" if is_bot else "person"
    return [Application(name=who.name, kind=kind, rating=rating, proved=proved)]


def members_of(request: pb.RegisterRequest, who: Caller) -> list[str]:
    """The players whom a request is to enter: the caller, and those of their team; refused where they cannot."""
    if request.bots:
        return []
    require_entrant(who)
    if request.members and not request.team:
        raise invalid("Members are those of a team; name the team.")
    members = list(dict.fromkeys((who.name, *request.members)))
    for name in (*members, *([request.team] if request.team else [])):
        requests.check_player_name(name)
    return members


def _require_free(competition: Competition, name: str) -> None:
    """Refuse a player who plays already, alone or in a team in which they agreed to play."""
    if any(
        name == entry.name or (name in entry.members and name not in entry.pending)
        for entry in competition.entries.values()
    ):
        raise NotAllowed(f"one enters once, and {name} has entered already")


def _require_rating(rules: Registration, members: Sequence[str], rating: float | None) -> None:
    """Refuse players without a rating where ratings decide who may enter."""
    if rating is not None or (rules.least_rating is None and rules.most_rating is None):
        return
    have_none = (
        f"{members[0]} has no account" if len(members) == 1 else f"not all of {', '.join(members)} have accounts"
    )
    raise NotAllowed(f"a rating is needed to enter, and {have_none} here")


def _bots(entries: Sequence[pb.BotEntry], competition: Competition) -> list[Application]:
    """Bots of ours at their present versions."""
    if len(entries) > MOST_BOTS:
        raise invalid(f"At most {MOST_BOTS} bots are entered in one call.")
    game = competition.rules.setting.game
    taken = set(competition.by_name)
    result = []
    for entry in entries:
        spec = requests.bot_spec(entry.bot)
        name = entry.name or _free_name(str(spec), taken)
        requests.check_player_name(name)
        taken.add(name)
        rating = entry.rating if entry.HasField("rating") else None
        result.append(
            Application(
                name=name,
                kind="bot",
                rating=rating,
                bot=str(spec),
                version=present_version(str(spec), game),
                by_host=True,
            )
        )
    return result


def _free_name(bot: str, taken: set[str]) -> str:
    """The name of a bot, with the first number that makes it new where the name is taken."""
    if bot not in taken:
        return bot
    number = 2
    while (name := f"{bot} {number}") in taken:
        number += 1
    return name


def name_of(request_name: str, replica: Replica, who: Caller) -> str:
    """The entrant that a caller speaks for: themselves or their team, or anybody where they are the host."""
    if not request_name or request_name == who.name:
        require_entrant(who)
        return _plays_as(replica.competition, who.name)
    entry = replica.competition.by_name.get(request_name)
    if entry is None or who.name not in entry.members or who.name in entry.pending or who.kind != "player":
        require_host(replica, who)
    return request_name


def _plays_as(competition: Competition, player: str) -> str:
    """The name under which somebody plays: their own, or that of the team in which they agreed to play."""
    if player in competition.by_name:
        return player
    entries = competition.entries.values()
    return next((one.name for one in entries if player in one.members and player not in one.pending), player)
