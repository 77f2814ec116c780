"""Matches over gRPC: making them, choosing, refusing, undoing, leaving and coming back."""

import hashlib
import json
import shutil
from importlib.resources import files
from pathlib import Path

import grpc
import pytest

from engine import load, restore
from services.api import engine_pb2 as pb
from services.api import match_pb2
from services.api.errors_pb2 import ErrorReason
from services.engine.__main__ import setup
from services.engine.committer import Committer
from services.engine.creation import MatchFactory
from services.match.commands import MOST_UNDOS, Choose, TimeOut
from services.match.log import CHOOSE, CLOCK, HAND_OVER, TAKE_SEAT, UNDO, Entry, encode
from services.process.clock import now_ms
from services.process.refusals import detail_of
from services.rpc.tokens import Caller
from services.store.connection import connect_multiplexed
from services.store.matchlog import MatchLog, key
from tests.services.conftest import bearer, channel_to, eventually
from tests.services.engine.conftest import Engine

PASS = 9
"""The last option of a turn of Barrow without coins."""


async def refused(call) -> str:
    """The reason a call was refused for."""
    with pytest.raises(grpc.RpcError) as caught:
        await call
    return ErrorReason.Name(detail_of(caught.value).reason).removeprefix("ERROR_REASON_")


async def test_games_are_listed_by_registration_alone(worker) -> None:
    listed = (await worker.stub.ListGames(pb.ListGamesRequest())).games
    barrow = next(game for game in listed if game.id == "barrow")
    assert [scenario.id for scenario in barrow.scenarios] == ["duel", "company"]
    assert [len(seating.roles) for seating in barrow.scenarios[1].seatings] == [2, 3]
    polish = await worker.stub.GetGame(pb.GetGameRequest(game="barrow", language=match_pb2.LANGUAGE_POLISH))
    assert polish.game.title == "Kurhan"
    assert len(polish.components) == len(load("barrow").components(load("barrow").setting()))


async def test_a_match_is_played_to_its_end_and_the_seed_fits_the_commitment(worker) -> None:
    match = await worker.new_match()
    began = (await worker.stub.GetMatch(pb.GetMatchRequest(match_id=match.id), metadata=worker.admin)).match
    assert not began.HasField("end")
    info = await worker.play_out(match)
    assert info.end.outcome.winners
    assert hashlib.sha256(info.end.seed).hexdigest() == began.commitment
    replayed = load("barrow").new_match("duel", 2, info.end.seed)
    assert replayed.commitment == began.commitment


async def test_making_a_match_again_gives_the_same_match(worker) -> None:
    first = await worker.new_match(match_id="same-match-1")
    await worker.choose(first, 0)
    again = await worker.new_match(match_id="same-match-1")
    assert (await worker.see(again, 1)).version == 1
    players = [pb.SeatHolder(player="someone"), pb.SeatHolder(player="else")]
    request = pb.CreateMatchRequest(match_id="same-match-1", game="barrow", scenario="duel", seats=players)
    assert await refused(worker.stub.CreateMatch(request, metadata=worker.admin)) == "MATCH_EXISTS"


async def test_many_matches_are_made_in_one_call_each_by_itself(worker, service) -> None:
    players = [pb.SeatHolder(player="ann"), pb.SeatHolder(player="bob")]
    requests = [
        pb.CreateMatchRequest(game="barrow", scenario=scenario, seats=players)
        for scenario in ("duel", "siege", "company")
    ]
    answer = await worker.stub.CreateMatches(pb.CreateMatchesRequest(matches=requests), metadata=service)
    matches = [one.created.match for one in answer.matches if one.HasField("created")]
    assert [match.scenario for match in matches] == ["duel", "company"]
    assert answer.matches[1].error.reason == ErrorReason.ERROR_REASON_UNKNOWN_SCENARIO
    many = pb.CreateMatchesRequest(matches=requests * 100)
    assert await refused(worker.stub.CreateMatches(many, metadata=service)) == "INVALID_ARGUMENT"
    assert await refused(worker.stub.CreateMatches(many)) == "UNAUTHENTICATED"


