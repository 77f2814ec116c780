"""Playing and moving cards: paying, places, items, what may not be done twice (pp. 10-12)."""

from tests.engine.games.wotr.tabletop import Combat, Tabletop


def test_playing_a_card_cycles_another_before_its_text(tabletop: Tabletop) -> None:
    tabletop.give("gimli", "dwarven-axe", "sting")
    tabletop.act("frodo", "play gimli reserve")
    assert tabletop.awaits == ("frodo", "cycle")
    assert tabletop.options == ["cycle dwarven-axe", "cycle sting"]
    tabletop.choose("cycle dwarven-axe")
    assert tabletop.awaits == ("frodo", "take")  # Gimli finds the axe that paid for him
    tabletop.choose("take dwarven-axe")
    assert tabletop.hand("frodo") == ["sting", "dwarven-axe"]


def test_the_last_card_is_paid_for_by_forsaking(tabletop: Tabletop) -> None:
    tabletop.give("village-militia")
    tabletop.reserve("bilbo-baggins", "treebeard")
    tabletop.wield("treebeard", "ent-draught")
    tabletop.act("frodo", "play village-militia reserve")
    assert tabletop.awaits == ("frodo", "forsake")
    assert tabletop.options == ["forsake bilbo-baggins", "forsake treebeard", "forsake ent-draught", "forsake-top"]
    tabletop.choose("forsake ent-draught")
    assert tabletop.where("ent-draught") == "eliminated"
    assert tabletop.where("village-militia") == "reserve"


def test_the_last_card_cannot_pay_for_itself(tabletop: Tabletop) -> None:
    tabletop.only("frodo")
    tabletop.give("village-militia")
    tabletop.act("frodo", "play village-militia reserve")
    assert tabletop.where("village-militia") == "reserve"  # nothing to forsake, nothing paid


def test_a_last_item_does_not_pay_for_itself_but_its_wielder_may(tabletop: Tabletop) -> None:
    tabletop.only("frodo", "treebeard")
    tabletop.reserve("gimli")
    tabletop.give("dwarven-axe")
    tabletop.act("frodo", "play dwarven-axe gimli")
    assert tabletop.options == ["forsake gimli", "forsake-top"]
    tabletop.choose("forsake gimli")
    assert tabletop.where("dwarven-axe") == tabletop.where("gimli") == "eliminated"


def test_the_text_of_a_last_card_comes_after_the_price(tabletop: Tabletop) -> None:
    tabletop.give("boromir")
    tabletop.top("soldiers-of-gondor", "arwen")
    tabletop.act("aragorn", "play boromir reserve")
    assert tabletop.where("soldiers-of-gondor") == "eliminated"
    assert tabletop.hand("aragorn") == ["arwen"]


def test_a_text_that_cycles_is_on_top_of_the_price(tabletop: Tabletop) -> None:
    tabletop.give("prince-imrahil", "boromir", "faramir", "halbarad")
    tabletop.play("prince-imrahil", to="reserve", pay="boromir")
    tabletop.choose("yes", "cycle faramir")
    assert tabletop.cycle_pile("aragorn") == ["boromir", "faramir"]
    assert tabletop.hand("aragorn") == ["halbarad", "knights-of-dol-amroth"]


def test_a_voluntary_price_that_cannot_be_paid_gives_nothing(tabletop: Tabletop) -> None:
    tabletop.give("prince-imrahil", "boromir")
    tabletop.play("prince-imrahil", to="reserve", pay="boromir")
    assert tabletop.awaits[1] == "action"
    assert tabletop.where("knights-of-dol-amroth") == "deck"


def test_what_the_rest_does_not_pay_for_is_paid_from_hand(tabletop: Tabletop) -> None:
    """The Day Without Dawn finds three cards: one is eliminated, two are played, and none is left to be cycled."""
    tabletop.only("witch-king", "olog-hai", "black-uruks")
    tabletop.give("grishnakh", "the-hunter", "the-reaver")
    tabletop.play("the-day-without-dawn", pay="mordor-orcs")
    tabletop.choose("eliminate mordor-orcs", "play olog-hai reserve", "play black-uruks reserve")
    assert tabletop.awaits == ("witch-king", "cycle")
    tabletop.choose("cycle grishnakh", "cycle the-reaver")
    assert tabletop.hand("witch-king") == ["the-hunter"]


