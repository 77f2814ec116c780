"""`terms`: what bots have learned that each part of a position weighs, for people who learn from it."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from engine.bots.weights import Judgement, Weights, logistic, read_weights, shipped_weights
from engine.core.game import Game
from engine.core.registry import load
from engine.core.words import Lang, Words
from services.cli.arguments import AsJson, BadInput, GameId, InLanguage, Language, ScenarioId

TITLE = Words(
    "{game}, {scenario}: by how much one more of each raises an even chance to win, and a usual difference",
    "{game}, {scenario}: o ile równe szanse podnosi jeden więcej, a o ile zwykła różnica",
)
ONE = Words("{side}: one", "{side}: jeden")
USUAL = Words("usual", "zwykle")
JUDGES = Words("`horizon` judges positions by this.", "`horizon` ocenia tak pozycje.")
SHOWN = Words(
    "No test has shown that a bot wins by this: `horizon` judges otherwise.",
    "Żaden test nie pokazał, że bot dzięki temu wygrywa: `horizon` ocenia inaczej.",
)


def terms(
    game: GameId,
    scenario: ScenarioId = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Weights of your own, in place of those shipped.")
    ] = None,
    json_: AsJson = False,
    lang: InLanguage = Language.en,
) -> None:
    """Show what each part of a position weighs, as bots have learned it from their matches."""
    rules = load(game)
    which = rules.setting(scenario).scenario
    weights = shipped_weights(rules, which) if file is None else read_weights(file.read_bytes(), rules, which)
    if not weights.file.judgements:
        raise BadInput(f"nobody has learned yet what the terms of {game} {which} weigh")
    rows = describe_terms(rules, weights, lang.lang)
    if json_:
        print(json.dumps({"judges": weights.file.judges, "terms": rows}, ensure_ascii=False))
        return
    sides = list(weights.file.judgements)
    title = TITLE.say(lang.lang, game=rules.title.say(lang.lang), scenario=rules.scenario(which).title.say(lang.lang))
    table = Table("", title=title, title_justify="left")
    for side in sides:
        table.add_column(ONE.say(lang.lang, side=side), justify="right")
        table.add_column(USUAL.say(lang.lang), justify="right")
    for row in rows:
        shares = [_percent(row["sides"][side][what]) for side in sides for what in ("one", "usual")]
        table.add_row(row["words"], *shares)
    Console().print(table, (JUDGES if weights.file.judges else SHOWN).say(lang.lang))


def describe_terms(game: Game[Any], weights: Weights, lang: Lang) -> list[dict[str, Any]]:
    """Each term in words with what it raises an even chance by, for each side; first what usually decides most."""
    assert game.terms is not None, "weights with judgements are read only for games with terms"
    judgements = weights.file.judgements
    rows = [
        {
            "term": name,
            "words": words.say(lang),
            "sides": {side: _raises(judgement, name) for side, judgement in judgements.items()},
        }
        for name, words in game.terms.words.items()
        if any(name in judgement.terms for judgement in judgements.values())
    ]
    return sorted(rows, key=lambda row: -max(abs(side["usual"]) for side in row["sides"].values()))


def _raises(judgement: Judgement, name: str) -> dict[str, float]:
    """What one more of a term, and a usual difference in it, add to a chance of one half."""
    if name not in judgement.terms:
        return {"one": 0.0, "usual": 0.0}
    term = judgement.terms[name]
    return {"one": _from_even(term.weight), "usual": _from_even(term.weight * term.spread)}


def _from_even(odds: float) -> float:
    return round(logistic(odds) - 0.5, 4)


def _percent(share: float) -> str:
    return f"{100 * share:+.1f} %"
