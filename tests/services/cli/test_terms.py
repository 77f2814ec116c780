"""`westmarch terms` says in words what each part of a position weighs, and whether bots judge by it."""

import json
from pathlib import Path

import msgspec
import pytest

from engine import load
from engine.bots.weights import Judgement, Term, shipped_weights, write_weights
from tests.services.cli.conftest import Terminal

DUEL = ("terms", "wotr", "--scenario", "duel")
LEARNED = {
    "free": Judgement(0.1, {"hand": Term(0.2, 1.0), "lead": Term(0.1, 6.0)}),
    "shadow": Judgement(-0.1, {"hand": Term(-0.4, 1.0), "lead": Term(0.1, 6.0)}),
}


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Weights that know two terms, and judge by them."""
    known = shipped_weights(load("wotr"), "duel").file
    path = tmp_path / "mine.json.gz"
    path.write_bytes(write_weights(msgspec.structs.replace(known, judgements=LEARNED, judges=True)))
    return str(path)


def test_what_usually_decides_most_stands_first(terminal: Terminal, file: str) -> None:
    told = json.loads(terminal(*DUEL, "--file", file, "--json").out)
    assert told["judges"] is True
    assert [row["term"] for row in told["terms"]] == ["lead", "hand"]
    lead = told["terms"][0]
    assert lead["words"] == "a point ahead"
    assert lead["sides"]["free"] == {"one": 0.025, "usual": 0.1457}  # 1 / (1 + exp(-0.1)) and of -0.6, less a half


@pytest.mark.parametrize(("lang", "words"), [("en", "a card in hand"), ("pl", "karta na ręce")])
def test_it_is_told_in_words(terminal: Terminal, file: str, lang: str, words: str) -> None:
    lines = terminal(*DUEL, "--file", file, "--lang", lang).lines
    row = next(line for line in lines if words in line)
    assert "+5.0 %" in row
    assert "-9.9 %" in row


def test_where_nothing_was_learned_it_says_so(terminal: Terminal) -> None:
    answer = terminal("terms", "lotr")
    assert answer.code == 2
    assert "nobody has learned yet what the terms of lotr passage-through-mirkwood weigh" in answer.err
