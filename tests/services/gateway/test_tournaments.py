"""Tournaments over HTTP: held, entered, played and read, with nothing but the gateway."""

import json
from typing import Any

from services.rpc.tokens import Keyring
from tests.services.conftest import eventually
from tests.services.gateway.conftest import Gateway, auth
from tests.services.gateway.test_streams import events, following, lines

PATIENCE = 60.0
PLAN = {
    "name": "Spring Cup",
    "setting": {"game": "barrow", "scenario": "duel", "options": {"rounds": 1}},
    "registration": {"password": "mellon", "bots": "any"},
    "pace": {"hard_minutes": 10},
    "tie_breaks": ["wins"],
    "stages": [{"format": "swiss", "rounds": 1, "table": "match"}],
}


class People:
    """Those who come to a tournament, by their player tokens."""

    def __init__(self, gateway: Gateway, keyring: Keyring) -> None:
        self.gateway = gateway
        self._keyring = keyring

    def token(self, name: str, scopes: str = "") -> str:
        return self._keyring.mint("player", name, 600, scopes=scopes)

    async def create(self, **changes: Any) -> str:
        """The id of a new tournament of gandalf's."""
        made = await self.gateway.post("/tournaments", {**PLAN, **changes}, self.token("gandalf"))
        return made["tournament_id"]

    async def enter(self, id: str, *names: str, **more: Any) -> None:
        for name in names:
            entry = {"password": "mellon", "contribution": name.encode().hex(), **more}
            await self.gateway.post(f"/tournaments/{id}/entrants", entry, self.token(name))


async def play_out(people: People, id: str, *names: str) -> None:
    """Play all that waits for these people, by observations and posts."""
    gateway = people.gateway
    for name in names:
        for table in (await gateway.get("/my-tables", people.token(name), tournament_id=id))["tables"]:
            path, seat = f"/matches/{table['match_id']}", table["seat"]
            assert (await gateway.get(path, table["token"]))["tournament"] == id
            seen = await gateway.get(f"{path}/observation", table["token"], seat=seat)
            if decision := seen["decision"]:
                choice = {"version": decision["version"], "index": 0}
                await gateway.post(f"{path}/seats/{seat}/choices", choice, table["token"])


async def test_a_tournament_is_held_from_plan_to_standings(gateway: Gateway, keyring: Keyring) -> None:
    people = People(gateway, keyring)
    id = await people.create()
    made = await gateway.get(f"/tournaments/{id}")
    assert (made["state"], made["host"], made["has_password"], made["secret"]) == ("open", "gandalf", True, "")
    plan = made["plan"]
    assert (plan["setting"]["options"], plan["registration"]["password"]) == ({"rounds": 1}, None)
    assert (plan["stages"][0]["format"], plan["stages"][0]["rounds"]) == ("swiss", 1)
    plan["about"] = "For everybody"
    updated = await gateway.http.put(f"/tournaments/{id}", json=plan, headers=auth(people.token("gandalf")))
    assert updated.json()["plan"]["about"] == "For everybody"

    await people.enter(id, "ann", "bob", "cat")
    entrants = (await gateway.get(f"/tournaments/{id}/entrants"))["entrants"]
    assert next((one["name"], one["kind"], one["rating"]) for one in entrants) == ("ann", "person", None)
    for name in ("check-in", "withdraw", "come-back"):
        entrant = await gateway.post(f"/tournaments/{id}/{name}", {}, people.token("cat"))
        assert entrant["withdrawn"] == (name == "withdraw")
    removal = {"name": "cat", "reason": "too many cats", "ban": True}
    removed = await gateway.post(f"/tournaments/{id}/removals", removal, people.token("gandalf"))
    assert removed["banned"]

    async with lines(gateway, f"/streams/tournaments/{id}", after=0, language="en") as told:
        first = await following(told)
        assert (first["number"], first["actor"], first["kind"]) == (1, "gandalf", "created")
        assert first["text"]
        started = await gateway.post(f"/tournaments/{id}/start", None, people.token("gandalf"))
        assert started["state"] == "running"

        async def is_over() -> bool:
            await play_out(people, id, "ann", "bob")
            return (await gateway.get(f"/tournaments/{id}"))["state"] == "finished"

        await eventually(is_over, PATIENCE)
        heard = [first, *[line async for line in told]]
    assert [line["number"] for line in heard] == list(range(1, len(heard) + 1))
    page = await gateway.get(f"/tournaments/{id}/events", after=1, page_size=500, language="en")
    assert (page["events"], page["more"]) == (heard[1:], False)
    ended = await gateway.get(f"/tournaments/{id}")
    assert len(bytes.fromhex(ended["secret"])) > 8

    pairings = await gateway.get(f"/tournaments/{id}/pairings", stage=1, round=1)
    [table] = pairings["tables"]
    assert {place["outing"] for place in table["places"]} == {"played"}
    assert pairings["deals"][0]["seed"]
    standings = await gateway.get(f"/tournaments/{id}/standings")
    assert standings["final"]
    assert sorted(one["points"] for one in standings["standings"] if one["entrant"] != "cat") in ([0, 1], [0.5, 0.5])
    assert [len(one["tie_breaks"]) for one in standings["standings"]][:2] == [1, 1]
    for format, beginning in (("json", b'{"'), ("csv", b"stage,"), ("trf", b"012 Spring Cup")):
        file = await gateway.http.get(f"/tournaments/{id}/export", params={"format": format})
        assert file.content.startswith(beginning), file.content[:40]
        assert f'filename="{id}.{format}"' in file.headers["content-disposition"]
    listed = await gateway.get("/tournaments", states=["finished"], entrant="ann")
    assert [one["tournament_id"] for one in listed["tournaments"]] == [id]
    assert (await gateway.get("/tournaments", states=["open", "running"]))["tournaments"] == []


