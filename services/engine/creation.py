"""Makes matches: checks requests for them, and gives each person's seat a token."""

import secrets

from msgspec.structs import replace

from engine.core.chance import SEED_BYTES
from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.engine.committer import Committer
from services.match import editions, wire
from services.match.log import Meta, encode
from services.process.clock import Clock
from services.process.ids import fresh_id
from services.process.refusals import Refused, invalid
from services.process.settings import Settings
from services.rpc import requests
from services.rpc.tokens import Caller, Keyring

HOUR_MS = 3_600_000


class MatchFactory:
    """Makes matches of the games that this worker serves."""

    def __init__(
        self, committer: Committer, keyring: Keyring, settings: Settings, games: tuple[str, ...], clock: Clock
    ) -> None:
        self._committer = committer
        self._keyring = keyring
        self._settings = settings
        self._games = games
        self._clock = clock

    async def create(self, request: pb.CreateMatchRequest, caller: Caller) -> pb.CreateMatchResponse:
        """Make the match of a request; the same request again gives the same match."""
        caller.require("service")
        if request.seed and not caller.may_choose_seeds:
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, "Only tournaments, ladders and admins may choose a seed.")
        meta = self._meta(request)
        hosted = (await self._committer.create(meta)).hosted
        if not _is_same(hosted.meta, meta, bool(request.seed)):
            raise Refused(ErrorReason.ERROR_REASON_MATCH_EXISTS, f"Match {meta.match_id!r} exists with other settings.")
        return pb.CreateMatchResponse(
            match=wire.match_info(hosted),
            tokens=self._seat_tokens(hosted.meta),
            spectator_token=self._mint("spectator", "spectator", meta) if hosted.meta.private else "",
        )

    def _meta(self, request: pb.CreateMatchRequest) -> Meta:
        """What a match is to be made of, if all of it is allowed."""
        game = editions.find(request.game, self._games)
        match_id = request.match_id or fresh_id("m")
        requests.check_match_id(match_id)
        if request.seed and len(request.seed) != SEED_BYTES:
            raise invalid(f"A seed is {SEED_BYTES} bytes.")
        for holder in request.seats:
            if holder.player:
                requests.check_player_name(holder.player)
            if holder.bot:
                requests.bot_spec(holder.bot)
        requests.check_clock(request.clock)
        requests.check_join_within(request.join_within_ms)
        requests.check_labels(request.labels)
        setting = requests.setting_of(game, request.scenario, len(request.seats), request.options)
        default = self._settings.bots.default_bot
        longest_ms = int(self._settings.clocks.longest_absence_hours * HOUR_MS)
        return Meta(
            match_id=match_id,
            game=game.id,
            rules_version=game.rules_version,
            scenario=setting.scenario,
            options=dict(setting.options),
            seed=request.seed or secrets.token_bytes(SEED_BYTES),
            players=[holder.player for holder in request.seats] or [""] * setting.seats,
            bots=[holder.bot or default for holder in request.seats] or [default] * setting.seats,
            bank_ms=request.clock.bank_ms,
            increment_ms=request.clock.increment_ms,
            absence_ms=request.clock.absence_ms or longest_ms,
            private=request.private,
            created_ms=self._clock(),
            join_ms=request.join_within_ms,
            labels=dict(request.labels),
            sealed=request.sealed,
            unrated=request.unrated,
            forfeits=request.forfeits,
        )

    def _seat_tokens(self, meta: Meta) -> list[pb.SeatToken]:
        return [
            pb.SeatToken(seat=seat, player=player, token=self._mint("seat", player, meta, seat))
            for seat, player in enumerate(meta.players)
            if player
        ]

    def _mint(self, kind: str, name: str, meta: Meta, seat: int | None = None) -> str:
        life = self._settings.auth.seat_token_hours * 3600
        return self._keyring.mint(kind, name, life, match_id=meta.match_id, seat=seat, game=meta.game)


def _is_same(existing: Meta, new: Meta, with_seed: bool) -> bool:
    """Whether a match that exists is the one that a request describes; its seed counts where the request names one."""
    seed = new.seed if with_seed else existing.seed
    return encode(replace(new, seed=seed, created_ms=existing.created_ms)) == encode(existing)
