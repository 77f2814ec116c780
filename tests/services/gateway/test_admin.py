"""What operators ask over HTTP, with an admin token and with none."""

from services.rpc.tokens import Keyring
from tests.services.gateway.conftest import Gateway, auth


async def test_operators_see_matches_and_annul_them(gateway: Gateway, keyring: Keyring) -> None:
    operator = keyring.mint("admin", "root", 600)
    match = await gateway.new_match(private=True)
    listed = await gateway.get("/admin/matches", operator, game="barrow", waiting_for="person", player="p0")
    assert ([one["match_id"] for one in listed["matches"]], listed["live"]) == ([match.id], 1)
    assert (await gateway.get("/admin/matches", operator, waiting_for="bot"))["matches"] == []
    detail = await gateway.get(f"/admin/matches/{match.id}", operator)
    assert (detail["match"]["match_id"], detail["match"]["end"]) == (match.id, None)
    assert [seat["seat"] for seat in detail["seats"]] == [0, 1]
    assert isinstance((await gateway.get("/admin/queues", operator))["queues"], list)
    annulled = await gateway.post(f"/admin/matches/{match.id}/annulment", {"reason": "the roof fell"}, operator)
    assert annulled["end"]["outcome"]["note"] == "the roof fell"
    wrong = await gateway.http.post("/admin/drain", json={"game": "barrow", "worker": "x"}, headers=auth(operator))
    assert (wrong.status_code, wrong.json()["reason"]) == (400, "INVALID_ARGUMENT")


async def test_nobody_else_is_let_in(gateway: Gateway, keyring: Keyring) -> None:
    match = await gateway.new_match()
    calls = [
        ("GET", "/admin/matches", None),
        ("GET", f"/admin/matches/{match.id}", None),
        ("POST", f"/admin/matches/{match.id}/annulment", {"reason": "why not"}),
        ("GET", "/admin/queues", None),
        ("POST", "/admin/drain", {"game": "barrow"}),
    ]
    for token, status in (("", 401), (keyring.mint("player", "p0", 600), 403), (match.tokens[0], 403)):
        for method, path, body in calls:
            answer = await gateway.http.request(method, path, json=body, headers=auth(token) if token else {})
            assert answer.status_code == status, (path, answer.text)
