"""What is to happen in a load test: how many people do what, how often, and what is done to the server meanwhile."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scenario:
    """One evening of a crowd."""

    about: str
    matches: int
    """Live matches, each followed by another when it is over."""
    interval: float
    """Seconds between two choices of a match, on average: people think for as long as they like."""
    seconds: float
    """How long is measured, after everybody has come."""
    ramp_seconds: float
    """In which the matches begin, evenly."""
    lookers: int = 0
    """People who look on, now here, now there."""
    looking_seconds: float = 30.0
    """How long they look on at one match."""
    stay_seconds: float = 120.0
    """How long people stay before they leave for a while."""
    away_seconds: float = 5.0
    several: float = 0.2
    """Part of the seats that somebody takes who plays elsewhere already."""
    is_directed: bool = False
    """Matches are made by calls of a service, as for a tournament; else by tickets."""
    is_measured_at_once: bool = False
    """What is measured begins with the first match, and not when all are there."""
    engines: int = 1
    kill_seconds: float = 0.0
    """Between two deaths of an engine; 0: none dies."""


SCENARIOS = {
    "evening": Scenario(
        "5,000 live matches with a choice every five seconds in each",
        matches=5_000,
        interval=5.0,
        seconds=600.0,
        ramp_seconds=60.0,
        lookers=500,
    ),
    "tournament": Scenario(
        "a round of a tournament begins: 2,000 matches made within ten seconds",
        matches=2_000,
        interval=5.0,
        seconds=40.0,
        ramp_seconds=10.0,
        several=0.0,
        is_directed=True,
        is_measured_at_once=True,
    ),
    "restart": Scenario(
        "an engine of two is killed every minute under 1,000 matches",
        matches=1_000,
        interval=5.0,
        seconds=240.0,
        ramp_seconds=20.0,
        lookers=100,
        engines=2,
        kill_seconds=60.0,
    ),
    "spectators": Scenario(
        "2,000 people look on at one match with a choice a second",
        matches=1,
        interval=1.0,
        seconds=60.0,
        ramp_seconds=10.0,
        lookers=2_000,
        looking_seconds=3_600.0,
        stay_seconds=3_600.0,
    ),
    "soak": Scenario(
        "2,000 live matches for an hour",
        matches=2_000,
        interval=5.0,
        seconds=3_600.0,
        ramp_seconds=30.0,
        lookers=200,
    ),
}
