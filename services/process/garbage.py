"""When Python looks for garbage: rarely, for almost nothing here is cyclic, and whoever plays meanwhile has to wait."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

GC_THRESHOLD = (20_000, 20, 20)


def collect_rarely() -> None:
    """Look for garbage rarely from now on, and never among what is there already, such as modules."""
    gc.set_threshold(*GC_THRESHOLD)
    gc.freeze()


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Look for garbage rarely while a block runs, as many matches in a row want it, and in processes that it forks."""
    before = gc.get_threshold()
    collect_rarely()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
