"""The client that frontends and bot authors use: find a match, take a seat, choose."""

from services.client.channel import tls_credentials
from services.client.lobby import Lobby, seat_of
from services.client.refusal import Refusal
from services.client.seat import Seat

__all__ = ["Lobby", "Refusal", "Seat", "seat_of", "tls_credentials"]