async def test_what_is_refused_and_why(worker) -> None:
    match = await worker.new_match()
    decision = (await worker.see(match, 0)).decision
    assert await refused(worker.choose(match, 0, 99)) == "ILLEGAL_CHOICE"
    assert await refused(worker.choose(match, 0, -1)) == "ILLEGAL_CHOICE"
    assert await refused(worker.choose(match, 0, 0, decision.version + 7)) == "STALE_VERSION"
    await worker.choose(match, 0)
    assert await refused(worker.choose(match, 0, 0, decision.version)) == "STALE_VERSION"
    assert await refused(worker.choose(match, 0, 0, 1)) == "NOT_YOUR_TURN"
    request = pb.ChooseRequest(match_id=match.id, seat=1, version=0, index=0)
    assert await refused(worker.stub.Choose(request, metadata=match.auth(0))) == "FORBIDDEN"
    assert await refused(worker.stub.Choose(request)) == "UNAUTHENTICATED"
    assert await refused(worker.stub.Choose(request, metadata=bearer("nonsense"))) == "UNAUTHENTICATED"
    assert await refused(worker.stub.Observe(pb.ObserveRequest(match_id="no-such-match"))) == "UNKNOWN_MATCH"
    big = pb.ChooseRequest(match_id="x" * 100_000)
    assert await refused(worker.stub.Choose(big, metadata=match.auth(0))) == "TOO_LARGE"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "UNKNOWN_GAME"),
        ({"scenario": "siege"}, "UNKNOWN_SCENARIO"),
        ({"options": {"rounds": "17"}}, "BAD_OPTION"),
        ({"options": {"rounds": "{"}}, "BAD_OPTION"),
        ({"options": {"colour": "1"}}, "BAD_OPTION"),
        ({"game": "bofa", "scenario": "battle", "options": {"pack": '"/srv/pack"'}}, "BAD_OPTION"),
        ({"people": 5}, "INVALID_ARGUMENT"),
        ({"match_id": "a b"}, "INVALID_ARGUMENT"),
        ({"seed": b"short"}, "INVALID_ARGUMENT"),
        ({"clock": match_pb2.ClockRules(bank_ms=-1)}, "INVALID_ARGUMENT"),
        ({"clock": match_pb2.ClockRules(absence_ms=400)}, "INVALID_ARGUMENT"),
        ({"join_within_ms": -1}, "INVALID_ARGUMENT"),
    ],
)
async def test_bad_settings_are_named(worker, change, reason) -> None:
    assert await refused(worker.new_match(**change)) == reason


async def test_an_unknown_bot_is_named_with_those_there_are(worker) -> None:
    request = pb.CreateMatchRequest(game="barrow", seats=[pb.SeatHolder(bot="hal")] * 2)
    with pytest.raises(grpc.RpcError) as caught:
        await worker.stub.CreateMatch(request, metadata=worker.admin)
    assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_UNKNOWN_BOT
    assert "random" in detail_of(caught.value).allowed


async def test_only_services_make_matches_and_only_admins_choose_seeds(worker, service, keyring) -> None:
    request = pb.CreateMatchRequest(game="barrow", seats=[pb.SeatHolder(player="a"), pb.SeatHolder()])
    assert await refused(worker.stub.CreateMatch(request)) == "UNAUTHENTICATED"
    player = bearer(keyring.mint("player", "ann", 60))
    assert await refused(worker.stub.CreateMatch(request, metadata=player)) == "FORBIDDEN"
    request.seed = bytes(16)
    assert await refused(worker.stub.CreateMatch(request, metadata=service)) == "FORBIDDEN"
    created = await worker.stub.CreateMatch(request, metadata=worker.admin)
    assert created.match.commitment


async def test_a_player_token_with_other_scopes_does_not_play(worker, keyring) -> None:
    match = await worker.new_match()
    request = pb.ObserveRequest(match_id=match.id, seat=0)
    hosting, playing = (bearer(keyring.mint("player", "p0", 60, scopes=scopes)) for scopes in ("host", "play host"))
    assert await refused(worker.stub.Observe(request, metadata=hosting)) == "FORBIDDEN"
    assert (await worker.stub.Observe(request, metadata=playing)).update.match_id == match.id


