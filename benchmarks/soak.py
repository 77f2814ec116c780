"""`python -m benchmarks.soak --matches 10000`: random matches over every scenario, seats and combination of options.

Each match is played under `check_match`: in one walk every cheap invariant of the conformance kit. One match in
`--every` also runs one of all checks of the kit in turn, costly ones too. What fails is named with its check and seed.
Options are combined at random, decks of lotr and a pack of bofa that was written as `westmarch pack new` does included;
the report says how many pairs of values came together in some match, of those that may.
"""

import argparse
import itertools
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from engine.core.errors import BadOption, BadSeats
from engine.core.game import Game, GameOption
from engine.core.registry import builtin_ids, load
from engine.games.lotr.components.box import DECK_ENTRIES, HEROES, MOST_COPIES, MOST_SEATS
from engine.games.lotr.components.deck_lists import MOST_HEROES, SMALLEST_DECK
from engine.games.lotr.components.decks import STARTER_DECKS
from engine.testing.conformance import CHECKS
from engine.testing.soak import check_match
from engine.testing.walk import Values, Variant, any_variant

OWN = "of their own"
"""What stands in the report for a value that was drawn."""
_packs: list[str] = []
"""The name of the pack that this process has read beside the shipped one."""


class Task(NamedTuple):
    """A match to be played."""

    game: str
    seed: int
    number: int
    every: int


class Report(NamedTuple):
    """A match that was played: its settings, and what went wrong in it."""

    game: str
    settings: tuple[str, ...]
    faults: list[str]


def read_pack(folder: str) -> None:
    """Make the second pack of bofa known to this process."""
    packs = load("bofa").packs
    assert packs is not None
    _packs.append(packs.load(folder))


def any_decks(rng: random.Random) -> list[Any]:
    """Decks for one to four seats: starter decks and lists of random cards, without a hero led twice (lotr p. 27)."""
    heroes = rng.sample([hero.id for hero in HEROES], len(HEROES))
    decks: list[Any] = []
    for _ in range(rng.randint(1, MOST_SEATS)):
        if not decks and rng.random() < 0.5:
            starter = rng.choice(sorted(STARTER_DECKS))
            heroes = [hero for hero in heroes if hero not in STARTER_DECKS[starter].heroes]
            decks.append(starter)
            continue
        led = [heroes.pop() for _ in range(rng.randint(1, min(MOST_HEROES, len(heroes))))] if heroes else []
        if led:
            decks.append({"heroes": led, "cards": _any_cards(rng)})
    return decks


def _any_cards(rng: random.Random) -> dict[str, int]:
    """At least as many cards as a deck must have, at most three copies of each."""
    cards: dict[str, int] = {}
    for kind in rng.sample(DECK_ENTRIES, len(DECK_ENTRIES)):
        if sum(cards.values()) >= SMALLEST_DECK:
            break
        cards[kind.id] = rng.randint(1, MOST_COPIES)
    return cards


def any_pack(_rng: random.Random) -> str:
    """The second pack."""
    return _packs[0]


VALUES: Mapping[str, Values] = {"lotr": {"decks": any_decks}, "bofa": {"pack": any_pack}}
"""By game: values of the options that are checked by a function."""


def playable(game: Game[Any], rng: random.Random) -> Variant:
    """A random variant that can be set up: some decks leave no starter deck for the other seats."""
    for _ in range(100):
        variant = any_variant(game, rng, VALUES.get(game.id))
        if _can_be_played(game, variant.scenario, variant.seats, variant.options):
            return variant
    raise RuntimeError(f"no setting of {game.id} can be played")


def play(task: Task) -> Report:
    """Play one match."""
    game = load(task.game)
    variant = playable(game, random.Random(f"{task.game} {task.seed}"))
    checks = [check_match]
    if task.number % task.every == 0:
        checks.append(CHECKS[task.number // task.every % len(CHECKS)])
    faults = []
    for check in checks:
        try:
            check(game, variant, task.seed)
        except Exception as fault:
            what = f"{task.game} {variant} {check.__name__} seed {task.seed}"
            faults.append(f"{what}: {type(fault).__name__}: {fault}")
    return Report(task.game, settings_of(game, variant), faults)


def settings_of(game: Game[Any], variant: Variant) -> tuple[str, ...]:
    """The scenario, the seats and every option of a variant, in words; drawn values go by one name."""
    options = game.options_of(variant.scenario)
    values = {option.name: variant.options.get(option.name, option.default) for option in options}
    own = {option.name: OWN for option in options if callable(option.allowed) and values[option.name] != option.default}
    named = {"scenario": variant.scenario, "seats": variant.seats, **values, **own}
    return tuple(f"{game.id} {name} {value}" for name, value in named.items())


def pairs_of(game: Game[Any]) -> set[tuple[str, str]]:
    """Every pair of values that can come together in a match of a game."""
    pairs: set[tuple[str, str]] = set()
    for scenario in game.scenarios:
        options = game.options_of(scenario.id)
        for chosen in itertools.product(*(_listed(option) for option in options)):
            values = {option.name: value for option, value in zip(options, chosen, strict=True)}
            for seats in range(1, MOST_SEATS + 1):
                if _can_be_played(game, scenario.id, seats, {name: v for name, v in values.items() if v != OWN}):
                    pairs.update(itertools.combinations(settings_of(game, Variant(scenario.id, seats, values)), 2))
    return pairs


def _listed(option: GameOption) -> tuple[Any, ...]:
    return (option.default, OWN) if callable(option.allowed) else option.allowed


def _can_be_played(game: Game[Any], scenario: str, seats: int, options: Mapping[str, Any]) -> bool:
    """Whether a match can be set up so."""
    try:
        game.begin(game.setting(scenario, seats, options), 0)
    except (BadOption, BadSeats):
        return False
    return True


def tasks(matches: int, seed: int, every: int) -> Iterator[Task]:
    """The matches, game by game in turn."""
    ids = sorted(builtin_ids())
    for number in range(matches):
        yield Task(ids[number % len(ids)], seed + number // len(ids), number // len(ids), every)


def main() -> int:
    """Play, count, and tell what failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=10, help="of how many matches one is checked at any cost")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        return soak(arguments.matches, arguments.seed, arguments.every, arguments.jobs, Path(scratch) / "second")


def soak(matches: int, seed: int, every: int, jobs: int, folder: Path) -> int:
    """Play the matches, with a second pack of bofa in a folder; 1 if anything failed."""
    packs = load("bofa").packs
    assert packs is not None
    packs.write(folder)
    began = time.perf_counter()
    played: Counter[str] = Counter()
    together: set[tuple[str, str]] = set()
    failed = 0
    with ProcessPoolExecutor(jobs, initializer=read_pack, initargs=(str(folder),)) as pool:
        for report in pool.map(play, tasks(matches, seed, every), chunksize=8):
            played[report.game] += 1
            together.update(itertools.combinations(report.settings, 2))
            failed += len(report.faults)
            for fault in report.faults:
                print(fault, flush=True)
            if sum(played.values()) % 1000 == 0:
                print(f"{sum(played.values())} after {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    counts = ", ".join(f"{id} {count}" for id, count in sorted(played.items()))
    possible = {pair for id in builtin_ids() for pair in pairs_of(load(id))}
    paired = f"{len(together & possible)} of {len(possible)} pairs of settings"
    print(f"{matches} matches ({counts}), {paired}, seed {seed}: {failed} errors")
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
