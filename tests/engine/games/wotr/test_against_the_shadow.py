"""Against the Shadow: the bot's flowchart, its own rules, and the rulebook's examples with their cards."""

import pytest

from engine.games.wotr.components import BOT_CARDS, CARDS, FREE, SHADOW, SIDE
from engine.games.wotr.game import GAME
from engine.games.wotr.shadow.sight import could_win, winning
from engine.testing import Setting
from engine.testing.conformance import CHECKS, Case
from tests.engine.games.wotr.table import Table, number

MODE = "against-the-shadow"


@pytest.fixture
def shadow() -> Table:
    """An action phase of the Trilogy in which bots play the Shadow."""
    table = Table("trilogy", mode=MODE)
    table.give("village-militia", "soldiers-of-gondor")
    return table


def take_turn(table: Table, bot: str) -> None:
    """It is the bot's turn; the rules play it."""
    table.turn(bot)
    assert table.match is not None


# -- first in, last out (AtS p. 3)


@pytest.fixture
def orthanc(shadow: Table) -> Table:
    """The examples of page 3: five attack against four defence at Orthanc."""
    shadow.lay("orthanc")
    shadow.stand("orthanc", "riders-of-rohan", "riders-of-rohan/2", "village-militia")
    shadow.stand("orthanc", "white-hand-orcs", "wolf-riders")
    shadow.reserve("saruman", "the-black-serpent")
    return shadow


def test_example_1_the_rightmost_card_that_may_go_moves(orthanc: Table) -> None:
    assert not winning(orthanc.edit(), number("orthanc"))
    take_turn(orthanc, "saruman")
    assert orthanc.where("saruman") == "orthanc"
    assert orthanc.where("the-black-serpent") == "reserve"
    assert orthanc.site("orthanc").cards[-1] == number("saruman")


def test_example_2_the_bot_forsakes_the_rightmost_card_of_its_reserve(orthanc: Table) -> None:
    orthanc.forsake("saruman")
    assert orthanc.where("the-black-serpent") == "cycled"
    assert orthanc.where("saruman") == "reserve"


def test_example_3_losses_are_taken_from_the_right(orthanc: Table) -> None:
    orthanc.stand("orthanc", "saruman")
    combat = orthanc.fight("orthanc")
    assert (combat.attack, combat.left) == (5, 0)
    assert orthanc.where("saruman") == orthanc.where("wolf-riders") == "eliminated"
    assert orthanc.where("white-hand-orcs") == "cycled"


# -- useful (AtS pp. 5-6)


def test_example_1_the_commander_draws_before_anything_moves(orthanc: Table) -> None:
    orthanc.reserve("the-commander")
    hands = len(orthanc.hand("witch-king")), len(orthanc.hand("saruman"))
    take_turn(orthanc, "witch-king")
    assert orthanc.where("the-commander") == "cycled"
    assert (len(orthanc.hand("witch-king")), len(orthanc.hand("saruman"))) == (hands[0] + 1, hands[1] + 1)


def test_example_2_grima_offers_only_what_is_possible(shadow: Table) -> None:
    shadow.reserve("grima-wormtongue")
    shadow.lose("saruman")
    shadow.edit().known.append(number("saruman"))
    take_turn(shadow, "saruman")
    assert shadow.told("used") == 1
    assert len(shadow.hand("saruman")) == 2  # nobody of Rohan is in play: drawing is all that is left


def test_example_2_a_person_chooses_for_grima(shadow: Table) -> None:
    shadow.reserve("grima-wormtongue", "eomer")
    take_turn(shadow, "saruman")
    assert shadow.asked == ("frodo", "for the bot")
    assert shadow.options == ["seek saruman", "slay eomer", "draw two"]
    shadow.choose("slay eomer")
    assert shadow.where("eomer") == shadow.where("grima-wormtongue") == "eliminated"


def test_example_2_grima_fetches_saruman(shadow: Table) -> None:
    shadow.reserve("grima-wormtongue", "eomer")
    take_turn(shadow, "saruman")
    shadow.choose("seek saruman")
    assert shadow.where("saruman") == "hand"


def test_example_3_crebain_alone_turn_to_another_path(shadow: Table) -> None:
    shadow.lay("dimrill-dale")
    shadow.stand("dimrill-dale", "flocks-of-crebain")
    take_turn(shadow, "saruman")
    assert shadow.path in ("egladil", "lothlorien")
    assert shadow.corruption == 1
    assert shadow.where("dimrill-dale") == SHADOW


