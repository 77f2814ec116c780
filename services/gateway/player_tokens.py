"""Player tokens for the sessions and API tokens that clients bring: exchanged at the players service, and kept for a
while, so that not every request asks there."""

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from services.api.errors_pb2 import ErrorReason
from services.api.players_pb2 import ExchangeTokenResponse
from services.gateway.clients import Client
from services.process.clock import now_ms
from services.process.refusals import Refused

FRESH_SECONDS = 10.0
"""How long a session that was ended, or an API token that was revoked elsewhere, is still good here."""
MOST_REMEMBERED = 100_000


class SessionEnded(Refused):
    """The refusal of a session or an API token that is not good, or no more."""


@dataclass(frozen=True, slots=True)
class PlayerToken:
    """What a session or an API token was exchanged for."""

    text: str
    fresh_until: float
    """When to ask again whether there is still such a session or API token, by the clock of this process."""
    renew_at: float
    """When half of its life is over."""


class PlayerTokens:
    """Exchanges for all clients of a gateway process."""

    def __init__(
        self,
        exchange: Callable[[Client], Awaitable[ExchangeTokenResponse]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`exchange` asks the players service for the player token of a client's secret."""
        self._exchange = exchange
        self._clock = clock
        self._tokens: OrderedDict[str, PlayerToken] = OrderedDict()
        """By secret, the last exchanged at the end."""

    async def of(self, client: Client) -> PlayerToken:
        """The player token of a client with a secret; SessionEnded where that is not good."""
        token = self._tokens.get(client.token)
        now = self._clock()
        if token is not None and token.fresh_until > now:
            return token
        try:
            token = await self._exchanged(client, now)
        except Refused as error:
            if token is None or token.renew_at <= now or error.reason != ErrorReason.ERROR_REASON_UNAVAILABLE:
                raise
            token = replace(token, fresh_until=now + FRESH_SECONDS)  # the players service is away: it was good before
        self._remember(client.token, token)
        return token

    def forget(self, secret: str) -> None:
        """Ask again the next time."""
        self._tokens.pop(secret, None)

    async def _exchanged(self, client: Client, now: float) -> PlayerToken:
        """A new token; SessionEnded where there is none."""
        try:
            answer = await self._exchange(client)
        except Refused as error:
            if error.reason != ErrorReason.ERROR_REASON_UNAUTHENTICATED:
                raise
            self.forget(client.token)
            raise SessionEnded(error.reason, error.message) from error
        half_life = max(0.0, (answer.expires_ms - now_ms()) / 2000)
        return PlayerToken(answer.player_token, now + min(FRESH_SECONDS, half_life), now + half_life)

    def _remember(self, secret: str, token: PlayerToken) -> None:
        self._tokens[secret] = token
        self._tokens.move_to_end(secret)
        if len(self._tokens) > MOST_REMEMBERED:
            self._tokens.popitem(last=False)
