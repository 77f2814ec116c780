"""What frontends get: options with what they touch, the board by location, why decisions are asked and matches end."""

import ast
import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.core.events import Event
from engine.core.layout import Layout
from engine.core.match import Match
from engine.core.state import MatchEnded, Outcome
from engine.games.meq import words
from engine.games.meq.components import box
from engine.games.meq.components.box import COMBAT, MINION, MINIONS, NUMBERS, REFERENCES, TOKENS, ids
from engine.games.meq.game import GAME
from engine.games.meq.layout import COLOUR_PAIRS, EVERYWHERE, IDS, LOC
from engine.games.meq.layout.references import ACTION_TRACKS
from engine.games.meq.rules.defeat import defeat_hero
from engine.games.meq.rules.fights import engage
from engine.games.meq.rules.knowledge import known_to
from engine.games.meq.rules.locations import is_perilous
from engine.games.meq.rules.shadow import play_shadow
from engine.games.meq.state import SAURON, GameState
from engine.games.meq.steps.explore import explore
from engine.games.meq.steps.travel import peril, ways
from engine.games.meq.view import MeqView, observe, sight
from engine.games.meq.view.types import PathView
from engine.games.meq.words.events import EVENTS
from engine.games.meq.words.options import OPTIONS
from engine.games.meq.words.prompts import PROMPTS
from tests.engine.games.meq.duel import Duel
from tests.engine.games.meq.tabletop import Tabletop
from tests.engine.games.meq.test_finale import at_the_end

PACKAGE = Path(box.__file__).parents[1]
assert GAME.vocabulary is not None
VOCABULARY = GAME.vocabulary


def layout_of(seats: int) -> Layout:
    """The layout of a match with so many seats."""
    assert GAME.layout is not None
    return GAME.layout(GAME.setting(seats=seats))


def walked(seats: int, seed: int) -> Iterator[Match]:
    """A match of random choices, decision by decision."""
    match, rng = GAME.new_match(seats=seats, seed=seed), random.Random(seed)
    while not match.is_over:
        yield match
        decision = match.pending[0]
        match.choose(decision.seat, rng.randrange(len(decision.options)))


# -- the board


def test_a_location_has_everything_that_is_there() -> None:
    tabletop = Tabletop("argalad", "beravor").at("bree", 1).influence(bree=2)
    s = tabletop.s
    s.favor[LOC["bree"]], s.characters[4], s.minions[MINION["gothmog"]] = 1, LOC["bree"], LOC["bree"]
    s.plots, s.plot_places = [tabletop.take(s.plot_deck, "a-dark-messenger")], [LOC["bree"]]
    token = tabletop.token("orc", "bree")
    seen = observe(s, 2)
    place = seen.places["bree"]
    assert (place.influence, place.favor, place.heroes) == (2, 1, ["seat:hero-2"])
    assert (place.characters, place.minions, place.plots) == (["gandalf"], ["gothmog"], ["plot-a-dark-messenger"])
    (face_down,) = place.monster_tokens
    assert (face_down.token, face_down.monster_pool) == (None, f"monster-pool:{COLOUR_PAIRS[TOKENS[token].pool]}")
    assert "gandalf" not in seen.characters_away
    assert seen.places["rhun"].heroes == []
    assert [hero.place for hero in seen.heroes] == ["woodland-realm", "bree"]


@pytest.mark.parametrize("seed", range(2))
def test_what_a_hero_can_reach_and_fears_is_what_the_rules_say(seed: int) -> None:
    for match in walked(3, seed):
        s, view = match.state, match.observation(None)
        for h, hero in enumerate(s.heroes):
            if hero.who:
                seen = view.heroes[h]
                assert seen.perilous_places == [IDS[i] for i in EVERYWHERE if is_perilous(s, h, i)]
                assert [(path.to, path.cost) for path in seen.paths] == [(IDS[way.to], way.cost) for way in ways(hero)]


def test_items_change_what_paths_cost() -> None:
    tabletop = Tabletop("beravor").at("bree")
    (way,) = [path for path in observe(tabletop.s, 1).heroes[0].paths if path.to == "weathertop"]
    assert way == PathView("weathertop", "hill", 2, False)
    tabletop.hero.items = [tabletop.take(tabletop.s.items, "horse")]
    (way,) = [path for path in observe(tabletop.s, 1).heroes[0].paths if path.to == "weathertop"]
    assert way.cost == 1


