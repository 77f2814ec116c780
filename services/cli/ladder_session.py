"""Calls of `ladder` to a ladders service, and what they show."""

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
from rich.console import Console
from rich.live import Live

from services.api import ladders_pb2 as pb
from services.api.ladders_pb2_grpc import LaddersServiceStub
from services.cli.arguments import BadInput
from services.cli.ladder_tables import cross_table, ladders_table, sprt_table, standings_table
from services.cli.server import operator_token, running_state
from services.client import Refusal, tls_credentials
from services.client.channel import bearer
from services.client.refusal import raising_refusals

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
        self._auth = bearer(token)
        self._as_json = as_json

    def create(self, name: str, bots: Sequence[str], **setting: Any) -> None:
        """Create a ladder; `setting` are the fields of the API's LadderSetting."""
        entries = [_entry(bot) for bot in bots]
        request = pb.CreateLadderRequest(name=name, setting=pb.LadderSetting(**setting), entries=entries)
        answer = self._call("CreateLadder", request)
        self._print(answer, ladders_table([answer.ladder]))

    def show_all(self) -> None:
        """Show which ladders there are."""
        answer = self._call("ListLadders", pb.ListLaddersRequest())
        self._print(answer, ladders_table(answer.ladders))

    def enter(self, name: str, bots: Sequence[str]) -> None:
        """Enter bots."""
        request = pb.EnterLadderRequest(ladder_id=name, entries=[_entry(bot) for bot in bots])
        answer = self._call("EnterLadder", request)
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

    def show_standings(self, name: str) -> None:
        """Show the ratings of all entrants."""
        answer = self._call("GetStandings", pb.GetStandingsRequest(ladder_id=name))
        self._print(answer, standings_table(name, answer.standings))

    def show_cross_table(self, name: str) -> None:
        """Show what each two entrants did against each other."""
        answer = self._call("GetCrossTable", pb.GetCrossTableRequest(ladder_id=name))
        self._print(answer, cross_table(answer))

    def watch(self, name: str) -> None:
        """Show the standings as they change, until the ladder is finished."""
        updates = self._stub.WatchLadder(pb.WatchLadderRequest(ladder_id=name), metadata=self._auth)
        with _refusals(), Live(console=Console(), auto_refresh=False) as live:
            for update in updates:
                live.update(standings_table(name, update.standings, update.ladder), refresh=True)
                if update.ladder.state == pb.LADDER_STATE_FINISHED:
                    updates.cancel()
                    return

    def test(self, request: dict[str, Any], sprt: str) -> int:
        """Run a test to its end; `request` are fields of the API's RunTestRequest. The exit code."""
        try:
            elo0, elo1 = map(float, sprt.split(","))
        except ValueError:
            raise BadInput(f"--sprt is two numbers such as 0,50, not {sprt!r}") from None
        answer = self._call("RunTest", pb.RunTestRequest(**request, elo0=elo0, elo1=elo1))
        with Live(console=Console(stderr=self._as_json), auto_refresh=False, transient=True) as live:
            while answer.test.state == pb.LADDER_STATE_RUNNING:
                live.update(sprt_table(answer.test), refresh=True)
                time.sleep(_POLL_SECONDS)
                answer = self._call("GetTest", pb.GetTestRequest(test_id=answer.test.test_id))
        self._print(answer, sprt_table(answer.test))
        return EXIT_CODES[answer.test.verdict]

    def export(self, name: str, file: Path | None, as_csv: bool) -> None:
        """Write every pair that counts to a file, or to the screen."""
        format = pb.EXPORT_FORMAT_CSV if as_csv else pb.EXPORT_FORMAT_JSON
        request = pb.ExportLadderRequest(ladder_id=name, format=format)
        with _refusals():
            pieces = [piece.data for piece in self._stub.ExportLadder(request, metadata=self._auth)]
        if file is None:
            sys.stdout.buffer.write(b"".join(pieces))
        else:
            file.write_bytes(b"".join(pieces))

    def _call(self, method: str, request: Message) -> Any:
        with _refusals():
            return getattr(self._stub, method)(request, metadata=self._auth)

    def _print(self, answer: Message, *shown: Any) -> None:
        """Show an answer as JSON, or as it is drawn."""
        if self._as_json:
            values = MessageToDict(answer, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)
            print(json.dumps(values))
            return
        console = Console()
        for one in shown:
            console.print(one)


def _own_server(home: Path, token: str) -> tuple[str, str]:
    """The ladders service of the server that runs in a folder, and an operator's token for it."""
    state = running_state(home)
    if state is None:
        raise BadInput(f"no server runs in {home}; start one with `westmarch up`, or give --server")
    return state.addresses.ladders, token or operator_token(home)


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
