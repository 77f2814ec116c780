"""Against the Shadow: what a bot counts as a potential win, and what it therefore does or leaves (AtS pp. 3-6)."""

from collections.abc import Iterator

import msgspec
import pytest

from engine.games.wotr.board import draw_board
from engine.games.wotr.cards.registry import BOT_EFFECTS
from engine.games.wotr.components.bot_versions import BOT_PRINTED
from engine.games.wotr.components.box import BATTLEGROUNDS, FREE, SHADOW
from engine.games.wotr.components.schema import BotAction
from engine.games.wotr.game import GAME
from engine.games.wotr.rules.against_the_shadow.winning import could_win, lead
from tests.engine.games.wotr.tabletop import Tabletop, number

MODE = "against-the-shadow"


@pytest.fixture
def shadow() -> Tabletop:
    """An action phase of the Trilogy in which bots play the Shadow; the people may pass."""
    return Tabletop("trilogy", mode=MODE)


def take_turn(tabletop: Tabletop, bot: str) -> None:
    """It is the bot's turn; the rules play it."""
    tabletop.turn(bot)
    assert tabletop.match is not None


# -- combat tokens are judged without the Nazgûl that is cycled for them


def test_the_destroyer_stays_where_only_his_own_icon_would_win(shadow: Tabletop) -> None:
    shadow.lay("lorien", "dol-guldur")
    shadow.reserve("mordor-orcs", "the-destroyer")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-destroyer") != "cycled"
    assert shadow.site("lorien").attack == shadow.site("dol-guldur").attack == 0


def test_the_destroyer_strengthens_a_battleground_that_the_others_can_win(shadow: Tabletop) -> None:
    shadow.lay("lorien", "dol-guldur")
    shadow.reserve("olog-hai", "black-uruks", "the-destroyer")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-destroyer") == "cycled"
    assert shadow.site("lorien").attack == 1
    assert shadow.site("dol-guldur").attack == 0


@pytest.mark.parametrize(("n", "useful"), [(1, False), (2, True)])
def test_as_many_tokens_count_as_the_text_gives(shadow: Tabletop, n: int, useful: bool) -> None:
    shadow.lay("lorien")
    shadow.site("lorien").attack = BATTLEGROUNDS[number("lorien")].defence - 1
    act = BotAction("reserve", "cycle", "attack-token", n=n)
    assert BOT_EFFECTS["attack-token"].useful(shadow.edit(), 2, number("the-destroyer"), act) == useful


def test_the_warrior_strengthens_the_rightmost_battleground_that_he_saves(shadow: Tabletop) -> None:
    grounds = ["dol-guldur", "minas-morgul", "lorien"]
    shadow.lay(*grounds)
    for ground in grounds:
        shadow.site(ground).attack = BATTLEGROUNDS[number(ground)].defence + 1
    shadow.reserve("the-warrior")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-warrior") == "cycled"
    assert [shadow.site(ground).defence for ground in grounds] == [0, 1, 0]  # Lórien is the Free Peoples' to defend


def test_the_hunter_alone_is_not_cycled_for_a_token_that_wins_nothing(shadow: Tabletop) -> None:
    shadow.reserve("the-hunter")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-hunter") == "reserve"
    assert shadow.site("bucklebury-ferry").attack == 0


def test_the_hunter_helps_others_to_win(shadow: Tabletop) -> None:
    shadow.reserve("the-hunter")
    shadow.stand("bucklebury-ferry", "the-commander")
    take_turn(shadow, "witch-king")
    assert shadow.where("the-hunter") == "cycled"
    assert shadow.site("bucklebury-ferry").attack == 1


# -- battlegrounds that are not active


def test_reactivation_counts_no_icons_of_a_battleground_held_by_the_attacker(shadow: Tabletop) -> None:
    shadow.score(SHADOW, "minas-tirith")
    shadow.reserve("haradrim-mumakil", "the-black-serpent")
    take_turn(shadow, "saruman")
    assert shadow.where("the-black-serpent") == "eliminated"
    assert shadow.where("minas-tirith") == "active"


def test_reactivation_counts_them_when_the_defender_holds_it(shadow: Tabletop) -> None:
    shadow.score(FREE, "minas-tirith")
    shadow.reserve("haradrim-mumakil", "the-black-serpent")
    take_turn(shadow, "saruman")
    assert shadow.where("the-black-serpent") == "reserve"
    assert shadow.where("minas-tirith") == FREE


def test_a_person_chooses_among_the_battlegrounds_the_bot_could_win(shadow: Tabletop) -> None:
    shadow.reserve("saruman")
    shadow.score(SHADOW, "edoras")
    shadow.give("threats-and-promises")
    take_turn(shadow, "saruman")
    assert shadow.awaits == ("frodo", "for-the-bot")
    assert shadow.options == ["activate edoras", "activate orthanc"]
    shadow.choose("activate edoras")
    assert shadow.where("edoras") == "active"


@pytest.mark.parametrize(
    ("others", "after"),
    [
        ([], "reserve"),
        (["haradrim-regulars"], "reserve"),
        (["haradrim-mumakil"], "eliminated"),
        (["haradrim-regulars", "corsairs-of-umbar"], "eliminated"),
        (["the-black-serpent", "mordor-orcs", "olog-hai"], "reserve"),
    ],
)
def test_coastal_raiders_need_two_further_attack_icons(shadow: Tabletop, others: list[str], after: str) -> None:
    """AtS p. 5: at least 2 further attack icons in reserve that could also move to Dol Amroth."""
    shadow.box("harad", "umbar")
    shadow.reserve("coastal-raiders", *others)
    take_turn(shadow, "saruman")
    assert shadow.where("coastal-raiders") == after
    assert shadow.where("dol-amroth") == ("active" if after == "eliminated" else "deck")


