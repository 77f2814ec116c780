"""Accounts over a real channel: signing up and in, sessions, API tokens, bots, export and deletion."""

import json

import grpc
import pytest
import sqlalchemy as sa

from services.api import players_pb2 as pb
from services.players.schema import metadata
from services.process.refusals import detail_of
from services.process.settings import Settings
from tests.services.conftest import bearer, plain_engine
from tests.services.players.conftest import PASSWORD, refusal, running, sign_in, sign_up


async def exchange(stub, secret: str) -> pb.ExchangeTokenResponse:
    return await stub.ExchangeToken(pb.ExchangeTokenRequest(secret=secret))


async def test_who_signs_up_is_known_to_every_service(each_players, keyring) -> None:
    ann = await sign_up(each_players, "Ann")
    answer = await exchange(each_players, ann.session)
    caller = keyring.read(answer.player_token)
    assert (caller.kind, caller.name, caller.scopes) == ("player", "Ann", "")
    again = await sign_in(each_players, "aNN")
    assert (await exchange(each_players, again.session)).player == "Ann"


@pytest.mark.parametrize("name", ["Ann", "ANN", "ann", "ａｎｎ"])
async def test_a_name_is_taken_in_whatever_letters(each_players, name: str) -> None:
    await sign_up(each_players, "Ann")
    assert await refusal(each_players.SignUp(pb.SignUpRequest(name=name, password=PASSWORD))) == "NAME_TAKEN"


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("", PASSWORD),
        ("~ann", PASSWORD),
        ("†ann", PASSWORD),
        ("ann\n", PASSWORD),
        ("ann\0", PASSWORD),
        ("a" * 65, PASSWORD),
        ("ann", "too short"),
        ("ann", "x" * 257),
        ("Bartholomew", "bartholomew"),
    ],
)
async def test_what_cannot_be_a_name_or_a_password_is_refused(players, name: str, password: str) -> None:
    assert await refusal(players.SignUp(pb.SignUpRequest(name=name, password=password))) == "INVALID_ARGUMENT"


async def test_a_wrong_password_and_a_name_that_nobody_has_are_refused_alike(each_players) -> None:
    await sign_up(each_players, "Ann")
    answers = []
    for name in ("Ann", "Nobody"):
        with pytest.raises(grpc.RpcError) as refused:
            await each_players.SignIn(pb.SignInRequest(name=name, password="not the password"))
        answers.append((refused.value.code(), detail_of(refused.value)))
    assert answers[0] == answers[1]
    assert answers[0][0] == grpc.StatusCode.UNAUTHENTICATED


@pytest.mark.parametrize("name", ["Ann", "Nobody"])
async def test_who_guesses_passwords_waits(players, name: str) -> None:
    """Also where nobody has the name, and for the right password."""
    await sign_up(players, "Ann")
    reasons = [await refusal(players.SignIn(pb.SignInRequest(name=name, password="a guess"))) for _ in range(7)]
    assert reasons[:6] == ["UNAUTHENTICATED"] * 6
    assert reasons[6] == "RATE_LIMITED"
    with pytest.raises(grpc.RpcError) as refused:
        await players.SignIn(pb.SignInRequest(name="Ann", password=PASSWORD))
    assert detail_of(refused.value).retry_after_ms > 0


async def test_who_guesses_does_not_lock_the_person_out(settings: Settings, store) -> None:
    async with running(settings, trusted_proxies="127.0.0.1") as players:
        await sign_up(players, "Ann")
        guesser, person = ((("x-forwarded-for", address),) for address in ("203.0.113.1", "203.0.113.2"))
        guess = pb.SignInRequest(name="Ann", password="a guess")
        assert "RATE_LIMITED" in [await refusal(players.SignIn(guess, metadata=guesser)) for _ in range(7)]
        request = pb.SignInRequest(name="Ann", password=PASSWORD)
        assert (await players.SignIn(request, metadata=person)).session.account.name == "Ann"


async def test_one_address_makes_only_so_many_accounts(settings: Settings, store, tmp_path) -> None:
    url = f"sqlite:///{tmp_path}/players.db"
    async with running(settings, database_url=url, sign_ups_per_hour=2) as players:
        await sign_up(players, "Ann")
        await sign_up(players, "Bob")
        assert await refusal(players.SignUp(pb.SignUpRequest(name="Eve", password=PASSWORD))) == "RATE_LIMITED"


# -- sessions


async def test_sessions_are_listed_and_can_be_ended(each_players) -> None:
    first = await sign_up(each_players, "Ann")
    second = await sign_in(each_players, "Ann")
    listed = await second.sessions()
    assert [one.current for one in listed].count(True) == 1
    assert {one.client for one in listed} == {"a test", ""}
    other = next(one for one in listed if not one.current)
    await each_players.EndSession(pb.EndSessionRequest(session=second.session, session_id=other.session_id))
    assert await refusal(exchange(each_players, first.session)) == "UNAUTHENTICATED"
    await each_players.EndSession(pb.EndSessionRequest(session=second.session))
    assert await refusal(exchange(each_players, second.session)) == "UNAUTHENTICATED"


