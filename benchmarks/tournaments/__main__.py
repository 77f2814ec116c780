"""Whole tournaments through the services, and what duplicate takes out of luck: each a line of JSON.

`bots`: a thousand bots, a Swiss of pairs, played in batches while the director and the bot worker are killed. `people`:
simulated people over the client who think, stay away, leave, come late and return, while the director and the engine
are killed. Both are then counted again from the archived records. `duplicate`: an event whose deals everybody has, and
the same commitments at every table. `luck`: how far two runs of a duplicate agree, beside runs with a deal for each
match.
"""

import argparse
import asyncio
import json
import time
from typing import Any

from benchmarks.tournaments import luck
from benchmarks.tournaments.people import attending, crowd
from benchmarks.tournaments.recount import check
from benchmarks.tournaments.venue import POLL_SECONDS, Venue, open_venue
from services.competition.plan import Clock, Duplicate, Pace, Plan, Registration, Setting, Swiss
from services.competition.verification import read_export, verify

DUEL = Setting(game="wotr", scenario="duel")
QUEST = Setting(game="lotr", scenario="passage-through-mirkwood", seats=1)
FIRST_CHOICE_MINUTES = 0.75
GONE_SECONDS = 30.0
"""After so long without a stream a person has left a match."""


def bots_of(count: int, words: argparse.Namespace) -> list[str]:
    """Bots of falling strength, no two alike."""
    return [f"{words.bot}:blunder={words.weakest * number / count:.5f}" for number in range(count)]


async def run_bots(words: argparse.Namespace) -> dict[str, Any]:
    """A Swiss of pairs between bots of the server."""
    plan = Plan(
        name="A thousand bots",
        setting=DUEL,
        registration=Registration(bots="ours", people=False),
        stages=(Swiss(rounds=words.rounds),),
    )
    kills = {2: "tournaments", 3: "bot-worker", 5: "tournaments", 6: "bot-worker"}
    async with open_venue((DUEL.game,), words.processes) as venue:
        tournament = await venue.create(plan)
        await venue.enter_bots(tournament, bots_of(words.entrants, words))
        began = time.perf_counter()
        await venue.start(tournament)
        await venue.finished(tournament, kills)
        return await _told(venue, tournament, "bots", began)


async def run_people(words: argparse.Namespace) -> dict[str, Any]:
    """A Swiss of pairs between people."""
    plan = Plan(
        name="People",
        setting=DUEL,
        clock=Clock(absence_seconds=GONE_SECONDS),
        pace=Pace(first_choice_minutes=FIRST_CHOICE_MINUTES),
        stages=(Swiss(rounds=words.people_rounds),),
    )
    kills = {1: "engine-wotr-1", 2: "tournaments", 3: "engine-wotr-1", 4: "tournaments"}
    async with open_venue((DUEL.game,), words.processes) as venue:
        tournament = await venue.create(plan)
        people = crowd(venue, words.people, words.thinks)
        async with attending(tournament, people):
            while (await venue.get(tournament)).entrants < sum(one.enters_before_the_start for one in people):
                await asyncio.sleep(POLL_SECONDS)
            began = time.perf_counter()
            await venue.start(tournament)
            await venue.finished(tournament, kills)
        return await _told(venue, tournament, "people", began)


async def _told(venue: Venue, tournament: str, what: str, began: float) -> dict[str, Any]:
    """The figures of a tournament that is over, after it was counted again."""
    played = time.perf_counter() - began
    figures = await check(venue, tournament)
    return {"what": what, "seconds": round(played, 1), "killed": venue.killed, **figures, "recount": "equal"}


async def run_duplicate(words: argparse.Namespace) -> dict[str, Any]:
    """A duplicate of each game between bots of the server: at every table of a deal the same commitment."""
    figures: dict[str, Any] = {"what": "duplicate"}
    async with open_venue((DUEL.game, QUEST.game), words.processes) as venue:
        for setting in (DUEL, QUEST):
            tournament = await venue.create(_duplicate(setting, words.deals))
            await venue.enter_bots(tournament, bots_of(words.field, words))
            await venue.start(tournament)
            await venue.finished(tournament, {})
            figures[setting.game] = await _deals_of(venue, tournament)
    return figures


def _duplicate(setting: Setting, count: int) -> Plan:
    return Plan(
        name="Duplicate",
        setting=setting,
        registration=Registration(bots="ours", people=False),
        stages=(Duplicate(deals=count),),
    )


async def _deals_of(venue: Venue, tournament: str) -> dict[str, Any]:
    """The commitments of a duplicate, as they were published and as the records of its matches have them."""
    published = {
        deal.number: deal.commitment
        for pages in await venue.rounds(tournament)
        for page in pages
        for deal in page.deals
    }
    records = await venue.records(tournament)
    by_deal: dict[str, set[str]] = {}
    for one in records.values():
        by_deal.setdefault(one.labels["round"], set()).add(one.commitment)
    assert all(len(commitments) == 1 for commitments in by_deal.values()), "one commitment for each deal"
    assert {one for some in by_deal.values() for one in some} == set(published.values()), "and it is the published one"
    faults = verify(read_export(await venue.export(tournament)), records)
    assert not faults, faults[:5]
    return {"deals": len(by_deal), "matches": len(records), "commitments": "equal"}


def run_luck(words: argparse.Namespace) -> dict[str, Any]:
    """How far the rankings of two runs agree, with deals that all share and with a deal for each match."""
    bots = bots_of(words.field, words)
    return {
        "what": "luck",
        "entrants": words.field,
        "deals": words.deals,
        "runs": words.runs,
        **{
            setting.game: luck.measure(_duplicate(setting, words.deals), bots, words.runs, words.seed)
            for setting in (DUEL, QUEST)
        },
    }


RUNS = {"bots": run_bots, "people": run_people, "duplicate": run_duplicate}


def main() -> None:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=[*RUNS, "luck"], help="bots, people, duplicate, luck; all if none")
    parser.add_argument("--bot", default="swift", help="the bot that all bots are made of")
    parser.add_argument("--weakest", type=float, default=0.9, help="how often the weakest bot chooses at random")
    parser.add_argument("--entrants", type=int, default=1_000, help="bots of the Swiss")
    parser.add_argument("--rounds", type=int, default=7, help="of the Swiss of bots")
    parser.add_argument("--people", type=int, default=64)
    parser.add_argument("--people-rounds", type=int, default=6, help="of the Swiss of people")
    parser.add_argument("--thinks", type=float, default=0.1, help="seconds that a person thinks for a choice, at most")
    parser.add_argument("--field", type=int, default=32, help="bots of a duplicate")
    parser.add_argument("--deals", type=int, default=8, help="of a duplicate")
    parser.add_argument("--runs", type=int, default=8, help="of a duplicate, to see how far they agree")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2, help="of the bot worker")
    words = parser.parse_args()
    for what in words.what:
        figures = run_luck(words) if what == "luck" else asyncio.run(RUNS[what](words))
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
