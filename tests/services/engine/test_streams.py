"""Play and Watch: many seats on one stream, resuming, and streams that never show too much."""

import asyncio

import grpc
import pytest
from structlog.testing import capture_logs

from services.api import engine_pb2 as pb
from services.api import match_pb2
from services.api.errors_pb2 import ErrorReason
from services.engine.__main__ import setup
from services.engine.outbox import MOST_TOGETHER, MOST_UNSENT, Outbox
from services.process.refusals import Refused, detail_of, invalid
from services.process.settings import Settings
from services.rpc.serving import serving
from services.rpc.stream_slots import HELD_FOR_EACH_OPEN
from services.rpc.streams import write_all
from tests.services.conftest import bearer, channel_to, eventually
from tests.services.engine.conftest import Engine
from tests.services.every_method import refusal

SMALL_WINDOW = [("grpc.http2.lookahead_bytes", 1024), ("grpc.http2.bdp_probe", 0)]
"""Options of a client to whom little can be sent that it does not read."""


def join(slot: int, token: str, **fields) -> pb.PlayCommand:
    return pb.PlayCommand(slot=slot, join=pb.Join(token=token, subscription=pb.Subscription(**fields)))


def choose(slot: int, update, index: int = 0) -> pb.PlayCommand:
    return pb.PlayCommand(slot=slot, choice=pb.Choice(version=update.decision.version, index=index))


async def play_all(call, tokens: list[str], **subscription) -> dict[int, list]:
    """Play every seat on one stream with first options; the updates by slot."""
    await call.write(pb.PlayRequest(commands=[join(slot, token, **subscription) for slot, token in enumerate(tokens)]))
    updates_of: dict[int, list] = {slot: [] for slot in range(len(tokens))}
    versions: dict[int, int] = {}
    ended = set()
    while len(ended) < len(tokens):
        response = await call.read()
        assert response is not grpc.aio.EOF
        assert not response.refusals
        for update in response.updates:
            updates_of[update.slot].append(update)
            if update.HasField("end"):
                ended.add(update.slot)
            elif update.HasField("decision") and update.decision.version > versions.get(update.slot, -1):
                versions[update.slot] = update.decision.version
                await call.write(pb.PlayRequest(commands=[choose(update.slot, update)]))
    await call.done_writing()
    return updates_of


async def test_many_matches_on_one_stream(worker) -> None:
    matches = [await worker.new_match() for _ in range(5)]
    tokens = [token for match in matches for token in match.tokens.values()]
    updates_of = await play_all(worker.stub.Play(), tokens)
    for updates in updates_of.values():
        versions = [update.version for update in updates]
        assert versions == sorted(set(versions))
        assert updates[-1].end.outcome.winners


async def test_updates_of_a_stream_are_every_version_without_a_gap(worker) -> None:
    match = await worker.new_match()
    updates_of = await play_all(worker.stub.Play(), list(match.tokens.values()))
    for updates in updates_of.values():
        assert [update.version for update in updates] == list(range(updates[-1].version + 1))


async def test_only_decisions_leaves_out_the_rest_but_not_the_end(worker) -> None:
    match = await worker.new_match()
    updates_of = await play_all(worker.stub.Play(), list(match.tokens.values()), only_decisions=True)
    for updates in updates_of.values():
        assert all(update.HasField("decision") or update.HasField("end") for update in updates)


async def test_a_refused_command_leaves_stream_and_match_as_they_are(worker) -> None:
    match = await worker.new_match()
    call = worker.stub.Play()
    await call.write(pb.PlayRequest(commands=[join(3, match.tokens[0])]))
    update = (await call.read()).updates[0]
    commands = [
        choose(4, update),
        choose(3, update, 50),
        join(3, match.tokens[0]),
        join(5, "forged"),
        pb.PlayCommand(slot=3),
        pb.PlayCommand(slot=3, choice=pb.Choice(version=12)),
        pb.PlayCommand(slot=3, undo=pb.Undo()),
    ]
    reasons: dict[int, list[str]] = {}
    for command in commands:
        await call.write(pb.PlayRequest(commands=[command]))
        refusal = (await call.read()).refusals[0]
        reasons.setdefault(refusal.slot, []).append(ErrorReason.Name(refusal.error.reason)[13:])
    assert reasons == {
        4: ["BAD_SLOT"],
        3: ["ILLEGAL_CHOICE", "BAD_SLOT", "INVALID_ARGUMENT", "STALE_VERSION", "UNDO_REFUSED"],
        5: ["UNAUTHENTICATED"],
    }
    await call.write(pb.PlayRequest(commands=[choose(3, update)]))
    assert (await call.read()).updates[0].version == 1
    await call.done_writing()


