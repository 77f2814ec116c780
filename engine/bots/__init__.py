"""Policies: from what a seat sees to a choice."""

from engine.bots.fingerprints import fingerprint
from engine.bots.perspective import Bot, Estimate, Explaining, Perspective
from engine.bots.playout import play_out
from engine.bots.policy import BOTS, SHIPPED_BOTS, make_bot
from engine.bots.spec import BotSpec, parse_spec
from engine.bots.versions import present_version

__all__ = [
    "BOTS",
    "SHIPPED_BOTS",
    "Bot",
    "BotSpec",
    "Estimate",
    "Explaining",
    "Perspective",
    "fingerprint",
    "make_bot",
    "parse_spec",
    "play_out",
    "present_version",
]
