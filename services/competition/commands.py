"""What people ask of a tournament: each command gives the events that it brings about, or NotAllowed says why not."""

import hashlib
import hmac
import math
import secrets
from collections.abc import Sequence

import msgspec

from services.competition import events
from services.competition.competition import Competition, Entry
from services.competition.decisions import first_seeds, needed_to_start
from services.competition.events import AnyEvent, Kind
from services.competition.plan import Elimination, Registration, ScoreContest, Stage, Swiss
from services.competition.rounds import TableState, most_points_of_a_table

LONGEST_CONTRIBUTION = 64
MOST_SCORE = 1e6
MINUTE = 60.0


class NotAllowed(ValueError):
    """A command that the rules of the tournament do not allow now; says what would be."""


class Application(msgspec.Struct, frozen=True, kw_only=True):
    """Who wants to enter."""

    name: str
    kind: Kind = "person"
    rating: float | None = None
    bot: str = ""
    """The bot of ours that is to play."""
    version: str = ""
    members: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    """Members of a team who have not agreed yet."""
    proved: str = ""
    """The digest of the password that they know."""
    by_host: bool = False
    """Whether the host enters them, who invites whom they like."""


def password_digest(password: str) -> str:
    """What is kept of a password: nothing for none."""
    if not password:
        return ""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{_stretched(password, salt)}"


def _stretched(password: str, salt: bytes) -> str:
    return hashlib.scrypt(password.encode(), salt=salt, n=1 << 14, r=8, p=1).hex()


def proved(password: str, digest: str) -> str:
    """The digest, for who knows its password; empty for who does not. It takes its time, on purpose."""
    if not (password and digest):
        return ""
    salt, _, kept = digest.partition(":")
    return digest if hmac.compare_digest(_stretched(password, bytes.fromhex(salt)), kept) else ""


def enter(competition: Competition, who: Application, contribution: bytes = b"") -> list[AnyEvent]:
    """Enter a tournament; where no check-in is asked for, entering is checking in."""
    return enter_all(competition, [who], contribution)


def enter_all(competition: Competition, some: Sequence[Application], contribution: bytes = b"") -> list[AnyEvent]:
    """Enter several, all or none."""
    _require_running(competition)
    if competition.is_started and not _may_join(competition):
        when = "a Swiss takes entrants until half its rounds, an arena to its end, and a later stage who goes on to it"
        raise NotAllowed(f"it is too late to enter: {when}")
    names = set(competition.by_name)
    result: list[AnyEvent] = []
    room = competition.rules.registration.most - _present(competition)
    for number, who in enumerate(some, start=len(competition.entries)):
        if who.name in names:
            raise NotAllowed(f"{who.name} has entered already")
        names.add(who.name)
        if number - len(competition.entries) >= room:
            raise _full(competition)
        result += _enter(competition, who, number, contribution)
    return result


def _may_join(competition: Competition) -> bool:
    """Whether who comes late may still enter, once play has begun."""
    return competition.stage is not None and competition.stage.may_join()


def _present(competition: Competition) -> int:
    """How many places are taken: all but those of entrants who have withdrawn."""
    return sum(not entry.withdrawn for entry in competition.entries.values())


def _full(competition: Competition) -> NotAllowed:
    return NotAllowed(f"all {competition.rules.registration.most} places are taken")


def _enter(competition: Competition, who: Application, number: int, contribution: bytes) -> list[AnyEvent]:
    rules = competition.rules.registration
    _check_kind(rules, who)
    _check_bounds(rules, who)
    entered = events.Entered(
        entrant=number,
        name=who.name,
        kind=who.kind,
        rating=who.rating,
        bot=who.bot,
        version=who.version,
        members=who.members,
        pending=who.pending,
    )
    if who.pending or (rules.check_in_minutes and not competition.is_started):
        return [entered]
    return [entered, events.CheckedIn(entrant=number, contribution=_contribution(contribution))]


def _check_kind(rules: Registration, who: Application) -> None:
    if who.kind == "bot":
        if rules.bots == "none":
            raise NotAllowed("no bots may enter")
        if rules.bots == "ours" and not who.bot:
            raise NotAllowed("only bots of this server may enter, by their name and version")
    elif not rules.people:
        raise NotAllowed("only bots may enter")
    size = len(who.members) if who.kind == "team" else 1
    if size != rules.team_size:
        one = f"a team of {rules.team_size}" if rules.team_size > 1 else "one player"
        raise NotAllowed(f"an entrant is {one}, not {f'a team of {size}' if size > 1 else 'one player'}")