async def test_an_answer_tells_what_the_choice_brought_about(worker) -> None:
    match = await worker.new_match()
    await worker.choose(match, 0, 1)
    update = await worker.choose(match, 1, 0, language=match_pb2.LANGUAGE_ENGLISH)
    assert update.events
    assert all(event.text for event in update.events)
    concede = pb.ConcedeRequest(match_id=match.id, seat=0, language=match_pb2.LANGUAGE_POLISH)
    update = (await worker.stub.Concede(concede, metadata=match.auth(0))).update
    assert [event.text for event in update.events] == ["Czerwony włamywacz poddaje się"]


async def test_an_answer_tells_nothing_of_what_others_did_before(worker, other) -> None:
    """A worker that was behind when it was asked: it has caught up, and tells what the choice itself brought about."""
    match = await worker.new_match()
    await other.see(match)
    first = await worker.choose(match, 0, 1, 0)
    undone = (await worker.stub.Undo(pb.UndoRequest(match_id=match.id, seat=0), metadata=match.auth(0))).update
    assert [event.kind for event in undone.events] == ["undone"]
    second = await other.choose(match, 1, 0, 0)
    assert (first.version, second.version) == (1, 3)
    assert [event.kind for event in second.events] == [event.kind for event in first.events]
    assert not second.undone


async def test_a_folder_of_the_server_cannot_be_named(worker, tmp_path) -> None:
    players = [pb.SeatHolder(player="ann"), pb.SeatHolder(player="bob")]
    for pack in (str(tmp_path), "../packs", "engine@0123456789abcdef"):
        request = pb.CreateMatchRequest(game="bofa", seats=players, options={"pack": json.dumps(pack)})
        with pytest.raises(grpc.RpcError, match=r"there is no pack .* here; allowed: reconstruction"):
            await worker.stub.CreateMatch(request, metadata=worker.admin)
    shipped = pb.CreateMatchRequest(game="bofa", seats=players, options={"pack": '"reconstruction"'})
    assert (await worker.stub.CreateMatch(shipped, metadata=worker.admin)).match.options["pack"]


async def test_components_and_words_are_those_of_the_pack_in_use(worker, tmp_path) -> None:
    bofa = load("bofa")
    folder = Path(shutil.copytree(str(files("engine.games.bofa") / "data" / "reconstruction"), tmp_path / "own"))
    for file, old, new in (
        ("board.toml", "Ravenhill", "Old Ravenhill"),
        ("characters.toml", "Bard the Bowman", "Bard the Grim"),
    ):
        text = (folder / file).read_text(encoding="utf-8")
        (folder / file).write_text(text.replace(f'"{old}"', f'"{new}"'), encoding="utf-8")
    options = {"pack": json.dumps(bofa.packs.load(str(folder)))}  # as a plugin of the server would
    game = await worker.stub.GetGame(pb.GetGameRequest(game="bofa", options=options))
    assert {"Old Ravenhill", "Bard the Grim"} < {component.name for component in game.components}
    shipped = await worker.stub.GetGame(pb.GetGameRequest(game="bofa"))
    assert {"Ravenhill", "Bard the Bowman"} < {component.name for component in shipped.components}
    layout = json.loads((await worker.stub.GetLayout(pb.GetLayoutRequest(game="bofa", options=options))).layout)
    assert "Old Ravenhill" in [place["name"]["en"] for place in layout["map"]["places"]]
    match = await worker.new_match(game="bofa", scenario="battle", options=options)
    info = (await worker.stub.GetMatch(pb.GetMatchRequest(match_id=match.id), metadata=worker.admin)).match
    of_match = await worker.stub.GetGame(
        pb.GetGameRequest(game=info.game, scenario=info.scenario, options=info.options)
    )
    assert of_match.components == game.components
    labels = [
        option.label for option in (await worker.see(match, 0, language=match_pb2.LANGUAGE_ENGLISH)).decision.options
    ]
    assert "Activate Bard the Grim" in labels


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (pb.GetGameRequest(game="barrow", scenario="siege"), "UNKNOWN_SCENARIO"),
        (pb.GetGameRequest(game="barrow", options={"rounds": "17"}), "BAD_OPTION"),
        (pb.GetGameRequest(game="bofa", options={"pack": '"/srv/pack"'}), "BAD_OPTION"),
    ],
)
async def test_components_of_a_setting_that_there_is_not(worker, request_, reason) -> None:
    assert await refused(worker.stub.GetGame(request_)) == reason


