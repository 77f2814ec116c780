"""Accounts, their sessions and API tokens, in a database."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from services.api.errors_pb2 import ErrorReason
from services.players.names import name_hash, name_key
from services.players.schema import (
    accounts,
    api_tokens,
    former_names,
    identities,
    pseudonyms,
    rating_changes,
    ratings,
    sessions,
)
from services.process.databases import one_at_a_time
from services.process.ids import fresh_id
from services.process.refusals import Refused

USED_EVERY_MS = 60_000
"""How exactly the last use of a session or a token is kept: not every use is a write."""


class AccountRow(NamedTuple):
    """An account as it is stored."""

    account_id: str
    name: str
    name_key: str
    password_hash: str | None
    owner_id: str | None
    created_ms: int

    @property
    def is_bot(self) -> bool:
        """Whether it is a program's."""
        return self.owner_id is not None


class SessionRow(NamedTuple):
    """A session as it is stored, without its secret."""

    session_id: str
    account_id: str
    client: str
    created_ms: int
    last_used_ms: int
    expires_ms: int


class TokenRow(NamedTuple):
    """An API token as it is stored, without its secret."""

    token_id: str
    account_id: str
    name: str
    scopes: str
    created_ms: int
    last_used_ms: int | None


class Identity(NamedTuple):
    """Who somebody is at an OpenID Connect provider."""

    provider: str
    issuer: str
    subject: str


_SESSION = [sessions.c[name] for name in SessionRow._fields]
_TOKEN = [api_tokens.c[name] for name in TokenRow._fields]


def name_taken(name: str) -> Refused:
    """The refusal of a name that another has, or had."""
    return Refused(ErrorReason.ERROR_REASON_NAME_TAKEN, f"The name {name!r} is taken.")