def _check_bounds(rules: Registration, who: Application) -> None:
    if rules.invited and not who.by_host and who.name not in rules.invited:
        raise NotAllowed("this tournament is by invitation")
    if rules.password and not who.by_host and who.proved != rules.password:
        raise NotAllowed("the password is wrong")
    low, high = rules.least_rating, rules.most_rating
    if low is not None and (who.rating is None or who.rating < low):
        own = "none" if who.rating is None else math.floor(who.rating)
        raise NotAllowed(f"a rating of at least {low:g} is needed; {who.name} has {own}")
    if high is not None and (who.rating is None or who.rating > high):
        own = "none" if who.rating is None else math.ceil(who.rating)
        raise NotAllowed(f"a rating of at most {high:g} is needed; {who.name} has {own}")


def agree(competition: Competition, team: str, member: str, contribution: bytes = b"") -> list[AnyEvent]:
    """Agree to play in a team that a mate has entered; with the last of its members it is in."""
    _require_running(competition)
    entry = entry_of(competition, team)
    if member not in entry.pending:
        return []
    if competition.is_started and not _may_join(competition):
        raise NotAllowed("it is too late to agree: play has begun without the team")
    agreed = events.Agreed(entrant=entry.entrant, member=member)
    waits = competition.rules.registration.check_in_minutes and not competition.is_started
    if len(entry.pending) > 1 or waits:
        return [agreed]
    return [agreed, events.CheckedIn(entrant=entry.entrant, contribution=_contribution(contribution))]


def check_in(competition: Competition, name: str, contribution: bytes, now: float) -> list[AnyEvent]:
    """Say that an entrant is here, and contribute to the deals."""
    _require_running(competition)
    entry = entry_of(competition, name)
    if entry.checked_in:
        return []
    if entry.pending:
        raise NotAllowed(f"{name} waits for members who have not agreed yet: {', '.join(sorted(entry.pending))}")
    starts_at, minutes = competition.rules.starts_at, competition.rules.registration.check_in_minutes
    if competition.is_started and not _may_join(competition):
        raise NotAllowed(f"check-in is over: it is too late to enter, and play has begun without {name}")
    if starts_at is not None and now < starts_at - minutes * MINUTE:
        raise NotAllowed(f"check-in opens {minutes:g} minutes before the start")
    return [events.CheckedIn(entrant=entry.entrant, contribution=_contribution(contribution))]


def withdraw(competition: Competition, name: str, *, ban: bool = False) -> list[AnyEvent]:
    """Withdraw an entrant; who is banned may not come back."""
    _require_running(competition)
    entry = entry_of(competition, name)
    if entry.withdrawn and not (ban and not entry.banned):
        return []
    return [events.Withdrew(entrant=entry.entrant, banned=ban)]


def come_back(competition: Competition, name: str) -> list[AnyEvent]:
    """Let an entrant who withdrew play on."""
    _require_running(competition)
    entry = entry_of(competition, name)
    if entry.banned:
        raise NotAllowed(f"{name} is banned from this tournament")
    if not entry.withdrawn:
        return []
    if isinstance(competition.stage and competition.stage.plan, Elimination):
        raise NotAllowed("who has left an elimination is out")
    if not competition.is_started and _present(competition) >= competition.rules.registration.most:
        raise _full(competition)
    return [events.Returned(entrant=entry.entrant)]


def start(competition: Competition) -> list[AnyEvent]:
    """Start a tournament."""
    _require_running(competition)
    if competition.is_started:
        return []
    if competition.is_paused:
        raise NotAllowed("the tournament is paused; let it go on first")
    if len(first_seeds(competition)) < needed_to_start(competition):
        raise NotAllowed(f"it starts with at least {needed_to_start(competition)} entrants who have checked in")
    return [events.Started()]


def update(competition: Competition, updated: events.Updated) -> list[AnyEvent]:
    """Change the plan, before the start."""
    plan = updated.plan
    _require_running(competition)
    if competition.is_started:
        raise NotAllowed("the plan is fixed once the tournament has started")
    if plan.setting != competition.rules.setting and competition.entries:
        raise NotAllowed("what is played is fixed once somebody has entered")
    return [] if plan == competition.rules else [updated]


def pause(competition: Competition) -> list[AnyEvent]:
    """Let nothing new begin; what is being played goes on."""
    _require_running(competition)
    return [] if competition.is_paused else [events.Paused()]


