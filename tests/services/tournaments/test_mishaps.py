"""What goes wrong on the way: calls that fail for one match, directors who die, bots that change, people who leave."""

import asyncio
import random
from typing import Any

import grpc
import msgspec
import pytest
from google.protobuf.message import Message

from services.api import tournaments_pb2 as pb
from services.api.engine_pb2 import AnnulMatchesRequest, GetMatchesRequest
from services.process.clock import now_ms
from services.rpc.clients import ServiceClients
from services.tournaments import director as directing
from services.tournaments.director import Director
from services.tournaments.engine_tables import EngineTables
from services.tournaments.replica import Replicas
from services.tournaments.results import ArchiveFeed
from tests.services.conftest import eventually
from tests.services.tournaments.conftest import PATIENCE, Hall
from tests.services.tournaments.people import Habits, Person, playing
from tests.services.tournaments.test_directors import Killed, backstage, check_all

SECOND = 1 / 60


class Poison:
    """Lets an engine refuse every call that names one match."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.match_id = ""
        original = ServiceClients.engine
        monkeypatch.setattr(ServiceClients, "engine", lambda clients, game: Poisoned(self, original(clients, game)))

    def refuses(self, request: Message) -> bool:
        return bool(self.match_id) and self.match_id.encode() in request.SerializeToString()


class Poisoned:
    """The stub of an engine that refuses some calls."""

    def __init__(self, poison: Poison, stub: Any) -> None:
        self._poison, self._stub = poison, stub

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._stub, name)

        async def call(request: Message, **how: Any) -> Any:
            if name != "CreateMatches" and self._poison.refuses(request):
                raise grpc.aio.AioRpcError(
                    grpc.StatusCode.INTERNAL, grpc.aio.Metadata(), grpc.aio.Metadata(), "poisoned"
                )
            return await method(request, **how)

        return call


async def step_until_made(hall: Hall, tournament: str, director: Director) -> None:
    """Direct until the matches of the first round are made, which an engine that starts puts off."""

    async def is_made() -> bool:
        await director.step()
        return all(table.matches for table in (await hall.pairings(tournament)).tables)

    await eventually(is_made, PATIENCE)


def kinds(events: list[pb.TournamentEvent]) -> list[str]:
    return [one.kind for one in events]


async def test_one_match_that_spoils_every_call_holds_up_no_other(undirected: Hall, monkeypatch) -> None:
    hall = undirected
    tournament = await hall.create(
        pb.Stage(swiss=pb.SwissStage(rounds=1)), pace=pb.Pace(first_choice_minutes=SECOND, no_show="bot")
    )
    await hall.enter(tournament, "ann", "bob", "cat", "dan")
    await hall.start(tournament)
    poison = Poison(monkeypatch)
    async with backstage(hall) as (database, clients):
        director = Director(tournament, database, Replicas(database), clients)
        await director.take_over()
        await step_until_made(hall, tournament, director)
        poison.match_id = (await hall.pairings(tournament)).tables[0].matches[0].match_id

        async def sits_in(table: int) -> bool:
            try:
                await director.step()
            except grpc.RpcError:
                assert poison.match_id, "only what is poisoned fails"
            return any(place.bot_sits_in for place in (await hall.pairings(tournament)).tables[table].places)

        await eventually(lambda: sits_in(1), PATIENCE)
        assert not await sits_in(0), "nobody knows whether they came"
        for name in ("ann", "bob", "cat", "dan"):
            await hall.stub.Withdraw(pb.WithdrawRequest(tournament_id=tournament), metadata=hall.auth(name))
        cancel = pb.CancelTournamentRequest(tournament_id=tournament, reason="rain")
        await hall.stub.CancelTournament(cancel, metadata=hall.auth("gandalf"))
        with pytest.raises(grpc.RpcError):
            await director.step()
        assert kinds(await hall.events(tournament)).count("matches-ended") == 1
        poison.match_id = ""
        await director.step()
        assert kinds(await hall.events(tournament)).count("matches-ended") == 2
        await director.close()


class Clock:
    """The time of this machine, or one so much later."""

    def __init__(self) -> None:
        self.minutes_ahead = 0

    def __call__(self) -> int:
        return now_ms() + self.minutes_ahead * 60_000


async def test_who_never_came_is_found_out_when_the_time_of_the_round_is_over(undirected: Hall) -> None:
    """Nobody limits the time for a first choice, so engines are asked then and not before."""
    hall, clock = undirected, Clock()
    tournament = await hall.create(pb.Stage(swiss=pb.SwissStage(rounds=1)), pace=pb.Pace(hard_minutes=30))
    await hall.enter(tournament, "ann", "bob")
    await hall.start(tournament)

    async def awaited() -> str:
        request = GetMatchesRequest(match_ids=[f"{tournament}-1-1-1-1"])
        [match] = (await hall.engine.GetMatches(request, metadata=hall.admin)).matches
        return match.seats[match.waiting_for[0]].player

    async with backstage(hall) as (database, clients):
        director = Director(tournament, database, Replicas(database, clock), clients, clock)
        await director.take_over()
        await step_until_made(hall, tournament, director)
        came = await awaited()
        other = {"ann": "bob", "bob": "ann"}[came]

        async def is_next() -> bool:
            return await awaited() == other

        async with playing(tournament, Person(came, hall.stub, hall.auth(came))):
            await eventually(is_next, PATIENCE)
        await director.step()
        assert not {"asked", "arrived"}.intersection(kinds(await hall.events(tournament)))
        clock.minutes_ahead = 31
        await director.step()

        async def is_archived() -> bool:
            return bool(await ArchiveFeed(clients, tournament).legs_after(0))

        await eventually(is_archived, PATIENCE)
        await director.step()  # which unseals the record
        await director.close()
    assert {one.entrant: one.points for one in await hall.standings(tournament)} == {came: 2.0, other: 0.0}
    [forfeited] = [one for one in await hall.events(tournament) if one.kind == "forfeited"]
    assert forfeited.why == "the time of the round was over"
    assert other in forfeited.text
    assert await hall.faults(tournament) == []


async def test_who_dies_before_a_bot_has_the_seat_leaves_it_to_the_next(undirected: Hall, monkeypatch) -> None:
    hall = undirected
    tournament = await hall.create(
        pb.Stage(swiss=pb.SwissStage(rounds=1)),
        pace=pb.Pace(first_choice_minutes=SECOND, no_show="bot", legs="together"),
    )
    await hall.enter(tournament, "ann", "bob")
    await hall.start(tournament)
    async with backstage(hall) as (database, clients):
        director = Director(tournament, database, Replicas(database), clients)
        await director.take_over()
        await step_until_made(hall, tournament, director)

        async def hand_over(self: EngineTables, match_id: str, seat: int) -> bool:
            raise Killed("hand_over")

        async def dies() -> bool:
            with monkeypatch.context() as patch:
                patch.setattr(EngineTables, "hand_over", hand_over)
                try:
                    await director.step()
                except Killed:
                    return True
            return False

        await eventually(dies, PATIENCE)
        await director.close()
        heir = Director(tournament, database, Replicas(database), clients)
        await heir.take_over()
        await heir.step()
        await heir.close()
    ids = [match.match_id for match in (await hall.pairings(tournament)).tables[0].matches]
    found = await hall.engine.GetMatches(GetMatchesRequest(match_ids=ids), metadata=hall.admin)
    assert len(found.matches) == 2
    assert all(seat.holder for match in found.matches for seat in match.seats)
    sat = [msgspec.json.decode(one.data) for one in await hall.events(tournament) if one.kind == "bot-sat-in"]
    assert sorted(one["legs"] for one in sat) == [[0, 1], [0, 1]]


async def test_a_match_that_is_archived_already_is_not_played_again(undirected: Hall, monkeypatch) -> None:
    """A director makes it and dies; it ends and is archived just when the next has read the feed."""
    hall = undirected
    tournament = await hall.create(pb.Stage(swiss=pb.SwissStage(rounds=1)))
    await hall.enter(tournament, "ann", "bob")
    await hall.start(tournament)
    match = f"{tournament}-1-1-1-1"
    async with backstage(hall) as (database, clients):
        director = Director(tournament, database, Replicas(database), clients)
        await director.take_over()
        original = EngineTables._create

        async def create(self: EngineTables, *arguments: Any) -> Any:
            answers = await original(self, *arguments)
            if all(made.HasField("created") for _, made in answers):
                raise Killed("create")
            return answers

        async def dies() -> bool:
            try:
                await director.step()
            except Killed:
                return True
            return False

        with monkeypatch.context() as patch:
            patch.setattr(EngineTables, "_create", create)
            await eventually(dies, PATIENCE)
        await director.close()
        annul = AnnulMatchesRequest(match_ids=[match], reason="nobody knew of it")
        await hall.engine.AnnulMatches(annul, metadata=hall.admin)

        async def is_archived() -> bool:
            return bool(await ArchiveFeed(clients, tournament).legs_after(0))

        await eventually(is_archived, PATIENCE)
        heir = Director(tournament, database, Replicas(database), clients)
        await heir.take_over()
        page = ArchiveFeed.page
        read = 0

        async def page_before(self: ArchiveFeed, cursor: int) -> Any:
            nonlocal read
            read += 1
            return ([], cursor, True) if read == 1 else await page(self, cursor)

        monkeypatch.setattr(ArchiveFeed, "page", page_before)
        await heir.step()
        assert "matches-made" not in kinds(await hall.events(tournament))
        await heir.step()
        await heir.close()
    [refused] = [one for one in await hall.events(tournament) if one.kind == "leg-refused"]
    assert "annulled" in refused.why
    live = await hall.engine.GetMatches(GetMatchesRequest(match_ids=[match]), metadata=hall.admin)
    assert all(one.HasField("end") for one in live.matches), "nobody is to play it"


async def test_a_bot_of_another_version_plays_no_more(undirected: Hall, monkeypatch) -> None:
    hall = undirected
    tournament = await hall.create(pb.Stage(swiss=pb.SwissStage(rounds=2)))
    await hall.enter_bots(tournament, "random", "greedy", "random")
    await hall.start(tournament)
    present = directing.present_version
    changed = lambda bot, game: "greedy@0123" if bot == "greedy" else present(bot, game)  # noqa: E731
    async with backstage(hall) as (database, clients):
        director = Director(tournament, database, Replicas(database), clients)
        await director.take_over()
        await director.step()
        assert "withdrew" not in kinds(await hall.events(tournament))
        monkeypatch.setattr(directing, "present_version", changed)
        await director.step()
        await director.close()
    [withdrawal] = [one for one in await hall.events(tournament) if one.kind == "withdrew"]
    assert withdrawal.why == "is of another version now"
    polish = pb.ListTournamentEventsRequest(tournament_id=tournament, page_size=500, language=2)
    [told] = [one for one in (await hall.stub.ListTournamentEvents(polish)).events if one.kind == "withdrew"]
    assert (told.text, told.why) == ("greedy – wycofanie.", "to już inna wersja")


async def test_who_runs_out_of_time_forfeits_the_match_and_the_audit_says_so(hall: Hall) -> None:
    tournament = await hall.create(pb.Stage(swiss=pb.SwissStage(rounds=1)), clock=pb.TournamentClock(bank_seconds=2.0))
    await hall.enter(tournament, "ann", "bob")
    await hall.start(tournament)
    ann = Person("ann", hall.stub, hall.auth("ann"), Habits(), random.Random(1))
    slow = Person("bob", hall.stub, hall.auth("bob"), Habits(leaves_after=1), random.Random(1))
    async with playing(tournament, ann, slow):
        await hall.finished(tournament)
    events = await hall.events(tournament)
    lost = [msgspec.json.decode(one.data) for one in events if one.kind == "leg-forfeited"]
    bob = next(one.entrant for one in await entrants(hall, tournament) if one.name == "bob")
    assert [(one["entrant"], one["cause"]) for one in lost] == [(bob, "clock")] * 2
    assert {one.entrant: one.points for one in await hall.standings(tournament)} == {"ann": 2.0, "bob": 0.0}
    assert any("out of time" in one.text for one in events)
    await check_all(hall, tournament)


async def entrants(hall: Hall, tournament: str) -> list[pb.TournamentEntrant]:
    request = pb.ListTournamentEntrantsRequest(tournament_id=tournament)
    return list((await hall.stub.ListTournamentEntrants(request)).entrants)


async def test_nobody_plays_in_a_team_without_having_agreed(undirected: Hall) -> None:
    hall = undirected
    tournament = await hall.create(registration=pb.Registration(team_size=2, password="mellon"))

    async def register(player: str, **fields: Any) -> list[pb.TournamentEntrant]:
        request = pb.RegisterRequest(tournament_id=tournament, password="mellon", **fields)
        return list((await hall.stub.Register(request, metadata=hall.auth(player))).entrants)

    [team] = await register("sam", team="Gardeners", members=["frodo"])
    assert (team.checked_in, list(team.pending)) == (False, ["frodo"])
    with pytest.raises(grpc.RpcError, match="frodo"):
        await hall.stub.CheckIn(
            pb.CheckInRequest(tournament_id=tournament, name="Gardeners"), metadata=hall.auth("sam")
        )
    speak = pb.WithdrawRequest(tournament_id=tournament, name="Gardeners")
    with pytest.raises(grpc.RpcError):
        await hall.stub.Withdraw(speak, metadata=hall.auth("frodo"))
    [other] = await register("pippin", team="Tooks", members=["frodo"])
    assert list(other.pending) == ["frodo"], "who has not agreed is free"
    [agreed] = await register("frodo", team="Tooks")
    assert (agreed.checked_in, list(agreed.pending)) == (True, [])
    with pytest.raises(grpc.RpcError, match="entered already"):
        await register("frodo", team="Gardeners")
    [dragged] = await register("gandalf", team="Wizards", members=["radagast"])
    assert dragged.checked_in, "whom the host enters"


async def test_who_plays_in_a_team_speaks_for_it_without_naming_it(undirected: Hall) -> None:
    hall = undirected
    tournament = await hall.create(registration=pb.Registration(team_size=2, check_in_minutes=5))
    for player, mates in (("sam", ["frodo"]), ("frodo", [])):
        request = pb.RegisterRequest(tournament_id=tournament, team="Gardeners", members=mates)
        await hall.stub.Register(request, metadata=hall.auth(player))
    auth = hall.auth("frodo")
    checked_in = (await hall.stub.CheckIn(pb.CheckInRequest(tournament_id=tournament), metadata=auth)).entrant
    assert (checked_in.name, checked_in.checked_in) == ("Gardeners", True)
    withdrawn = (await hall.stub.Withdraw(pb.WithdrawRequest(tournament_id=tournament), metadata=auth)).entrant
    assert (withdrawn.name, withdrawn.withdrawn) == ("Gardeners", True)
    with pytest.raises(grpc.RpcError, match="pippin has not entered"):
        await hall.stub.CheckIn(pb.CheckInRequest(tournament_id=tournament), metadata=hall.auth("pippin"))


async def test_a_wrong_password_is_refused_and_many_at_once_hold_up_nobody(undirected: Hall) -> None:
    hall = undirected
    tournament = await hall.create(registration=pb.Registration(password="mellon"))

    async def register(player: str, password: str) -> bool:
        request = pb.RegisterRequest(tournament_id=tournament, password=password)
        try:
            await hall.stub.Register(request, metadata=hall.auth(player))
        except grpc.RpcError:
            return False
        return True

    tries = [("ann", "friend"), ("bob", "mellon"), ("cat", ""), ("dan", "mellon")]
    assert await asyncio.gather(*(register(*one) for one in tries)) == [False, True, False, True]


async def test_pairings_may_be_seen_and_set_before_a_round_begins(undirected: Hall) -> None:
    hall = undirected
    tournament = await hall.create(pace=pb.Pace(notice_minutes=60))
    await hall.enter(tournament, "ann", "bob", "cat", "dan")
    await hall.start(tournament)
    async with backstage(hall) as (database, clients):
        director = Director(tournament, database, Replicas(database), clients)
        await director.take_over()
        await director.step()
        before = await hall.pairings(tournament)
        assert (before.began_ms, [len(table.matches) for table in before.tables]) == (0, [0, 0])
        for one, other in (("dan", "ann"), ("bob", "ann")):
            again = pb.PairAgainRequest(
                tournament_id=tournament, reason="by request", fixed=[pb.FixedMeeting(one=one, other=other)]
            )
            await hall.stub.PairAgain(again, metadata=hall.auth("gandalf"))
            await director.step()
            first = (await hall.pairings(tournament)).tables[0]
            assert [place.entrant for place in first.places] == [one, other]
        await director.close()


async def test_an_update_brings_the_roles_of_its_setting(undirected: Hall) -> None:
    hall = undirected
    tournament = await hall.create(pb.Stage(pods=pb.PodsStage(sizes=[3])), setting=company())
    plan = pb.TournamentPlan(
        name="Duel",
        setting=pb.TournamentSetting(game="barrow", scenario="duel"),
        stages=[pb.Stage(swiss=pb.SwissStage(rounds=1))],
    )
    update = pb.UpdateTournamentRequest(tournament_id=tournament, plan=plan)
    await hall.stub.UpdateTournament(update, metadata=hall.auth("gandalf"))
    async with backstage(hall) as (database, _), Replicas(database).current(tournament) as replica:
        assert (set(replica.competition.roles), replica.competition.sides) == ({2}, 2)


def company() -> pb.TournamentSetting:
    return pb.TournamentSetting(game="barrow", scenario="company")
