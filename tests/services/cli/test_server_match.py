"""A seat on a server in the terminal, without the server: what is shown for the updates that come."""

import asyncio
import io
import json
import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from engine.core.registry import load
from services.api.errors_pb2 import ErrorDetail, ErrorReason
from services.api.match_pb2 import HOLDER_PERSON, Decision, Event, MatchInfo, Option, Seat, Update
from services.cli import messages, server_match
from services.cli.line_mode import LineMode
from services.cli.playing.conversation import Conversation, Done
from services.cli.server_match import ServerMatch
from services.client.refusal import Refusal
from tests.toy import GAME, registered  # noqa: F401  # makes the toy game playable

PEOPLE = [Seat(seat=0, holder=HOLDER_PERSON, player="Ann"), Seat(seat=1, holder=HOLDER_PERSON, player="Bob")]
OBSERVATION = msgspec.json.encode(GAME.new_match("duel", seed=3).observation(0)).decode()
DECIDING = Update(
    version=5,
    observation=OBSERVATION,
    seats=PEOPLE,
    waiting_for=[0],
    decision=Decision(version=5, prompt="Bid", options=[Option(label="Bid 0"), Option(label="Bid 1")]),
)
WAITING = Update(version=6, observation=OBSERVATION, waiting_for=[1])
DUEL = MatchInfo(game="barrow", scenario="duel", seats=PEOPLE)


class Script:
    """A seat that is sent these updates; one that comes again is to be decided again, as after a lost connection."""

    number = 0
    refusal = None

    def __init__(self, updates: Sequence[Update], info: MatchInfo, told: Sequence[Update] = ()) -> None:
        self._updates = updates
        self._told = told
        self._info = info
        self.decision: Decision | None = None
        self.chosen: list[int] = []
        self.undone = 0
        self.presences: list[dict[int, bool]] = []
        """What is answered about who is there, one after the other; then nobody answers."""

    async def __aiter__(self) -> AsyncIterator[Update]:
        for update in self._updates:
            self.decision = update.decision if update.HasField("decision") else None
            yield update

    async def info(self) -> MatchInfo:
        return self._info

    async def presence(self) -> dict[int, bool]:
        if not self.presences:
            raise Refusal(ErrorDetail(reason=ErrorReason.ERROR_REASON_UNAVAILABLE, message="Nobody answers."))
        return self.presences.pop(0)

    async def story(self) -> AsyncIterator[Update]:
        for update in self._told:
            yield update

    async def choose(self, index: int) -> None:
        self.chosen.append(index)

    async def undo(self) -> None:
        self.undone += 1


class Endless(Script):
    """A seat that waits for ever after its updates."""

    async def __aiter__(self) -> AsyncIterator[Update]:
        async for update in super().__aiter__():
            yield update
        await asyncio.Event().wait()


async def play(
    monkeypatch: pytest.MonkeyPatch,
    updates: Sequence[Update],
    typed: str,
    game: str = "barrow",
    info: MatchInfo = DUEL,
    told: Sequence[Update] = (),
    after_version: int | None = None,
) -> str:
    """What is shown to Ann, who looked for this game and types this."""
    inside, ours = os.pipe()
    os.write(ours, typed.encode())
    os.close(ours)
    screen = io.StringIO()
    seat: Any = Script(updates, info, told)
    with open(inside) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        match = ServerMatch(seat, game, "en", after_version=after_version)
        await LineMode(Console(file=screen, width=100), Conversation(match)).run()
    assert match.game is load(info.game)
    return screen.getvalue()


async def test_a_choice_lost_with_the_connection_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    output = await play(monkeypatch, [DECIDING, DECIDING], "1\n1\n")
    first, _, again = output.partition("Your choice")
    assert "The connection was lost" not in first
    assert "The connection was lost; choose again." in again


async def test_who_waits_sees_the_board_and_for_whom(monkeypatch: pytest.MonkeyPatch) -> None:
    output = await play(monkeypatch, [WAITING], "")
    assert "Barrow: Red burglar (Ann)" in output
    assert "Bob plays Blue burglar." in output
    assert "Blue burglar (Bob) is choosing ... Ctrl-C leaves." in output