def test_other_armies_wait_for_a_reserve_that_wins_without_them(shadow: Tabletop) -> None:
    """AtS p. 5: a battleground that the Shadow could not win is not activated; Pelargir has 1 defence."""
    shadow.box("harad")
    shadow.reserve("the-black-fleet", "haradrim-regulars")
    take_turn(shadow, "saruman")
    assert shadow.where("pelargir") == "deck"
    shadow.reserve("haradrim-mumakil")
    take_turn(shadow, "saruman")
    assert shadow.where("pelargir") == "active"
    assert shadow.where("the-black-fleet") == "eliminated"
    assert could_win(shadow.state, number("pelargir"))


# -- icons that depend on who is there


def test_sting_wakes_at_the_monsters_that_would_come(shadow: Tabletop) -> None:
    shadow.lay("egladil")
    shadow.stand("egladil", "frodo-baggins")
    shadow.wield("frodo-baggins", "sting")
    shadow.reserve("hill-troll")
    arriving = [number("hill-troll")]
    foreseen = lead(shadow.edit(), number("egladil"), arriving)
    shadow.stand("egladil", "hill-troll")
    assert foreseen == lead(shadow.edit(), number("egladil"))


def test_quickbeam_counts_the_isengard_cards_that_would_come(shadow: Tabletop) -> None:
    shadow.lay("orthanc")
    shadow.stand("orthanc", "quickbeam")
    arriving = ["white-hand-orcs", "white-hand-orcs/2"]
    foreseen = lead(shadow.edit(), number("orthanc"), [number(card) for card in arriving])
    shadow.stand("orthanc", *arriving)
    assert foreseen == lead(shadow.edit(), number("orthanc"))


@pytest.mark.parametrize(("path", "icons"), [("orodruin", 1), ("cirith-ungol", 2)])
def test_gorbag_and_shagrat_go_where_a_card_of_the_hand_gives_them_icons(
    shadow: Tabletop, path: str, icons: int
) -> None:
    shadow.lay(path)
    shadow.reserve("gorbag-shagrat")
    shadow.give("mordor-orcs", "mordor-orcs/2", "mordor-orcs/3")
    shadow.stand(path, "mouth-of-sauron")
    shadow.site(path).defence = 2
    take_turn(shadow, "witch-king")
    assert shadow.where("gorbag-shagrat") == path
    assert shadow.site(path).card_tokens == {number("gorbag-shagrat"): icons}
    assert len(shadow.hand("witch-king")) == 2


def test_gorbag_and_shagrat_stay_without_a_card_to_cycle(shadow: Tabletop) -> None:
    shadow.lay("orodruin")
    shadow.reserve("gorbag-shagrat")
    take_turn(shadow, "witch-king")
    assert shadow.where("gorbag-shagrat") == "reserve"


# -- paths


def test_gollum_turns_aside_on_the_last_path_too(shadow: Tabletop) -> None:
    shadow.lay("orodruin")
    shadow.stand("orodruin", "gollum")
    take_turn(shadow, "saruman")
    assert shadow.where("orodruin") == SHADOW
    assert shadow.path in ("crack-of-doom", "morgai")


@pytest.mark.parametrize(("others", "after"), [(["balrog-of-moria"], "reserve"), ([], "eliminated")])
def test_caradhras_the_cruel_goes_to_caradhras_only_to_win_it_alone(
    shadow: Tabletop, others: list[str], after: str
) -> None:
    shadow.lay("caradhras")
    together = [number(card) for card in (*others, "caradhras-the-cruel")]
    shadow.site("caradhras").defence = lead(shadow.edit(), number("caradhras"), together) - 1
    shadow.reserve(*others)
    shadow.give("caradhras-the-cruel")
    take_turn(shadow, "saruman")
    assert shadow.where("caradhras-the-cruel") == after
    assert (shadow.path == "caradhras") == (after == "reserve")


@pytest.mark.parametrize(("reserve", "tokens"), [(["hill-troll"], 0), (["balrog-of-moria", "hill-troll"], 1)])
def test_the_doors_of_durin_are_not_paid_with_the_card_that_would_win(
    shadow: Tabletop, reserve: list[str], tokens: int
) -> None:
    shadow.reserve(*reserve)
    shadow.activate("the-doors-of-durin")
    assert shadow.site("the-doors-of-durin").attack == tokens
    assert shadow.where("hill-troll") == ("cycled" if tokens else "reserve")


# -- numbers that an owner of the cards corrects


@pytest.fixture
def mighty_shelob() -> Iterator[None]:
    """As if against-the-shadow.toml gave Shelob seven path icons."""
    shelob = number("shelob")
    printed = BOT_PRINTED[shelob]
    BOT_PRINTED[shelob] = msgspec.structs.replace(printed, path=7)
    yield
    BOT_PRINTED[shelob] = printed


@pytest.mark.usefixtures("mighty_shelob")
def test_corrected_icons_are_counted_and_shown(shadow: Tabletop) -> None:
    shadow.lay("dead-marshes")
    before = lead(shadow.edit(), number("dead-marshes"))
    shadow.stand("dead-marshes", "shelob")
    assert lead(shadow.edit(), number("dead-marshes")) == before + 7
    assert "Shelob [·7]" in draw_board(shadow.match.observation(0), "en")


def test_components_tell_what_a_bot_card_says() -> None:
    text = {one.id: one.text for one in GAME.components(GAME.setting())}
    assert "Against the Shadow: In reserve" in text["grima-wormtongue"].en
    assert "Przeciwko Cieniowi: W rezerwie" in text["grima-wormtongue"].pl
    assert "Against the Shadow" not in text["saruman"].en
