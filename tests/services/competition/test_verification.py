"""An audit that was tampered with: who met in an arena, who is said not to have come, what was held against whom."""

from collections.abc import Callable, Sequence

import pytest

from engine import Record
from engine.core.chance import commitment
from services.api.archive_pb2 import ArchivedRecord
from services.api.match_pb2 import HOLDER_BOT, HOLDER_PERSON, Outcome, Seat
from services.competition import commands, events
from services.competition.events import AnyEvent, Logged, Table
from services.competition.matches import Leg, labels_of, match_id
from services.competition.plan import parse
from services.competition.seating import Seating, seed_of
from services.competition.simulation import Habits, Simulation
from services.competition.verification import Export, verify
from tests.services.competition.conftest import SECRET, Hall

CUP = "cup"
FIRST = Leg(0, 1, 1, 0)
ANN, BOB = 0, 1
Log = list[Logged]


def faults_of(log: Log, records: Sequence[ArchivedRecord] = (), secret: bytes = SECRET) -> list[str]:
    """What is wrong with an audit; records are taken for what they say."""
    first = log[0].event
    assert isinstance(first, events.Created)
    export = Export(CUP, first.commitment, secret, log)
    return verify(export, {one.match_id: one for one in records}, replay=False)


def numbered(log: Log) -> Log:
    """An audit with numbers as they should be."""
    return [Logged(number, one.at, one.actor, one.event, one.why) for number, one in enumerate(log, start=1)]


def place_of(log: Log, kind: type) -> int:
    return next(place for place, one in enumerate(log) if isinstance(one.event, kind))


def replaced(log: Log, place: int, event: AnyEvent) -> Log:
    """An audit in which something else happened."""
    old = log[place]
    return [*log[:place], Logged(old.number, old.at, old.actor, event, old.why), *log[place + 1 :]]


# -- arenas


@pytest.fixture(scope="module")
def arena() -> Simulation:
    plan = parse({"name": "x", "setting": {"game": "wotr"}, "stages": [{"format": "arena", "minutes": 15}]})
    simulation = Simulation(plan, 21, 5, Habits(late=0.2))
    simulation.log = []
    simulation.run()
    return simulation


def of_arena(simulation: Simulation, log: Log) -> list[str]:
    """Faults but for the records, which a simulation has none of."""
    faults = faults_of(log, secret=simulation.competition.secret)
    return [one for one in faults if "is of another match" not in one]


def test_who_met_in_an_arena_follows_from_who_was_free(arena: Simulation) -> None:
    assert arena.log is not None
    added = [place for place, one in enumerate(arena.log) if isinstance(one.event, events.TableAdded)]
    assert len(added) > 20
    assert of_arena(arena, arena.log) == []


def test_an_arena_in_which_others_met_is_found(arena: Simulation) -> None:
    log = arena.log or []
    one, other = place_of(log, events.TableAdded), place_of(log, events.TableAdded) + 1
    first, second = log[one].event, log[other].event
    assert isinstance(first, events.TableAdded)
    assert isinstance(second, events.TableAdded)

    def with_entrants(event: events.TableAdded, entrants: tuple[int, ...], **more: int) -> events.TableAdded:
        table = Table(more.get("number", event.table.number), entrants, more.get("deal", event.table.deal))
        return events.TableAdded(stage=0, table=table, contributions=event.contributions, commitment=event.commitment)

    exchanged = replaced(
        replaced(log, one, with_entrants(first, (first.table.entrants[0], second.table.entrants[1]))),
        other,
        with_entrants(second, (second.table.entrants[0], first.table.entrants[1])),
    )
    assert any("would not meet by the rules of an arena" in fault for fault in of_arena(arena, exchanged))
    turned = replaced(log, one, with_entrants(first, first.table.entrants[::-1]))
    assert any("would not meet by the rules of an arena" in fault for fault in of_arena(arena, turned))
    twice = replaced(log, other, with_entrants(second, first.table.entrants))
    assert any("would not meet by the rules of an arena" in fault for fault in of_arena(arena, twice))
    other_deal = replaced(log, one, with_entrants(first, first.table.entrants, deal=first.table.deal + 7))
    assert any("has another number, deal or contributions" in fault for fault in of_arena(arena, other_deal))


