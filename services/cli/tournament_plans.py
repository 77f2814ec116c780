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


def read_plan(file: Path) -> plans.Plan:
    """A plan from a TOML file; BadInput says what is wrong with it."""
    try:
        return plans.parse_toml(file.read_text())
    except (plans.BadPlan, UnicodeDecodeError) as error:
        raise BadInput(f"{file}: {error}") from None


def plan_of_flags(
    name: str,
    setting: dict[str, Any],
    format_: Format,
    rounds: int | None,
    minutes: float,
    table: str,
    bots: str = "none",
    rated: bool = False,
) -> plans.Plan:
    """A plan of one stage."""
    stage: dict[str, Any] = {"format": format_.value}
    if rounds is not None:
        has_deals = format_ in (Format.duplicate, Format.score)
        stage["deals" if has_deals else "rounds"] = rounds
    if format_ is Format.arena:
        stage["minutes"] = minutes
    if table:
        stage["table"] = table
    plan = {"name": name, "setting": setting, "stages": [stage], "registration": {"bots": bots}, "rated": rated}
    try:
        return plans.parse(plan)
    except plans.BadPlan as error:
        raise BadInput(str(error)) from None
