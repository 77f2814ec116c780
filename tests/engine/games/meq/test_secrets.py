"""What others can tell of a hand: cards seen, types told, cards lost face down (p. 21)."""

import pytest

from engine.games.meq.components.box import COMBAT, ENEMIES, MISSIONS, NUMBERS
from engine.games.meq.game import GAME
from engine.games.meq.layout import LOC
from engine.games.meq.rules.damage import take_damage
from engine.games.meq.rules.fighter import RANGED
from engine.games.meq.rules.hand import discard, draw, take_openly
from engine.games.meq.rules.knowledge import count_types, known_to
from engine.games.meq.rules.plots import play_plot, plot_places
from engine.games.meq.state import SAURON
from engine.games.meq.steps.travel import ways
from engine.games.meq.view import observe, plausible, unseen, withhold
from engine.games.meq.view.types import MissionsView
from tests.engine.games.meq.duel import Duel
from tests.engine.games.meq.tabletop import Tabletop


def told() -> Duel:
    """A fight in which Sauron was told the types in the hero's hand."""
    duel = Duel()
    duel.hold("hack")
    duel.hold("quick-shot")
    duel.s.combat.enemy_knows_types = True
    count_types(duel.s)
    return duel


def test_types_told_are_out_of_date_after_a_face_down_loss() -> None:
    duel = told()
    assert observe(duel.s, SAURON).combat.hero.ranged_in_hand == 1
    duel.run(take_damage(duel.s, 0, 1), ("lose",))
    assert observe(duel.s, SAURON).combat.hero.ranged_in_hand is None


def test_types_told_are_out_of_date_after_a_draw() -> None:
    duel = told()
    draw(duel.s, 0, 1)
    assert observe(duel.s, SAURON).combat.hero.ranged_in_hand is None


def test_types_told_hold_while_cards_are_played_openly() -> None:
    duel = told()
    duel.round("parry", "aimed-shot")
    assert observe(duel.s, SAURON).combat.hero.ranged_in_hand == 1
    discard(duel.s, 0, next(card for card in duel.hero.hand if COMBAT[card].type == RANGED))
    assert observe(duel.s, SAURON).combat.hero.ranged_in_hand == 0


def test_a_hand_of_other_types_than_were_told_is_not_plausible() -> None:
    """What was told is kept beside the hand, for Sauron alone: another hand would not change what he sees."""
    duel = told()
    assert plausible(duel.s)
    before = observe(duel.s, SAURON).combat
    duel.hero.hand = [card for card in duel.hero.hand if COMBAT[card].type != RANGED]
    assert not plausible(duel.s)
    assert observe(duel.s, SAURON).combat == before
    withhold(duel.s, 1)
    assert plausible(duel.s)


def pool_of(tabletop: Tabletop, seat: int, card: int) -> set[int]:
    """The cards that a seat takes to be possible in the place of a card."""
    return {one for pool in unseen(tabletop.s, seat) if card in pool for one in pool}


def test_types_told_say_nothing_of_the_other_pools() -> None:
    """Only the number in the hand was told: the life pool may have any order, and a skill be another one."""
    duel = told()
    skill = duel.hold("execute")
    hand = {*duel.hero.hand} - {skill}
    for card in hand:
        assert pool_of(duel, SAURON, card) == {*duel.hero.life, *hand}
    assert pool_of(duel, SAURON, skill) == {skill, *duel.s.skill_deck}
    duel.arm("quick-shot")
    duel.arm("hack")
    duel.s.combat.hero_knows_types = True
    deck = duel.s.combat_decks[ENEMIES[duel.s.combat.enemy].deck]
    assert pool_of(duel, 1, deck[-1]) == {*deck, *duel.s.combat.hand}


def test_a_rare_hand_that_was_told_of_can_be_imagined() -> None:
    """Where hardly a deal fits what was told, types keep their places."""
    duel = told()
    hero = duel.hero
    hero.life += hero.hand
    hero.hand = [card for card in hero.life if COMBAT[card].type == RANGED]
    hero.life = [card for card in hero.life if COMBAT[card].type != RANGED]
    assert len(hero.hand) > 3
    assert pool_of(duel, SAURON, hero.hand[0]) == {*hero.hand}
    assert pool_of(duel, SAURON, hero.life[0]) == {*hero.life}