def test_a_fight_shows_both_stacks_their_costs_and_who_is_exhausted() -> None:
    duel = Duel()
    duel.strong(3)
    duel.round("parry", "aimed-shot")
    duel.arm("quick-shot")
    fight = observe(duel.s, 1).combat
    assert fight.is_under_way
    assert (fight.hero.player, fight.enemy.enemy) == ("seat:hero-1", "black-serpent")
    assert [COMBAT[NUMBERS[card]].key for card in (*fight.hero.stack, *fight.enemy.stack)] == ["parry", "aimed-shot"]
    assert (fight.hero.strength, fight.hero.stack_cost, fight.hero.is_exhausted) == (3, 1, False)
    assert fight.enemy.stack_cost == sum(COMBAT[NUMBERS[card]].cost for card in fight.enemy.stack)
    assert (fight.hero.last_type, fight.enemy.last_type) == ("melee", "ranged")
    assert (fight.enemy.hand, fight.enemy.hand_count) == ([], 1)
    assert len(observe(duel.s, SAURON).combat.enemy.hand) == 1
    duel.s.combat.hero_exhausted = True
    assert observe(duel.s, 1).combat.hero.is_exhausted


def test_where_nobody_fights_the_fight_is_empty() -> None:
    fight = observe(Tabletop("beravor").s, None).combat
    assert not fight.is_under_way
    assert (fight.hero.player, fight.enemy.enemy, fight.hero.stack, fight.enemy.hand_count) == (None, None, [], 0)


def test_an_action_track_shows_its_markers_and_where_the_next_goes() -> None:
    tabletop = Tabletop("beravor")
    tabletop.s.tracks = [0b101, 0b111, 0]
    tracks = observe(tabletop.s, None).sauron.action_tracks
    assert (tracks.influence.marked_spaces, tracks.influence.next_space) == ([1, 3], 2)
    assert (tracks.cards.next_space, tracks.command.next_space) == (4, 1)


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_what_a_seat_knows_it_is_shown(seats: int, seed: int) -> None:
    for match in walked(seats, seed):
        for seat in (None, *range(seats)):
            named = _names_in(match.observation(seat))
            assert {REFERENCES[card] for card in known_to(match.state, seat)} <= named


def _names_in(view: MeqView) -> set[str]:
    hands = [view.sauron.shadow_hand, view.sauron.plot_hand, *(hero.hand for hero in view.heroes)]
    tokens = {token.token for place in view.places.values() for token in place.monster_tokens}
    return {card for hand in hands for card in hand} | {token for token in tokens if token is not None}


@pytest.mark.parametrize("seed", range(2))
def test_positions_that_are_shown_differently_do_not_look_alike(seed: int) -> None:
    """Worlds are compared by what is not named yet: it leaves out nothing that is shown, from choice to choice."""
    seen: list[list[tuple[Any, MeqView]]] = []
    for match in walked(2 + seed, seed):
        copy: GameState = match.clone().state
        seen.append([(sight(copy, seat), observe(copy, seat)) for seat in (None, *range(match.seats))])
    changes = 0
    for before, after in pairwise(seen):
        for (one, shown), (other, shown_later) in zip(before, after, strict=True):
            if shown != shown_later:
                changes += 1
                assert one != other
    assert changes > 100


# -- options and events


def test_options_say_what_they_touch_and_how_they_are_grouped() -> None:
    for match in walked(3, 7):
        if match.pending[0].kind == "travel":
            break
    (decision,) = match.pending
    seen: MeqView = match.observation(decision.seat)
    for option in seen.options:
        if option.verb == "go":
            assert option.touches == [option.arguments["to"], option.arguments["card"]]
            assert option.group == "move"
    assert {"go", "end"} <= {option.verb for option in seen.options}
    assert seen.groups == [group for group in VOCABULARY.groups if group in seen.groups]
    assert seen.groups[-1] == "done"