async def test_a_friends_table_may_be_of_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "This is a table of Barrow (barrow)." in await play(monkeypatch, [WAITING], "", game="wotr")


async def test_cards_and_places_are_those_of_the_match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bofa = load("bofa")
    assert bofa.packs is not None
    bofa.packs.write(tmp_path / "own")
    board = tmp_path / "own/board.toml"
    board.write_text(board.read_text(encoding="utf-8").replace('"Ravenhill"', '"Old Ravenhill"'), encoding="utf-8")
    match = bofa.new_match(seed=1, pack=bofa.packs.load(str(tmp_path / "own")))
    options = {name: json.dumps(value) for name, value in match.record.options.items()}
    seen = msgspec.json.encode(match.observation(0)).decode()
    update = Update(version=5, observation=seen, seats=PEOPLE, decision=DECIDING.decision)
    info = MatchInfo(game="bofa", scenario="battle", options=options, seats=PEOPLE)
    screen = await play(monkeypatch, [update], "i ravenhill\nq\n", "bofa", info)
    assert "Old Ravenhill (place, mountains, Southern Spur): points of the settlement 4," in " ".join(screen.split())


async def test_who_comes_first_is_told_the_setup_and_who_comes_back_what_happened_since(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = [Update(version=n, events=[Event(text=f"change {n}")]) for n in range(9)]
    first = await play(monkeypatch, [DECIDING], "q\n", told=told)
    assert [n for n in range(9) if f"change {n}" in first] == [0, 1, 2, 3, 4, 5]
    back = await play(monkeypatch, [DECIDING], "log\nq\n", told=told, after_version=3)
    news, _, log = back.partition("Your choice")
    assert [n for n in range(9) if f"change {n}" in news] == [4, 5]
    assert [n for n in range(9) if f"change {n}" in log] == [0, 1, 2, 3, 4, 5]


async def test_who_waits_for_others_may_take_a_choice_back() -> None:
    seat: Any = Script([WAITING], DUEL)
    talk = Conversation(ServerMatch(seat, "barrow", "en"))
    scene = await anext(talk.scenes())
    assert scene.waiting
    assert isinstance(await talk.answer("u"), Done)
    assert seat.undone == 1


async def test_what_comes_once_more_after_a_refusal_is_told_once_and_why_while_one_waits() -> None:
    news = Update(version=7, observation=OBSERVATION, waiting_for=[1], events=[Event(text="A crown is bid")])
    seat: Any = Script([WAITING, news, news], DUEL)
    match = ServerMatch(seat, "barrow", "pl")
    notices = []
    async for scene in match.scenes():
        notices.append(scene.notice)
        if match.story[-1:] == ["A crown is bid"]:
            error = ErrorDetail(reason=ErrorReason.ERROR_REASON_UNDO_REFUSED, message="Niebieski włamywacz już wybrał.")
            seat.refusal = Refusal(error)
    assert match.story.count("A crown is bid") == 1
    assert notices == ["", "", "Niczego nie można cofnąć: Niebieski włamywacz już wybrał."]


@pytest.mark.parametrize(
    ("update", "asked"), [(DECIDING, f"{messages.CHOOSE.say('en')}: "), (WAITING, "")], ids=["asked", "waiting"]
)
async def test_in_line_mode_who_is_gone_is_told_at_once(
    update: Update, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is asked something then is asked again, under it; that nobody answers later is not told."""
    monkeypatch.setattr(server_match, "PRESENCE_SECONDS", 0)
    inside, ours = os.pipe()
    screen = io.StringIO()
    seat: Any = Endless([update], MatchInfo(game="barrow", scenario="duel", seats=PEOPLE, private=True))
    seat.presences = [{1: True}, {1: False}]
    with open(inside) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        match = ServerMatch(seat, "barrow", "en")
        playing = asyncio.create_task(LineMode(Console(file=screen, width=100), Conversation(match)).run())
        told = f"{asked}\nBob is gone; nobody plays Blue burglar for now.\n{asked}"
        async with asyncio.timeout(30):
            while told not in screen.getvalue():
                await asyncio.sleep(0.01)
        os.close(ours)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await match.leave()
    assert match.story[-1] == "Bob is gone; nobody plays Blue burglar for now."