def resume(competition: Competition) -> list[AnyEvent]:
    """Let a tournament go on that was paused."""
    _require_running(competition)
    return [events.Resumed()] if competition.is_paused else []


def cancel(competition: Competition) -> list[AnyEvent]:
    """End a tournament without a winner."""
    if competition.is_cancelled:
        return []
    _require_running(competition)
    return [events.Cancelled(secret=competition.secret)]


def begin_round(competition: Competition) -> list[AnyEvent]:
    """Open the tables of a round that waits for its host."""
    _require_running(competition)
    state, stage = competition.round, competition.stage
    if state is None or stage is None or state.began_at is not None:
        raise NotAllowed("no round waits to begin")
    return [events.RoundBegan(stage=stage.number, round=state.number)]


def pair_again(competition: Competition, fixed: Sequence[Sequence[str]] = ()) -> list[AnyEvent]:
    """Take back the pairings of a round that has not begun; in a Swiss the host may fix who meets, the first side
    first, and the others are paired around that."""
    _require_running(competition)
    state, stage = competition.round, competition.stage
    if state is None or stage is None or state.began_at is not None:
        raise NotAllowed("only a round that has not begun can be paired again")
    if fixed and not isinstance(stage.plan, Swiss):
        raise NotAllowed("only in a Swiss the host may say who meets")
    active = set(competition.active(stage))
    seated: set[int] = set()
    meetings = []
    for names in fixed:
        if len(names) != 2:
            raise NotAllowed("two meet at a table")
        one, other = (entry_of(competition, name) for name in names)
        for entry in (one, other):
            if entry.entrant not in active:
                raise NotAllowed(f"{entry.name} does not play the next round")
            if entry.entrant in seated:
                raise NotAllowed(f"{entry.name} is named twice")
            seated.add(entry.entrant)
        meetings.append((one.entrant, other.entrant))
    return [events.RoundUnpaired(stage=stage.number, round=state.number, fixed=tuple(meetings))]


def adjudicate(
    competition: Competition, stage: int, round_: int, table: int, points: Sequence[float], scores: Sequence[float] = ()
) -> list[AnyEvent]:
    """Set the result of a table, whatever was played."""
    if competition.is_over:
        raise NotAllowed("the tournament is over; its results stand")
    state = _table(competition, stage, round_, table)
    under_way = competition.stages[stage]
    if under_way.is_over:
        raise NotAllowed(f"stage {stage + 1} is over, and who goes on is known; its results stand")
    if isinstance(under_way.plan, Elimination) and round_ < len(under_way.rounds):
        raise NotAllowed("the next round of the elimination is paired; its results stand")
    _check_result(under_way.plan, len(state.table.entrants), table, points, scores)
    return [events.Adjudicated(stage=stage, round=round_, table=table, points=tuple(points), scores=tuple(scores))]


def _check_result(plan: Stage, count: int, table: int, points: Sequence[float], scores: Sequence[float]) -> None:
    """Refuse a result that no table of the format can have."""
    if len(points) != count or (scores and len(scores) != count):
        raise NotAllowed(f"table {table} has {count} entrants; give the points of each")
    most = most_points_of_a_table(plan)
    if any(not 0 <= one <= most for one in points):  # so is what is no number
        raise NotAllowed(f"points of a table are 0 to {most:g}")
    if any(not abs(one) <= MOST_SCORE for one in scores):
        raise NotAllowed(f"scores of a table are at most {MOST_SCORE:.0f}")
    if isinstance(plan, ScoreContest) and not scores:
        raise NotAllowed("a score contest counts scores; give the score of each")


def entry_of(competition: Competition, name: str) -> Entry:
    """An entrant by name."""
    if name not in competition.by_name:
        raise NotAllowed(f"{name} has not entered")
    return competition.by_name[name]


def _table(competition: Competition, stage: int, round_: int, table: int) -> TableState:
    try:
        return competition.table(stage, round_, table)
    except (KeyError, IndexError):
        raise NotAllowed(f"there is no table {table} in round {round_} of stage {stage + 1}") from None


def _contribution(given: bytes) -> bytes:
    """What an entrant contributes to the deals; of who gives nothing we draw it."""
    if len(given) > LONGEST_CONTRIBUTION:
        raise NotAllowed(f"a contribution has at most {LONGEST_CONTRIBUTION} bytes")
    return given or secrets.token_bytes(16)


def _require_running(competition: Competition) -> None:
    if competition.is_cancelled:
        raise NotAllowed("the tournament was cancelled")
    if competition.is_finished:
        raise NotAllowed("the tournament is over")
