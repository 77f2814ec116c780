"""Questions that the rulebook leaves open, as the publisher's FAQ (version 1.9) answers them."""

import pytest

from engine.core.state import MatchEnded
from engine.games.lotr.rules.dol_guldur import place_orc_guards
from engine.games.lotr.rules.elimination import eliminate
from engine.games.lotr.rules.in_play import attachments
from engine.games.lotr.rules.progress import place_progress
from engine.games.lotr.rules.stats import staging_threat
from tests.engine.games.lotr.tabletop import Tabletop

TOWER = "escape-from-dol-guldur"


def prisoner(table: Tabletop, hero: int) -> None:
    """The hero is held in Dol Guldur."""
    table.s.prisoner, table[hero].facedown = hero, True


# -- two effects at once (FAQ 1.02)


@pytest.mark.card("sneak-attack", "beorn")
@pytest.mark.parametrize(("answer", "pile"), [("to-hand", "hand"), ("into-deck", "deck")])
def test_the_first_player_decides_what_becomes_of_beorn_after_a_sneak_attack(answer: str, pile: str) -> None:
    """Both effects end with the phase; the one that comes second finds him gone (p. 25)."""
    table = Tabletop(["aragorn"], ["legolas"])
    table.rich()
    beorn, sneak = table.give(0, "beorn"), table.give(0, "sneak-attack")
    table.s.phase, table.s.first_player = "combat", 1
    table.play(0, sneak)
    table.use(0, beorn)
    table.step("end-phase", answer)
    assert table.decisions[-1].seat == 1
    assert beorn in getattr(table.player(0), pile)


# -- Orc Guards


@pytest.mark.card("a-light-in-the-dark")
def test_an_orc_guard_that_would_return_to_the_staging_area_goes_to_its_owners_discard_pile() -> None:
    """It is a player's card (FAQ on Out of the Dungeons)."""
    table = Tabletop(["eowyn"], scenario=TOWER)
    table.rich()
    top = table.player(0).deck[-1]
    table.run(place_orc_guards(table.s))
    (guard,) = table.player(0).engaged
    light = table.give(0, "a-light-in-the-dark")
    table.play(0, light)
    assert table.s.staging == []
    assert guard in table.s.orc_guards
    assert table.player(0).discard == [top, light]


# -- who controls an encounter card that is attached (FAQ 1.06)


@pytest.mark.card("cavern-guardian")
def test_nobody_controls_the_web_that_a_hero_is_caught_in() -> None:
    """An encounter card that lies on a hero is no attachment of his player (p. 25; FAQ 1.06)."""
    table = Tabletop(["eowyn"], scenario=TOWER)
    eowyn = table.player(0).heroes[0]
    table.reveal("caught-in-a-web")
    (web,) = table[eowyn].attachments
    assert attachments(table.s, 0) == []
    table.shadow("cavern-guardian", table.engaged(0, "dungeon-jailor"))
    assert table[eowyn].attachments == [web]


@pytest.mark.card("driven-by-shadow")
def test_a_web_can_be_lost_with_the_attachments_of_the_defender() -> None:
    """That shadow effect takes what lies on the defender, whoever controls it."""
    table = Tabletop(["eowyn"], scenario=TOWER)
    eowyn = table.player(0).heroes[0]
    web = table.attach(eowyn, "caught-in-a-web")
    table.shadow("driven-by-shadow", table.engaged(0, "dungeon-jailor"), defender=eowyn)
    assert table[eowyn].attachments == []
    assert web in table.s.encounter_discard


# -- the prisoner


def test_a_player_whose_other_heroes_have_been_killed_is_out_and_all_have_lost() -> None:
    """The captured hero does not keep him in the game, and without the prisoner nobody can win (FAQ; p. 22)."""
    table = Tabletop(["eowyn", "gimli"], ["legolas"], scenario=TOWER)
    eowyn, gimli = table.player(0).heroes
    prisoner(table, gimli)
    with pytest.raises(MatchEnded):
        table.hurt(eowyn, 3)
    assert table.player(0).eliminated
    assert not table.player(1).eliminated
    assert table.s.outcome is not None
    assert [table.s.outcome.winners, table.s.outcome.reason] == [[], "prisoner-lost"]


def test_all_have_lost_when_the_prisoners_player_is_eliminated_by_threat() -> None:
    """An eliminated player loses his heroes, and with them the prisoner (p. 22; FAQ)."""
    table = Tabletop(["eowyn", "gimli"], ["legolas"], scenario=TOWER)
    prisoner(table, table.player(0).heroes[1])
    with pytest.raises(MatchEnded):
        eliminate(table.s, 0)
    assert table.s.outcome is not None
    assert table.s.outcome.reason == "prisoner-lost"


def test_the_others_go_on_once_the_prisoner_was_rescued() -> None:
    table = Tabletop(["eowyn", "gimli"], ["legolas"], scenario=TOWER)
    table.s.rescued = True
    eliminate(table.s, 0)
    assert table.s.outcome is None


def test_a_player_who_leads_nobody_but_the_prisoner_stays_in_the_game() -> None:
    """None of his heroes has been killed (p. 22)."""
    table = Tabletop(["gimli"], ["legolas", "eowyn"], scenario=TOWER)
    prisoner(table, table.player(0).heroes[0])
    table.hurt(table.player(1).heroes[0], 4)
    assert not table.player(0).eliminated


# -- lasting effects of encounter cards (FAQ 1.55)


@pytest.mark.card("treacherous-fog")
def test_treacherous_fog_lies_on_locations_that_come_later_too() -> None:
    """Unlike Driven by Shadow it does not say "currently" in the staging area."""
    table = Tabletop(["eowyn"], scenario="journey-down-the-anduin")
    table.reveal("treacherous-fog")
    assert table.events("location-threat") == [(1,)]
    table.reveal("gladden-fields")
    table.reveal("wargs")
    assert staging_threat(table.s) == 3 + 1 + 2
    table.step("end-phase")
    assert staging_threat(table.s) == 3 + 2


# -- progress that explores a location and completes a stage


@pytest.mark.card("mountains-of-mirkwood")
def test_the_next_stage_is_turned_up_before_an_explored_location_is_answered() -> None:
    """Progress is placed at once (p. 14-15, 22; FAQ); what responds to the location comes afterwards."""
    table = Tabletop(["eowyn"])
    mountains = table.activate("mountains-of-mirkwood")
    table.run(place_progress(table.s, 3 + 8), "respond", "none")
    assert table.s.run.events is not None
    order = [event.kind for event in table.s.run.events if event.kind in ("explored", "stage", "responded")]
    assert order == ["explored", "stage", "responded"]
    assert mountains in table.s.encounter_discard


# -- attacks of several players on one enemy (p. 20; FAQ 1.11)


def test_every_player_may_attack_the_same_enemy_once_a_round() -> None:
    """An enemy counts as attacked for each player by himself (p. 20; FAQ 1.11)."""
    table = Tabletop(["aragorn"], ["legolas"])
    aragorn, legolas = table.player(0).heroes[0], table.player(1).heroes[0]
    spawn = table.engaged(0, "ungoliants-spawn")
    table.s.phase, table.s.queue = "combat", [0, 1]
    table.s.step = "player-attack"
    table.until("end-combat", spawn, "done", spawn)
    assert [decision.seat for decision in table.decisions if decision.kind == "attack"] == [0, 1]
    assert [table[hero].exhausted for hero in (aragorn, legolas)] == [True, True]
    assert table[spawn].damage == 3 - 2 + 3 - 2
