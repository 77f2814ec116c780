"""The HTTP API before real services: what a frontend needs, and refusals for the same reasons as over gRPC."""

import re
from pathlib import Path

from tests.services.gateway.conftest import Gateway, auth

PLAYER = {"game": "barrow", "scenario": "duel", "players": ["ann"]}


async def test_games_and_cards(gateway: Gateway) -> None:
    games = {game["id"]: game for game in (await gateway.get("/games"))["games"]}
    assert games["barrow"]["title"] == "Barrow"
    assert [scenario["id"] for scenario in games["barrow"]["scenarios"]] == ["duel", "company"]
    polish = await gateway.get("/games/barrow", language="pl")
    assert polish["title"] == "Kurhan"
    rounds = next(option for option in polish["scenarios"][0]["options"] if option["name"] == "rounds")
    assert (rounds["default"], rounds["allowed"]) == (2, [1, 2, 3])
    cards = (await gateway.get("/games/barrow/cards", scenario="company", options='{"allies":true}'))["cards"]
    assert cards[0]["name"] == "Treasure worth 1"
    assert {bot["name"] for bot in (await gateway.get("/bots"))["bots"]} >= {"random", "greedy"}


async def test_layouts_and_schemas(gateway: Gateway) -> None:
    layout = (await gateway.get("/games/typed-barrow/layout", scenario="company", seats=3))["layout"]
    assert len(layout["seats"]) == 3
    assert layout["zones"]
    schema = await gateway.get("/games/typed-barrow/schema")
    assert schema["observation"]["$defs"]["BurglarView"]["properties"]["coins"]["type"] == "integer"
    assert "export interface BurglarView" in schema["observation_types"]
    assert "export interface Layout" in schema["layout_types"]
    assert schema["vocabulary"]["options"]
    match = await gateway.new_match(game="typed-barrow")
    seat = (await gateway.get(f"/matches/{match.id}"))["waiting_for"][0]
    seen = await gateway.get(f"/matches/{match.id}/observation", match.tokens[seat], seat=seat)
    decision = seen["decision"]
    assert decision["touched"] == sorted({one for option in decision["options"] for one in option["touches"]})
    assert decision["groups"]
    assert all(option["verb"] == option["data"][0] for option in decision["options"])
    plain = await gateway.get("/games/barrow/layout")
    assert plain == {"layout": None}
    assert (await gateway.get("/games/barrow/schema"))["observation"] is None
    refused = await gateway.http.get("/games/typed-barrow/layout", params={"seats": 9})
    assert (refused.status_code, refused.json()["reason"]) == (400, "INVALID_ARGUMENT")


async def test_a_match_is_played_from_ticket_to_record(gateway: Gateway) -> None:
    first = await gateway.post("/tickets", PLAYER)
    second = await gateway.post("/tickets", {**PLAYER, "players": ["bob"]})
    seats = {}
    for new in (first, second):
        ticket = await gateway.get(f"/tickets/{new['ticket']['ticket_id']}", new["ticket_token"], wait=True)
        assert ticket["state"] == "matched"
        (seat,) = ticket["assignment"]["seats"]
        match_id, seats[seat["seat"]] = ticket["assignment"]["match_id"], seat["token"]
    live = (await gateway.get("/matches", game="barrow"))["matches"]
    assert [(one["match_id"], sorted(one["players"])) for one in live] == [(match_id, ["~ann", "~bob"])]
    version = 0
    while (match := await gateway.get(f"/matches/{match_id}"))["end"] is None:
        seat = match["waiting_for"][0]
        seen = await gateway.get(f"/matches/{match_id}/observation", seats[seat], seat=seat, language="en")
        assert seen["decision"]["options"][0]["label"]
        assert seen["observation"]
        answer = {"version": seen["decision"]["version"], "index": 0, "request_id": f"n{match['version']}"}
        for _ in range(2):  # again: it is not made twice
            update = await gateway.post(f"/matches/{match_id}/seats/{seat}/choices", answer, seats[seat])
        assert update["version"] == version + 1
        version += 1
    assert match["end"]["outcome"]["reason"]
    entry = await gateway.get(f"/archive/{match_id}", wait="true")
    assert entry["outcome"] == match["end"]["outcome"]
    found = await gateway.get("/archive", player="~ann", game="barrow")
    assert [one["match_id"] for one in found["matches"]] == [match_id]
    record = await gateway.get(f"/matches/{match_id}/record")
    assert record["game"] == "barrow"
    assert await gateway.get(f"/matches/{match_id}/verification") == {
        "ok": True,
        "faults": [],
        "digest": match["end"]["digest"],
    }
    assert (await gateway.get("/archive/statistics", game="barrow"))["matches"] == 1
    shown = await gateway.get(f"/archive/{match_id}/positions/{len(record['choices'])}", language="en")
    assert shown["steps"] == len(record["choices"])
    assert shown["explanation"]
    assert len((await gateway.get(f"/archive/{match_id}/positions/1", everybody="true"))["everybody"]) == 2
    told = await gateway.get(f"/archive/{match_id}/story", language="en")
    assert told["parts"][-1]["version"] == match["version"]
    late = await gateway.get(f"/archive/{match_id}/story", after_version=match["version"] - 1, language="en")
    assert late["parts"] == told["parts"][-1:]
    beyond = await gateway.http.get(f"/archive/{match_id}/positions/{shown['steps'] + 1}")
    assert (beyond.status_code, beyond.json()["reason"]) == (400, "INVALID_ARGUMENT")


