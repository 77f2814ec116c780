"""Matches of a tournament: which table each belongs to, and how that is told by its id and its labels."""

from collections.abc import Mapping
from typing import NamedTuple


class Leg(NamedTuple):
    """One match of a table: where it belongs. Stages and legs are counted from 0, rounds and tables from 1."""

    stage: int
    round: int
    table: int
    leg: int


def match_id(tournament_id: str, leg: Leg) -> str:
    """The id of a match, which is the same however often it is made."""
    return f"{tournament_id}-{leg.stage + 1}-{leg.round}-{leg.table}-{leg.leg + 1}"


def labels_of(tournament_id: str, leg: Leg) -> dict[str, str]:
    """The labels by which the archive knows a match of a tournament."""
    return {
        "tournament": tournament_id,
        "stage": str(leg.stage + 1),
        "round": str(leg.round),
        "table": str(leg.table),
        "leg": str(leg.leg + 1),
    }


def leg_of(labels: Mapping[str, str]) -> Leg | None:
    """The match of a tournament that labels name; None where they name none."""
    try:
        stage, round_, table, leg = (int(labels[name]) for name in ("stage", "round", "table", "leg"))
    except (KeyError, ValueError):
        return None
    return Leg(stage - 1, round_, table, leg - 1)