def test_a_drawn_card_does_not_pay_for_itself(tabletop: Tabletop) -> None:
    tabletop.only("frodo", "riders-of-rohan")
    tabletop.give("eomer")
    tabletop.reserve("treebeard", "quickbeam")
    tabletop.act("frodo", "play eomer reserve")
    tabletop.choose("forsake quickbeam", "play riders-of-rohan reserve")
    assert tabletop.awaits == ("frodo", "forsake")
    assert tabletop.options == ["forsake treebeard", "forsake eomer"]


def test_winnowing_needs_two_cards(tabletop: Tabletop) -> None:
    tabletop.give("gimli")
    assert not tabletop.can("frodo", "winnow")
    tabletop.give("treebeard", "sting")
    tabletop.top("glamdring")
    tabletop.act("frodo", "winnow")
    tabletop.choose("eliminate gimli", "eliminate sting")
    assert tabletop.eliminated_pile("frodo") == ["gimli", "sting"]
    assert tabletop.hand("frodo") == ["treebeard", "glamdring"]


def test_a_card_may_be_cycled_as_an_action(tabletop: Tabletop) -> None:
    tabletop.give("gimli", "sting")
    tabletop.act("frodo", "cycle sting")
    assert tabletop.cycle_pile("frodo") == ["sting"]


def test_an_army_enters_only_battlegrounds_of_its_faction_and_no_path(tabletop: Tabletop) -> None:
    tabletop.lay("edoras", "harad")
    tabletop.give("village-militia", "riders-of-rohan")
    tabletop.turn("frodo")
    plays = [option for option in tabletop.options if option.startswith("play village-militia")]
    assert plays == ["play village-militia edoras", "play village-militia reserve"]


def test_a_character_enters_a_path_of_its_numbers(tabletop: Tabletop) -> None:
    tabletop.give("strider", "fatty-bolger")
    assert not tabletop.can("aragorn", "play strider bucklebury-ferry")
    tabletop.lay("weathertop")
    assert tabletop.can("aragorn", "play strider weathertop")
    assert tabletop.can("frodo", "play fatty-bolger weathertop")
    tabletop.lay("imladris")
    assert not tabletop.can("frodo", "play fatty-bolger imladris")


def test_what_was_played_to_reserve_does_not_move_that_round(tabletop: Tabletop) -> None:
    tabletop.lay("edoras")
    tabletop.play("village-militia", to="reserve", pay="sting")
    assert not tabletop.can("frodo", "move village-militia")
    tabletop.begin("draw")  # the round ends, the next begins
    while tabletop.awaits[1] != "action":
        tabletop.choose(tabletop.options[0])
    tabletop.lay("orthanc")
    assert tabletop.can("frodo", "move village-militia orthanc")


def test_a_card_moves_only_where_it_could_be_played(tabletop: Tabletop) -> None:
    tabletop.lay("edoras", "moria")
    tabletop.reserve("gimli", "village-militia")
    tabletop.turn("frodo")
    moves = [option for option in tabletop.options if option.startswith("move")]
    assert moves == ["move gimli moria", "move village-militia edoras"]


def test_no_character_is_played_twice_in_a_round(tabletop: Tabletop) -> None:
    tabletop.play("bilbo-baggins", to="reserve")
    tabletop.use("bilbo-baggins")
    tabletop.give("bilbo-baggins", "sting")
    assert not tabletop.can("frodo", "play bilbo-baggins")


def test_no_item_is_played_twice_in_a_round(tabletop: Tabletop) -> None:
    tabletop.reserve("galadriel")
    tabletop.play("nenya-ring-of-adamant", to="galadriel")
    tabletop.use("nenya-ring-of-adamant")
    assert tabletop.where("nenya-ring-of-adamant") == "cycled"
    tabletop.give("nenya-ring-of-adamant", "arwen")
    assert not tabletop.can("aragorn", "play nenya-ring-of-adamant")


def test_an_army_may_be_played_twice_in_a_round(tabletop: Tabletop) -> None:
    tabletop.play("village-militia", to="reserve", pay="sting")
    tabletop.give("village-militia", "treebeard")
    assert tabletop.can("frodo", "play village-militia reserve")


