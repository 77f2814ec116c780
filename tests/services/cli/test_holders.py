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


def test_whose_connection_is_gone_and_who_is_back_is_told_once() -> None:
    ann = holders(BOB)
    assert ann.note_presence({0: True, 1: True}) == []
    assert ann.note_presence({0: False, 1: True}) == []  # nobody is told of themselves
    assert ann.note_presence({0: True, 1: False}) == ["Bob is gone; nobody plays Blue burglar for now."]
    assert ann.note_presence({0: True, 1: False}) == []
    assert ann.note_presence({0: True, 1: True}) == ["Bob is back and plays Blue burglar."]
    polish = holders(BOB, "pl")
    lines = [polish.note_presence({1: present}) for present in (True, False, True)]
    assert lines == [
        [],
        ["Bob znika od stołu; Niebieski włamywacz: na razie nikt nie gra."],
        ["Bob wraca do stołu; Niebieski włamywacz: gra Bob."],
    ]


def test_who_has_not_come_yet_is_not_gone_and_not_back() -> None:
    ann = holders(BOB)
    assert [ann.note_presence({1: present}) for present in (False, False, True)] == [[], [], []]
    assert ann.note_presence({1: False}) != []


def test_who_is_gone_while_a_bot_plays_is_told_of_with_the_seat_alone() -> None:
    ann = holders(BOB)
    ann.note_presence({1: True})
    assert ann.update([ANN, GONE]) == ["Bob has left; a bot plays Blue burglar."]
    assert ann.note_presence({1: False}) == []
    assert ann.note_presence({1: True}) == []
    assert ann.update([ANN, BOB]) == ["Bob is back and plays Blue burglar."]
    assert ann.note_presence({1: True}) == []


def test_presence_of_bots_is_not_told() -> None:
    ann = holders(BOT)
    assert [ann.note_presence({1: present}) for present in (True, False)] == [[], []]
    assert not ann.has_others


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