async def test_nobody_ends_the_session_of_another(players) -> None:
    ann, eve = await sign_up(players, "Ann"), await sign_up(players, "Eve")
    (session,) = await ann.sessions()
    request = pb.EndSessionRequest(session=eve.session, session_id=session.session_id)
    assert await refusal(players.EndSession(request)) == "UNKNOWN_PLAYER"
    assert len(await ann.sessions()) == 1


async def test_a_session_that_is_not_used_expires(settings: Settings, store, url: str) -> None:
    async with running(settings, database_url=url, session_days=0) as players:
        ann = await sign_up(players, "Ann")
        assert await refusal(exchange(players, ann.session)) == "UNAUTHENTICATED"


async def test_the_oldest_session_gives_way(settings: Settings, store, url: str) -> None:
    async with running(settings, database_url=url, max_sessions=2) as players:
        first = await sign_up(players, "Ann")
        await sign_in(players, "Ann")
        last = await sign_in(players, "Ann")
        assert len(await last.sessions()) == 2
        assert await refusal(exchange(players, first.session)) == "UNAUTHENTICATED"


async def test_a_new_password_ends_the_other_sessions(each_players) -> None:
    first = await sign_up(each_players, "Ann")
    second = await sign_in(each_players, "Ann")
    change = pb.ChangePasswordRequest(session=second.session, old_password="not it at all", new_password="speak friend")
    assert await refusal(each_players.ChangePassword(change)) == "UNAUTHENTICATED"
    assert len(await first.sessions()) == 2
    change.old_password = PASSWORD
    await each_players.ChangePassword(change)
    assert await refusal(exchange(each_players, first.session)) == "UNAUTHENTICATED"
    assert (await exchange(each_players, second.session)).player == "Ann"
    assert await refusal(each_players.SignIn(pb.SignInRequest(name="Ann", password=PASSWORD))) == "UNAUTHENTICATED"
    await sign_in(each_players, "Ann", "speak friend")


# -- API tokens and bots


async def test_an_api_token_is_shown_once_and_good_for_its_scopes(each_players, keyring) -> None:
    ann = await sign_up(each_players, "Ann")
    made = await ann.token("laptop", [pb.SCOPE_HOST, pb.SCOPE_PLAY])
    listing = await each_players.ListApiTokens(pb.ListApiTokensRequest(session=ann.session))
    (listed,) = listing.tokens
    assert (listed.name, list(listed.scopes)) == ("laptop", [pb.SCOPE_PLAY, pb.SCOPE_HOST])
    assert not listed.HasField("last_used_ms")
    assert made.secret.encode() not in listing.SerializeToString()
    caller = keyring.read((await exchange(each_players, made.secret)).player_token)
    assert (caller.name, caller.scopes) == ("Ann", "play host")
    (used,) = (await each_players.ListApiTokens(pb.ListApiTokensRequest(session=ann.session))).tokens
    assert used.last_used_ms >= used.created_ms


async def test_a_revoked_token_is_good_for_nothing(each_players) -> None:
    ann, eve = await sign_up(each_players, "Ann"), await sign_up(each_players, "Eve")
    made = await ann.token()
    revoke = pb.RevokeApiTokenRequest(session=eve.session, token_id=made.token.token_id)
    assert await refusal(each_players.RevokeApiToken(revoke)) == "UNKNOWN_PLAYER"
    assert (await exchange(each_players, made.secret)).player == "Ann"
    revoke.session = ann.session
    await each_players.RevokeApiToken(revoke)
    assert await refusal(exchange(each_players, made.secret)) == "UNAUTHENTICATED"


async def test_an_api_token_does_not_manage_the_account(players) -> None:
    ann = await sign_up(players, "Ann")
    secret = (await ann.token()).secret
    calls = [
        players.GetAccount(pb.GetAccountRequest(session=secret)),
        players.ListSessions(pb.ListSessionsRequest(session=secret)),
        players.CreateApiToken(pb.CreateApiTokenRequest(session=secret, name="more", scopes=[pb.SCOPE_PLAY])),
        players.DeleteAccount(pb.DeleteAccountRequest(session=secret, password=PASSWORD)),
    ]
    assert [await refusal(call) for call in calls] == ["UNAUTHENTICATED"] * 4


