"""The Play streams of a gateway process: a few to the engines of each game, shared by all clients.

All who follow one match are on one stream, so that one engine worker has it in memory."""

import zlib
from functools import partial
from typing import Any

import grpc

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceStub
from services.gateway.clients import Client
from services.gateway.play_link import Joined, OnAnswer, PlayLink, Reader
from services.gateway.renewals import Renewals
from services.gateway.upstream import Upstream
from services.rpc.channels import open_own_channel
from services.rpc.clients import engine_address

SPARE_SLOTS = 64
"""Slots of a stream that are left free for seats that leave and join at the same time."""


class PlayStreams:
    """Joins clients to matches."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream
        self._settings = upstream.settings
        self._most = self._settings.limits.max_slots - SPARE_SLOTS
        self._renewals = Renewals(upstream)
        self._channels: dict[tuple[str, int, int], grpc.aio.Channel] = {}
        self._links: dict[tuple[str, int], list[PlayLink]] = {}
        """By game and number: links to its engines; more than one where the first is full."""

    async def join(self, join: pb.Join, client: Client, reader: Reader, on_answer: OnAnswer) -> tuple[PlayLink, Joined]:
        """Have a seat or a match followed; refused where its match is not known."""
        game = await self._upstream.game_of(join.match_id, client)
        link = self._link(game, zlib.crc32(join.match_id.encode()) % self._settings.gateway.play_streams)
        joined = Joined(join, reader)
        link.join(joined, on_answer)
        if client.has_secret:
            self._renewals.add(link, joined, client)
        return link, joined

    async def close(self) -> None:
        """End all streams."""
        await self._renewals.close()
        for links in self._links.values():
            for link in links:
                await link.close()
        for channel in self._channels.values():
            await channel.close(None)

    def _link(self, game: str, number: int) -> PlayLink:
        """A link with room for one more."""
        links = self._links.setdefault((game, number), [])
        for link in links:
            if len(link) < self._most:
                return link
        link = PlayLink(partial(self._open_stream, game, number, len(links)))
        links.append(link)
        return link

    def _open_stream(self, game: str, number: int, further: int) -> Any:
        key = (game, number, further)
        if key not in self._channels:
            self._channels[key] = open_own_channel(engine_address(self._settings, game), self._settings)
        stub: Any = EngineServiceStub(self._channels[key])
        return stub.Play(metadata=self._upstream.own_metadata())
