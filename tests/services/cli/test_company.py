"""What somebody at a table on a server is told of the others, and whether a bot should play when they leave."""

import pytest

from engine.core.words import Lang
from services.api.match_pb2 import HOLDER_BOT, HOLDER_PERSON, MatchInfo, Seat
from services.cli.company import Company
from tests.toy import GAME

ANN = Seat(seat=0, holder=HOLDER_PERSON, player="Ann")
BOB = Seat(seat=1, holder=HOLDER_PERSON, player="Bob")
GONE = Seat(seat=1, holder=HOLDER_BOT, player="Bob")
GAVE_UP = Seat(seat=1, holder=HOLDER_BOT, player="Bob", conceded=True)
BOT = Seat(seat=1, holder=HOLDER_BOT)


def company(other: Seat, lang: Lang = "en", private: bool = False) -> Company:
    """Ann's company."""
    made = Company(0, lang)
    made.meet(GAME, MatchInfo(scenario="duel", seats=[ANN, other], private=private))
    return made


@pytest.mark.parametrize(
    ("before", "after", "english", "polish"),
    [
        (BOB, GONE, "Bob has left; a bot plays Blue burglar.", "Bob odchodzi od stołu; Niebieski włamywacz: gra bot."),
        (BOB, GAVE_UP, "Bob has given up; a bot plays Blue burglar.", "Bob się poddaje; Niebieski włamywacz: gra bot."),
        (GONE, BOB, "Bob is back and plays Blue burglar.", "Bob wraca do stołu; Niebieski włamywacz: gra Bob."),
    ],
)
def test_people_who_leave_and_return_are_told_of(before: Seat, after: Seat, english: str, polish: str) -> None:
    assert company(before).hear([ANN, after]) == [english]
    assert company(before, "pl").hear([ANN, after]) == [polish]


def test_no_news_are_not_told() -> None:
    assert company(BOB).hear([]) == []
    assert company(BOB).hear([ANN, BOB]) == []
    assert company(BOB).hear([Seat(seat=0, holder=HOLDER_BOT, player="Ann"), BOB]) == []


def test_people_are_named_and_bots_are_not() -> None:
    assert company(BOB).greeting() == ["Bob plays Blue burglar."]
    assert company(GONE).greeting() == ["Bob is away; a bot plays Blue burglar."]
    assert company(BOT).greeting() == []
    assert [company(BOB).name(seat) for seat in (0, 1)] == ["Red burglar (Ann)", "Blue burglar (Bob)"]
    assert company(GONE).name(1) == company(BOT).name(1) == "Blue burglar"


def test_a_bot_plays_for_who_leaves_a_stranger_only() -> None:
    assert company(BOB).wants_stand_in
    for waits in (company(BOB, private=True), company(GONE), company(BOT)):
        assert not waits.wants_stand_in
