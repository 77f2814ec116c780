"""Bots at a version: what a name with parameters stands for in this process."""

from functools import cache

from engine.bots.fingerprints import fingerprint
from engine.bots.policy import BOTS
from engine.bots.spec import parse_spec
from engine.core import registry
from engine.core.errors import UnknownBot


@cache
def present_version(bot: str, game: str) -> str:
    """The fingerprint of a bot as this process has it; empty where it has none such."""
    try:
        spec = parse_spec(bot, BOTS)
    except UnknownBot:
        return ""
    return fingerprint(spec, BOTS[spec.name], registry.load(game))