async def test_a_seat_sees_what_it_saw_at_an_earlier_version(gateway: Gateway) -> None:
    match = await gateway.new_match()
    path, token = f"/matches/{match.id}/observation", match.tokens[0]
    seen = [await gateway.get(path, token, seat=0)]
    for _ in range(5):
        info = await gateway.get(f"/matches/{match.id}")
        await gateway.engine.choose(match, info["waiting_for"][0])
        seen.append(await gateway.get(path, token, seat=0))
    for version, then in enumerate(seen):
        again = await gateway.get(path, token, seat=0, version=version)
        assert again["observation"] == then["observation"]
        assert again["waiting_for"] == then["waiting_for"]
    refused = await gateway.http.get(path, params={"seat": 0, "version": 6}, headers=auth(token))
    assert (refused.status_code, refused.json()["reason"]) == (400, "INVALID_ARGUMENT")


async def test_undo_hand_over_take_and_concede(gateway: Gateway) -> None:
    match = await gateway.new_match()
    seat = (await gateway.get(f"/matches/{match.id}"))["waiting_for"][0]
    path, token = f"/matches/{match.id}/seats/{seat}", match.tokens[seat]
    await gateway.post(f"{path}/choices", {"version": 0, "index": 0}, token)
    handed = await gateway.post(f"{path}/hand-over", {"bot": "random"}, token)
    assert handed["seats"][seat]["holder"] == "bot"
    taken = await gateway.post(f"{path}/take", None, token)
    assert taken["seats"][seat]["holder"] == "person"
    undone = await gateway.http.post(f"{path}/undo", headers=auth(token))
    assert undone.status_code == 200 or undone.json()["reason"] == "UNDO_REFUSED"
    ended = await gateway.post(f"{path}/concede", None, token)
    assert ended["end"]["outcome"]["winners"] == [1 - seat]


async def test_a_player_holds_their_seats_with_their_own_token(gateway: Gateway, keyring) -> None:
    match = await gateway.new_match()
    own, other = (keyring.mint("player", name, 600) for name in ("p0", "p1"))
    seen = await gateway.get(f"/matches/{match.id}/observation", own, seat=0)
    assert seen["version"] == 0
    refused = await gateway.http.get(f"/matches/{match.id}/observation", params={"seat": 0}, headers=auth(other))
    assert (refused.status_code, refused.json()["reason"]) == (403, "FORBIDDEN")
    seat = (await gateway.get(f"/matches/{match.id}"))["waiting_for"][0]
    token = own if seat == 0 else other
    update = await gateway.post(f"/matches/{match.id}/seats/{seat}/choices", {"version": 0, "index": 0}, token)
    assert update["version"] == 1