async def test_why_an_undo_is_refused_is_said_in_the_language_of_each_slot(worker) -> None:
    match = await worker.new_match()
    for seat in (0, 1):
        await worker.choose(match, seat)
    langs = [match_pb2.LANGUAGE_ENGLISH, match_pb2.LANGUAGE_POLISH, match_pb2.LANGUAGE_UNSPECIFIED]
    call = worker.stub.Play()
    said = []
    for slot, language in enumerate(langs):
        await call.write(pb.PlayRequest(commands=[join(slot, match.tokens[0], language=language)]))
        await call.read()
        await call.write(pb.PlayRequest(commands=[pb.PlayCommand(slot=slot, undo=pb.Undo())]))
        said.append((await call.read()).refusals[0].error)
    await call.done_writing()
    assert {error.reason for error in said} == {ErrorReason.ERROR_REASON_UNDO_REFUSED}
    assert {error.version for error in said} == {2}
    english, polish, unspecified = (error.message for error in said)
    assert english == unspecified == "Blue burglar has chosen since."
    assert polish == "Niebieski włamywacz wybiera już po tobie."


async def test_a_message_that_is_too_large_ends_its_stream_before_it_is_looked_at(worker, settings) -> None:
    empty = pb.PlayCommand()
    many = pb.PlayRequest(commands=[empty] * (settings.limits.max_slots + 1))
    large = pb.PlayRequest(commands=[join(0, "x" * settings.limits.max_request_bytes)])
    for message in (many, large):
        call = worker.stub.Play()
        await call.write(message)
        with pytest.raises(grpc.RpcError) as caught:
            await call.read()
        assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_TOO_LARGE
    call = worker.stub.Play()
    await call.write(pb.PlayRequest(commands=[empty] * settings.limits.max_slots))
    assert len((await call.read()).refusals) == MOST_TOGETHER
    call.cancel()


async def test_who_sends_too_fast_is_read_later_and_loses_nothing(settings, store, admin) -> None:
    slow = settings.having(commands_per_second=20.0)
    async with channel_to(setup, slow) as channel:
        worker = Engine(channel, admin)
        match = await worker.new_match()
        call = worker.stub.Play()
        await call.write(pb.PlayRequest(commands=[join(0, match.tokens[0])]))
        await call.read()
        for _ in range(25):
            await call.write(pb.PlayRequest(commands=[pb.PlayCommand(slot=0, undo=pb.Undo())]))
        await call.done_writing()
        reasons: list[int] = []
        while (answer := await call.read()) is not grpc.aio.EOF:
            reasons += [refusal.error.reason for refusal in answer.refusals]
        assert reasons == [ErrorReason.ERROR_REASON_UNDO_REFUSED] * 25


async def test_one_slot_is_joined_once_also_while_the_match_is_loaded(worker, other) -> None:
    matches = [await worker.new_match(), await worker.new_match()]
    call = other.stub.Play()
    await call.write(pb.PlayRequest(commands=[join(1, match.tokens[0]) for match in matches]))
    joined_ids, refusals = [], []
    while len(joined_ids) + len(refusals) < 2:
        answer = await call.read()
        joined_ids += [update.match_id for update in answer.updates]
        refusals += [refusal.error.reason for refusal in answer.refusals]
    assert (joined_ids, refusals) == ([matches[0].id], [ErrorReason.ERROR_REASON_BAD_SLOT])
    call.cancel()


async def test_who_breaks_off_while_joining_is_gone(worker) -> None:
    """A seat that somebody still seemed to follow would never count as left."""
    match = await worker.new_match(clock=match_pb2.ClockRules(absence_ms=2_000))
    for turn in range(40):
        call = worker.stub.Play()
        await call.write(pb.PlayRequest(commands=[join(0, match.tokens[0])]))
        await asyncio.sleep(0.0005 * (turn % 12))
        call.cancel()

    async def left():
        return (await worker.see(match, 1)).seats[0].holder == match_pb2.HOLDER_BOT

    await eventually(left)


