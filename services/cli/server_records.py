"""`matches`, `watch` and `record`: what is played on a server, a match as anybody sees it, and what is left of it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from engine.core.game import Game
from engine.core.record import Record
from engine.core.registry import load
from engine.core.state import Outcome
from engine.core.words import Lang
from services.cli import messages
from services.cli.arguments import AsJson, BadInput, InLanguage, Language
from services.cli.board import board_panel
from services.cli.catalogue import whole_column
from services.cli.files import check_writable, unused_file
from services.cli.screen import print_command, print_events, print_line, print_outcome

if TYPE_CHECKING:
    import httpx2

_SECONDS = 30.0
_SILENCE_SECONDS = 90.0
"""The longest that a stream says nothing while both ends are there."""

Gateway = Annotated[str, typer.Option("--server", metavar="URL", help="The address of its gateway.")]
PlayerToken = Annotated[
    str, typer.Option("--token", envvar="WESTMARCH_TOKEN", help="Your token, for what not everybody may see.")
]
MatchId = Annotated[str, typer.Argument(metavar="MATCH", help="The id of a match, as `westmarch matches` lists it.")]
DEFAULT_GATEWAY = "http://127.0.0.1:7705"


def matches(
    game: Annotated[str, typer.Option(metavar="GAME", help="Only of this game.")] = "",
    server: Gateway = DEFAULT_GATEWAY,
    token: PlayerToken = "",
    json_: AsJson = False,
) -> None:
    """List the matches that are being played on a server, and who plays."""
    with _calling(server, token) as client:
        live = _answer(client.get("/matches", params={"game": game} if game else {}))["matches"]
    if json_:
        print(json.dumps(live, ensure_ascii=False))
        return
    table = Table(whole_column("match"), "game", "scenario", "players", "version")
    for one in live:
        table.add_row(
            one["match_id"],
            one["game"],
            one["scenario"],
            ", ".join(player or "bot" for player in one["players"]),
            str(one["version"]),
        )
    Console().print(table)


def watch(
    match: MatchId, server: Gateway = DEFAULT_GATEWAY, token: PlayerToken = "", lang: InLanguage = Language.en
) -> None:
    """Watch a match on a server as a spectator, until it ends; Ctrl-C leaves."""
    console = Console()
    with _calling(server, token) as client:
        about = _answer(client.get(f"/matches/{match}"))
        game = load(about["game"])
        params = {"observations": "true", "language": lang.value}
        with client.stream("GET", f"/streams/matches/{match}", params=params, timeout=_SILENCE_SECONDS) as answer:
            if answer.is_error:
                answer.read()
                _answer(answer)
            for line in filter(str.strip, answer.iter_lines()):
                news = json.loads(line)
                if news["type"] != "update":
                    raise BadInput(f"the server has stopped telling: {news.get('detail') or news['type']}")
                _print_update(console, game, news["update"], about, lang.lang)


def record(
    match: MatchId,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Where to; MATCH.json if none.")] = None,
    server: Gateway = DEFAULT_GATEWAY,
    token: PlayerToken = "",
    lang: InLanguage = Language.en,
) -> None:
    """Fetch the record of a match that has ended, check it, and say how it ended."""
    file = save or unused_file(f"{match}.json")
    check_writable(file)
    with _calling(server, token) as client:
        answer = client.get(f"/matches/{match}/record")
        if answer.is_error:
            _answer(answer)
    kept = Record.load(answer.content)
    played = kept.verify()
    file.write_bytes(kept.dump())
    console = Console()
    if played.outcome is not None:
        print_outcome(console, played.setting.roles, played.outcome, played.explain(lang.lang), lang.lang)
    print_line(console, messages.VERIFIED.say(lang.lang, count=len(kept.choices)))
    print_line(console, messages.SAVED.say(lang.lang, file=file))
    print_command(console, messages.REPLAY_WITH.say(lang.lang), f"replay {file} --log")


@contextmanager
def _calling(server: str, token: str) -> "Iterator[httpx2.Client]":
    """A client of the gateway; BadInput where nobody answers there."""
    import httpx2  # here: other commands start without it

    address = server if "://" in server else f"http://{server}"
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with httpx2.Client(base_url=f"{address.rstrip('/')}/api/v1", headers=headers, timeout=_SECONDS) as client:
            yield client
    except httpx2.HTTPError as error:
        raise BadInput(f"{server}: the gateway does not answer ({type(error).__name__})") from None


def _answer(answer: "httpx2.Response") -> Any:
    """What was answered; BadInput with the server's reason where it refuses."""
    try:
        body = answer.json()
    except ValueError:
        raise BadInput(f"{answer.url} is no gateway of ours") from None
    if answer.is_error:
        raise BadInput(str(body.get("detail") or body.get("title") or answer.status_code))
    return body


def _print_update(console: Console, game: Game[Any], update: dict[str, Any], about: dict[str, Any], lang: Lang) -> None:
    """Print the board for a spectator, what happened, and how the match ended if it did."""
    console.clear()
    if update.get("observation"):
        seen = game.read_observation(json.dumps(update["observation"]))
        console.print(board_panel(game, seen, messages.SPECTATOR.say(lang), lang))
    print_events(console, [event["text"] for event in update.get("events", []) if event.get("text")], lang)
    if end := update.get("end"):
        sent = end["outcome"]
        outcome = Outcome(sent["winners"], sent["side"], sent["reason"], sent["scores"])
        setting = game.setting(about["scenario"], len(about["seats"]), about["options"])
        print_outcome(console, setting.roles, outcome, end.get("explanation") or game.reason(outcome, lang), lang)
