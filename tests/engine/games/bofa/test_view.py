"""What frontends get: the typed view, what options touch, why something is asked, how a match ended."""

from typing import get_args

import pytest

from engine.core.state import MatchEnded
from engine.games.bofa.components.box import LORD
from engine.games.bofa.game import GAME
from engine.games.bofa.rules.dice import FACES
from engine.games.bofa.rules.fate import move_marker
from engine.games.bofa.state import EYRIE, GONE, HIDDEN, Frame
from engine.games.bofa.steps.victory import win
from engine.games.bofa.view import BofaView
from engine.games.bofa.view.types import CombatCardKind, CombatCardView, FortificationView, Phase, PlaceView
from engine.games.bofa.words.decisions import PROMPTS
from engine.games.bofa.words.events import EVENTS
from engine.games.bofa.words.options import OPTIONS
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop


def seen(tabletop: Tabletop, seat: int | None = FREE) -> BofaView:
    view: BofaView = tabletop.match.observation(seat)
    return view


def place(tabletop: Tabletop, reference: str) -> PlaceView:
    return next(one for one in seen(tabletop).places if one.place == reference)


# -- the map ---------------------------------------------------------------------------------------------------


def test_a_place_shows_its_army_who_leads_it_and_its_walls(tabletop: Tabletop) -> None:
    tabletop.army("ravenhill", "dain", leaders=1, damage=2, dwarf_warriors=2, lake_town_men=1)
    tabletop.token("ravenhill", "dwarf-warriors")
    tabletop.token("ravenhill", "elf-archers")
    tabletop.s.wall_damage[tabletop.at("ravenhill")] = 3
    assert place(tabletop, "ravenhill") == PlaceView(
        place="ravenhill",
        army_side="free-peoples",
        units={"dwarf-warriors": 2, "lake-town-men": 1},
        damage=2,
        leadership_tokens=1,
        leadership=3,
        characters=["dain"],
        recruitment_tokens={"pile:dwarf-men": 1, "pile:elf": 1},
        settlement_held_by="free-peoples",
        fortification=FortificationView(defence=5, damage=3),
    )


def test_an_empty_place_is_shown_as_empty(tabletop: Tabletop) -> None:
    empty = place(tabletop, "old-orchards")
    assert (empty.army_side, empty.units, empty.settlement_held_by, empty.fortification) == (None, {}, None, None)
    tabletop.s.shadow_settlements = [tabletop.at("camp")]
    assert place(tabletop, "camp").settlement_held_by == "shadow"


def test_goblin_areas_are_places_and_passes_open(tabletop: Tabletop) -> None:
    tabletop.army("western-goblins-pass", goblins=5)
    tabletop.s.pass_closed[1] = False
    assert place(tabletop, "pass:western-goblins").units == {"goblins": 5}
    assert seen(tabletop).closed_passes == ["pass:northern-goblins"]


def test_the_lord_of_the_eagles_is_over_a_territory_and_in_no_region(tabletop: Tabletop) -> None:
    """(p. 32)."""
    tabletop.character("lord-of-the-eagles", "camp")
    tabletop.s.eagles[2], tabletop.s.bats[2] = 1, 3
    over = seen(tabletop).territories[2]
    assert (over.territory, over.eagles, over.great_bats) == ("territory:eastern-bank", 1, 3)
    assert over.characters == ["lord-of-the-eagles"]
    assert place(tabletop, "camp").characters == []
    assert seen(tabletop).characters["lord-of-the-eagles"] == "territory:eastern-bank"
    tabletop.s.characters[LORD] = EYRIE
    assert seen(tabletop).eyrie.characters == ["lord-of-the-eagles"]
    assert seen(tabletop).characters["lord-of-the-eagles"] == "place:eyrie"


def test_characters_off_the_map_are_told_with_the_reason(tabletop: Tabletop) -> None:
    tabletop.s.characters[:5] = [GONE, tabletop.at("camp"), tabletop.at("camp"), GONE, HIDDEN]
    view = seen(tabletop)
    assert (view.characters["dain"], view.characters["bilbo"]) == ("camp", "hidden")
    assert (view.eliminated_characters, view.hidden_characters) == (["bard", "thranduil"], ["bilbo"])
    assert "beorn" in view.waiting_characters
    assert place(tabletop, "camp").characters == ["dain", "gandalf"]


