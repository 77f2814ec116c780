"""What can be done with a match: the plain functions behind the engine's calls."""

import asyncio
import hashlib
import itertools
import random
import secrets
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.core.chance import SEED_BYTES
from engine.core.errors import CannotResample
from services.api.engine_pb2 import CreateMatchRequest
from services.api.errors_pb2 import ErrorReason
from services.common import games
from services.common.auth import Caller
from services.common.errors import Refused, invalid
from services.common.limits import MOST_AT_ONCE
from services.common.matchlog import CHOOSE, CONCEDE, HAND, TAKE, UNDO, Entry, Meta, encode
from services.common.settings import Settings
from services.engine.live import Live
from services.engine.sitting import ABSENCE, ASKED, CLOCK, RETURN, Sitting
from services.engine.tables import Make, Settled, Show, Tables, look_away

MOST_WORLDS = 64
HOUR_MS = 3_600_000


class Matches:
    """The table's rules of conduct, on top of the game's."""

    def __init__(self, tables: Tables, settings: Settings, worker: str, games: tuple[str, ...]) -> None:
        self.tables = tables
        self.games = games
        self._settings = settings
        self._nonces = (f"{worker}.{number}" for number in itertools.count())

    # -- making a match

    async def create(self, request: CreateMatchRequest, caller: Caller) -> Live:
        """Set up a match as asked; the same request again gives the same match."""
        caller.require("service")
        if request.seed and caller.kind != "admin":
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, "Only an admin may choose a seed.")
        meta = self._meta(request)
        live = await self.tables.create(meta)
        if not _same_settings(live.sitting.meta, meta, bool(request.seed)):
            raise Refused(ErrorReason.ERROR_REASON_MATCH_EXISTS, f"Match {meta.match_id!r} exists with other settings.")
        return live

    def _meta(self, request: CreateMatchRequest) -> Meta:
        """Check everything that was asked for."""
        game = games.find(request.game, self.games)
        match_id = request.match_id or secrets.token_urlsafe(9)
        games.check_match_id(match_id)
        if request.seed and len(request.seed) != SEED_BYTES:
            raise invalid(f"A seed is {SEED_BYTES} bytes.")
        players = [sitter.player for sitter in request.sitters]
        bots = [sitter.bot or self._settings.default_bot for sitter in request.sitters]
        for sitter in request.sitters:
            if sitter.player:
                games.check_name(sitter.player)
            if sitter.bot:
                games.check_bot(sitter.bot)
        clock = request.clock
        games.check_clock(clock)
        setting = games.setting_of(game, request.scenario, len(players), request.options)
        return Meta(
            match_id=match_id,
            game=game.id,
            rules_version=game.rules_version,
            scenario=setting.scenario,
            options=dict(setting.options),
            seed=request.seed or secrets.token_bytes(SEED_BYTES),
            players=players or [""] * setting.seats,
            bots=bots or [self._settings.default_bot] * setting.seats,
            bank_ms=clock.bank_ms,
            increment_ms=clock.increment_ms,
            absence_ms=clock.absence_ms or int(self._settings.longest_absence_hours * HOUR_MS),
            private=request.private,
            created_ms=self.tables.clock(),
        )

    # -- who may see and act

    def may_watch(self, live: Live, caller: Caller, seat: int | None) -> None:
        """Refuse a view the caller has no right to."""
        meta = live.sitting.meta
        if seat is not None:
            live.sitting.check_seat(seat)
            self.may_act(live, caller, seat)
        elif meta.private and not caller.trusted and caller.match_id != meta.match_id:
            self._refuse(caller, "The match is private; spectators need a token for it.")

    def may_act(self, live: Live, caller: Caller, seat: int) -> None:
        """Refuse a caller who is not this seat's person, nor one of our services."""
        live.sitting.check_seat(seat)
        if not caller.may_act_for(live.sitting.meta.match_id, seat):
            self._refuse(caller, f"Seat {seat} of this match needs its own token.")

    def _refuse(self, caller: Caller, message: str) -> None:
        kind = ErrorReason.ERROR_REASON_FORBIDDEN
        if caller.kind == "guest":
            kind = ErrorReason.ERROR_REASON_UNAUTHENTICATED
        raise Refused(kind, message)

    # -- acting

    async def choose(
        self,
        live: Live,
        caller: Caller,
        seat: int,
        version: int,
        index: int,
        nonce: str = "",
        *,
        show: Show = look_away,
    ) -> None:
        """Take the option for the seat, once; a repeated call with the same nonce changes nothing.

        A person who chooses has the seat again if a bot held it."""
        await self.tables.change(live, self._choice(caller, seat, version, index, nonce), show)

    def choose_at_once(self, live: Live, caller: Caller, seat: int, version: int, index: int, settled: Settled) -> bool:
        """The same without waiting, where that can be done; False where it cannot, and nothing was."""
        return self.tables.change_at_once(live, self._choice(caller, seat, version, index, ""), settled)

    def _choice(self, caller: Caller, seat: int, version: int, index: int, nonce: str) -> Make:
        def make(sitting: Sitting) -> Entry | None:
            if nonce and sitting.nonces[seat] == nonce:
                return None
            cause = ""
            if caller.kind == "seat":
                if sitting.held_by_bot[seat]:
                    sitting.check_return(seat)
                    cause = RETURN
            elif caller.kind == "service" and not sitting.held_by_bot[seat]:
                raise Refused(
                    ErrorReason.ERROR_REASON_FORBIDDEN, f"A person holds seat {seat}.", version=sitting.version
                )
            sitting.check_choice(seat, version, index)
            return Entry(CHOOSE, seat, self._now(sitting), nonce or next(self._nonces), index, "", cause)

        return make

    async def undo(self, live: Live, seat: int, *, show: Show = look_away) -> None:
        """Take the seat's last choice back."""

        def make(sitting: Sitting) -> Entry | None:
            sitting.check_undo(seat)
            return self._entry(sitting, UNDO, seat)

        await self.tables.change(live, make, show)

    async def concede(self, live: Live, seat: int, *, show: Show = look_away) -> None:
        """Give the match up for the seat."""

        def make(sitting: Sitting) -> Entry | None:
            sitting.check_in_play()
            return None if sitting.conceded[seat] else self._entry(sitting, CONCEDE, seat)

        await self.tables.change(live, make, show)

    async def hand(self, live: Live, seat: int, bot: str, *, show: Show = look_away) -> None:
        """Let a bot hold the seat."""
        if bot:
            games.check_bot(bot)

        def make(sitting: Sitting) -> Entry | None:
            sitting.check_in_play()
            sitting.check_seat(seat)
            if sitting.held_by_bot[seat] and bot in ("", sitting.bots[seat]):
                return None
            sitting.check_hand(seat)
            return self._entry(sitting, HAND, seat, bot=bot, cause=ASKED)

        await self.tables.change(live, make, show)

    async def stand_in(self, live: Live, seat: int, cause: str, called_for: Callable[[Sitting], bool]) -> bool:
        """Let a bot sit in for a person, if that is called for at the moment it would happen. Whether it was."""
        handed = False

        def make(sitting: Sitting) -> Entry | None:
            nonlocal handed
            handed = not sitting.match.is_over and not sitting.held_by_bot[seat] and called_for(sitting)
            return self._entry(sitting, HAND, seat, cause=cause) if handed else None

        await self.tables.change(live, make)
        return handed

    async def take(self, live: Live, seat: int, *, show: Show = look_away) -> None:
        """Give the seat back to its person."""

        def make(sitting: Sitting) -> Entry | None:
            sitting.check_in_play()
            sitting.check_seat(seat)
            sitting.check_return(seat)
            return self._entry(sitting, TAKE, seat) if sitting.held_by_bot[seat] else None

        await self.tables.change(live, make, show)

    async def welcome_back(self, live: Live, seat: int) -> None:
        """A person comes to a seat that a bot took because they were gone."""

        def make(sitting: Sitting) -> Entry | None:
            gone = sitting.away[seat] in (CLOCK, ABSENCE) and not sitting.match.is_over
            return self._entry(sitting, TAKE, seat) if gone and not sitting.kept_by_bot(seat) else None

        await self.tables.change(live, make)

    async def worlds(self, sitting: Sitting, seat: int, count: int, seed: int | None) -> list[bytes]:
        """Snapshots of worlds that look the same to the seat; none where no other world fits.

        A world can take milliseconds to find: between two of them other matches have their turn."""
        rng = random.Random(_mix(seed, sitting)) if seed is not None else random.SystemRandom()
        found = []
        try:
            for _ in range(count):
                found.append(sitting.match.resample(seat, rng).snapshot())
                await asyncio.sleep(0)
        except CannotResample:
            return []
        return found

    def check_count(self, caller: Caller, count: int) -> None:
        """Refuse more worlds than one call may ask for."""
        most = MOST_WORLDS if caller.trusted else MOST_AT_ONCE
        if not 1 <= count <= most:
            raise invalid(f"Between 1 and {most} worlds can be asked for.")

    def _entry(self, sitting: Sitting, kind: str, seat: int, **more: Any) -> Entry:
        sitting.check_seat(seat)
        return Entry(kind, seat, self._now(sitting), next(self._nonces), **more)

    def _now(self, sitting: Sitting) -> int:
        return max(self.tables.clock(), sitting.last_at)


def _same_settings(stored: Meta, asked: Meta, with_seed: bool) -> bool:
    """Whether a match is the one that was asked for; its seed counts where it was asked for too."""
    seed = asked.seed if with_seed else stored.seed
    return encode(replace(asked, seed=seed, created_ms=stored.created_ms)) == encode(stored)


def _mix(seed: int, sitting: Sitting) -> bytes:
    """Randomness for imagined worlds: repeatable for the caller, and nothing to learn from."""
    return hashlib.blake2b(f"{seed}:{sitting.version}".encode(), key=sitting.meta.seed).digest()
