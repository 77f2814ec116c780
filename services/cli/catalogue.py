"""`games` and `cards`: what there is to play, and what it is made of."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from engine.core.game import Component, Game, Scenario
from engine.core.registry import all_games, load
from engine.core.words import Lang
from services.cli.inputs import AsJson, GameId, Language, Speak


def games(json_: AsJson = False, lang: Speak = Language.en) -> None:
    """List every game, its scenarios and seats, and how much of it is implemented."""
    found = [describe_game(game, lang.lang) for game in all_games()]
    if json_:
        print(json.dumps(found, ensure_ascii=False))
        return
    table = Table("game", "title", "rules", "scenario", "seats", "components")
    for game in found:
        counts = game["components"]
        head = [game["id"], game["title"], str(game["rules_version"])]
        for scenario in game["scenarios"]:
            seats = ", ".join(map(str, scenario["seats"]))
            table.add_row(*head, scenario["id"], seats, f"{counts['implemented']} of {counts['total']}" * bool(head[0]))
            head = ["", "", ""]
    Console().print(table)


def describe_game(game: Game[Any], lang: Lang) -> dict[str, Any]:
    """A game as `games --json` lists it."""
    components = game.components()
    return {
        "id": game.id,
        "title": game.title.say(lang),
        "rules_version": game.rules_version,
        "scenarios": [
            {"id": one.id, "title": one.title.say(lang), "seats": seat_counts(game, one)} for one in game.scenarios
        ],
        "components": {
            "total": sum(one.copies for one in components),
            "implemented": sum(one.copies for one in components if one.implemented),
        },
    }


def seat_counts(game: Game[Any], scenario: Scenario) -> list[int]:
    """With how many seats a scenario can be played, whatever its options."""
    options = game.options_of(scenario.id)
    defaults = {option.name: option.default for option in options}
    counts = set(scenario.roles(defaults))
    for option in options:
        for value in () if callable(option.allowed) else option.allowed:
            counts.update(scenario.roles({**defaults, option.name: value}))
    return sorted(counts)


def cards(
    game: GameId,
    json_: AsJson = False,
    lang: Speak = Language.en,
    find: Annotated[str, typer.Option(metavar="TEXT", help="Only what has this in its name, kind or text.")] = "",
) -> None:
    """List every card and token of a game with its text."""
    rows = [describe_component(one, lang.lang) for one in load(game).components()]
    rows = [row for row in rows if find.casefold() in f"{row['name']} {row['kind']} {row['text']}".casefold()]
    if json_:
        print(json.dumps(rows, ensure_ascii=False))
        return
    table = Table("name", "kind", "copies", "text")
    for row in rows:
        text = row["text"] if row["implemented"] else f"{row['text']} (not implemented)"
        table.add_row(row["name"], row["kind"], str(row["copies"]), text)
    Console().print(table)


def describe_component(one: Component, lang: Lang) -> dict[str, Any]:
    """A component as `cards --json` lists it."""
    return {
        "id": one.id,
        "name": one.name.say(lang),
        "kind": one.kind,
        "copies": one.copies,
        "text": one.text.say(lang),
        "implemented": one.implemented,
    }
