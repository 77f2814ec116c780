"""What frontends get: typed views, references, options that say what they touch, layouts, causes and outcomes."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.core.events import Event
from engine.core.flow import Decision
from engine.core.layout import ComponentLayout, Layout
from engine.core.match import Match, restore
from engine.core.state import MatchEnded, Outcome
from engine.core.vocabulary import Phrase
from engine.core.words import Lang
from engine.games.lotr.components.box import ENTRIES, REFERENCES, copies, name_of
from engine.games.lotr.game import GAME
from engine.games.lotr.rules.damage import deal_damage, destroy
from engine.games.lotr.rules.dol_guldur import place_orc_guards
from engine.games.lotr.rules.knowledge import learn
from engine.games.lotr.rules.lasting_effects import CANNOT_ATTACK, boost
from engine.games.lotr.rules.progress import check_quest, next_stage, place_progress
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import Attack
from engine.games.lotr.view import observe
from engine.games.lotr.view.types import CardView, LastingEffectView, ShadowCardView
from engine.testing.walk import walk
from tests.engine.games.lotr.tabletop import Tabletop

ONE, TWO = "seat:player-1", "seat:player-2"


def seen(table: Tabletop, card: int, seat: int | None = 0) -> CardView:
    """A card in play as a seat sees it."""
    view = observe(table.s, seat)
    areas = [cards for one in view.players for cards in (one.heroes, one.allies, one.engaged_enemies)]
    for area in (*areas, view.staging_area, [view.active_location], view.attacking_shadow_cards):
        for one in area:
            if one is not None and one.card == REFERENCES[card]:
                return one
    raise LookupError(f"{REFERENCES[card]} is not in play")


# -- cards in play


def test_a_hero_shows_what_lies_on_it_and_its_numbers_as_they_are(table: Tabletop) -> None:
    aragorn, gimli, _ = table.player(0).heroes
    stone = table.attach(aragorn, "celebrians-stone")
    steward = table.attach(aragorn, "steward-of-gondor")
    table[steward].exhausted = True
    table.attach(gimli, "citadel-plate")
    table[gimli].damage, table[gimli].resources = 3, 2
    hero = seen(table, aragorn)
    assert (hero.card, hero.type, hero.owner, hero.controller, hero.engaged_with) == ("aragorn", "hero", ONE, ONE, None)
    assert (hero.willpower, hero.added_spheres, hero.added_traits) == (4, ["spirit"], ["Gondor"])
    assert [(one.card, one.type, one.owner, one.exhausted) for one in hero.attachments] == [
        (REFERENCES[stone], "attachment", ONE, False),
        (REFERENCES[steward], "attachment", ONE, True),
    ]
    assert (hero.threat, hero.engagement_cost, hero.quest_points) == (None, None, None)
    dwarf = seen(table, gimli)
    assert (dwarf.attack, dwarf.hit_points, dwarf.damage, dwarf.resources) == (5, 9, 3, 2)


def test_an_ally_under_the_control_of_another_player_says_whose_it_is(two: Tabletop) -> None:
    took = two.ally(0, "wandering-took")
    two.use(0, took)
    ally = seen(two, took)
    assert (ally.owner, ally.controller, ally.actions_used) == (ONE, TWO, 1)
    assert [one.card for one in observe(two.s, None).players[1].allies] == [REFERENCES[took]]


def test_actions_that_each_player_may_take_once_are_counted_by_player(two: Tabletop) -> None:
    eowyn = two.player(0).heroes[2]
    for seat in (0, 1):
        two.give(seat, "gandalf")
        two.use(seat, eowyn)
    assert seen(two, eowyn).actions_used == 2


def test_willpower_and_threat_stand_against_each_other(table: Tabletop) -> None:
    aragorn, _, eowyn = table.player(0).heroes
    table.commit(aragorn, eowyn)
    boost(table.s, aragorn, "willpower", 1)
    gate = table.stage("forest-gate")
    table.attach(gate, "power-in-the-earth")
    table.stage("king-spider")
    table.s.staging_threat_a_player, table.s.extra_location_threat = 2, 1
    view = observe(table.s, None)
    assert view.committed_willpower == 3 + 4
    assert [card.threat for card in view.staging_area] == [2 - 1 + 1, 2]
    assert (view.staging_threat, view.added_staging_threat, view.added_location_threat) == (2 + 2 + 2, 2, 1)


def test_shadow_cards_are_hidden_until_they_are_turned_up_but_for_who_looked(two: Tabletop) -> None:
    spider = two.engaged(0, "king-spider")
    hidden, open_card = two.free("hummerhorns"), two.free("eyes-of-the-forest")
    two[spider].shadows, two[spider].open_shadows = [hidden], [open_card]
    learn(two.s, 1, [hidden])
    shown = ShadowCardView(REFERENCES[open_card], True)
    assert seen(two, spider, 0).shadow_cards == [shown, ShadowCardView(None, False)]
    assert seen(two, spider, 1).shadow_cards == [shown, ShadowCardView(REFERENCES[hidden], False)]
    assert seen(two, spider, None).shadow_cards == [shown, ShadowCardView(None, False)]
    assert seen(two, spider, None).face_down_shadow_cards == 1
    assert (seen(two, spider).engaged_with, seen(two, spider).controller) == (ONE, None)


def test_an_orc_guard_is_face_down_and_says_whose_card_it_is() -> None:
    table = Tabletop(["aragorn"], ["legolas"], scenario="escape-from-dol-guldur")
    top = table.player(1).deck[-1]
    learn(table.s, 1, [top])
    table.run(place_orc_guards(table.s))
    guard = table.player(1).engaged[0]
    assert seen(table, guard, 0).card.startswith("orc-guard:")
    assert (seen(table, guard, 0).owner, seen(table, guard, 0).face_down_card) == (TWO, None)
    assert seen(table, guard, 1).face_down_card == REFERENCES[top]


def test_lasting_effects_say_what_they_do_and_to_whom(two: Tabletop) -> None:
    spider = two.engaged(1, "king-spider")
    boost(two.s, spider, CANNOT_ATTACK, 1)
    boost(two.s, spider, "attack", 1, until="round")
    assert seen(two, spider).lasting_effects == [
        LastingEffectView(CANNOT_ATTACK, 0, TWO, "end-of-phase"),
        LastingEffectView("attack", 1, None, "end-of-round"),
    ]
    assert seen(two, spider).attack == 4


def test_an_attack_shows_both_sides_as_they_stand(two: Tabletop) -> None:
    spider = two.engaged(0, "king-spider")
    gimli = two.player(0).heroes[1]
    attack = Attack(spider, 0, defenders=[gimli], bonus=2)
    two.s.attacks = [attack]
    (one,) = observe(two.s, None).attacks
    assert (one.attacker, one.enemy, one.player, one.defenders) == ("enemy", REFERENCES[spider], ONE, ["gimli"])
    assert (one.attack, one.defense) == (5, 2)
    attack.ignores_defense = True
    assert observe(two.s, None).attacks[0].defense == 0
    two[spider].attacked_by = 0b10
    two.s.attacks = [Attack(spider, 1)]
    (one,) = observe(two.s, None).attacks
    assert (one.attacker, one.player, one.attack, one.defense) == ("players", TWO, 0, 1)
    assert seen(two, spider).attacked_by == [TWO]


def test_an_attack_whose_enemy_has_left_play_counts_for_nothing(table: Tabletop) -> None:
    spider = table.engaged(0, "king-spider")
    table.s.attacks = [Attack(spider, 0, attackers=[table.player(0).heroes[0]])]
    table.run(destroy(table.s, spider))
    (one,) = observe(table.s, 0).attacks
    assert (one.enemy_left, one.attack, one.defense) == (True, 0, 0)


def test_a_stage_says_whether_its_text_holds_it_up(table: Tabletop) -> None:
    table.at_stage("beorns-path")
    spawn = table.stage("ungoliants-spawn")
    stage = observe(table.s, 0).stage
    assert stage is not None
    assert (stage.card, stage.number, stage.quest_points, stage.held_up) == ("beorns-path", 3, 10, True)
    table.run(destroy(table.s, spawn))
    assert observe(table.s, 0).stage != stage
    table.at_stage("dont-leave-the-path")
    stage = observe(table.s, 0).stage
    assert stage is not None
    assert (stage.quest_points, stage.held_up) == (None, False)


def test_cards_whose_place_is_known_are_counted_from_the_top(two: Tabletop) -> None:
    learn(two.s, 0, [two.s.encounter_deck[-2], two.player(1).deck[-1]])
    view = observe(two.s, 0)
    assert [(one.card, one.cards_above) for one in view.known_in_encounter_deck] == [
        (REFERENCES[two.s.encounter_deck[-2]], 1)
    ]
    assert [one.cards_above for one in view.players[1].known_in_deck] == [0]
    for other in (1, None):
        assert observe(two.s, other).known_in_encounter_deck == []
        assert observe(two.s, other).players[1].known_in_deck == []


# -- references, options and events


def test_heroes_go_by_their_ids_and_copies_are_counted_over_the_seats(two: Tabletop) -> None:
    assert [card.card for card in observe(two.s, 0).players[1].heroes] == ["legolas", "denethor", "eleanor"]
    assert [REFERENCES[card] for card in copies("gandalf", 0)] == ["gandalf:1", "gandalf:2", "gandalf:3"]
    assert REFERENCES[copies("gandalf", 1)[0]] == "gandalf:4"


def test_a_payment_names_each_hero_as_often_as_he_pays(two: Tabletop) -> None:
    lexicon = GAME.lexicon(GAME.setting("passage-through-mirkwood", 2))
    aragorn, gimli, _ = two.player(0).heroes
    option = lexicon.option(("pay", aragorn, 2, gimli, 1))
    assert (option.arguments, option.touches) == ({"heroes": ["aragorn", "aragorn", "gimli"]}, ["aragorn", "gimli"])


def told(*event: Any) -> Phrase:
    """An event as programs are told of it."""
    return GAME.lexicon(GAME.setting("passage-through-mirkwood", 2)).event(Event(event[0], event[1:]))


def test_lasting_effects_are_told_by_what_they_are(two: Tabletop) -> None:
    spider = two.engaged(1, "forest-spider")
    boosted = told("boosted", spider, "attack", 1)
    assert (boosted.verb, boosted.arguments["strength"], boosted.arguments["by"]) == ("boosted", "attack", 1)
    held_back = told("boosted", spider, CANNOT_ATTACK, 1)
    assert (held_back.verb, held_back.touches) == ("held-back", [REFERENCES[spider], TWO])
    other = told("boosted", spider, "no-threat", 0)
    assert (other.verb, other.arguments["effect"]) == ("lasting-effect", "no-threat")


# -- layout


def laid_out(scenario: str, seats: int, **options: Any) -> Layout:
    assert GAME.layout is not None
    return GAME.layout(GAME.setting(scenario, seats, options))


def component(layout: Layout, id: str) -> ComponentLayout:
    return next(one for one in layout.components if one.id == id)


def test_a_layout_lists_the_cards_of_its_setting_and_no_others() -> None:
    solo = laid_out("passage-through-mirkwood", 1, decks=["spirit"])
    assert component(solo, "eowyn").references == ["eowyn"]
    assert component(solo, "gandalf").references == ["gandalf:1"]
    assert len(component(solo, "forest-spider").references) == 4
    assert not {"aragorn", "orc-guard", "to-the-river", "wolf-rider"} & {one.id for one in solo.components}
    pair = laid_out("passage-through-mirkwood", 2)
    assert component(pair, "gandalf").references == ["gandalf:1", "gandalf:4"]


def test_a_layout_follows_scenario_and_options() -> None:
    assert len(component(laid_out("escape-from-dol-guldur", 1), "orc-guard").references) == 30
    easy = laid_out("journey-down-the-anduin", 1, easy=True)
    assert component(easy, "hill-troll").references == ["hill-troll:1"]
    stages = [one for one in laid_out("campaign", 4).components if one.kind == "quest"]
    assert len(stages) == 10


def test_a_layout_has_what_is_printed_in_both_languages() -> None:
    layout = laid_out("campaign", 4)
    aragorn = component(layout, "aragorn")
    printed = {one.id: (one.name.en, one.name.pl, one.value) for one in aragorn.printed}
    assert printed["willpower"] == ("willpower", "siła woli", 2)
    assert printed["sphere"] == ("sphere", "sfera", "leadership")
    assert printed["sentinel"] == ("Sentinel", "Wartownik", 1)
    assert printed["traits"] == ("traits", "cechy", ["Dúnedain", "Noble", "Ranger"])
    caverns = {one.id: one.value for one in component(layout, "endless-caverns").printed}
    assert (caverns["threat"], caverns["doomed"], caverns["surge"]) == (1, 1, 1)
    assert {one.id: one.value for one in component(layout, "stand-and-fight").printed}["cost"] == "X"
    assert "quest-points" not in {one.id for one in component(layout, "dont-leave-the-path").printed}


def test_every_player_has_zones_and_a_threat_dial() -> None:
    layout = laid_out("passage-through-mirkwood", 2)
    owned = {zone.reference: (zone.kind, zone.contents) for zone in layout.zones if zone.owner == TWO}
    assert owned["engaged-enemies:player-2"] == ("row", "/players/1/engaged_enemies")
    assert owned["hand:player-2"] == ("hand", "/players/1/hand")
    dial = next(track for track in layout.tracks if track.reference == "threat:player-2")
    assert (dial.owner, dial.steps[-1].value, dial.position) == (TWO, 50, "/players/1/threat")


# -- why


def first_decision(kind: str, cause: str, scenario: str = "passage-through-mirkwood", seats: int = 2) -> Match:
    """A match at random, as it first asks for that kind of decision because of that."""
    for seed in range(50):
        match = GAME.new_match(scenario, seats, seed)
        for seat, _ in walk(match, random.Random(seed)):
            decision = match.decision(seat)
            assert decision is not None
            if decision.kind == kind and (match.cause(seat) or ("",))[0] == cause:
                return match
    raise LookupError(f"no {kind} because of {cause}")


@pytest.mark.parametrize(
    ("kind", "cause", "en", "pl"),
    [
        ("pay", "pay", "Pay for {0}: whose resources pay?", "Zapłata za kartę {0}: czyimi zasobami płacisz?"),
        ("attach", "play", "Play {0}: attach to what?", "Zagranie karty {0}: do czego dołączasz?"),
        ("defend", "enemy-attack", "{0} attacks Player {1}: declare a defender", "{0} atakuje, cel Gracz {1}: "),
        ("attackers", "attack", "Attack on {0}: declare attackers", "Atak na kartę {0}: zadeklaruj atakujących"),
        ("exhaust", "revealed", "When {0} is revealed: exhaust which card?", "Po odkryciu karty {0}: kogo"),
        ("exhaust", "shadow", "Shadow effect of {0}: exhaust which card?", "Efekt cienia karty {0}: kogo"),
        ("exhaust", "travel", "Travel to {0}: exhaust which card?", "Podróż na obszar {0}: kogo"),
        ("give-resource", "effect", "Effect of {0}: which hero gets the resource?", "Efekt karty {0}: który"),
    ],
)  # fmt: skip
def test_a_decision_says_what_it_is_for(kind: str, cause: str, en: str, pl: str) -> None:
    match = first_decision(kind, cause)
    (decision,) = match.pending
    _, card, *seats = match.cause(decision.seat) or ()
    for lang, expected in (("en", en), ("pl", pl)):
        said = expected.format(name_of(card, lang), *(seat + 1 for seat in seats))
        assert match.prompt(decision, lang).startswith(said)
    view = match.observation(decision.seat)
    assert REFERENCES[card] in view.cause.touches
    assert match.observation(None).cause is None
    assert match.clone().cause(decision.seat) == match.cause(decision.seat)


def test_a_stage_says_what_it_asks_for(table: Tabletop) -> None:
    table.at_stage("a-fork-in-the-road")
    table.s.quest_deck = copies("dont-leave-the-path")
    flow = next_stage(table.s)
    decision = next(flow)
    assert isinstance(decision, Decision)
    assert decision.kind == "add-spider"
    (cause,) = table.s.run.causes
    assert GAME.purpose(table.s, cause, "en") == "Stage Don't Leave the Path!"


def test_a_response_says_what_has_happened() -> None:
    match = first_decision("response", "after")
    (decision,) = match.pending
    _, trigger, *cards = match.cause(decision.seat) or ()
    cause = match.observation(decision.seat).cause
    assert (cause.arguments["what"], cause.arguments["cards"]) == (trigger, [REFERENCES[card] for card in cards])
    assert match.prompt(decision).endswith(": respond?")
    assert all(name_of(card) in match.prompt(decision) for card in cards)


# -- outcomes


def explained(table: Tabletop, rule: Callable[[], object], lang: Lang = "en") -> str:
    """How the match ends by that rule, in words."""
    with pytest.raises(MatchEnded):
        rule()
    assert table.s.outcome is not None
    assert GAME.explain is not None
    return GAME.explain(table.s, table.s.outcome, lang)


def test_a_match_lost_by_threat_says_so(table: Tabletop) -> None:
    table.s.progress, table.s.round = 4, 7
    assert explained(table, lambda: raise_threat(table.s, 0, 30)) == (
        "The players lost: Player 1 has reached threat 50, and nobody is left. "
        "Score 263: 250 for progress 4 of 8 at Flies and Spiders, 6 for heroes and threat left, 7 for rounds."
    )


def test_a_match_lost_by_the_last_hero_does_not_speak_of_threat_50() -> None:
    table = Tabletop(["gimli"], scenario="journey-down-the-anduin")
    table.at_stage("anduin-passage")
    gimli = table.player(0).heroes[0]
    said = explained(table, lambda: table.run(deal_damage(table.s, gimli, 5)))
    assert table.player(0).threat == 50
    assert said == (
        "The players lost: Player 1 has lost the last hero, at threat 20 (the dial of who is out is set to 50), "
        "and nobody is left. "
        "Score 1016: 1000 for completed stages, 15 for heroes and threat left, 1 for rounds."
    )
    table = Tabletop(["gimli"])
    gimli = table.player(0).heroes[0]
    assert explained(table, lambda: table.run(deal_damage(table.s, gimli, 5)), "pl").startswith(
        "Gracze przegrali: Gracz 1 traci ostatniego bohatera przy zagrożeniu 20 (tarcza wyeliminowanego pokazuje 50) "
        "i nikt nie pozostał w grze. Punkty 16:"
    )


def test_a_lost_prisoner_is_told_with_who_was_eliminated() -> None:
    table = Tabletop(["aragorn", "gimli"], ["legolas"], scenario="escape-from-dol-guldur")
    table.s.prisoner = table.player(0).heroes[0]
    table.attach(table.player(0).heroes[1], "shadow-key")
    said = explained(table, lambda: raise_threat(table.s, 0, 30))
    assert said.startswith(
        "The players lost: Player 1 has reached threat 50, and with that player the prisoner is lost."
    )
    assert "100 for objectives and the rescue" in said


def test_a_won_match_tells_what_won_it_and_what_its_score_is_made_of(table: Tabletop) -> None:
    table.at_stage("beorns-path")
    table.discarded(0, "legolas")
    table[table.player(0).heroes[0]].damage = 2
    table.s.victory.append(table.free("ungoliants-spawn"))
    points = ENTRIES[table.s.victory[0]].victory
    assert explained(table, lambda: table.run(place_progress(table.s, 10))) == (
        "The players won: the last stage, Beorn's Path, is completed. The book's score, the lower the better, is "
        f"{31 - points}: threat 20, threat cost of fallen heroes 9, damage on heroes 2, less victory points {points}. "
        f"Score {20_000 - 31 + points}: 20000 for a victory, less {31 - points}."
    )


def test_stages_that_end_otherwise_tell_how_they_were_won(table: Tabletop) -> None:
    table.at_stage("dont-leave-the-path")
    spawn = table.engaged(0, "ungoliants-spawn")
    said = explained(table, lambda: table.run(destroy(table.s, spawn)))
    assert said.startswith("The players won: Ungoliant's Spawn is defeated at the stage Don't Leave the Path!.")
    river = Tabletop(scenario="journey-down-the-anduin")
    river.at_stage("ambush-on-the-shore")
    said = explained(river, lambda: river.run(check_quest(river.s)))
    assert said.startswith("The players won: no enemy is left in play at the stage Ambush on the Shore.")


def test_a_campaign_tells_the_score_of_every_scenario(table: Tabletop) -> None:
    table.at_stage("beorns-path")
    table.s.scores = [80, 70]
    said = explained(table, lambda: table.run(place_progress(table.s, 10)))
    assert "The campaign's scores add up to 170: 80 + 70 + 20. Score 19830: 20000 for a victory, less 170." in said


def test_who_gives_up_is_told_how_far_it_was() -> None:
    match = GAME.new_match("passage-through-mirkwood", 1, 1)
    match.concede(0)
    assert match.explain() == "The players conceded in round 0. Score 16: 16 for heroes and threat left."
    assert match.outcome == Outcome([], "", "conceded", {"players": 16})


def test_an_outcome_explains_itself_also_after_a_restart() -> None:
    match = GAME.new_match("escape-from-dol-guldur", 2, 5)
    for _ in walk(match, random.Random(5)):
        pass
    for again in (match.clone(), restore(match.snapshot()), match.record.replay()):
        assert again.explain() == match.explain()
