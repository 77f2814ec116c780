"""Playing and moving cards: paying, places, items, what may not be done twice (pp. 10-12)."""

from tests.engine.games.wotr.table import Combat, Table


def test_playing_a_card_cycles_another_before_its_text(table: Table) -> None:
    table.give("gimli", "dwarven-axe", "sting")
    table.act("frodo", "play gimli reserve")
    assert table.asked == ("frodo", "cycle")
    assert table.options == ["cycle dwarven-axe", "cycle sting"]
    table.choose("cycle dwarven-axe")
    assert table.asked == ("frodo", "take")  # Gimli finds the axe that paid for him
    table.choose("take dwarven-axe")
    assert table.hand("frodo") == ["sting", "dwarven-axe"]


def test_the_last_card_is_paid_for_by_forsaking(table: Table) -> None:
    table.give("village-militia")
    table.reserve("bilbo-baggins", "treebeard")
    table.wield("treebeard", "ent-draught")
    table.act("frodo", "play village-militia reserve")
    assert table.asked == ("frodo", "forsake")
    assert table.options == ["forsake bilbo-baggins", "forsake treebeard", "forsake ent-draught", "forsake top"]
    table.choose("forsake ent-draught")
    assert table.where("ent-draught") == "eliminated"
    assert table.where("village-militia") == "reserve"


def test_the_last_card_cannot_pay_for_itself(table: Table) -> None:
    table.only("frodo")
    table.give("village-militia")
    table.act("frodo", "play village-militia reserve")
    assert table.where("village-militia") == "reserve"  # nothing to forsake, nothing paid


def test_a_last_item_does_not_pay_for_itself_but_its_wielder_may(table: Table) -> None:
    table.only("frodo", "treebeard")
    table.reserve("gimli")
    table.give("dwarven-axe")
    table.act("frodo", "play dwarven-axe gimli")
    assert table.options == ["forsake gimli", "forsake top"]
    table.choose("forsake gimli")
    assert table.where("dwarven-axe") == table.where("gimli") == "eliminated"


def test_the_text_of_a_last_card_comes_after_the_price(table: Table) -> None:
    table.give("boromir")
    table.top("soldiers-of-gondor", "arwen")
    table.act("aragorn", "play boromir reserve")
    assert table.where("soldiers-of-gondor") == "eliminated"
    assert table.hand("aragorn") == ["arwen"]


def test_a_text_that_cycles_is_on_top_of_the_price(table: Table) -> None:
    table.give("prince-imrahil", "boromir", "faramir", "halbarad")
    table.play("prince-imrahil", to="reserve", pay="boromir")
    table.choose("yes", "cycle faramir")
    assert table.cycled("aragorn") == ["boromir", "faramir"]
    assert table.hand("aragorn") == ["halbarad", "knights-of-dol-amroth"]


def test_a_voluntary_price_that_cannot_be_paid_gives_nothing(table: Table) -> None:
    table.give("prince-imrahil", "boromir")
    table.play("prince-imrahil", to="reserve", pay="boromir")
    assert table.asked[1] == "action"
    assert table.where("knights-of-dol-amroth") == "deck"


def test_what_the_rest_does_not_pay_for_is_paid_from_hand(table: Table) -> None:
    """The Day Without Dawn finds three cards: one is eliminated, two are played, and none is left to be cycled."""
    table.only("witch-king", "olog-hai", "black-uruks")
    table.give("grishnakh", "the-hunter", "the-reaver")
    table.play("the-day-without-dawn", pay="mordor-orcs")
    table.choose("eliminate mordor-orcs", "play olog-hai reserve", "play black-uruks reserve")
    assert table.asked == ("witch-king", "cycle")
    table.choose("cycle grishnakh", "cycle the-reaver")
    assert table.hand("witch-king") == ["the-hunter"]


def test_a_drawn_card_does_not_pay_for_itself(table: Table) -> None:
    table.only("frodo", "riders-of-rohan")
    table.give("eomer")
    table.reserve("treebeard", "quickbeam")
    table.act("frodo", "play eomer reserve")
    table.choose("forsake quickbeam", "play riders-of-rohan reserve")
    assert table.asked == ("frodo", "forsake")
    assert table.options == ["forsake treebeard", "forsake eomer"]


def test_winnowing_needs_two_cards(table: Table) -> None:
    table.give("gimli")
    assert not table.can("frodo", "winnow")
    table.give("treebeard", "sting")
    table.top("glamdring")
    table.act("frodo", "winnow")
    table.choose("eliminate gimli", "eliminate sting")
    assert table.eliminated("frodo") == ["gimli", "sting"]
    assert table.hand("frodo") == ["treebeard", "glamdring"]


def test_a_card_may_be_cycled_as_an_action(table: Table) -> None:
    table.give("gimli", "sting")
    table.act("frodo", "cycle sting")
    assert table.cycled("frodo") == ["sting"]


def test_an_army_enters_only_battlegrounds_of_its_faction_and_no_path(table: Table) -> None:
    table.lay("edoras", "harad")
    table.give("village-militia", "riders-of-rohan")
    table.turn("frodo")
    plays = [option for option in table.options if option.startswith("play village-militia")]
    assert plays == ["play village-militia edoras", "play village-militia reserve"]


def test_a_character_enters_a_path_of_its_numbers(table: Table) -> None:
    table.give("strider", "fatty-bolger")
    assert not table.can("aragorn", "play strider bucklebury-ferry")
    table.lay("weathertop")
    assert table.can("aragorn", "play strider weathertop")
    assert table.can("frodo", "play fatty-bolger weathertop")
    table.lay("imladris")
    assert not table.can("frodo", "play fatty-bolger imladris")


