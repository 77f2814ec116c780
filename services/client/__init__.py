"""The client that frontends and bot authors use: find a match, take a seat, choose; have an account."""

from services.client.channel import tls_credentials
from services.client.lobby import Lobby, seat_of
from services.client.outside_bot import OutsideBot
from services.client.players import Players
from services.client.refusal import Refusal
from services.client.seat import Seat
from services.client.tournaments import Tournaments

__all__ = ["Lobby", "OutsideBot", "Players", "Refusal", "Seat", "Tournaments", "seat_of", "tls_credentials"]