def test_a_path_is_not_left_while_the_shadow_loses_it(shadow: Table) -> None:
    shadow.lay("egladil")
    shadow.stand("egladil", "flocks-of-crebain")
    take_turn(shadow, "saruman")
    assert shadow.path == "egladil"


def test_coastal_raiders_wait_for_two_more_attack(shadow: Table) -> None:
    shadow.reserve("coastal-raiders", "haradrim-regulars")
    shadow.box("harad")
    take_turn(shadow, "saruman")
    assert shadow.where("dol-amroth") == "deck"
    shadow.reserve("haradrim-mumakil")
    take_turn(shadow, "saruman")
    assert shadow.where("dol-amroth") == "active"
    assert shadow.where("coastal-raiders") == "eliminated"


def test_leadership_alone_does_not_go_where_no_army_is(shadow: Table) -> None:
    shadow.lay("orthanc")
    shadow.stand("orthanc", "riders-of-rohan", "village-militia")
    shadow.reserve("fighting-uruk-hai", "ugluk")
    take_turn(shadow, "saruman")
    assert shadow.where("ugluk") == "reserve"
    assert shadow.where("fighting-uruk-hai") == "orthanc"


def test_messenger_stays_when_every_nazgul_is_known_elsewhere(shadow: Table) -> None:
    shadow.reserve("the-messenger")
    shadow.discard("mordor-orcs")
    others = [card.id for n, card in enumerate(CARDS) if "Nazgûl" in card.keywords and card.id != "the-messenger"]
    shadow.lose(*others)
    shadow.edit().known += [number(card) for card in others]
    take_turn(shadow, "witch-king")
    assert shadow.where("the-messenger") == "reserve"


@pytest.mark.parametrize(("path", "after"), [("dead-marshes", "reserve"), ("orodruin", "cycled")])
def test_more_icons_on_a_won_path_are_useful_only_on_the_last(shadow: Table, path: str, after: str) -> None:
    shadow.lay(path)
    shadow.stand(path, "shelob", "the-witch-king")
    shadow.reserve("the-hunter")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-hunter") == after


# -- the flowchart (AtS p. 8)


def test_actions_on_the_path_come_before_those_in_reserve(shadow: Table) -> None:
    shadow.lay("emyn-muil")
    shadow.stand("emyn-muil", "grishnakh")
    shadow.reserve("the-commander")
    take_turn(shadow, "witch-king")
    assert shadow.where("grishnakh") == "eliminated"
    assert shadow.corruption == 1
    assert shadow.where("the-commander") == "reserve"


def test_a_bot_that_may_passes_while_another_holds_too_many_cards(orthanc: Table) -> None:
    orthanc.give("gimli", "sting", "eowyn")
    take_turn(orthanc, "saruman")
    assert orthanc.told("passed") == 1
    assert orthanc.where("saruman") == "reserve"


def test_a_bot_passes_when_it_wins_every_combat(shadow: Table) -> None:
    shadow.lay("orthanc")
    shadow.stand("bucklebury-ferry", "the-witch-king")
    shadow.give("mordor-orcs", "mordor-orcs/2")
    take_turn(shadow, "witch-king")
    assert shadow.told("passed") == 1


def test_a_bot_does_not_pass_on_the_last_path(shadow: Table) -> None:
    shadow.lay("orodruin")
    shadow.stand("orodruin", "the-witch-king")
    shadow.give("the-hunter")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-hunter") == "orodruin"


def test_cards_played_this_round_may_move(orthanc: Table) -> None:
    orthanc.edit().fresh.append(number("saruman"))
    take_turn(orthanc, "saruman")
    assert orthanc.where("saruman") == "orthanc"


def test_playing_costs_a_bot_nothing(shadow: Table) -> None:
    shadow.give("mordor-orcs", "mordor-orcs/2", "mordor-orcs/3")
    take_turn(shadow, "witch-king")
    assert shadow.told("played") == 1
    assert len(shadow.hand("witch-king")) == 2
    assert not shadow.cycled("witch-king")


def test_a_card_is_played_where_it_turns_a_combat(shadow: Table) -> None:
    shadow.give("the-witch-king")
    assert not could_win(shadow.edit(), number("bucklebury-ferry"))
    take_turn(shadow, "witch-king")
    assert shadow.where("the-witch-king") == "bucklebury-ferry"


def test_a_card_that_turns_nothing_goes_to_reserve(shadow: Table) -> None:
    shadow.stand("bucklebury-ferry", "gandalf-the-grey")
    shadow.give("the-hunter")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-hunter") == "reserve"


