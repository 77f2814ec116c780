"""Tokens: good ones are read, all others refused."""

import itertools

import jwt
import pytest

from services.api.errors_pb2 import ErrorReason
from services.process.refusals import Refused
from services.rpc.tokens import Caller, Keyring

OLD, NEW = "a" * 32, "b" * 32


def reason(action) -> str:
    with pytest.raises(Refused) as caught:
        action()
    return ErrorReason.Name(caught.value.reason)[13:]


def test_a_token_says_who_calls() -> None:
    ring = Keyring(f"k1={OLD}")
    token = ring.mint("seat", "ann", 60, match_id="m1", seat=2)
    assert ring.read(token) == Caller("seat", "ann", "m1", 2)


def test_a_token_expires() -> None:
    now = [1000.0]
    ring = Keyring(f"k1={OLD}", clock=lambda: now[0])
    token = ring.mint("player", "ann", 60)
    now[0] += 59
    assert ring.read(token).name == "ann"
    now[0] += 2
    assert reason(lambda: ring.read(token)) == "UNAUTHENTICATED"


def test_no_player_has_a_name_as_guests_have() -> None:
    with pytest.raises(ValueError, match="does not begin with '~'"):
        Keyring(f"k1={OLD}").mint("player", "~ann", 60)


def test_keys_are_exchanged_while_old_tokens_live_out_their_time() -> None:
    """As docs/operations.md has it: services before and after each roll read what the others sign."""
    old, new = f"k1={OLD}", f"k2={NEW}"
    rolls = [Keyring(keys) for keys in (old, f"{old},{new}", f"{new},{old}", new)]
    first = rolls[0].mint("admin", "op", 60)
    for before, after in itertools.pairwise(rolls[:3]):
        assert before.read(after.mint("admin", "op", 60)).kind == "admin"
        assert after.read(before.mint("admin", "op", 60)).kind == "admin"
        assert after.read(first).kind == "admin"
    assert rolls[3].read(rolls[2].mint("admin", "op", 60)).kind == "admin"
    assert reason(lambda: rolls[3].read(first)) == "UNAUTHENTICATED"


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "é.é.é"])
def test_what_is_no_token_is_refused(token: str) -> None:
    assert reason(lambda: Keyring(f"k1={OLD}").read(token)) == "UNAUTHENTICATED"


def test_forged_tokens_are_refused() -> None:
    ring = Keyring(f"k1={OLD}")
    forged = Keyring(f"k1={NEW}").mint("admin", "eve", 60)
    assert reason(lambda: ring.read(forged)) == "UNAUTHENTICATED"
    unsigned = jwt.encode({"knd": "admin", "sub": "eve", "exp": 9e9}, "", "none", headers={"kid": "k1"})
    assert reason(lambda: ring.read(unsigned)) == "UNAUTHENTICATED"
    strange = jwt.encode({"knd": "king", "sub": "eve", "exp": 9e9}, OLD, "HS256", headers={"kid": "k1"})
    assert reason(lambda: ring.read(strange)) == "UNAUTHENTICATED"
    endless = jwt.encode({"knd": "admin", "sub": "eve"}, OLD, "HS256", headers={"kid": "k1"})
    assert reason(lambda: ring.read(endless)) == "UNAUTHENTICATED"


@pytest.mark.parametrize("keys", ["", "k1=short", "nothing"])
def test_weak_keys_are_not_taken(keys: str) -> None:
    with pytest.raises(ValueError, match="WESTMARCH_AUTH_KEYS"):
        Keyring(keys)


def test_who_may_act_for_a_seat() -> None:
    assert Caller("seat", "ann", "m1", 2).may_act_for("m1", 2)
    assert not Caller("seat", "ann", "m1", 2).may_act_for("m1", 1)
    assert not Caller("seat", "ann", "m1", 2).may_act_for("m2", 2)
    assert not Caller("player", "ann").may_act_for("m1", 2)
    assert Caller("service", "bots").may_act_for("m1", 2)
    assert reason(lambda: Caller("player", "ann").require("service")) == "FORBIDDEN"
    assert reason(lambda: Caller("guest", "::1").require("service")) == "UNAUTHENTICATED"
    Caller("admin", "op").require("service")
