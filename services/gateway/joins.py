"""Joins: what a client follows, by the token that it brings, and in which form it wants to hear of it."""

from services.api import engine_pb2 as pb
from services.gateway.clients import Client
from services.gateway.shapes import language_of
from services.gateway.upstream import Upstream
from services.process.refusals import invalid


def subscription_of(
    after_version: int | None, language: str | None, observations: bool, only_decisions: bool = False
) -> pb.Subscription:
    """How updates are wanted: as JSON, which is passed on as it is."""
    return pb.Subscription(
        after_version=after_version,
        language=language_of(language),
        observations=observations,
        only_decisions=only_decisions,
        as_json=True,
    )


async def join_of(
    upstream: Upstream, client: Client, match_id: str, seat: int | None, subscription: pb.Subscription
) -> pb.Join:
    """The Join of a client by its token, which may name match and seat by itself."""
    token = await upstream.token_of(client)
    if token:
        caller = upstream.keyring.read(token)
        if caller.kind in ("seat", "spectator"):
            if caller.game:
                upstream.note_game(caller.match_id, caller.game)
            return pb.Join(token=token, match_id=caller.match_id, subscription=subscription)
    if not match_id:
        raise invalid("Name the match, or bring a token that does.")
    return pb.Join(token=token, match_id=match_id, seat=seat, subscription=subscription)
