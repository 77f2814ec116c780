"""Rematches: who had a seat in a match that has ended plays it again, with the seat of another."""

import pytest

from services.api import matchmaking_pb2 as pb
from services.api.engine_pb2 import ConcedeRequest, GetMatchRequest
from services.matchmaking.rematches import next_seats
from services.rpc.tokens import Keyring
from tests.services.conftest import bearer
from tests.services.matchmaking.test_matchmaking import Matchmaking, lobby, reason  # noqa: F401

Played = tuple[str, list[tuple]]
"""A match, and the metadata of its people by seat."""


async def play(lobby: Matchmaking, *names: str, **search) -> Played:  # noqa: F811
    """A match of guests that the first seat has conceded."""
    assignments = [await lobby.assigned(one) for one in [await lobby.ticket(name, **search) for name in names]]
    seats = sorted((seat.seat, bearer(seat.token)) for one in assignments for seat in one.seats)
    seat, auth = seats[0]
    match_id = assignments[0].match_id
    await lobby.engine.stub.Concede(ConcedeRequest(match_id=match_id, seat=seat), metadata=auth)
    return match_id, [auth for _, auth in seats]


async def ask(lobby: Matchmaking, match_id: str, auth) -> tuple[str, tuple]:  # noqa: F811
    """The ticket of who asks for a rematch, and the metadata of its owner."""
    answer = await lobby.stub.CreateRematch(pb.CreateRematchRequest(match_id=match_id), metadata=auth)
    return answer.ticket.ticket_id, bearer(answer.ticket_token)


async def wanting(lobby: Matchmaking, match_id: str, auth) -> list[int]:  # noqa: F811
    return list((await lobby.stub.GetRematch(pb.GetRematchRequest(match_id=match_id), metadata=auth)).seats)


async def names_in(lobby: Matchmaking, match_id: str, auth) -> list[str]:  # noqa: F811
    info = await lobby.engine.stub.GetMatch(GetMatchRequest(match_id=match_id), metadata=auth)
    return [seat.player for seat in info.match.seats]


@pytest.mark.parametrize(
    ("people", "sides", "then"),
    [
        ([0, 1], ["red", "blue"], {0: 1, 1: 0}),
        ([0, 1, 2, 3], ["red", "red", "blue", "blue"], {0: 2, 1: 3, 2: 0, 3: 1}),
        ([0, 1, 2], ["sauron", "heroes", "heroes"], {0: 1, 1: 2, 2: 0}),
        ([1, 2], ["sauron", "heroes", "heroes"], {1: 2, 2: 1}),
        ([0, 2], ["sauron", "heroes", "heroes"], {0: 2, 2: 0}),
        ([1], ["red", "blue"], {1: 1}),
    ],
)
def test_people_have_the_seats_of_others(people, sides, then) -> None:
    assert next_seats(people, sides) == then


async def test_two_guests_play_again_with_sides_exchanged(lobby: Matchmaking) -> None:  # noqa: F811
    match_id, auths = await play(lobby, "ann", "bob")
    before = await names_in(lobby, match_id, auths[0])
    assert await wanting(lobby, match_id, auths[0]) == []
    first = await ask(lobby, match_id, auths[0])
    assert await wanting(lobby, match_id, auths[1]) == [0]
    assert (await ask(lobby, match_id, auths[0]))[0] == first[0]  # asked twice, as by a page that was loaded anew
    second = await ask(lobby, match_id, auths[1])
    one, other = await lobby.assigned(first), await lobby.assigned(second)
    assert one.match_id == other.match_id != match_id
    assert (one.seats[0].seat, other.seats[0].seat) == (1, 0)
    assert await names_in(lobby, one.match_id, bearer(one.seats[0].token)) == before[::-1]
    again = await ask(lobby, match_id, auths[1])  # who lost the way to it is shown it again
    assert (await lobby.assigned(again)).match_id == one.match_id


