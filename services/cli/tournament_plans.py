"""Plans of tournaments from files, and from the flags of a command."""

import enum
from pathlib import Path
from typing import Any

from services.cli.arguments import BadInput
from services.competition import plan as plans


class Format(enum.StrEnum):
    """A format of one stage, by the name that plans have for it."""

    swiss = "swiss"
    round_robin = "round-robin"
    elimination = "elimination"
    arena = "arena"
    pods = "pods"
    duplicate = "duplicate"
    score = "score"


class TableKind(enum.StrEnum):
    """What two play at a table, by the name that plans have for it."""

    pair = "pair"
    match = "match"


class BotRule(enum.StrEnum):
    """Which bots may enter, by the name that plans have for it."""

    none = "none"
    ours = "ours"
    any = "any"


_WITH_DEALS = (Format.duplicate, Format.score)
_FORMATS_WITH = {
    "rounds": (Format.swiss, Format.pods, *_WITH_DEALS),
    "minutes": (Format.arena,),
    "table": (Format.swiss, Format.round_robin, Format.elimination, Format.arena),
}
"""By flag: the formats for which it says something."""


def read_plan(file: Path) -> plans.Plan:
    """A plan from a TOML file; BadInput says what is wrong with it."""
    try:
        return plans.parse_toml(file.read_text(encoding="utf-8"))
    except plans.BadPlan as error:
        raise BadInput(f"{file}: {error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file}: this is no text in UTF-8") from None


def plan_of_flags(
    name: str,
    setting: dict[str, Any],
    format_: Format,
    rounds: int | None,
    minutes: float | None,
    table: TableKind | None,
    bots: BotRule = BotRule.none,
    rated: bool = False,
) -> plans.Plan:
    """A plan of one stage."""
    stage: dict[str, Any] = {"format": format_.value}
    for flag, value in {"rounds": rounds, "minutes": minutes, "table": table and table.value}.items():
        if value is None:
            continue
        if format_ not in _FORMATS_WITH[flag]:
            raise BadInput(f"--{flag} is for {', '.join(_FORMATS_WITH[flag])}; {format_} has none")
        stage["deals" if flag == "rounds" and format_ in _WITH_DEALS else flag] = value
    plan = {"name": name, "setting": setting, "stages": [stage], "registration": {"bots": bots.value}, "rated": rated}
    try:
        return plans.parse(plan)
    except plans.BadPlan as error:
        raise BadInput(str(error)) from None