async def test_undoing_and_conceding_on_a_stream(worker) -> None:
    match = await worker.new_match()
    call = worker.stub.Play()
    await call.write(pb.PlayRequest(commands=[join(0, match.tokens[0])]))
    update = (await call.read()).updates[0]
    await call.write(pb.PlayRequest(commands=[choose(0, update)]))
    await call.read()
    await call.write(pb.PlayRequest(commands=[pb.PlayCommand(undo=pb.Undo())]))
    update = (await call.read()).updates[0]
    assert update.undone
    assert update.HasField("decision")
    await call.write(pb.PlayRequest(commands=[pb.PlayCommand(concede=pb.Concede())]))
    assert (await call.read()).updates[0].end.outcome.reason == "conceded"
    await call.done_writing()


async def test_a_watcher_who_reconnects_misses_nothing(worker, other) -> None:
    match = await worker.new_match()
    await play_all(worker.stub.Play(), list(match.tokens.values()))
    whole = await events_after(worker, match, 0)
    for version in (2, 5, 9):
        for where in (worker, other):
            rest = await events_after(where, match, version)
            assert rest == whole[len(whole) - len(rest) :]
            assert len(rest) < len(whole)


async def events_after(worker, match, version: int) -> list[tuple[str, str]]:
    subscription = pb.Subscription(after_version=version)
    call = worker.stub.Watch(
        pb.WatchRequest(match_id=match.id, seat=0, subscription=subscription), metadata=match.auth(0)
    )
    events = []
    async for response in call:
        events += [(event.kind, event.data) for event in response.update.events]
    return events


async def test_who_resumes_over_an_undo_is_told_of_it(worker) -> None:
    match = await worker.new_match()
    await worker.choose(match, 0, 1)
    await worker.stub.Undo(pb.UndoRequest(match_id=match.id, seat=0), metadata=match.auth(0))
    await worker.choose(match, 0, 2)
    for version, undone in ((1, True), (2, False)):
        subscription = pb.Subscription(after_version=version)
        call = worker.stub.Watch(pb.WatchRequest(match_id=match.id, subscription=subscription))
        assert (await call.read()).update.undone == undone
        call.cancel()


async def test_a_history_is_played_again_once_for_all_who_ask(worker, other) -> None:
    match = await worker.new_match()
    await worker.play_out(match)
    whole, again = await events_after(other, match, 0), await events_after(other, match, 0)
    assert whole == again == await events_after(worker, match, 0)
    assert len(await events_after(other, match, -1)) > len(whole)  # the deal comes before the first choice


def at_version(version: int) -> bytes:
    """An encoded update of this version."""
    return match_pb2.Update(version=version).SerializeToString()


def versions(message: bytes) -> list[int]:
    """Of the updates in an encoded message."""
    return [update.version for update in pb.PlayResponse.FromString(message).updates]


async def test_a_reader_who_does_not_read_is_cut_off_and_costs_no_more_than_that() -> None:
    outbox = Outbox()
    outbox.add(0, at_version(1))
    assert versions(await outbox.take()) == [1]  # and this write is never done
    most = MOST_UNSENT * MOST_TOGETHER
    for version in range(2, 2 * most):
        outbox.add(0, at_version(version))
        outbox.refuse(0, invalid("no"))
        assert sum(map(len, outbox._unsent)) <= most
    assert outbox.overrun
    with pytest.raises(Refused) as caught:
        await outbox.take()
    assert caught.value.reason == ErrorReason.ERROR_REASON_UNAVAILABLE


async def test_who_only_looks_on_hears_with_the_next_who_is_concerned() -> None:
    outbox = Outbox()
    outbox.add(0, at_version(1), at_once=False)
    taking = asyncio.create_task(outbox.take())
    await asyncio.sleep(0)
    assert not taking.done()
    outbox.add(0, at_version(2))
    assert versions(await taking) == [1, 2]


async def test_who_only_looks_on_hears_without_anybody_else() -> None:
    outbox = Outbox()
    for version in (1, 2):
        outbox.add(0, at_version(version), at_once=False)
    assert versions(await outbox.take()) == [1, 2]
    outbox.add(0, at_version(3), at_once=False)
    assert versions(await outbox.take()) == [3]


