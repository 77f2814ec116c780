"""What a seat may see: the observation and its types, and the hidden components that it cannot place."""

from engine.games.meq.view.hidden import barred, plausible, unseen, withhold
from engine.games.meq.view.observation import observe
from engine.games.meq.view.sight import sight
from engine.games.meq.view.types import MeqView

__all__ = ["MeqView", "barred", "observe", "plausible", "sight", "unseen", "withhold"]
