"""What a seat, or a spectator, may see: its types, the observation made of them, and what cannot be placed."""

from engine.games.bofa.view.hidden import unseen, withhold
from engine.games.bofa.view.observation import observe
from engine.games.bofa.view.sight import sight
from engine.games.bofa.view.types import BofaView

__all__ = ["BofaView", "observe", "sight", "unseen", "withhold"]