async def test_many_updates_travel_in_messages_that_the_transport_takes() -> None:
    outbox = Outbox()
    most = MOST_UNSENT * MOST_TOGETHER
    for _ in range(most):
        outbox.add(0, match_pb2.Update(observation="x" * 20_000).SerializeToString())
    outbox.close()
    sizes = []
    while (message := await outbox.take()) is not None:
        sizes.append((len(versions(message)), len(message)))
    assert sum(updates for updates, _ in sizes) == most
    assert max(size for _, size in sizes) < Settings().limits.max_message_bytes


async def test_who_has_seen_more_than_there_is_now_is_shown_the_match(worker) -> None:
    match = await worker.new_match()
    subscription = pb.Subscription(after_version=4)
    call = worker.stub.Watch(pb.WatchRequest(match_id=match.id, subscription=subscription), metadata=match.watcher())
    update = (await call.read()).update
    assert (update.version, update.undone, len(update.seats)) == (0, True, 2)


async def test_a_choice_does_not_overtake_what_was_sent_before_it(worker) -> None:
    match = await worker.new_match()
    call = worker.stub.Play()
    await call.write(pb.PlayRequest(commands=[join(0, match.tokens[0])]))
    await call.write(pb.PlayRequest(commands=[choose(0, (await call.read()).updates[0], 1)]))
    assert (await call.read()).updates[0].version == 1
    again = pb.PlayCommand(choice=pb.Choice(version=2, index=0))
    await call.write(pb.PlayRequest(commands=[pb.PlayCommand(undo=pb.Undo()), again]))
    updates = []
    while len(updates) < 2:
        response = await call.read()
        assert not response.refusals
        updates += response.updates
    assert [(update.version, update.undone) for update in updates] == [(2, True), (3, False)]


async def test_everybody_who_looks_on_is_told_the_same_under_their_own_slot(worker) -> None:
    match = await worker.new_match()
    call = worker.stub.Play()
    looking = [pb.PlayCommand(slot=slot, join=pb.Join(match_id=match.id)) for slot in (3, 7, 9)]
    await call.write(pb.PlayRequest(commands=looking))
    updates: dict[tuple[int, int], match_pb2.Update] = {}
    for version in (0, 1):
        while sum(at == version for _, at in updates) < 3:
            for update in (await call.read()).updates:
                updates[update.slot, update.version] = update
        await worker.choose(match, version, 1)
    for update in updates.values():
        update.ClearField("slot")
    assert updates[3, 1] == updates[7, 1] == updates[9, 1]


async def test_a_stream_that_nobody_reads_lets_go_of_its_match_at_once() -> None:
    """A write fails half way: the generator behind it is ended there and then, not when it is collected."""
    ended = []

    async def updates():
        try:
            yield 1
            yield 2
        finally:
            ended.append(True)

    class Gone:
        async def write(self, answer: int) -> None:
            raise ConnectionError

    generator = updates()
    with pytest.raises(ConnectionError):
        await write_all(generator, Gone())
    assert ended


async def test_seats_on_two_workers_play_one_match(worker, other) -> None:
    match = await worker.new_match()
    calls = [worker.stub.Play(), other.stub.Play()]
    for seat, call in enumerate(calls):
        await call.write(pb.PlayRequest(commands=[join(0, match.tokens[seat])]))
    answers = [-1, -1]
    ends = [None, None]
    versions: list[list[int]] = [[], []]

    async def play(seat: int) -> None:
        while ends[seat] is None:
            response = await calls[seat].read()
            assert not response.refusals
            for update in response.updates:
                versions[seat].append(update.version)
                if update.HasField("end"):
                    ends[seat] = update.end
                elif update.HasField("decision") and update.decision.version > answers[seat]:
                    answers[seat] = update.decision.version
                    await calls[seat].write(pb.PlayRequest(commands=[choose(0, update)]))
        await calls[seat].done_writing()

    await asyncio.wait_for(asyncio.gather(play(0), play(1)), 20)
    assert ends[0] == ends[1]
    assert versions[0][-1] == versions[1][-1]
    for of_seat in versions:  # the later to join may find the match moved on, but misses nothing from there
        assert of_seat == list(range(of_seat[0], of_seat[-1] + 1))


async def test_two_workers_choosing_at_once_have_one_winner_each_version(worker, other, store) -> None:
    match = await worker.new_match(bots=0)
    wins = 0
    for _ in range(60):
        update = await worker.see(match)
        if update.HasField("end"):
            break
        seat = update.waiting_for[0]
        version = (await worker.see(match, seat)).decision.version
        results = await asyncio.gather(
            *(where.choose(match, seat, index, version) for where in (worker, other) for index in (0, 1)),
            return_exceptions=True,
        )
        assert sum(not isinstance(result, Exception) for result in results) == 1
        wins += 1
    assert await store.llen(f"{{m:{match.id}}}:log") == wins
    assert update.HasField("end")