async def test_a_bot_belongs_to_a_person_and_acts_by_tokens(each_players, keyring) -> None:
    ann, eve = await sign_up(each_players, "Ann"), await sign_up(each_players, "Eve")
    made = await each_players.CreateBotAccount(pb.CreateBotAccountRequest(session=ann.session, name="Ann's engine"))
    assert (made.account.is_bot, made.account.owner) == (True, "Ann")
    token = await ann.token("the bot's", [pb.SCOPE_BOT], "Ann's engine")
    caller = keyring.read((await exchange(each_players, token.secret)).player_token)
    assert (caller.name, caller.scopes) == ("Ann's engine", "bot")
    account = (await each_players.GetAccount(pb.GetAccountRequest(session=ann.session))).account
    assert list(account.bots) == ["Ann's engine"]
    assert await refusal(eve.token("mine", [pb.SCOPE_BOT], "Ann's engine")) == "UNKNOWN_PLAYER"
    assert await refusal(ann.token("both", [pb.SCOPE_PLAY], "Ann's engine")) == "INVALID_ARGUMENT"
    assert await refusal(ann.token("none", [])) == "INVALID_ARGUMENT"
    assert await refusal(ann.token("not a scope", [77])) == "INVALID_ARGUMENT"
    sign = pb.SignInRequest(name="Ann's engine", password="")
    assert await refusal(each_players.SignIn(sign)) == "UNAUTHENTICATED"


async def test_nothing_kept_is_a_secret(settings: Settings, store, url: str) -> None:
    """Who reads the database can neither sign in nor call."""
    async with running(settings, database_url=url) as players:
        ann = await sign_up(players, "Ann")
        secrets = [PASSWORD, ann.session, (await ann.token()).secret]
    engine = plain_engine(url)
    with engine.connect() as connection:
        kept = repr([connection.execute(sa.select(table)).all() for table in metadata.tables.values()])
    engine.dispose()
    assert "Ann" in kept
    assert "$argon2id$" in kept
    assert not [secret for secret in secrets if secret in kept]


# -- export and deletion


async def exported(stub, session: str) -> dict:
    pieces = [piece.json async for piece in stub.ExportData(pb.ExportDataRequest(session=session))]
    return json.loads(b"".join(pieces))


async def test_a_person_gets_all_that_is_kept_about_them(each_players) -> None:
    ann = await sign_up(each_players, "Ann")
    token = await ann.token()
    await each_players.CreateBotAccount(pb.CreateBotAccountRequest(session=ann.session, name="engine"))
    document = await exported(each_players, ann.session)
    assert document["account"]["name"] == "Ann"
    assert [one["client"] for one in document["sessions"]] == ["a test"]
    assert [one["token_id"] for one in document["api_tokens"]] == [token.token.token_id]
    assert [bot["account"]["name"] for bot in document["bots"]] == ["engine"]
    assert document["ratings"] == document["rating_history"] == []


async def test_a_deleted_account_leaves_nothing_and_nobody_gets_its_name(settings: Settings, store, url: str) -> None:
    async with running(settings, database_url=url) as players:
        ann = await sign_up(players, "Ann")
        await players.CreateBotAccount(pb.CreateBotAccountRequest(session=ann.session, name="Ann's engine"))
        secret = (await ann.token("the bot's", [pb.SCOPE_BOT], "Ann's engine")).secret
        delete = pb.DeleteAccountRequest(session=ann.session, password="not it at all")
        assert await refusal(players.DeleteAccount(delete)) == "UNAUTHENTICATED"
        delete.password = PASSWORD
        pseudonym = (await players.DeleteAccount(delete)).pseudonym
        assert pseudonym.startswith("†")
        for gone in (ann.session, secret):
            assert await refusal(exchange(players, gone)) == "UNAUTHENTICATED"
        assert await refusal(players.SignUp(pb.SignUpRequest(name="ANN", password=PASSWORD))) == "NAME_TAKEN"
        assert await refusal(players.SignIn(pb.SignInRequest(name="Ann", password=PASSWORD))) == "UNAUTHENTICATED"


async def test_a_bot_account_is_deleted_by_its_person_only(each_players) -> None:
    ann, eve = await sign_up(each_players, "Ann"), await sign_up(each_players, "Eve")
    await each_players.CreateBotAccount(pb.CreateBotAccountRequest(session=ann.session, name="engine"))
    secret = (await ann.token("the bot's", [pb.SCOPE_BOT], "engine")).secret
    for session, name in ((eve.session, "engine"), (ann.session, "Ann"), (ann.session, "Eve")):
        request = pb.DeleteBotAccountRequest(session=session, name=name)
        assert await refusal(each_players.DeleteBotAccount(request)) == "UNKNOWN_PLAYER"
    request = pb.DeleteBotAccountRequest(session=ann.session, name="engine")
    assert (await each_players.DeleteBotAccount(request)).pseudonym.startswith("†")
    assert await refusal(exchange(each_players, secret)) == "UNAUTHENTICATED"
    account = (await each_players.GetAccount(pb.GetAccountRequest(session=ann.session))).account
    assert list(account.bots) == []


async def test_player_tokens_are_no_sessions_and_sessions_no_player_tokens(players, keyring) -> None:
    ann = await sign_up(players, "Ann")
    token = (await exchange(players, ann.session)).player_token
    assert await refusal(exchange(players, token)) == "UNAUTHENTICATED"
    call = players.GetRatings(pb.GetRatingsRequest(player="Ann"), metadata=bearer(ann.session))
    assert await refusal(call) == "UNAUTHENTICATED"
