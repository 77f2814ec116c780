"""The settings of a process: frozen groups, read from the environment.

Every setting has a default that works on one machine; `westmarch up` fills in the rest. `python -m
services.process.variables` lists them."""

import importlib
import ipaddress
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, field_validator, model_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, SettingsConfigDict

Level: TypeAlias = Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)]
"""The lowest level that is logged; in any case of letters."""

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

PREFIX = "WESTMARCH_"
ANY_GAME = "*"
"""In a list of addresses: stands for every game that is not listed."""


def _group(prefix: str = PREFIX) -> SettingsConfigDict:
    return SettingsConfigDict(env_prefix=prefix, frozen=True, extra="ignore", hide_input_in_errors=True)


class StoreSettings(BaseSettings):
    """Where data lives."""

    model_config = _group()

    redis_url: str = Field(
        default="redis://127.0.0.1:6379/0",
        validation_alias="redis_url",  # an alias takes no prefix: all tools know REDIS_URL
        description="Redis or Valkey: the match log, tickets and, without a broker of its own, the task queue. "
        "redis+cluster://HOST:PORT,HOST:PORT names nodes of a cluster, which needs such a broker.",
    )
    broker_url: str = Field(
        default="",
        description="The Celery broker, which is all that bot workers are given: one plain server, also beside a "
        "cluster. Empty: the store.",
    )
    replicas: int = Field(
        default=0, ge=0, description="Replicas of the store that must have a choice before it is acknowledged."
    )
    database_url: str = Field(
        default="sqlite:///.westmarch/archive.db",
        validation_alias="database_url",  # DATABASE_URL
        description="SQLAlchemy URL of the database of the archive, the ladders, the players or the tournaments.",
    )
    snapshot_every: int = Field(default=64, description="Versions between snapshots in the store.")
    cached_matches: int = Field(default=2_000, description="Matches one engine worker keeps in memory.")
    keep_finished_seconds: int = Field(default=900, description="Life of a match in the store once archived.")

    @model_validator(mode="after")
    def _cluster_has_broker(self) -> Self:
        """Celery knows no cluster."""
        if "+cluster" in self.redis_url.partition("://")[0] and not self.broker_url:
            raise ValueError("a cluster takes no tasks: name a plain server by WESTMARCH_BROKER_URL")
        return self


class ServerSettings(BaseSettings):
    """Where this process answers."""

    model_config = _group()

    host: str = Field(default="127.0.0.1", description="Address the gRPC server binds.")
    port: int = Field(default=0, description="Port the gRPC server binds; 0: any free one.")
    advertise: str = Field(default="", description="Address told to clients; empty: host and port.")
    metrics_port: int = Field(default=0, description="Port of /metrics; 0: any free one.")
    health_port: int = Field(default=0, description="Port where health alone answers, without TLS, to probes; 0: none.")
    ready_file: Path | None = Field(default=None, description="Written with the bound addresses once serving.")
    drain_seconds: float = Field(default=10.0, description="Grace for open calls after SIGTERM.")
    connection_minutes: float = Field(
        default=60.0,
        description="Age at which clients have to connect anew, and so come to new servers too.",
    )
    trusted_proxies: str = Field(
        default="",
        description="Addresses or networks, comma separated, whose x-forwarded-for says where a call comes from.",
    )

    @field_validator("trusted_proxies")
    @classmethod
    def _are_networks(cls, text: str) -> str:
        _networks(text)
        return text

    def proxy_networks(self) -> tuple[Network, ...]:
        """The networks of the proxies that are trusted."""
        return _networks(self.trusted_proxies)