def test_an_event_that_is_left_out_is_found(arena: Simulation) -> None:
    log = arena.log or []
    place = place_of(log, events.TableAdded)
    without = [*log[:place], *log[place + 1 :]]
    assert any(f"after event {place} comes event {place + 2}" in fault for fault in of_arena(arena, without))
    assert any("cannot have happened" in fault for fault in of_arena(arena, numbered(without)))


# -- forfeits


def archived(hall: Hall, leg: Leg, *, choices: Sequence[int] = (), **seats: dict[int, object]) -> ArchivedRecord:
    """A record of a match: choices by entrant, and of its seats what is given by entrant."""
    entrants = Seating(hall.competition.rules).entrants(hall.competition, leg)
    record = Record(
        game="wotr",
        rules_version=1,
        scenario="duel",
        seats=2,
        options={},
        seed="",
        commitment="",
        choices=[(entrants.index(one), 0) for one in choices],
        digest="",
    )
    of_seats = [{name: by[one] for name, by in seats.items() if one in by} for one in entrants]
    return ArchivedRecord(
        match_id=match_id(CUP, leg),
        record=record.dump(),
        commitment=commitment(seed_of(hall.competition, leg)),
        labels=labels_of(CUP, leg),
        outcome=Outcome(winners=[0], reason="annulled", scores={"shadow": 1, "free": 0}),
        seats=[
            Seat(
                **{
                    "seat": seat,
                    "player": hall.competition.entries[one or 0].name,
                    "holder": HOLDER_PERSON,
                    "has_played": one in choices,
                    **of_seats[seat],
                }
            )
            for seat, one in enumerate(entrants)
        ],
    )


def missed(**pace: object) -> Hall:
    """A tournament of one round at which ben did not come."""
    hall = Hall(
        setting={"game": "wotr", "scenario": "duel"},
        stages=[{"format": "swiss", "rounds": 1}],
        pace={"first_choice_minutes": 5, **pace},
    )
    hall.begin("ann", "ben")
    hall.arrive("ann")
    hall.wait(5)
    return hall


def test_a_forfeit_that_the_rules_give_stands() -> None:
    hall = missed()
    assert hall.competition.is_finished
    assert faults_of(hall.log, [archived(hall, FIRST, choices=[ANN])]) == []
    assert faults_of(hall.log, [archived(hall, FIRST, choices=[ANN, BOB])]) == [], "a choice may cross with the forfeit"


def too_early(log: Log) -> Log:
    place = place_of(log, events.Asked)
    asked = log[place]
    return replaced(
        [*log[:place], Logged(asked.number, 200.0, asked.actor, asked.event), *log[place + 1 :]], 0, log[0].event
    )


def never_asked(log: Log) -> Log:
    place = place_of(log, events.Asked)
    return numbered([*log[:place], *log[place + 1 :]])


def somebody_else(log: Log) -> Log:
    place = place_of(log, events.Forfeited)
    return replaced(log, place, events.Forfeited(stage=0, round=1, table=1, entrants=(ANN,), no_show=True))


def as_if_withdrawn(log: Log) -> Log:
    place = place_of(log, events.Forfeited)
    return replaced(log, place, events.Forfeited(stage=0, round=1, table=1, entrants=(BOB,)))


def by_the_host(log: Log) -> Log:
    place = place_of(log, events.Forfeited)
    old = log[place]
    return [*log[:place], Logged(old.number, old.at, "host", old.event, old.why), *log[place + 1 :]]


def both_came(log: Log) -> Log:
    place = place_of(log, events.Arrived)
    return replaced(log, place, events.Arrived(stage=0, round=1, table=1, entrant=BOB))


@pytest.mark.parametrize(
    ("tamper", "fault"),
    [
        (too_early, "ben had time left for a first choice at table 1"),
        (never_asked, "ben had time left for a first choice at table 1"),
        (somebody_else, "ann had time left for a first choice at table 1"),
        (somebody_else, "has choices of ann, who is said not to have come"),
        (as_if_withdrawn, "ben forfeits table 1 and has not withdrawn"),
        (by_the_host, "is forfeited by host"),
        (both_came, "no record of table 1 has a choice of ben"),
    ],
)
def test_a_forfeit_that_was_made_up_is_found(tamper: Callable[[Log], Log], fault: str) -> None:
    hall = missed()
    record = archived(hall, FIRST, choices=[ANN] * 9)
    assert faults_of(hall.log, [record]) == []
    assert any(fault in one for one in faults_of(tamper(hall.log), [record])), faults_of(tamper(hall.log), [record])


