"""A game joins by being a package under engine/games, an installed entry point, or by registering itself."""

from types import SimpleNamespace
from typing import Any

import pytest

from engine.core import registry
from engine.core.errors import UnknownGame
from engine.core.game import Game
from tests.toy import GAME


def test_registered_games_are_listed_in_order(barrow: Game[Any]) -> None:
    ids = registry.game_ids()
    assert "barrow" in ids
    assert ids == sorted(ids)
    assert registry.load("barrow") is GAME
    assert GAME in registry.all_games()


def test_unknown_games_are_refused_with_what_there_is(barrow: Game[Any]) -> None:
    with pytest.raises(UnknownGame, match=r"there is no game 'chess'; there are: .*barrow"):
        registry.load("chess")


def test_built_in_games_are_found_by_their_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    assert registry.load("wotr").id == "wotr"
    assert "wotr" in registry._registered


def test_installed_games_are_found_by_their_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    point = SimpleNamespace(name="barrow", load=lambda: GAME)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point] if group == "westmarch.games" else [])
    monkeypatch.setattr(registry, "_installed", registry._installed.__wrapped__)
    assert "barrow" in registry.game_ids()
    assert registry.load("barrow") is GAME


def test_registering_gives_the_game_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    assert registry.register(GAME) is GAME