# -- the turn --------------------------------------------------------------------------------------------------


def test_dice_are_unused_or_used_once_they_are_rolled(tabletop: Tabletop) -> None:
    tabletop.s.dice_pool = [5, 6]
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("east-fields", orcs=1)
    tabletop.action(FREE, "army", "will", others=("eye",))
    free, shadow = seen(tabletop).players
    assert (free.dice_pool, free.unused_dice, free.used_dice_count) == (5, ["army", "will"], 3)
    assert (shadow.unused_dice, shadow.used_dice_count) == (["eye"], 5)
    tabletop.s.step, tabletop.s.dice = "activate", [[], []]
    assert seen(tabletop).phase == "generals"
    assert seen(tabletop).players[FREE].used_dice_count == 0


def test_a_fate_card_is_carried_out_in_its_own_phase(tabletop: Tabletop) -> None:
    tabletop.s.frames = [Frame("card", tabletop.card("enormous-size"), FREE, place=tabletop.at("camp"))]
    tabletop.s.step, tabletop.s.next_step = "effect", "shadow-leaders"
    view = seen(tabletop)
    assert view.phase == "fate"
    (effect,) = view.effects
    assert (effect.source, effect.player, effect.place) == ("enormous-size", "seat:free-peoples", "camp")
    tabletop.s.next_step = "turn-over"
    assert seen(tabletop).phase == "actions"


def test_leadership_tokens_are_counted_with_armies_and_columns(tabletop: Tabletop) -> None:
    tabletop.army("camp", leaders=2, dwarf_warriors=2)
    tabletop.army("east-fields", leaders=3, orcs=1)
    assert [player.leadership_tokens_left for player in seen(tabletop).players] == [4, 11]
    tabletop.action(FREE, "army").choose("march", "camp", "river-meadow")
    (column,) = seen(tabletop).moving_armies
    assert (column.place, column.to, column.leadership_tokens) == ("camp", "river-meadow", 2)
    assert seen(tabletop).players[FREE].leadership_tokens_left == 4


# -- combat ----------------------------------------------------------------------------------------------------


def fight(tabletop: Tabletop, *rolls: int) -> Tabletop:
    """An attack on Ravenhill that has come to the re-roll of the attackers."""
    tabletop.army("ravenhill", leaders=1, elf_spearmen=3)
    tabletop.army("raven-path", leaders=1, orcs=4, wargs=1)
    tabletop.action(SHADOW, "army").choose("attack", "raven-path", "ravenhill")
    tabletop.next_rolls(*rolls)
    return tabletop.choose("unit", "orcs", seat=SHADOW).choose("unit", "elf-spearmen", seat=FREE)


def test_dice_are_seen_with_what_they_need_until_they_count_as_hits(tabletop: Tabletop) -> None:
    """Attackers of unbroken walls need a 6 (p. 28)."""
    fight(tabletop, 6, 5, 4, 1, 1, 5, 6, 1, 6, 2)
    assert tabletop.kind == "reroll"
    combat = seen(tabletop, None).combat
    assert combat is not None
    defender, attacker = combat.sides
    assert (combat.attacker, combat.target, combat.front, combat.round) == ("seat:shadow", "ravenhill", "raven-path", 1)
    assert combat.fortification_protects
    assert (attacker.card, attacker.black_dice) == (CombatCardView("unit", "orcs"), 4)
    assert (attacker.dice, attacker.needed_to_hit, attacker.needed_in_reroll) == ([6, 5, 4, 1, 1], 6, 6)
    assert (defender.dice, defender.needed_to_hit, defender.die_hits) == ([5, 6, 1], 5, [])
    assert "   Shadow: Manoeuvre of Orcs" in (drawn := GAME.draw_board(seen(tabletop), "en"))  # type: ignore[misc]
    assert "black dice 6 5 4 1, white dice 1; 6 needed" in drawn
    while tabletop.kind == "reroll":
        tabletop.choose(*tabletop.options()[0])
    combat = seen(tabletop, None).combat
    assert combat is not None
    defender, attacker = combat.sides
    assert (attacker.dice, attacker.needed_to_hit) == ([], None)
    assert (attacker.die_hits, defender.die_hits) == ([True, True, False, False, False], [True, True, False])
    assert (combat.fortification_damage_taken, defender.damage_taken, attacker.damage_taken) == (2, 0, 2)


