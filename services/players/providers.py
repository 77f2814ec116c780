"""Signing in at OpenID Connect providers: the authorization code flow with PKCE, state and nonce.

What a flow needs at its end is in the store, under the hash of its state, and can be taken from there once."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx2
import msgspec
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from services.api.errors_pb2 import ErrorReason
from services.players.database import Identity
from services.players.secrets import hash_secret
from services.process.logs import logger
from services.process.refusals import Refused, invalid
from services.process.settings import OidcProvider, Settings
from services.store.connection import Store

FLOW_SECONDS = 600
"""How long a person may take at the provider."""
HTTP_SECONDS = 5.0
CLOCK_LEEWAY_SECONDS = 60
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519")
"""Signatures of id tokens that are taken: with public keys only."""
LONGEST_ISSUER_OR_SUBJECT = 256


class _Flow(msgspec.Struct):
    """What is kept of a flow that has begun."""

    provider: str
    nonce: str
    verifier: str
    name: str
    """The name that the person wants to have, if this makes an account."""


_encode = msgspec.json.encode
_decode_flow = msgspec.json.Decoder(_Flow).decode


@dataclass(frozen=True)
class ProvenIdentity:
    """Whom a provider has shown somebody to be."""

    identity: Identity
    wanted_name: str
    given_name: str
    """What the provider calls the person; empty where it does not say."""


class Providers:
    """The providers that the settings name."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._providers: Mapping[str, OidcProvider] = settings.players.oidc_providers
        self._redirect_url = settings.players.oidc_redirect_url
        self._store = store
        self._metadata: dict[str, dict[str, Any]] = {}
        """By provider: what it publishes about itself, once it was read."""

    def names(self) -> tuple[str, ...]:
        """The names of the providers."""
        return tuple(self._providers)

    async def begin(self, provider: str, name: str) -> tuple[str, str]:
        """Where to send the person, and the state that comes back from there."""
        config = self._config(provider)
        state = secrets.token_urlsafe(32)
        flow = _Flow(provider, secrets.token_urlsafe(32), secrets.token_urlsafe(48), name)
        endpoint = (await self._discover(provider))["authorization_endpoint"]
        async with self._client(config) as client:
            url, _ = client.create_authorization_url(
                endpoint, state=state, nonce=flow.nonce, code_verifier=flow.verifier
            )
        await self._store.set(_key(state), _encode(flow), ex=FLOW_SECONDS)
        return url, state

    async def complete(self, state: str, code: str) -> ProvenIdentity:
        """Who has come back from the provider with this state and code."""
        data = await self._store.getdel(_key(state))
        if data is None:
            raise _refused("This sign-in was not begun here, was completed already, or has taken too long; begin anew.")
        flow = _decode_flow(data)
        config = self._config(flow.provider)
        metadata = await self._discover(flow.provider)
        try:
            async with self._client(config) as client:
                tokens = await client.fetch_token(
                    metadata["token_endpoint"], code=code, code_verifier=flow.verifier, grant_type="authorization_code"
                )
            keys = KeySet.import_key_set(await _get_json(metadata["jwks_uri"]))
            claims = _verified_claims(tokens, keys, config, flow.nonce)
        except (OAuthError, JoseError, KeyError, ValueError) as error:
            logger().warning("a provider's answer was refused", provider=flow.provider, error=str(error))
            raise _refused(f"What {flow.provider!r} has answered does not prove who you are; begin anew.") from error
        except httpx2.HTTPError as error:
            raise _does_not_answer(flow.provider, error) from error
        identity = Identity(flow.provider, str(claims["iss"]), str(claims["sub"]))
        given = claims.get("preferred_username") or claims.get("name") or ""
        return ProvenIdentity(identity, flow.name, str(given))

    def _config(self, provider: str) -> OidcProvider:
        if provider not in self._providers:
            raise invalid(f"There is no provider {provider!r} to sign in at.", self.names())
        return self._providers[provider]

    def _client(self, config: OidcProvider) -> AsyncOAuth2Client:
        secret = config.client_secret.get_secret_value()
        return AsyncOAuth2Client(
            config.client_id,
            secret or None,
            token_endpoint_auth_method="client_secret_basic" if secret else "none",
            scope=config.scope,
            redirect_uri=self._redirect_url,
            code_challenge_method="S256",
            timeout=HTTP_SECONDS,
        )

    async def _discover(self, provider: str) -> dict[str, Any]:
        """What the provider publishes about itself; it must be of the issuer that the settings name, and over TLS but
        on this machine."""
        if provider in self._metadata:
            return self._metadata[provider]
        issuer = self._config(provider).issuer
        try:
            metadata: dict[str, Any] = await _get_json(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
            _check_metadata(metadata, issuer)
        except (httpx2.HTTPError, ValueError, KeyError, TypeError) as error:
            raise _does_not_answer(provider, error) from error
        self._metadata[provider] = metadata
        return metadata


async def _get_json(url: str) -> Any:
    """What a provider publishes; httpx2.HTTPError or ValueError where it does not."""
    async with httpx2.AsyncClient(timeout=HTTP_SECONDS) as client:
        return (await client.get(url)).raise_for_status().json()


def _check_metadata(metadata: dict[str, Any], issuer: str) -> None:
    if metadata["issuer"] != issuer:
        raise ValueError(f"the provider calls itself {metadata['issuer']!r}, not {issuer!r}")
    for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
        parts = urlsplit(metadata[name])
        if parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "::1", "localhost"):
            raise ValueError(f"{name} is not reached over TLS")


def _verified_claims(tokens: dict[str, Any], keys: KeySet, config: OidcProvider, nonce: str) -> CodeIDToken:
    """The claims of an id token that the provider has signed, for us, for this flow, and not too long ago."""
    token = jwt.decode(tokens["id_token"], keys, algorithms=list(ALGORITHMS))
    options = {
        "iss": {"essential": True, "value": config.issuer},
        "aud": {"essential": True, "value": config.client_id},
    }
    params = {"nonce": nonce, "client_id": config.client_id, "access_token": tokens.get("access_token")}
    claims = CodeIDToken(token.claims, token.header, options, params)
    claims.validate(leeway=CLOCK_LEEWAY_SECONDS)
    for name in ("iss", "sub"):
        text = claims[name]
        if not isinstance(text, str) or not 0 < len(text) <= LONGEST_ISSUER_OR_SUBJECT or "\0" in text:
            raise ValueError(f"{name} is no text of at most {LONGEST_ISSUER_OR_SUBJECT} characters")
    return claims


def _key(state: str) -> str:
    """The store's key of a flow."""
    return f"oidc:{hash_secret(state)}"


def _refused(message: str) -> Refused:
    return Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, message)


def _does_not_answer(provider: str, error: Exception) -> Refused:
    logger().warning("a provider does not answer", provider=provider, error=str(error) or type(error).__name__)
    return Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, f"The provider {provider!r} does not answer; try again.")