def test_places_figures_tracks_and_pools_are_touched() -> None:
    lexicon = GAME.lexicon(GAME.setting(seats=3))
    assert lexicon.option(("send", "gothmog", "osgiliath")).touches == ["gothmog", "osgiliath"]
    assert lexicon.option(("carry", 1, "bree")).touches == ["seat:hero-2", "bree"]
    assert lexicon.option(("marker", "ring")).arguments == {"marker": "story:ring"}
    assert lexicon.option(("act", "cards")).touches == ["action:cards"]
    assert lexicon.option(("summon", "rohan-gondor")).touches == ["monster-pool:rohan-gondor"]
    assert lexicon.option(("choose", 36, 1)).arguments == {"alternative": 1}
    assert lexicon.option(("rest",)).arguments == {}
    assert lexicon.option(("rest", "heal")).arguments == {"manner": "heal"}


def test_who_plays_no_card_touches_none() -> None:
    card = ids("hero-card", "parry")[0]
    phrase = GAME.lexicon(GAME.setting()).event(Event("revealed", (card, -1)))
    assert phrase.arguments == {"hero_card": REFERENCES[card], "enemy_card": ""}
    assert phrase.touches == [REFERENCES[card]]


@cache
def _calls() -> list[tuple[str, list[ast.expr]]]:
    """Every call of a function by its name in the game's sources, with its arguments."""
    trees = (ast.parse(module.read_text()) for module in PACKAGE.rglob("*.py"))
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [(node.func.id, node.args) for node in nodes if isinstance(node.func, ast.Name)]


def _words_of(function: str, argument: int) -> set[str]:
    """The words that stand at an argument of all calls of a function."""
    values = (args[argument] for name, args in _calls() if name == function and len(args) > argument)
    return {one.value for one in values if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def test_every_event_decision_and_cause_of_the_sources_has_words_and_meaning() -> None:
    """Random play does not meet all of them."""
    assert _words_of("tell", 1) <= set(EVENTS)
    assert set(VOCABULARY.events) == set(EVENTS) - {"won", "told-others"}
    assert _words_of("Decision", 1) | _words_of("decide", 2) <= set(VOCABULARY.decisions)
    assert set(VOCABULARY.decisions) == set(PROMPTS)
    assert _words_of("because", 1) <= set(VOCABULARY.causes)
    assert set(VOCABULARY.options) == set(OPTIONS) - {"rest-heal", "rest-train"} | {"be", "choose"}


# -- why


def asked(tabletop: Tabletop, flow: Any, *answers: Any) -> list[tuple[str, str]]:
    """Run a rule; the kind of each decision, and what it is for."""
    found = []
    left = list(answers)
    value = None
    try:
        while True:
            decision = flow.send(value)
            causes = tabletop.s.run.causes
            found.append((decision.kind, words.purpose(tabletop.s, causes[-1], "en") if causes else ""))
            value = tabletop._answer(decision, left)
    except StopIteration:
        return found


def test_cards_that_pay_for_a_path_say_so() -> None:
    match = GAME.new_match(seats=2, seed=3)
    rng = random.Random(4)
    while True:
        decision = match.pending[0]
        pays = [i for i, option in enumerate(decision.options) if option[0] == "pay"]
        match.choose(decision.seat, pays[0] if pays else rng.randrange(len(decision.options)))
        if pays and match.pending[0].kind == "discard":
            break
    (place,) = match.observation(1).cause.touches
    name = next(one.name for one in layout_of(2).map.places if one.reference == place)  # type: ignore[union-attr]
    assert match.prompt(match.pending[0]) == f"Way to {name.en}: discard a card"
    assert match.prompt(match.pending[0], "pl") == f"Droga do {name.pl}: odrzuć kartę"
    assert match.observation(SAURON).cause is None


def test_perils_and_trades_say_whom_they_concern() -> None:
    tabletop = Tabletop("argalad", "beravor").at("moria").at("moria", 1)
    tabletop.s.heroes[1].favor = 1
    found = asked(tabletop, explore(tabletop.s, 0, ("trade", 0, 1)), ("done",), ("done",))
    assert set(found) == {("trade", "Trade of Argalad and Beravor")}
    tabletop.top(tabletop.s.peril_deck, "orc-scouts", "khazad-dum", "the-weakness-of-men")
    assert asked(tabletop, peril(tabletop.s, 0))[0] == ("peril", "Peril of Argalad in Moria")
    assert tabletop.s.run.causes == []


def test_the_text_of_a_card_says_what_it_asks_for() -> None:
    tabletop = Tabletop("beravor").at("bree")
    (card,) = tabletop.shadow("dark-promises")
    found = asked(tabletop, play_shadow(tabletop.s, 0, card))
    assert found[0] == ("choose", "Shadow card Dark Promises")
    assert tabletop.s.run.causes == []


def test_a_defeat_says_what_it_brings() -> None:
    tabletop = Tabletop("beravor")
    tabletop.hero.favor = 1
    tabletop.hero.items = [tabletop.take(tabletop.s.items, "boat")]
    tabletop.s.turn.hero = -1
    found = asked(tabletop, defeat_hero(tabletop.s, 0))
    assert ("marker", "Beravor is defeated") in found
    assert ("forfeit", "Beravor is defeated") in found


@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (3, 1), (4, 2)])
def test_a_choice_of_a_text_always_says_of_which(seats: int, seed: int) -> None:
    for match in walked(seats, seed):
        for decision in match.pending:
            if decision.kind in ("choose", "discard", "marker", "wound", "forfeit"):
                assert match.cause(decision.seat) is not None, decision


