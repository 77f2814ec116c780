"""Policies: from what a seat sees to a choice."""

from engine.bots.arena import play_out
from engine.bots.perspective import Perspective
from engine.bots.policy import BOTS, Bot, make_bot

__all__ = ["BOTS", "Bot", "Perspective", "make_bot", "play_out"]
