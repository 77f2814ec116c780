"""Against the Shadow: the bot's flowchart, its own rules, and the rulebook's examples with their cards."""

import pytest

from engine.core.errors import BadOption, CannotUndo
from engine.games.wotr.components.bot_versions import BOT_CARDS
from engine.games.wotr.components.box import BASE_CARDS, CARDS, FREE, SHADOW, SIDE
from engine.games.wotr.game import GAME
from engine.games.wotr.rules.against_the_shadow.placing import where_to_play
from engine.games.wotr.rules.against_the_shadow.winning import could_win, is_winning
from engine.testing import Variant
from engine.testing.conformance import CHECKS, Case
from tests.engine.games.wotr.tabletop import Tabletop, number

MODE = "against-the-shadow"


@pytest.fixture
def shadow() -> Tabletop:
    """An action phase of the Trilogy in which bots play the Shadow."""
    tabletop = Tabletop("trilogy", mode=MODE)
    tabletop.give("village-militia", "soldiers-of-gondor")
    return tabletop


def take_turn(tabletop: Tabletop, bot: str) -> None:
    """It is the bot's turn; the rules play it."""
    tabletop.turn(bot)
    assert tabletop.match is not None


# -- first in, last out (AtS p. 3)


@pytest.fixture
def orthanc(shadow: Tabletop) -> Tabletop:
    """The examples of page 3: five attack against four defence at Orthanc."""
    shadow.lay("orthanc")
    shadow.stand("orthanc", "riders-of-rohan", "riders-of-rohan/2", "village-militia")
    shadow.stand("orthanc", "white-hand-orcs", "wolf-riders")
    shadow.reserve("saruman", "the-black-serpent")
    return shadow


def test_example_1_the_rightmost_card_that_may_go_moves(orthanc: Tabletop) -> None:
    assert not is_winning(orthanc.edit(), number("orthanc"))
    take_turn(orthanc, "saruman")
    assert orthanc.where("saruman") == "orthanc"
    assert orthanc.where("the-black-serpent") == "reserve"
    assert orthanc.site("orthanc").cards[-1] == number("saruman")


def test_example_2_the_bot_forsakes_the_rightmost_card_of_its_reserve(orthanc: Tabletop) -> None:
    orthanc.forsake("saruman")
    assert orthanc.where("the-black-serpent") == "cycled"
    assert orthanc.where("saruman") == "reserve"


def test_example_3_losses_are_taken_from_the_right(orthanc: Tabletop) -> None:
    orthanc.stand("orthanc", "saruman")
    combat = orthanc.fight("orthanc")
    assert (combat.attack, combat.left) == (5, 0)
    assert orthanc.where("saruman") == orthanc.where("wolf-riders") == "eliminated"
    assert orthanc.where("white-hand-orcs") == "cycled"


# -- useful (AtS pp. 5-6)


def test_example_1_the_commander_draws_before_anything_moves(orthanc: Tabletop) -> None:
    orthanc.reserve("the-commander")
    hands = len(orthanc.hand("witch-king")), len(orthanc.hand("saruman"))
    take_turn(orthanc, "witch-king")
    assert orthanc.where("the-commander") == "cycled"
    assert (len(orthanc.hand("witch-king")), len(orthanc.hand("saruman"))) == (hands[0] + 1, hands[1] + 1)


def test_example_2_grima_offers_only_what_is_possible(shadow: Tabletop) -> None:
    shadow.reserve("grima-wormtongue")
    shadow.lose("saruman")
    shadow.edit().known_to_all.append(number("saruman"))
    take_turn(shadow, "saruman")
    assert shadow.count("used") == 1
    assert len(shadow.hand("saruman")) == 2  # nobody of Rohan is in play: drawing is all that is left