async def test_a_repeated_request_chooses_once(worker) -> None:
    match = await worker.new_match()
    first = await worker.choose(match, 0, 1, 0, request_id="one")
    again = await worker.choose(match, 0, 1, 0, request_id="one")
    assert first.version == again.version == 1


async def test_a_request_id_is_for_one_choice(worker, other) -> None:
    match = await worker.new_match()
    await worker.choose(match, 0, 1, 0, request_id="one")

    def again(version: int, index: int, at=worker) -> str:
        return refused(at.choose(match, 0, index, version, request_id="one"))

    assert await again(0, 0) == "STALE_VERSION"
    await worker.stub.Undo(pb.UndoRequest(match_id=match.id, seat=0), metadata=match.auth(0))
    for at in (worker, other):
        decision = (await at.see(match, 0)).decision
        assert await again(decision.version, 1, at) == "INVALID_ARGUMENT"
    assert (await worker.choose(match, 0, 0, decision.version, request_id="two")).version == 3
    long = "x" * 64
    assert await refused(worker.choose(match, 1, 0, request_id=long + "y")) == "INVALID_ARGUMENT"
    await worker.choose(match, 1, 0, request_id=long)


@pytest.mark.parametrize("snapshot_every", [3, 1000])
async def test_a_request_id_is_known_for_the_whole_match(settings, store, admin, snapshot_every) -> None:
    """Also to a worker that has the match from a snapshot, or from its whole log. Each seat has ids of its own."""
    settings = settings.having(snapshot_every=snapshot_every)
    turns = [(version, version % 2, f"id {version // 2}") for version in range(8)]
    async with channel_to(setup, settings) as channel:
        worker = Engine(channel, admin)
        match = await worker.new_match(options={"rounds": "3", "coins": "0"})
        for version, seat, request_id in turns:
            await worker.choose(match, seat, PASS, version, request_id=request_id)
    async with channel_to(setup, settings) as channel:
        worker = Engine(channel, admin)
        for version, seat, request_id in turns:
            assert await refused(worker.choose(match, seat, PASS, 8, request_id=request_id)) == "INVALID_ARGUMENT"
            assert await refused(worker.choose(match, seat, 0, version, request_id=request_id)) == "STALE_VERSION"
            assert (await worker.choose(match, seat, PASS, version, request_id=request_id)).version == 8
        assert (await worker.choose(match, 0, PASS, 8, request_id="id 4")).version == 9


async def test_both_answer_a_secret_bid_at_the_version_it_was_asked(worker) -> None:
    match = await worker.new_match()
    await worker.choose(match, 0, 1, 0)
    assert (await worker.see(match, 1)).decision.version == 0
    await worker.choose(match, 1, 0, 0)
    assert (await worker.see(match, 0)).version == 2


async def test_a_choice_is_undone_or_the_undo_is_refused(worker) -> None:
    match = await worker.new_match()
    await worker.choose(match, 0, 1)
    undo = pb.UndoRequest(match_id=match.id, seat=0, language=match_pb2.LANGUAGE_ENGLISH)
    update = (await worker.stub.Undo(undo, metadata=match.auth(0))).update
    assert update.version == 2
    assert list(update.waiting_for) == [0, 1]
    await worker.choose(match, 0, 0)
    await worker.choose(match, 1, 0)
    assert await refused(worker.stub.Undo(undo, metadata=match.auth(0))) == "UNDO_REFUSED"