async def test_a_private_table(gateway: Gateway) -> None:
    table = await gateway.post("/tables", PLAYER)
    joined = await gateway.post(f"/tables/{table['code']}/tickets", {"players": ["bob"]})
    ticket = await gateway.get(f"/tickets/{joined['ticket']['ticket_id']}", joined["ticket_token"], wait=True)
    match_id, spectator = ticket["assignment"]["match_id"], ticket["assignment"]["spectator_token"]
    assert (await gateway.http.get(f"/matches/{match_id}")).json()["reason"] == "UNAUTHENTICATED"
    assert (await gateway.get(f"/matches/{match_id}", spectator))["private"]
    assert (await gateway.get("/matches"))["matches"] == []


async def test_a_rematch_of_guests(gateway: Gateway) -> None:
    table = await gateway.post("/tables", PLAYER)
    joined = await gateway.post(f"/tables/{table['code']}/tickets", {"players": ["bob"]})
    seats = []
    for made in (table, joined):
        path = f"/tickets/{made['ticket']['ticket_id']}"
        assignment = (await gateway.get(path, made["ticket_token"], wait=True))["assignment"]
        seats.append((assignment["seats"][0]["seat"], assignment["seats"][0]["token"]))
    path = f"/matches/{assignment['match_id']}"
    refused = await gateway.http.post(f"{path}/rematch", headers=auth(seats[0][1]))
    assert (refused.status_code, refused.json()["reason"]) == (409, "MATCH_NOT_OVER")
    await gateway.post(f"{path}/seats/{seats[0][0]}/concede", None, seats[0][1])
    assert await gateway.get(f"{path}/rematch", seats[1][1]) == {"seats": []}
    new = [await gateway.post(f"{path}/rematch", None, token) for _, token in seats]
    assert await gateway.get(f"{path}/rematch", seats[1][1]) == {"seats": [0, 1]}
    for (seat, _), made in zip(seats, new, strict=True):
        path = f"/tickets/{made['ticket']['ticket_id']}"
        assignment = (await gateway.get(path, made["ticket_token"], wait=True))["assignment"]
        assert assignment["seats"][0]["seat"] == 1 - seat
    nobody = await gateway.http.post(f"/matches/{assignment['match_id']}/rematch")
    assert (nobody.status_code, nobody.json()["reason"]) == (401, "UNAUTHENTICATED")


async def test_a_ticket_is_cancelled(gateway: Gateway) -> None:
    new = await gateway.post("/tickets", PLAYER)
    path, token = f"/tickets/{new['ticket']['ticket_id']}", new["ticket_token"]
    cancelled = await gateway.http.delete(path, headers=auth(token))
    assert cancelled.json()["state"] == "cancelled"
    other = await gateway.http.delete(f"{path}x", headers=auth(token))
    assert (other.status_code, other.json()["reason"]) == (403, "FORBIDDEN")
    assert (await gateway.get("/queues", game="barrow"))["queues"] == []


