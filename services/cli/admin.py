"""`admin`: what an operator asks of a running server. It needs an admin token."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from services.cli.arguments import AsJson, BadInput
from services.cli.server import DEFAULT_HOME, Home, operator_token, running_state

if TYPE_CHECKING:
    from services.api.admin_pb2_grpc import AdminServiceAsyncStub

app = typer.Typer(help="Look after a running server: its matches, queues and workers.", no_args_is_help=True)

CALL_SECONDS = 30.0
SECOND_MS = 1_000
TRY_ELSEWHERE = ("UNKNOWN_MATCH", "UNKNOWN_GAME")
"""Why an engine refuses what another pool may know."""

Address = Annotated[
    list[str] | None,
    typer.Option("--address", metavar="HOST:PORT", help="An engine; repeatable. Those of --home if none is given."),
]
Token = Annotated[
    str, typer.Option("--token", envvar="WESTMARCH_TOKEN", help="An admin token; one signed with the keys of --home.")
]
Authority = Annotated[Path | None, typer.Option("--ca", metavar="FILE", help="With TLS: the authority to trust.")]
MatchId = Annotated[str, typer.Argument(metavar="ID", help="Which match.")]
Answer = TypeVar("Answer")


class WaitingFor(StrEnum):
    """Whom a match waits for."""

    person = "person"
    bot = "bot"


@dataclass(frozen=True)
class Pools:
    """The engines that are asked, and how."""

    addresses: tuple[str, ...]
    token: str
    authority: Path | None

    def ask_all(self, call: "Callable[[AdminServiceAsyncStub, Any], Awaitable[Answer]]") -> list[Answer]:
        """The answer of every engine. BadInput where one refuses."""
        return [self._ask(address, call) for address in self.addresses]

    def ask_any(self, call: "Callable[[AdminServiceAsyncStub, Any], Awaitable[Answer]]", *elsewhere: str) -> Answer:
        """The answer of the first engine that does not refuse for one of these reasons. BadInput where none answers."""
        from services.client import Refusal

        refusal: Exception | None = None
        for address in self.addresses:
            try:
                return self._ask(address, call)
            except BadInput as error:
                refusal = error
                if not (isinstance(error.__cause__, Refusal) and error.__cause__.reason in elsewhere):
                    raise
        raise refusal or BadInput("no engine runs")

    def _ask(self, address: str, call: "Callable[[AdminServiceAsyncStub, Any], Awaitable[Answer]]") -> Answer:
        from services.client import Refusal

        try:
            return asyncio.run(self._call(address, call))
        except Refusal as error:
            raise BadInput(f"{address}: {error}") from error

    async def _call(self, address: str, call: "Callable[[AdminServiceAsyncStub, Any], Awaitable[Answer]]") -> Answer:
        from services.api.admin_pb2_grpc import AdminServiceStub
        from services.client import tls_credentials
        from services.client.channel import bearer, open_channel
        from services.client.refusal import raising_refusals

        credentials = tls_credentials(self.authority) if self.authority is not None else None
        async with open_channel(address, credentials) as channel:
            stub: Any = AdminServiceStub(channel)
            with raising_refusals():
                return await call(stub, {"metadata": bearer(self.token), "timeout": CALL_SECONDS})


def _pools(home: Path, addresses: list[str] | None, token: str, authority: Path | None) -> Pools:
    """The engines that a command names, or those of the server in a folder."""
    if not addresses:
        state = running_state(home)
        if state is None:
            raise BadInput(f"no server runs in {home}; name an engine with --address")
        addresses = list(dict.fromkeys(state.addresses.engines.values()))
    return Pools(tuple(addresses), token or operator_token(home), authority)


def _as_dict(message: Any) -> dict[str, Any]:
    from google.protobuf.json_format import MessageToDict

    fields: dict[str, Any] = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    return fields


def _print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def _age(since_ms: int) -> str:
    """How long ago a time was, in words."""
    from services.process.clock import now_ms

    return _duration(now_ms() - since_ms)


def _duration(ms: int) -> str:
    seconds = max(0, ms) // SECOND_MS
    for unit, size in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def _seats(people: Any, bots: Any) -> str:
    """Which seats are waited for."""
    parts = [f"seat {seat}" for seat in people] + [f"bot at {seat}" for seat in bots]
    return ", ".join(parts)


@app.command()
def matches(
    home: Home = DEFAULT_HOME,
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Only this game.")] = "",
    waiting: Annotated[
        WaitingFor | None, typer.Option("--waiting-for", help="Only those that wait for a person, or for a bot.")
    ] = None,
    older: Annotated[
        float, typer.Option("--older-than", metavar="MINUTES", min=0, help="Only those made longer ago.")
    ] = 0.0,
    player: Annotated[str, typer.Option("--player", metavar="NAME", help="Only those with this player.")] = "",
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, max=500, help="At most so many.")] = 50,
    as_json: AsJson = False,
    address: Address = None,
    token: Token = "",
    ca: Authority = None,
) -> None:
    """List live matches, the oldest first."""
    pools = _pools(home, address, token, ca)
    from services.api.admin_pb2 import ListAllMatchesRequest
    from services.api.match_pb2 import HOLDER_BOT, HOLDER_PERSON, HOLDER_UNSPECIFIED

    holder = {WaitingFor.person: HOLDER_PERSON, WaitingFor.bot: HOLDER_BOT, None: HOLDER_UNSPECIFIED}[waiting]
    request = ListAllMatchesRequest(
        game=game, waiting_for=holder, older_than_ms=int(older * 60 * SECOND_MS), player=player, limit=limit
    )
    if game:
        answers = [pools.ask_any(lambda stub, how: stub.ListAllMatches(request, **how), *TRY_ELSEWHERE)]
    else:
        answers = pools.ask_all(lambda stub, how: stub.ListAllMatches(request, **how))
    matches = sorted((one for answer in answers for one in answer.matches), key=lambda one: one.created_ms)[:limit]
    live = sum(answer.live for answer in answers)
    if as_json:
        _print_json({"live": live, "matches": [_as_dict(one) for one in matches]})
        return
    table = Table("match", "game", "scenario", "age", "version", "waits for", "since", "players")
    for one in matches:
        waits = "the archive" if one.over else _seats(one.people, one.bots)
        players = escape(", ".join(player or "bot" for player in one.players))
        since = _age(one.waiting_since_ms)
        table.add_row(
            one.match_id, one.game, one.scenario, _age(one.created_ms), str(one.version), waits, since, players
        )
    console = Console()
    console.print(table)
    console.print(f"{len(matches)} of {live} live matches")


@app.command()
def match(
    match_id: MatchId,
    home: Home = DEFAULT_HOME,
    as_json: AsJson = False,
    address: Address = None,
    token: Token = "",
    ca: Authority = None,
) -> None:
    """Show one live match: its seats, who holds them, its clocks and whom it waits for."""
    from services.api.admin_pb2 import GetMatchDetailRequest
    from services.api.match_pb2 import HOLDER_BOT

    request = GetMatchDetailRequest(match_id=match_id)
    pools = _pools(home, address, token, ca)
    answer = pools.ask_any(lambda stub, how: stub.GetMatchDetail(request, **how), *TRY_ELSEWHERE)
    if as_json:
        _print_json(_as_dict(answer))
        return
    info, console = answer.match, Console()
    console.print(f"{info.match_id}: {info.game} {info.scenario}, rules {info.rules_version}, version {info.version}")
    console.print(f"made {_age(info.created_ms)} ago, last entry {_age(answer.last_entry_ms)} ago")
    if info.HasField("end"):
        console.print(f"over: {info.end.outcome.reason} {escape(info.end.outcome.note)}".rstrip())
    table = Table("seat", "role", "side", "holder", "player", "bot", "decides since", "clock", "seen", "away")
    clocks = {clock.seat: _duration(clock.left_ms) for clock in answer.clocks}
    for seat, detail in zip(info.seats, answer.seats, strict=True):
        holder = "bot" if seat.holder == HOLDER_BOT else "person"
        deciding = _age(detail.deciding_since_ms) if detail.deciding_since_ms else ""
        seen = f"{_age(detail.seen_ms)} ago" if detail.seen_ms else ""
        away = "conceded" if seat.conceded else detail.away
        names = (escape(seat.player), seat.bot)
        row = (str(seat.seat), seat.role, seat.side, holder, *names, deciding, clocks.get(seat.seat, ""), seen, away)
        table.add_row(*row)
    console.print(table)
    if answer.workers:
        console.print(f"followed at: {', '.join(answer.workers)}")


@app.command()
def annul(
    match_id: MatchId,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Told to its seats, and archived.")],
    home: Home = DEFAULT_HOME,
    as_json: AsJson = False,
    address: Address = None,
    token: Token = "",
    ca: Authority = None,
) -> None:
    """Annul a live match: it ends without a winner, and is archived as annulled."""
    from services.api.admin_pb2 import AnnulMatchRequest

    request = AnnulMatchRequest(match_id=match_id, reason=reason)
    pools = _pools(home, address, token, ca)
    answer = pools.ask_any(lambda stub, how: stub.AnnulMatch(request, **how), *TRY_ELSEWHERE)
    if as_json:
        _print_json(_as_dict(answer))
    else:
        print(f"{match_id} is annulled at version {answer.match.version}")


@app.command()
def drain(
    worker: Annotated[
        str, typer.Argument(metavar="WORKER|ADDRESS", help="An engine by its name in `admin match`, or its address.")
    ],
    home: Home = DEFAULT_HOME,
    as_json: AsJson = False,
    address: Address = None,
    token: Token = "",
    ca: Authority = None,
) -> None:
    """Let an engine stop as SIGTERM does: who plays there goes on at another, and whoever runs it starts it anew."""
    from services.api.admin_pb2 import DrainRequest

    by_address = ":" in worker
    pools = _pools(home, [worker] if by_address else address, token, ca)
    request = DrainRequest(worker="" if by_address else worker)
    drained = pools.ask_any(lambda stub, how: stub.Drain(request, **how), "INVALID_ARGUMENT")
    if as_json:
        _print_json(_as_dict(drained))
    else:
        print(f"{drained.worker} drains")


@app.command()
def queues(
    home: Home = DEFAULT_HOME,
    as_json: AsJson = False,
    address: Address = None,
    matchmaking: Annotated[
        str, typer.Option("--matchmaking", metavar="HOST:PORT", help="For tickets, where --address is given.")
    ] = "",
    token: Token = "",
    ca: Authority = None,
) -> None:
    """Sizes and ages of the queues: AI turns, hints, batches, tickets."""
    from services.api.admin_pb2 import ListQueuesRequest

    pools = _pools(home, address, token, ca)
    answers = pools.ask_all(lambda stub, how: stub.ListQueues(ListQueuesRequest(), **how))
    rows = [_as_dict(queue) for answer in answers for queue in answer.queues]
    state = running_state(home)
    if not matchmaking and not address and state is not None:
        matchmaking = state.addresses.matchmaking
    if matchmaking:
        rows += _tickets(matchmaking, ca)
    if as_json:
        _print_json(rows)
        return
    table = Table("game", "queue", "waiting", "oldest")
    for row in rows:
        oldest = _duration(int(row["oldest_ms"])) if int(row["tasks"]) else ""
        table.add_row(row["game"], row["kind"], str(row["tasks"]), oldest)
    Console().print(table)


def _tickets(address: str, authority: Path | None) -> list[dict[str, Any]]:
    """The tickets that wait, by game and scenario, as rows of the queues."""
    from services.api.matchmaking_pb2 import QueueStatsRequest
    from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
    from services.client import Refusal, tls_credentials
    from services.client.channel import open_channel
    from services.client.refusal import raising_refusals

    async def ask() -> Any:
        credentials = tls_credentials(authority) if authority is not None else None
        async with open_channel(address, credentials) as channel:
            stub: Any = MatchmakingServiceStub(channel)
            with raising_refusals():
                return await stub.QueueStats(QueueStatsRequest(), timeout=CALL_SECONDS)

    try:
        stats = asyncio.run(ask()).queues
    except Refusal as error:
        raise BadInput(f"{address}: {error}") from error
    return [
        {"game": one.game, "kind": f"tickets {one.scenario}", "tasks": one.tickets, "oldest_ms": one.oldest_wait_ms}
        for one in stats
        if one.tickets
    ]
