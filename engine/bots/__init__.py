"""Policies: from what a seat sees to a choice."""

from engine.bots.arena import play_out
from engine.bots.perspective import Bot, Perspective
from engine.bots.policy import BOTS, make_bot
from engine.bots.spec import BotSpec, fingerprint, parse_spec

__all__ = ["BOTS", "Bot", "BotSpec", "Perspective", "fingerprint", "make_bot", "parse_spec", "play_out"]