# -- outcomes


def explained(s: GameState, lang: Any = "en") -> str:
    """The outcome of a position that has one, in words."""
    assert s.outcome is not None
    return words.explain(s, s.outcome, lang)


def test_a_mission_explains_itself_by_its_terms_and_numbers() -> None:
    tabletop = at_the_end([18, 5, 7, 3], "isildurs-secret", "his-dark-throne", "beravor", "thalin")
    tabletop.s.heroes[0].favor, tabletop.s.heroes[1].favor = 2, 4
    with pytest.raises(MatchEnded):
        tabletop.step()
    assert explained(tabletop.s) == (
        "The heroes (Beravor, Thálin) won: the side was dominant when the Finale began, and its mission Isildur's "
        "Secret (the heroes have at least 5 favor together: Beravor 2, Thálin 4) was fulfilled. "
        "On the Story Track, which ends at 18: the heroes' marker 18, the yellow marker 5, the red marker 7, the black "
        "marker 3. "
        "The heroes 68: spaces advanced 18, victory 50. Sauron 7: spaces advanced by the nearest way 7."
    )


def test_the_last_combat_explains_itself_by_its_damage() -> None:
    tabletop = Tabletop("beravor")
    s = tabletop.s
    s.story, s.finale, s.step = [18, 12, 4, 4], True, "resolution"
    engage(s, 0, MINIONS[MINION["ringwraiths"]].id, "finale")
    s.combat.health, s.minion_damage[MINION["ringwraiths"]], s.step = 12, 5, "resolution"
    with pytest.raises(MatchEnded):
        tabletop.step()
    said = explained(s)
    assert said.startswith(
        "Sauron won: no mission decided the Finale, and the Ringwraiths withstood Beravor in the last"
    )
    assert "5 damage for their health of 12." in said
    assert "The heroes 23: spaces advanced 18, damage to the Ringwraiths 5." in said
    assert "Sauron 69: spaces advanced by the nearest way 12, health left to the Ringwraiths 7, victory 50." in said
    s.outcome = None
    s.minion_damage[MINION["ringwraiths"]], s.step = 12, "resolution"
    with pytest.raises(MatchEnded):
        tabletop.step()
    assert "Beravor defeated the Ringwraiths in the last combat: 12 damage" in explained(s)
    s.combat.health = -1
    assert "12 damage for their health of 0." in explained(s)
    assert "Beravor pokonuje Upiory Pierścienia" in explained(s, "pl")


def test_giving_up_is_explained_before_heroes_are_chosen() -> None:
    match = GAME.new_match(seats=3, seed=1)
    match.concede(SAURON)
    assert match.explain().startswith("The heroes won: the other side conceded in round 1.")
    tabletop = Tabletop("beravor")
    tabletop.s.outcome = Outcome([0], "sauron", "conceded", {"heroes": 0, "sauron": 0})
    assert explained(tabletop.s, "pl").startswith("Sauron: zwycięstwo; druga strona poddała się w rundzie 1.")


