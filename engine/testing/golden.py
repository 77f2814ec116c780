"""`python -m engine.testing.golden`: compare golden playthroughs with the rules as they are, or write them anew."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.core.registry import game_ids, load
from engine.testing.playthroughs import FOLDER, check_golden, golden_variants, write_golden
from engine.testing.walk import Nonconforming


def main(words: Sequence[str] | None = None) -> int:
    """Compare, or with --write rewrite, the golden playthroughs of some or all games."""
    parser = argparse.ArgumentParser(prog="python -m engine.testing.golden", description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="game ids; all games when none is given")
    parser.add_argument("--write", action="store_true", help="write the playthroughs anew")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where they are kept")
    arguments = parser.parse_args(words)
    faults = 0
    for id in arguments.games or game_ids():
        game = load(id)
        if arguments.write:
            print(*write_golden(game, arguments.folder), sep="\n")
            continue
        for variant in golden_variants(game):
            try:
                check_golden(game, variant, arguments.folder)
            except Nonconforming as fault:
                faults += 1
                print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
