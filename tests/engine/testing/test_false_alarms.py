"""Matches in which a check of the kit once found fault where a game had kept the contract."""

from engine import load
from engine.testing import Variant, check_views, check_worlds


def test_a_choice_that_goes_on_differently_for_hidden_cards_tells_nothing() -> None:
    """Glóin responds and dies when the round ends; in a world with other cards his player is asked before that."""
    check_views(load("lotr"), Variant("escape-from-dol-guldur", 1), 2627612903)


def test_a_component_that_can_be_nowhere_else_is_in_its_true_place() -> None:
    """Frodo is never eliminated, and the deck has one card: what else could it be?"""
    check_worlds(load("wotr"), Variant("trilogy", 2, {"mode": "against-the-shadow"}), 2627612889)


def test_a_place_that_nothing_else_can_have_has_its_true_component() -> None:
    """A card was lost face down before all others of the pool lay open; no reshuffle makes it one of them."""
    check_worlds(load("meq"), Variant("quest", 4), 3727298229)