async def test_refusals_are_problem_details(gateway: Gateway) -> None:
    match = await gateway.new_match()
    seat = (await gateway.get(f"/matches/{match.id}"))["waiting_for"][0]
    choices, headers = f"/matches/{match.id}/seats/{seat}/choices", auth(match.tokens[seat])
    await gateway.post(choices, {"version": 0, "index": 0}, match.tokens[seat])
    stale = await gateway.http.post(choices, json={"version": 0, "index": 0}, headers=headers)
    assert stale.status_code == 409
    assert stale.headers["content-type"] == "application/problem+json"
    problem = stale.json()
    assert problem.pop("detail").startswith("The choice answers version 0")
    assert problem == {
        "type": "urn:westmarch:problem:stale-version",
        "title": "Stale version",
        "status": 409,
        "reason": "STALE_VERSION",
        "version": 1,
    }
    for path, status, reason in (
        ("/games/chess", 404, "UNKNOWN_GAME"),
        ("/matches/no-such-match", 404, "UNKNOWN_MATCH"),
        ("/matches/no-such-match/record", 404, "UNKNOWN_RECORD"),
        ("/games/barrow/cards?scenario=chess", 400, "UNKNOWN_SCENARIO"),
        ("/games/barrow/cards?options=[1]", 400, "INVALID_ARGUMENT"),
        ("/games?language=kh", 400, "INVALID_ARGUMENT"),
        ("/matches?limit=1000", 400, "INVALID_ARGUMENT"),
        (f"/matches/{match.id}/observation?seat=0", 401, "UNAUTHENTICATED"),
        ("/nowhere", 404, "INVALID_ARGUMENT"),
    ):
        answer = await gateway.http.get(path)
        assert (answer.status_code, answer.json()["reason"]) == (status, reason), path
        assert answer.headers["content-type"] == "application/problem+json"
    assert (await gateway.http.get("/games", headers=auth("forged.to.ken"))).json()["reason"] == "UNAUTHENTICATED"
    assert (await gateway.http.get("/games", headers={"authorization": "Basic YTpi"})).status_code == 401
    nobody = await gateway.http.post("/tickets", json={"game": "barrow"})
    assert (nobody.status_code, "signed in" in nobody.json()["detail"]) == (400, True)
    assert (await gateway.http.delete("/games")).status_code == 405
    assert (await gateway.http.post(choices, content=b"{", headers=headers)).json()["reason"] == "INVALID_ARGUMENT"
    large = await gateway.http.post(choices, content=b" " * 100_000, headers=headers)
    assert (large.status_code, large.json()["reason"]) == (413, "TOO_LARGE")


async def test_the_contract_names_every_operation_and_the_problem(gateway: Gateway) -> None:
    document = await gateway.get("/openapi.json")
    assert document["openapi"].startswith("3.1")
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert {one["operationId"] for one in operations} >= {"listGames", "observe", "choose", "createTicket", "getHint"}
    for operation in operations:
        assert operation["responses"]["default"]["content"]["application/problem+json"]
        assert operation["description"]
        assert all(one["description"] for one in operation.get("parameters", []))
    assert document["paths"]["/api/v1/me"]["get"]["summary"] == "Who am i"
    for name, schema in document["components"]["schemas"].items():
        assert schema["description"], name
        fields = schema.get("properties", {})
        assert [field for field, part in fields.items() if "description" not in part] == [], name


async def test_the_guide_knows_every_path(gateway: Gateway) -> None:
    guide = (Path(__file__).parents[3] / "docs/http.md").read_text()
    for path in (await gateway.get("/openapi.json"))["paths"]:
        for word in path.removeprefix("/api/v1/").split("/"):
            assert word.startswith("{") or re.search(rf"\b{re.escape(word)}\b", guide), path


async def test_the_messages_of_the_socket_have_a_schema(gateway: Gateway) -> None:
    published = await gateway.get("/schemas/socket")
    assert set(published["schema"]["properties"]) == {"ClientMessage", "ServerMessage"}
    assert {"Join", "Choose", "SlotUpdate", "Update", "Decision"} <= published["schema"]["$defs"].keys()
    assert "export type ServerMessage = Done | RefusedMessage | SlotLeft | SlotUpdate;" in published["types"]


async def test_headers_that_browsers_obey(gateway: Gateway) -> None:
    answer = await gateway.http.get("/games")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-encoding"] == "gzip"
    assert "access-control-allow-origin" not in answer.headers
    assert "server" not in answer.headers


async def test_numbers_that_no_message_holds_are_refused(gateway: Gateway) -> None:
    match = await gateway.new_match()
    document = await gateway.get("/openapi.json")
    for path, operations in document["paths"].items():
        names = [one["name"] for one in operations.get("get", {}).get("parameters", []) if one["in"] == "query"]
        called = re.sub(r"{\w+}", "0", path.replace("{match_id}", match.id)).removeprefix("/api/v1")
        for name in names:
            for number in (-1, -(2**40), 2**40, 2**70):
                async with gateway.http.stream("GET", called, params={name: number}) as answer:
                    assert answer.status_code < 500, (called, name, number)