def test_example_2_a_person_chooses_for_grima(shadow: Tabletop) -> None:
    shadow.reserve("grima-wormtongue", "eomer")
    take_turn(shadow, "saruman")
    assert shadow.awaits == ("frodo", "for-the-bot")
    assert shadow.options == ["seek saruman", "slay eomer", "draw-two"]
    shadow.choose("slay eomer")
    assert shadow.where("eomer") == shadow.where("grima-wormtongue") == "eliminated"


def test_example_2_grima_fetches_saruman(shadow: Tabletop) -> None:
    shadow.reserve("grima-wormtongue", "eomer")
    take_turn(shadow, "saruman")
    shadow.choose("seek saruman")
    assert shadow.where("saruman") == "hand"


def test_grima_stays_where_he_could_do_nothing(shadow: Tabletop) -> None:
    """AtS p. 4-6: nobody of Rohan, no Saruman to seek and nothing to draw."""
    shadow.reserve("grima-wormtongue")
    shadow.lose("saruman")
    shadow.only("saruman")
    take_turn(shadow, "saruman")
    assert shadow.where("grima-wormtongue") == "reserve"
    assert shadow.count("used") == 0


def test_an_event_that_draws_is_of_no_use_where_nothing_is_to_be_drawn(shadow: Tabletop) -> None:
    """AtS p. 5."""
    event = number("the-day-without-dawn")
    assert where_to_play(shadow.edit(), event) is not None
    shadow.only("witch-king")
    assert where_to_play(shadow.edit(), event) is None


def test_example_3_crebain_alone_turn_to_another_path(shadow: Tabletop) -> None:
    shadow.lay("dimrill-dale")
    shadow.stand("dimrill-dale", "flocks-of-crebain")
    take_turn(shadow, "saruman")
    assert shadow.path in ("egladil", "lothlorien")
    assert shadow.corruption == 1
    assert shadow.where("dimrill-dale") == SHADOW


def test_a_path_is_not_left_while_the_shadow_loses_it(shadow: Tabletop) -> None:
    shadow.lay("egladil")
    shadow.stand("egladil", "flocks-of-crebain")
    take_turn(shadow, "saruman")
    assert shadow.path == "egladil"


def test_leadership_alone_does_not_go_where_no_army_is(shadow: Tabletop) -> None:
    shadow.lay("orthanc")
    shadow.stand("orthanc", "riders-of-rohan", "village-militia")
    shadow.reserve("fighting-uruk-hai", "ugluk")
    take_turn(shadow, "saruman")
    assert shadow.where("ugluk") == "reserve"
    assert shadow.where("fighting-uruk-hai") == "orthanc"


def test_messenger_stays_when_every_nazgul_is_known_elsewhere(shadow: Tabletop) -> None:
    shadow.reserve("the-messenger")
    shadow.discard("mordor-orcs")
    others = [card.id for n, card in enumerate(CARDS) if "Nazgûl" in card.keywords and card.id != "the-messenger"]
    shadow.lose(*others)
    shadow.edit().known_to_all += [number(card) for card in others]
    take_turn(shadow, "witch-king")
    assert shadow.where("the-messenger") == "reserve"


@pytest.mark.parametrize(("path", "after"), [("dead-marshes", "reserve"), ("orodruin", "cycled")])
def test_more_icons_on_a_won_path_are_useful_only_on_the_last(shadow: Tabletop, path: str, after: str) -> None:
    shadow.lay(path)
    shadow.stand(path, "shelob", "the-witch-king")
    shadow.reserve("the-hunter")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-hunter") == after


# -- the flowchart (AtS p. 8)


def test_actions_on_the_path_come_before_those_in_reserve(shadow: Tabletop) -> None:
    shadow.lay("emyn-muil")
    shadow.stand("emyn-muil", "grishnakh")
    shadow.reserve("the-commander")
    take_turn(shadow, "witch-king")
    assert shadow.where("grishnakh") == "eliminated"
    assert shadow.corruption == 1
    assert shadow.where("the-commander") == "reserve"