class ServiceSettings(BaseSettings):
    """Which games this process serves, and where the other services are."""

    model_config = _group()

    plugins: str = Field(default="", description="Modules to import at start, comma separated, for games of your own.")
    games: str = Field(default="", description="Games this process serves, comma separated; empty: all.")
    engines: str = Field(default="", description="Engine addresses as `game=host:port`, comma separated; `*` is any.")
    public_engines: str = Field(default="", description="Engine addresses as clients reach them; empty: as we do.")
    archive_address: str = Field(default="", description="Where the archive answers.")
    matchmaking_address: str = Field(default="", description="Where matchmaking answers.")
    bots_address: str = Field(default="", description="Where the bots service answers.")
    players_address: str = Field(default="", description="Where the players service answers; empty: there is none.")
    tournaments_address: str = Field(default="", description="Where the tournaments service answers; for the gateway.")
    ladders_address: str = Field(default="", description="Where the ladders service answers; for the gateway.")

    def game_list(self) -> tuple[str, ...]:
        """The games this process is limited to; empty means all."""
        return tuple(game for game in self.games.split(",") if game)

    def engine_addresses(self) -> dict[str, str]:
        """By game: where our services reach its engine."""
        return _addresses(self.engines)

    def public_engine_addresses(self) -> dict[str, str]:
        """By game: where clients reach its engine."""
        return _addresses(self.public_engines or self.engines)

    def engine_address(self, game: str) -> str:
        """Where our services reach the engine of a game; empty where none is named."""
        return _address_of(game, self.engine_addresses())

    def public_engine_address(self, game: str) -> str:
        """Where clients reach the engine of a game; empty where none is named."""
        return _address_of(game, self.public_engine_addresses())


class AuthSettings(BaseSettings):
    """Who is let in."""

    model_config = _group()

    public_keys: str = Field(
        default="", description="Keys that verify tokens, as `issuer.number=key`, comma separated."
    )
    signing_keys: SecretStr = Field(
        default=SecretStr(""),
        description="Private keys that this process signs with, as `issuer.number=key`; empty: it mints no tokens.",
    )
    seat_token_hours: float = Field(default=720.0, description="Life of a seat token: longer than a match may last.")
    guests: bool = Field(default=True, description="People without a player token may open tickets.")

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        """Refuse half a configuration: tokens that nobody could verify."""
        if self.signing_keys.get_secret_value() and not self.public_keys:
            raise ValueError("signing_keys need public_keys beside them, which verify what they sign")
        return self


class TlsSettings(BaseSettings):
    """Certificates, for those who call us and for those whom we call."""

    model_config = _group(PREFIX + "TLS_")

    cert: Path | None = Field(default=None, description="Server certificate; set together with its key.")
    key: Path | None = Field(default=None, description="Key of the server certificate.")
    ca: Path | None = Field(default=None, description="Authority that clients trust.")
    client_ca: Path | None = Field(default=None, description="Authority of client certificates; set: mTLS.")
    client_cert: Path | None = Field(default=None, description="Certificate shown when calling other services.")
    client_key: Path | None = Field(default=None, description="Key of that certificate.")

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        """Refuse half a configuration: what is meant to be secured must not be served in the open."""
        for one, other in (("cert", "key"), ("client_cert", "client_key")):
            if (getattr(self, one) is None) != (getattr(self, other) is None):
                raise ValueError(f"tls_{one} and tls_{other} are set together, or not at all")
        if self.client_ca is not None and self.cert is None:
            raise ValueError("tls_client_ca asks clients for certificates, which needs tls_cert and tls_key")
        return self


class LimitSettings(BaseSettings):
    """How much one caller, one call and one process may take."""

    model_config = _group()

    max_message_bytes: int = Field(default=4 * 1024 * 1024, description="Largest message the transport takes.")
    max_request_bytes: int = Field(default=64 * 1024, description="Largest request that is read.")
    calls_per_second: float = Field(default=200.0, description="Calls allowed to one token.")
    calls_burst: int = Field(default=400, description="Calls one token may send at once.")
    calls_per_second_of_address: float = Field(
        default=400.0, description="Calls allowed to one address, with whatever tokens; services are exempt."
    )
    calls_burst_of_address: int = Field(default=800, description="Calls one address may send at once.")
    refusal_seconds: float = Field(
        default=0.5, description="How long the refusal of somebody too fast is held back, so that floods slow down."
    )
    commands_per_second: float = Field(default=5_000.0, description="Commands taken from one Play stream.")
    commands_per_second_of_address: float = Field(
        default=10_000.0, description="Commands taken from all Play streams of one address."
    )
    unary_seconds: float = Field(default=20.0, description="Longest an ordinary call may take.")
    stream_hours: float = Field(default=12.0, description="Longest that any stream stays open.")
    max_streams: int = Field(default=20_000, description="Streams open in one process.")
    max_streams_per_caller: int = Field(default=1_000, description="Of these, streams of one token.")
    max_streams_per_address: int = Field(default=2_000, description="Of these, streams of one address.")
    write_seconds: float = Field(
        default=20.0, description="Longest one message of a stream waits to be read; then the stream is dropped."
    )
    max_tickets_per_caller: int = Field(default=1_000, description="Tickets of one caller that wait for one game.")
    max_matches_per_maker: int = Field(
        default=200, description="Live matches, and tickets for more, of one player or of all guests of one address."
    )
    max_slots: int = Field(default=1_024, description="Seats joined in one Play stream.")
    worlds_share: float = Field(
        default=0.05, description="Part of a processor that one token may have worlds dealt with, in one engine."
    )
    worlds_share_of_address: float = Field(default=0.1, description="Part of a processor for worlds, for one address.")
    worlds_share_of_service: float = Field(
        default=0.5, description="Part of a processor for worlds, for one of our services; beyond it, it waits."
    )


