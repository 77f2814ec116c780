"""How a process is configured: one frozen settings object, read from the environment.

Every field has a default that works on one machine; `westmarch up` fills in the rest. `python -m
services.process.settings` lists them."""

import difflib
import importlib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

Level: TypeAlias = Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)]
"""How much is logged; in any case of letters."""

PREFIX = "WESTMARCH_"
OF_COMMANDS = ("WESTMARCH_TOKEN", "WESTMARCH_TRACEBACK")
"""What only the `westmarch` command reads."""


class Settings(BaseSettings):
    """Settings of one process. Environment names carry the prefix `WESTMARCH_`, but for the two that all tools know."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="ignore", hide_input_in_errors=True)

    redis_url: str = Field(
        default="redis://127.0.0.1:6379/0",
        validation_alias="redis_url",  # an alias takes no prefix: REDIS_URL
        description="Redis or Valkey: the match log, tickets and the task queue.",
    )
    broker_url: str = Field(default="", description="The Celery broker; empty: the store itself.")
    database_url: str = Field(
        default="sqlite:///.westmarch/archive.db",
        validation_alias="database_url",  # DATABASE_URL
        description="SQLAlchemy URL of the archive.",
    )

    host: str = Field(default="127.0.0.1", description="Address the gRPC server binds.")
    port: int = Field(default=0, description="Port the gRPC server binds; 0: any free one.")
    advertise: str = Field(default="", description="Address told to clients; empty: host and port.")
    metrics_port: int = Field(default=0, description="Port of /metrics; 0: any free one.")
    health_port: int = Field(default=0, description="Port where health alone answers, without TLS, to probes; 0: none.")
    ready_file: Path | None = Field(default=None, description="Written with the bound addresses once serving.")

    plugins: str = Field(default="", description="Modules to import at start, comma separated, for games of your own.")
    games: str = Field(default="", description="Games this process serves, comma separated; empty: all.")
    engines: str = Field(default="", description="Engine addresses as `game=host:port`, comma separated; `*` is any.")
    public_engines: str = Field(default="", description="The same as clients reach them; empty: as we do.")
    archive_address: str = Field(default="", description="Where the archive answers.")

    auth_keys: SecretStr = Field(
        default=SecretStr(""), description="Signing keys as `id=secret`, comma separated; the first signs, all verify."
    )
    seat_token_hours: float = Field(default=720.0, description="Life of a seat token: longer than a match may last.")
    guests: bool = Field(default=True, description="People without a player token may open tickets.")
    tls_cert: Path | None = Field(default=None, description="Server certificate; set together with tls_key.")
    tls_key: Path | None = Field(default=None, description="Key of the server certificate.")
    tls_ca: Path | None = Field(default=None, description="Authority that clients trust.")
    tls_client_ca: Path | None = Field(default=None, description="Authority of client certificates; set: mTLS.")
    tls_client_cert: Path | None = Field(default=None, description="Certificate shown when calling other services.")
    tls_client_key: Path | None = Field(default=None, description="Key of that certificate.")

    max_message_bytes: int = Field(default=4 * 1024 * 1024, description="Largest message the transport takes.")
    max_request_bytes: int = Field(default=64 * 1024, description="Largest request that is read.")
    calls_per_second: float = Field(default=200.0, description="Calls allowed to one caller.")
    calls_burst: int = Field(default=400, description="Calls one caller may send at once.")
    commands_per_second: float = Field(default=5_000.0, description="Commands taken from one Play stream.")
    unary_seconds: float = Field(default=20.0, description="Longest an ordinary call may take.")
    stream_hours: float = Field(default=12.0, description="Longest a stream stays open before the client renews it.")
    max_streams: int = Field(default=20_000, description="Streams open in one process.")
    max_streams_per_caller: int = Field(default=1_000, description="Of these, streams of one caller.")
    max_tickets_per_caller: int = Field(default=1_000, description="Tickets of one caller that wait for one game.")
    max_slots: int = Field(default=1_024, description="Seats joined in one Play stream.")
    drain_seconds: float = Field(default=10.0, description="Grace for open calls after SIGTERM.")

    default_bot: str = Field(default="greedy", description="Bot for seats that name none, and for hints.")
    bot_processes: int = Field(default=2, description="Processes of one bot worker.")
    turn_seconds: float = Field(default=20.0, description="Time for all that a bot decides in one turn.")
    longest_absence_hours: float = Field(
        default=72.0, description="How long people may be gone in a match that sets no limit; then bots play it out."
    )
    sweep_seconds: float = Field(default=1.0, description="How often live matches are looked over.")
    stuck_seconds: float = Field(default=5.0, description="An AI turn not taken for this long is asked for again.")
    cached_matches: int = Field(default=2_000, description="Matches one engine worker keeps in memory.")
    snapshot_every: int = Field(default=64, description="Versions between snapshots in the store.")
    keep_finished_seconds: int = Field(default=900, description="Life of a match in the store once archived.")
    follow_seconds: float = Field(default=2.0, description="How often the archive follows the log.")
    ticket_seconds: float = Field(default=60.0, description="Life of a ticket nobody watches.")

    log_level: Level = Field(default="INFO", description="Lowest level that is logged.")

    @model_validator(mode="after")
    def _tls_is_whole(self) -> Self:
        """Refuse half a configuration: what is meant to be secured must not be served in the open."""
        for one, other in (("tls_cert", "tls_key"), ("tls_client_cert", "tls_client_key")):
            if (getattr(self, one) is None) != (getattr(self, other) is None):
                raise ValueError(f"{one} and {other} are set together, or not at all")
        if self.tls_client_ca is not None and self.tls_cert is None:
            raise ValueError("tls_client_ca asks clients for certificates, which needs tls_cert and tls_key")
        return self

    def import_plugins(self) -> None:
        """Let modules named by the operator register what they bring."""
        for name in self.plugins.split(","):
            if name:
                importlib.import_module(name)

    def game_list(self) -> tuple[str, ...]:
        """The games this process is limited to; empty means all."""
        return tuple(game for game in self.games.split(",") if game)

    def engine_addresses(self) -> dict[str, str]:
        """Engine address by game, for calls between services."""
        return dict(_pair(item) for item in self.engines.split(",") if item)

    def public_addresses(self) -> dict[str, str]:
        """Engine address by game, for clients."""
        return dict(_pair(item) for item in (self.public_engines or self.engines).split(",") if item)


def _pair(item: str) -> tuple[str, str]:
    name, _, value = item.partition("=")
    return name, value


def variables() -> dict[str, str]:
    """The environment variable of every setting, by the setting's name."""
    return {name: str(field.validation_alias or PREFIX + name).upper() for name, field in Settings.model_fields.items()}


def misspelt(environment: Iterable[str]) -> dict[str, str]:
    """Names that carry our prefix and are no settings, and for each the setting that comes nearest."""
    known = {name.removeprefix(PREFIX): name for name in (*OF_COMMANDS, *variables().values())}
    ours = (name for name in sorted(environment) if name.upper().startswith(PREFIX))
    strangers = {name: name.upper().removeprefix(PREFIX) for name in ours if name.upper() not in known.values()}
    return {
        name: "".join(known[one] for one in difflib.get_close_matches(bare, known, 1))
        for name, bare in strangers.items()
    }


def listed() -> str:
    """Every setting with its default and what it is for, as its environment variable is called."""
    lines = []
    for name, variable in variables().items():
        field = Settings.model_fields[name]
        default = field.default.get_secret_value() if isinstance(field.default, SecretStr) else field.default
        shown = "" if default in ("", None) else f" [{default}]"
        lines.append(f"{variable}{shown}  {field.description}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(listed())