async def test_why_an_undo_is_refused_is_said_in_the_language_of_who_asks(worker) -> None:
    match = await worker.new_match()

    async def why(seat: int, language: int) -> str:
        undo = pb.UndoRequest(match_id=match.id, seat=seat, language=language)
        with pytest.raises(grpc.RpcError) as caught:
            await worker.stub.Undo(undo, metadata=match.auth(seat))
        assert detail_of(caught.value).message == caught.value.details()
        return caught.value.details()

    assert await why(0, match_pb2.LANGUAGE_ENGLISH) == "Nothing has been chosen yet."
    assert await why(0, match_pb2.LANGUAGE_POLISH) == "Nikt jeszcze nie wybierał."
    await worker.stub.HandOverSeat(pb.HandOverSeatRequest(match_id=match.id, seat=0), metadata=match.auth(0))
    assert (await why(0, match_pb2.LANGUAGE_POLISH)).startswith("Miejsce 0 zajmuje bot")


async def test_what_was_chosen_at_one_worker_is_undone_at_another(worker, other) -> None:
    match = await worker.new_match()
    await other.see(match)
    await worker.choose(match, 0, 1)
    undone = (await other.stub.Undo(pb.UndoRequest(match_id=match.id, seat=0), metadata=match.auth(0))).update
    assert list(undone.waiting_for) == [0, 1]


async def test_nobody_changes_their_mind_for_ever(worker, store) -> None:
    match = await worker.new_match(match_id="to-and-fro")
    log = []
    for number in range(MOST_UNDOS):
        log += [Entry(CHOOSE, 0, 0, f"c{number}", 1), Entry(UNDO, 0, 0, f"u{number}")]
        log += [Entry(HAND_OVER, 1, 0, f"h{number}"), Entry(TAKE_SEAT, 1, 0, f"t{number}")]
    await store.rpush(key(match.id, "log"), *map(encode, log))
    await worker.choose(match, 0, 1)
    undo, hand = pb.UndoRequest(match_id=match.id, seat=0), pb.HandOverSeatRequest(match_id=match.id, seat=1)
    assert await refused(worker.stub.Undo(undo, metadata=match.auth(0))) == "UNDO_REFUSED"
    assert await refused(worker.stub.HandOverSeat(hand, metadata=match.auth(1))) == "FORBIDDEN"
    await store.rpush(key(match.id, "log"), encode(Entry(HAND_OVER, 1, 0, "clock", cause=CLOCK)))
    take = pb.TakeSeatRequest(match_id=match.id, seat=1)
    assert await refused(worker.stub.TakeSeat(take, metadata=match.auth(1))) == "FORBIDDEN"
    assert await refused(worker.choose(match, 1)) == "FORBIDDEN"
    call = worker.stub.Watch(pb.WatchRequest(match_id=match.id, seat=1), metadata=match.auth(1))
    assert (await call.read()).update.seats[1].holder == match_pb2.HOLDER_BOT  # who comes back may still look on
    call.cancel()


async def test_conceding_ends_a_duel(worker) -> None:
    match = await worker.new_match()
    update = (await worker.stub.Concede(pb.ConcedeRequest(match_id=match.id, seat=0), metadata=match.auth(0))).update
    assert list(update.end.outcome.winners) == [1]
    assert update.end.outcome.reason == "conceded"
    assert await refused(worker.choose(match, 1, 0, 1)) == "MATCH_OVER"


async def test_a_side_concedes_when_all_its_people_have(worker) -> None:
    match = await worker.new_match(3, scenario="company", options={"allies": "true"})
    concede = pb.ConcedeRequest(match_id=match.id, seat=0)
    update = (await worker.stub.Concede(concede, metadata=match.auth(0))).update
    assert not update.HasField("end")
    assert update.seats[0].holder == match_pb2.HOLDER_BOT
    assert update.seats[0].conceded
    concede.seat = 2
    update = (await worker.stub.Concede(concede, metadata=match.auth(2))).update
    assert list(update.end.outcome.winners) == [1]