async def test_bots_wait_until_all_people_are_there(lobby: Matchmaking) -> None:  # noqa: F811
    bots = {"bots_after_ms": 0, "bot": "greedy", "people": 2}
    match_id, auths = await play(lobby, "ann", "bob", scenario="company", seats=3, **bots)
    first = await ask(lobby, match_id, auths[0])
    assert (await lobby.stored(first[0])).state == pb.TICKET_STATE_WAITING
    second = await ask(lobby, match_id, auths[1])
    made = await lobby.assigned(first)
    assert (await lobby.assigned(second)).match_id == made.match_id
    names = await names_in(lobby, made.match_id, bearer(made.seats[0].token))
    assert sorted(names) == ["", "~ann", "~bob"]


async def test_who_wants_it_no_longer_can_want_it_again(lobby: Matchmaking) -> None:  # noqa: F811
    match_id, auths = await play(lobby, "ann", "bob")
    ticket, owner = await ask(lobby, match_id, auths[0])
    await lobby.stub.CancelTicket(pb.CancelTicketRequest(ticket_id=ticket), metadata=owner)
    assert await wanting(lobby, match_id, auths[1]) == []
    first, second = await ask(lobby, match_id, auths[0]), await ask(lobby, match_id, auths[1])
    assert first[0] != ticket
    assert (await lobby.assigned(first)).match_id == (await lobby.assigned(second)).match_id


async def test_an_account_is_told_once_and_asks_with_its_own_token(
    lobby: Matchmaking,  # noqa: F811
    keyring: Keyring,
) -> None:
    match = await lobby.engine.new_match(game="barrow", people=2)
    ann, bob = (bearer(keyring.mint("player", name, 600)) for name in ("p0", "p1"))
    seat_token = bearer(match.tokens[0])
    await lobby.engine.stub.Concede(ConcedeRequest(match_id=match.id, seat=0), metadata=ann)
    assert await reason(ask(lobby, match.id, seat_token)) == "FORBIDDEN"
    call = lobby.stub.WatchPlayer(pb.WatchPlayerRequest(), metadata=bob)
    first = await ask(lobby, match.id, ann)
    challenge = (await call.read()).challenge
    assert list(challenge.search.players) == ["p0"]
    await lobby.stub.DeclineChallenge(pb.DeclineChallengeRequest(code=challenge.code), metadata=bob)
    assert (await call.read()).closed_challenge == challenge.code
    assert (await lobby.stored(first[0])).state == pb.TICKET_STATE_CANCELLED
    second = [await ask(lobby, match.id, ann), await ask(lobby, match.id, bob)]
    assert (await call.read()).started_match.match_id == (await lobby.assigned(second[0])).match_id
    call.cancel()


async def test_who_may_not_ask(lobby: Matchmaking, keyring: Keyring) -> None:  # noqa: F811
    match_id, auths = await play(lobby, "ann", "bob")
    live = await lobby.engine.new_match(game="barrow", people=2)
    stranger = bearer(keyring.mint("player", "eve", 600))
    host = bearer(keyring.mint("player", "p0", 600, scopes="host"))
    for refused, id, auth in (
        ("UNAUTHENTICATED", match_id, ()),
        ("FORBIDDEN", match_id, stranger),
        ("FORBIDDEN", match_id, bearer(live.tokens[0])),
        ("FORBIDDEN", live.id, host),
        ("MATCH_NOT_OVER", live.id, bearer(keyring.mint("player", "p0", 600))),
        ("UNKNOWN_MATCH", "no-such-match", auths[0]),
        ("INVALID_ARGUMENT", "x", auths[0]),
        ("INVALID_ARGUMENT", "x" * 5_000, auths[0]),
    ):
        assert await reason(ask(lobby, id, auth)) == refused
        assert await reason(wanting(lobby, id, auth)) == refused
    assert await reason(lobby.ticket("ann", people=-1)) == "INVALID_ARGUMENT"
    assert await reason(lobby.ticket("ann", people=9)) == "INVALID_ARGUMENT"
