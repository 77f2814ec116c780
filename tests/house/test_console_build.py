"""The console is built with a Node that Vite takes."""

import runpy
from pathlib import Path

import pytest

BUILD = Path(__file__).parents[2] / "services/gateway/web/build.py"


@pytest.mark.parametrize(
    ("version", "is_taken"),
    [
        ((0,), False),
        ((20, 18), False),
        ((20, 19), True),
        ((21, 7), False),
        ((22, 11), False),
        ((22, 12), True),
        ((24, 0), True),
    ],
)
def test_versions_of_node_are_those_of_vite(version: tuple[int, ...], is_taken: bool) -> None:
    assert runpy.run_path(str(BUILD))["is_new_enough"](version) is is_taken