def test_what_was_played_to_reserve_does_not_move_that_round(table: Table) -> None:
    table.lay("edoras")
    table.play("village-militia", to="reserve", pay="sting")
    assert not table.can("frodo", "move village-militia")
    table.begin("draw")  # the round ends, the next begins
    while table.asked[1] != "action":
        table.choose(table.options[0])
    table.lay("orthanc")
    assert table.can("frodo", "move village-militia orthanc")


def test_a_card_moves_only_where_it_could_be_played(table: Table) -> None:
    table.lay("edoras", "moria")
    table.reserve("gimli", "village-militia")
    table.turn("frodo")
    moves = [option for option in table.options if option.startswith("move")]
    assert moves == ["move gimli moria", "move village-militia edoras"]


def test_no_character_is_played_twice_in_a_round(table: Table) -> None:
    table.play("bilbo-baggins", to="reserve")
    table.use("bilbo-baggins")
    table.give("bilbo-baggins", "sting")
    assert not table.can("frodo", "play bilbo-baggins")


def test_no_item_is_played_twice_in_a_round(table: Table) -> None:
    table.reserve("galadriel")
    table.play("nenya-ring-of-adamant", to="galadriel")
    table.use("nenya-ring-of-adamant")
    assert table.where("nenya-ring-of-adamant") == "cycled"
    table.give("nenya-ring-of-adamant", "arwen")
    assert not table.can("aragorn", "play nenya-ring-of-adamant")


def test_an_army_may_be_played_twice_in_a_round(table: Table) -> None:
    table.play("village-militia", to="reserve", pay="sting")
    table.give("village-militia", "treebeard")
    assert table.can("frodo", "play village-militia reserve")


def test_a_drawn_character_played_before_is_not_played_again(table: Table) -> None:
    table.play("eowyn", to="reserve")
    table.top("eowyn", "riders-of-rohan")
    table.play("theoden", to="reserve", pay="sting")
    assert table.options == ["play riders-of-rohan reserve", "done"]


def test_the_played_and_the_fresh_are_free_again_next_round(table: Table) -> None:
    table.play("bilbo-baggins", to="reserve")
    assert table.state.played
    assert table.state.fresh
    table.begin("draw")
    while table.asked[1] != "action":
        table.choose(table.options[0])
    assert not table.state.played
    assert not table.state.fresh


# -- items


def test_an_item_needs_a_wielder_in_play(table: Table) -> None:
    table.give("sting", "mithril-coat")
    assert not table.can("frodo", "play sting")
    table.reserve("sam-gamgee")
    assert table.can("frodo", "play sting sam-gamgee")
    assert not table.can("frodo", "play sting frodo-baggins")


def test_a_wielder_may_belong_to_another_seat_of_the_side(table: Table) -> None:
    table.reserve("sam-gamgee")
    table.play("phial-of-galadriel", to="sam-gamgee")
    assert table.where("phial-of-galadriel") == "sam-gamgee"
    assert table.cycled("aragorn") == ["soldiers-of-gondor"]


def test_an_item_goes_to_its_own_owners_piles(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "sam-gamgee")
    table.wield("sam-gamgee", "lembas", "sting")
    table.fight("weathertop")
    assert table.cycled("frodo") == ["sting", "sam-gamgee"]
    assert table.cycled("aragorn") == ["lembas"]


def test_an_item_is_eliminated_with_its_wielder_onto_its_owners_pile(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "sam-gamgee", "the-witch-king")
    table.wield("sam-gamgee", "lembas", "sting")
    table.fight("weathertop")
    assert table.eliminated("frodo") == ["sting", "sam-gamgee"]
    assert table.eliminated("aragorn") == ["lembas"]


def test_items_move_with_their_wielder_even_to_a_foreign_battleground(table: Table) -> None:
    table.lay("edoras")
    table.reserve("merry-brandybuck")
    table.wield("merry-brandybuck", "blade-of-westernesse")
    table.move("merry-brandybuck", to="edoras")
    table.stand("edoras", "wolf-riders")
    assert table.where("blade-of-westernesse") == "merry-brandybuck"
    assert table.fight("edoras") == Combat(attack=2, defence=2, left=0)


def test_only_the_wielders_player_may_forsake_an_item(table: Table) -> None:
    """Sam stands in Frodo's reserve with Aragorn's Lembas (p. 11)."""
    table.reserve("sam-gamgee", "the-reaver")
    table.wield("sam-gamgee", "lembas")
    table.use("the-reaver")
    assert table.asked == ("frodo", "forsake")
    assert table.options == ["forsake sam-gamgee", "forsake lembas", "forsake top"]
    table.choose("forsake lembas")
    assert table.eliminated("aragorn")[0] == "lembas"
    assert table.where("sam-gamgee") == "reserve"


def test_a_wielder_may_have_several_weapons_unless_one_is_the_bow(table: Table) -> None:
    table.reserve("gandalf-the-grey")
    table.play("glamdring", to="gandalf-the-grey")
    table.play("gandalf-s-staff", to="gandalf-the-grey", pay="sting")
    assert table.where("glamdring") == table.where("gandalf-s-staff") == "gandalf-the-grey"


def test_an_event_is_eliminated_after_use(table: Table) -> None:
    table.play("the-red-arrow")
    assert table.where("the-red-arrow") == "eliminated"
    table.give("the-three-hunters", "arwen")
    table.turn("aragorn")
    assert [option for option in table.options if "hunters" in option] == [
        "play the-three-hunters event",
        "cycle the-three-hunters",
    ]
