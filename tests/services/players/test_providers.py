"""Signing in at an OpenID Connect provider, which runs here and signs its id tokens."""

from collections.abc import AsyncIterator, Iterator
from urllib.parse import parse_qs, urlsplit

import grpc
import pytest
from joserfc.jwk import RSAKey

from services.api import players_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.process.refusals import detail_of
from services.process.settings import OidcProvider, Settings
from tests.services.players.conftest import PASSWORD, refusal, running, sign_up
from tests.services.players.oidc_provider import CLIENT_ID, CLIENT_SECRET, Provider, serving_provider

REDIRECT_URL = "https://play.example/signed-in"


@pytest.fixture
def provider() -> Iterator[Provider]:
    with serving_provider() as one:
        yield one


def having_provider(settings: Settings, provider: Provider, secret: str = CLIENT_SECRET) -> Settings:
    config = OidcProvider(issuer=provider.issuer, client_id=CLIENT_ID, client_secret=secret)
    return settings.having(oidc_providers={"elsewhere": config}, oidc_redirect_url=REDIRECT_URL)


@pytest.fixture
async def players(settings: Settings, store, url: str, provider: Provider) -> AsyncIterator[object]:
    async with running(having_provider(settings, provider), database_url=url) as stub:
        yield stub


async def begin(stub, name: str = "") -> pb.BeginProviderSignInResponse:
    return await stub.BeginProviderSignIn(pb.BeginProviderSignInRequest(provider="elsewhere", name=name))


async def complete(stub, provider: Provider, name: str = "") -> pb.CompleteProviderSignInResponse:
    """Go to the provider and come back."""
    query = provider.authorize((await begin(stub, name)).authorization_url)
    return await stub.CompleteProviderSignIn(pb.CompleteProviderSignInRequest(**query))


async def test_who_comes_again_has_the_same_account(players, provider: Provider) -> None:
    listed = await players.ListProviders(pb.ListProvidersRequest())
    assert list(listed.providers) == ["elsewhere"]
    first = await complete(players, provider)
    assert (first.signed_up, first.session.account.name) == (True, "Ann")
    assert list(first.session.account.providers) == ["elsewhere"]
    assert not first.session.account.has_password
    provider.username = "Ann who has changed her name there"
    again = await complete(players, provider)
    assert (again.signed_up, again.session.account.name) == (False, "Ann")
    answer = await players.ExchangeToken(pb.ExchangeTokenRequest(secret=again.session.session))
    assert answer.player == "Ann"


async def test_the_person_is_sent_away_with_state_nonce_and_challenge(players) -> None:
    begun = await begin(players)
    query = parse_qs(urlsplit(begun.authorization_url).query)
    assert query["state"] == [begun.state]
    assert query["redirect_uri"] == [REDIRECT_URL]
    assert query["client_id"] == [CLIENT_ID]
    assert "openid" in query["scope"][0].split()
    assert query["nonce"][0] not in (begun.state, query["code_challenge"][0])


async def test_a_name_that_is_taken_is_numbered_or_refused_before(players, provider: Provider) -> None:
    await sign_up(players, "ann")
    assert await refusal(begin(players, "ANN")) == "NAME_TAKEN"
    assert (await complete(players, provider)).session.account.name == "Ann-2"
    provider.subject = "subject-2"
    assert (await complete(players, provider, "Beren")).session.account.name == "Beren"


@pytest.mark.parametrize(("username", "name"), [("~†eve\n\0", "eve"), ("\u202e", "player"), ("", "player")])
async def test_what_a_provider_calls_somebody_becomes_a_name(players, provider, username: str, name: str) -> None:
    provider.username = username
    assert (await complete(players, provider)).session.account.name == name


async def test_who_begins_again_and_again_waits(players) -> None:
    reasons = []
    while "RATE_LIMITED" not in reasons:
        assert len(reasons) <= 200
        try:
            await begin(players)
        except grpc.RpcError as error:
            reasons.append(ErrorReason.Name(detail_of(error).reason).removeprefix("ERROR_REASON_"))
        else:
            reasons.append("")
    assert len(reasons) > 10


async def test_a_sign_in_is_completed_once_and_where_it_was_begun(players, provider: Provider) -> None:
    query = provider.authorize((await begin(players)).authorization_url)
    await players.CompleteProviderSignIn(pb.CompleteProviderSignInRequest(**query))
    again = pb.CompleteProviderSignInRequest(**query)
    assert await refusal(players.CompleteProviderSignIn(again)) == "UNAUTHENTICATED"
    foreign = pb.CompleteProviderSignInRequest(state="forged", code=query["code"])
    assert await refusal(players.CompleteProviderSignIn(foreign)) == "UNAUTHENTICATED"


async def test_the_code_of_another_flow_is_refused(players, provider: Provider) -> None:
    """Its challenge is of another verifier."""
    stolen = provider.authorize((await begin(players)).authorization_url)["code"]
    state = (await begin(players)).state
    request = pb.CompleteProviderSignInRequest(state=state, code=stolen)
    assert await refusal(players.CompleteProviderSignIn(request)) == "UNAUTHENTICATED"


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "of another flow"},
        {"nonce": None},
        {"aud": "another client"},
        {"aud": [CLIENT_ID, "another"], "azp": "another"},
        {"iss": "https://elsewhere.example"},
        {"exp": 1},
        {"iat": None},
        {"sub": None},
        {"sub": ""},
        {"sub": 17},
        {"sub": "x" * 300},
    ],
    ids=str,
)
async def test_an_id_token_that_proves_nothing_is_refused(players, provider: Provider, claims) -> None:
    provider.changed_claims = claims
    assert await refusal(complete(players, provider)) == "UNAUTHENTICATED"


async def test_an_id_token_of_another_key_is_refused(players, provider: Provider) -> None:
    provider.signing_key = RSAKey.generate_key(2048, {"kid": "k1"})
    assert await refusal(complete(players, provider)) == "UNAUTHENTICATED"


async def test_a_client_that_the_provider_does_not_know_is_refused(settings: Settings, store, url, provider) -> None:
    async with running(having_provider(settings, provider, "not its secret"), database_url=url) as stub:
        assert await refusal(complete(stub, provider)) == "UNAUTHENTICATED"


async def test_a_provider_that_does_not_answer_is_said_so(settings: Settings, store, url: str) -> None:
    with serving_provider() as provider:
        changed = having_provider(settings, provider)
    async with running(changed, database_url=url) as stub:
        assert await refusal(begin(stub)) == "UNAVAILABLE"
        unknown = pb.BeginProviderSignInRequest(provider="nowhere")
        assert await refusal(stub.BeginProviderSignIn(unknown)) == "INVALID_ARGUMENT"


async def test_an_account_without_a_password_may_be_given_one(players, provider: Provider) -> None:
    made = await complete(players, provider)
    change = pb.ChangePasswordRequest(session=made.session.session, new_password=PASSWORD)
    await players.ChangePassword(change)
    await players.SignIn(pb.SignInRequest(name="Ann", password=PASSWORD))