async def test_a_seat_is_handed_to_a_bot_and_taken_back(worker, service) -> None:
    match = await worker.new_match()
    hand = pb.HandOverSeatRequest(match_id=match.id, seat=0, bot="greedy")
    update = (await worker.stub.HandOverSeat(hand, metadata=match.auth(0))).update
    assert (update.seats[0].holder, update.seats[0].bot) == (match_pb2.HOLDER_BOT, "greedy")
    take = pb.TakeSeatRequest(match_id=match.id, seat=0)
    update = (await worker.stub.TakeSeat(take, metadata=match.auth(0))).update
    assert update.seats[0].holder == match_pb2.HOLDER_PERSON
    late = pb.ChooseRequest(match_id=match.id, seat=0, version=0, index=0)
    assert await refused(worker.stub.Choose(late, metadata=service)) == "FORBIDDEN"


async def test_a_person_who_acts_has_the_seat_again(worker) -> None:
    match = await worker.new_match()
    await worker.stub.HandOverSeat(pb.HandOverSeatRequest(match_id=match.id, seat=0), metadata=match.auth(0))
    update = await worker.choose(match, 0, 0, 0)
    assert update.seats[0].holder == match_pb2.HOLDER_PERSON
    assert update.version == 2


async def test_a_choice_that_is_refused_leaves_the_seat_to_the_bot(worker) -> None:
    match = await worker.new_match()
    await worker.stub.HandOverSeat(pb.HandOverSeatRequest(match_id=match.id, seat=0), metadata=match.auth(0))
    assert await refused(worker.choose(match, 0, 99, 0)) == "ILLEGAL_CHOICE"
    assert await refused(worker.choose(match, 0, 0, 7)) == "STALE_VERSION"
    update = await worker.see(match, 0)
    assert (update.version, update.seats[0].holder) == (1, match_pb2.HOLDER_BOT)


async def test_who_has_conceded_cannot_choose(worker) -> None:
    match = await worker.new_match(3, scenario="company", options={"allies": "true"})
    await worker.stub.Concede(pb.ConcedeRequest(match_id=match.id, seat=0), metadata=match.auth(0))
    assert await refused(worker.choose(match, 0, 0, 0)) == "FORBIDDEN"


async def test_a_clock_that_runs_out_seats_a_bot_until_the_person_returns(worker, store) -> None:
    match = await worker.new_match(clock=match_pb2.ClockRules(bank_ms=150, increment_ms=50))

    async def handed():
        update = await worker.see(match, 0)
        return update if update.seats[0].holder == match_pb2.HOLDER_BOT else None

    update = await eventually(handed)
    assert update.clocks[0].left_ms == 0
    assert await store.llen("ai.barrow.1") >= 1
    call = worker.stub.Watch(pb.WatchRequest(match_id=match.id, seat=0), metadata=match.auth(0))
    update = (await call.read()).update
    assert update.seats[0].holder == match_pb2.HOLDER_PERSON
    call.cancel()


async def test_somebody_gone_for_long_is_replaced_and_somebody_there_is_not(worker) -> None:
    match = await worker.new_match(clock=match_pb2.ClockRules(absence_ms=1_000))
    call = worker.stub.Watch(pb.WatchRequest(match_id=match.id, seat=1), metadata=match.auth(1))
    await call.read()

    async def handed():
        update = await worker.see(match)
        return update.seats if update.seats[0].holder == match_pb2.HOLDER_BOT else None

    seats = await eventually(handed)
    assert seats[1].holder == match_pb2.HOLDER_PERSON
    call.cancel()


async def test_words_come_in_the_language_asked_for(worker) -> None:
    match = await worker.new_match()
    assert (await worker.see(match, 0)).decision.options[0].label == ""
    english = await worker.see(match, 0, match_pb2.LANGUAGE_ENGLISH)
    polish = await worker.see(match, 0, match_pb2.LANGUAGE_POLISH)
    assert (english.decision.prompt, polish.decision.prompt) == ("Bid for the first turn", "Licytuj pierwszą turę")
    assert json.loads(english.decision.options[2].data) == ["bid", 2]
    assert await refused(worker.see(match, 0, 9)) == "INVALID_ARGUMENT"


