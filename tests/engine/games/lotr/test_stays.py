"""A card that left play and came back is another card: what began with the first has nothing to do with it (p. 25)."""

import pytest

from engine.core.flow import Decision
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.rules.actions import take_action
from engine.games.lotr.rules.in_play import is_guarded
from engine.games.lotr.rules.removal import return_to_hand
from engine.games.lotr.rules.responses import respond
from engine.games.lotr.state import InPlay
from tests.engine.games.lotr.tabletop import Tabletop


def dol_guldur() -> Tabletop:
    """Éowyn and Gimli in Dol Guldur; nobody is imprisoned."""
    return Tabletop(["eowyn", "gimli"], scenario="escape-from-dol-guldur")


@pytest.mark.card("cavern-guardian")
def test_an_objective_that_fell_back_to_the_staging_area_is_not_discarded_again() -> None:
    """Losing Citadel Plate kills the bearer; the map is in the staging area then, and no attachment any more."""
    table = dol_guldur()
    eowyn, gimli = table.player(0).heroes
    table.attach(gimli, "citadel-plate")
    map = table.attach(gimli, "gandalfs-map")
    table[gimli].damage = 6
    jailor = table.engaged(0, "dungeon-jailor")
    table.shadow("cavern-guardian", jailor)
    assert table.player(0).heroes == [eowyn]
    assert table.s.staging == [map]
    assert (map,) not in table.events("left-play")


@pytest.mark.card("shadow-key")
def test_a_torch_that_fell_back_to_the_staging_area_does_nothing_when_the_round_ends() -> None:
    """The key kills the bearer of both (p. 22): nobody carries the torch any more, and nothing of it is told."""
    table = dol_guldur()
    _, gimli = table.player(0).heroes
    table.attach(gimli, "shadow-key")
    torch = table.attach(gimli, "dungeon-torch")
    table[gimli].damage = 4
    table.step("end-round")
    assert torch in table.s.staging
    assert table.player(0).threat == 20
    assert (torch,) not in table.events("forced")


@pytest.mark.card("dungeon-jailor")
def test_an_objective_that_was_lost_has_lost_its_guard() -> None:
    """Shuffled away and turned up again it is guarded by a card of its own (p. 24)."""
    table = dol_guldur()
    map = table.stage("gandalfs-map")
    jailor = table.stage("dungeon-jailor")
    table[jailor].guards = map
    table.s.phase, table.s.questing = "quest", True
    table.step("resolve-quest")
    assert map in table.s.encounter_deck
    assert not is_guarded(table.s, map)


def leave_and_return(table: Tabletop, ally: int) -> None:
    """An ally returns to the hand and is put into play again."""
    return_to_hand(table.s, ally)
    table.player(0).hand.remove(ally)
    table.player(0).allies.append(ally)
    table.s.cards[ally] = InPlay(seat=0)


@pytest.mark.card("sneak-attack")
@pytest.mark.parametrize("returns", [False, True])
def test_sneak_attack_takes_back_the_ally_that_it_put_into_play_and_no_later_one(returns: bool) -> None:
    """An ally that left while its arrival was answered, and came back, has nothing to do with the event (p. 18)."""
    table = Tabletop(["aragorn"])
    aragorn = table.player(0).heroes[0]
    table.rich(aragorn, amount=1)
    scout = table.give(0, "snowbourn-scout")
    event = table.give(0, "sneak-attack")
    table.stage("old-forest-road")
    flow = take_action(table.s, 0, ("play", event))
    decision = flow.send(None)
    while isinstance(decision, Decision) and decision.kind != "response":
        (option,) = decision.options
        decision = flow.send(option)
    assert table.player(0).allies == [scout]
    if returns:
        leave_and_return(table, scout)
    with pytest.raises(StopIteration):
        flow.send(("pass",))
    assert bool(table[scout].effects) is not returns
    table.step("end-phase")
    assert table.player(0).allies == ([scout] if returns else [])


@pytest.mark.parametrize("returns", [False, True])
def test_a_card_answers_an_event_once_for_each_time_it_entered_play(returns: bool) -> None:
    """A card that left play and came back is another card, which has answered nothing yet (p. 18, 23)."""
    table = Tabletop(["aragorn"])
    scout, other = (table.ally(0, "snowbourn-scout") for _ in range(2))
    road = table.stage("old-forest-road")
    flow = respond(table.s, "entered", Cue(scout, 0), Cue(other, 0))
    decision = flow.send(None)
    assert isinstance(decision, Decision)
    assert decision.options == [("respond", scout), ("respond", other), ("pass",)]
    location = flow.send(("respond", scout))
    assert isinstance(location, Decision)
    assert location.kind == "progress-on"
    again = flow.send(location.options[0])
    assert isinstance(again, Decision)
    assert again.options == [("respond", other), ("pass",)]
    if returns:
        leave_and_return(table, scout)
    location = flow.send(("respond", other))
    assert isinstance(location, Decision)
    if not returns:
        with pytest.raises(StopIteration):
            flow.send(location.options[0])
        assert table[road].progress == 2
        return
    last = flow.send(location.options[0])
    assert isinstance(last, Decision)
    assert last.options == [("respond", scout), ("pass",)]