def test_a_bot_that_may_passes_while_another_holds_too_many_cards(orthanc: Tabletop) -> None:
    orthanc.give("gimli", "sting", "eowyn")
    take_turn(orthanc, "saruman")
    assert orthanc.count("passed") == 1
    assert orthanc.where("saruman") == "reserve"


def test_a_bot_passes_when_it_wins_every_combat(shadow: Tabletop) -> None:
    shadow.lay("orthanc")
    shadow.stand("bucklebury-ferry", "the-witch-king")
    shadow.give("mordor-orcs", "mordor-orcs/2")
    take_turn(shadow, "witch-king")
    assert shadow.count("passed") == 1


def test_a_bot_does_not_pass_on_the_last_path(shadow: Tabletop) -> None:
    shadow.lay("orodruin")
    shadow.stand("orodruin", "the-witch-king")
    shadow.give("the-hunter")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-hunter") == "orodruin"


def test_cards_played_this_round_may_move(orthanc: Tabletop) -> None:
    orthanc.edit().new_in_reserve.append(number("saruman"))
    take_turn(orthanc, "saruman")
    assert orthanc.where("saruman") == "orthanc"


def test_playing_costs_a_bot_nothing(shadow: Tabletop) -> None:
    shadow.give("mordor-orcs", "mordor-orcs/2", "mordor-orcs/3")
    take_turn(shadow, "witch-king")
    assert shadow.count("played") == 1
    assert len(shadow.hand("witch-king")) == 2
    assert not shadow.cycle_pile("witch-king")


def test_a_card_is_played_where_it_turns_a_combat(shadow: Tabletop) -> None:
    shadow.give("the-witch-king")
    assert not could_win(shadow.edit(), number("bucklebury-ferry"))
    take_turn(shadow, "witch-king")
    assert shadow.where("the-witch-king") == "bucklebury-ferry"


def test_a_card_that_turns_nothing_goes_to_reserve(shadow: Tabletop) -> None:
    shadow.stand("bucklebury-ferry", "gandalf-the-grey")
    shadow.give("the-hunter")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-hunter") == "reserve"


def test_an_item_goes_to_the_rightmost_wielder(shadow: Tabletop) -> None:
    shadow.stand("bucklebury-ferry", "gandalf-the-grey")
    shadow.reserve("the-black-easterling", "the-witch-king")
    shadow.give("fell-beast")
    take_turn(shadow, "witch-king")
    assert shadow.where("fell-beast") == "the-witch-king"


def test_an_item_without_a_wielder_is_cycled_for_a_card(shadow: Tabletop) -> None:
    shadow.give("fell-beast")
    take_turn(shadow, "witch-king")
    assert shadow.where("fell-beast") == "cycled"
    assert len(shadow.hand("witch-king")) == 1


def test_an_item_without_a_wielder_draws_once_a_round(shadow: Tabletop) -> None:
    shadow.give("fell-beast")
    shadow.edit().unplayable_this_round.append(number("fell-beast"))
    take_turn(shadow, "witch-king")
    assert shadow.where("fell-beast") == "cycled"
    assert not shadow.hand("witch-king")


def test_an_item_that_was_cycled_for_want_of_a_wielder_may_still_be_played(shadow: Tabletop) -> None:
    shadow.give("fell-beast")
    take_turn(shadow, "witch-king")
    shadow.stand("bucklebury-ferry", "gandalf-the-grey")
    shadow.top(*shadow.hand("witch-king"))
    shadow.give("fell-beast")
    shadow.reserve("the-witch-king")
    take_turn(shadow, "witch-king")
    assert shadow.where("fell-beast") == "the-witch-king"


def test_a_card_that_is_turned_up_and_not_played_is_seen_by_all(shadow: Tabletop) -> None:
    shadow.give("fell-beast")
    take_turn(shadow, "witch-king")
    assert (2, number("fell-beast")) in [event.data for event in shadow.log if event.kind == "cycled"]
    assert shadow.match.observation(0).players[2].cycle_pile == ["fell-beast"]


