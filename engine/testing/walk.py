"""Random matches to check a game with: which variants there are, how one is played, which points to look at.

Everything here is a function of its seed, so that a failure can be repeated.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.core.errors import NoWorldFits
from engine.core.game import Game, GameOption
from engine.core.match import Match
from engine.core.record import Record

MOST_DECISIONS = 50_000
"""A random match that takes longer does not end."""

POINTS = 30
"""At how many decisions of a match the costly checks look."""


_TRIES = 5
"""How often a world is asked for before there is none: what a viewer has seen may be rare."""


class Nonconforming(AssertionError):
    """The game breaks the contract of the kernel."""


@dataclass(frozen=True)
class Variant:
    """One way to set a game up: scenario, number of seats, and the options that differ from their default."""

    scenario: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.scenario, str(self.seats), *chosen])

    def new_match(self, game: Game[Any], seed: int) -> Match:
        """A match of the game, set up so."""
        return game.new_match(self.scenario, self.seats, seed, **self.options)

    def rng(self, game: Game[Any], seed: int) -> random.Random:
        """A source of choices that is the same in every process."""
        return random.Random(f"{game.id} {self} {seed}")


def variants_of(game: Game[Any]) -> list[Variant]:
    """Every scenario with every number of seats, and with every listed value of every option, one at a time.

    An option that goes only with another is varied beside it.
    """
    variants = []
    for scenario in game.scenarios:
        options = game.options_of(scenario.id)
        defaults = {option.name: option.default for option in options}
        variants += [Variant(scenario.id, seats) for seats in scenario.roles(defaults)]
        for option in options:
            for value in () if callable(option.allowed) else option.allowed:
                if value != option.default:
                    values = {**dict([option.needs] if option.needs else []), option.name: value}
                    seats = max(scenario.roles({**defaults, **values}))
                    variants.append(Variant(scenario.id, seats, values))
    return variants


Values: TypeAlias = Mapping[str, Callable[[random.Random], Any]]
"""By option: how to draw a value for one whose values cannot be listed."""


def any_variant(game: Game[Any], rng: random.Random, values: Values | None = None) -> Variant:
    """A scenario with a number of seats and a combination of options, all by chance; half of the options are not at
    their default.

    An option that goes only with a value of another stays at its default beside other values.
    """
    scenario = rng.choice(game.scenarios)
    options = game.options_of(scenario.id)
    chosen = {option.name: option.default for option in options}
    for option in options:
        others = _other_values(option, rng, values or {})
        fits = option.needs is None or chosen[option.needs[0]] == option.needs[1]
        if others and fits and rng.random() < 0.5:
            chosen[option.name] = rng.choice(others)
    seats = rng.choice(sorted(scenario.roles(chosen)))
    changed = {option.name: chosen[option.name] for option in options if chosen[option.name] != option.default}
    return Variant(scenario.id, seats, changed)


def _other_values(option: GameOption, rng: random.Random, values: Values) -> list[Any]:
    """Values of an option other than its default: all that are listed, or one that is drawn."""
    if callable(option.allowed):
        return [values[option.name](rng)] if option.name in values else []
    return [value for value in option.allowed if value != option.default]


def expect(holds: bool, match: Match, fault: str) -> None:
    """Raise `Nonconforming` with the place in the match unless the contract holds."""
    if not holds:
        raise Nonconforming(f"{match.game.id} {where(match)}: {fault}")


def where(match: Match) -> str:
    """The point a match stands at, such as `duel-2 seed 7 choice 31`."""
    setting = match.setting
    seed = int.from_bytes(match.state.seed, "big")
    return f"{setting.scenario}-{setting.seats} seed {seed} choice {len(match.choices)}"


def walk(match: Match, rng: random.Random, most: int = MOST_DECISIONS) -> Iterator[tuple[int, int]]:
    """Play at random: yields each choice (seat and index), and applies it when asked for the next."""
    for _ in range(most):
        if not match.pending:
            return
        decision = rng.choice(match.pending)
        index = rng.randrange(len(decision.options))
        yield decision.seat, index
        match.choose(decision.seat, index)
    expect(not match.pending, match, f"did not end within {most} decisions")


def random_record(game: Game[Any], variant: Variant, seed: int) -> Record:
    """The record of a whole random match."""
    match = variant.new_match(game, seed)
    match.quiet = True
    for _ in walk(match, variant.rng(game, seed)):
        pass
    return match.record


def points(record: Record, rng: random.Random, most: int = POINTS) -> Iterator[tuple[Match, int, int]]:
    """Replay a record and stop at the first, the last and some other decisions, with the choice made there."""
    last = len(record.choices) - 1
    numbers = {0, last, *rng.sample(range(last + 1), min(most, last + 1))}
    match = record.replay(until=0)
    for number, (seat, index) in enumerate(record.choices):
        if number in numbers:
            yield match, seat, index
        match.choose(seat, index)


def viewers(match: Match) -> list[int | None]:
    """Everybody who watches: each seat, and a spectator."""
    return [*range(match.seats), None]


def bytes_of(match: Match) -> tuple[bytes, str]:
    """All there is to a match, to see whether it changed: its snapshot, and the state it has reached since."""
    return match.snapshot(), match.digest()


def world_for(match: Match, viewer: int | None, rng: random.Random) -> Match:
    """A world dealt for the viewer; there always is one, for the match itself is."""
    for _ in range(_TRIES):
        with suppress(NoWorldFits):
            return match.deal_world(viewer, rng)
    raise Nonconforming(f"{match.game.id} {where(match)}: no world fits what seat {viewer} sees")


def spots(match: Match) -> dict[int, tuple[int, int]]:
    """In which zone and where in it each component lies."""
    zones = match.game.zones(match.state)
    return {card: (number, i) for number, zone in enumerate(zones) for i, card in enumerate(zone)}