def test_a_drawn_character_played_before_is_not_played_again(tabletop: Tabletop) -> None:
    tabletop.play("eowyn", to="reserve")
    tabletop.top("eowyn", "riders-of-rohan")
    tabletop.play("theoden", to="reserve", pay="sting")
    assert tabletop.options == ["play riders-of-rohan reserve", "done"]


def test_the_played_and_the_fresh_are_free_again_next_round(tabletop: Tabletop) -> None:
    tabletop.play("bilbo-baggins", to="reserve")
    assert tabletop.state.played_this_round
    assert tabletop.state.new_in_reserve
    tabletop.begin("draw")
    while tabletop.awaits[1] != "action":
        tabletop.choose(tabletop.options[0])
    assert not tabletop.state.played_this_round
    assert not tabletop.state.new_in_reserve


# -- items


def test_an_item_needs_a_wielder_in_play(tabletop: Tabletop) -> None:
    tabletop.give("sting", "mithril-coat")
    assert not tabletop.can("frodo", "play sting")
    tabletop.reserve("sam-gamgee")
    assert tabletop.can("frodo", "play sting sam-gamgee")
    assert not tabletop.can("frodo", "play sting frodo-baggins")


def test_a_wielder_may_belong_to_another_seat_of_the_side(tabletop: Tabletop) -> None:
    tabletop.reserve("sam-gamgee")
    tabletop.play("phial-of-galadriel", to="sam-gamgee")
    assert tabletop.where("phial-of-galadriel") == "sam-gamgee"
    assert tabletop.cycle_pile("aragorn") == ["soldiers-of-gondor"]


def test_an_item_goes_to_its_own_owners_piles(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "sam-gamgee")
    tabletop.wield("sam-gamgee", "lembas", "sting")
    tabletop.fight("weathertop")
    assert tabletop.cycle_pile("frodo") == ["sting", "sam-gamgee"]
    assert tabletop.cycle_pile("aragorn") == ["lembas"]


def test_an_item_is_eliminated_with_its_wielder_onto_its_owners_pile(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "sam-gamgee", "the-witch-king")
    tabletop.wield("sam-gamgee", "lembas", "sting")
    tabletop.fight("weathertop")
    assert tabletop.eliminated_pile("frodo") == ["sting", "sam-gamgee"]
    assert tabletop.eliminated_pile("aragorn") == ["lembas"]


def test_items_move_with_their_wielder_even_to_a_foreign_battleground(tabletop: Tabletop) -> None:
    tabletop.lay("edoras")
    tabletop.reserve("merry-brandybuck")
    tabletop.wield("merry-brandybuck", "blade-of-westernesse")
    tabletop.move("merry-brandybuck", to="edoras")
    tabletop.stand("edoras", "wolf-riders")
    assert tabletop.where("blade-of-westernesse") == "merry-brandybuck"
    assert tabletop.fight("edoras") == Combat(attack=2, defence=2, left=0)


def test_only_the_wielders_player_may_forsake_an_item(tabletop: Tabletop) -> None:
    """Sam stands in Frodo's reserve with Aragorn's Lembas (p. 11)."""
    tabletop.reserve("sam-gamgee", "the-reaver")
    tabletop.wield("sam-gamgee", "lembas")
    tabletop.use("the-reaver")
    assert tabletop.awaits == ("frodo", "forsake")
    assert tabletop.options == ["forsake sam-gamgee", "forsake lembas", "forsake-top"]
    tabletop.choose("forsake lembas")
    assert tabletop.eliminated_pile("aragorn")[0] == "lembas"
    assert tabletop.where("sam-gamgee") == "reserve"


def test_a_wielder_may_have_several_weapons_unless_one_is_the_bow(tabletop: Tabletop) -> None:
    tabletop.reserve("gandalf-the-grey")
    tabletop.play("glamdring", to="gandalf-the-grey")
    tabletop.play("gandalfs-staff", to="gandalf-the-grey", pay="sting")
    assert tabletop.where("glamdring") == tabletop.where("gandalfs-staff") == "gandalf-the-grey"


def test_an_event_is_eliminated_after_use(tabletop: Tabletop) -> None:
    tabletop.play("the-red-arrow")
    assert tabletop.where("the-red-arrow") == "eliminated"
    tabletop.give("the-three-hunters", "arwen")
    tabletop.turn("aragorn")
    assert [option for option in tabletop.options if "hunters" in option] == [
        "play the-three-hunters event",
        "cycle the-three-hunters",
    ]
