"""Every check for every variant of a game, as cases for a test runner.

@pytest.mark.parametrize("case", conformance(GAME), ids=str)
def test_conformance(case):
    case()
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from engine.core.game import Game
from engine.testing.contract import (
    check_components,
    check_conservation,
    check_random_play,
    check_refusals,
    check_scores,
    check_words,
)
from engine.testing.copies import check_determinism, check_replay, check_snapshots
from engine.testing.deals import check_streams
from engine.testing.frontends import check_frontends
from engine.testing.honesty import check_features, check_honesty
from engine.testing.names import check_names
from engine.testing.odds import check_odds, check_unseen
from engine.testing.playthroughs import check_golden, golden_variants
from engine.testing.secrets import check_no_trace, check_undo, check_views, check_worlds
from engine.testing.sights import check_sight
from engine.testing.walk import Variant, variants_of

Check = Callable[..., None]

PLAIN: tuple[Check, ...] = (
    check_random_play,
    check_conservation,
    check_words,
    check_scores,
    check_streams,
    check_unseen,
    check_names,
    check_frontends,
)
"""Checks that are cheap enough for every variant in full."""

SECRET: tuple[Check, ...] = (check_views, check_sight, check_worlds, check_no_trace, check_features, check_undo)
"""Checks of some points of a match, for every variant; of fewer where an option differs from its default."""

KERNEL: tuple[Check, ...] = (check_replay, check_snapshots, check_refusals)
"""Checks that no option of a setting can change: for every scenario and number of seats."""

CHECKS: tuple[Check, ...] = (*PLAIN, *SECRET, *KERNEL)
"""Every check of one variant."""

_FEWER_POINTS = 6


@dataclass(frozen=True)
class Case:
    """One check of one game in one variant; call it to run it."""

    name: str
    run: Callable[[], None]

    def __str__(self) -> str:
        return self.name

    def __call__(self) -> None:
        """Raises `Nonconforming`, or whatever the rules raised."""
        try:
            self.run()
        except Exception as fault:
            fault.add_note(f"in {self.name}")
            raise


def conformance(
    game: Game[Any],
    *,
    seeds: Sequence[int] = (0,),
    variants: Sequence[Variant] = (),
    imports: Sequence[str] = (),
    golden: Path | None = None,
) -> list[Case]:
    """Every case for a game, which must be registered (`engine.register`) or installed.

    `variants` adds variants that cannot be listed from the game's options; `imports` names the modules that register
    a game that is not installed, for the checks in other processes; `golden` is the folder of playthroughs, if any.
    """
    cases = [Case(f"{game.id}-components", partial(check_components, game))]
    for variant in [*variants_of(game), *variants]:
        for seed in seeds:
            cases += _cases(game, variant, seed)
    for variant in golden_variants(game):
        if golden is not None:
            cases.append(Case(f"{game.id}-{variant}-golden", partial(check_golden, game, variant, golden)))
    for variant in {variant.scenario: variant for variant in golden_variants(game)}.values():
        run = partial(check_determinism, game, variant, imports=imports)
        cases.append(Case(f"{game.id}-{variant}-determinism", run))
    for variant in {variant.scenario: variant for variant in variants_of(game) if not variant.options}.values():
        cases.append(Case(f"{game.id}-{variant}-odds", partial(check_odds, game, variant)))
        cases.append(Case(f"{game.id}-{variant}-honesty", partial(check_honesty, game, variant)))
    return cases


def _cases(game: Game[Any], variant: Variant, seed: int) -> Iterator[Case]:
    """The cases of one variant."""
    runs = [partial(check, game, variant, seed) for check in PLAIN]
    if variant.options:
        runs += [partial(check, game, variant, seed, most=_FEWER_POINTS) for check in SECRET]
    else:
        runs += [partial(check, game, variant, seed) for check in (*SECRET, *KERNEL)]
    for run in runs:
        name = run.func.__name__.removeprefix("check_")
        yield Case(f"{game.id}-{variant}-{seed}-{name}", run)