async def test_private_matches_need_a_token_to_watch(worker) -> None:
    match = await worker.new_match(private=True)
    watch = pb.ObserveRequest(match_id=match.id)
    assert await refused(worker.stub.Observe(watch)) == "UNAUTHENTICATED"
    other = await worker.new_match(private=True)
    assert await refused(worker.stub.Observe(watch, metadata=other.watcher())) == "FORBIDDEN"
    assert (await worker.stub.Observe(watch, metadata=match.watcher())).update.version == 0


async def test_a_world_is_another_match_that_looks_the_same(worker, service) -> None:
    match = await worker.new_match()
    request = pb.DealWorldsRequest(match_id=match.id, seat=0, count=8)
    answer = await worker.stub.DealWorlds(request, metadata=service)
    assert (answer.has_decision, answer.decision_version, answer.option_count) == (True, 0, 3)
    worlds = [restore(snapshot) for snapshot in answer.worlds]
    observation = json.loads((await worker.see(match, 0)).observation)
    assert all(world.observation(0) == observation for world in worlds)
    assert len({tuple(world.state.hands[1]) for world in worlds}) > 1
    assert await refused(worker.stub.DealWorlds(request, metadata=match.auth(1))) == "FORBIDDEN"


async def test_no_world_is_dealt_for_a_seat_that_has_no_decision(worker, service) -> None:
    match = await worker.new_match()
    await worker.choose(match, 0)
    answer = await worker.stub.DealWorlds(pb.DealWorldsRequest(match_id=match.id, seat=0), metadata=service)
    assert (answer.has_decision, answer.option_count, list(answer.worlds)) == (False, 0, [])


async def test_the_same_id_with_any_other_setting_is_refused(worker) -> None:
    players = [pb.SeatHolder(player="ann", bot="random"), pb.SeatHolder(player="bob", bot="random")]

    def request(**change) -> pb.CreateMatchRequest:
        fields = {"match_id": "settings-1", "game": "barrow", "scenario": "duel", "seats": players, **change}
        return pb.CreateMatchRequest(**fields)

    first = await worker.stub.CreateMatch(request(), metadata=worker.admin)
    again = await worker.stub.CreateMatch(request(options={"rounds": "2"}), metadata=worker.admin)  # the default
    assert again.match.commitment == first.match.commitment
    for change in (
        {"options": {"rounds": "3"}},
        {"seats": [players[0], pb.SeatHolder(player="bob", bot="greedy")]},
        {"clock": match_pb2.ClockRules(bank_ms=60_000)},
        {"private": True},
        {"seed": bytes(16)},
    ):
        assert await refused(worker.stub.CreateMatch(request(**change), metadata=worker.admin)) == "MATCH_EXISTS"


async def test_a_seat_may_ask_for_a_few_worlds_and_a_service_for_many(worker, service) -> None:
    match = await worker.new_match()
    few, many = (pb.DealWorldsRequest(match_id=match.id, seat=0, count=count) for count in (8, 64))
    assert len((await worker.stub.DealWorlds(few, metadata=match.auth(0))).worlds) == 8
    assert await refused(worker.stub.DealWorlds(many, metadata=match.auth(0))) == "INVALID_ARGUMENT"
    assert len((await worker.stub.DealWorlds(many, metadata=service)).worlds) == 64


async def test_who_has_answered_just_before_the_hand_over_keeps_the_seat(settings, store, keyring) -> None:
    """The sweep saw a clock run out, and the person answered before it could hand the seat over."""
    connection = connect_multiplexed(store, settings.store.redis_url)
    now = [1_000]
    committer = Committer(MatchLog(connection, "w1"), settings, "w1", lambda hosted, entry: None, lambda: now[0])
    factory = MatchFactory(committer, keyring, settings, ("barrow",), lambda: now[0])
    players = [pb.SeatHolder(player="ann"), pb.SeatHolder(player="bob")]
    request = pb.CreateMatchRequest(
        game="barrow", scenario="duel", seats=players, clock=match_pb2.ClockRules(bank_ms=500)
    )
    replica = await committer.get((await factory.create(request, Caller("admin", "operator"))).match.match_id)
    await committer.commit(replica, Choose(0, 0, 0, "seat"))
    now[0] += 600
    for seat in (0, 1):
        await committer.commit(replica, TimeOut(seat))
    assert [seat.held_by_bot for seat in replica.hosted.seats] == [False, True]
    await connection.close()


