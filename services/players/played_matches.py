"""The finished matches of a player, as the archive has them, private ones too: for the export of their data."""

from typing import Any

import grpc

from services.api.archive_pb2 import ArchivedRecord, Filter, ListRequest
from services.api.errors_pb2 import ErrorReason
from services.process.refusals import Refused
from services.rpc.clients import ServiceClients

PAGE = 500
CALL_SECONDS = 10.0


class PlayedMatches:
    """Reads them from the archive."""

    def __init__(self, clients: ServiceClients | None) -> None:
        """Without clients there is no archive, and nobody has played."""
        self._clients = clients

    async def of_player(self, name: str) -> list[dict[str, Any]]:
        """The matches in which a player had a seat, the newest first; refused where the archive does not answer."""
        matches: list[dict[str, Any]] = []
        request = ListRequest(filter=Filter(player=name), page_size=PAGE)
        while self._clients is not None:
            try:
                page = await self._clients.archive().List(
                    request, metadata=self._clients.metadata(), timeout=CALL_SECONDS
                )
            except grpc.RpcError as error:
                message = "The archive, which has your matches, does not answer; try again."
                raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, message) from error
            matches += [_match(record, name) for record in page.records]
            if not page.next_page_token:
                break
            request.page_token = page.next_page_token
        return matches


def _match(record: ArchivedRecord, name: str) -> dict[str, Any]:
    """What is told of a match, by the seats that were the player's."""
    seats = [seat for seat in record.seats if seat.player == name]
    return {
        "match_id": record.match_id,
        "game": record.game,
        "scenario": record.scenario,
        "roles": [seat.role for seat in seats],
        "won": any(seat.seat in record.outcome.winners for seat in seats),
        "private": record.private,
        "started_ms": record.started_ms,
        "finished_ms": record.finished_ms,
    }
