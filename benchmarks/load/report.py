"""What a load test prints."""

from benchmarks.load.server import GENERATOR, Watch
from benchmarks.load.tally import CHOICE, JOIN, LATENESS, MATCH, TOLD, Window

MIB = 2**20
PERCENTS = (50, 90, 99, 99.9)


def line_of(window: Window, second: float, live: int, memory: int) -> str:
    """A part of a run as a line."""
    errors = sum(window.tally.errors.values())
    return (
        f"{second:>7.0f} s  live {live:>6,}"
        f"  offered {window.offered_rate:>7,.0f}/s  served {window.served_rate:>7,.0f}/s"
        f"  p50 {window.percentile(50):>7.1f}  p99 {window.percentile(99):>7.1f} ms  errors {errors:>4}"
        f"  server {memory / MIB:>6,.0f} MiB"
    )


def print_window(window: Window) -> None:
    """Print what was offered and served, the waits, and errors by class."""
    tally = window.tally
    print(
        f"offered {tally.offered:,} choices ({window.offered_rate:,.1f}/s), served {tally.served:,}"
        f" ({window.served_rate:,.1f}/s) in {window.seconds:,.0f} s"
    )
    print(
        f"{'milliseconds':<18}" + "".join(f"{f'p{percent:g}':>10}" for percent in PERCENTS) + f"{'most':>10}{'n':>12}"
    )
    for kind in (CHOICE, TOLD, JOIN, MATCH, LATENESS):
        waits = tally.waits[kind]
        if waits.count:
            figures = "".join(f"{waits.percentile(percent):>10.1f}" for percent in (*PERCENTS, 100))
            print(f"{kind:<18}{figures}{waits.count:>12,}")
    errors = ", ".join(f"{count:,} {name}" for name, count in tally.errors.most_common())
    print(f"errors: {errors or 'none'}")


def print_usage(watch: Watch) -> None:
    """Print the processor time and the memory of each part."""
    print(f"{'part':<18}{'processors':>12}{'MiB at first':>14}{'in the middle':>15}{'at last':>10}")
    for part in watch.parts:
        memory = [bytes / MIB for bytes in watch.memory(part)]
        first, middle, last = memory[0], memory[len(memory) // 2], memory[-1]
        print(f"{part:<18}{watch.processors(part):>12.2f}{first:>14,.0f}{middle:>15,.0f}{last:>10,.0f}")


def server_memory(usage: dict) -> int:  # type: ignore[type-arg]
    """Bytes of the whole server."""
    return sum(one.memory for part, one in usage.items() if part != GENERATOR)
