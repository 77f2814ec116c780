"""Accounts: signing up and in, sessions, API tokens, bots, and an end of it all."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from services.api.errors_pb2 import ErrorReason
from services.players.database import AccountRow, Database, Identity, SessionRow, TokenRow, name_taken
from services.players.names import as_account_name, check_account_name, name_key, new_pseudonym
from services.players.secrets import Passwords, check_password, hash_secret, new_secret
from services.process import metrics
from services.process.clock import Clock, now_ms
from services.process.ids import fresh_id
from services.process.names import name_fault
from services.process.refusals import Refused, invalid, too_much
from services.process.settings import Settings
from services.rpc.limits import Penalties, RateLimit
from services.rpc.tokens import API_TOKEN_PREFIX, SESSION_PREFIX

PLAY, BOT, HOST = "play", "bot", "host"
SCOPES = (PLAY, BOT, HOST)
FREE_OF_ADDRESS, FREE_OF_NAME = 5, 50
"""Wrong passwords that cost nothing: of one address, and for one name from all addresses together. Were it as few for a
name, anybody could lock anybody out."""
FIRST_WAIT_SECONDS, LONGEST_OF_ADDRESS, LONGEST_OF_NAME = 1.0, 600.0, 60.0
"""The wait after the next, and the longest after any: each costs twice the one before."""
LONGEST_CLIENT = 128
DAY_MS = 24 * 3_600_000
PSEUDONYM_DAYS = 60
"""How long records that come in are looked through for the name of a deleted account: a match that was in play may
end as late as that."""
MOST_NUMBERED_NAMES = 100
"""How many names are tried for somebody whom a provider calls as others are called."""


@dataclass(frozen=True)
class OpenSession:
    """A session that a call was made with, and whose it is."""

    session: SessionRow
    account: AccountRow


@dataclass(frozen=True)
class Acting:
    """Whom a session or an API token stands for, and what it is limited to: scopes with spaces between, or nothing."""

    account: AccountRow
    scopes: str


class Accounts:
    """What can be done with accounts."""

    def __init__(
        self, database: Database, settings: Settings, passwords: Passwords | None = None, clock: Clock = now_ms
    ) -> None:
        self._database = database
        self._settings = settings.players
        self._passwords = passwords or Passwords()
        self._clock = clock
        self._life_ms = int(self._settings.session_days * DAY_MS)
        self._wrong_of_address = Penalties(FREE_OF_ADDRESS, FIRST_WAIT_SECONDS, LONGEST_OF_ADDRESS)
        self._wrong_of_name = Penalties(FREE_OF_NAME, FIRST_WAIT_SECONDS, LONGEST_OF_NAME)
        self._sign_ups = RateLimit(self._settings.sign_ups_per_hour / 3600, max(1.0, self._settings.sign_ups_per_hour))

    # -- signing up and in

    async def sign_up(self, name: str, password: str, address: str) -> AccountRow:
        """A new account."""
        check_account_name(name)
        check_password(password, name)
        self._count_sign_up(address)
        if await asyncio.to_thread(self._database.is_taken, name):  # before the password costs us a hash
            raise name_taken(name)
        password_hash = await self._passwords.hash(password)
        account = await asyncio.to_thread(
            self._database.create_account, name, self._clock(), password_hash=password_hash
        )
        metrics.SIGN_UPS.labels("password").inc()
        return account

    async def sign_in(self, name: str, password: str, address: str) -> AccountRow:
        """The account of a name and its password. Refused alike where there is no such account."""
        self._refuse_waiting(name, address)
        account = await asyncio.to_thread(self._database.account_of_name, name)
        kept = None if account is None else account.password_hash
        if not await self._passwords.fits(password, kept) or account is None or kept is None:
            self._wrong_of_address.add(address)
            self._wrong_of_name.add(name_key(name))
            metrics.SIGN_INS.labels("password", "refused").inc()
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "The name or the password is wrong.")
        if self._passwords.is_dated(kept):
            new_hash = await self._passwords.hash(password)
            await asyncio.to_thread(self._database.set_password, account.account_id, new_hash)
        metrics.SIGN_INS.labels("password", "granted").inc()
        return account

    async def sign_in_as(
        self, identity: Identity, wanted_name: str, given_name: str, address: str
    ) -> tuple[AccountRow, bool]:
        """The account of who is somebody at a provider, and whether it is new.

        A new one has the wanted name, or one after what the provider calls them; numbered where that is taken."""
        find = self._database.account_of_identity
        account = await asyncio.to_thread(find, identity.issuer, identity.subject)
        if account is not None:
            metrics.SIGN_INS.labels("provider", "granted").inc()
            return account, False
        self._count_sign_up(address)
        base = wanted_name or as_account_name(given_name)
        for number in range(1, MOST_NUMBERED_NAMES + 1):
            name = base if number == 1 else f"{base[:60].strip()}-{number}"
            if not await asyncio.to_thread(self._database.is_taken, name):
                create = self._database.create_account
                account = await asyncio.to_thread(create, name, self._clock(), identity=identity)
                metrics.SIGN_UPS.labels("provider").inc()
                return account, True
        raise name_taken(base)

    async def open_session(self, account: AccountRow, client: str) -> tuple[str, SessionRow]:
        """A new session of an account: its secret, and what is kept of it."""
        if len(client) > LONGEST_CLIENT or "\0" in client:
            raise invalid(f"The name of a client has at most {LONGEST_CLIENT} characters, and none is NUL.")
        now, secret = self._clock(), new_secret(SESSION_PREFIX)
        session = SessionRow(fresh_id("s"), account.account_id, client, now, now, now + self._life_ms)
        most = self._settings.max_sessions
        await asyncio.to_thread(self._database.create_session, session, hash_secret(secret), most)
        return secret, session

    async def check_free(self, name: str) -> None:
        """Refuse what cannot become the name of an account."""
        check_account_name(name)
        if await asyncio.to_thread(self._database.is_taken, name):
            raise name_taken(name)

    # -- with a session

    async def identify(self, secret: str) -> OpenSession:
        """The session of a secret, and whose it is."""
        now = self._clock()
        session = await asyncio.to_thread(self._database.use_session, hash_secret(secret), now, self._life_ms)
        account = None if session is None else await asyncio.to_thread(self._database.account, session.account_id)
        if session is None or account is None:
            raise _not_valid()
        return OpenSession(session, account)

    async def exchange(self, secret: str) -> Acting:
        """Whom a session or an API token stands for."""
        if not secret.startswith(API_TOKEN_PREFIX):
            return Acting((await self.identify(secret)).account, "")
        token = await asyncio.to_thread(self._database.use_token, hash_secret(secret), self._clock())
        account = None if token is None else await asyncio.to_thread(self._database.account, token.account_id)
        if token is None or account is None:
            raise _not_valid()
        return Acting(account, token.scopes)

    async def change_password(self, opened: OpenSession, old: str, new: str, address: str) -> None:
        """Change the password of an account, and end its other sessions."""
        await self._check_own_password(opened.account, old, address)
        check_password(new, opened.account.name)
        password_hash = await self._passwords.hash(new)
        set_password = self._database.set_password
        kept = opened.session.session_id
        await asyncio.to_thread(set_password, opened.account.account_id, password_hash, kept_session=kept)

    async def sessions(self, opened: OpenSession) -> list[SessionRow]:
        """The sessions of the account."""
        return await asyncio.to_thread(self._database.sessions_of, opened.account.account_id, self._clock())

    async def end_session(self, opened: OpenSession, session_id: str) -> None:
        """End a session of the account; without an id, the one of the call."""
        id = session_id or opened.session.session_id
        if not await asyncio.to_thread(self._database.end_session, opened.account.account_id, id):
            raise _unknown(f"You have no session {id!r}.")

    async def create_token(
        self, opened: OpenSession, name: str, scopes: Sequence[str], bot: str
    ) -> tuple[str, TokenRow, AccountRow]:
        """A new API token, for the person or for a bot of theirs: its secret, what is kept of it, and whom it acts
        as."""
        if fault := name_fault(name):
            raise invalid(f"The name of a token: {fault}")
        allowed = (BOT,) if bot else (PLAY, HOST)
        if not scopes or not set(scopes) <= set(allowed):
            whose = "a bot" if bot else "a person"
            raise invalid(f"The token of {whose} has one or more of the scopes: {', '.join(allowed)}.", allowed)
        owned = await self.owned(opened)
        acting = _bot_called(bot, owned) if bot else opened.account
        if len(await asyncio.to_thread(self._database.tokens_of, _ids(owned))) >= self._settings.max_tokens:
            raise too_much(f"One person has at most {self._settings.max_tokens} API tokens; revoke some.")
        secret = new_secret(API_TOKEN_PREFIX)
        ordered = " ".join(scope for scope in SCOPES if scope in scopes)
        token = TokenRow(fresh_id("t"), acting.account_id, name, ordered, self._clock(), None)
        await asyncio.to_thread(self._database.create_token, token, hash_secret(secret))
        return secret, token, acting

    async def tokens(self, opened: OpenSession) -> list[tuple[TokenRow, str]]:
        """The API tokens of a person and of their bots, each with the name that it acts as."""
        names = {account.account_id: account.name for account in await self.owned(opened)}
        rows = await asyncio.to_thread(self._database.tokens_of, list(names))
        return [(row, names[row.account_id]) for row in rows]

    async def revoke_token(self, opened: OpenSession, token_id: str) -> None:
        """Revoke an API token of a person or of one of their bots."""
        ids = _ids(await self.owned(opened))
        if not await asyncio.to_thread(self._database.revoke_token, ids, token_id):
            raise _unknown(f"You have no API token {token_id!r}.")

    async def create_bot(self, opened: OpenSession, name: str, address: str) -> AccountRow:
        """A bot account that belongs to the person."""
        check_account_name(name)
        most = self._settings.max_bots
        if len(await self.owned(opened)) > most:
            raise too_much(f"One person has at most {most} bot accounts.")
        self._count_sign_up(address)
        create = self._database.create_account
        return await asyncio.to_thread(create, name, self._clock(), owner_id=opened.account.account_id)

    async def delete_bot(self, opened: OpenSession, name: str) -> str:
        """Delete a bot account of the person. What records call it from now on."""
        return await self._delete([_bot_called(name, await self.owned(opened))])

    async def owned(self, opened: OpenSession) -> list[AccountRow]:
        """The account itself, and the bots that belong to it."""
        return [opened.account, *await asyncio.to_thread(self._database.bots_of, opened.account.account_id)]

    async def delete(self, opened: OpenSession, password: str, address: str) -> str:
        """Delete a person's account, with their bots. What records call the person from now on."""
        await self._check_own_password(opened.account, password, address)
        return await self._delete(await self.owned(opened))

    async def _delete(self, accounts: Sequence[AccountRow]) -> str:
        """Delete an account, the first, with the bots that belong to it. What records call it from now on."""
        new_names = {account.name: new_pseudonym() for account in accounts}
        until = self._clock() + PSEUDONYM_DAYS * DAY_MS
        await asyncio.to_thread(self._database.delete_account, accounts[0], new_names, until)
        return new_names[accounts[0].name]

    # -- limits

    async def _check_own_password(self, account: AccountRow, password: str, address: str) -> None:
        """Refuse a password that is not the account's; one that has none needs none."""
        if account.password_hash is not None:
            await self.sign_in(account.name, password, address)

    def _refuse_waiting(self, name: str, address: str) -> None:
        """Refuse who has sent wrong passwords until their wait is over, whether the next is right or wrong."""
        if wait := max(self._wrong_of_address.wait(address), self._wrong_of_name.wait(name_key(name))):
            metrics.SIGN_INS.labels("password", "held_back").inc()
            raise too_much("Too many passwords were wrong; wait before you send another.", wait)

    def _count_sign_up(self, address: str) -> None:
        if wait := self._sign_ups.take(address):
            most = self._settings.sign_ups_per_hour
            raise too_much(f"One address makes at most {most:g} accounts an hour.", wait)


def _bot_called(name: str, owned: Sequence[AccountRow]) -> AccountRow:
    """The bot of this name among the accounts of a person."""
    bot = next((one for one in owned if one.is_bot and one.name == name), None)
    if bot is None:
        raise _unknown(f"You have no bot {name!r}.")
    return bot


def _ids(owned: Sequence[AccountRow]) -> list[str]:
    return [account.account_id for account in owned]


def _not_valid() -> Refused:
    return Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "The session or API token is not valid, or no more.")


def _unknown(message: str) -> Refused:
    return Refused(ErrorReason.ERROR_REASON_UNKNOWN_PLAYER, message)