class ClockSettings(BaseSettings):
    """How often live matches are looked after, and how long they, their people and their tickets may wait."""

    model_config = _group()

    sweep_seconds: float = Field(default=1.0, description="How often live matches are looked over that are due.")
    follow_seconds: float = Field(default=2.0, description="How often the archive follows the log.")
    scan_seconds: float = Field(
        default=300.0,
        description="Pause between two scans of all live matches, for what was missed.",
    )
    stuck_seconds: float = Field(default=5.0, description="An AI turn not taken for this long is asked for again.")
    longest_absence_hours: float = Field(
        default=72.0, description="How long people may be gone in a match that sets no limit; then bots play it out."
    )
    ticket_seconds: float = Field(default=60.0, description="Life of a ticket nobody watches.")
    join_minutes: float = Field(
        default=5.0, description="A match of guests ends if none of them has joined it for this long; 0: it does not."
    )


class BotSettings(BaseSettings):
    """Bots and their workers."""

    model_config = _group()

    default_bot: str = Field(default="greedy", description="Bot for seats that name none.")
    hint_bot: str = Field(default="master", description="Bot that gives hints where none is named.")
    bot_processes: int = Field(default=2, description="Processes of one bot worker.")
    worker_memory_mb: int = Field(
        default=2048, description="MiB that one of its processes may hold; a bot that takes more forfeits its match."
    )
    turn_seconds: float = Field(default=20.0, description="Time for all that a bot decides in one turn.")
    ladder_seconds: float = Field(
        default=12.0,
        description="Work of ladders that the bot workers of a game have at once; six for each process.",
    )


class GatewaySettings(BaseSettings):
    """The gateway, by which browsers and HTTP clients come."""

    model_config = _group(PREFIX + "GATEWAY_")

    origins: str = Field(
        default="",
        description="Origins, comma separated, whose pages may call and open sockets; `*`: all, without cookies.",
    )
    secure_cookies: bool = Field(default=False, description="Cookies go over HTTPS only; set where it is served so.")
    play_streams: int = Field(default=4, description="Play streams to the engines of each game, at least.")
    compress_sockets: bool = Field(
        default=False,
        description="WebSockets are compressed where clients offer it: less on the wire, more work for each message.",
    )
    max_sockets: int = Field(default=10_000, description="WebSockets and event streams open in one process.")
    max_sockets_per_address: int = Field(default=200, description="Of these, those of one address.")
    max_joins: int = Field(default=200, description="Seats and matches joined in one WebSocket.")
    max_unsent: int = Field(
        default=64, description="Messages that wait for a slow reader; then it gets the whole view when it reads again."
    )
    keep_alive_seconds: float = Field(
        default=10.0, description="Pause after which a quiet stream is sent a sign of life."
    )
    prometheus: str = Field(default="", description="URL of a Prometheus whose alerts operators are shown.")

    def origin_list(self) -> frozenset[str]:
        """The origins whose pages may call."""
        return frozenset(filter(None, self.origins.split(",")))