# -- the layout


def test_the_map_has_coordinates_paths_and_regions() -> None:
    layout = layout_of(4)
    assert layout.map is not None
    places = {place.reference: place for place in layout.map.places}
    assert (len(places), sum(len(place.adjacent) for place in places.values())) == (63, 2 * 106)
    bree = places["bree"]
    assert (bree.at.x, bree.at.y, bree.label.x, bree.anchor, bree.region) == (533, 392, 554, "start", "eriador")
    assert bree.contents == "/places/bree"
    way = next(way for way in places["amon-hen"].adjacent if way.to == "emyn-muil")
    assert way.water
    assert not any(way.water for way in places["fornost"].adjacent)
    assert (way.kind, way.cost) == ("mountain", 3)
    assert {id for id, place in places.items() if place.terrain == "stronghold"} == {
        "barad-dur",
        "dol-guldur",
        "mount-gundabad",
    }
    printed = {one.id: one.value for one in places["barad-dur"].printed}
    assert printed["influence-limit"] == 6
    assert len(layout.map.regions) == 10
    named = {one.reference: one.name.pl for one in (*layout.map.places, *layout.map.regions)}
    assert (named["the-grey-havens"], named["mirkwood"], named["rivendell"]) == (
        "Szare Przystanie",
        "Mroczna Puszcza",
        "Rivendell",
    )
    assert all(len(region.outline) > 20 and region.label is not None for region in layout.map.regions)
    for place in places.values():
        assert 0 < place.at.x < layout.map.width
        assert 0 < place.at.y < layout.map.height


def test_no_two_paths_of_the_map_cross() -> None:
    layout = layout_of(2)
    assert layout.map is not None
    at = {place.reference: (place.at.x, place.at.y) for place in layout.map.places}
    lines = {tuple(sorted((place.reference, way.to))) for place in layout.map.places for way in place.adjacent}
    crossing = [(one, two) for one in lines for two in lines if one < two and _cross(one, two, at)]
    assert crossing == []


Line = tuple[str, ...]


def _cross(one: Line, two: Line, at: dict[str, tuple[float, float]]) -> bool:
    """Whether two paths cross that share no end."""
    if {*one} & {*two}:
        return False
    a, b, c, d = (at[place] for place in (*one, *two))

    def side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def test_tracks_have_their_steps_in_both_languages() -> None:
    tracks = {track.reference: track for track in layout_of(2).tracks}
    ring = tracks["story:ring"]
    assert [step.value for step in ring.steps] == list(range(19))
    assert (ring.steps[18].title.en, ring.steps[18].title.pl) == ("Finale (18)", "Finał (18)")
    assert [step.title.en for step in tracks["action:influence"].steps] == ["6", "5", "4", "full"]
    assert {step.value for step in tracks["step"].steps} == set(GAME.steps)
    owners = {reference: track.owner for reference, track in tracks.items() if track.owner is not None}
    assert owners["favor:hero-1"] == owners["strength-level:hero-1"] == "seat:hero-1"
    of_sauron = {reference for reference, owner in owners.items() if owner == "seat:sauron"}
    assert of_sauron == {"shadow-pool", *ACTION_TRACKS.values()}


def test_a_layout_has_what_is_printed_in_both_languages() -> None:
    components = {one.id: one for one in layout_of(2).components}
    parry = components["hero-card-beravor-parry"]
    assert parry.references[0] == "hero-card-beravor-parry:1"
    printed = {one.id: one for one in parry.printed}
    assert (printed["attack"].value, printed["defense"].value, printed["cost"].value) == (1, 1, 1)
    assert printed["type"].text is not None
    assert (printed["type"].value, printed["type"].text.pl) == ("melee", "Bijatyka")
    assert (components["gothmog"].references, components["gothmog"].kind) == (["gothmog"], "minion")
    plot = {one.id: one.value for one in components["plot-rise-of-the-uruk-hai"].printed}
    assert plot == {"pool-influence": 5, "favor": 4, "marker": "story:conquest", "advance": 3, "affects": ["isengard"]}
