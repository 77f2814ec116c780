"""Cards as blocks: what the registry makes of them, and what it refuses."""

from typing import Any

import pytest

from engine.core.cards import Block, Clause, Registry, clause
from engine.core.flow import Decision, Flow, as_flow
from tests.engine.core.small import Small, ask, small


@pytest.fixture
def card() -> type[Block]:
    """The root of a small game's cards: they may have a strength."""

    class Card(Block):
        registry = Registry({"strength": "constant"})
        strength: int = 0

    return Card


def ends(flow: Flow[Any]) -> Any:
    """What a flow that asks nobody comes to."""
    with pytest.raises(StopIteration) as end:
        next(flow)
    return end.value.value


def rules(card: type[Block], kind: str) -> dict[str, Any]:
    return {id: one.rule for id, one in card.registry.of_kind(kind)}


def test_a_rule_that_asks_nobody_becomes_a_flow() -> None:
    done: list[int] = []
    assert ends(as_flow(done.append)(7)) is None
    assert done == [7]


def test_a_rule_that_asks_is_a_flow_already() -> None:
    def asks(seat: int) -> Flow[str]:
        (word,) = yield Decision(seat, "word", [("yes",), ("no",)])
        return str(word)

    for flow in (as_flow(asks), as_flow(lambda seat: asks(seat))):
        running = flow(1)
        assert next(running).seat == 1
        with pytest.raises(StopIteration) as end:
            running.send(("no",))
        assert end.value.value == "no"


def test_a_block_has_its_clauses_in_order_and_plain_methods_as_flows(card: type[Block]) -> None:
    class Horn(card, id="horn"):  # type: ignore[misc, valid-type]
        """Played: note it. Action in the camp: note twice. Strength 3, and as much again as it is asked for."""

        strength = 3

        @clause("played")
        def played(self, notes: list[str]) -> None:
            notes.append("horn")

        @clause("action", "camp")
        def blown(self, notes: list[str]) -> Flow[None]:
            notes += ["horn", "horn"]
            yield from ()

        @clause("adds", flow=False)
        def again(self, times: int) -> int:
            return self.strength * times

    notes: list[str] = []
    ends(rules(card, "played")["horn"](notes))
    ends(rules(card, "action")["horn"](notes))
    assert notes == ["horn"] * 3
    assert [one.terms for _, one in card.registry.of_kind("action")] == ["camp"]
    assert rules(card, "constant") == {"horn": 3}
    assert rules(card, "adds")["horn"](2) == 6
    assert card.registry.blocks["horn"].strength == 3


def test_cards_that_do_the_same_share_a_block_or_stand_on_one(card: type[Block]) -> None:
    class Strong(card):  # type: ignore[misc, valid-type]
        strength = 2

    class Twins(Strong, id=("elladan", "elrohir")):
        """Strength 2."""

    class Elder(Strong, id="elrond"):
        """Strength 5."""

        strength = 5

    assert rules(card, "constant") == {"elladan": 2, "elrohir": 2, "elrond": 5}


def test_a_block_that_cards_are_made_from_has_parameters(card: type[Block]) -> None:
    class Drum(card):  # type: ignore[misc, valid-type]
        beats: int

        @clause("adds", flow=False)
        def beaten(self, times: int) -> int:
            return self.beats * times

    class Loud(Drum, id="loud"):
        beats = 4

    assert rules(card, "adds")["loud"](2) == 8
    with pytest.raises(LookupError, match="Silent does not set beats"):

        class Silent(Drum, id="silent"):
            """Nobody said how often."""


def test_a_second_block_and_an_attribute_that_says_nothing_are_refused(card: type[Block]) -> None:
    class Horn(card, id="horn"):  # type: ignore[misc, valid-type]
        strength = 1

    with pytest.raises(LookupError, match="the card horn has two blocks"):

        class Second(card, id="horn"):  # type: ignore[misc, valid-type]
            strength = 2

    with pytest.raises(LookupError, match=r"Misspelt\.strenght is no clause; mark it, or name one of: strength"):

        class Misspelt(card, id="drum"):  # type: ignore[misc, valid-type]
            strenght = 2


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        ({"horn": ["constant", "played"]}, "horn lacks played"),
        ({"horn": []}, "horn does more than its text says: constant"),
        ({"horn": ["constant"], "drum": ["action"]}, "drum lacks action"),
        ({"horn": ["constant", "constant"]}, "horn lacks constant"),
        ({"drum": []}, "no card has the id horn"),
    ],
)
def test_every_clause_of_a_text_has_its_rule_and_no_other(
    card: type[Block], texts: dict[str, list[str]], fault: str
) -> None:
    card.registry.add("horn", Clause("constant", 1))
    card.registry.check({"horn": ["constant"]})
    with pytest.raises(LookupError, match=fault):
        card.registry.check(texts)


def test_steps_that_ask_nobody_may_be_plain_functions() -> None:
    def first(s: Small) -> None:
        s.count, s.step = 5, "second"

    def second(s: Small) -> Flow[None]:
        yield ask(0, "left", "right")

    assert small(step_first=first, step_second=second).new_match(seed=1).state.count == 5