# -- what frontends draw from


async def test_a_layout_is_given_for_a_setting(worker) -> None:
    answer = await worker.stub.GetLayout(pb.GetLayoutRequest(game="wotr", scenario="duel"))
    layout = json.loads(answer.layout)
    assert [seat["reference"] for seat in layout["seats"]] == ["seat:gandalf", "seat:witch-king"]
    assert await refused(worker.stub.GetLayout(pb.GetLayoutRequest(game="wotr", scenario="x"))) == "UNKNOWN_SCENARIO"
    assert (await worker.stub.GetLayout(pb.GetLayoutRequest(game="barrow"))).layout == ""


async def test_the_types_of_a_game_are_given(worker) -> None:
    answer = await worker.stub.GetSchema(pb.GetSchemaRequest(game="wotr"))
    assert "WotrView" in json.loads(answer.observation_schema)["$defs"]
    assert "export interface WotrView {" in answer.observation_types
    assert "export interface Layout {" in answer.layout_types
    assert [one["name"] for one in json.loads(answer.vocabulary)["options"]["play"]["arguments"]] == ["card", "to"]
    assert (await worker.stub.GetSchema(pb.GetSchemaRequest(game="barrow"))).observation_schema == ""


async def test_options_events_and_causes_go_out_by_reference(worker) -> None:
    request = pb.CreateMatchRequest(game="wotr", scenario="trilogy", seats=[pb.SeatHolder(player="p")] * 4)
    made = await worker.stub.CreateMatch(request, metadata=worker.admin)
    seen = pb.ObserveRequest(match_id=made.match.match_id, seat=0, language=match_pb2.LANGUAGE_ENGLISH)
    decision = (await worker.stub.Observe(seen, metadata=worker.admin)).update.decision
    option = decision.options[0]
    assert json.loads(option.data) == ["cycle", option.touches[0]]
    assert (option.verb, option.group, list(decision.groups)) == ("cycle", "cycle", ["cycle"])
    assert json.loads(decision.cause) == ["opening"]
    assert decision.prompt == "Opening hand: choose a card to cycle"
    choose = pb.ChooseRequest(match_id=made.match.match_id, seat=0, version=decision.version, index=0)
    (cycled,) = (await worker.stub.Choose(choose, metadata=worker.admin)).update.events
    assert json.loads(cycled.data) == ["seat:frodo", option.touches[0]]
    assert list(cycled.touches) == ["seat:frodo", option.touches[0]]


async def test_who_has_a_stream_open_is_there(worker, store) -> None:
    match = await worker.new_match(people=2, bots=0)
    request = pb.GetPresenceRequest(match_id=match.id)

    async def present() -> list[tuple[int, bool]]:
        return [(one.seat, one.present) for one in (await worker.stub.GetPresence(request)).seats]

    assert await present() == [(0, False), (1, False)]
    watching = worker.stub.Watch(pb.WatchRequest(match_id=match.id, seat=1), metadata=match.auth(1))
    await anext(aiter(watching))
    assert await present() == [(0, False), (1, True)]
    watching.cancel()
    await store.hset(key(match.id, "presence"), 0, now_ms())  # as another worker notes
    assert (0, True) in await present()


async def test_presence_in_a_private_match_is_for_those_who_may_watch_it(worker) -> None:
    match = await worker.new_match(private=True)
    request = pb.GetPresenceRequest(match_id=match.id)
    assert await refused(worker.stub.GetPresence(request)) == "UNAUTHENTICATED"
    assert len((await worker.stub.GetPresence(request, metadata=match.auth(0))).seats) == 2
