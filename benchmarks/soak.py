"""`python -m benchmarks.soak --matches 10000`: random matches over every scenario, seat count and option of every game,
each under the conformance kit's invariants; what fails is named with its seed."""

import argparse
import itertools
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from engine.core.registry import builtin_ids, load
from engine.testing.contract import check_conservation, check_random_play
from engine.testing.walk import variants_of

INVARIANTS: tuple[Callable[..., None], ...] = (check_random_play, check_conservation)
"""Each plays its own match of a seed: one after the other, so that a match has one of them."""


def play(task: tuple[str, int, int]) -> tuple[str, str]:
    """Play one match; its game, and what went wrong in it."""
    id, number, seed = task
    game = load(id)
    variant = variants_of(game)[number]
    check = INVARIANTS[seed % len(INVARIANTS)]
    try:
        check(game, variant, seed)
    except Exception as fault:
        return id, f"{id} {variant} seed {seed}: {type(fault).__name__}: {fault}"
    return id, ""


def main() -> int:
    """Play, count, and tell what failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    arguments = parser.parse_args()
    settings = {id: len(variants_of(load(id))) for id in sorted(builtin_ids())}
    tasks = [
        (id, count % settings[id], arguments.seed + count // settings[id])
        for count, id in itertools.islice(((n, id) for n in itertools.count() for id in settings), arguments.matches)
    ]
    random.Random(arguments.seed).shuffle(tasks)
    began = time.perf_counter()
    played: Counter[str] = Counter()
    faults = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for id, fault in pool.map(play, tasks, chunksize=8):
            played[id] += 1
            if fault:
                faults.append(fault)
                print(fault, flush=True)
    counts = ", ".join(f"{id} {count}" for id, count in sorted(played.items()))
    total = sum(settings.values())
    print(f"{len(tasks)} matches of {total} settings ({counts}), seed {arguments.seed}: {len(faults)} errors")
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
