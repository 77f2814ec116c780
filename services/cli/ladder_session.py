"""Calls of `ladder` to a ladders service, and what they print."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from rich.console import Console, Group
from rich.live import Live
from rich.progress import DownloadColumn, Progress, TextColumn, TimeElapsedColumn

from services.api import ladders_pb2 as pb
from services.api.ladders_pb2_grpc import LaddersServiceStub
from services.cli.arguments import BadInput
from services.cli.ladder_tables import (
    PairsBar,
    StandingsTable,
    cross_table,
    history_table,
    ladders_table,
    pairs_table,
    sprt_table,
)
from services.cli.server import operator_token, running_state
from services.client import Refusal, tls_credentials
from services.client.channel import bearer
from services.client.refusal import raising_refusals
from services.rpc.tokens import API_TOKEN_PREFIX

EXIT_CODES = {pb.TEST_VERDICT_ACCEPTED: 0, pb.TEST_VERDICT_REJECTED: 3, pb.TEST_VERDICT_UNDECIDED: 4}
"""By verdict of a test, as `match` has them."""
_POLL_SECONDS = 0.5


class LadderSession:
    """A ladders service to call: the one at an address, or else that of the server of a folder."""

    def __init__(self, home: Path, server: str, token: str, authority: Path | None, as_json: bool = False) -> None:
        if not server:
            server, token = _own_server(home, token)
        credentials = None if authority is None else tls_credentials(authority)
        channel = grpc.insecure_channel(server) if credentials is None else grpc.secure_channel(server, credentials)
        self._stub: Any = LaddersServiceStub(channel)
        if token.startswith(API_TOKEN_PREFIX):
            raise BadInput("--token is an API token; `account player-token --api-token` gives a player token for it")
        self._auth = bearer(token)
        self._as_json = as_json

    def create(self, name: str, bots: Sequence[str], paused: bool, **setting: Any) -> None:
        """Create a ladder; `setting` are the fields of the API's LadderSetting."""
        entries = [_entry(bot) for bot in bots]
        request = pb.CreateLadderRequest(name=name, setting=pb.LadderSetting(**setting), entries=entries, paused=paused)
        answer = self._call("CreateLadder", request)
        self._print(answer, ladders_table([answer.ladder]))

    def print_all(self) -> None:
        """Print which ladders there are."""
        answer = self._call("ListLadders", pb.ListLaddersRequest())
        self._print(answer, ladders_table(answer.ladders))

    def enter(self, name: str, bots: Sequence[str]) -> None:
        """Enter bots."""
        request = pb.EnterLadderRequest(ladder_id=name, entries=[_entry(bot) for bot in bots])
        answer = self._call("EnterLadder", request)
        self._print(answer, *(f"{one.entrant}: {one.fingerprint}" for one in answer.entrants))

    def enter_outside(self, name: str, version: str) -> None:
        """Enter the outside bot that the token is of, at a version if it has one."""
        entries = [pb.Entry(version=version)] if version else []
        answer = self._call("EnterLadder", pb.EnterLadderRequest(ladder_id=name, entries=entries))
        self._print(answer, *(f"{one.entrant}: {one.fingerprint}" for one in answer.entrants))

    def withdraw(self, name: str, entrant: int) -> None:
        """Take an entrant out."""
        answer = self._call("WithdrawEntrant", pb.WithdrawEntrantRequest(ladder_id=name, entrant=entrant))
        self._print(answer, f"{answer.entrant.fingerprint} plays no more")

    def pause(self, name: str) -> None:
        """Let a ladder rest."""
        answer = self._call("PauseLadder", pb.PauseLadderRequest(ladder_id=name))
        self._print(answer, ladders_table([answer.ladder]))

    def resume(self, name: str) -> None:
        """Let a ladder go on."""
        answer = self._call("ResumeLadder", pb.ResumeLadderRequest(ladder_id=name))
        self._print(answer, ladders_table([answer.ladder]))

    def print_standings(self, name: str) -> None:
        """Print the ratings of all entrants."""
        answer = self._call("GetStandings", pb.GetStandingsRequest(ladder_id=name))
        self._print(answer, StandingsTable(name, answer.standings))

    def print_cross_table(self, name: str) -> None:
        """Print what each two entrants did against each other."""
        answer = self._call("GetCrossTable", pb.GetCrossTableRequest(ladder_id=name))
        self._print(answer, cross_table(answer))

    def watch(self, name: str) -> None:
        """Print the standings as they change, until the ladder is finished."""
        updates = self._stub.WatchLadder(pb.WatchLadderRequest(ladder_id=name), metadata=self._auth)
        bar = PairsBar()
        with _refusals(), Live(console=Console(), auto_refresh=False) as live:
            for update in updates:
                ladder = update.ladder
                bar.update(ladder.pairs + ladder.void_pairs, ladder.setting.most_pairs)
                live.update(Group(StandingsTable(name, update.standings, ladder), bar), refresh=True)
                if ladder.state == pb.LADDER_STATE_FINISHED:
                    updates.cancel()
                    return

    def test(self, request: dict[str, Any], sprt: str) -> int:
        """Run a test to its end; `request` are fields of the API's RunTestRequest. The exit code."""
        try:
            elo0, elo1 = map(float, sprt.split(","))
        except ValueError:
            raise BadInput(f"--sprt is two numbers such as 0,50, not {sprt!r}") from None
        answer = self._call("RunTest", pb.RunTestRequest(**request, elo0=elo0, elo1=elo1))
        test_id = answer.test.test_id
        try:
            answer = self._follow(answer.test)
        except KeyboardInterrupt:
            answer = self._call("CancelTest", pb.CancelTestRequest(test_id=test_id))
        self._print(answer, sprt_table(answer.test))
        return EXIT_CODES[answer.test.verdict]

    def _follow(self, test: pb.Test) -> Any:
        """Show a test as it goes on; the last answer about it."""
        bar = PairsBar()
        request = pb.GetTestRequest(test_id=test.test_id)
        with Live(console=Console(stderr=self._as_json), auto_refresh=False, transient=True) as live:
            while (answer := self._call("GetTest", request)).test.state == pb.LADDER_STATE_RUNNING:
                bar.update(answer.test.pairs + answer.test.void_pairs, answer.test.most_pairs)
                live.update(Group(sprt_table(answer.test), bar), refresh=True)
                time.sleep(_POLL_SECONDS)
        return answer

    def export(self, name: str, file: Path | None, as_csv: bool) -> None:
        """Write every pair that counts to a file, or to the screen."""
        format = pb.EXPORT_FORMAT_CSV if as_csv else pb.EXPORT_FORMAT_JSON
        request = pb.ExportLadderRequest(ladder_id=name, format=format)
        with _refusals():
            pieces = self._stub.ExportLadder(request, metadata=self._auth)
            if file is None:
                for piece in pieces:
                    sys.stdout.buffer.write(piece.data)
            else:
                _write(file, (piece.data for piece in pieces))

    def print_pairs(self, name: str, entrant: int | None, most: int) -> None:
        """Show the last pairs of a ladder, or of one of its entrants."""
        request = pb.ListPairsRequest(ladder_id=name, entrant=entrant, page_size=most)
        answer = self._call("ListPairs", request)
        self._print(answer, pairs_table(answer.pairs))

    def print_history(self, name: str) -> None:
        """Show the standings of a ladder as they were."""
        answer = self._call("ListStandings", pb.ListStandingsRequest(ladder_id=name))
        self._print(answer, history_table(answer.standings))

    def _call(self, method: str, request: Message) -> Any:
        with _refusals():
            return getattr(self._stub, method)(request, metadata=self._auth)

    def _print(self, answer: Message, *parts: Any) -> None:
        """Print an answer as JSON, or as it is drawn."""
        if self._as_json:
            values = MessageToDict(answer, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)
            print(json.dumps(values))
            return
        console = Console()
        for one in parts:
            console.print(one)