def test_nothing_is_played_twice_in_a_round(shadow: Tabletop) -> None:
    shadow.give("the-hunter")
    shadow.edit().played_this_round.append(number("the-hunter"))
    take_turn(shadow, "witch-king")
    assert shadow.where("the-hunter") == "cycled"


def test_an_event_that_calls_nobody_is_cycled(shadow: Tabletop) -> None:
    shadow.give("the-black-captain")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-black-captain") == "cycled"


def test_nobody_is_asked_for_the_only_battleground_the_bot_could_win(shadow: Tabletop) -> None:
    shadow.reserve("saruman")
    shadow.give("threats-and-promises")
    take_turn(shadow, "saruman")
    assert shadow.awaits == ("frodo", "action")
    assert shadow.where("orthanc") == "active"
    assert shadow.where("threats-and-promises") == "eliminated"


# -- combat (AtS p. 3)


def test_a_bot_that_is_first_player_fights_the_path_then_battlegrounds_from_the_right(shadow: Tabletop) -> None:
    shadow.lay("orthanc", "moria")
    shadow.edit().first = 1
    shadow.begin("combat")
    fought = [event.data[0] for event in shadow.log if event.kind == "combat"]
    assert fought == [number("bucklebury-ferry"), number("moria"), number("orthanc")]


def test_a_bot_supports_the_rightmost_character_where_several_ways_cancel_as_much(shadow: Tabletop) -> None:
    shadow.lay("orthanc")
    shadow.stand("orthanc", "white-hand-orcs", "saruman", "ugluk")
    shadow.site("orthanc").attack = 2 + 2
    combat = shadow.fight("orthanc")
    assert combat.left == 0
    assert shadow.where("ugluk") == shadow.where("saruman") == "eliminated"
    assert shadow.where("white-hand-orcs") == "cycled"


def test_a_bot_passes_over_a_card_without_icons_from_the_right(shadow: Tabletop) -> None:
    """AtS p. 3, 14, 16: the rightmost of the cards that cancel anything, as a person is offered no others."""
    shadow.lay("orthanc")
    shadow.stand("orthanc", "fighting-uruk-hai", "white-hand-orcs", "grima-wormtongue")
    shadow.site("orthanc").attack = 2 + 1
    assert shadow.fight("orthanc").left == 0
    assert shadow.where("white-hand-orcs") == "eliminated"
    assert shadow.where("grima-wormtongue") == shadow.where("fighting-uruk-hai") == "cycled"


def test_a_bot_stops_before_a_card_without_icons_when_it_is_enough(shadow: Tabletop) -> None:
    """AtS p. 3."""
    shadow.lay("orthanc")
    shadow.stand("orthanc", "grima-wormtongue", "white-hand-orcs")
    shadow.site("orthanc").attack = 2 + 1
    shadow.fight("orthanc")
    assert shadow.where("grima-wormtongue") == "cycled"
    assert shadow.where("white-hand-orcs") == "eliminated"


def test_a_bot_runs_out_of_cards_in_a_lost_battle(shadow: Tabletop) -> None:
    """Page 16, for bots as for people: cards without icons fall with the others when the attack is not cancelled."""
    shadow.lay("orthanc")
    shadow.stand("orthanc", "grima-wormtongue", "white-hand-orcs")
    shadow.site("orthanc").attack = 2 + 2
    assert shadow.fight("orthanc").left == 1
    assert shadow.where("grima-wormtongue") == shadow.where("white-hand-orcs") == "eliminated"


def test_death_ride_takes_the_rightmost_card_of_mordor_with_its_items(shadow: Tabletop) -> None:
    shadow.lay("pelargir", "minas-tirith")
    shadow.stand("minas-tirith", "mordor-orcs", "the-witch-king")
    shadow.wield("the-witch-king", "fell-beast")
    shadow.reserve("riders-of-rohan")
    shadow.play("death-ride-ride-to-ruin")
    shadow.choose("sacrifice riders-of-rohan")
    assert shadow.where("the-witch-king") == shadow.where("fell-beast") == "eliminated"
    assert shadow.where("mordor-orcs") == "minas-tirith"