async def test_a_join_with_observations_shows_the_board(worker) -> None:
    match = await worker.new_match()
    call = worker.stub.Play()
    subscription = {"observations": True, "language": match_pb2.LANGUAGE_ENGLISH}
    await call.write(pb.PlayRequest(commands=[join(0, match.tokens[1], **subscription)]))
    update = (await call.read()).updates[0]
    assert '"seat":1' in update.observation
    assert update.decision.options[0].label == "Bid 0"
    await call.done_writing()


async def test_who_has_no_more_to_say_still_hears_what_became_of_it(worker) -> None:
    match = await worker.new_match()
    call = worker.stub.Play()
    await call.write(pb.PlayRequest(commands=[join(0, match.tokens[0])]))
    update = (await call.read()).updates[0]
    await call.write(pb.PlayRequest(commands=[choose(0, update)]))
    await call.write(pb.PlayRequest(commands=[choose(0, update)]))
    await call.done_writing()
    versions, reasons = [], []
    while (response := await call.read()) is not grpc.aio.EOF:
        versions += [update.version for update in response.updates]
        reasons += [refusal.error.reason for refusal in response.refusals]
    assert versions == [1]
    assert reasons == [ErrorReason.ERROR_REASON_STALE_VERSION]


async def test_a_reader_who_stops_reading_is_dropped_and_others_hear_on(settings, store, admin) -> None:
    impatient = settings.having(write_seconds=0.3)
    async with (
        serving(setup, impatient) as process,
        grpc.aio.insecure_channel(process.address, SMALL_WINDOW) as channel,
    ):
        worker = Engine(channel, admin)
        match, crowd = await worker.new_match(), [await worker.new_match() for _ in range(100)]
        reader, silent = worker.stub.Play(), worker.stub.Play()
        await reader.write(pb.PlayRequest(commands=[join(0, match.tokens[0])]))
        await reader.read()
        joins = [join(slot, one.tokens[1], observations=True, language=1) for slot, one in enumerate(crowd)]
        with capture_logs() as logs:
            await silent.write(pb.PlayRequest(commands=joins))
            await eventually(lambda: _says(logs, "a stream was dropped"))
        await worker.choose(match, 0)
        assert (await reader.read()).updates[0].version == 1
        for one in crowd[:10]:
            await worker.choose(one, 0)
        with pytest.raises(grpc.RpcError) as caught:  # once it reads again, and has what was under way
            await _read_on(silent)
        assert caught.value.code() == grpc.StatusCode.UNAVAILABLE
        assert "too slowly" in caught.value.details()
        reader.cancel()


async def test_a_dropped_stream_does_not_keep_its_reader_from_resuming(settings, store, admin, keyring) -> None:
    """But nobody has any number of streams that they do not read."""
    few = settings.having(write_seconds=0.3, max_streams_per_caller=1)
    async with serving(setup, few) as process, grpc.aio.insecure_channel(process.address, SMALL_WINDOW) as channel:
        worker = Engine(channel, admin)
        crowd = [await worker.new_match() for _ in range(100)]
        joins = [join(slot, one.tokens[1], observations=True, language=1) for slot, one in enumerate(crowd)]
        auth = bearer(keyring.mint("player", "ann", 60))
        unread = []
        for _ in range(HELD_FOR_EACH_OPEN):
            with capture_logs() as logs:
                unread.append(worker.stub.Play(metadata=auth))
                await unread[-1].write(pb.PlayRequest(commands=joins))
                await eventually(lambda logs=logs: _says(logs, "a stream was dropped"))
        another = pb.PlayRequest(commands=joins[:1])
        assert await refusal(worker.stub.Play(iter([another]), metadata=auth).read()) == "RATE_LIMITED"
        with pytest.raises(grpc.RpcError, match="too slowly"):
            await _read_on(unread[0])
        assert (await worker.stub.Play(iter([another]), metadata=auth).read()).updates[0].version == 0


async def _read_on(call) -> None:
    while await call.read() is not grpc.aio.EOF:
        pass


async def _says(logs: list, event: str) -> bool:
    return any(line["event"] == event for line in logs)
