"""Cards as blocks: each says what it does, and is checked against the effects that its text names."""

import pytest

from engine.games.lotr.cards.effects import VALUES, Values
from engine.games.lotr.cards.registry import REGISTRY
from engine.games.lotr.components.box import DISTINCT_ENTRIES, copies


def test_every_block_says_what_its_card_does() -> None:
    silent = [id for id, block in REGISTRY.blocks.items() if not vars(type(block)).get("__doc__")]
    assert silent == []


def test_cards_with_effects_have_blocks_and_no_others() -> None:
    assert set(REGISTRY.blocks) - {"orc-guard"} == {kind.id for kind in DISTINCT_ENTRIES if kind.effects}


def test_a_card_without_a_block_has_the_values_of_any_card() -> None:
    assert type(VALUES[copies("silverlode-archer")[0]]) is Values


def test_a_card_that_lacks_what_its_text_names_is_refused() -> None:
    texts = {kind.id: kind.effects for kind in DISTINCT_ENTRIES}
    with pytest.raises(LookupError, match="gandalf lacks forced; no card has the id orc-guard"):
        REGISTRY.check({**texts, "gandalf": ("constant", "forced", "response")})