def test_plots_looked_at_off_an_empty_deck_are_not_known() -> None:
    tabletop = Tabletop("beravor")
    s = tabletop.s
    s.plot_hand, s.candidates, s.plot_deck, s.plot_discard = s.plot_deck[:3], s.plot_deck[3:5], [], s.plot_deck[5:]
    assert pool_of(tabletop, 1, s.plot_hand[0]) == {*s.plot_hand, *s.candidates}


def test_skills_looked_at_off_an_empty_deck_are_not_known() -> None:
    tabletop = Tabletop("beravor", "thalin")
    held = tabletop.teach("execute")[0]
    s = tabletop.s
    s.candidates, s.chooser, s.skill_discard, s.skill_deck = s.skill_deck[:2], 2, s.skill_deck[2:], []
    assert pool_of(tabletop, SAURON, held) == {held, *s.candidates}


def test_nobody_can_tell_which_card_was_lost_face_down() -> None:
    """Whether a known card or another is lost, the others are left with the same knowledge."""
    left = []
    for known in (True, False):
        tabletop = Tabletop("beravor", "thalin")
        cards = tabletop.draws(0, "evade", "parry")
        tabletop.hero.hand.remove(cards[0])
        take_openly(tabletop.s, 0, cards[0])
        assert cards[0] in known_to(tabletop.s, SAURON)
        tabletop.run(take_damage(tabletop.s, 0, 1, from_hand=True), ("lose", cards[0] if known else cards[1]))
        left.append([observe(tabletop.s, seat) for seat in (SAURON, 2, None)])
        assert {*cards} <= {card for pool in unseen(tabletop.s, SAURON) for card in pool}
    assert left[0] == left[1]


def test_a_skill_that_was_seen_stays_with_its_hero() -> None:
    """Taken back openly and lost face down, it cannot be in the skill deck."""
    tabletop = Tabletop("beravor", "thalin")
    skill = tabletop.teach("expose-weakness")[0]
    tabletop.hero.hand.remove(skill)
    take_openly(tabletop.s, 0, skill)
    tabletop.run(take_damage(tabletop.s, 0, 1, from_hand=True))
    pool = next(pool for pool in unseen(tabletop.s, SAURON) if skill in pool)
    assert not {*pool} & {*tabletop.s.skill_deck}


def test_missions_are_drawn_after_both_sides_have_set_up() -> None:
    """Step 5 comes after steps 3 and 4 (p. 8)."""
    match = GAME.new_match("quest", 3, 5)
    while match.state.step in ("choose-heroes", "sauron-setup", "sauron-cards"):
        for seat in range(3):
            assert match.observation(seat).missions == MissionsView(None, None)
        match.choose(match.pending[0].seat, 0)
    mine, theirs = (match.observation(seat).missions for seat in (1, SAURON))
    assert MISSIONS[NUMBERS[mine.heroes]].side == "heroes"
    assert MISSIONS[NUMBERS[theirs.sauron]].side == "sauron"


@pytest.mark.parametrize(("cards", "told"), [(("evade",), 1), (("evade", "parry"), 0)])
def test_being_asked_for_a_move_may_tell_of_the_hand(cards: tuple[str, ...], told: int) -> None:
    """With too few cards to pay for any path, only one that fits lets the hero go on: that cannot be undone."""
    tabletop = Tabletop("beravor").at("moria")
    tabletop.draws(0, *cards)
    tabletop.s.turn.dark_path = True
    assert min(way.cost for way in ways(tabletop.hero)) > 1
    before = tabletop.s.disclosed
    tabletop.offered()
    assert tabletop.s.disclosed == before + told


def test_being_asked_where_a_plot_goes_tells_of_it() -> None:
    tabletop = Tabletop("beravor")
    tabletop.s.pool, tabletop.s.characters[:2] = 12, [LOC["bree"], LOC["edoras"]]
    card = next(card for card in tabletop.s.plot_deck if len(plot_places(tabletop.s, card)) > 1)
    before = tabletop.s.disclosed
    next(play_plot(tabletop.s, card))
    assert tabletop.s.disclosed == before + 1
