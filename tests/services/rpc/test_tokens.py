"""Tokens: good ones are read, all others refused; and each key signs only what its issuer may."""

import itertools

import jwt
import pytest

from services.api.errors_pb2 import ErrorReason
from services.process.refusals import Refused
from services.rpc.issuers import MINTS
from services.rpc.signing_keys import (
    check_keys_of_service,
    new_signing_key,
    new_signing_keys,
    public_keys_of,
    signing_keys_of,
)
from services.rpc.tokens import KINDS, Caller, Keyring
from tests.services.forgery import forged_tokens, signed_by

KEYS = new_signing_keys()
PUBLIC = public_keys_of(KEYS)
RING = Keyring(PUBLIC, KEYS)


def reason(action) -> str:
    with pytest.raises(Refused) as caught:
        action()
    return ErrorReason.Name(caught.value.reason)[13:]


def test_a_token_says_who_calls() -> None:
    token = RING.mint("seat", "ann", 60, match_id="m1", seat=2, game="wotr")
    assert RING.read(token) == Caller("seat", "ann", "m1", 2, game="wotr")


def test_a_token_expires_also_when_it_was_read_before() -> None:
    now = [1000.0]
    ring = Keyring(PUBLIC, KEYS, clock=lambda: now[0])
    token = ring.mint("player", "ann", 60)
    now[0] += 59
    assert ring.read(token).name == "ann"
    now[0] += 2
    assert reason(lambda: ring.read(token)) == "UNAUTHENTICATED"


def test_no_player_has_a_name_as_guests_have() -> None:
    with pytest.raises(ValueError, match="does not begin with '~'"):
        RING.mint("player", "~ann", 60)


def test_keys_are_exchanged_while_old_tokens_live_out_their_time() -> None:
    """As docs/operations.md has it: services before and after each roll read what the others sign."""
    old, new = new_signing_key("operator", 1), new_signing_key("operator", 2)
    both = public_keys_of(f"{old},{new}")
    rolls = [
        Keyring(public_keys_of(old), old),
        Keyring(both, old),
        Keyring(both, new),
        Keyring(public_keys_of(new), new),
    ]
    first = rolls[0].mint("admin", "op", 60)
    for before, after in itertools.pairwise(rolls[:3]):
        assert before.read(after.mint("admin", "op", 60)).kind == "admin"
        assert after.read(before.mint("admin", "op", 60)).kind == "admin"
        assert after.read(first).kind == "admin"
    assert rolls[3].read(rolls[2].mint("admin", "op", 60)).kind == "admin"
    assert reason(lambda: rolls[3].read(first)) == "UNAUTHENTICATED"


def test_of_two_keys_of_a_role_the_first_signs() -> None:
    keys = ",".join(new_signing_key("operator", number) for number in (2, 1))
    token = Keyring(public_keys_of(keys), keys).mint("admin", "op", 60)
    assert jwt.get_unverified_header(token)["kid"] == "operator.2"


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "é.é.é"])
def test_what_is_no_token_is_refused(token: str) -> None:
    assert reason(lambda: RING.read(token)) == "UNAUTHENTICATED"


FORGED = forged_tokens(KEYS)


@pytest.mark.parametrize("token", FORGED.values(), ids=FORGED)
def test_forged_tokens_are_refused(token: str) -> None:
    assert reason(lambda: RING.read(token)) == "UNAUTHENTICATED"


@pytest.mark.parametrize("issuer", MINTS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_key_signs_only_what_its_role_may(issuer: str, kind: str) -> None:
    """Where it may not, its holder cannot mint such a token, and one made by other means is read by nobody."""
    name = issuer if kind == "service" else "ann"
    ring = Keyring(PUBLIC, signing_keys_of(issuer, KEYS))
    if kind in MINTS[issuer]:
        assert RING.read(ring.mint(kind, name, 60)) == Caller(kind, name)
        return
    with pytest.raises(ValueError, match=f"no key here that may sign a token of kind '{kind}'"):
        ring.mint(kind, name, 60)
    assert reason(lambda: RING.read(signed_by(KEYS, f"{issuer}.1", knd=kind, sub=name))) == "UNAUTHENTICATED"


def test_one_service_does_not_pose_as_another() -> None:
    with pytest.raises(ValueError, match="for 'bots'"):
        Keyring(PUBLIC, signing_keys_of("matchmaking", KEYS)).mint("service", "bots", 60)
    assert reason(lambda: RING.read(signed_by(KEYS, "matchmaking.1", knd="service", sub="bots"))) == "UNAUTHENTICATED"
    assert Keyring(PUBLIC, signing_keys_of("operator", KEYS)).mint("service", "script", 60)


def test_who_only_verifies_mints_nothing() -> None:
    ring = Keyring(PUBLIC)
    assert ring.read(RING.mint("admin", "op", 60)).kind == "admin"
    for kind in KINDS:
        with pytest.raises(ValueError, match="no key here"):
            ring.mint(kind, "archive", 60)


@pytest.mark.parametrize(
    "keys", ["operator.1=short", "operator.1", "king.1=" + "A" * 43, "k1=" + "0123456789abcdef" * 3, "operator.1=é"]
)
def test_keys_that_are_none_are_not_taken(keys: str) -> None:
    with pytest.raises(ValueError, match=r"WESTMARCH_SIGNING_KEYS must hold id=key pairs.* `westmarch keys` makes"):
        Keyring(PUBLIC, keys)
    with pytest.raises(ValueError, match="WESTMARCH_PUBLIC_KEYS must hold"):
        Keyring(keys)


def test_half_a_configuration_is_not_taken() -> None:
    with pytest.raises(ValueError, match="WESTMARCH_PUBLIC_KEYS is empty"):
        Keyring("", KEYS)
    with pytest.raises(ValueError, match=r"WESTMARCH_SIGNING_KEYS has bots\.2, but WESTMARCH_PUBLIC_KEYS has not"):
        Keyring(PUBLIC, new_signing_key("bots", 2))
    with pytest.raises(ValueError, match=r"bots.1 .* are not halves of one key"):
        Keyring(PUBLIC, new_signing_key("bots"))


def test_a_service_has_its_own_keys_and_no_others() -> None:
    check_keys_of_service("engine", signing_keys_of("engine", KEYS))
    check_keys_of_service("archive", "")
    with pytest.raises(ValueError, match="no key of engine"):
        check_keys_of_service("engine", "")
    with pytest.raises(ValueError, match="keys of operator, which archive must not have"):
        check_keys_of_service("archive", signing_keys_of("operator", KEYS))


def test_who_may_act_for_a_seat() -> None:
    assert Caller("seat", "ann", "m1", 2).may_act_for("m1", 2)
    assert not Caller("seat", "ann", "m1", 2).may_act_for("m1", 1)
    assert not Caller("seat", "ann", "m1", 2).may_act_for("m2", 2)
    assert not Caller("player", "ann").may_act_for("m1", 2)
    assert Caller("service", "bots").may_act_for("m1", 2)
    assert reason(lambda: Caller("player", "ann").require("service")) == "FORBIDDEN"
    assert reason(lambda: Caller("guest", "::1").require("service")) == "UNAUTHENTICATED"
    Caller("admin", "op").require("service")
