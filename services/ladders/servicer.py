"""LaddersService over gRPC: decode, call a plain function, encode."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import engine
from services.api import ladders_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.ladders_pb2_grpc import LaddersServiceServicer
from services.ladders.database import Database, NameTaken
from services.ladders.export import as_csv, as_json
from services.ladders.ladder import new_entrants, new_ladder, new_outside_entrant, to_entrant, to_ladder, to_meeting
from services.ladders.model import FINISHED, PAUSED, RUNNING, EntrantRow, LadderRow, NewEntrant, now_ms
from services.ladders.ratings_cache import RatingsCache
from services.ladders.sequential_tests import curve, new_test
from services.ladders.versions import new_entrant, twin
from services.match import editions
from services.process.refusals import Refused, invalid
from services.process.settings import Settings
from services.rpc.admission import caller
from services.rpc.streams import Context
from services.rpc.tokens import Caller

DEFAULT_PAGE = 50
LARGEST_PAGE = 500
MOST_TESTS = 100
"""Tests in a list."""
EXPORT_PAGE = 1_000
"""Pairs read from the database at a time for an export."""
PIECE_BYTES = 256 * 1024
"""About how large a piece of an export is."""
WATCH_SECONDS = 1.0
"""How often a ladder that is watched is looked at."""


class LaddersServicer(LaddersServiceServicer):
    """LaddersService on one database."""

    def __init__(self, database: Database, ratings: RatingsCache, settings: Settings) -> None:
        self._database = database
        self._ratings = ratings
        self._games = editions.served_games(settings)

    # -- what changes a ladder

    async def CreateLadder(self, request: pb.CreateLadderRequest, context: Context) -> pb.CreateLadderResponse:
        caller().require("service")
        ladder = new_ladder(request.name, request.setting, self._games, paused=request.paused)
        await self._create(ladder, new_entrants(engine.load(ladder.game), request.entries))
        return pb.CreateLadderResponse(ladder=await self._ladder(ladder.ladder_id))

    async def EnterLadder(self, request: pb.EnterLadderRequest, context: Context) -> pb.EnterLadderResponse:
        who = caller()
        who.require("service", "player")
        ladder, entrants = await self._find(request.ladder_id)
        if ladder.is_test:
            raise invalid("Nobody enters a test but the two bots that it is of.")
        if ladder.state == FINISHED:
            raise invalid(f"The ladder {ladder.name!r} has had all its pairs; who enters would play nobody.")
        if who.kind == "player":
            who.require_scope("bot")
            new = [new_outside_entrant(who.name, request.entries, entrants)]
        else:
            new = new_entrants(engine.load(ladder.game), request.entries, len(entrants))
        rows = await asyncio.to_thread(self._database.enter, ladder.ladder_id, new, now_ms())
        return pb.EnterLadderResponse(entrants=[to_entrant(row, ladder.game) for row in rows])

    async def WithdrawEntrant(self, request: pb.WithdrawEntrantRequest, context: Context) -> pb.WithdrawEntrantResponse:
        who = caller()
        who.require("service", "player")
        ladder, entrants = await self._find(request.ladder_id)
        _check_entrant(request.entrant, entrants)
        _check_may_withdraw(who, entrants[request.entrant])
        await asyncio.to_thread(self._database.withdraw, ladder.ladder_id, request.entrant)
        row = entrants[request.entrant]._replace(withdrawn=True)
        return pb.WithdrawEntrantResponse(entrant=to_entrant(row, ladder.game))

    async def PauseLadder(self, request: pb.PauseLadderRequest, context: Context) -> pb.PauseLadderResponse:
        return pb.PauseLadderResponse(ladder=await self._set_state(request.ladder_id, PAUSED))

    async def ResumeLadder(self, request: pb.ResumeLadderRequest, context: Context) -> pb.ResumeLadderResponse:
        return pb.ResumeLadderResponse(ladder=await self._set_state(request.ladder_id, RUNNING))

    async def _set_state(self, ladder_id: str, state: str) -> pb.Ladder:
        caller().require("service")
        ladder, _ = await self._find(ladder_id)
        if ladder.state != FINISHED:
            await asyncio.to_thread(self._database.set_state, ladder.ladder_id, state)
        return await self._ladder(ladder.ladder_id)

    async def RunTest(self, request: pb.RunTestRequest, context: Context) -> pb.RunTestResponse:
        caller().require("service")
        parent, _ = await self._find(request.ladder_id)
        test = new_test(request, parent.ladder_id)
        setting = parent.read_setting()
        setting.most_pairs = test.most_pairs
        ladder = new_ladder("test", setting, self._games, is_test=True)
        test.test_id = ladder.ladder_id
        game = engine.load(ladder.game)
        first, second = new_entrant(game, request.first), new_entrant(game, request.second)
        second = twin(second) if second.fingerprint == first.fingerprint else second
        await self._create(ladder._replace(name=f"test {ladder.ladder_id}"), [first, second], test)
        return pb.RunTestResponse(test=test)

    async def CancelTest(self, request: pb.CancelTestRequest, context: Context) -> pb.CancelTestResponse:
        caller().require("service")
        await self._test(request.test_id)
        await asyncio.to_thread(self._database.cancel_test, request.test_id)
        return pb.CancelTestResponse(test=await self._test(request.test_id))

    async def _create(self, ladder: LadderRow, new: list[NewEntrant], test: pb.Test | None = None) -> None:
        try:
            await asyncio.to_thread(self._database.create, ladder, new, test)
        except NameTaken as error:
            message = f"There is a ladder {ladder.name!r} already."
            raise Refused(ErrorReason.ERROR_REASON_LADDER_EXISTS, message) from error

    # -- what anybody may read

    async def GetLadder(self, request: pb.GetLadderRequest, context: Context) -> pb.GetLadderResponse:
        return pb.GetLadderResponse(ladder=await self._ladder(request.ladder_id))

    async def ListLadders(self, request: pb.ListLaddersRequest, context: Context) -> pb.ListLaddersResponse:
        if request.game:
            editions.find(request.game, self._games)
        rows = await asyncio.to_thread(self._database.ladders, request.game)
        return pb.ListLaddersResponse(ladders=[to_ladder(row, []) for row in rows if row.game in self._games])

    async def GetStandings(self, request: pb.GetStandingsRequest, context: Context) -> pb.GetStandingsResponse:
        return pb.GetStandingsResponse(standings=await self._standings(request.ladder_id))

    async def ListStandings(self, request: pb.ListStandingsRequest, context: Context) -> pb.ListStandingsResponse:
        ladder, _ = await self._find(request.ladder_id)
        history = await asyncio.to_thread(self._database.history, ladder.ladder_id)
        return pb.ListStandingsResponse(standings=history)

    async def GetCrossTable(self, request: pb.GetCrossTableRequest, context: Context) -> pb.GetCrossTableResponse:
        ladder, entrants = await self._find(request.ladder_id)
        meetings = await asyncio.to_thread(self._database.meetings, ladder.ladder_id, len(entrants))
        return pb.GetCrossTableResponse(
            entrants=[to_entrant(row, ladder.game) for row in entrants], meetings=map(to_meeting, meetings)
        )

    async def ListPairs(self, request: pb.ListPairsRequest, context: Context) -> pb.ListPairsResponse:
        ladder, entrants = await self._find(request.ladder_id)
        size = request.page_size or DEFAULT_PAGE
        if not 1 <= size <= LARGEST_PAGE:
            raise invalid(f"A page has between 1 and {LARGEST_PAGE} pairs.")
        entrant = request.entrant if request.HasField("entrant") else None
        if entrant is not None:
            _check_entrant(entrant, entrants)
        opponent = request.opponent if request.HasField("opponent") else None
        if opponent is not None:
            if entrant in (None, opponent):
                raise invalid("Pairs are of an entrant against another; name both.")
            _check_entrant(opponent, entrants)
        before = _number_of(request.page_token)
        page = await asyncio.to_thread(self._database.page, ladder.ladder_id, size + 1, before, entrant, opponent)
        token = str(page[size - 1].number) if len(page) > size else ""
        return pb.ListPairsResponse(pairs=page[:size], next_page_token=token)

    async def WatchLadder(
        self, request: pb.WatchLadderRequest, context: Context
    ) -> AsyncIterator[pb.WatchLadderResponse]:
        last = None
        while True:
            ladder = await self._ladder(request.ladder_id)
            standings = await self._standings(request.ladder_id)
            if (ladder, standings) != last:
                yield pb.WatchLadderResponse(ladder=ladder, standings=standings)
                last = (ladder, standings)
            await asyncio.sleep(WATCH_SECONDS)

    async def GetTest(self, request: pb.GetTestRequest, context: Context) -> pb.GetTestResponse:
        return pb.GetTestResponse(test=await self._test(request.test_id))

    async def ListTests(self, request: pb.ListTestsRequest, context: Context) -> pb.ListTestsResponse:
        ladder, _ = await self._find(request.ladder_id)
        return pb.ListTestsResponse(tests=await asyncio.to_thread(self._database.tests, ladder.ladder_id, MOST_TESTS))

    async def GetTestCurve(self, request: pb.GetTestCurveRequest, context: Context) -> pb.GetTestCurveResponse:
        test = await self._test(request.test_id)
        points = await asyncio.to_thread(self._database.points_from, test.test_id, 0)
        return pb.GetTestCurveResponse(points=await asyncio.to_thread(curve, test, points))

    async def ExportLadder(
        self, request: pb.ExportLadderRequest, context: Context
    ) -> AsyncIterator[pb.ExportLadderResponse]:
        ladder, entrants = await self._find(request.ladder_id)
        pages = self._counted(ladder)
        if request.format == pb.EXPORT_FORMAT_CSV:
            texts = as_csv(entrants, pages)
        elif request.format in (pb.EXPORT_FORMAT_JSON, pb.EXPORT_FORMAT_UNSPECIFIED):
            texts = as_json(to_ladder(ladder, entrants), entrants, pages)
        else:
            raise invalid(f"There is no format {request.format}.", allowed=("EXPORT_FORMAT_JSON", "EXPORT_FORMAT_CSV"))
        while piece := await asyncio.to_thread(_next_piece, texts):
            yield pb.ExportLadderResponse(data=piece)

    def _counted(self, ladder: LadderRow) -> Iterator[list[pb.LadderPair]]:
        """Pairs that count, page by page: of those that had a number when the ladder was read, whose entrants were
        all there then."""
        after = -1
        while page := self._database.counted(ladder.ladder_id, EXPORT_PAGE, after, ladder.next_number):
            yield page
            after = page[-1].number

    # --

    async def _find(self, ladder_id: str) -> tuple[LadderRow, list[EntrantRow]]:
        """A ladder by id or name, with its entrants."""
        row = await asyncio.to_thread(self._database.find, ladder_id) if "\0" not in ladder_id else None
        if row is None or row.game not in self._games:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_LADDER, f"There is no ladder {ladder_id[:100]!r}.")
        return row, await asyncio.to_thread(self._database.entrants, row.ladder_id)

    async def _test(self, test_id: str) -> pb.Test:
        """A test by its id."""
        test = await asyncio.to_thread(self._database.test, test_id) if "\0" not in test_id else None
        if test is None:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_LADDER, f"There is no test {test_id[:100]!r}.")
        return test

    async def _ladder(self, ladder_id: str) -> pb.Ladder:
        return to_ladder(*await self._find(ladder_id))

    async def _standings(self, ladder_id: str) -> pb.Standings:
        """The standings of a ladder. Those of one that is played no more are of all its pairs."""
        ladder, entrants = await self._find(ladder_id)
        at_least = 0 if ladder.state == RUNNING else ladder.pairs
        return (await self._ratings.rated(ladder, entrants, at_least)).standings


def _check_entrant(number: int, entrants: list[EntrantRow]) -> None:
    if not 0 <= number < len(entrants):
        raise invalid(f"The ladder has no entrant {number}; its entrants are 0 to {len(entrants) - 1}.")


def _check_may_withdraw(who: Caller, entrant: EntrantRow) -> None:
    """Refuse a player who is not the entrant."""
    if who.kind != "player":
        return
    who.require_scope("bot")
    if not (entrant.outside and entrant.bot == who.name):
        raise Refused(
            ErrorReason.ERROR_REASON_FORBIDDEN, "A player token withdraws only the outside bot that it is of."
        )


def _number_of(page_token: str) -> int | None:
    """The pair before which a page begins; None for the first page."""
    if not page_token:
        return None
    if not page_token.isascii() or not page_token.isdigit() or len(page_token) > 9:
        raise invalid("The page token is not one of ours.")
    return int(page_token)


def _next_piece(texts: Iterator[bytes]) -> bytes:
    """The next piece of a file, of a size that is worth sending; empty at its end."""
    piece = bytearray()
    for text in texts:
        piece += text
        if len(piece) >= PIECE_BYTES:
            break
    return bytes(piece)