# -- texts of bot cards (AtS pp. 4-6)


def test_the_messenger_recalls_a_nazgul_but_not_himself(shadow: Tabletop) -> None:
    shadow.reserve("the-messenger")
    shadow.discard("mordor-orcs", "the-reaver", "olog-hai")
    take_turn(shadow, "witch-king")
    assert shadow.hand("witch-king") == ["the-reaver"]
    assert shadow.where("the-messenger") == "cycled"


def test_the_palantir_eliminates_one_cycles_one_and_keeps_one_once_a_round(shadow: Tabletop) -> None:
    shadow.reserve("saruman")
    shadow.wield("saruman", "palantir-of-orthanc")
    top = ["wolf-riders", "gollum", "shelob"]
    shadow.top(*top)
    take_turn(shadow, "saruman")
    assert sorted(shadow.where(card) for card in top) == ["cycled", "eliminated", "hand"]
    assert shadow.count("cycled") == 1
    take_turn(shadow, "saruman")
    assert shadow.count("used") == 1


def test_what_a_search_in_vain_shows_cannot_be_taken_back(shadow: Tabletop) -> None:
    shadow.reserve("grima-wormtongue", "eomer")
    shadow.lose("saruman")  # face down, so that for all people know he may be in the deck
    take_turn(shadow, "saruman")
    shadow.choose("seek saruman")
    assert shadow.where("saruman") == "eliminated"
    with pytest.raises(CannotUndo):
        shadow.match.undo(0)


# -- changed terms (AtS pp. 2-5)


def test_a_bot_forsakes_reserve_then_hand_then_the_top_of_its_deck(shadow: Tabletop) -> None:
    shadow.give("mordor-orcs")
    shadow.top("olog-hai")
    shadow.forsake("witch-king")
    assert shadow.where("mordor-orcs") == "cycled"
    shadow.forsake("witch-king")
    assert shadow.where("olog-hai") == "eliminated"
    assert number("olog-hai") in shadow.state.known_to_all


@pytest.mark.parametrize(("scenario", "seats"), [("trilogy", 2), ("duel", 1), ("duel3", 1), ("fellowship", 1)])
def test_bots_have_no_seat_and_no_ring(scenario: str, seats: int) -> None:
    """AtS pp. 1-2: any scenario, without Ring tokens for the bots."""
    match = GAME.new_match(scenario, mode=MODE, seed=1)
    assert match.seats == seats
    assert all(role.side == FREE for role in match.setting.roles)
    assert not any(player.ring for player in match.state.players[seats:])


def test_bots_discard_the_last_two_cards_they_drew(shadow: Tabletop) -> None:
    drawn = ["the-hunter", "mordor-orcs", "olog-hai", "the-reaver", "black-uruks", "the-warrior", "grishnakh"]
    shadow.give(*drawn)
    shadow.give("saruman", "shelob", "gollum", "ugluk", "hill-troll", "wolf-riders", "cave-troll")
    shadow.give("gimli", "sting", "arwen", "elrond")
    shadow.begin("discard")
    shadow.choose("cycle gimli", "cycle sting", "cycle arwen", "cycle elrond")
    assert shadow.cycle_pile("witch-king") == drawn[-2:]
    assert shadow.cycle_pile("saruman") == ["wolf-riders", "cave-troll"]


@pytest.mark.parametrize(
    ("scenario", "level", "draws"),
    [
        ("trilogy", "standard", [3, 3]),
        ("trilogy", "challenging", [4, 4]),
        ("duel", "standard", [4]),
        ("duel", "challenging", [6]),
        ("duel3", "standard", [3, 3]),
        ("duel3", "challenging", [4, 4]),
        ("fellowship", "standard", [3]),
        ("fellowship", "challenging", [4]),
    ],
)
def test_levels_draw_fewer_cards(scenario: str, level: str, draws: list[int]) -> None:
    tabletop = Tabletop(scenario, mode=MODE, level=level, path="fords-of-bruinen")
    assert [tabletop.variant.players[bot].draws for bot in tabletop.variant.bots] == draws


