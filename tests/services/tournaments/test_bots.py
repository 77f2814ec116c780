"""Tournaments of bots, through real workers: every table has one result, and anybody can count them again."""

from tests.services.bots.test_bots import start_worker
from tests.services.tournaments.conftest import Hall


async def test_a_swiss_of_bots_is_played_to_its_end(hall: Hall, settings) -> None:
    tournament = await hall.create()
    names = await hall.enter_bots(tournament, *(["random"] * 3), *(["greedy"] * 4))
    assert names == ["random", "random 2", "random 3", "greedy", "greedy 2", "greedy 3", "greedy 4"]
    await hall.start(tournament)
    async with start_worker(settings):
        after = await hall.finished(tournament)
    assert (after.stage, after.round, after.open_tables) == (1, 3, 0)
    standings = await hall.standings(tournament)
    assert sum(one.points for one in standings) == 3 * (3 * 2 + 2)
    for one in await hall.events(tournament):
        print(one.number, one.actor, one.kind, one.text, one.why, one.data)
