"""What a seat, or a spectator, may see: its types, the observation made of them, and what cannot be placed."""

from engine.games.lotr.view.hidden import unseen, withhold
from engine.games.lotr.view.observation import observe
from engine.games.lotr.view.sight import sight
from engine.games.lotr.view.types import LotrView

__all__ = ["LotrView", "observe", "sight", "unseen", "withhold"]