def test_gandalf_takes_every_other_turn_against_the_bots_of_the_three_player_duel() -> None:
    """AtS p. 1 and p. 22: one person, the turn order of the scenario, bots that discard two of seven cards."""
    match = GAME.new_match("duel3", mode=MODE, seed=1)
    assert [role.id for role in match.setting.roles] == ["gandalf"]
    tabletop = Tabletop("duel3", mode=MODE)
    order = [tabletop.seats[player] for player in tabletop.variant.order]
    assert order == ["gandalf", "witch-king", "gandalf", "saruman"]
    drawn = ["the-hunter", "mordor-orcs", "olog-hai", "the-reaver", "black-uruks", "the-warrior", "grishnakh"]
    tabletop.give(*drawn)
    tabletop.begin("discard")
    assert tabletop.cycle_pile("witch-king") == drawn[-2:]
    assert [player.ring for player in tabletop.state.players] == [True, False, False]


def test_a_drawn_path_of_the_three_player_duel_is_nobodys() -> None:
    """Pages 21-22: the special rules of the Duel hold for Gandalf against bots as well."""
    tabletop = Tabletop("duel3", mode=MODE, path="egladil")
    tabletop.stand("egladil", "the-commander")
    tabletop.fight("egladil")
    assert tabletop.where("egladil") == "box"


def test_only_the_last_path_decides(shadow: Tabletop) -> None:
    shadow.clear_path()
    shadow.edit().corruption = 15
    shadow.begin("victory")
    assert not shadow.match.is_over


@pytest.mark.parametrize(("corruption", "side", "winners"), [(1, FREE, [0, 1]), (2, SHADOW, [])])
def test_a_bot_wins_without_a_seat(shadow: Tabletop, corruption: int, side: str, winners: list[int]) -> None:
    shadow.edit().path_number = 9
    shadow.edit().corruption = corruption  # against two unused Rings; a tie is the Shadow's
    shadow.clear_path()
    shadow.begin("victory")
    outcome = shadow.match.outcome
    assert outcome is not None
    assert (outcome.side, outcome.winners) == (side, winners)


def test_every_shadow_card_has_a_bot_version() -> None:
    assert sorted(BOT_CARDS) == [card for card, side in enumerate(SIDE) if side == SHADOW]
    assert sum(card < BASE_CARDS for card in BOT_CARDS) == 60


# -- the option `level`, and the promotional cards beside bots


def test_a_level_needs_bots() -> None:
    with pytest.raises(BadOption, match="level is 'challenging'; that goes only with mode 'against-the-shadow'"):
        GAME.new_match("duel", level="challenging", seed=1)


def test_a_whip_without_a_balrog_is_cycled_for_a_card() -> None:
    tabletop = Tabletop("trilogy", mode=MODE, promos=True)
    tabletop.give("whip-of-many-thongs")
    take_turn(tabletop, "saruman")
    assert tabletop.where("whip-of-many-thongs") == "cycled"
    assert len(tabletop.hand("saruman")) == 1


WITH_PROMOS = [
    Case(f"{variant}-{check.__name__}", lambda check=check, variant=variant: check(GAME, variant, 0))  # type: ignore[misc]
    for scenario, seats in (("trilogy", 2), ("duel", 1), ("duel3", 1))
    for variant in [Variant(scenario, seats, {"mode": MODE, "promos": True})]
    for check in CHECKS
]


@pytest.mark.parametrize("case", WITH_PROMOS, ids=str)
def test_bots_with_promotional_cards_conform(case: Case) -> None:
    case()