class OidcProvider(BaseModel):
    """An OpenID Connect provider at which players may sign in."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    issuer: str
    """Its issuer, under which it publishes `/.well-known/openid-configuration`."""
    client_id: str
    client_secret: SecretStr = SecretStr("")
    """Empty for a public client."""
    scope: str = "openid profile"


class PlayerSettings(BaseSettings):
    """Accounts and sessions of players."""

    model_config = _group()

    session_days: float = Field(default=30.0, description="Life of a session that is not used.")
    player_token_minutes: float = Field(default=15.0, description="Life of a player token: what ended works so long.")
    sign_ups_per_hour: float = Field(default=20.0, description="Accounts that one address may make.")
    max_sessions: int = Field(default=50, description="Sessions of one account; the oldest are ended.")
    max_tokens: int = Field(default=50, description="API tokens of one person, for themselves and for their bots.")
    max_bots: int = Field(default=20, description="Bot accounts of one person.")
    oidc_providers: dict[str, OidcProvider] = Field(
        default={}, description="OpenID Connect providers as JSON: by name, issuer, client_id and client_secret."
    )
    oidc_redirect_url: str = Field(
        default="", description="Where providers send people back to: /api/v1/sign-in/callback of the gateway."
    )

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        """Refuse half a configuration: providers that nobody would come back from."""
        if self.oidc_providers and not self.oidc_redirect_url:
            raise ValueError("oidc_providers need oidc_redirect_url, to which they send people back")
        return self


class Settings(BaseSettings):
    """The settings of one process, in groups. Their environment variables have the prefix `WESTMARCH_`, but for two
    that all tools know."""

    model_config = _group()

    store: StoreSettings = Field(default_factory=StoreSettings)
    server: ServerSettings = Field(default_factory=ServerSettings)
    services: ServiceSettings = Field(default_factory=ServiceSettings)
    auth: AuthSettings = Field(default_factory=AuthSettings)
    tls: TlsSettings = Field(default_factory=TlsSettings)
    limits: LimitSettings = Field(default_factory=LimitSettings)
    clocks: ClockSettings = Field(default_factory=ClockSettings)
    bots: BotSettings = Field(default_factory=BotSettings)
    gateway: GatewaySettings = Field(default_factory=GatewaySettings)
    players: PlayerSettings = Field(default_factory=PlayerSettings)
    log_level: Level = Field(default="INFO", description="Lowest level that is logged.")

    def having(self, **changes: Any) -> Self:
        """A copy with some settings changed, each by the name of its variable in small letters and without prefix."""
        groups: dict[str, dict[str, Any]] = {}
        for name, value in changes.items():
            group, field = _FIELDS_BY_NAME[name]
            groups.setdefault(group, {})[field] = value
        update = {group: getattr(self, group).model_copy(update=fields) for group, fields in groups.items() if group}
        return self.model_copy(update={**update, **groups.get("", {})})

    def import_plugins(self) -> None:
        """Import the modules that the operator names, which register games and bots of their own."""
        for name in self.services.plugins.split(","):
            if name:
                importlib.import_module(name)


def _networks(text: str) -> tuple[Network, ...]:
    """Networks from a list such as `10.0.0.0/8,::1`."""
    return tuple(ipaddress.ip_network(item.strip()) for item in text.split(",") if item)


def _addresses(text: str) -> dict[str, str]:
    """Addresses by game, from a list such as `wotr=host:1,*=host:2`."""
    pairs = (item.partition("=") for item in text.split(",") if item)
    return {game: address for game, _, address in pairs}


def _address_of(game: str, addresses: dict[str, str]) -> str:
    return addresses.get(game) or addresses.get(ANY_GAME, "")


def fields() -> Iterator[tuple[str, str, FieldInfo, str]]:
    """Every setting: its group (empty for none), its name there, its field, and its environment variable."""
    for group, outer in Settings.model_fields.items():
        kind = outer.annotation
        if isinstance(kind, type) and issubclass(kind, BaseSettings):
            prefix = str(kind.model_config["env_prefix"])
            for name, field in kind.model_fields.items():
                yield group, name, field, str(field.validation_alias or prefix + name).upper()
        else:
            yield "", group, outer, PREFIX + group.upper()


_FIELDS_BY_NAME = {variable.removeprefix(PREFIX).lower(): (group, name) for group, name, _, variable in fields()}
"""The group and the name of every setting, by its variable in small letters and without prefix."""
