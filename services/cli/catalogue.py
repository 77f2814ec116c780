"""`games` and `cards`: what there is to play, and the components that it is made of."""

import itertools
import json
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Column, Table
from typer.core import TyperCommand

from engine.core.game import Component, Game, GameOption, Scenario
from engine.core.registry import all_games, load
from engine.core.words import Lang
from services.cli.arguments import AsJson, GameId, GameOptions, InLanguage, Language, ScenarioId, parse_options
from services.cli.files import options_with_pack


def games(json_: AsJson = False, lang: InLanguage = Language.en) -> None:
    """List every game, its scenarios, seats and options, and how much of it is implemented."""
    descriptions = [describe_game(game, lang.lang) for game in all_games()]
    if json_:
        print(json.dumps(descriptions, ensure_ascii=False))
        return
    table = Table(whole_column("game"), "title", "rules", whole_column("scenario"), "seats", "components")
    for game in descriptions:
        counts = game["components"]
        head = [game["id"], game["title"], str(game["rules_version"])]
        for scenario in game["scenarios"]:
            implemented = f"{counts['implemented']} of {counts['total']}" if head[0] else ""
            table.add_row(*head, scenario["id"], _ranges(scenario["seats"]), implemented)
            head = ["", "", ""]
    Console().print(table, options_table(descriptions))


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers in ascending order, those that follow each other as a range: `1-4`, `2, 4`."""
    places = itertools.count()
    runs = [list(run) for _, run in itertools.groupby(numbers, lambda number: number - next(places))]
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def options_table(descriptions: Sequence[dict[str, Any]]) -> Table:
    """The options of games, from what `describe_game` gives, as they are typed; the default value comes first."""
    values = Column("values", overflow="fold")
    columns = (whole_column("game"), whole_column("option"), values, "meaning")
    table = Table(*columns, title="options of the games", title_justify="left")
    for game in descriptions:
        name = game["id"]
        for option, scenarios in _options_of(game):
            about = f"{option['about']} ({', '.join(scenarios)})" if scenarios else option["about"]
            table.add_row(name, f"--{option['name'].replace('_', '-')}", _typed_values(option), about)
            name = ""
    return table


def _options_of(game: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Each option of a game, with the scenarios that have it if not all do."""
    for option in game["options"]:
        yield option, []
    scattered: list[dict[str, Any]] = []
    for scenario in game["scenarios"]:
        scattered += [option for option in scenario["options"] if option not in scattered]
    for option in scattered:
        yield option, [scenario["id"] for scenario in game["scenarios"] if option in scenario["options"]]


def _typed_values(option: dict[str, Any]) -> str:
    """What may be typed after an option, the default first; only the default where the game checks values by itself."""
    default = option["default"]
    if option["allowed"] is None:
        return f"{_typed_value(default)} ..."
    return " | ".join(_typed_value(one) for one in [default, *(one for one in option["allowed"] if one != default)])


def _typed_value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def describe_game(game: Game[Any], lang: Lang) -> dict[str, Any]:
    """A game as `games --json` lists it."""
    components = game.components(game.setting())
    return {
        "id": game.id,
        "title": game.title.say(lang),
        "rules_version": game.rules_version,
        "scenarios": [
            {
                "id": one.id,
                "title": one.title.say(lang),
                "seats": seat_counts(game, one),
                "options": [describe_option(option, lang) for option in one.options],
            }
            for one in game.scenarios
        ],
        "options": [describe_option(option, lang) for option in game.options],
        "components": {
            "total": sum(one.copies for one in components),
            "implemented": sum(one.copies for one in components if one.implemented),
        },
    }


def describe_option(option: GameOption, lang: Lang) -> dict[str, Any]:
    """An option as `games --json` lists it; `allowed` is null where the game checks values by itself."""
    return {
        "name": option.name,
        "default": option.default,
        "allowed": None if callable(option.allowed) else list(option.allowed),
        "about": option.about.say(lang),
    }


_WIDE_TERMINAL = 60
"""Columns of a terminal on which names that are typed fit in a line beside everything else."""


def whole_column(title: str) -> Column:
    """A column whose words are never cut, for people type them; on a narrow terminal they go on below."""
    return Column(title, no_wrap=Console().width >= _WIDE_TERMINAL, overflow="fold")


class GameCommand(TyperCommand):
    """A command whose help ends with the options of every game."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help of the command, then the options of the games."""
        super().format_help(ctx, formatter)
        Console().print(options_table([describe_game(game, "en") for game in all_games()]))


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
    context: typer.Context,
    game: GameId,
    scenario: ScenarioId = None,
    option: GameOptions = None,
    json_: AsJson = False,
    lang: InLanguage = Language.en,
    find: Annotated[
        str, typer.Option(metavar="TEXT", help="Only what has this in its name, kind, values or text.")
    ] = "",
) -> None:
    """List every card and token of a game with its printed values and its text; of a pack of your own with --pack."""
    rules = load(game)
    setting = rules.setting(scenario, options=options_with_pack(rules, parse_options(option, context.args)))
    rows = [describe_component(one, lang.lang) for one in rules.components(setting)]
    rows = [row for row in rows if search_key(find) in _searchable_text(row)]
    if json_:
        print(json.dumps(rows, ensure_ascii=False))
        return
    table = Table("name", "kind", "copies", "text")
    for row in rows:
        text = row["text"] if row["implemented"] else f"{row['text']} (not implemented)"
        table.add_row(row["name"], row["kind"], str(row["copies"]), "\n".join(filter(None, (row["values"], text))))
    Console().print(table)


def _searchable_text(row: dict[str, Any]) -> str:
    return search_key(f"{row['name']} {row['kind']} {row['values']} {row['text']}")


def search_key(text: str) -> str:
    """Text in the form in which it is searched: without case and accents, so that `eowyn` finds Éowyn."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign)).casefold()


def describe_component(component: Component, lang: Lang) -> dict[str, Any]:
    """A component as `cards --json` lists it."""
    return {
        "id": component.id,
        "name": component.name.say(lang),
        "kind": component.kind,
        "copies": component.copies,
        "values": component.values.say(lang),
        "text": component.text.say(lang),
        "implemented": component.implemented,
    }