async def test_a_host_leads_a_tournament(gateway: Gateway, keyring: Keyring) -> None:
    people = People(gateway, keyring)
    id = await people.create(pace={"advance": "hand", "legs": "together", "notice_minutes": 5})
    pace = (await gateway.get(f"/tournaments/{id}"))["plan"]["pace"]
    assert (pace["legs"], pace["notice_minutes"]) == ("together", 5)
    host = people.token("gandalf", scopes="host")
    await people.enter(id, "ann", "bob")
    bots = {"bots": [{"bot": "random"}, {"bot": "greedy", "name": "grima", "rating": 1600}]}
    entered = (await gateway.post(f"/tournaments/{id}/entrants", bots, host))["entrants"]
    assert [(one["kind"], one["rating"]) for one in entered] == [("bot", None), ("bot", 1600)]
    async with events(gateway, f"/feeds/tournaments/{id}") as feed:
        paths = ("start", "pause", "resume")
        states = [(await gateway.post(f"/tournaments/{id}/{path}", {}, host))["state"] for path in paths]
        assert states == ["running", "paused", "running"]
        name, number, event = await anext(feed)
        assert (name, number) == ("event", str(event["number"]))

    async def paired() -> bool:
        return bool((await gateway.http.get(f"/tournaments/{id}/pairings")).json().get("tables"))

    await eventually(paired, PATIENCE)
    fixed = [{"one": "grima", "other": "ann"}]
    again = await gateway.post(f"/tournaments/{id}/pair-again", {"reason": "a coin fell", "fixed": fixed}, host)
    assert again["round"] in (0, 1)

    async def is_fixed() -> bool:
        tables = (await gateway.http.get(f"/tournaments/{id}/pairings")).json().get("tables", [])
        return ["grima", "ann"] in [[place["entrant"] for place in one["places"]] for one in tables]

    await eventually(is_fixed, PATIENCE)
    itself = {"reason": "a coin fell", "fixed": [{"one": "ann", "other": "ann"}]}
    refused = await gateway.http.post(f"/tournaments/{id}/pair-again", json=itself, headers=auth(host))
    assert (refused.status_code, refused.json()["reason"]) == (409, "AGAINST_TOURNAMENT_RULES")
    await gateway.post(f"/tournaments/{id}/begin-round", {}, host)
    result = {"stage": 1, "round": 1, "table": 1, "points": [1, 0], "reason": "they agreed"}
    table = await gateway.post(f"/tournaments/{id}/adjudications", result, host)
    assert ([place["points"] for place in table["places"]], table["open"]) == ([1, 0], False)
    cancelled = await gateway.post(f"/tournaments/{id}/cancel", {"reason": "rain"}, host)
    assert cancelled["state"] == "cancelled"


async def test_what_tournaments_refuse_is_a_problem(gateway: Gateway, keyring: Keyring) -> None:
    people = People(gateway, keyring)
    id = await people.create()
    ann, host = people.token("ann"), people.token("gandalf")
    no_host = people.token("gandalf", scopes="play")
    for path, body, token, status, reason in (
        ("/tournaments", PLAN, "", 401, "UNAUTHENTICATED"),
        ("/tournaments", PLAN, no_host, 403, "FORBIDDEN"),
        ("/tournaments", {**PLAN, "stages": [{"format": "duel"}]}, host, 400, "INVALID_ARGUMENT"),
        ("/tournaments", {**PLAN, "stages": []}, host, 400, "INVALID_ARGUMENT"),
        ("/tournaments", {**PLAN, "tie_breaks": ["luck"]}, host, 400, "INVALID_ARGUMENT"),
        ("/tournaments/none/start", None, host, 404, "UNKNOWN_TOURNAMENT"),
        (f"/tournaments/{id}/start", None, ann, 403, "FORBIDDEN"),
        (f"/tournaments/{id}/entrants", {"contribution": "xyz"}, ann, 400, "INVALID_ARGUMENT"),
        (f"/tournaments/{id}/entrants", {"password": "wrong"}, ann, 409, "AGAINST_TOURNAMENT_RULES"),
    ):
        answer = await gateway.http.post(path, json=body, headers=auth(token) if token else {})
        assert (answer.status_code, answer.json()["reason"]) == (status, reason), (path, answer.text)
    for path in (
        "/tournaments/none",
        "/tournaments/none/export",
        "/streams/tournaments/none",
        "/feeds/tournaments/none",
    ):
        answer = await gateway.http.get(path)
        assert (answer.status_code, answer.json()["reason"]) == (404, "UNKNOWN_TOURNAMENT"), path
    assert (await gateway.http.get("/my-tables")).status_code == 401
    assert "mellon" not in json.dumps(await gateway.get(f"/tournaments/{id}"))
