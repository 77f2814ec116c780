"""What somebody in a match on a server is told of the others, and whether a bot should play when they leave."""

import pytest

from engine.core.words import Lang
from services.api.match_pb2 import HOLDER_BOT, HOLDER_PERSON, MatchInfo, Seat
from services.cli.holders import Holders
from tests.toy import GAME

ANN = Seat(seat=0, holder=HOLDER_PERSON, player="Ann")
BOB = Seat(seat=1, holder=HOLDER_PERSON, player="Bob")
GONE = Seat(seat=1, holder=HOLDER_BOT, player="Bob")
CONCEDED = Seat(seat=1, holder=HOLDER_BOT, player="Bob", conceded=True)
BOT = Seat(seat=1, holder=HOLDER_BOT)


def info(other: Seat, private: bool = False) -> MatchInfo:
    """A match between Ann and somebody else."""
    return MatchInfo(scenario="duel", seats=[ANN, other], private=private)


def holders(other: Seat, lang: Lang = "en", private: bool = False) -> Holders:
    """The holders of the seats as Ann sees them."""
    holders = Holders(0, lang)
    holders.load(GAME.setting("duel").roles, info(other, private))
    return holders


@pytest.mark.parametrize(
    ("before", "after", "english", "polish"),
    [
        (BOB, GONE, "Bob has left; a bot plays Blue burglar.", "Bob odchodzi od stołu; Niebieski włamywacz: gra bot."),
        (
            BOB,
            CONCEDED,
            "Bob has conceded; a bot plays Blue burglar.",
            "Bob się poddaje; Niebieski włamywacz: gra bot.",
        ),
        (GONE, BOB, "Bob is back and plays Blue burglar.", "Bob wraca do stołu; Niebieski włamywacz: gra Bob."),
    ],
)
def test_people_who_leave_and_return_are_told_of(before: Seat, after: Seat, english: str, polish: str) -> None:
    assert holders(before).update([ANN, after]) == [english]
    assert holders(before, "pl").update([ANN, after]) == [polish]


def test_who_concedes_the_whole_match_is_not_said_to_be_back() -> None:
    conceded = Seat(seat=1, holder=HOLDER_PERSON, player="Bob", conceded=True)
    assert holders(BOB).update([ANN, conceded]) == []


def test_no_news_are_not_told() -> None:
    assert holders(BOB).update([]) == []
    assert holders(BOB).update([ANN, BOB]) == []
    assert holders(BOB).update([Seat(seat=0, holder=HOLDER_BOT, player="Ann"), BOB]) == []


def test_people_are_named_and_bots_are_not() -> None:
    assert Holders(0, "en").load(GAME.setting("duel").roles, info(BOB)) == ["Bob plays Blue burglar."]
    assert Holders(0, "en").load(GAME.setting("duel").roles, info(GONE)) == ["Bob is away; a bot plays Blue burglar."]
    assert Holders(0, "en").load(GAME.setting("duel").roles, info(BOT)) == []
    assert [holders(BOB).name(seat) for seat in (0, 1)] == ["Red burglar (Ann)", "Blue burglar (Bob)"]
    assert holders(GONE).name(1) == holders(BOT).name(1) == "Blue burglar"


def test_a_bot_plays_for_who_leaves_a_stranger_only() -> None:
    assert holders(BOB).should_hand_over
    for waits in (holders(BOB, private=True), holders(GONE), holders(BOT)):
        assert not waits.should_hand_over