def test_an_item_goes_to_the_rightmost_wielder(shadow: Table) -> None:
    shadow.stand("bucklebury-ferry", "gandalf-the-grey")
    shadow.reserve("the-black-easterling", "the-witch-king")
    shadow.give("fell-beast")
    take_turn(shadow, "witch-king")
    assert shadow.where("fell-beast") == "the-witch-king"


def test_an_item_without_a_wielder_is_cycled_for_a_card(shadow: Table) -> None:
    shadow.give("fell-beast")
    take_turn(shadow, "witch-king")
    assert shadow.where("fell-beast") == "cycled"
    assert len(shadow.hand("witch-king")) == 1


def test_nothing_is_played_twice_in_a_round(shadow: Table) -> None:
    shadow.give("the-hunter")
    shadow.edit().played.append(number("the-hunter"))
    take_turn(shadow, "witch-king")
    assert shadow.where("the-hunter") == "cycled"


def test_an_event_that_calls_nobody_is_cycled(shadow: Table) -> None:
    shadow.give("the-black-captain")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-black-captain") == "cycled"


def test_a_person_chooses_a_battleground_the_bot_could_win(shadow: Table) -> None:
    shadow.reserve("saruman")
    shadow.give("threats-and-promises")
    take_turn(shadow, "saruman")
    if shadow.asked[1] == "for the bot":
        shadow.choose("activate orthanc")
    assert shadow.where("orthanc") == "active"
    assert shadow.where("threats-and-promises") == "eliminated"


# -- changed terms (AtS pp. 2-5)


def test_a_bot_forsakes_reserve_then_hand_then_the_top_of_its_deck(shadow: Table) -> None:
    shadow.give("mordor-orcs")
    shadow.top("olog-hai")
    shadow.forsake("witch-king")
    assert shadow.where("mordor-orcs") == "cycled"
    shadow.forsake("witch-king")
    assert shadow.where("olog-hai") == "eliminated"
    assert number("olog-hai") in shadow.state.known


@pytest.mark.parametrize(("scenario", "seats"), [("trilogy", 2), ("duel", 1), ("fellowship", 1)])
def test_bots_have_no_seat_and_no_ring(scenario: str, seats: int) -> None:
    match = GAME.new_match(scenario, mode=MODE, seed=1)
    assert match.seats == seats
    assert all(role.side == FREE for role in match.table.roles)
    assert not any(player.ring for player in match.state.players[seats:])


def test_bots_discard_the_last_two_cards_they_drew() -> None:
    match = GAME.new_match("trilogy", mode=MODE, seed=3)
    for _ in range(4):
        match.apply(match.pending[0].seat, 0)
    for bot in match.state.players[2:]:
        assert len(bot.cycled) >= 2


@pytest.mark.parametrize(
    ("scenario", "level", "draws"),
    [
        ("trilogy", "standard", [3, 3]),
        ("trilogy", "challenging", [4, 4]),
        ("duel", "standard", [4]),
        ("duel", "challenging", [6]),
        ("fellowship", "standard", [3]),
        ("fellowship", "challenging", [4]),
    ],
)
def test_levels_draw_fewer_cards(scenario: str, level: str, draws: list[int]) -> None:
    table = Table(scenario, mode=MODE, level=level, path="fords-of-bruinen")
    assert [table.war.seats[bot].draws for bot in table.war.bots] == draws


def test_only_the_last_path_decides(shadow: Table) -> None:
    shadow.clear_path()
    shadow.edit().corruption = 15
    shadow.begin("victory")
    assert not shadow.match.is_over


def test_a_bot_wins_without_a_seat(shadow: Table) -> None:
    shadow.edit().path_number = 9
    shadow.clear_path()
    shadow.begin("victory")
    outcome = shadow.match.outcome
    assert outcome is not None
    assert (outcome.side, outcome.winners) == (FREE, [0, 1])  # two unused Rings against none


def test_every_shadow_card_has_a_bot_version() -> None:
    assert len(BOT_CARDS) == 60
    assert all(SIDE[card] == SHADOW for card in BOT_CARDS)


CHALLENGES = [
    Case(f"{scenario}-{check.__name__}", lambda check=check, setting=setting: check(GAME, setting, 0))  # type: ignore[misc]
    for scenario, seats in (("trilogy", 2), ("duel", 1), ("fellowship", 1))
    for setting in [Setting(scenario, seats, {"mode": MODE, "level": "challenging"})]
    for check in CHECKS
]


@pytest.mark.parametrize("case", CHALLENGES, ids=str)
def test_the_challenging_level_conforms(case: Case) -> None:
    case()