def test_who_did_not_come_by_the_end_of_the_round_needs_no_time_for_first_choices() -> None:
    hall = missed(first_choice_minutes=None, hard_minutes=30)
    assert not hall.competition.is_over
    hall.ask_for_choices(1, "ben")
    hall.wait(25)
    assert hall.competition.is_finished
    record = archived(hall, FIRST, choices=[ANN])
    assert faults_of(hall.log, [record]) == []
    place = place_of(hall.log, events.Forfeited)
    old = hall.log[place]
    early = [*hall.log[:place], Logged(old.number, 29 * 60.0, old.actor, old.event, old.why), *hall.log[place + 1 :]]
    assert any("ben had time left" in one for one in faults_of(early, [record]))


def missed_pod() -> Hall:
    """A tournament of one pod to which the last did not come until its time was over."""
    hall = Hall(
        setting={"game": "wotr", "scenario": "trilogy"},
        stages=[{"format": "pods", "rounds": 1}],
        pace={"hard_minutes": 30},
    )
    hall.begin("ann", "ben", "cid", "dan")
    hall.arrive("ann", "ben", "cid")
    hall.ask_for_choices(1, "dan")
    hall.wait(30)
    return hall


def test_who_is_last_in_a_pod_because_they_did_not_come_is_proved_by_the_record() -> None:
    hall = missed_pod()
    here, dan = [ANN, BOB, 2], 3
    record = archived(hall, FIRST, choices=here)
    assert hall.competition.is_finished
    assert faults_of(hall.log, [record]) == []
    came = archived(hall, FIRST, choices=[*here, *[dan] * 9])
    assert any("has choices of dan, who is said not to have come" in one for one in faults_of(hall.log, [came]))
    place = place_of(hall.log, events.Adjudicated)
    old = hall.log[place]
    assert isinstance(old.event, events.Adjudicated)
    assert old.event.forfeited == (dan,)
    shared = replaced(hall.log, place, events.Adjudicated(stage=0, round=1, table=1, points=(1.75,) * 4))
    assert any("with another result than the rules say" in one for one in faults_of(shared, [record]))
    by_host = [*hall.log[:place], Logged(old.number, old.at, "host", old.event, "rude"), *hall.log[place + 1 :]]
    assert any("is forfeited by host" in one for one in faults_of(by_host, [record]))


def test_records_that_show_who_came_are_asked_for() -> None:
    hall = missed()
    assert any("there is no record cup-1-1-1-1" in one for one in faults_of(hall.log))
    came = archived(hall, FIRST, choices=[ANN, *[BOB] * 9])
    assert any("has choices of ben, who is said not to have come" in one for one in faults_of(hall.log, [came]))


def test_who_lost_by_the_clock_without_a_choice_did_not_come_by_the_record() -> None:
    hall = Hall(setting={"game": "wotr", "scenario": "duel"}, stages=[{"format": "swiss", "rounds": 1}])
    hall.begin("ann", "ben")
    hall.record(events.Arrived(stage=0, round=1, table=1, entrant=ANN))
    hall.record(events.Forfeited(stage=0, round=1, table=1, entrants=(BOB,), no_show=True))
    hall.direct()
    for cause, is_proved in (("clock", True), ("absence", True), ("illegal", False), ("", False)):
        faults = faults_of(hall.log, [archived(hall, FIRST, choices=[ANN], forfeit={BOB: cause})])
        assert (faults == []) == is_proved, cause