def test_used_cards_and_void_ones_are_told(tabletop: Tabletop) -> None:
    tabletop.army("ravenhill", "thorin", dwarf_veterans=3)
    tabletop.army("raven-path", orcs=5)
    tabletop.action(SHADOW, "army").choose("attack", "raven-path", "ravenhill")
    tabletop.next_rolls(*[1] * 20)
    tabletop.choose("unit", "orcs", seat=SHADOW).choose("strokes", seat=FREE)
    tabletop.choose("aim", "reroll")
    combat = seen(tabletop).combat
    assert combat is not None
    free, shadow = combat.sides
    assert (free.card, free.card_helps) == (CombatCardView("strokes", "mighty-strokes"), "reroll")
    assert free.has_used_mighty_strokes
    assert shadow.used_unit_cards == ["orcs"]


# -- why -------------------------------------------------------------------------------------------------------


def test_the_words_for_people_and_the_vocabulary_of_programs_know_the_same_verbs() -> None:
    vocabulary = GAME.vocabulary
    assert vocabulary is not None
    assert {*OPTIONS, "branch"} == set(vocabulary.options)
    assert set(EVENTS) == set(vocabulary.events)
    assert set(PROMPTS) == set(vocabulary.decisions)


def test_options_say_what_they_touch_and_how_they_are_grouped(tabletop: Tabletop) -> None:
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("river-meadow", orcs=1)
    tabletop.give(FREE, "sound-the-horns")
    tabletop.action(FREE, "will")
    view = seen(tabletop)
    attack = next(option for option in view.options if option.verb == "attack")
    assert (attack.arguments, attack.touches) == (
        {"place": "camp", "target": "river-meadow"},
        ["camp", "river-meadow"],
    )
    card = next(option for option in view.options if option.verb == "card")
    assert (card.arguments, card.group) == ({"card": "sound-the-horns"}, "card")
    assert view.groups[:2] == ["attack", "march"]
    assert seen(tabletop, SHADOW).options == []


def test_a_die_says_what_it_is_used_for(tabletop: Tabletop) -> None:
    tabletop.army("camp", leaders=1, dwarf_warriors=1)
    tabletop.army("river-meadow", orcs=1)
    tabletop.action(FREE, "army", "character").choose("attack", "camp", "river-meadow")
    (decision,) = tabletop.match.pending
    assert tabletop.match.prompt(decision) == "Attack River Meadow from The Camp: choose the die to use"
    assert tabletop.match.prompt(decision, "pl") == "Zaatakuj Nadrzeczna Łąka z: Obóz: wybierz kość, której użyjesz"
    cause = seen(tabletop).cause
    assert cause is not None
    assert (cause.verb, cause.touches) == ("attack", ["camp", "river-meadow"])
    assert seen(tabletop, SHADOW).cause is None
    assert tabletop.match.clone().cause(FREE) == ("attack", tabletop.at("camp"), tabletop.at("river-meadow"))


def test_a_card_is_the_cause_of_what_it_asks(tabletop: Tabletop) -> None:
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("ruins-of-dale", lake_town_men=1)
    tabletop.give(FREE, "sound-the-horns")
    tabletop.action(FREE, "muster").choose("card", "sound-the-horns")
    (decision,) = tabletop.match.pending
    assert tabletop.match.prompt(decision).startswith("Play Sound the Horns: ")
    cause = seen(tabletop).cause
    assert cause is not None
    assert (cause.verb, cause.arguments) == ("card", {"card": "sound-the-horns"})


def test_a_general_is_the_cause_of_what_the_ability_asks(tabletop: Tabletop) -> None:
    tabletop.army("camp", "dain", dwarf_warriors=1, damage=1)
    tabletop.s.active_generals = [1]
    tabletop.action(FREE, "muster").choose("general", "dain")
    (decision,) = tabletop.match.pending
    assert tabletop.match.prompt(decision) == "Use the ability of Dáin Ironfoot: choose one"