def _own_server(home: Path, token: str) -> tuple[str, str]:
    """The ladders service of the server that runs in a folder, and an operator's token for it."""
    state = running_state(home)
    if state is None:
        raise BadInput(f"no server runs in {home}; start one with `westmarch up`, or give --server")
    return state.addresses.ladders, token or operator_token(home)


def _write(file: Path, pieces: Iterator[bytes]) -> None:
    """Write a file piece by piece, and show how much there is where somebody looks. It is whole, or not there."""
    part, console = file.with_name(f"{file.name}.part"), Console(stderr=True)
    columns = (TextColumn("written"), DownloadColumn(), TimeElapsedColumn())
    try:
        with (
            part.open("wb") as opened,
            Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar,
        ):
            task = bar.add_task("export", total=None)
            for piece in pieces:
                opened.write(piece)
                bar.advance(task, len(piece))
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _refusals() -> Iterator[None]:
    """Report what the server refuses as bad input."""
    try:
        with raising_refusals():
            yield
    except Refusal as error:
        raise BadInput(str(error)) from None


def _entry(text: str) -> pb.Entry:
    """A bot, or an anchor with its rating: `greedy@1500`."""
    bot, at, elo = text.partition("@")
    if not at:
        return pb.Entry(bot=bot)
    try:
        return pb.Entry(bot=bot, anchor_elo=float(elo))
    except ValueError:
        raise BadInput(f"an anchor is a bot with its rating, such as greedy@1500, not {text!r}") from None
