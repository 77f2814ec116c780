"""The client that frontends and bot authors use: find a match, take a seat, choose; have an account."""

from services.client.channel import tls_credentials
from services.client.lobby import Lobby, seat_of
from services.client.players import Players
from services.client.refusal import Refusal
from services.client.seat import Seat

__all__ = ["Lobby", "Players", "Refusal", "Seat", "seat_of", "tls_credentials"]
