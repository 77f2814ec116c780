"""The environment variables of the settings: which there are, which are misspelt, and a list of all for people."""

import difflib
import os
from collections.abc import Iterable

from pydantic import SecretStr

from services.process.logs import logger
from services.process.settings import PREFIX, Settings, fields

COMMAND_VARIABLES = ("WESTMARCH_TOKEN", "WESTMARCH_TRACEBACK")
"""Variables that only the `westmarch` command reads."""


def variables() -> list[str]:
    """The environment variable of every setting."""
    return [variable for *_, variable in fields()]


def misspelt_variables(environment: Iterable[str]) -> dict[str, str]:
    """Variables that carry our prefix and are no settings, each with the setting that comes nearest, or nothing."""
    known = {name.removeprefix(PREFIX): name for name in (*COMMAND_VARIABLES, *variables())}
    ours = (name for name in sorted(environment) if name.upper().startswith(PREFIX))
    unknown = {name: name.upper().removeprefix(PREFIX) for name in ours if name.upper() not in known.values()}
    return {
        name: "".join(known[near] for near in difflib.get_close_matches(bare, known, 1))
        for name, bare in unknown.items()
    }


def warn_of_misspelt_variables() -> None:
    """Log which variables of the environment look like settings and are none."""
    for variable, nearest in misspelt_variables(os.environ).items():
        logger().warning("no such setting", variable=variable, nearest=nearest)


def as_text() -> str:
    """A list of all settings by group: each by its environment variable, with its default and its meaning."""
    lines: list[str] = []
    last = ""
    for group, _, field, variable in fields():
        if group != last:
            kind = Settings.model_fields[group].annotation if group else None
            lines += ["", f"# {(kind.__doc__ if kind else 'Logs.') or ''}"]
            last = group
        default = field.default.get_secret_value() if isinstance(field.default, SecretStr) else field.default
        value = "" if default in ("", None, {}) else f" [{default}]"
        lines.append(f"{variable}{value}  {field.description}")
    return "\n".join(lines[1:])


if __name__ == "__main__":
    print(as_text())