def test_a_manoeuvre_is_the_cause_of_the_damage_it_cancels(tabletop: Tabletop) -> None:
    """Wall of Spears (p. 27), in a combat that is the cause of everything else."""
    tabletop.s.wall_damage[tabletop.at("ravenhill")] = 4
    fight(tabletop, 6, 6, 6, 1, 1, 6, 1, 1, 1, 1)
    (decision,) = tabletop.match.pending
    assert tabletop.match.prompt(decision).startswith("Combat in Ravenhill: ")
    while tabletop.kind in ("reroll", "use-manoeuvre"):
        tabletop.choose(*tabletop.options()[0])
    (decision,) = tabletop.match.pending
    assert tabletop.kind == "cancel"
    assert tabletop.match.prompt(decision) == "Manoeuvre of Elf Spearmen: which damage is cancelled?"
    assert tabletop.match.prompt(decision, "pl") == "Manewr: Elfi włócznicy: które obrażenia anulować?"


def test_defenders_who_cannot_choose_a_refuge_go_where_the_attacker_says(tabletop: Tabletop) -> None:
    phrase = tabletop.match.lexicon.option(("rout", -1))
    assert (phrase.arguments, phrase.touches) == ({"to": "attackers-choice"}, [])
    assert tabletop.match.lexicon.option(("rout", tabletop.at("camp"))).touches == ["camp"]


# -- how it ended ----------------------------------------------------------------------------------------------


ENDINGS = {
    "ten-points": (
        SHADOW,
        ("eastern-spur", "camp", "ruins-of-dale", "ravenhill"),
        "The Shadow won at the end of turn 4: it holds settlements worth 12 points, and 10 are enough. "
        "Free Peoples 17: settlements 8 (Front Gate 4, Collapsed Bridge 2, Lower Slopes 2), "
        "spaces of the fate marker 9. "
        "Shadow 68: settlements 12 (Eastern Spur 4, The Camp 2, Ruins of Dale 2, Ravenhill 4), "
        "spaces that the fate marker had to go 6, victory 50.",
    ),
    "front-gate": (
        SHADOW,
        ("front-gate", "eastern-spur", "camp"),
        "The Shadow won in turn 4: it took Front Gate and holds settlements worth 10 points, of which 10 are enough. "
        "Free Peoples 19: settlements 10 (Collapsed Bridge 2, Ruins of Dale 2, Lower Slopes 2, Ravenhill 4), "
        "spaces of the fate marker 9. "
        "Shadow 66: settlements 10 (Front Gate 4, Eastern Spur 4, The Camp 2), "
        "spaces that the fate marker had to go 6, victory 50.",
    ),
    "beorn": (
        FREE,
        ("camp",),
        "The Free Peoples won in turn 4: Beorn came while the Shadow had 2 points, fewer than 6. "
        "Free Peoples 77: settlements 18 (Front Gate 4, Eastern Spur 4, Collapsed Bridge 2, Ruins of Dale 2, "
        "Lower Slopes 2, Ravenhill 4), spaces of the fate marker 9, victory 50. "
        "Shadow 8: settlements 2 (The Camp 2), spaces that the fate marker had to go 6.",
    ),
    "bolg-slain": (
        FREE,
        ("camp", "front-gate", "eastern-spur", "ravenhill", "lower-slopes", "ruins-of-dale", "collapsed-bridge"),
        "The Free Peoples won in turn 4: Bolg, Son of Azog was slain. "
        "Free Peoples 59: settlements 0, spaces of the fate marker 9, victory 50. "
        "Shadow 26: settlements 20 (Front Gate 4, Eastern Spur 4, The Camp 2, Collapsed Bridge 2, Ruins of Dale 2, "
        "Lower Slopes 2, Ravenhill 4), spaces that the fate marker had to go 6.",
    ),
}
"""By reason: who wins, what the Shadow holds then, and what is told."""


@pytest.mark.parametrize("reason", ENDINGS)
def test_an_outcome_tells_why_and_what_each_side_scored_for(tabletop: Tabletop, reason: str) -> None:
    seat, held, told = ENDINGS[reason]
    tabletop.s.turn, tabletop.s.fate = 4, 9
    tabletop.s.shadow_settlements = sorted(map(tabletop.at, held))
    with pytest.raises(MatchEnded):
        win(tabletop.s, seat, reason)
    assert tabletop.match.explain() == told
    assert "{" not in tabletop.match.explain("pl")


