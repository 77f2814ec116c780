"""The client that frontends and bot authors use: find a table, sit down, choose."""

from services.client.channel import trusting
from services.client.lobby import Lobby, seat_of
from services.client.seat import Refusal, Seat

__all__ = ["Lobby", "Refusal", "Seat", "seat_of", "trusting"]
