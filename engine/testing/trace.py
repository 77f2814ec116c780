"""Prints the fingerprint of a random match, so that two processes can be compared.

Arguments: game, scenario, seats, seed, options as JSON, and modules to import first.
"""

import importlib
import json
import sys

from engine.core.registry import load
from engine.testing.copies import trace
from engine.testing.walk import Variant


def main(game: str, scenario: str, seats: str, seed: str, options: str, *imports: str) -> None:
    """Play and print."""
    for module in imports:
        importlib.import_module(module)
    print(trace(load(game), Variant(scenario, int(seats), json.loads(options)), int(seed)))


if __name__ == "__main__":
    main(*sys.argv[1:])