def test_the_end_of_the_fate_track_is_told(tabletop: Tabletop) -> None:
    tabletop.s.turn, tabletop.s.fate = 9, 14
    with pytest.raises(MatchEnded):
        move_marker(tabletop.s, tabletop.p, 3)
    told = tabletop.match.explain()
    assert told.startswith("The Free Peoples won in turn 9: the fate marker reached 15, the last space of its track. ")
    assert told.endswith("Shadow 0: settlements 0, spaces that the fate marker had to go 0.")


def test_a_side_that_gives_up_is_told_in_polish(tabletop: Tabletop) -> None:
    tabletop.s.turn = 2
    tabletop.match.concede(FREE)
    assert tabletop.match.explain("pl") == (
        "Cień: zwycięstwo w turze 2; druga strona się poddała. "
        "Wolne Ludy 20: osady 20 (Główna Brama 4, Wschodnia Ostroga 4, Obóz 2, Zawalony Most 2, Ruiny Dale 2, "
        "Dolne Stoki 2, Krucze Wzgórze 4), pola znacznika przeznaczenia 0. "
        "Cień 15: osady 0, pola, które zostały znacznikowi przeznaczenia, 15."
    )


# -- the layout ------------------------------------------------------------------------------------------------


def test_a_layout_has_what_is_printed_in_both_languages() -> None:
    assert GAME.layout is not None
    layout = GAME.layout(GAME.setting())
    listed = {one.id: one for one in layout.components}
    orcs = listed["orcs"]
    assert (orcs.references, orcs.kind, orcs.name.pl) == (["orcs"], "unit", "Orki")
    printed = {one.id: (one.name.pl, one.value) for one in orcs.printed}
    assert (printed["strength"], printed["figures"]) == (("siła", 1), ("figurki w pudełku", 36))
    said = {one.id: one.text.pl for one in orcs.printed if one.text is not None}
    assert said == {"side": "Cień", "people": "orki", "terrain": "równiny, bagna"}
    assert {one.id: one.value for one in listed["dain"].printed}["leadership"] == 2
    assert listed["dain"].text.en.endswith("or remove two damage from Dáin's army.")
    token = listed["token-shadow-orcs-orcs"]
    assert token.references[:2] == ["token:shadow:orcs-orcs:1", "token:shadow:orcs-orcs:2"]
    assert {one.id: one.value for one in token.printed} == {"pile": "pile:shadow", "units": ["orcs", "orcs"]}
    blue = listed["fate-token-3-symbol-blue"]
    assert {one.id: one.value for one in blue.printed} == {"value": 3, "symbol": 1, "colour": "blue"}
    assert not {"region"} & {one.kind for one in layout.components}, "regions are places of the map"


def test_every_word_of_a_view_is_called_something_in_both_languages() -> None:
    assert GAME.layout is not None
    layout = GAME.layout(GAME.setting())
    assert set(layout.words["phase"]) == set(get_args(Phase))
    assert set(layout.words["combat-card-kind"]) == set(get_args(CombatCardKind))
    assert {face for faces in FACES for face in faces} <= set(layout.words["face"])
    assert layout.map is not None
    assert {place.terrain for place in layout.map.places} - {""} == set(layout.words["terrain"])
    assert {way.kind for place in layout.map.places for way in place.adjacent} == set(layout.words["way"])
    assert layout.words["face"]["army-muster"].pl == "Armia/Mobilizacja"


def test_tracks_say_what_their_steps_mean() -> None:
    assert GAME.layout is not None
    tracks = {track.reference: track for track in GAME.layout(GAME.setting()).tracks}
    fate = {step.value: step.title.en for step in tracks["track:fate"].steps}
    assert (fate[4], fate[5], fate[15]) == ("4", "5: Thorin Oakenshield", "15: the Free Peoples win")
    points = {step.value: step.title.pl for step in tracks["track:shadow-points"].steps}
    assert (points[10], max(points)) == ("10: Cień wygrywa na koniec tury", 20)
    leadership = tracks["track:leadership:shadow"]
    assert (len(leadership.steps), leadership.owner) == (15, "seat:shadow")
    assert [step.title.en for step in tracks["track:phase"].steps][-1] == "end of the turn"