def test_a_bot_that_sat_in_is_proved_by_the_record() -> None:
    hall = missed(no_show="bot", first_choice_minutes=60)
    event = events.BotSatIn(stage=0, round=1, table=1, entrant=BOB, legs=(0,), no_show=True)
    hall.record(event)
    by_bot = archived(hall, FIRST, choices=[ANN], holder={BOB: HOLDER_BOT})
    by_ben = archived(hall, FIRST, choices=[ANN] + [BOB] * 9)
    assert faults_of(hall.log, [by_bot]) == []
    assert any("had time left" in one for one in faults_of(hall.log, [by_ben]))
    last = len(hall.log) - 1
    lost = replaced(
        hall.log, last, events.BotSatIn(stage=0, round=1, table=1, entrant=BOB, no_show=True, forfeits=True)
    )
    assert any("not what the host's option says" in one for one in faults_of(lost, [by_bot]))
    left = replaced(hall.log, last, events.BotSatIn(stage=0, round=1, table=1, entrant=BOB))
    assert any("who has not withdrawn" in one for one in faults_of(left, [by_bot]))
    twice = numbered([*hall.log, hall.log[-1]])
    assert any("misses table 1 twice" in one for one in faults_of(twice, [by_bot]))


def test_why_a_match_was_lost_is_in_its_record_and_in_the_audit() -> None:
    hall = Hall(
        setting={"game": "wotr", "scenario": "duel"}, stages=[{"format": "swiss", "table": "match", "rounds": 1}]
    )
    hall.begin("ann", "ben")
    record = archived(hall, FIRST, choices=[ANN, BOB], forfeit={BOB: "clock"})
    record.outcome.CopyFrom(Outcome(winners=[0], scores={"shadow": 1, "free": 0}, reason="forfeit"))
    result = Seating(hall.competition.rules).result(hall.competition, FIRST, record)
    for one in (ANN, BOB):
        hall.record(events.Arrived(stage=0, round=1, table=1, entrant=one))
    told = events.LegForfeited(stage=0, round=1, table=1, leg=0, entrant=BOB, cause="clock")
    hall.record(told)
    ended = {"points": result.points, "scores": result.scores, "record": record.match_id}
    hall.record(events.LegEnded(stage=0, round=1, table=1, leg=0, **ended))
    hall.direct()
    assert faults_of(hall.log, [record]) == []
    place = place_of(hall.log, events.LegForfeited)
    unsaid = numbered([*hall.log[:place], *hall.log[place + 1 :]])
    assert any("by its record, and that is not told" in one for one in faults_of(unsaid, [record]))
    other = replaced(hall.log, place, events.LegForfeited(stage=0, round=1, table=1, leg=0, entrant=ANN, cause="clock"))
    assert any("does not say that ann forfeited it" in one for one in faults_of(other, [record]))
    refused = replaced(hall.log, place + 1, events.LegRefused(stage=0, round=1, table=1, leg=0, record=record.match_id))
    assert any("gives a result, and is refused" in one for one in faults_of(refused, [record]))
    assert not any("is refused" in one for one in faults_of(refused, [archived(hall, FIRST)])), "it was annulled"


# -- what the director decides


def test_withdrawals_verdicts_and_ends_that_the_rules_do_not_give_are_found() -> None:
    hall = Hall(
        setting={"game": "wotr", "scenario": "duel"},
        stages=[{"format": "swiss", "rounds": 1}],
        pace={"hard_minutes": 30},
    )
    hall.begin("ann", "ben", "cid", "dan")
    hall.ask(commands.adjudicate(hall.competition, 0, 1, 1, (2.0, 0.0)), why="ben was rude")
    hall.wait(30)
    log = hall.log
    assert hall.competition.is_finished
    assert faults_of(log) == []
    place = place_of(log, events.Adjudicated)
    wordless = [*log[:place], Logged(log[place].number, log[place].at, "host", log[place].event), *log[place + 1 :]]
    assert any("is set without a reason" in one for one in faults_of(wordless))
    last = next(place for place, one in enumerate(log) if one.why == "the time of the round was over")
    unequal = replaced(log, last, events.Adjudicated(stage=0, round=1, table=2, points=(2.0, 0.0)))
    assert any("with another result than the rules say" in one for one in faults_of(unequal))
    old = log[last]
    early = [*log[:last], Logged(old.number, 60.0, old.actor, old.event, old.why), *log[last + 1 :]]
    assert any("its time was not over" in one for one in faults_of(early))
    thrown_out = numbered([*log[:last], Logged(0, 90.0, "director", events.Withdrew(entrant=ANN)), *log[last:]])
    assert any("is withdrawn by the rules, which do not say so" in one for one in faults_of(thrown_out))
    unfinished = numbered([*log[:last], *log[last + 1 :]])
    assert any("although not all of its results are in" in one for one in faults_of(unfinished))
