"""An export that was tampered with, or records that were: verification names what is wrong."""

from collections.abc import Callable
from typing import Any

import msgspec

from services.api import tournaments_pb2 as pb
from services.api.archive_pb2 import ArchivedRecord, ExportRequest, Filter
from services.competition.verification import read_export, verify
from tests.services.bots.test_bots import start_worker
from tests.services.tournaments.conftest import Hall

Data = dict[str, Any]


def first(data: Data, kind: str) -> Data:
    return next(one for one in data["events"] if one["event"] == kind)


def other_points(data: Data) -> None:
    first(data, "leg-ended")["points"].reverse()


def other_seed(data: Data) -> None:
    commitments = first(data, "round-paired")["commitments"]
    commitments[next(iter(commitments))] = "0" * 64


def other_secret(data: Data) -> None:
    data["secret"] = "A" * 43 + "="


def other_standings(data: Data) -> None:
    first(data, "ranked")["standings"][0][2] += 1


def other_final_standings(data: Data) -> None:
    first(data, "finished")["standings"][0][1:3] = first(data, "finished")["standings"][1][1:3]


def other_end_of_stage(data: Data) -> None:
    first(data, "stage-ended")["standings"].pop()


def other_seeds(data: Data) -> None:
    first(data, "stage-began")["seeds"].reverse()


def other_opponents(data: Data) -> None:
    one, other = first(data, "round-paired")["tables"][:2]
    one[1][0], other[1][0] = other[1][0], one[1][0]


def other_bye(data: Data) -> None:
    first(data, "round-paired")["byes"] = [0]


def fewer_contributions(data: Data) -> None:
    first(data, "round-paired")["contributions"] -= 1


def no_commitments(data: Data) -> None:
    first(data, "round-paired")["commitments"] = {}


def other_contribution(data: Data) -> None:
    first(data, "checked-in")["contribution"] = "AAAA"


def other_record(data: Data) -> None:
    some = [one for one in data["events"] if one["event"] == "leg-ended"]
    some[0]["record"], some[1]["record"] = some[1]["record"], some[0]["record"]


def counted_twice(data: Data) -> None:
    place = data["events"].index(ended := first(data, "leg-ended"))
    data["events"].insert(place, ended)


TAMPERED: list[tuple[Callable[[Data], None], str]] = [
    (other_points, "has another result"),
    (other_seed, "is not what the secret and the contributions give"),
    (other_secret, "not the one that was committed to"),
    (other_standings, "do not follow from the results"),
    (other_final_standings, "final standings do not follow"),
    (other_end_of_stage, "the standings of stage 1 do not follow"),
    (other_seeds, "begins with others than go on"),
    (other_opponents, "is paired otherwise than the rules say"),
    (other_bye, "is paired otherwise than the rules say"),
    (fewer_contributions, "are not made of all that was contributed"),
    (no_commitments, "are not made of all that was contributed"),
    (other_contribution, "is not what the secret and the contributions give"),
    (other_record, "is of another match"),
    (counted_twice, "ends twice"),
]


async def test_what_was_tampered_with_is_named(hall: Hall, settings) -> None:
    tournament = await hall.create(pb.Stage(swiss=pb.SwissStage(rounds=1, table="match")))
    await hall.enter_bots(tournament, *["random"] * 4)
    await hall.start(tournament)
    async with start_worker(hall.settings):
        await hall.finished(tournament)
    file = await hall.export(tournament)
    records: dict[str, ArchivedRecord] = {}
    async for page in hall.archive.Export(ExportRequest(filter=Filter(labels={"tournament": tournament}))):
        records.update({record.match_id: record for record in page.records})
    assert verify(read_export(file), records) == []
    for tamper, fault in TAMPERED:
        data = msgspec.json.decode(file)
        tamper(data)
        faults = verify(read_export(msgspec.json.encode(data)), records)
        assert any(fault in one for one in faults), (tamper.__name__, faults)
    name, record = next(iter(records.items()))
    assert any("there is no record" in one for one in verify(read_export(file), {}))
    lying = ArchivedRecord()
    lying.CopyFrom(record)
    lying.outcome.scores[next(iter(record.outcome.scores))] += 1
    assert any("another outcome" in one for one in verify(read_export(file), {**records, name: lying}))
    broken = ArchivedRecord()
    broken.CopyFrom(record)
    broken.record = record.record[:-20] + b"0" * 20
    assert any("does not stand" in one for one in verify(read_export(file), {**records, name: broken}))