class Database:
    """The tables of accounts."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    # -- accounts

    def create_account(
        self,
        name: str,
        now_ms: int,
        *,
        password_hash: str | None = None,
        owner_id: str | None = None,
        identity: Identity | None = None,
    ) -> AccountRow:
        """Store a new account; refused where the name is taken."""
        account = AccountRow(fresh_id("p"), name, name_key(name), password_hash, owner_id, now_ms)
        with one_at_a_time(self.engine, "player names") as connection:
            if _is_taken(connection, name):
                raise name_taken(name)
            connection.execute(accounts.insert().values(account._asdict()))
            if identity is not None:
                row = {**identity._asdict(), "account_id": account.account_id, "created_ms": now_ms}
                connection.execute(identities.insert().values(row))
        return account

    def is_taken(self, name: str) -> bool:
        """Whether somebody has the name, or had it."""
        with self.engine.connect() as connection:
            return _is_taken(connection, name)

    def account_of_name(self, name: str) -> AccountRow | None:
        """The account of a name, in whatever case of letters."""
        return self._account(accounts.c.name_key == name_key(name))

    def account(self, account_id: str) -> AccountRow | None:
        """The account of an id."""
        return self._account(accounts.c.account_id == account_id)

    def account_of_identity(self, issuer: str, subject: str) -> AccountRow | None:
        """The account of who is somebody at a provider."""
        query = sa.select(identities.c.account_id).where(identities.c.issuer == issuer, identities.c.subject == subject)
        return self._account(accounts.c.account_id == query.scalar_subquery())

    def identities_of(self, account_id: str) -> list[dict[str, Any]]:
        """Who the account is at providers."""
        query = sa.select(identities).where(identities.c.account_id == account_id).order_by(identities.c.provider)
        with self.engine.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def bots_of(self, account_id: str) -> list[AccountRow]:
        """The bots of a person."""
        query = sa.select(accounts).where(accounts.c.owner_id == account_id).order_by(accounts.c.name_key)
        with self.engine.connect() as connection:
            return [AccountRow(*row) for row in connection.execute(query)]

    def set_password(self, account_id: str, password_hash: str, *, kept_session: str | None = None) -> None:
        """Change the password; with a session that is kept, end all others of the account."""
        with self.engine.begin() as connection:
            changed = accounts.update().where(accounts.c.account_id == account_id)
            connection.execute(changed.values(password_hash=password_hash))
            if kept_session is not None:
                others = sessions.c.account_id == account_id, sessions.c.session_id != kept_session
                connection.execute(sessions.delete().where(*others))

    def delete_account(self, account: AccountRow, new_names: dict[str, str], until_ms: int) -> None:
        """Delete a person and their bots, or one bot, with all that is theirs; keep their names from others, and note
        which pseudonym records are to have for each."""
        with one_at_a_time(self.engine, "player names") as connection:
            query = sa.select(accounts.c.account_id).where(
                sa.or_(accounts.c.account_id == account.account_id, accounts.c.owner_id == account.account_id)
            )
            ids = connection.execute(query).scalars().all()
            for table in (sessions, api_tokens, identities, ratings, rating_changes, accounts):
                connection.execute(table.delete().where(table.c.account_id.in_(ids)))
            for name, pseudonym in new_names.items():
                connection.execute(former_names.insert().values(name_hash=name_hash(name)))
                row = {"name": name, "pseudonym": pseudonym, "until_ms": until_ms}
                connection.execute(pseudonyms.insert().values(row))

    def open_pseudonyms(self) -> list[tuple[str, str, int]]:
        """Names that records may still have, the pseudonym for each, and until when that is so."""
        with self.engine.connect() as connection:
            return [(name, pseudonym, until) for name, pseudonym, until in connection.execute(sa.select(pseudonyms))]

    def forget_name(self, name: str) -> None:
        """Forget a name that no record has any more."""
        with self.engine.begin() as connection:
            connection.execute(pseudonyms.delete().where(pseudonyms.c.name == name))

    def _account(self, condition: "sa.ColumnElement[bool]") -> AccountRow | None:
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(accounts).where(condition)).first()
        return None if row is None else AccountRow(*row)

    # -- sessions

    def create_session(self, session: SessionRow, secret_hash: str, most: int) -> None:
        """Store a new session, and end expired ones and the oldest of the account beyond so many."""
        with self.engine.begin() as connection:
            connection.execute(sessions.insert().values(secret_hash=secret_hash, **session._asdict()))
            connection.execute(sessions.delete().where(sessions.c.expires_ms <= session.created_ms))
            newest = (
                sa.select(sessions.c.session_id)
                .where(sessions.c.account_id == session.account_id)
                .order_by(sessions.c.last_used_ms.desc(), sessions.c.created_ms.desc())
                .limit(most)
            )
            kept = connection.execute(newest).scalars().all()
            beyond = sessions.c.account_id == session.account_id, sessions.c.session_id.not_in(kept)
            connection.execute(sessions.delete().where(*beyond))

    def use_session(self, secret_hash: str, now_ms: int, life_ms: int) -> SessionRow | None:
        """The session of a secret, which is used now and lives so much longer; None where there is none, or no more."""
        with self.engine.begin() as connection:
            query = sa.select(*_SESSION).where(sessions.c.secret_hash == secret_hash, sessions.c.expires_ms > now_ms)
            row = connection.execute(query).first()
            if row is None:
                return None
            session = SessionRow(*row)
            if now_ms - session.last_used_ms >= USED_EVERY_MS:
                session = session._replace(last_used_ms=now_ms, expires_ms=now_ms + life_ms)
                used = sessions.update().where(sessions.c.session_id == session.session_id)
                connection.execute(used.values(last_used_ms=now_ms, expires_ms=now_ms + life_ms))
            return session

    def sessions_of(self, account_id: str, now_ms: int) -> list[SessionRow]:
        """The sessions of an account, the last used first."""
        query = (
            sa.select(*_SESSION)
            .where(sessions.c.account_id == account_id, sessions.c.expires_ms > now_ms)
            .order_by(sessions.c.last_used_ms.desc(), sessions.c.session_id)
        )
        with self.engine.connect() as connection:
            return [SessionRow(*row) for row in connection.execute(query)]

    def end_session(self, account_id: str, session_id: str) -> bool:
        """End a session of an account. Whether there was such a one."""
        condition = sessions.c.account_id == account_id, sessions.c.session_id == session_id
        with self.engine.begin() as connection:
            return connection.execute(sessions.delete().where(*condition)).rowcount > 0

    # -- API tokens

    def create_token(self, token: TokenRow, secret_hash: str) -> None:
        """Store a new API token."""
        with self.engine.begin() as connection:
            connection.execute(api_tokens.insert().values(secret_hash=secret_hash, **token._asdict()))

    def use_token(self, secret_hash: str, now_ms: int) -> TokenRow | None:
        """The API token of a secret, which is used now; None where there is none."""
        with self.engine.begin() as connection:
            row = connection.execute(sa.select(*_TOKEN).where(api_tokens.c.secret_hash == secret_hash)).first()
            if row is None:
                return None
            token = TokenRow(*row)
            if token.last_used_ms is None or now_ms - token.last_used_ms >= USED_EVERY_MS:
                used = api_tokens.update().where(api_tokens.c.token_id == token.token_id)
                connection.execute(used.values(last_used_ms=now_ms))
            return token

    def tokens_of(self, account_ids: Sequence[str]) -> list[TokenRow]:
        """The API tokens of accounts, the newest first."""
        query = sa.select(*_TOKEN).where(api_tokens.c.account_id.in_(account_ids))
        query = query.order_by(api_tokens.c.created_ms.desc(), api_tokens.c.token_id)
        with self.engine.connect() as connection:
            return [TokenRow(*row) for row in connection.execute(query)]

    def revoke_token(self, account_ids: Sequence[str], token_id: str) -> bool:
        """Delete an API token of one of the accounts. Whether there was such a one."""
        condition = api_tokens.c.account_id.in_(account_ids), api_tokens.c.token_id == token_id
        with self.engine.begin() as connection:
            return connection.execute(api_tokens.delete().where(*condition)).rowcount > 0


def _is_taken(connection: Connection, name: str) -> bool:
    """Whether somebody has the name, or had it."""
    has = sa.select(accounts.c.account_id).where(accounts.c.name_key == name_key(name))
    had = sa.select(former_names.c.name_hash).where(former_names.c.name_hash == name_hash(name))
    return any(connection.execute(query).first() is not None for query in (has, had))
